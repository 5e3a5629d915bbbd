/* protocol/nboard/nboard_search.c - implements nboard_search.h.
 *
 * The GUI greys lines whose depth text differs from the newest, so all lines of
 * one iteration are held back until the last is known and are then written with
 * one depth text. */
#include "protocol/nboard/nboard_search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "book/choose.h"
#include "book/opening_names.h"
#include "report/review.h"
#include "protocol/progress.h"
#include "protocol/show_book.h"

enum { CLOCK_MARGIN_MS = 100, NODES_EVERY_MS = 500 };

static void add_move(struct strbuf *text, int move)
{
    if (move == OFL_PASS)
        strbuf_add(text, "PA");
    else
        show_move(text, move, true);
}

static void add_nodes(struct strbuf *text, uint64_t nodes, int64_t time_ms)
{
    strbuf_addf(text, "nodestats %llu ", (unsigned long long)nodes);
    strbuf_add_decimal(text, time_ms, 3, false);
    strbuf_add(text, "\n");
}

/* The GUI's status line: what is done and the name of the opening, "thinking (Tiger)". */
static void send_status(struct nboard *nboard, const char *what)
{
    struct strbuf *reply = &nboard->session->reply;
    const struct opening *opening = opening_of_game(&nboard->game, OPENING_EN, NULL);
    strbuf_clear(reply);
    strbuf_addf(reply, "status %s", what);
    if (opening)
        strbuf_addf(reply, " (%s)", opening->name);
    strbuf_add(reply, "\n");
    session_send(nboard->session);
}

/* What was done is done: clients wait for this very line, so it has no name. */
static void clear_status(struct nboard *nboard) { session_send_line(nboard->session, "status"); }

static bool is_over(struct nboard *nboard)
{
    bool result = ofl_is_over(nboard->game.position.board);
    if (result)
        session_send_line(nboard->session, "status The game is over.");
    return result;
}

/* ---- hint ---- */

struct hint {
    struct nboard *nboard;
    struct strbuf text; /* the engine's thread writes by it */
    int n_empties;
    int n_lines; /* of the iteration in work */
    struct ofl_line lines[OFL_MAX_MOVES];
    char depth_text[32]; /* of the last set written, "" if none was */
};

/* One line that stands for the depth of all: what holds for each of them. */
static struct ofl_line common_depth(const struct ofl_line *lines, int n)
{
    struct ofl_line common = lines[0];
    for (int i = 1; i < n; i++) {
        if (lines[i].depth < common.depth)
            common.depth = lines[i].depth;
        if (lines[i].confidence < common.confidence)
            common.confidence = lines[i].confidence;
        common.wld |= lines[i].wld;
        common.solved &= lines[i].solved;
    }
    return common;
}

/* Best first. The search looks for the lines one after the other, and what it
 * learns on the way can show that a later one is better than one before it. */
static void sort_lines(struct ofl_line *lines, int n)
{
    for (int i = 1; i < n; i++) {
        struct ofl_line line = lines[i];
        int at = i;
        for (; at > 0 && lines[at - 1].score < line.score; at--)
            lines[at] = lines[at - 1];
        lines[at] = line;
    }
}

static void write_set(struct hint *hint, struct ofl_line *lines, int n)
{
    sort_lines(lines, n);
    struct strbuf *reply = &hint->text, depth = {0};
    struct ofl_line common = common_depth(lines, n);
    show_depth(&depth, &common, hint->n_empties);
    const char *depth_text = depth.data ? depth.data : "0";
    strbuf_clear(reply);
    for (int i = 0; i < n; i++) {
        strbuf_add(reply, "search ");
        int length = lines[i].pv_length;
        add_move(reply, lines[i].move);
        for (int j = 1; j < length && j < OFL_MAX_PV; j++)
            add_move(reply, lines[i].pv[j]);
        strbuf_add(reply, " ");
        show_score(reply, lines[i].score);
        strbuf_addf(reply, " 0 %s\n", depth_text);
    }
    if (!reply->is_failed)
        output_write(&hint->nboard->session->output, reply->data, reply->length);
    size_t length = strnlen(depth_text, sizeof hint->depth_text - 1);
    memcpy(hint->depth_text, depth_text, length);
    hint->depth_text[length] = '\0';
    strbuf_free(&depth);
}

