/* protocol/nboard.c - the NBoard protocol, versions 1 and 2: commands and game.
 *
 * Written from the protocol's description and from what the GUI's own reader
 * accepts (docs/sources.md). Three rules shape this file:
 * - stderr is shown to the GUI as if it were stdout, so nothing goes there;
 * - a line that is not understood is ignored;
 * - after "pong N" no line may follow that belongs to an earlier request. One
 *   thread reads commands and writes answers, in order, so none can. */
#include "protocol/nboard.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/modes.h"

enum { MAX_DEPTH = 60, MAX_HINTS = 64, MAX_CONTEMPT = 100, STATUS_TEXT = 400 };

void nboard_fail(struct nboard *nboard, const char *format, ...)
{
    char text[STATUS_TEXT];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    strbuf_clear(&nboard->session->reply);
    strbuf_addf(&nboard->session->reply, "status Error: %s\n", text);
    session_send(nboard->session);
}

/* "WHAT must be ..., not 'x'" */
static void fail_range(struct nboard *nboard, const char *what, int min, int max,
                       struct word found)
{
    struct strbuf *reply = &nboard->session->reply;
    strbuf_clear(reply);
    strbuf_addf(reply, "status Error: %s must be a whole number from %d to %d, not ", what, min,
                max);
    strbuf_add_quoted(reply, found.text, found.length);
    strbuf_add(reply, "\n");
    session_send(nboard->session);
}

static bool is_position_valid(struct nboard *nboard)
{
    if (!nboard->is_valid)
        nboard_fail(nboard, "there is no position since the last 'set game' was not understood");
    return nboard->is_valid;
}

/* ---- the game ---- */

static void set_game(struct nboard *nboard, struct word text)
{
    struct ofl_game game;
    struct ofl_text_error error;
    size_t used = 0;
    /* Without a game to rely on every answer would be about the wrong position. */
    nboard->is_valid = false;
    if (!ofl_game_from_ggf(&game, text.text, text.length, &used, &error)) {
        nboard_fail(nboard, "set game: column %zu: %s", error.column, error.text);
        return;
    }
    struct word rest = word_trim(text.text + used, text.length - used);
    if (rest.length >= 2 && memcmp(rest.text, "(;", 2) == 0) {
        nboard_fail(nboard, "set game: column %zu: expected one game, found another",
                    (size_t)(rest.text - text.text) + 1);
        return;
    }
    nboard->game = game;
    nboard->is_valid = true;
}

/* NBoard's own tolerance: P, PA, PAS, PASS and -- pass; letters and digits that
 * follow a square are skipped. */
static int read_move(struct word word)
{
    if (word.length >= 2 && word.text[1] >= '1' && word.text[1] <= '8') {
        char column = ascii_lower(word.text[0]);
        if (column >= 'a' && column <= 'h')
            return 8 * (word.text[1] - '1') + (column - 'a');
    }
    if (word_is_any_case(word, "p") || word_is_any_case(word, "pas"))
        return OFL_PASS;
    return show_read_move(word);
}

/* "F5", "F5/1.50", "F5//2.768", "PA": move, evaluation, time. */
static void play_item(struct nboard *nboard, struct word item)
{
    if (!is_position_valid(nboard))
        return;
    const char *slash = item.length ? memchr(item.text, '/', item.length) : NULL;
    struct word name = {item.text, slash ? (size_t)(slash - item.text) : item.length};
    int move = read_move(name);
    const char *reason = ofl_illegal_reason(nboard->game.position.board, move);
    if (reason || !ofl_game_play(&nboard->game, move)) {
        strbuf_clear(&nboard->session->reply);
        strbuf_add(&nboard->session->reply, "status Error: illegal move ");
        strbuf_add_quoted(&nboard->session->reply, name.text, name.length);
        strbuf_addf(&nboard->session->reply, ": %s\n", reason ? reason : "the game is too long");
        session_send(nboard->session);
        return;
    }
    struct ofl_game_move *played = &nboard->game.moves[nboard->game.n_played - 1];
    *played = (struct ofl_game_move){.move = (uint8_t)move};
    size_t left = slash ? item.length - name.length - 1 : 0;
    const char *second = left ? memchr(slash + 1, '/', left) : NULL;
    if (!second)
        return;
    struct word time = {second + 1, item.length - (size_t)(second + 1 - item.text)};
    int64_t time_ms;
    if (word_to_decimal(time, 3, 0, INT64_C(1000000000000), &time_ms)) {
        played->has_time = true;
        played->seconds = (float)((double)time_ms / 1000.0);
    }
}

/* ---- commands ---- */

static void do_nboard(struct nboard *nboard, struct word rest)
{
    /* Versions to come are spoken to as the last one known. */
    nboard->version = word_is(rest, "1") ? 1 : 2;
}

