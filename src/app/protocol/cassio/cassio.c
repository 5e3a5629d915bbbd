/* protocol/cassio/cassio.c - the engine protocol of Cassio.
 *
 * Written from what its clients send and read (docs/dialects.md). Each search has one result line
 * and one "ready.". Answers owed during a search ("node N, time T", "ok.") come within TICK_MS; any
 * other line waits, so the order of the lines is that of the answers. A "stop" that ended a search
 * is answered by that search. */
#include "protocol/serve.h"

#include <stdlib.h>

#include "base/visible.h"
#include "protocol/command.h"
#include "protocol/show.h"

enum {
    CASSIO_STOP = 1 << 0, /* "stop" ends every search */
    CASSIO_QUIT = 1 << 1, /* "quit" only one that has no end of its own */
    TICK_MS = 20,
    MOST_CD = 6400,
    SEARCH_MAX_WORDS = 8
};

struct cassio {
    struct session *session;
    bool has_stopped; /* the stop that comes has ended a search already */
    bool must_quit;
};

/* What a search was asked for. */
struct request {
    const char *name;   /* of the command */
    ofl_position position;
    int alpha_cd, beta_cd, depth, precision;
    int n_empties;
};

static struct strbuf *out(struct cassio *cassio) { return &cassio->session->reply; }

static bool say_ready(struct cassio *cassio) { return session_send_line(cassio->session, "ready."); }

