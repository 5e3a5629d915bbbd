/* match/match_tally.h - the standing of a match, game by game in schedule order.
 *
 * Games must be added in the order of their numbers, without gaps: whatever is
 * decided from a tally (SPRT, a series) then depends on the games alone, not on
 * which thread finished first.
 *
 * Threads: a tally belongs to one thread.
 */
#ifndef MATCH_MATCH_TALLY_H
#define MATCH_MATCH_TALLY_H

#include <outflank/game.h>
#include "match/play.h"
#include "match/match_schedule.h"
#include "match/stats.h"

/* What of a finished game counts. */
struct tally_game {
    uint8_t end;             /* enum play_end */
    int8_t loser;            /* colour that lost by what it did, or -1 */
    int8_t difference;       /* black's view */
};

/* One pair of players, seen by the first of them. */
struct tally_encounter {
    struct stats_games games;
    struct stats_pairs pairs;
    int first_points;        /* of the first game of the running pair; -1: none */
    int first_difference;    /* its discs, seen by the first player */
};

struct tally_player {
    struct stats_games games, as_black;
    struct stats_pairs pairs;
    uint32_t faults[N_PLAY_ENDS]; /* games lost by what it did, by kind */
};

struct tally {
    const struct schedule *schedule;
    uint32_t n_games;
    struct tally_encounter *encounters; /* owned */
    struct tally_player *players;       /* owned */
};

bool tally_init(struct tally *tally, const struct schedule *schedule);
void tally_finish(struct tally *tally);

/* Adds game number tally->n_games, which was played as `plan` says. */
void tally_add(struct tally *tally, const struct schedule_game *plan, struct tally_game game);

/* Games of all players lost by crash, disconnect, stall, protocol error, illegal
 * move or time. */
uint32_t tally_count_faults(const struct tally *tally);

#endif
