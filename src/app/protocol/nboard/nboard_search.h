/* protocol/nboard/nboard_search.h - NBoard's hint, go and analyze.
 *
 * They write what they find, and return when it is done or the input ends it. */
#ifndef PROTOCOL_NBOARD_NBOARD_SEARCH_H
#define PROTOCOL_NBOARD_NBOARD_SEARCH_H

#include "protocol/nboard/nboard_state.h"

void nboard_hint(struct nboard *nboard, int n_moves); /* the best moves, deeper and deeper */
void nboard_go(struct nboard *nboard);                /* one move; the game stays as it is */
void nboard_analyze(struct nboard *nboard);           /* all positions of the game, last to first */

#endif
