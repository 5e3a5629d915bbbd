/* protocol/uci/uci_search.c - implements uci_search.h. */
#include "protocol/uci/uci_search.h"

#include <stdlib.h>

#include "base/visible.h"
#include "protocol/show.h"
#include "text/fen.h"

enum { STOP_ANY = 1 << 0, TICK_MS = 20 };

bool uci_fail(struct uci *uci, const char *format, ...)
{
    char line[VISIBLE_LINE];
    va_list list;
    va_start(list, format);
    visible_format(line, sizeof line, format, list);
    va_end(list);
    strbuf_clear(&uci->session->reply);
    strbuf_addf(&uci->session->reply, "info string Error: %s\n", line);
    session_send(uci->session);
    return false;
}

bool uci_ready(struct uci *uci) { return session_send_line(uci->session, "readyok"); }

unsigned uci_stops(const char *text, size_t length)
{
    struct word word;
    return word_split(text, length, &word, 1) && (word_is(word, "stop") || word_is(word, "quit"))
               ? STOP_ANY : 0;
}

/* ---- lines ---- */

void uci_add_move(const struct uci *uci, struct strbuf *text, ofl_board board, int move)
{
    if (uci->is_plain)
        show_move(text, move, false);
    else
        fen_add_fairy_move(text, board, move);
}

static void add_line(const struct uci *uci, struct strbuf *text, const struct ofl_info *info)
{
    static const char *const bounds[] = {[OFL_BOUND_LOWER] = " lowerbound",
                                         [OFL_BOUND_UPPER] = " upperbound"};
    const struct ofl_line *line = &info->line;
    const char *bound = line->bound == OFL_BOUND_LOWER || line->bound == OFL_BOUND_UPPER
                            ? bounds[line->bound] : "";
    ofl_board board = uci->game.position.board;
    strbuf_addf(text,
                "info depth %d multipv %d score cp %d%s nodes %llu nps %llu hashfull %d time %lld",
                line->depth, info->rank + 1, line->score, bound, (unsigned long long)info->nodes,
                (unsigned long long)(info->nodes * 1000 / (uint64_t)(info->time_ms + 1)),
                info->table_permille, (long long)info->time_ms);
    for (int i = 0; i < line->pv_length && i < OFL_MAX_PV; i++) {
        strbuf_add(text, i ? " " : " pv ");
        uci_add_move(uci, text, board, line->pv[i]);
        board = ofl_play(board, line->pv[i]);
    }
    strbuf_add(text, "\n");
}

void uci_on_info(void *user, const struct ofl_info *info)
{
    struct uci *uci = user;
    uci->table_permille = info->table_permille;
    strbuf_clear(&uci->info);
    add_line(uci, &uci->info, info);
    if (!uci->info.is_failed)
        output_write(&uci->session->output, uci->info.data, uci->info.length);
}

/* The lines, best first, and "bestmove M [ponder M]". */
static void add_result(const struct uci *uci, struct strbuf *text, const struct ofl_result *result)
{
    const ofl_board board = uci->game.position.board;
    const struct ofl_line *best = &result->lines[0];
    for (int i = 0; i < result->n_lines && (i == 0 || i < uci->multi_pv); i++)
        add_line(uci, text, &(struct ofl_info){.line = result->lines[i], .rank = i,
                                               .nodes = result->nodes, .time_ms = result->time_ms,
                                               .table_permille = uci->table_permille});
    if (best->source != OFL_FROM_SEARCH)
        strbuf_addf(text, "info string %s move\n", ofl_source_text(best->source));
    strbuf_add(text, "bestmove ");
    uci_add_move(uci, text, board, best->move);
    if (best->pv_length > 1) {
        strbuf_add(text, " ponder ");
        uci_add_move(uci, text, ofl_play(board, best->move), best->pv[1]);
    }
    strbuf_add(text, "\n");
}

/* A finished game, which Fairy-Stockfish closes by two passes, or no position to rely on. */
static void add_no_move(const struct uci *uci, struct strbuf *text)
{
    const ofl_board board = uci->game.position.board;
    if (uci->is_valid)
        strbuf_addf(text, "info depth 0 score cp %d\n",
                    100 * ofl_score(board, session_score_rule(uci->session)));
    strbuf_add(text, "bestmove ");
    if (uci->is_valid && uci->n_closing < 2 && ofl_count_empties(board) && board.player &&
        board.opponent && !uci->is_plain)
        uci_add_move(uci, text, board, OFL_PASS);
    else
        strbuf_add(text, "(none)");
    strbuf_add(text, "\n");
}

