/* match/player_gtp.c - an engine that speaks GTP 2.
 *
 * Commands carry no id: some engines answer ids wrongly, and an answer that
 * must begin with "= " (or be "=") suits all of them. One question is open at a
 * time, and unread output is dropped before the next, so an answer cannot be
 * taken for another's. Lines before the answer that begin with neither = nor ?
 * are ignored (some engines greet on stdout).
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/clock.h"
#include "match/player_kinds.h"

static const char *const color_names[2] = {"black", "white"};

/* The text of an answer's first line: behind the sign and an id that the
 * engine may have made up, without blanks at both ends. */
static void copy_answer(const char *line, size_t length, char *out, size_t size)
{
    size_t at = 1;
    while (at < length && ascii_is_digit(line[at]))
        at++;
    if (at < length && !ascii_is_blank(line[at]))
        at = 1; /* "=5x": the digit belonged to the text */
    while (at < length && ascii_is_blank(line[at]))
        at++;
    while (length > at && ascii_is_blank(line[length - 1]))
        length--;
    snprintf(out, size, "%.*s", (int)(length - at), line + at);
}

/* Reads one whole answer. `answer` receives its first line; *end_us (or NULL)
 * when that line came. */
static enum player_status read_answer(struct player *player, int64_t deadline_us,
                                      char *answer, size_t size, int64_t *end_us)
{
    char *line;
    size_t length;
    enum player_status status;
    do {
        status = player_read(player, deadline_us, &line, &length);
        if (end_us != NULL)
            *end_us = clock_us();
        if (status != PLAYER_OK)
            return status;
    } while (line[0] != '=' && line[0] != '?');
    bool is_error = line[0] == '?';
    copy_answer(line, length, answer, size);
    do
        status = player_read(player, deadline_us, &line, &length);
    while (status == PLAYER_OK && length > 0);
    if (status == PLAYER_TIMEOUT) {
        player_say(player, "its answer '%.60s' is not ended by an empty line", answer);
        return PLAYER_GARBAGE;
    }
    /* It has answered; the next question finds out. */
    if (status == PLAYER_CRASHED || status == PLAYER_LEFT)
        status = PLAYER_OK;
    if (status == PLAYER_OK && is_error) {
        player_say(player, "it answered '? %.100s'", answer);
        return PLAYER_REFUSED;
    }
    return status;
}

