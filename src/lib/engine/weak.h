/* engine/weak.h - play that gives away a stated number of discs a move: how much, and which moves.
 *
 * Each move has a value by a search of moderate depth, and a value at a glance, two plies deep by
 * the classical evaluation. Its cost is between what it loses by the one and the other: an error
 * that a glance shows is rare, one that needs depth is frequent; where all moves are near each
 * other many are played. base/sample.h draws by these costs. The temperature follows from the loss
 * that was asked for, and from what the moves of this game were to lose up to now.
 *
 * Ideas: a temperature for a budget (Othello Sensei), loss as a law of choice (KaTrain). The
 * record of what a game has lost instead of a budget for each move is ours.
 *
 * Units:   1/100 disc, unless a name says discs.
 * Threads: functions touch only their arguments.
 */
#ifndef ENGINE_WEAK_H
#define ENGINE_WEAK_H

#include <outflank/engine.h>

#include "base/rng.h"

enum {
    WEAK_MOST_CD = 1000,   /* the most to ask for */
    STRENGTH_FULL = 20,    /* full play */
    WEAK_ELO_LEAST = 100   /* of strength 1, above moves at random */
};

/* What a strength gives away a move; 0 for STRENGTH_FULL. */
int weak_loss_of(int strength);

/* What a player so many Elo above moves at random gives away; 0: he plays at full strength. */
int weak_loss_of_elo(int elo);

/* How the moves of a board are valued: by depths alone, without contempt, with an empty table. */
void weak_limit(int loss_cd, ofl_board board, struct ofl_limits *limits);

/* What is chosen from, and what was. */
struct weak_choice {
    int index;      /* of the line */
    double mean_cd; /* the loss that was to be expected, */
    int loss_cd;    /* and the one that came */
};

/* Draws one of n lines, best first, of `board`. `debt` says by how many moves' worth the game up to
 * now was to lose too little (below 0: too much). */
struct weak_choice weak_choose(ofl_board board, const struct ofl_line *lines, int n, int loss_cd,
                               double debt, struct rng *rng);

/* What a move that no symmetry makes the same as the best one loses besides what its value says, on
 * average: one as good as the best, and a worse one. */
struct weak_doubt {
    double equal_cd, worse_cd;
};

/* The chances of the lines in a game that is to lose what it has lost. */
void weak_shares(ofl_board board, const struct ofl_line *lines, int n, int loss_cd, double *share);

/* Draws one of n lines, best first, of `board`, at the highest temperature up to most_cd at which
 * no more than mean_cd is to be expected. Moves that lose nothing are always in it. */
struct weak_choice weak_vary(ofl_board board, const struct ofl_line *lines, int n, double mean_cd,
                             double most_cd, struct weak_doubt doubt, struct rng *rng);

/* The loss by our values of moves at which a deep search finds loss_cd. */
double weak_seen_loss(int loss_cd);

/* The part of a game's loss that a move with so many empties bears, 1 on average. */
double weak_part(int n_empties);

#endif