static void on_hint(void *user, const struct ofl_info *info)
{
    struct hint *hint = user;
    if (info->rank == 0)
        hint->n_lines = 0;
    if (info->rank != hint->n_lines || hint->n_lines >= OFL_MAX_MOVES)
        return;
    hint->lines[hint->n_lines++] = info->line;
    if (hint->n_lines == info->n_lines)
        write_set(hint, hint->lines, hint->n_lines);
}

static void write_nodes(struct nboard *nboard, uint64_t nodes, int64_t time_ms)
{
    struct strbuf text = {0};
    add_nodes(&text, nodes, time_ms);
    if (!text.is_failed)
        output_write(&nboard->session->output, text.data, text.length);
    strbuf_free(&text);
}

/* The GUI shows how the search goes. */
static void on_tick(void *user, const struct ofl_result *now)
{
    write_nodes(user, now->nodes, now->time_ms);
}

/* From Black's view to that of the side that thinks. */
static void set_contempt(const struct nboard *nboard, struct ofl_limits *limits)
{
    const bool is_black = nboard->game.position.turn == OFL_BLACK;
    limits->has_contempt = nboard->has_contempt;
    limits->contempt_cd = 100 * (is_black ? -nboard->contempt : nboard->contempt);
}

/* "book PV EVAL GAMES DEPTH SOURCE" for each of the moves that the book knows, `n` at most. */
static void write_book(struct nboard *nboard, const struct ofl_book_answer *answer, int n,
                           int n_empties)
{
    struct strbuf *reply = &nboard->session->reply;
    strbuf_clear(reply);
    for (int i = 0; i < answer->n_lines && i < n; i++) {
        const struct ofl_line *line = &answer->lines[i];
        strbuf_add(reply, "book ");
        for (int k = 0; k < line->pv_length; k++)
            add_move(reply, line->pv[k]);
        strbuf_add(reply, " ");
        show_score(reply, line->score);
        strbuf_addf(reply, " %u ", (unsigned)answer->n_games[i]);
        show_depth(reply, line, n_empties);
        strbuf_addf(reply, " %s", ofl_source_text(line->source));
        if (answer->is_rounded && answer->n_games[i] >= OFL_ROUNDED_GAMES) {
            strbuf_add(reply, ", games: ");
            show_games(reply, answer, i);
        }
        strbuf_add(reply, "\n");
    }
    session_send(nboard->session);
}

/* The book's moves, unless the side must pass. Takes them out of what is to be searched; false if
 * nothing is left to search. */
static bool hint_from_book(struct nboard *nboard, struct ofl_limits *limits)
{
    const ofl_board board = nboard->game.position.board;
    const uint64_t legal = ofl_legal_moves(board);
    struct ofl_book_answer answer;
    if (!legal || !ofl_ask_book(nboard->session->engine, board, limits, &answer))
        return true;
    limits->moves = legal & ~book_choose_squares(&answer);
    write_book(nboard, &answer, limits->multi_pv, ofl_count_empties(board));
    limits->multi_pv -= answer.n_lines;
    if (limits->multi_pv < 1)
        limits->multi_pv = answer.is_complete ? 0 : 1;
    return limits->moves && limits->multi_pv;
}

static void say_problem(struct nboard *nboard)
{
    const char *problem = ofl_book_take_problem(nboard->session->engine);
    if (*problem)
        nboard_fail(nboard, "%s", problem);
}

