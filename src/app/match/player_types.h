/* match/player_types.h - what is said about a player, and what it says.
 *
 * Threads: plain values.
 */
#ifndef MATCH_PLAYER_TYPES_H
#define MATCH_PLAYER_TYPES_H

#include <outflank/game.h>
#include "match/game_clock.h"

enum player_protocol { PLAYER_SELF, PLAYER_GTP, PLAYER_NBOARD, PLAYER_EDAX, PLAYER_CASSIO,
                       PLAYER_UCI };

struct player_option { char *name, *value; };

/* What the user said about an engine. All strings are owned by the config. */
struct player_config {
    const char *name;
    enum player_protocol protocol;
    char **argv;                   /* NULL-terminated; NULL for `self` */
    const char *dir, *stderr_path; /* NULL: see process_start() */
    struct player_option *options;
    size_t n_options;
    char **init;                   /* lines sent after the start */
    size_t n_init;
    const char *setboard;          /* GTP command that takes a board text; or NULL */
    struct match_limits limits;
    int64_t timeout_ms;            /* silence that counts as a stall */
    bool is_restarted;             /* a new process for every game */
};

enum player_status {
    PLAYER_OK,
    PLAYER_REFUSED,   /* it answered with an error */
    PLAYER_GARBAGE,   /* it answered something that is no answer */
    PLAYER_RESIGNED,
    PLAYER_TIMEOUT,   /* no answer before the deadline */
    PLAYER_FLOODED,   /* endless output without an answer, or it reads nothing */
    PLAYER_MISSING,   /* its process cannot be started */
    PLAYER_CRASHED,   /* the process died: a signal, or a status above 0 */
    PLAYER_LEFT,      /* it ended with status 0, or closed its pipe and lives */
    PLAYER_CANCELLED
};

/* The clock situation at a move, for both colours. */
struct player_clocks {
    const struct match_limits *limits[2];
    struct match_clock clock[2];
};

struct player_answer {
    int move;                      /* legal or not */
    bool has_eval;
    double eval;                   /* discs, seen by the mover */
    uint64_t nodes;                /* 0: not told */
    int depth;                     /* 0: not told */
    int64_t elapsed_us;
    char text[64];                 /* what it said, when it is no move */
};

#endif
