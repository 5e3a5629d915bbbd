/* match/match_schedule.h - who plays whom with which colour from which opening.
 *
 * The plan is a pure function of its settings: game number i is the same game
 * in every run, whatever was played before, by how many threads, and whether
 * the match was interrupted. (Only in a series where the loser or the weaker
 * player begins do results decide the colours; the caller then swaps black and white.)
 *
 * Order: rounds; in a round every encounter (pair of players); in an encounter
 * one game, or two with the colours swapped. All games of a round share its
 * opening, so that every pair of players meets the same openings.
 *
 * Threads: schedule_init() and _finish() from one; the rest only reads.
 */
#ifndef MATCH_MATCH_SCHEDULE_H
#define MATCH_MATCH_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/reason.h"

/* Who is black in single games (pairs swap the colours). */
enum schedule_colors { SCHEDULE_ALTERNATE, SCHEDULE_FIRST_BLACK, SCHEDULE_SECOND_BLACK };

enum schedule_format { SCHEDULE_ROUND_ROBIN, SCHEDULE_GAUNTLET };

struct schedule {
    int n_players;
    enum schedule_format format; /* gauntlet: the first player meets all others */
    uint32_t n_rounds;
    bool is_paired;       /* two games per encounter and round, colours swapped */
    enum schedule_colors colors; /* of unpaired games */
    uint32_t n_openings;  /* 0: every round has an opening of its own (random plies) */
    bool is_shuffled;     /* openings in random order instead of the file's */
    uint64_t seed;
    uint32_t *order;      /* owned; opening of each round modulo n_openings */
};

struct schedule_game {
    uint32_t index;       /* 0 .. schedule_n_games() - 1 */
    uint32_t round, opening;
    uint32_t encounter;   /* 0 .. schedule_n_encounters() - 1 */
    int first, second;    /* the two players, in the order of the list */
    int black, white;     /* the same two */
};

/* Checks the settings and makes the order. False (with one sentence)
 * if they make no sense or memory is short; nothing to free then. */
bool schedule_init(struct schedule *schedule, struct reason *reason);
void schedule_finish(struct schedule *schedule);

uint32_t schedule_n_encounters(const struct schedule *schedule);
uint32_t schedule_n_games(const struct schedule *schedule);

/* Game number `index`. */
struct schedule_game schedule_game(const struct schedule *schedule, uint32_t index);

/* A seed for game or round `index` that depends on the match's seed alone. */
uint64_t schedule_seed(uint64_t seed, uint64_t index);

#endif