void nboard_hint(struct nboard *nboard, int n_moves)
{
    struct session *session = nboard->session;
    ofl_board board = nboard->game.position.board;
    if (is_over(nboard))
        return;
    send_status(nboard, "thinking");
    struct hint hint = {.nboard = nboard, .n_empties = ofl_count_empties(board)};
    struct ofl_limits limits = {
        .depth = nboard->depth,
        .infinite = nboard->depth == 0,
        .multi_pv = n_moves < OFL_MAX_MOVES ? n_moves : OFL_MAX_MOVES,
    };
    struct ofl_result result;
    const struct session_stream stream = {.stops = NBOARD_STOP_ANY, .interval_ms = NODES_EVERY_MS,
                                          .tick = on_tick, .user = nboard};
    set_contempt(nboard, &limits);
    const bool must_search = hint_from_book(nboard, &limits);
    say_problem(nboard);
    if (!must_search) {
        clear_status(nboard);
        return;
    }
    session_end_pondering(session);
    ofl_on_info(session->engine, on_hint, &hint);
    int code = session_stream(session, board, &limits, &stream, &result);
    ofl_on_info(session->engine, NULL, NULL);
    /* Stopped before the first iteration was complete: there is always some move. */
    if (code == OFL_OK && !hint.depth_text[0] && !session_is_ending(session))
        write_set(&hint, result.lines, result.n_lines);
    strbuf_free(&hint.text);
    if (session_is_ending(session))
        return;
    if (code != OFL_OK) {
        nboard_fail(nboard, "%s", ofl_last_error(session->engine));
        return;
    }
    if (session_was_stopped(session))
        return;
    strbuf_clear(&session->reply);
    add_nodes(&session->reply, result.nodes, result.time_ms);
    session_send(session);
    clear_status(nboard);
}

/* ---- go ---- */

/* The clock of the mover as the game tells it: what it began with, what each
 * move added, what each move took. */
static void set_clock(const struct nboard *nboard, struct ofl_limits *limits)
{
    const struct ofl_game *game = &nboard->game;
    enum ofl_color mover = game->position.turn;
    const struct ofl_game_clock *clock = &game->clock[mover];
    if (nboard->version == 1 || !clock->known || clock->main_ms + clock->increment_ms <= 0)
        return;
    int64_t left_ms = clock->main_ms;
    for (int i = 0; i < game->n_played; i++) {
        if (ofl_game_position_at(game, i).turn != mover)
            continue;
        if (game->moves[i].has_time)
            left_ms -= (int64_t)((double)game->moves[i].seconds * 1000.0);
        left_ms += clock->increment_ms;
    }
    /* Past the main time the game goes on, with a smaller prize, in the extension. */
    if (left_ms <= 0)
        left_ms += clock->extension_ms;
    left_ms -= session_spent_ms(nboard->session);
    left_ms = left_ms < 0 ? 0 : left_ms;
    limits->has_clock = true;
    limits->clock_ms = left_ms > 2 * CLOCK_MARGIN_MS ? left_ms - CLOCK_MARGIN_MS : left_ms / 2;
    limits->increment_ms = clock->increment_ms;
}

/* The status line tells a move of the book, contempt, and the seed where moves vary. */
static void say_source(struct nboard *nboard, const struct ofl_limits *limits,
                       const struct ofl_line *line)
{
    const int64_t seed = session_new_seed(nboard->session);
    struct strbuf *reply = &nboard->session->reply;
    const char *before = "";
    strbuf_clear(reply);
    strbuf_add(reply, "status ");
    const size_t empty_length = reply->length;
    if (line->source != OFL_FROM_SEARCH) {
        strbuf_addf(reply, "%s move", ofl_source_text(line->source));
        before = ", ";
    }
    if (session_add_contempt(nboard->session, limits, reply, before))
        before = ", ";
    if (seed)
        strbuf_addf(reply, "%sseed %lld", before, (long long)seed);
    if (reply->length == empty_length)
        return;
    strbuf_add(reply, "\n");
    session_send(nboard->session);
}

static void on_progress(void *user, const struct progress_now *now)
{
    write_nodes(user, now->nodes, now->time_ms);
}