static void do_set(struct nboard *nboard, struct word rest)
{
    struct word name = {"", 0};
    word_split(rest.text, rest.length, &name, 1);
    struct word value = word_trim(rest.text + name.length, rest.length - name.length);
    int64_t number;
    if (word_is(name, "game")) {
        set_game(nboard, value);
    } else if (word_is(name, "depth")) {
        if (word_to_int(value, 1, MAX_DEPTH, &number))
            nboard->depth = (int)number;
        else
            fail_range(nboard, "the depth", 1, MAX_DEPTH, value);
    } else if (word_is(name, "contempt")) {
        if (word_to_int(value, -MAX_CONTEMPT, MAX_CONTEMPT, &number))
            nboard->contempt = (int)number;
        else
            fail_range(nboard, "the contempt", -MAX_CONTEMPT, MAX_CONTEMPT, value);
    }
    /* Other variables, among them "time", mean nothing to us. */
}

static void do_move(struct nboard *nboard, struct word rest) { play_item(nboard, rest); }

static void do_ping(struct nboard *nboard, struct word rest)
{
    int64_t number;
    if (!word_to_int(rest, INT32_MIN, INT32_MAX, &number)) {
        fail_range(nboard, "the number of a ping", INT32_MIN, INT32_MAX, rest);
        return;
    }
    strbuf_clear(&nboard->session->reply);
    strbuf_addf(&nboard->session->reply, "pong %lld\n", (long long)number);
    session_send(nboard->session);
}

static void do_hint(struct nboard *nboard, struct word rest)
{
    int64_t n = 1;
    if (rest.length && !word_to_int(rest, 1, MAX_HINTS, &n))
        fail_range(nboard, "the number of moves", 1, MAX_HINTS, rest);
    else if (is_position_valid(nboard))
        nboard_hint(nboard, (int)n);
}

static void do_go(struct nboard *nboard, struct word rest)
{
    (void)rest;
    if (is_position_valid(nboard))
        nboard_go(nboard);
}

static void do_analyze(struct nboard *nboard, struct word rest)
{
    (void)rest;
    if (is_position_valid(nboard))
        nboard_analyze(nboard);
}

static void do_learn(struct nboard *nboard, struct word rest)
{
    (void)rest;
    if (is_position_valid(nboard))
        session_send_line(nboard->session, "learned");
}

static void do_quit(struct nboard *nboard, struct word rest)
{
    (void)rest;
    nboard->must_quit = true;
}

static const struct {
    const char *name;
    void (*run)(struct nboard *nboard, struct word rest);
} commands[] = {
    {"nboard", do_nboard}, {"set", do_set}, {"move", do_move},       {"ping", do_ping},
    {"hint", do_hint},     {"go", do_go},   {"analyze", do_analyze}, {"learn", do_learn},
    {"quit", do_quit},
};

static bool is_set_game(const char *text, size_t length)
{
    struct word words[2];
    return word_split(text, length, words, 2) >= 2 && word_is(words[0], "set") &&
           word_is(words[1], "game");
}

static void handle_line(struct nboard *nboard, const struct line *input)
{
    struct word line = word_trim(input->text, input->length), name;
    if (input->is_too_long) {
        bool is_game = is_set_game(input->text, input->length);
        if (is_game)
            nboard->is_valid = false;
        nboard_fail(nboard, "line too long: at most %d bytes",
                    is_game ? LINE_MAX_BYTES_LONG : LINE_MAX_BYTES);
        return;
    }
    if (word_split(line.text, line.length, &name, 1) == 0)
        return;
    struct word rest = word_trim(name.text + name.length, line.length - name.length);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (word_is(name, commands[i].name)) {
            commands[i].run(nboard, rest);
            return;
        }
    /* Version 1 sends a move as it is: "F5". */
    if (nboard->version == 1 && !rest.length && read_move((struct word){line.text, 2}) <= OFL_PASS)
        play_item(nboard, line);
}

static unsigned nboard_stops(const char *text, size_t length)
{
    struct word name;
    bool is_ping = word_split(text, length, &name, 1) && word_is(name, "ping");
    return is_ping ? NBOARD_STOP_ANY | NBOARD_STOP_PING : NBOARD_STOP_ANY;
}

void mode_nboard(struct session *session)
{
    struct nboard nboard = {.session = session, .is_valid = true, .version = 2};
    ofl_game_init(&nboard.game, ofl_position_start());
    line_set_rules(session->lines,
                   (struct line_rules){.stops = nboard_stops, .may_be_long = is_set_game});
    while (!nboard.must_quit) {
        struct line *line = session_next_line(session);
        if (!line)
            break;
        handle_line(&nboard, line);
        free(line);
    }
}
