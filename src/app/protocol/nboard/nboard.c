/* protocol/nboard/nboard.c - the NBoard protocol, versions 1 and 2: commands and game.
 *
 * Written from the protocol's description and from what the GUI's own reader
 * accepts (docs/sources.md). Three rules shape this file:
 * - stderr is shown to the GUI as if it were stdout, so nothing goes there;
 * - a line that is not understood is ignored;
 * - after "pong N" no line may follow that belongs to an earlier request. One
 *   thread reads commands and writes answers, in order, so none can. */
#include "protocol/serve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "text/reader.h"
#include "protocol/command.h"
#include "protocol/nboard/nboard_search.h"
#include "protocol/save.h"

enum { MAX_DEPTH = 60, MAX_HINTS = 64, MAX_CONTEMPT = 100 };

/* On failure says "WHAT must be ..., not 'x'". */
static bool read_int(struct nboard *nboard, const char *what, int min, int max, struct word text,
                     int64_t *value)
{
    struct strbuf *reply = &nboard->session->reply;
    strbuf_clear(reply);
    strbuf_add(reply, "status Error: ");
    if (command_read_int(text, what, min, max, value, reply)) {
        strbuf_clear(reply);
        return true;
    }
    strbuf_add(reply, "\n");
    session_send(nboard->session);
    return false;
}

static bool is_position_valid(struct nboard *nboard)
{
    if (!nboard->is_valid)
        nboard_fail(nboard, "there is no position since the last 'set game' was not understood");
    return nboard->is_valid;
}

/* ---- the game ---- */

/* Another game begins: its book moves shall be others. */
static void next_seed(struct nboard *nboard)
{
    const int64_t seed = session_option_int(nboard->session, "seed", 0);
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)rng_seed_after((uint64_t)seed));
    if (!seed)
        return;
    session_end_pondering(nboard->session);
    ofl_set_option(nboard->session->engine, "seed", text);
}

static bool is_same_start(const struct ofl_game *a, const struct ofl_game *b)
{
    return a->start.turn == b->start.turn &&
           a->start.board.player == b->start.board.player &&
           a->start.board.opponent == b->start.board.opponent;
}

/* Has another game begun? It may begin with moves, as those of XOT do. Who takes moves back is in the
 * same game, unless that was over. */
static bool is_another_game(const struct ofl_game *old, const struct ofl_game *new)
{
    if (!old->n_played || new->n_played >= old->n_played)
        return old->n_played && (!is_same_start(old, new) || strcmp(old->black, new->black) != 0 ||
                                 strcmp(old->white, new->white) != 0);
    if (!new->n_played || ofl_is_over(old->position.board) || !is_same_start(old, new))
        return true;
    for (int ply = 0; ply < new->n_played; ply++)
        if (old->moves[ply].move != new->moves[ply].move)
            return true;
    return false;
}

/* What there is to know of a request that was done, if anything. */
static bool note(struct nboard *nboard, const char *what, const char *text)
{
    if (!text || !*text)
        return true;
    strbuf_clear(&nboard->session->reply);
    strbuf_addf(&nboard->session->reply, "status Note: %s%s\n", what, text);
    return session_send(nboard->session);
}

static bool set_game(struct nboard *nboard, struct word text)
{
    struct reading reading;
    struct ofl_text_error error;
    /* Without a game to rely on every answer would be about the wrong position. */
    nboard->is_valid = false;
    if (!reader_read(text.text, text.length, &reading, &error))
        return nboard_fail(nboard, "set game: column %zu: %s", error.column, error.text);
    if (reading.more_at)
        return nboard_fail(nboard, "set game: column %zu: expected one game, found another",
                           reading.more_at + 1);
    if (is_another_game(&nboard->game, &reading.game))
        next_seed(nboard);
    session_keep(nboard->session, &reading, &nboard->game);
    nboard->is_valid = true;
    return note(nboard, "", reading.note.text);
}

/* NBoard's own tolerance: P, PA, PAS, PASS and -- pass; letters and digits that
 * follow a square are skipped. */
static int read_move(struct word word)
{
    if (word.length >= 2 && word.text[1] >= '1' && word.text[1] <= '8') {
        int column = ascii_lower(word.text[0]);
        if (column >= 'a' && column <= 'h')
            return 8 * (word.text[1] - '1') + (column - 'a');
    }
    if (word_is_any_case(word, "p") || word_is_any_case(word, "pas"))
        return OFL_PASS;
    return show_read_move(word);
}