/* ---- searches ---- */

/* Answers "isready" during a search; what else comes waits. */
static void on_tick(void *user, const struct ofl_result *now)
{
    struct uci *uci = user;
    while (session_has_line(uci->session)) {
        struct line *line = session_next_line(uci->session);
        struct word words[2];
        if (!line)
            return;
        if (word_split(line->text, line->length, words, 2) != 1 || !word_is(words[0], "isready")) {
            session_push_line(uci->session, line);
            return;
        }
        uci_ready(uci);
        free(line);
    }
}

static bool has_no_move(const struct uci *uci)
{
    return !uci->is_valid || ofl_is_over(uci->game.position.board);
}

/* Does a book, or weak play, choose the move? Analyses are searches. */
static bool is_chosen(const struct uci *uci, const struct ofl_limits *limits)
{
    return !limits->infinite && !limits->moves && limits->multi_pv <= 1 &&
           !ofl_choose_is_search(uci->session->engine, &uci->game, limits);
}

/* Fills session->reply. False if there is nothing to say. */
static bool find_move(struct uci *uci, const struct ofl_limits *limits)
{
    struct session *session = uci->session;
    const struct session_stream stream = {.stops = STOP_ANY, .interval_ms = TICK_MS,
                                          .tick = on_tick, .user = uci};
    const ofl_board board = uci->game.position.board;
    struct ofl_result result;
    strbuf_clear(&session->reply);
    if (has_no_move(uci)) {
        add_no_move(uci, &session->reply);
        return true;
    }
    const int code = is_chosen(uci, limits)
                         ? session_choose(session, &uci->game, limits, STOP_ANY, &result)
                         : session_stream(session, board, limits, &stream, &result);
    const char *problem = code == OFL_OK ? ofl_book_take_problem(session->engine)
                                         : ofl_last_error(session->engine);
    if (session_is_ending(session))
        return false;
    if (*problem)
        uci_fail(uci, "%s", problem);
    strbuf_clear(&session->reply);
    if (code == OFL_OK)
        add_result(uci, &session->reply, &result);
    else
        strbuf_add(&session->reply, "bestmove (none)\n");
    return true;
}

void uci_go(struct uci *uci, const struct ofl_limits *limits)
{
    struct session *session = uci->session;
    if (!find_move(uci, limits))
        return;
    /* A search without an end has its answer when it is asked for, even if all is known before. */
    if (limits->infinite && (has_no_move(uci) || !session_was_stopped(session))) {
        strbuf_clear(&uci->owed);
        strbuf_add_bytes(&uci->owed, session->reply.data, session->reply.length);
        strbuf_clear(&session->reply);
    }
    session_send(session);
}

void uci_end_pondering(struct uci *uci)
{
    session_end_pondering(uci->session);
    uci->is_pondering = false;
}

void uci_ponder(struct uci *uci, const struct ofl_limits *limits)
{
    uci_end_pondering(uci);
    uci->is_pondering = true;
    uci->pondered = *limits;
    if (!has_no_move(uci) && !is_chosen(uci, limits))
        session_ponder_board(uci->session, uci->game.position.board, limits);
}

void uci_ponder_hit(struct uci *uci)
{
    if (!uci->is_pondering)
        return;
    uci->is_pondering = false;
    uci_go(uci, &uci->pondered);
}

void uci_stop(struct uci *uci)
{
    struct session *session = uci->session;
    strbuf_clear(&session->reply);
    if (uci->owed.length) {
        strbuf_add_bytes(&session->reply, uci->owed.data, uci->owed.length);
        strbuf_clear(&uci->owed);
        session_send(session);
    } else if (session->is_pondering) {
        struct ofl_result result;
        ofl_stop(session->engine);
        const int code = ofl_wait(session->engine, -1, &result);
        session->is_pondering = uci->is_pondering = false;
        if (code == OFL_OK)
            add_result(uci, &session->reply, &result);
        session_send(session);
    } else if (uci->is_pondering) {
        uci->is_pondering = false;
        uci_go(uci, &(struct ofl_limits){.depth = 1, .multi_pv = 1});
    }
}
