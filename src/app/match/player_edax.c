/* match/player_edax.c - an engine that speaks as Edax's console does.
 *
 * We talk as its clients do: quiet, one command at a time, and its answer is over when the prompt
 * has come. It plays its own moves, and is told the other's. It counts its time itself. */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "match/player_kinds.h"

/* Reads up to the prompt. `answer` (or NULL) receives the line with this text in it. */
static enum player_status read_answer(struct player *player, int64_t deadline_us, const char *text,
                                      char *answer, size_t size, int64_t *end_us)
{
    for (;;) {
        char *line;
        size_t length;
        const enum player_status status = player_read(player, deadline_us, &line, &length);
        if (status != PLAYER_OK)
            return status;
        if (player->process.is_prompt)
            return PLAYER_OK;
        if (text != NULL && strstr(line, text) != NULL) {
            snprintf(answer, size, "%s", line);
            *end_us = clock_us();
        }
    }
}

static enum player_status ask(struct player *player, const char *line)
{
    enum player_status status = player_begin(player);
    if (status == PLAYER_OK)
        status = player_send(player, "%s", line);
    if (status == PLAYER_OK)
        status = read_answer(player, player_deadline_us(player->config->timeout_ms), NULL, NULL, 0,
                             NULL);
    if (status == PLAYER_TIMEOUT)
        player_say(player, "no prompt after '%.60s'", line);
    return status;
}

static enum player_status ask_option(struct player *player, const char *name, const char *value)
{
    char line[512];
    snprintf(line, sizeof line, "%s %s", name, value);
    return ask(player, line);
}

/* Times of whole milliseconds; a level without. */
static enum player_status send_limits(struct player *player)
{
    const struct match_limits *limits = &player->config->limits;
    const int64_t time_ms = limits->has_clock ? limits->main_ms : limits->move_ms;
    char value[32];
    if (limits->level > 0) {
        snprintf(value, sizeof value, "%d", limits->level);
        return ask_option(player, "level", value);
    }
    if (time_ms == 0)
        return PLAYER_OK;
    snprintf(value, sizeof value, "%lld.%03d", (long long)(time_ms / 1000), (int)(time_ms % 1000));
    return ask_option(player, limits->has_clock ? "game-time" : "move-time", value);
}

static enum player_status edax_start(struct player *player)
{
    const struct player_config *config = player->config;
    enum player_status status = player_spawn(player);
    player->process.prompt = '>';
    if (status == PLAYER_OK)
        status = read_answer(player, player_deadline_us(config->timeout_ms), NULL, NULL, 0, NULL);
    if (status == PLAYER_TIMEOUT)
        player_say(player, "it shows no prompt '>'");
    if (status == PLAYER_OK)
        status = ask(player, "verbose 0");
    if (status == PLAYER_OK)
        status = ask(player, "mode 3");
    for (size_t i = 0; i < config->n_options && status == PLAYER_OK; i++)
        status = ask_option(player, config->options[i].name, config->options[i].value);
    for (size_t i = 0; i < config->n_init && status == PLAYER_OK; i++)
        status = ask(player, config->init[i]);
    return status == PLAYER_OK ? send_limits(player) : status;
}

static enum player_status edax_new_game(struct player *player, const struct ofl_game *game,
                                        const struct player_clocks *clocks)
{
    char board[OFL_BOARD_TEXT], line[OFL_BOARD_TEXT + 16];
    snprintf(line, sizeof line, "setboard %s", ofl_position_to_text(game->start, board));
    const enum player_status status = ask(player, line);
    return status == PLAYER_OK && player->config->limits.has_clock ? send_limits(player) : status;
}

static enum player_status edax_put_move(struct player *player, const struct ofl_game *game,
                                        bool is_own)
{
    const int move = game->moves[game->n_played - 1].move;
    char text[8], answer[64] = "";
    int64_t end_us;
    if (is_own) /* go has played it */
        return PLAYER_OK;
    const char *name = move == OFL_PASS ? "ps" : ofl_move_to_text(move, false, text);
    enum player_status status = player_begin(player);
    if (status == PLAYER_OK)
        status = player_send(player, "%s", name);
    if (status == PLAYER_OK)
        status = read_answer(player, player_deadline_us(player->config->timeout_ms), "You play ",
                             answer, sizeof answer, &end_us);
    if (status == PLAYER_OK && answer[0] == '\0') {
        player_say(player, "it did not play %s", name);
        return PLAYER_REFUSED;
    }
    return status;
}

static enum player_status edax_choose(struct player *player, const struct ofl_game *game,
                                      const struct player_clocks *clocks, int64_t deadline_us,
                                      struct player_answer *answer)
{
    static const char words[] = "Edax plays ";
    char line[64] = "";
    enum player_status status = player_begin(player);
    const int64_t start_us = clock_us();
    int64_t end_us = start_us;
    if (status == PLAYER_OK)
        status = player_send(player, "go");
    if (status == PLAYER_OK)
        status = read_answer(player, deadline_us, words, line, sizeof line, &end_us);
    answer->elapsed_us = (line[0] != '\0' ? end_us : clock_us()) - start_us;
    if (status != PLAYER_OK)
        return status;
    const char *move = strstr(line, words) ? strstr(line, words) + strlen(words) : "";
    snprintf(answer->text, sizeof answer->text, "%.40s", move);
    answer->move = ofl_move_from_text(move, strlen(move));
    if (answer->move != OFL_NO_MOVE)
        return PLAYER_OK;
    player_say(player, "it answered go with '%.60s'", line);
    return PLAYER_GARBAGE;
}

const struct player_ops player_edax_ops = {
    edax_start, edax_new_game, edax_put_move, edax_choose, "quit\n",
};