/* "F5", "F5/1.50", "F5//2.768", "PA": move, evaluation, time. */
static bool play_item(struct nboard *nboard, struct word item)
{
    if (!is_position_valid(nboard))
        return false;
    const char *slash = item.length ? memchr(item.text, '/', item.length) : NULL;
    struct word name = {item.text, slash ? (size_t)(slash - item.text) : item.length};
    int move = read_move(name);
    /* Controllers close a game by two passes; nothing is left to pass. */
    if (move == OFL_PASS && ofl_is_over(nboard->game.position.board))
        return true;
    const char *reason = name.length ? ofl_illegal_reason(nboard->game.position.board, move)
                                     : "expected a square A1..H8, or PA for a pass";
    if (reason || !ofl_game_play(&nboard->game, move)) {
        strbuf_clear(&nboard->session->reply);
        strbuf_add(&nboard->session->reply, "status Error: illegal move ");
        strbuf_add_quoted(&nboard->session->reply, name.text, name.length);
        strbuf_addf(&nboard->session->reply, ": %s\n", reason ? reason : "the game is too long");
        session_send(nboard->session);
        return false;
    }
    struct ofl_game_move *played = &nboard->game.moves[nboard->game.n_played - 1];
    *played = (struct ofl_game_move){.move = (uint8_t)move};
    size_t left = slash ? item.length - name.length - 1 : 0;
    const char *second = left ? memchr(slash + 1, '/', left) : NULL;
    if (!second)
        return true;
    struct word time = {second + 1, item.length - (size_t)(second + 1 - item.text)};
    int64_t time_ms;
    if (word_to_decimal(time, 3, 0, INT64_C(1000000000000), &time_ms)) {
        played->has_time = true;
        played->seconds = (float)((double)time_ms / 1000.0);
    }
    return true;
}

/* ---- commands ---- */

static bool do_nboard(void *state, const struct command_call *call)
{
    struct nboard *nboard = state;
    /* Versions to come are spoken to as the last one known. */
    nboard->version = word_is(call->rest, "1") ? 1 : 2;
    return true;
}

static bool set_option(struct nboard *nboard, struct word name, struct word value)
{
    struct strbuf *reply = &nboard->session->reply;
    strbuf_clear(reply);
    strbuf_add(reply, "status Error: set ");
    if (session_set_option(nboard->session, name, value)) {
        strbuf_clear(reply);
        return true;
    }
    strbuf_add(reply, "\n");
    session_send(nboard->session);
    return false;
}

/* As NTest and Edax answer "set depth": bots that start engines wait for it. */
static void send_name(struct nboard *nboard)
{
    strbuf_clear(&nboard->session->reply);
    strbuf_addf(&nboard->session->reply, "set myname Outflank%d\n", nboard->depth);
    session_send(nboard->session);
}

static bool do_set(void *state, const struct command_call *call)
{
    struct nboard *nboard = state;
    struct word name = call->args[0], value = command_rest(call, 1);
    int64_t number;
    if (word_is(name, "game"))
        return set_game(nboard, value);
    if (word_is(name, "depth")) {
        if (!read_int(nboard, "the depth", 1, MAX_DEPTH, value, &number))
            return false;
        nboard->depth = (int)number;
        send_name(nboard);
    }
    if (word_is(name, "contempt")) {
        if (!read_int(nboard, "the contempt", -MAX_CONTEMPT, MAX_CONTEMPT, value, &number))
            return false;
        nboard->contempt = (int)number;
        nboard->has_contempt = true;
    }
    if (word_is(name, "strength") || word_is(name, "loss") || word_is(name, "variety") ||
        word_is(name, "seed") || word_is(name, "style") || word_is(name, "rating"))
        return set_option(nboard, name, value);
    /* Other variables, among them "time", mean nothing to us. */
    return true;
}

static bool do_move(void *state, const struct command_call *call)
{
    return play_item(state, call->rest);
}

static bool do_ping(void *state, const struct command_call *call)
{
    struct nboard *nboard = state;
    int64_t number;
    if (!read_int(nboard, "the number of a ping", INT32_MIN, INT32_MAX, call->rest, &number))
        return false;
    strbuf_clear(&nboard->session->reply);
    strbuf_addf(&nboard->session->reply, "pong %lld\n", (long long)number);
    return session_send(nboard->session);
}

static bool do_hint(void *state, const struct command_call *call)
{
    int64_t n = 1;
    if (call->n_args && !read_int(state, "the number of moves", 1, MAX_HINTS, call->rest, &n))
        return false;
    if (!is_position_valid(state))
        return false;
    nboard_hint(state, (int)n);
    return true;
}

static bool do_go(void *state, const struct command_call *call)
{
    if (!is_position_valid(state))
        return false;
    nboard_go(state);
    return true;
}

