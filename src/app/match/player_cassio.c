/* match/player_cassio.c - an engine that speaks the protocol of Cassio.
 *
 * As Cassio does: each search is told the whole position, never one without a move; the time is
 * ours to keep, by "stop". Results of an earlier position are dropped. */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "match/cassio_line.h"
#include "match/player_kinds.h"

enum { DEPTH = 60, NEVER_DONE_MS = 10000 /* to answer a stop */ };

/* One command without a search, up to its "ready.". */
static enum player_status ask(struct player *player, const char *command)
{
    enum player_status status = player_begin(player);
    if (status == PLAYER_OK)
        status = player_send(player, "ENGINE-PROTOCOL %s", command);
    const int64_t deadline_us = player_deadline_us(player->config->timeout_ms);
    while (status == PLAYER_OK) {
        char *line;
        size_t length;
        status = player_read(player, deadline_us, &line, &length);
        if (status == PLAYER_OK && strcmp(line, "ready.") == 0)
            return PLAYER_OK;
    }
    if (status == PLAYER_TIMEOUT)
        player_say(player, "no ready. after '%.60s'", command);
    return status;
}

static enum player_status cassio_start(struct player *player)
{
    const struct player_config *config = player->config;
    enum player_status status = player_spawn(player);
    if (status == PLAYER_OK)
        status = ask(player, "init");
    for (size_t i = 0; i < config->n_init && status == PLAYER_OK; i++)
        status = player_send(player, "%s", config->init[i]);
    return status;
}

static enum player_status cassio_new_game(struct player *player, const struct ofl_game *game,
                                          const struct player_clocks *clocks)
{
    return ask(player, "new-position");
}

/* Every search has the position. */
static enum player_status cassio_put_move(struct player *player, const struct ofl_game *game,
                                          bool is_own)
{
    return PLAYER_OK;
}

/* When to stop: a share of the clock, or the time of a move; 0: never. */
static int64_t time_to_use_us(const struct match_limits *limits, const struct match_clock *clock,
                              int n_empties)
{
    enum { KEPT_US = 20000 };
    int64_t use_us = limits->move_ms * 1000;
    if (limits->has_clock)
        use_us = clock->left_us / (n_empties / 2 + 2) + limits->increment_ms * 700;
    return use_us == 0 ? 0 : use_us > 2 * KEPT_US ? use_us - KEPT_US : use_us / 2;
}

static enum player_status send_search(struct player *player, const char *position, int n_empties)
{
    const struct match_limits *limits = &player->config->limits;
    const int asked = limits->depth ? limits->depth : limits->level ? limits->level : DEPTH;
    if (asked >= n_empties && limits->depth + limits->level > 0)
        return player_send(player, "ENGINE-PROTOCOL endgame-search %s -64 64 100", position);
    return player_send(player, "ENGINE-PROTOCOL midgame-search %s -64.00 64.00 %d 100", position,
                       asked < n_empties ? asked : n_empties);
}

/* Up to the search's "ready."; sends stop when its time is over. */
static enum player_status read_results(struct player *player, const char *position,
                                       int64_t stop_us, int64_t deadline_us,
                                       struct player_answer *answer)
{
    for (;;) {
        char *line;
        size_t length;
        struct cassio_result result;
        const int64_t until_us = stop_us ? stop_us : deadline_us;
        const enum player_status status = player_read(player, until_us, &line, &length);
        if (status == PLAYER_TIMEOUT && stop_us) {
            stop_us = 0;
            deadline_us = clock_us() + NEVER_DONE_MS * INT64_C(1000);
            if (player_send(player, "ENGINE-PROTOCOL stop") == PLAYER_OK)
                continue;
        }
        if (status != PLAYER_OK)
            return status;
        if (strcmp(line, "ready.") == 0 && answer->move != OFL_NO_MOVE)
            return PLAYER_OK;
        if (cassio_read_result(line, &result) != NULL || strncmp(line, position, 65) != 0)
            continue;
        answer->move = result.move;
        answer->has_eval = true;
        answer->eval = result.value;
        answer->depth = result.depth;
        answer->nodes = result.nodes;
    }
}

static enum player_status cassio_choose(struct player *player, const struct ofl_game *game,
                                        const struct player_clocks *clocks, int64_t deadline_us,
                                        struct player_answer *answer)
{
    const ofl_position position = game->position;
    const struct match_limits *limits = clocks->limits[position.turn];
    const int n_empties = ofl_count_empties(position.board);
    char board[OFL_BOARD_TEXT], text[OFL_BOARD_TEXT];
    if (ofl_is_legal(position.board, OFL_PASS)) { /* Cassio asks no engine for it */
        answer->move = OFL_PASS;
        return PLAYER_OK;
    }
    ofl_position_to_text(position, board);
    snprintf(text, sizeof text, "%.64s%c", board, board[65]);
    enum player_status status = player_begin(player);
    const int64_t start_us = clock_us();
    const int64_t use_us = time_to_use_us(limits, &clocks->clock[position.turn], n_empties);
    if (status == PLAYER_OK)
        status = send_search(player, text, n_empties);
    if (status == PLAYER_OK)
        status = read_results(player, text, use_us ? start_us + use_us : 0, deadline_us, answer);
    answer->elapsed_us = clock_us() - start_us;
    return status;
}

const struct player_ops player_cassio_ops = {
    cassio_start, cassio_new_game, cassio_put_move, cassio_choose, "ENGINE-PROTOCOL quit\n",
};
