/* search/quick.h - nodes whose tree is smaller than a look at their moves (hot files only).
 *
 * What a general node does about the order of its moves takes as long as a hundred nodes of the
 * endgame's functions. Of the nodes of 13 empties that refute a move in an exact search half have
 * no more than 54 nodes below them (mean 286), and which they are can be told by two numbers: how
 * far ahead the player is, as an evaluation found plies above, and the fewest replies that one of
 * his moves leaves. The tree halves with each 10 (19 empties) to 17 discs (13) more, and doubles
 * with each reply or 1.2 replies, to within 2^1.6 to 2^2.2 (least squares, 838,000 nodes of 13 to
 * 22 empties of 15 positions with 24 to 30). Small trees are left to the endgame's functions,
 * which order by replies; where a tree proves to have a large part, that one comes back
 * (search/endgame.c). */
#ifndef SEARCH_QUICK_H
#define SEARCH_QUICK_H

#include "base/bits.h"
#include "board/child.h"
#include "board/moves.h"
#include "board/squares.h"
#include "eval/score.h"
#include "isa/isa.h"
#include "search/search.h"

enum {
    QUICK_FIRST = ENDGAME_EMPTIES + 1, QUICK_EMPTIES = 17, /* from, to so many empties */
    QUICK_LEAST_MARGIN = 8 * EVAL_DISC
};

/* In 1/1024 of a doubling of the tree; one rounded slope for all empties serves, since the limits
 * are tuned to it. Before the moves are made, those of both sides stand for the replies: this tells
 * less (2^1.7 to 2^2.3) and costs less. */
enum { QUICK_REPLY = 900, QUICK_OWN_MOVE = 205, QUICK_OTHER_MOVE = 512 };
static inline int quick_of_margin(int margin) { return margin * 5 / 8; }
static inline int quick_of_margin_alone(int margin) { return margin * 9 / 16; }

/* By empties. Tuned by time, in turn, on six positions of 24 to 30 empties, and by cachegrind. */
struct quick_limits {
    int sure;    /* margin in discs: small */
    int replies; /* else small if the fewest replies, less the margin, are at most this, and */
    int likely;  /* worth finding out if margin and own moves, less the other side's, are this */
};
static const struct quick_limits quick_limits[QUICK_EMPTIES - QUICK_FIRST + 1] = {
    {34, 1000, -500}, {40, -500, 1000}, {44, -500, 1500}, {64, -1500, 2000}, {64, -1000, 2000},
};

/* The player is `margin` ahead of alpha (1/128 disc). Is it worth finding out whether the tree
 * is small? */
static inline bool quick_is_likely(uint64_t player, uint64_t opponent, uint64_t moves, int margin,
                                   int n_empties)
{
    if (n_empties > QUICK_EMPTIES || margin < QUICK_LEAST_MARGIN)
        return false;
    const struct quick_limits *limits = &quick_limits[n_empties - QUICK_FIRST];
    if (margin >= EVAL_DISC * limits->sure)
        return true;
    return quick_of_margin_alone(margin) + QUICK_OWN_MOVE * bit_count(moves) -
               QUICK_OTHER_MOVE * bit_count(moves_legal(opponent, player)) >= limits->likely;
}

/* The children of all moves. */
static inline bool quick_is_small(const struct child *children, int n, int margin, int n_empties)
{
    const struct quick_limits *limits = &quick_limits[n_empties - QUICK_FIRST];
    if (margin >= EVAL_DISC * limits->sure)
        return true;
    int least = 64;
    SHORT_LOOP
    for (int i = 0; i < n; i++) {
        const int replies = squares_mobility(children[i].replies);
        least = replies < least ? replies : least;
    }
    return QUICK_REPLY * least - quick_of_margin(margin) <= limits->replies;
}

#endif
