/* variant/variant_search.h - plays and solves the games of struct ofl_variant.
 *
 * One alpha-beta for all of them, on one thread, with a table of its own. It knows nothing of the
 * search of Othello, of weights and books.
 *
 * Of the limits depth, nodes, times, multi_pv, moves, goal (OFL_GOAL_WLD is exact here) and
 * has_window count. Without any limit it searches until the score is proved.
 *
 * Threads: a searcher belongs to one thread. */
#ifndef VARIANT_VARIANT_SEARCH_H
#define VARIANT_VARIANT_SEARCH_H

#include <outflank/engine.h>
#include <outflank/game.h>

struct variant_searcher;

/* With a table of `mib` MiB or, where there is no memory, less; NULL: none at all. */
struct variant_searcher *variant_searcher_create(int64_t mib);
void variant_searcher_destroy(struct variant_searcher *searcher); /* NULL: nothing */

/* Asked now and then during a search; true ends it. NULL: nobody is asked. */
void variant_searcher_ask(struct variant_searcher *searcher, bool (*must_stop)(void *user),
                          void *user);

void variant_search(struct variant_searcher *searcher, struct ofl_variant variant, ofl_board board,
                    const struct ofl_limits *limits, struct ofl_result *result);

#endif