/* "ERROR: ...", "ready.". Returns false. */
static bool fail(struct cassio *cassio, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool fail(struct cassio *cassio, const char *format, ...)
{
    char line[VISIBLE_LINE];
    va_list list;
    va_start(list, format);
    visible_format(line, sizeof line, format, list);
    va_end(list);
    strbuf_clear(out(cassio));
    strbuf_addf(out(cassio), "ERROR: %s\nready.\n", line);
    session_send(cassio->session);
    return false;
}

/* ---- results ---- */

static void add_discs(struct strbuf *text, char color, int score_cd)
{
    strbuf_addf(text, "%c", color);
    strbuf_add_decimal(text, score_cd, 2, true);
}

static void add_move(struct strbuf *text, int move, bool is_upper)
{
    char name[8];
    strbuf_add(text, move == OFL_PASS ? is_upper ? "PA" : "pa" : ofl_move_to_text(move, is_upper, name));
}

/* Black's moves in upper case, White's in lower case; the first is the move itself. */
static void add_pv(struct strbuf *text, const struct ofl_line *line, enum ofl_color color)
{
    bool is_black = color == OFL_BLACK;
    add_move(text, line->move, is_black);
    for (int i = 1; i < line->pv_length && i < OFL_MAX_PV; i++) {
        is_black = !is_black;
        add_move(text, line->pv[i], is_black);
    }
}

/* Clients cut this line at commas, blanks and columns. */
static void add_result(struct strbuf *text, const struct request *request, const struct ofl_line *line,
                       uint64_t nodes, int64_t time_ms)
{
    const char color = request->position.turn == OFL_BLACK ? 'B' : 'W';
    const int low = line->bound == OFL_BOUND_UPPER ? -MOST_CD : line->score;
    const int high = line->bound == OFL_BOUND_LOWER ? MOST_CD : line->score;
    char board[OFL_BOARD_TEXT];
    ofl_position_to_text(request->position, board);
    strbuf_addf(text, "%.64s%s, move ", board, board + 65);
    add_move(text, line->move, true);
    strbuf_addf(text, ", depth %d, @%d%%, ", line->depth, line->confidence);
    add_discs(text, color, low);
    strbuf_add(text, " <= v <= ");
    add_discs(text, color, high);
    strbuf_add(text, ", ");
    add_pv(text, line, request->position.turn);
    strbuf_addf(text, ", node %llu, time ", (unsigned long long)nodes);
    strbuf_add_decimal(text, time_ms, 3, false);
    strbuf_add(text, "\n");
}

/* ---- searches ---- */

struct watch {
    struct cassio *cassio;
    const struct request *request;
    struct strbuf text; /* the engine's thread writes by it */
    bool is_waiting;    /* a line was given back: what is behind it waits, too */
};

static bool is_protocol_word(struct word word) { return word_is_any_case(word, CASSIO_WORD); }

/* An empty line: ""; "ENGINE-PROTOCOL get-search-infos": that word. Else NULL. */
static const char *question_of(const struct line *line)
{
    struct word words[2];
    const size_t n = word_split(line->text, line->length, words, 2);
    if (n == 0)
        return "";
    return n > 1 && is_protocol_word(words[0]) && word_is(words[1], "get-search-infos")
               ? "get-search-infos" : NULL;
}

/* Answers what may be asked during a search. */
static void on_tick(void *user, const struct ofl_result *now)
{
    struct watch *watch = user;
    struct session *session = watch->cassio->session;
    while (!watch->is_waiting && session_has_line(session)) {
        struct line *line = session_next_line(session);
        const char *question = line ? question_of(line) : NULL;
        if (!question) {
            watch->is_waiting = true;
            if (line)
                session_push_line(session, line);
            return;
        }
        strbuf_clear(&session->reply);
        if (*question) {
            strbuf_addf(&session->reply, "node %llu, time ", (unsigned long long)now->nodes);
            strbuf_add_decimal(&session->reply, now->time_ms, 3, false);
            strbuf_add(&session->reply, "\n");
        } else {
            strbuf_add(&session->reply, "ok.\n");
        }
        session_send(session);
        free(line);
    }
}

/* The engine's thread calls this: the end was reached as surely as was asked. */
static void on_info(void *user, const struct ofl_info *info)
{
    struct watch *watch = user;
    const struct request *request = watch->request;
    struct session *session = watch->cassio->session;
    if (session->config->has_all_results) {
        strbuf_clear(&watch->text);
        add_result(&watch->text, request, &info->line, info->nodes, info->time_ms);
        if (!watch->text.is_failed)
            output_write(&session->output, watch->text.data, watch->text.length);
    }
    if (request->precision < 100 && request->depth >= request->n_empties &&
        info->line.depth >= request->n_empties && info->line.confidence >= request->precision)
        ofl_stop(session->engine);
}

/* To the end: exactly, within the window asked for; or as surely as asked. */
static struct ofl_limits limits_of(const struct request *request)
{
    struct ofl_limits limits = {.multi_pv = 1, .depth = request->depth};
    if (request->depth < request->n_empties)
        return limits;
    limits.depth = request->n_empties;
    if (request->precision < 100)
        return limits;
    limits = (struct ofl_limits){.goal = OFL_GOAL_EXACT, .has_window = true,
                                 .low = request->alpha_cd, .high = request->beta_cd};
    return limits;
}

static bool run_search(struct cassio *cassio, const struct request *request)
{
    struct session *session = cassio->session;
    const ofl_board board = request->position.board;
    const struct ofl_limits limits = limits_of(request);
    struct watch watch = {.cassio = cassio, .request = request};
    const bool is_bounded = session_is_bounded(session, board, &limits);
    const struct session_stream stream = {.stops = is_bounded ? CASSIO_STOP : CASSIO_STOP | CASSIO_QUIT,
                                          .interval_ms = TICK_MS, .tick = on_tick, .user = &watch};
    struct ofl_result result;
    if (ofl_is_over(board))
        return say_ready(cassio);
    ofl_on_info(session->engine, on_info, &watch);
    const int code = session_stream(session, board, &limits, &stream, &result);
    ofl_on_info(session->engine, NULL, NULL);
    strbuf_free(&watch.text);
    if (session_is_ending(session))
        return false;
    if (code != OFL_OK)
        return fail(cassio, "%s: %s", request->name, ofl_last_error(session->engine));
    cassio->has_stopped |= session_was_stopped(session);
    strbuf_clear(&session->reply);
    if (!session->config->has_all_results)
        add_result(&session->reply, request, &result.lines[0], result.nodes, result.time_ms);
    strbuf_add(&session->reply, "ready.\n");
    return session_send(session);
}

/* Splits off the position, which may stand with or without a blank before its side. */
static bool read_position(const struct command_call *call, ofl_position *position, struct word *rest)
{
    struct ofl_text_error error;
    size_t used;
    if (!ofl_position_from_text(call->rest.text, call->rest.length, position, &used, &error))
        return false;
    *rest = word_trim(call->rest.text + used, call->rest.length - used);
    return true;
}

static bool read_discs(struct word word, int *score_cd)
{
    int64_t value;
    if (!word_to_decimal(word, 2, -100000, 100000, &value))
        return false;
    *score_cd = value < -MOST_CD ? -MOST_CD : value > MOST_CD ? MOST_CD : (int)value;
    return true;
}

static bool read_number(struct word word, int max, int *number)
{
    int64_t value;
    if (!word_to_int(word, 0, 1000, &value))
        return false;
    *number = value > max ? max : value < 1 ? 1 : (int)value;
    return true;
}

/* POSITION alpha beta depth precision, or without the depth: to the end. What is missing is named;
 * some clients send a depth for the end, too, and what is behind is ignored. */
static bool read_request(struct cassio *cassio, const struct command_call *call, bool has_depth,
                         struct request *request)
{
    struct word words[SEARCH_MAX_WORDS] = {{0}}, rest;
    const char *name = request->name = call->command->names[0];
    if (!read_position(call, &request->position, &rest))
        return fail(cassio, "%s cannot parse position.", name);
    const size_t n = word_split(rest.text, rest.length, words, SEARCH_MAX_WORDS);
    request->depth = request->n_empties = ofl_count_empties(request->position.board);
    if (n < 1 || !read_discs(words[0], &request->alpha_cd))
        return fail(cassio, "%s cannot parse alpha.", name);
    if (n < 2 || !read_discs(words[1], &request->beta_cd) || request->beta_cd < request->alpha_cd)
        return fail(cassio, "%s cannot parse beta.", name);
    if (has_depth && (n < 3 || !read_number(words[2], 60, &request->depth)))
        return fail(cassio, "%s cannot parse depth.", name);
    const size_t at = has_depth || n > 3 ? 3 : 2;
    if (n <= at || !read_number(words[at], 100, &request->precision))
        return fail(cassio, "%s cannot parse precision.", name);
    return true;
}

static bool do_midgame(void *state, const struct command_call *call)
{
    struct request request = {0};
    return read_request(state, call, true, &request) && run_search(state, &request);
}

static bool do_endgame(void *state, const struct command_call *call)
{
    struct request request = {0};
    return read_request(state, call, false, &request) && run_search(state, &request);
}

/* ---- the other commands ---- */

static bool do_ready(void *state, const struct command_call *call)
{
    return say_ready(state);
}

static bool do_version(void *state, const struct command_call *call)
{
    struct cassio *cassio = state;
    strbuf_clear(out(cassio));
    strbuf_addf(out(cassio), "version: Outflank %s\nready.\n", ofl_version());
    return session_send(cassio->session);
}

static bool do_forget(void *state, const struct command_call *call)
{
    struct cassio *cassio = state;
    session_new_game(cassio->session);
    return say_ready(cassio);
}

static bool do_stop(void *state, const struct command_call *call)
{
    struct cassio *cassio = state;
    const bool has_stopped = cassio->has_stopped;
    cassio->has_stopped = false;
    return has_stopped || say_ready(cassio);
}

/* The table is not filled from outside. A well-formed line has no answer. */
static bool do_feed(void *state, const struct command_call *call)
{
    struct cassio *cassio = state;
    ofl_position position;
    struct word rest;
    if (read_position(call, &position, &rest))
        return true;
    session_send_line(cassio->session, "Error: in feed-hash, Outflank cannot parse position.");
    return false;
}

static bool do_quit(void *state, const struct command_call *call)
{
    struct cassio *cassio = state;
    cassio->must_quit = true;
    return true;
}

static const struct command commands[] = {
    {{"init"}, 0, COMMAND_ANY, do_ready, "", "begin"},
    {{"get-version"}, 0, COMMAND_ANY, do_version, "", "name and version"},
    {{"new-position"}, 0, COMMAND_ANY, do_forget, "", "what comes is about another game"},
    {{"midgame-search"}, 0, COMMAND_ANY, do_midgame, "POSITION ALPHA BETA DEPTH PRECISION",
     "search to a depth"},
    {{"endgame-search"}, 0, COMMAND_ANY, do_endgame, "POSITION ALPHA BETA PRECISION",
     "search to the end"},
    {{"get-search-infos"}, 0, COMMAND_ANY, do_ready, "", "nodes and time of the search in work"},
    {{"stop"}, 0, COMMAND_ANY, do_stop, "", "end the search"},
    {{"feed-hash"}, 0, COMMAND_ANY, do_feed, "POSITION LOWER UPPER DEPTH PRECISION MOVES", "only read"},
    {{"empty-hash"}, 0, COMMAND_ANY, do_forget, "", "empty the table"},
    {{"quit"}, 0, COMMAND_ANY, do_quit, "", "leave"},
    COMMAND_END,
};

static const struct command *const tables[] = {commands, NULL};
static const struct command_set cassio_commands = {.tables = tables};

/* ---- lines ---- */

static void handle_line(struct cassio *cassio, const struct line *input)
{
    const struct word line = word_trim(input->text, input->length);
    const struct command *command;
    struct word words[2] = {{"", 0}, {"", 0}};
    if (input->is_too_long) {
        fail(cassio, "the line is too long: at most %d bytes", LINE_MAX_BYTES);
        return;
    }
    if (word_split(line.text, line.length, words, 2) == 0) {
        say_ready(cassio);
        return;
    }
    if (!is_protocol_word(words[0])) {
        char word[VISIBLE_WORD];
        visible_copy(word, sizeof word, words[0].text, words[0].length);
        strbuf_clear(out(cassio));
        strbuf_addf(out(cassio), "ERROR: Unknown protocol \"%s\"\n", word);
        session_send(cassio->session);
        return;
    }
    const char *end = line.text + line.length, *start = words[0].text + words[0].length;
    const enum command_outcome outcome =
        command_run(&cassio_commands, word_trim(start, (size_t)(end - start)), cassio, &command);
    if (outcome == COMMAND_UNKNOWN || outcome == COMMAND_EMPTY)
        fail(cassio, "unknown command %.*s", (int)(words[1].length < 64 ? words[1].length : 64),
             words[1].text);
}

static unsigned cassio_stops(const char *text, size_t length)
{
    struct word words[2];
    if (word_split(text, length, words, 2) < 2 || !is_protocol_word(words[0]))
        return 0;
    return word_is(words[1], "stop") ? CASSIO_STOP : word_is(words[1], "quit") ? CASSIO_QUIT : 0;
}

void cassio_serve(struct session *session)
{
    struct cassio cassio = {.session = session};
    line_set_rules(session->lines, (struct line_rules){.stops = cassio_stops});
    while (!cassio.must_quit && !session_is_ending(session)) {
        struct line *line = session_next_line(session);
        if (!line)
            break;
        handle_line(&cassio, line);
        free(line);
    }
    if (!session_is_ending(session))
        session_send_line(session, "bye bye.");
}
