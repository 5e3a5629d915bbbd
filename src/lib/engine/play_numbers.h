/* engine/play_numbers.h - the numbers of play around the search: books, variety, weak play.
 *
 * Units stand in the names or beside them: 1/100 disc (cd), plies, empty squares. What was measured
 * is in docs/lab/strength.md, what was tried and not kept as well. Those of the search itself are
 * in search/params.def; how strong a strength is, and its searches, are tables in engine/weak.c.
 */
#ifndef ENGINE_PLAY_NUMBERS_H
#define ENGINE_PLAY_NUMBERS_H

enum {
    /* ---- Books ---- */
    BOOK_DEPTH_MOST = 16,   /* plies: lines of a book as deep are good enough for any level, since
                               they stand for much more work */
    BOOK_NEAR_CD = 200,     /* a shallow line so near to the best one may be better than it */
    FORCED_MOVE_DEPTH = 8,  /* plies of the search that gives a forced move its score */

    /* ---- Variety: one of several lines (docs/strength.md) ---- */
    VARIED_LINES = 3,       /* lines to choose from; at 2,000 nodes all at once cost 6.6 discs a
                               game, so that the best is found first there */
    OPENING_EMPTIES = 51,   /* from so many on */
    OPENING_LINES = 6,      /* there are more: more of them are alike */
    SHARED_EMPTIES = 33,    /* within a limit of nodes a third is kept for other moves from so many
                               on: that costs nothing */
    SHALLOWER_MOST = 3,     /* plies that such a line may be shallower than the best */
    LONG_EMPTIES_MOST = 24, /* between these, several lines */
    LONG_EMPTIES_LEAST = 17,
    LONG_LEVEL = 13,        /* take levels from here on long: no variety */
    DOUBT_TIE_MOST_CD = 90, /* what a move that looks as good as the best loses, by a search of */
    DOUBT_SHALLOW = 5,      /* so many plies or fewer: 1.0 disc; */
    DOUBT_TIE_LEAST_CD = 20,
    DOUBT_DEEP = 10,        /* of so many or more: 0.1 to 0.4 at 15 */
    DOUBT_WORSE_CD = 300,   /* what a worse one loses besides, over depth + 1 */

    /* ---- Weak play (engine/weak.h) ---- */
    GLANCE_MOST_CD = 3000,  /* the most that a move loses at a glance */
    GIFT_CD = 400,          /* giving a corner away is an error from this loss on, */
    GIFT_COST = 3000,       /* which costs so much more */
    RANDOM_CD = 1050,       /* what moves at random lose */
    SEEN_CD = 1000          /* a lead so great halves the temperature: errors at a lead of 10 discs
                               fall from 0.70 to 0.55 of those below 2 at a loss of 2, from 0.26 to
                               0.15 at 6 */
};

/* A varied move may spend this part of the variety that is left: who spends it at once has none
 * where there are more choices. */
static const double VARIED_PART = 1.0 / 6;
/* Its temperature is at most this part of the whole variety. Cool, it takes many cheap moves
 * instead of one that costs as much: with a third, a half, all of it 198, 195, 177 of 200 games
 * differ. */
static const double VARIED_WARMEST = 1.0 / 3;

#endif
