/* match/player_state.h - a player from inside: what its kinds share (player_gtp.c and others). */
#ifndef MATCH_PLAYER_STATE_H
#define MATCH_PLAYER_STATE_H

#include <outflank/engine.h>
#include "base/reason.h"
#include "match/cancel.h"
#include "match/player_types.h"
#include "match/process.h"

enum { QUIT_GRACE_MS = 500 };

struct player;

/* A kind of player. */
struct player_ops {
    enum player_status (*start)(struct player *player);
    enum player_status (*new_game)(struct player *player, const struct ofl_game *game,
                                   const struct player_clocks *clocks);
    enum player_status (*put_move)(struct player *player, const struct ofl_game *game,
                                   bool is_own);
    enum player_status (*choose)(struct player *player, const struct ofl_game *game,
                                 const struct player_clocks *clocks, int64_t deadline_us,
                                 struct player_answer *answer);
    const char *quit; /* the line that ends its process, with its end; NULL: it has none */
};

struct player {
    const struct player_config *config;
    const struct player_ops *ops;
    struct cancel *cancel;
    bool is_running;
    struct reason detail;        /* the last failure */
    struct process process;      /* of all but self */
    bool is_extended;            /* GTP: knows x-limit and its companions (docs/match.md) */
    unsigned n_pings;            /* NBoard */
    ofl_engine *engine;          /* self */
    struct variant_searcher *searcher; /* self, in other games than Othello; or NULL */
    uint64_t seed;               /* of its choices by chance in this game, if no option says */
};

/* Writes the sentence for player_detail(). */
__attribute__((format(printf, 2, 3)))
void player_say(struct player *player, const char *format, ...);

/* Sends a formatted line; the LF is added. */
__attribute__((format(printf, 2, 3)))
enum player_status player_send(struct player *player, const char *format, ...);

/* Reads a line; failures are put into words. */
enum player_status player_read(struct player *player, int64_t deadline_us,
                               char **line, size_t *length);

enum player_status player_spawn(struct player *player);

/* Before a new question: drops unread output. */
enum player_status player_begin(struct player *player);

int64_t player_deadline_us(int64_t timeout_ms);

/* Numbers at *text, which then stands behind them; a decimal has no exponent. */
bool player_read_integer(const char **text, uint64_t *value);
bool player_read_decimal(const char **text, double *value);

#endif
