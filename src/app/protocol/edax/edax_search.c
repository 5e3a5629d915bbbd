/* protocol/edax/edax_search.c - the Edax console dialect: what the engine is asked. */
#include <outflank/book.h>

#include <string.h>

#include "base/clock.h"
#include "base/visible.h"
#include "protocol/edax/edax_solve.h"
#include "protocol/edax/edax_state.h"
#include "protocol/small_file.h"
#include "protocol/show.h"

/* The limits of a search as level and clocks say. */
static void edax_limits(const struct edax *edax, struct ofl_limits *limits)
{
    *limits = (struct ofl_limits){0};
    if (edax->timing.mode != TIMING_NONE)
        timing_limits(&edax->timing, edax->game.position.turn, 0, limits);
}

/* A search that has an end of its own is finished before the program leaves. */
static unsigned stops_for(const struct edax *edax, const struct ofl_limits *limits)
{
    return session_is_bounded(edax->session, edax->game.position.board, limits)
               ? EDAX_STOP : EDAX_STOP | EDAX_QUIT;
}

/* ---- tables ---- */

static void begin_table(struct edax *edax)
{
    if (!edax->options->verbosity)
        return;
    edax_add_header(edax_out(edax), false);
    edax_add_separator(edax_out(edax), false);
}

static void end_table(struct edax *edax)
{
    if (edax->options->verbosity)
        edax_add_separator(edax_out(edax), false);
}

static void add_row(struct edax *edax, struct strbuf *text, const struct ofl_line *line,
                    uint64_t nodes, int64_t time_ms)
{
    const bool is_searched = line->source == OFL_FROM_SEARCH;
    const struct edax_row row = {line, edax->game.position.turn, nodes, time_ms,
                                 edax->options->width};
    if (!is_searched || line->depth >= edax->options->noise)
        edax_add_row(text, &row);
}

/* Rows while the search goes on. The engine's thread calls this. */
struct progress {
    struct edax *edax;
    struct strbuf text;
    int n_rows; /* lines of each iteration that are shown */
    bool has_row;
};

static void on_info(void *user, const struct ofl_info *info)
{
    struct progress *progress = user;
    if (info->rank >= progress->n_rows)
        return;
    strbuf_clear(&progress->text);
    add_row(progress->edax, &progress->text, &info->line, info->nodes, info->time_ms);
    if (!progress->text.is_failed && progress->text.length)
        progress->has_row = output_write(&progress->edax->session->output, progress->text.data,
                                         progress->text.length);
}

/* Runs `choose` or `hint`, with rows for each iteration if they are wanted. *has_rows: there were
 * some. */
static int search(struct edax *edax, const struct ofl_limits *limits, bool is_hint,
                  struct ofl_result *result, bool *has_rows)
{
    struct session *session = edax->session;
    const unsigned stops = stops_for(edax, limits);
    struct progress progress = {.edax = edax, .n_rows = is_hint ? limits->multi_pv : 1};
    const bool shows_all = edax->options->verbosity >= 2;
    session_send(session);
    if (shows_all) {
        session_end_pondering(session);
        ofl_on_info(session->engine, on_info, &progress);
    }
    const int code =
        is_hint ? session_hint(session, edax->game.position.board, limits, stops, result)
                : session_choose(session, &edax->game, limits, stops, result);
    if (shows_all)
        ofl_on_info(session->engine, NULL, NULL);
    strbuf_free(&progress.text);
    *has_rows = progress.has_row;
    return code;
}

static bool say_error(struct edax *edax, int code)
{
    const char *problem = ofl_book_take_problem(edax->session->engine);
    if (*problem)
        edax_fail(edax, "%s", problem);
    return code == OFL_OK || edax_fail(edax, "%s", ofl_last_error(edax->session->engine));
}

/* ---- go ---- */

/* The move that "force" wants here, in whichever of the eight symmetries; OFL_NO_MOVE if none. */
static int forced_move(const struct edax *edax)
{
    const ofl_board board = edax->game.position.board;
    for (int ply = 0; ply < edax->forced.n_played; ply++) {
        const ofl_position position = ofl_game_position_at(&edax->forced, ply);
        for (int symmetry = 0; symmetry < 8; symmetry++) {
            const ofl_board turned = ofl_symmetry(position.board, symmetry);
            if (position.turn == edax->game.position.turn && turned.player == board.player &&
                turned.opponent == board.opponent)
                return ofl_symmetry_square(edax->forced.moves[ply].move, symmetry);
        }
    }
    return OFL_NO_MOVE;
}

