/* search/mirror.h - one search for moves that are the same by symmetry.
 *
 * Where lines are asked for (limits->multi_pv), moves that a symmetry of the board maps on each
 * other are one question: the first of them is searched, and the others get its line, mirrored. A
 * search of each would give them different estimates, for each meets another table.
 *
 * Threads: as search/searcher.h. */
#ifndef SEARCH_MIRROR_H
#define SEARCH_MIRROR_H

#include "search/searcher.h"

/* As root_run(). */
void mirror_run(struct searcher *searcher, ofl_board board, const struct ofl_limits *limits,
                atomic_int *external_stop, ofl_info_fn on_info, void *user,
                struct ofl_result *result);

#endif
