/* match/player.h - one interface to every kind of player.
 *
 * A player is an engine in a process of its own (GTP, NBoard, Edax's console, Cassio, UCI), or our
 * own engine in this process (`self`). It keeps the game it is told of; the
 * runner (play.c) knows the rules and the clocks and judges what it answers.
 *
 * After any status but PLAYER_OK and PLAYER_REFUSED the player must be stopped;
 * player_start() then begins afresh.
 *
 * Threads: one player belongs to one thread; player_interrupt() from any.
 */
#ifndef MATCH_PLAYER_H
#define MATCH_PLAYER_H

#include "match/cancel.h"
#include "match/player_types.h"

struct player;

/* NULL if memory is short. The config must outlive the player. */
struct player *player_create(const struct player_config *config, struct cancel *cancel);
void player_destroy(struct player *player);

/* Starts (unless it runs) and greets the engine: options, init lines. */
enum player_status player_start(struct player *player);

/* Forgets the last game and begins one at game->start; game->n_played must be 0. */
enum player_status player_new_game(struct player *player, const struct ofl_game *game,
                                   const struct player_clocks *clocks);

/* The seed of what `self` chooses by chance in the next game, unless its options name one. */
void player_set_seed(struct player *player, uint64_t seed);

/* Tells it the last move of `game`; `is_own` if it was its own answer. */
enum player_status player_put_move(struct player *player, const struct ofl_game *game,
                                   bool is_own);

/* Asks for a move in the position of `game`. The answer must come before
 * `deadline_us` (monotonic); answer->elapsed_us is set even on failure. */
enum player_status player_choose(struct player *player, const struct ofl_game *game,
                                 const struct player_clocks *clocks, int64_t deadline_us,
                                 struct player_answer *answer);

/* Ends its process; it has `grace_ms` to do so itself. */
void player_stop(struct player *player, int grace_ms);

/* Cuts a running search of `self` short (processes watch the cancel order). */
void player_interrupt(struct player *player);

/* One sentence about the last failure. */
const char *player_detail(const struct player *player);

#endif