/* The move of a search; OFL_NO_MOVE if there was none, or the session ends. */
static int searched_move(struct edax *edax, struct ofl_limits *limits, struct ofl_line *line)
{
    struct ofl_result result;
    edax_limits(edax, limits);
    begin_table(edax);
    bool has_rows;
    const int code = search(edax, limits, false, &result, &has_rows);
    if (session_is_ending(edax->session) || !say_error(edax, code))
        return OFL_NO_MOVE;
    *line = result.lines[0];
    if (edax->options->verbosity && (!has_rows || line->source != OFL_FROM_SEARCH))
        add_row(edax, edax_out(edax), line, result.nodes, result.time_ms);
    end_table(edax);
    return line->move;
}

bool edax_go(struct edax *edax)
{
    const ofl_board board = edax->game.position.board;
    struct ofl_limits limits;
    struct ofl_line line = {.move = OFL_NO_MOVE};
    char name[8];
    int move = forced_move(edax);
    edax->since_ms = clock_ms(); /* the time before it was asked is not its own */
    if (ofl_is_legal(board, OFL_PASS)) {
        move = OFL_PASS;
    } else if (move == OFL_NO_MOVE) {
        move = searched_move(edax, &limits, &line);
    }
    if (move == OFL_NO_MOVE)
        return false;
    edax_play(edax, move);
    strbuf_addf(edax_out(edax), "\nEdax plays %s\n", edax_move_text(move, true, name));
    if (line.move != OFL_NO_MOVE && edax->options->mode <= EDAX_MODE_BLACK) {
        session_send(edax->session);
        session_ponder(edax->session, board, &line, &limits);
    }
    return true;
}

static bool do_go(void *state, const struct command_call *call)
{
    struct edax *edax = state;
    if (!ofl_is_over(edax->game.position.board))
        return edax_go(edax);
    strbuf_add(edax_out(edax), "\n*** Game Over ***\n");
    return true;
}

/* ---- hint ---- */

/* The book's lines first, then what was searched; best first. */
static void add_lines(struct edax *edax, const struct ofl_result *result, int n, bool has_rows)
{
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < result->n_lines && i < n; i++) {
            const bool is_searched = result->lines[i].source == OFL_FROM_SEARCH;
            if (is_searched == (pass == 1) && (!has_rows || !is_searched))
                add_row(edax, edax_out(edax), &result->lines[i], result->nodes, result->time_ms);
        }
}

static bool do_hint(void *state, const struct command_call *call)
{
    struct edax *edax = state;
    struct ofl_limits limits;
    struct ofl_result result;
    int n;
    if (!edax_read_int(edax, call, "n_moves", 1, 60, 1, &n))
        return false;
    if (ofl_is_over(edax->game.position.board))
        return true;
    begin_table(edax);
    if (ofl_is_legal(edax->game.position.board, OFL_PASS)) {
        end_table(edax);
        return true;
    }
    edax_limits(edax, &limits);
    limits.multi_pv = n;
    bool has_rows;
    const int code = search(edax, &limits, true, &result, &has_rows);
    if (session_is_ending(edax->session) || !say_error(edax, code))
        return false;
    add_lines(edax, &result, n, has_rows);
    end_table(edax);
    return true;
}

/* ---- analyze ---- */

/* One move of the game: what it was worth, and the best one. False if the search was stopped. */
static bool analyze_move(struct edax *edax, int ply, int64_t loss_cd[2])
{
    struct session *session = edax->session;
    const ofl_position position = ofl_game_position_at(&edax->game, ply);
    const int move = edax->game.moves[ply].move;
    const struct ofl_limits any = {.multi_pv = 1}, own = {.moves = UINT64_C(1) << move};
    struct ofl_result best, played;
    char name[8], best_name[8];
    if (session_search(session, position.board, &any, EDAX_STOP | EDAX_QUIT, &best) ||
        session_was_stopped(session) ||
        session_search(session, position.board, &own, EDAX_STOP | EDAX_QUIT, &played) ||
        session_was_stopped(session))
        return false;
    int loss = best.lines[0].score - played.lines[0].score;
    if (loss < 0 || best.lines[0].move == move)
        loss = 0;
    strbuf_addf(edax_out(edax), "%3d  %c %s ", ply + 1, position.turn == OFL_BLACK ? '*' : 'O',
                edax_move_text(move, true, name));
    show_score(edax_out(edax), played.lines[0].score);
    strbuf_addf(edax_out(edax), "  best %s ", edax_move_text(best.lines[0].move, true, best_name));
    show_score(edax_out(edax), best.lines[0].score);
    strbuf_add(edax_out(edax), loss >= 400 ? "  mistake\n" : loss >= 100 ? "  inaccurate\n" : "\n");
    loss_cd[position.turn] += loss;
    session_send(session);
    return true;
}

