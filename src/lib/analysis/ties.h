/* analysis/ties.h - an exact score proves one best move: what the others have takes more searches.
 *
 * Threads: as the engine that searches.
 */
#ifndef ANALYSIS_TIES_H
#define ANALYSIS_TIES_H

#include <outflank/engine.h>

/* How a position is searched. */
struct ties_search {
    /* As ofl_search(). */
    int (*search)(void *user, ofl_board board, const struct ofl_limits *limits,
                  struct ofl_result *result);
    bool (*must_end)(void *user);
    void *user;
    struct ofl_limits limits; /* of all searches of the position together */
};

/* One more search, of these moves only; its line joins the others, best first. False if there is
 * none: a limit was met, or the end is wanted. */
bool ties_add(const struct ties_search *how, ofl_board board, uint64_t moves,
              struct ofl_result *result);

/* Behind an exact line: the other moves of its score; the first that has less ends the search for
 * them. False if a limit ended it before. */
bool ties_find(const struct ties_search *how, ofl_board board, struct ofl_result *result);

#endif