/* One command and its answer. */
__attribute__((format(printf, 4, 5)))
static enum player_status ask(struct player *player, char *answer, size_t size,
                              const char *format, ...)
{
    char line[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    enum player_status status = player_begin(player);
    if (status == PLAYER_OK)
        status = player_send(player, "%s", line);
    if (status != PLAYER_OK)
        return status;
    status = read_answer(player, player_deadline_us(player->config->timeout_ms), answer, size,
                         NULL);
    if (status == PLAYER_REFUSED || status == PLAYER_TIMEOUT) {
        const struct reason what = player->detail;
        player_say(player, "%s (to '%.60s')", what.text, line);
    }
    return status;
}

/* What the standard has no words for. `is_extended` engines have them. */
static enum player_status send_limits(struct player *player)
{
    const struct match_limits *limits = &player->config->limits;
    enum player_status status = PLAYER_OK;
    char answer[256];
    if (!player->is_extended && (limits->nodes > 0 || limits->depth > 0)) {
        player_say(player, "plain GTP has no limit of nodes or depth, and the engine does not "
                           "know x-limit");
        return PLAYER_REFUSED;
    }
    if (!player->is_extended && !match_limits_fit_seconds(limits)) {
        player_say(player, "plain GTP has whole seconds only, which leaves no time of this "
                           "control, and the engine does not know x-limit");
        return PLAYER_REFUSED;
    }
    if (limits->level > 0)
        status = ask(player, answer, sizeof answer, "set_level %d", limits->level);
    if (limits->nodes > 0 && status == PLAYER_OK)
        status = ask(player, answer, sizeof answer, "x-limit nodes %llu",
                     (unsigned long long)limits->nodes);
    if (limits->depth > 0 && status == PLAYER_OK)
        status = ask(player, answer, sizeof answer, "x-limit depth %d", limits->depth);
    return status;
}

static enum player_status send_options(struct player *player)
{
    const struct player_config *config = player->config;
    enum player_status status = PLAYER_OK;
    char answer[256];
    for (size_t i = 0; i < config->n_options && status == PLAYER_OK; i++)
        status = ask(player, answer, sizeof answer, "%s%s %s",
                     player->is_extended ? "x-setoption " : "", config->options[i].name,
                     config->options[i].value);
    for (size_t i = 0; i < config->n_init && status == PLAYER_OK; i++)
        status = ask(player, answer, sizeof answer, "%s", config->init[i]);
    return status == PLAYER_OK ? send_limits(player) : status;
}

static enum player_status gtp_start(struct player *player)
{
    char answer[256];
    enum player_status status = player_spawn(player);
    if (status != PLAYER_OK)
        return status;
    status = ask(player, answer, sizeof answer, "name");
    if (status == PLAYER_OK || status == PLAYER_REFUSED)
        status = ask(player, answer, sizeof answer, "known_command x-limit");
    player->is_extended = status == PLAYER_OK && ascii_is_word(answer, strlen(answer), "true");
    if (status == PLAYER_OK || status == PLAYER_REFUSED)
        status = ask(player, answer, sizeof answer, "boardsize 8");
    if (status == PLAYER_REFUSED) /* it may know no other size, and not the command */
        status = PLAYER_OK;
    return status == PLAYER_OK ? send_options(player) : status;
}

static bool is_usual_start(ofl_position position)
{
    ofl_position usual = ofl_position_start();
    return position.board.player == usual.board.player &&
           position.board.opponent == usual.board.opponent && position.turn == usual.turn;
}

/* Whole seconds, unless the engine takes decimals: rounded down, so that it is
 * never told more than it has. */
static const char *seconds_text(const struct player *player, int64_t time_ms, char out[32])
{
    if (player->is_extended)
        snprintf(out, 32, "%lld.%03d", (long long)(time_ms / 1000), (int)(time_ms % 1000));
    else
        snprintf(out, 32, "%lld", (long long)(time_ms / 1000));
    return out;
}

/* GTP has no word for an increment; "main increment 0" is what Othello runners
 * use, and "0 N 0" for a time per move. What must not be sent to an engine of
 * whole seconds, e.g. "0 0 0" for less than one, send_limits() has refused. */
static enum player_status send_time_settings(struct player *player,
                                             const struct match_limits *limits)
{
    char answer[256], main_time[32], period[32];
    int64_t main_ms = limits->main_ms, period_ms = limits->increment_ms;
    int moves = 0;
    if (!limits->has_clock && limits->move_ms == 0)
        return PLAYER_OK;
    if (!limits->has_clock) {
        main_ms = 0;
        period_ms = limits->move_ms;
    } else if (limits->byoyomi_ms > 0) {
        period_ms = limits->byoyomi_ms;
        moves = limits->byoyomi_moves;
    }
    return ask(player, answer, sizeof answer, "time_settings %s %s %d",
               seconds_text(player, main_ms, main_time), seconds_text(player, period_ms, period),
               moves);
}

static enum player_status gtp_new_game(struct player *player, const struct ofl_game *game,
                                       const struct player_clocks *clocks)
{
    char answer[256], board[OFL_BOARD_TEXT];
    enum player_status status = ask(player, answer, sizeof answer, "clear_board");
    if (status == PLAYER_OK && !is_usual_start(game->start)) {
        const char *command = player->config->setboard;
        if (command == NULL && !player->is_extended) {
            player_say(player, "GTP has no start positions; name the engine's command, setboard=");
            return PLAYER_REFUSED;
        }
        status = ask(player, answer, sizeof answer, "%s %s", command ? command : "x-setboard",
                     ofl_position_to_text(game->start, board));
    }
    if (status != PLAYER_OK)
        return status;
    /* Both colours have the limits of this player as far as it is concerned:
     * GTP knows one control for both; time_left corrects it. */
    int mine = clocks->limits[OFL_BLACK] == &player->config->limits ? OFL_BLACK : OFL_WHITE;
    return send_time_settings(player, clocks->limits[mine]);
}

static enum player_status gtp_put_move(struct player *player, const struct ofl_game *game,
                                       bool is_own)
{
    char text[8], answer[256];
    int move = game->moves[game->n_played - 1].move;
    enum ofl_color mover = game->position.turn == OFL_BLACK ? OFL_WHITE : OFL_BLACK;
    if (is_own) /* genmove has played it */
        return PLAYER_OK;
    enum player_status status =
        ask(player, answer, sizeof answer, "play %s %s", color_names[mover],
            ofl_move_to_text(move, false, text));
    /* An engine that passes by itself may refuse to be told so. */
    return status == PLAYER_REFUSED && move == OFL_PASS ? PLAYER_OK : status;
}

/* An engine that does not know the command plays by time_settings alone. */
static enum player_status send_time_left(struct player *player, const struct player_clocks *clocks)
{
    for (int color = 0; color < 2; color++) {
        const struct match_clock *clock = &clocks->clock[color];
        char answer[256], seconds[32];
        if (!clocks->limits[color]->has_clock)
            continue;
        enum player_status status =
            ask(player, answer, sizeof answer, "time_left %s %s %d", color_names[color],
                seconds_text(player, clock->left_us / 1000, seconds),
                clock->in_byoyomi ? clock->period_moves : 0);
        if (status != PLAYER_OK && status != PLAYER_REFUSED)
            return status;
    }
    return PLAYER_OK;
}

/* "eval +1.25 depth 12 nodes 2000", asked for when the clock stands still. */
static enum player_status read_last_search(struct player *player, struct player_answer *answer)
{
    char text[128];
    enum player_status status = ask(player, text, sizeof text, "x-last-search");
    const char *at = text;
    uint64_t depth;
    if (status != PLAYER_OK)
        return status == PLAYER_REFUSED ? PLAYER_OK : status;
    if (strncmp(at, "eval ", 5) == 0) {
        at += 5;
        answer->has_eval = player_read_decimal(&at, &answer->eval);
    }
    if (strncmp(at, " depth ", 7) == 0) {
        at += 7;
        if (player_read_integer(&at, &depth) && depth <= 100)
            answer->depth = (int)depth;
    }
    if (strncmp(at, " nodes ", 7) == 0) {
        at += 7;
        player_read_integer(&at, &answer->nodes);
    }
    return PLAYER_OK;
}

static enum player_status gtp_choose(struct player *player, const struct ofl_game *game,
                                     const struct player_clocks *clocks, int64_t deadline_us,
                                     struct player_answer *answer)
{
    char text[64];
    enum player_status status = send_time_left(player, clocks);
    if (status == PLAYER_OK)
        status = player_begin(player);
    if (status != PLAYER_OK)
        return status;
    int64_t start_us = clock_us(), end_us = start_us;
    status = player_send(player, "genmove %s", color_names[game->position.turn]);
    if (status == PLAYER_OK)
        status = read_answer(player, deadline_us, text, sizeof text, &end_us);
    answer->elapsed_us = end_us - start_us;
    if (status != PLAYER_OK)
        return status;
    if (ascii_is_word(text, strlen(text), "resign")) {
        player_say(player, "resigned");
        return PLAYER_RESIGNED;
    }
    answer->move = ofl_move_from_text(text, strlen(text));
    snprintf(answer->text, sizeof answer->text, "%s", text);
    if (answer->move == OFL_NO_MOVE) {
        player_say(player, "it answered genmove with '%s'", text);
        return PLAYER_GARBAGE;
    }
    return player->is_extended ? read_last_search(player, answer) : PLAYER_OK;
}

const struct player_ops player_gtp_ops = {
    gtp_start, gtp_new_game, gtp_put_move, gtp_choose, "quit\n",
};
