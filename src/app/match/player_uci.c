/* match/player_uci.c - an engine that speaks UCI as Fairy-Stockfish does for its variant flipello:
 * White moves first, moves are P@f4. Each search is told the whole game. */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/strbuf.h"
#include "match/player_kinds.h"
#include "text/fen.h"

/* Sends a line, and reads up to the one that answers it. */
static enum player_status ask(struct player *player, const char *question, const char *expected)
{
    enum player_status status = player_begin(player);
    if (status == PLAYER_OK)
        status = player_send(player, "%s", question);
    const int64_t deadline_us = player_deadline_us(player->config->timeout_ms);
    while (status == PLAYER_OK) {
        char *line;
        size_t length;
        status = player_read(player, deadline_us, &line, &length);
        if (status == PLAYER_OK && strcmp(line, expected) == 0)
            return PLAYER_OK;
    }
    if (status == PLAYER_TIMEOUT)
        player_say(player, "no %s after %s", expected, question);
    return status;
}

static enum player_status uci_start(struct player *player)
{
    const struct player_config *config = player->config;
    enum player_status status = player_spawn(player);
    if (status == PLAYER_OK)
        status = ask(player, "uci", "uciok");
    if (status == PLAYER_OK)
        status = player_send(player, "setoption name UCI_Variant value flipello");
    for (size_t i = 0; i < config->n_options && status == PLAYER_OK; i++)
        status = player_send(player, "setoption name %s value %s", config->options[i].name,
                             config->options[i].value);
    for (size_t i = 0; i < config->n_init && status == PLAYER_OK; i++)
        status = player_send(player, "%s", config->init[i]);
    return status == PLAYER_OK ? ask(player, "isready", "readyok") : status;
}

static enum player_status uci_new_game(struct player *player, const struct ofl_game *game,
                                       const struct player_clocks *clocks)
{
    const enum player_status status = player_send(player, "ucinewgame");
    return status == PLAYER_OK ? ask(player, "isready", "readyok") : status;
}

/* Every search has the moves. */
static enum player_status uci_put_move(struct player *player, const struct ofl_game *game,
                                      bool is_own)
{
    return PLAYER_OK;
}

/* "position fen F moves M ...", to be freed with the text. */
static void add_position(struct strbuf *text, const struct ofl_game *game)
{
    strbuf_add(text, "position fen ");
    fen_add(text, FEN_FAIRY, game->start);
    for (int ply = 0; ply < game->n_played; ply++) {
        strbuf_add(text, ply ? " " : " moves ");
        fen_add_fairy_move(text, ofl_game_position_at(game, ply).board, game->moves[ply].move);
    }
}

static void add_limits(struct strbuf *text, const struct player *player,
                       const struct player_clocks *clocks)
{
    const struct match_limits *limits = &player->config->limits;
    const int depth = limits->depth ? limits->depth : limits->level;
    strbuf_add(text, "\ngo");
    for (int color = 0; color < 2 && limits->has_clock; color++)
        strbuf_addf(text, " %ctime %lld %cinc %lld", "wb"[color],
                    (long long)(clocks->clock[color].left_us / 1000), "wb"[color],
                    (long long)clocks->limits[color]->increment_ms);
    if (limits->move_ms)
        strbuf_addf(text, " movetime %lld", (long long)limits->move_ms);
    if (limits->nodes)
        strbuf_addf(text, " nodes %llu", (unsigned long long)limits->nodes);
    if (depth)
        strbuf_addf(text, " depth %d", depth);
}

/* What stands behind `word`, or NULL. */
static const char *behind(const char *line, const char *word)
{
    const char *at = strstr(line, word);
    return at ? at + strlen(word) : NULL;
}

static void read_info(const char *line, struct player_answer *answer)
{
    const char *depth = behind(line, " depth "), *score = behind(line, " score cp ");
    const char *nodes = behind(line, " nodes ");
    uint64_t plies;
    double centi;
    if (depth && player_read_integer(&depth, &plies) && plies <= 100)
        answer->depth = (int)plies;
    if (nodes)
        player_read_integer(&nodes, &answer->nodes);
    if (score && player_read_decimal(&score, &centi)) {
        answer->has_eval = true;
        answer->eval = centi / 100;
    }
}

static enum player_status read_answer(struct player *player, int64_t deadline_us, int64_t start_us,
                                      struct player_answer *answer)
{
    for (;;) {
        char *line;
        size_t length;
        const enum player_status status = player_read(player, deadline_us, &line, &length);
        answer->elapsed_us = clock_us() - start_us;
        if (status != PLAYER_OK)
            return status;
        if (strncmp(line, "info depth ", 11) == 0 &&
            (!strstr(line, " multipv ") || strstr(line, " multipv 1 ")))
            read_info(line, answer);
        if (strncmp(line, "bestmove ", 9) != 0)
            continue;
        const size_t n = strcspn(line + 9, " ");
        snprintf(answer->text, sizeof answer->text, "%.*s", (int)n, line + 9);
        answer->move = fen_read_fairy_move(line + 9, n);
        if (answer->move != OFL_NO_MOVE)
            return PLAYER_OK;
        player_say(player, "it answered go with 'bestmove %.60s'", answer->text);
        return PLAYER_GARBAGE;
    }
}

static enum player_status uci_choose(struct player *player, const struct ofl_game *game,
                                     const struct player_clocks *clocks, int64_t deadline_us,
                                     struct player_answer *answer)
{
    struct strbuf text = {0};
    enum player_status status = player_begin(player);
    add_position(&text, game);
    add_limits(&text, player, clocks);
    const int64_t start_us = clock_us();
    if (status == PLAYER_OK)
        status = player_send(player, "%s", text.data ? text.data : "");
    strbuf_free(&text);
    return status == PLAYER_OK ? read_answer(player, deadline_us, start_us, answer) : status;
}

const struct player_ops player_uci_ops = {
    uci_start, uci_new_game, uci_put_move, uci_choose, "quit\n",
};