void nboard_go(struct nboard *nboard)
{
    struct session *session = nboard->session;
    ofl_board board = nboard->game.position.board;
    if (is_over(nboard))
        return;
    if (ofl_is_legal(board, OFL_PASS)) {
        session_send_line(session, "=== PA");
        return;
    }
    send_status(nboard, "thinking");
    struct ofl_limits limits = {.depth = nboard->depth};
    struct ofl_result result;
    set_clock(nboard, &limits);
    set_contempt(nboard, &limits);
    struct progress progress;
    progress_begin(&progress, session->engine, false, NODES_EVERY_MS, on_progress, nboard);
    int code = session_choose(session, &nboard->game, &limits, NBOARD_STOP_PING, &result);
    progress_end(&progress);
    if (session_is_ending(session))
        return;
    say_problem(nboard);
    if (code != OFL_OK) {
        nboard_fail(nboard, "%s", ofl_last_error(session->engine));
        return;
    }
    say_source(nboard, &limits, &result.lines[0]);
    struct strbuf *reply = &session->reply;
    strbuf_clear(reply);
    add_nodes(reply, result.nodes, result.time_ms);
    strbuf_add(reply, "=== ");
    add_move(reply, result.lines[0].move);
    strbuf_add(reply, "/");
    strbuf_add_decimal(reply, result.lines[0].score, 2, false);
    strbuf_add(reply, "/");
    strbuf_add_decimal(reply, result.time_ms, 3, false);
    strbuf_add(reply, "\n");
    session_send(session);
    session_ponder(session, board, &result.lines[0], &limits);
}

/* ---- analyze ---- */

/* A review searches so. */
static int search_for_review(void *user, ofl_board board, const struct ofl_limits *limits,
                             struct ofl_result *result, bool *is_stopped)
{
    struct nboard *nboard = user;
    struct progress progress;
    progress_begin(&progress, nboard->session->engine, false, NODES_EVERY_MS, on_progress, nboard);
    const int code = session_search(nboard->session, board, limits, NBOARD_STOP_ANY, result);
    progress_end(&progress);
    *is_stopped = session_was_stopped(nboard->session) || session_is_ending(nboard->session);
    return code;
}

/* NBoard's graph has one view, Black's, at every ply. */
static bool tell_value(void *user, const struct review *review, int ply)
{
    struct session *session = ((struct nboard *)user)->session;
    const struct review_point *point = &review->points[ply];
    strbuf_clear(&session->reply);
    strbuf_addf(&session->reply, "analysis %d ", ply);
    show_score(&session->reply,
               point->position.turn == OFL_BLACK ? point->value_cd : -point->value_cd);
    strbuf_add(&session->reply, "\n");
    return session_send(session);
}

void nboard_analyze(struct nboard *nboard)
{
    enum { BEYOND_DEPTH = 6 }; /* a small depth is to be quick near the end, too */
    const int by_depth = nboard->depth + BEYOND_DEPTH;
    const bool is_shallow = nboard->depth && by_depth < REVIEW_EXACT_EMPTIES;
    const struct review_settings settings = review_complete(
        (struct review_settings){.depth = nboard->depth,
                                 .exact_empties = is_shallow ? by_depth : REVIEW_EXACT_EMPTIES},
        nboard->session->engine);
    const struct review_searcher searcher = {.search = search_for_review, .tell = tell_value,
                                             .user = nboard};
    struct review *review = malloc(sizeof *review);
    if (!review) {
        nboard_fail(nboard, "out of memory");
        return;
    }
    send_status(nboard, "analyzing");
    review_begin(review, &nboard->game, &settings);
    const int code = review_search(review, &searcher);
    const bool is_whole = review->points[0].is_known;
    free(review);
    if (code != OFL_OK)
        nboard_fail(nboard, "%s", ofl_last_error(nboard->session->engine));
    else if (is_whole && !session_is_ending(nboard->session))
        clear_status(nboard);
}
