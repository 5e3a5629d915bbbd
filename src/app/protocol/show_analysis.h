/* protocol/show_analysis.h - analyses as text.
 *
 * Exact scores, estimates and bounds are told apart wherever a score stands.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef PROTOCOL_SHOW_ANALYSIS_H
#define PROTOCOL_SHOW_ANALYSIS_H

#include "analysis/analysis.h"
#include "base/strbuf.h"

/* A table of the moves, then nodes, time and how long an exact search would take; of a finished
 * game, its result. Lines are cut to `width` columns (0: not at all). */
void show_analysis(struct strbuf *text, const struct analysis *analysis, int width);

/* The lines of that table alone. */
void show_analysis_rows(struct strbuf *text, const struct analysis *analysis, int width);

/* All of it in one line without its end: the best move and its line, then each move with its score:
 * `=` exact, `~` estimate, `<=` and `>=` bounds. Of a finished game, its result. */
void show_analysis_line(struct strbuf *text, const struct analysis *analysis);

/* "about 3.0 minutes", "more than 1000 years". */
void show_duration(struct strbuf *text, double seconds);

#endif
