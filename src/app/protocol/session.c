/* protocol/session.c - implements session.h. */
#include "protocol/session.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/rng.h"
#include "book/learn.h"
#include "book/view.h"
#include "engine/calls.h"
#include "options/signals.h"

/* Another program that ends closes our output first and our input soon after. If both come while
 * a search runs, that is a normal end. */
enum { WAIT_FOR_END_MS = 20 };

bool session_open(struct session *session, const struct protocol_config *config, bool is_edited)
{
    *session = (struct session){
        .config = config,
        .engine = config->engine,
        .is_edited = is_edited,
        .stop = stop_for(config->engine),
    };
    struct log *log = config->log_path ? log_open(config->log_path, config->command) : NULL;
    if (config->log_path && !log)
        return false;
    bool has_signals = config->ignore_signals || signals_install();
    if (has_signals && output_init(&session->output, config->output_fd)) {
        session->lines =
            line_source_create(config->input_fd, is_edited, &session->stop, &session->output);
        session->output.log = log;
        if (session->lines) {
            if (!config->ignore_signals)
                signals_watch_engine(config->engine);
            return true;
        }
        output_finish(&session->output);
    }
    log_close(log);
    fputs("outflank: no memory or thread left to read the input\n", stderr);
    return false;
}

int session_close(struct session *session)
{
    session_end_pondering(session);
    enum output_state state = (enum output_state)atomic_load(&session->output.state);
    bool is_gone = line_is_ending(session->lines) && state != OUTPUT_FAILED;
    int code = 0;
    if (signals_caught())
        code = 128 + signals_caught();
    else if (state == OUTPUT_FAILED)
        code = EX_IOERR;
    else if (is_gone)
        code = session->was_search_cut && line_at_end(session->lines, WAIT_FOR_END_MS)
                   ? 0 : 128 + SIGPIPE;
    const int read_error = code == 0 ? line_read_error(session->lines) : 0;
    signals_watch_engine(NULL);
    line_source_destroy(session->lines);
    if (code == EX_IOERR)
        fprintf(stderr, "outflank: the output cannot be written: %s\n",
                strerror(session->output.error));
    if (read_error) {
        fprintf(stderr, "outflank: the input cannot be read: %s\n", strerror(read_error));
        code = EX_IOERR;
    }
    log_close(session->output.log);
    output_finish(&session->output);
    strbuf_free(&session->reply);
    free(session->pushed);
    return code;
}

struct line *session_next_line(struct session *session)
{
    session->asked_us = clock_us();
    struct line *line = session->pushed;
    session->pushed = NULL;
    const bool is_new = line == NULL;
    line = line ? line : line_next(session->lines);
    if (is_new && line)
        log_received(session->output.log, line->text, line->length, line->is_too_long);
    else if (is_new && !session->is_edited && !session_is_ending(session))
        log_ended(session->output.log);
    /* A line that waited for the answer to another one is asked when that one is answered. */
    if (line && line->read_us > session->asked_us)
        session->asked_us = line->read_us;
    return line;
}

int64_t session_spent_ms(const struct session *session)
{
    return (clock_us() - session->asked_us) / 1000;
}

bool session_has_line(struct session *session)
{
    return session->pushed != NULL || line_is_waiting(session->lines);
}

void session_push_line(struct session *session, struct line *line) { session->pushed = line; }

bool session_send(struct session *session)
{
    struct strbuf *reply = &session->reply;
    bool is_ok = true;
    if (reply->is_failed)
        fputs("outflank: no memory left for a reply\n", stderr);
    else if (reply->length)
        is_ok = output_write(&session->output, reply->data, reply->length);
    strbuf_clear(reply);
    return is_ok;
}

bool session_send_line(struct session *session, const char *line)
{
    strbuf_clear(&session->reply);
    strbuf_add(&session->reply, line);
    strbuf_add(&session->reply, "\n");
    return session_send(session);
}

bool session_is_ending(const struct session *session) { return line_is_ending(session->lines); }

static void end_search(struct session *session)
{
    line_search_end(session->lines);
    if (line_is_ending(session->lines))
        session->was_search_cut = true;
}

