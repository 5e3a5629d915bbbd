/* search/root.h - one search: iterative deepening over the root moves.
 *
 * Threads: as search/searcher.h. */
#ifndef SEARCH_ROOT_H
#define SEARCH_ROOT_H

#include "search/searcher.h"

/* Runs one search (outflank/engine.h, ofl_search). The board is valid and the result is always
 * filled with at least one line. It does not know that moves can be the same by symmetry
 * (search/mirror.h). */
void root_run(struct searcher *searcher, ofl_board board, const struct ofl_limits *limits,
              atomic_int *external_stop, ofl_info_fn on_info, void *user,
              struct ofl_result *result);

#endif
