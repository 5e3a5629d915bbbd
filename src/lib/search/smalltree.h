/* search/smalltree.h - nodes whose tree costs less than the order of their moves (hot files only).
 *
 * The order of the moves of a general node takes as long as a hundred nodes of the endgame's
 * functions. Of the nodes of 13 empties that refute a move in an exact search, half have no more
 * than 54 nodes below them (mean 286). Two numbers tell which they are: the margin (how far ahead
 * the player is, as an evaluation found plies above), and the fewest replies that one of his moves
 * leaves (search/params.def). Small trees are left to the endgame's functions, which order by
 * replies. Where such a tree proves to have a large part, that part comes back
 * (search/endgame.c). */
#ifndef SEARCH_SMALLTREE_H
#define SEARCH_SMALLTREE_H

#include "base/bits.h"
#include "board/child.h"
#include "board/moves.h"
#include "board/squares.h"
#include "eval/score.h"
#include "isa/isa.h"
#include "search/params.h"
#include "search/search.h"

enum { SMALLTREE_FIRST = ENDGAME_EMPTIES + 1 }; /* the empties of the first row of the limits */
_Static_assert(sizeof SMALLTREE_SURE / sizeof *SMALLTREE_SURE ==
                   SMALLTREE_EMPTIES - SMALLTREE_FIRST + 1,
               "a row for each number of empties");

/* Doublings of the tree, in 1/1024, that a margin takes away. */
enum { SMALLTREE_DOUBLING = 1024 };
static inline int smalltree_of_margin(int margin)
{
    return margin * SMALLTREE_MARGIN / SMALLTREE_DOUBLING;
}
static inline int smalltree_of_margin_alone(int margin)
{
    return margin * SMALLTREE_MARGIN_ALONE / SMALLTREE_DOUBLING;
}

/* The player is `margin` ahead of alpha (1/128 disc). Is it worth finding out whether the tree
 * is small? */
static inline bool smalltree_is_likely(uint64_t player, uint64_t opponent, uint64_t moves,
                                       int margin, int n_empties)
{
    if (n_empties > SMALLTREE_EMPTIES || margin < SMALLTREE_MARGIN_LEAST)
        return false;
    const int row = n_empties - SMALLTREE_FIRST;
    if (margin >= EVAL_DISC * SMALLTREE_SURE[row])
        return true;
    return smalltree_of_margin_alone(margin) + SMALLTREE_OWN_MOVE * bit_count(moves) -
               SMALLTREE_OTHER_MOVE * bit_count(moves_legal(opponent, player)) >=
           SMALLTREE_LIKELY[row];
}

/* The children of all moves. */
static inline bool smalltree_is_small(const struct child *children, int n, int margin,
                                      int n_empties)
{
    const int row = n_empties - SMALLTREE_FIRST;
    if (margin >= EVAL_DISC * SMALLTREE_SURE[row])
        return true;
    int least = 64;
    SHORT_LOOP
    for (int i = 0; i < n; i++) {
        const int replies = squares_mobility(children[i].replies);
        least = replies < least ? replies : least;
    }
    return SMALLTREE_REPLY * least - smalltree_of_margin(margin) <= SMALLTREE_SMALL[row];
}

#endif