/* A search to this depth, or of so few empties, ends by itself in reasonable time. */
enum { BOUNDED_DEPTH = 30, BOUNDED_EMPTIES = 26 };

bool session_is_bounded(const struct session *session, ofl_board board,
                        const struct ofl_limits *limits)
{
    if (ofl_count_empties(board) <= BOUNDED_EMPTIES || limits->has_clock || limits->move_ms ||
        limits->nodes)
        return true;
    if (limits->infinite || limits->goal != OFL_GOAL_PLAY)
        return false;
    int64_t depth = limits->depth ? limits->depth : session_option_int(session, "level", 0);
    return depth <= BOUNDED_DEPTH;
}

static void begin_search(struct session *session, ofl_board board,
                         const struct ofl_limits *limits, unsigned stops)
{
    session_end_pondering(session);
    line_search_begin(session->lines, stops, session_is_bounded(session, board, limits));
}

/* The limits that are not a matter of clocks. */
static bool is_same_question(const struct ofl_limits *a, const struct ofl_limits *b)
{
    const bool has_time_a = a->has_clock || a->move_ms, has_time_b = b->has_clock || b->move_ms;
    return has_time_a == has_time_b && a->nodes == b->nodes && a->depth == b->depth && a->level == b->level &&
           a->strict_depth == b->strict_depth && a->infinite == b->infinite && a->afresh == b->afresh &&
           a->has_contempt == b->has_contempt && a->contempt_cd == b->contempt_cd &&
           a->draw_cd == b->draw_cd && a->multi_pv == b->multi_pv && a->moves == b->moves && a->goal == b->goal;
}

/* Did the expected move come, and is its answer asked for? */
static bool takes_pondered(struct session *session, ofl_board board,
                           const struct ofl_limits *limits)
{
    const ofl_board *expected = &session->ponder_board;
    if (!session->is_pondering)
        return false;
    if (expected->player == board.player && expected->opponent == board.opponent &&
        is_same_question(&session->ponder_limits, limits) &&
        ofl_ponder_hit(session->engine, limits) == OFL_OK) {
        session->is_pondering = false;
        return true;
    }
    session_end_pondering(session);
    return false;
}

int session_search(struct session *session, ofl_board board, const struct ofl_limits *limits,
                   unsigned stops, struct ofl_result *result)
{
    const bool is_running = takes_pondered(session, board, limits);
    line_search_begin(session->lines, stops, session_is_bounded(session, board, limits));
    int code = is_running ? ofl_wait(session->engine, -1, result)
                          : ofl_search(session->engine, board, limits, result);
    end_search(session);
    return code;
}

static int watch(struct session *session, const struct session_stream *stream,
                 struct ofl_result *result)
{
    int code;
    while ((code = ofl_wait(session->engine, stream->interval_ms, result)) == OFL_ERR_BUSY) {
        struct ofl_result now;
        ofl_look(session->engine, &now);
        stream->tick(stream->user, &now);
    }
    if (code == OFL_OK && stream->waits && !stop_is_given(&session->stop)) {
        if (stream->interval_ms >= 0)
            stream->tick(stream->user, result);
        line_wait_stop(session->lines);
    }
    return code;
}

int session_stream(struct session *session, ofl_board board, const struct ofl_limits *limits,
                   const struct session_stream *stream, struct ofl_result *result)
{
    const bool is_running = takes_pondered(session, board, limits);
    line_search_begin(session->lines, stream->stops, session_is_bounded(session, board, limits));
    int code = is_running ? OFL_OK : ofl_start(session->engine, board, limits);
    if (code == OFL_OK && stream->begun)
        stream->begun(stream->user);
    if (code == OFL_OK)
        code = watch(session, stream, result);
    end_search(session);
    return code;
}

void session_ponder(struct session *session, ofl_board board, const struct ofl_line *line,
                    const struct ofl_limits *limits)
{
    const char *value = ofl_get_option(session->engine, "ponder");
    session_end_pondering(session);
    if (!value || strcmp(value, "on") != 0 || line->pv_length < 2 ||
        ofl_loss(session->engine) || session_is_ending(session))
        return;
    for (int i = 0; i < 2; i++) {
        if (!ofl_is_legal(board, line->pv[i]))
            return;
        board = ofl_play(board, line->pv[i]);
    }
    session_ponder_board(session, board, limits);
}