static bool do_analyze(void *state, const struct command_call *call)
{
    if (!is_position_valid(state))
        return false;
    nboard_analyze(state);
    return true;
}

static bool do_learn(void *state, const struct command_call *call)
{
    struct nboard *nboard = state;
    if (!is_position_valid(nboard))
        return false;
    if (!ofl_engine_book(nboard->session->engine))
        return session_send_line(nboard->session, "learned");
    strbuf_clear(&nboard->session->reply);
    strbuf_add(&nboard->session->reply, "status Error: learn: ");
    if (session_learn(nboard->session, &nboard->game))
        return session_send_line(nboard->session, "learned");
    strbuf_add(&nboard->session->reply, "\nlearned\n"); /* clients wait for it */
    session_send(nboard->session);
    return false;
}

static bool do_save(void *state, const struct command_call *call)
{
    struct nboard *nboard = state;
    char name[FILE_NAME_SIZE];
    struct strbuf said = {0};
    if (!nboard->session->config->allow_files)
        return nboard_fail(nboard, "save: files are only written with --allow-files");
    if (!is_position_valid(nboard))
        return false;
    const bool is_saved = save_game(nboard->session, file_whole_name(call->rest, name),
                                    FILE_CONFINED, &nboard->game, &said);
    if (!is_saved)
        nboard_fail(nboard, "save: %s", said.data ? said.data : "no memory");
    else
        note(nboard, "save: ", said.data);
    strbuf_free(&said);
    return is_saved;
}

static bool do_quit(void *state, const struct command_call *call)
{
    struct nboard *nboard = state;
    nboard->must_quit = true;
    return true;
}

/* Surplus arguments are ignored; what is missing is told by the command. */
static const struct command commands[] = {
    {{"nboard"}, 0, COMMAND_ANY, do_nboard, "VERSION", "the version of the protocol, 1 or 2"},
    {{"set"}, 1, COMMAND_ANY, do_set, "game GGF | depth N | contempt N | strength N",
     "change the state; also loss, variety and seed, as options"},
    {{"move"}, 0, COMMAND_ANY, do_move, "MOVE[/EVAL[/SECONDS]]", "play a move"},
    {{"ping"}, 0, COMMAND_ANY, do_ping, "N", "answer when all before it is done"},
    {{"hint"}, 0, COMMAND_ANY, do_hint, "[N]", "search the N best moves until stopped"},
    {{"go"}, 0, COMMAND_ANY, do_go, "", "find a move"},
    {{"analyze"}, 0, COMMAND_ANY, do_analyze, "", "the value of each position, last to first"},
    {{"learn"}, 0, COMMAND_ANY, do_learn, "", "add the game to the book"},
    {{"save"}, 1, COMMAND_ANY, do_save, "FILE", "save the game in the format that the name ends in"},
    {{"quit"}, 0, COMMAND_ANY, do_quit, "", "end the session"},
    COMMAND_END,
};

static const struct command *const tables[] = {commands, NULL};

static const struct command_set nboard_commands = {.tables = tables};

/* ---- lines ---- */

static bool is_set_game(const char *text, size_t length)
{
    struct word words[2];
    return word_split(text, length, words, 2) >= 2 && word_is(words[0], "set") &&
           word_is(words[1], "game");
}

static void handle_line(struct nboard *nboard, const struct line *input)
{
    struct word line = word_trim(input->text, input->length);
    if (input->is_too_long) {
        bool is_game = is_set_game(input->text, input->length);
        if (is_game)
            nboard->is_valid = false;
        nboard_fail(nboard, "line too long: at most %d bytes",
                    is_game ? LINE_MAX_BYTES_LONG : LINE_MAX_BYTES);
        return;
    }
    /* Version 1 sends a move as it is: "F5". Whatever else is not known is ignored. */
    const struct command *command;
    struct word word;
    if (command_run(&nboard_commands, line, nboard, &command) == COMMAND_UNKNOWN &&
        nboard->version == 1 && word_split(line.text, line.length, &word, 1) == 1 &&
        read_move((struct word){line.text, 2}) <= OFL_PASS)
        play_item(nboard, line);
}

static unsigned nboard_stops(const char *text, size_t length)
{
    struct word name;
    bool is_ping = word_split(text, length, &name, 1) && word_is(name, "ping");
    return is_ping ? NBOARD_STOP_ANY | NBOARD_STOP_PING : NBOARD_STOP_ANY;
}

void nboard_serve(struct session *session)
{
    struct nboard nboard = {.session = session, .is_valid = true, .version = 2};
    ofl_game_init(&nboard.game, ofl_position_start());
    session_set_variety(session, "1", false);
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
