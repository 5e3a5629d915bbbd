/* analysis/owners.h - who may be expected to own each square at the end.
 *
 * OWNERS_GAMES games are played out from the board, always the same ones: each move is the best by
 * the engine's evaluation of the board after it, blurred by two discs. What is counted is whose
 * disc lies on a square at the end. It is no search: sharp fights are judged at a glance.
 *
 * Threads: the engine must be idle.
 */
#ifndef ANALYSIS_OWNERS_H
#define ANALYSIS_OWNERS_H

#include <outflank/engine.h>

enum { OWNERS_GAMES = 64 };

/* For each square the games that end with a disc of the side to move on it, less those with one of
 * the other side. */
void owners_expect(ofl_engine *engine, ofl_board board, int owners[64]);

#endif