void session_ponder_board(struct session *session, ofl_board board,
                          const struct ofl_limits *limits)
{
    session_end_pondering(session);
    /* An order to stop that is left from the search before is not meant for this one. */
    line_search_begin(session->lines, 0, true);
    line_search_end(session->lines);
    session->ponder_limits = *limits;
    session->ponder_limits.draw_cd = session->draw_cd;
    if (ofl_is_over(board) ||
        ofl_ponder(session->engine, board, &session->ponder_limits) != OFL_OK)
        return;
    session->is_pondering = true;
    session->ponder_board = board;
}

void session_end_pondering(struct session *session)
{
    struct ofl_result result;
    if (!session->is_pondering)
        return;
    session->is_pondering = false;
    ofl_stop(session->engine);
    ofl_wait(session->engine, -1, &result);
}

void session_new_game(struct session *session)
{
    session_end_pondering(session);
    ofl_new_game(session->engine);
}

int session_choose(struct session *session, const struct ofl_game *game,
                   const struct ofl_limits *limits, unsigned stops, struct ofl_result *result)
{
    const ofl_board board = game->position.board;
    struct ofl_limits counted = *limits;
    session->draw_cd = counted.draw_cd = ofl_draw_score(game->komi, game->position.turn);
    if (ofl_choose_is_search(session->engine, game, limits))
        return session_search(session, board, &counted, stops, result);
    begin_search(session, board, limits, stops);
    int code = ofl_choose(session->engine, game, &counted, result);
    end_search(session);
    return code;
}

int session_hint(struct session *session, ofl_board board, const struct ofl_limits *limits,
                 unsigned stops, struct ofl_result *result)
{
    if (!ofl_book_knows(session->engine, board, limits))
        return session_search(session, board, limits, stops, result);
    begin_search(session, board, limits, stops);
    int code = ofl_hint(session->engine, board, limits, result);
    end_search(session);
    return code;
}

void session_set_variety(struct session *session, const char *discs, bool is_for_book)
{
    if (session->config->has_variety)
        return;
    if (is_for_book)
        engine_vary_book(session->engine, discs);
    else
        ofl_set_option(session->engine, "variety", discs);
}

int64_t session_take_seed(struct session *session)
{
    const int64_t given = session_option_int(session, "seed", 0);
    const uint64_t seed = given ? (uint64_t)given : rng_fresh_seed();
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)rng_seed_after(seed));
    session_end_pondering(session);
    ofl_set_option(session->engine, "seed", text);
    return (int64_t)seed;
}

int64_t session_new_seed(struct session *session)
{
    const int64_t seed = engine_used_seed(session->engine);
    if (!seed || seed == session->seed_told)
        return 0;
    session->seed_told = seed;
    return seed;
}

/* Why the book in use cannot learn; NULL if it may. */
static const char *why_no_learning(const char *name)
{
    if (!name || strcmp(name, "none") == 0)
        return "there is no book to learn it";
    if (book_view_is_packed_file(name))
        return "a packed book never changes; a working book learns";
    return NULL;
}

void session_keep(struct session *session, const struct reading *record, struct ofl_game *game)
{
    session->record = record ? *record : (struct reading){0};
    if (!record)
        return;
    *game = record->game;
    game->result[0] = '\0'; /* it is told by the record, while it holds */
}

void session_record(const struct session *session, const struct ofl_game *game,
                    struct reading *record)
{
    reading_follow(record, &session->record, game);
}

bool session_learn(struct session *session, const struct ofl_game *game)
{
    struct reason reason;
    struct reading record;
    const char *name = ofl_get_option(session->engine, "book");
    const char *why = why_no_learning(name);
    session_record(session, game, &record);
    if (!why && book_learn_file(name, &record, &reason))
        return true;
    strbuf_add(&session->reply, why ? why : reason.text);
    return false;
}