static bool do_analyze(void *state, const struct command_call *call)
{
    struct edax *edax = state;
    int64_t loss_cd[2] = {0};
    int n;
    if (!edax_read_int(edax, call, "n_moves", 1, OFL_MAX_PLIES, OFL_MAX_PLIES, &n))
        return false;
    for (int ply = edax->game.n_played - 1; ply >= 0 && n > 0; ply--) {
        if (edax->game.moves[ply].move == OFL_PASS)
            continue;
        if (!analyze_move(edax, ply, loss_cd))
            return edax_fail(edax, "analyze: stopped");
        n--;
    }
    for (int i = 0; i < 2; i++) {
        strbuf_addf(edax_out(edax), "%s gave away ", i ? "White" : "Black");
        strbuf_add_decimal(edax_out(edax), loss_cd[i], 2, false);
        strbuf_add(edax_out(edax), " discs\n");
    }
    return true;
}

/* ---- solve ---- */

static int solve_one(void *user, ofl_board board, const struct ofl_limits *limits,
                     struct ofl_result *result, bool *is_stopped)
{
    struct session *session = user;
    const int code = session_search(session, board, limits, EDAX_STOP | EDAX_QUIT, result);
    *is_stopped = session_was_stopped(session) || session_is_ending(session);
    return code;
}

/* solve, obftest, wtest. The table goes out as it comes. What cannot be read is told on stderr, as
 * -solve does. */
static bool do_solve(void *state, const struct command_call *call)
{
    struct edax *edax = state;
    struct session *session = edax->session;
    const struct edax_solver solver = {solve_one, session};
    const char *command = call->command->names[0];
    char buffer[FILE_NAME_SIZE], path[FILE_NAME_SIZE];
    if (!edax_may_use_files(edax))
        return false;
    const struct word name = file_whole_name(call->rest, buffer);
    if (name.length >= sizeof path || memchr(name.text, '\0', name.length))
        return edax_fail(edax, "%s: the name is too long, or holds a NUL byte", command);
    memcpy(path, name.text, name.length);
    path[name.length] = '\0';
    if (strcmp(path, "-") == 0 || strncmp(path, "/dev/", 5) == 0)
        return edax_fail(edax, "%s: expected a file", command);
    session_end_pondering(session);
    session_send(session);
    (*command == 'w' ? edax_wtest : edax_solve)(session->engine, edax->options, path,
                                                &session->output, &solver);
    return true;
}

/* ---- debug-pv ---- */

static bool do_move_row(void *state, const struct command_call *call)
{
    struct edax *edax = state;
    const int move = show_read_move(call->rest);
    struct ofl_limits limits;
    struct ofl_result result;
    if (move < 0 || move > 63 || !ofl_is_legal(edax->game.position.board, move))
        return edax_fail(edax, "debug-pv: no legal move: %s",
                         visible_word(call->rest.text, call->rest.length).text);
    edax_limits(edax, &limits);
    limits.moves = UINT64_C(1) << move;
    session_send(edax->session);
    const int code = session_search(edax->session, edax->game.position.board, &limits,
                                    stops_for(edax, &limits), &result);
    if (session_is_ending(edax->session) || !say_error(edax, code))
        return false;
    begin_table(edax);
    add_row(edax, edax_out(edax), &result.lines[0], result.nodes, result.time_ms);
    end_table(edax);
    return true;
}

const struct command edax_search_commands[] = {
    {{"go"}, 0, COMMAND_ANY, do_go, "", "find a move and play it, for whoever is to move"},
    {{"hint"}, 0, COMMAND_ANY, do_hint, "[N]", "the N best moves"},
    {{"solve", "obftest"}, 1, COMMAND_ANY, do_solve, "FILE", "solve the positions of an OBF file"},
    {{"wtest"}, 1, COMMAND_ANY, do_solve, "FILE", "check the theoretical scores of a WTHOR base"},
    {{"debug-pv"}, 1, COMMAND_ANY, do_move_row, "MOVE", "what a move is worth, with its line"},
    {{"analyze", "analyse", "a"}, 0, COMMAND_ANY, do_analyze, "[N]", "the last N moves, last first"},
    COMMAND_END,
};
