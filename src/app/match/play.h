/* match/play.h - one game between two players, judged by our own rules.
 *
 * Threads: a game belongs to the thread that plays it.
 */
#ifndef MATCH_PLAY_H
#define MATCH_PLAY_H

#include <outflank/engine.h>
#include <outflank/game.h>
#include "match/player.h"

/* How a game ended. From END_RESIGNED on, one player lost it by what it did. */
enum play_end {
    END_PLAYED,     /* neither side can move */
    END_SOLVED,     /* adjudicated by an exact solve */
    END_AGREED,     /* adjudicated by the values that both players told */
    END_RESIGNED,
    END_TIME,
    END_ILLEGAL,    /* a move against the rules */
    END_PROTOCOL,   /* an answer that is no move, or a legal command refused */
    END_STALL,      /* no answer without a clock to lose by, endless output, unread input */
    END_CRASH,      /* the process died, or did not start */
    END_LEFT,       /* it ended by itself with status 0, or closed its pipe */
    N_PLAY_ENDS
};

struct play_opening {
    ofl_position start;
    int n_moves;
    uint8_t moves[OFL_MAX_PLIES];  /* passes included; all legal, the game goes on */
};

struct play_settings {
    struct ofl_variant variant;
    enum ofl_score_rule rule;
    int solve_empties;             /* adjudicate from so many empties; -1: never */
    int agree_moves;               /* adjudicate when both say so for so many moves; 0: never */
    double agree_discs;            /* ... that the same side leads by so much */
    const char *place;             /* for the GGF */
    uint64_t seeds[2];             /* by colour, for choices by chance (player_set_seed()) */
};

struct play_result {
    struct ofl_game game;          /* its tags are filled in; result too */
    enum play_end end;
    int loser;                     /* colour that lost by what it did, or -1 */
    int difference;                /* discs, black's view; 64 for a game lost so */
    int opening_moves;             /* how many moves of the game were given */
    uint64_t nodes[2];             /* by colour, as told by the players */
    int64_t used_us[2];            /* measured */
    int n_moves[2];                /* chosen by the player; passes not counted */
    struct play_search { int depth; uint64_t nodes; } searches[OFL_MAX_PLIES]; /* 0: not told */
    char detail[256];              /* one sentence when a player lost by what it did */
};

/* Plays a game; `players` and `limits` by colour. Crashed players are started
 * again, those that cannot go on are stopped. `referee` solves (only when
 * solve_empties >= 0). False if the game was cancelled. */
bool play_game(struct player *const players[2], const struct player_config *const configs[2],
               const struct play_opening *opening, const struct play_settings *settings,
               ofl_engine *referee, struct play_result *result);

/* "played", "solved", "agreed", "resigned", "time", "illegal", "protocol",
 * "stall", "crash", "disconnect". */
const char *play_end_text(enum play_end end);

#endif