bool session_was_stopped(const struct session *session) { return stop_is_given(&session->stop); }

/* Below this depth a count takes milliseconds and need not be stopped. */
enum { PERFT_SHORT = 4 };

/* Up to this depth a count is over within a second. */
enum { BOUNDED_PERFT = 9 };

/* Plays the upper plies here, so that there is time to look for an order to stop. A pass is a ply
 * or not, as the rule says. ofl_perft() counts what is below, and finished games. */
static uint64_t count_leaves(struct session *session, ofl_board board, int depth,
                             enum ofl_perft_rule rule)
{
    if (stop_is_given(&session->stop))
        return 0;
    if (depth <= PERFT_SHORT || ofl_is_over(board))
        return ofl_perft(board, depth, rule);
    uint64_t moves = ofl_legal_moves(board), sum = 0;
    bool is_pass_free = rule == OFL_PERFT_C || rule == OFL_PERFT_D;
    if (!moves)
        return count_leaves(session, ofl_swap(board), depth - !is_pass_free, rule);
    for (; moves; moves = bit_drop(moves))
        sum += count_leaves(session, ofl_play(board, bit_first(moves)), depth - 1, rule);
    return sum;
}

bool session_perft(struct session *session, ofl_board board, int depth, enum ofl_perft_rule rule,
                   unsigned stops, uint64_t *count)
{
    session_end_pondering(session);
    line_search_begin(session->lines, stops, depth <= BOUNDED_PERFT);
    *count = count_leaves(session, board, depth, rule);
    end_search(session);
    return !stop_is_given(&session->stop);
}

bool session_work(struct session *session, unsigned stops, void (*work)(void *user), void *user)
{
    session_end_pondering(session);
    line_search_begin(session->lines, stops, true);
    work(user);
    end_search(session);
    return !stop_is_given(&session->stop);
}

enum ofl_score_rule session_score_rule(const struct session *session)
{
    const char *value = ofl_get_option(session->engine, "score-rule");
    return value && strcmp(value, "raw") == 0 ? OFL_SCORE_RAW : OFL_SCORE_TOURNAMENT;
}

int64_t session_option_int(const struct session *session, const char *name, int64_t fallback)
{
    const char *value = ofl_get_option(session->engine, name);
    int64_t number = fallback;
    if (value)
        word_to_int((struct word){value, strlen(value)}, INT64_MIN / 4, INT64_MAX / 4, &number);
    return number;
}

bool session_add_contempt(const struct session *session, const struct ofl_limits *limits,
                          struct strbuf *out, const char *before)
{
    const int contempt_cd = engine_contempt(session->engine, limits);
    if (!contempt_cd)
        return false;
    strbuf_addf(out, "%scontempt ", before);
    strbuf_add_decimal(out, contempt_cd, 2, false);
    return true;
}

bool session_set_option(struct session *session, struct word name, struct word value)
{
    char name_text[64], value_text[1024];
    session_end_pondering(session);
    if (name.length >= sizeof name_text || value.length >= sizeof value_text) {
        strbuf_add(&session->reply, "option or value too long");
        return false;
    }
    memcpy(name_text, name.text, name.length);
    name_text[name.length] = '\0';
    memcpy(value_text, value.text, value.length);
    value_text[value.length] = '\0';
    if (ofl_set_option(session->engine, name_text, value_text) == OFL_OK)
        return true;
    const char *reason = ofl_last_error(session->engine);
    strbuf_add(&session->reply, reason && *reason ? reason : "the engine refused the option");
    return false;
}

bool session_add_shortage(struct session *session, struct word name, struct word value)
{
    int64_t wanted, granted;
    if (value.length && *value.text == '+')
        value = (struct word){value.text + 1, value.length - 1};
    if (!word_is(name, "threads") || !word_to_int(value, 0, INT32_MAX, &wanted))
        return false;
    granted = session_option_int(session, "threads", wanted);
    if (granted >= wanted)
        return false;
    strbuf_addf(&session->reply, "the system granted %lld of %lld threads", (long long)granted,
                (long long)wanted);
    return true;
}
