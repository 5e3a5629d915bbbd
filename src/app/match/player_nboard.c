/* match/player_nboard.c - an engine that speaks the NBoard protocol, version 2.
 *
 * We talk as NBoard does: the game goes out as GGF once, then move by move (the
 * engine's own moves too: it does not play them itself); before each request
 * stands a ping, and nothing counts until its pong has come. Clocks travel in
 * the GGF and in the times of the moves.
 */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "match/player_kinds.h"

/* Lines that begin with `word` and a blank. Returns what follows, or NULL. */
static const char *after_word(const char *line, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(line, word, length) != 0)
        return NULL;
    return line[length] == ' ' || line[length] == '\0' ? line + length : NULL;
}

static enum player_status ping(struct player *player, int64_t timeout_ms)
{
    enum player_status status = player_begin(player);
    if (status == PLAYER_OK)
        status = player_send(player, "ping %u", ++player->n_pings);
    int64_t deadline_us = player_deadline_us(timeout_ms);
    while (status == PLAYER_OK) {
        char *line;
        size_t length;
        uint64_t number;
        status = player_read(player, deadline_us, &line, &length);
        const char *rest = status == PLAYER_OK ? after_word(line, "pong") : NULL;
        if (rest != NULL && player_read_integer(&rest, &number) && number == player->n_pings)
            return PLAYER_OK;
    }
    if (status == PLAYER_TIMEOUT)
        player_say(player, "no pong to ping %u", player->n_pings);
    return status;
}

static enum player_status nboard_start(struct player *player)
{
    const struct player_config *config = player->config;
    int depth = config->limits.depth ? config->limits.depth : config->limits.level;
    player->n_pings = 0;
    if (!match_limits_fit_seconds(&config->limits)) {
        player_say(player, "clocks of the NBoard protocol have whole seconds, which leaves no "
                           "time of this control");
        return PLAYER_REFUSED;
    }
    enum player_status status = player_spawn(player);
    if (status == PLAYER_OK)
        status = player_send(player, "nboard 2");
    for (size_t i = 0; i < config->n_options && status == PLAYER_OK; i++)
        status = player_send(player, "set %s %s", config->options[i].name,
                             config->options[i].value);
    for (size_t i = 0; i < config->n_init && status == PLAYER_OK; i++)
        status = player_send(player, "%s", config->init[i]);
    if (depth > 0 && status == PLAYER_OK)
        status = player_send(player, "set depth %d", depth);
    if (status == PLAYER_OK)
        status = ping(player, config->timeout_ms);
    return status;
}

static enum player_status nboard_new_game(struct player *player, const struct ofl_game *game,
                                          const struct player_clocks *clocks)
{
    (void)clocks; /* they are tags of the game */
    char ggf[2048];
    struct ofl_game told = *game;
    for (int color = 0; color < 2; color++) { /* never more than it has */
        struct ofl_game_clock *clock = &told.clock[color];
        clock->main_ms -= clock->main_ms % 1000;
        clock->increment_ms -= clock->increment_ms % 1000;
        clock->extension_ms -= clock->extension_ms % 1000;
    }
    if (ofl_game_to_ggf(&told, ggf, sizeof ggf) >= sizeof ggf) {
        player_say(player, "the game's GGF is too long to send");
        return PLAYER_REFUSED;
    }
    enum player_status status = player_send(player, "set game %s", ggf);
    return status == PLAYER_OK ? ping(player, player->config->timeout_ms) : status;
}

static enum player_status nboard_put_move(struct player *player, const struct ofl_game *game,
                                          bool is_own)
{
    const struct ofl_game_move *played = &game->moves[game->n_played - 1];
    char text[8], eval[32] = "";
    const char *move = played->move == OFL_PASS ? "PA" : ofl_move_to_text(played->move, true, text);
    if (played->has_eval)
        snprintf(eval, sizeof eval, "%.2f", (double)played->eval);
    if (played->has_time)
        return player_send(player, "move %s/%s/%.3f", move, eval, (double)played->seconds);
    return player_send(player, "move %s", move);
}

/* "M", "M/eval", "M/eval/time"; blanks may stand for the slashes. */
static bool read_move(const char *text, struct player_answer *answer)
{
    size_t length = 0;
    while (*text == ' ')
        text++;
    while (text[length] != '\0' && text[length] != '/' && text[length] != ' ')
        length++;
    snprintf(answer->text, sizeof answer->text, "%s", text);
    answer->move = ofl_move_from_text(text, length);
    if (answer->move == OFL_NO_MOVE)
        return false;
    text += length;
    if (*text == '/' || *text == ' ') {
        text++;
        answer->has_eval = player_read_decimal(&text, &answer->eval);
    }
    return true;
}

/* search PV eval 0 depth ... ; the last one tells the depth. */
static void read_search(const char *text, struct player_answer *answer)
{
    uint64_t depth;
    for (int field = 0; field < 3; field++) {
        while (*text == ' ')
            text++;
        while (*text != ' ' && *text != '\0')
            text++;
    }
    if (player_read_integer(&text, &depth) && depth <= 100 && *text != '%')
        answer->depth = (int)depth;
}

static enum player_status nboard_choose(struct player *player, const struct ofl_game *game,
                                        const struct player_clocks *clocks, int64_t deadline_us,
                                        struct player_answer *answer)
{
    enum player_status status = ping(player, player->config->timeout_ms);
    if (status != PLAYER_OK)
        return status;
    int64_t start_us = clock_us();
    status = player_send(player, "go");
    while (status == PLAYER_OK) {
        char *line;
        size_t length;
        const char *rest;
        status = player_read(player, deadline_us, &line, &length);
        answer->elapsed_us = clock_us() - start_us;
        if (status != PLAYER_OK)
            break;
        if ((rest = after_word(line, "nodestats")) != NULL)
            player_read_integer(&rest, &answer->nodes);
        else if ((rest = after_word(line, "search")) != NULL)
            read_search(rest, answer);
        else if ((rest = after_word(line, "===")) != NULL) {
            if (read_move(rest, answer))
                return PLAYER_OK;
            player_say(player, "it answered go with '=== %.60s'", answer->text);
            return PLAYER_GARBAGE;
        }
    }
    return status;
}

const struct player_ops player_nboard_ops = {
    nboard_start, nboard_new_game, nboard_put_move, nboard_choose, "quit\n",
};
