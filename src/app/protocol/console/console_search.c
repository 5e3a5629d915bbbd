/* protocol/console/console_search.c - console commands that ask the engine. */
#include <stdlib.h>

#include "analysis/forecast.h"
#include "protocol/console/console_state.h"
#include "protocol/console/console_variant.h"
#include "protocol/show_analysis.h"
#include "report/compare.h"
#include "report/report.h"

/* "#  move  score  depth  line of play", one row for each line. */
static void add_table(struct console *console, const struct ofl_result *result, int n_empties)
{
    struct strbuf *out = console_out(console);
    strbuf_add(out, " #  move    score     depth  line of play\n");
    for (int i = 0; i < result->n_lines; i++) {
        const struct ofl_line *line = &result->lines[i];
        struct strbuf score = {0}, depth = {0};
        char move[8];
        show_score(&score, line->score);
        show_depth(&depth, line, n_empties);
        const char *bound = line->bound == OFL_BOUND_LOWER ? ">" :
                            line->bound == OFL_BOUND_UPPER ? "<" : " ";
        strbuf_addf(out, "%2d  %-4s  %s%6s  %8s  ", i + 1,
                    ofl_move_to_text(line->move, false, move), bound,
                    score.data ? score.data : "", depth.data ? depth.data : "");
        show_pv(out, line, false, " ");
        strbuf_addf(out, line->source ? "  (%s)\n" : "%s\n", ofl_source_text(line->source));
        strbuf_free(&score);
        strbuf_free(&depth);
    }
    const bool was_stopped = session_was_stopped(console->session);
    if (!result->nodes && !was_stopped) /* all of it from the book */
        return;
    strbuf_addf(out, "%llu nodes, ", (unsigned long long)result->nodes);
    strbuf_add_decimal(out, result->time_ms, 3, false);
    strbuf_add(out, " s");
    if (result->time_ms > 0)
        strbuf_addf(out, ", %llu nodes/s",
                    (unsigned long long)(result->nodes * 1000 / (uint64_t)result->time_ms));
    strbuf_add(out, was_stopped ? "; stopped\n" : "\n");
}

/* How many moves are to be told of; 1 if nothing is said. */
static bool read_n_moves(struct console *console, const struct command_call *call, int64_t *n)
{
    *n = 1;
    return !call->n_args ||
           console_read_int(console, call->args[0], "The number of moves", 1, OFL_MAX_MOVES, n);
}

static bool search(struct console *console, const struct ofl_limits *limits)
{
    struct session *session = console->session;
    ofl_board board = console->game.position.board;
    struct ofl_result result;
    if (variant_is_over(console->game.variant, board))
        return console_fail(console, "The game is over.");
    if (console_has_variant(console)) {
        if (!console_variant_search(session, &console->searcher, &console->game, limits, CONSOLE_STOP,
                                    &result))
            return false;
        add_table(console, &result, variant_count_empties(console->game.variant, board));
        return true;
    }
    console_begin_search(console);
    int code = session_hint(session, board, limits, CONSOLE_STOP, &result);
    console_end_search(console);
    if (!console_has_answer(console, code))
        return false;
    console_say_problem(console);
    add_table(console, &result, ofl_count_empties(board));
    return true;
}

/* ---- think ---- */

struct thinking {
    struct console *console;
    int n_empties;
    struct ofl_line last; /* the first line of the set shown last */
};

/* A set of lines is shown when it is new. */
static void show_now(void *user, const struct ofl_result *now)
{
    struct thinking *thinking = user;
    const struct ofl_line *first = &now->lines[0];
    if (now->n_lines == 0 || (first->depth == thinking->last.depth &&
                              first->confidence == thinking->last.confidence))
        return;
    thinking->last = *first;
    add_table(thinking->console, now, thinking->n_empties);
    session_send(thinking->console->session);
}

/* Without a limit, until a line comes or the position is solved. */
static bool do_think(void *state, const struct command_call *call)
{
    enum { LOOK_EVERY_MS = 100 };
    struct console *console = state;
    struct session *session = console->session;
    const ofl_board board = console->game.position.board;
    int64_t n;
    if (!read_n_moves(console, call, &n))
        return false;
    if (ofl_is_over(board))
        return console_fail(console, "The game is over.");
    struct thinking thinking = {.console = console, .n_empties = ofl_count_empties(board)};
    const struct ofl_limits limits = {.infinite = true, .multi_pv = (int)n};
    const struct session_stream stream = {.stops = CONSOLE_STOP, .interval_ms = LOOK_EVERY_MS,
                                          .tick = show_now, .user = &thinking};
    struct ofl_result result;
    int code = session_stream(session, board, &limits, &stream, &result);
    if (!console_has_answer(console, code))
        return false;
    show_now(&thinking, &result);
    return true;
}

static bool do_hint(void *state, const struct command_call *call)
{
    struct console *console = state;
    int64_t n;
    if (!read_n_moves(console, call, &n))
        return false;
    struct ofl_limits limits = {.multi_pv = (int)n};
    if (console->timing.mode == TIMING_PER_MOVE)
        timing_limits(&console->timing, console->game.position.turn, 0, &limits);
    return search(console, &limits);
}

/* Says before a long search what it may take. The rate is that of a usual processor's thread. */
static void warn_of_time(struct console *console)
{
    enum { NODES_PER_S = 20000000, LONG_S = 60 };
    const ofl_board board = console->game.position.board;
    const int64_t n_threads = session_option_int(console->session, "threads", 1);
    const struct forecast forecast =
        forecast_make(board, (double)NODES_PER_S * (double)(n_threads > 1 ? n_threads : 1));
    if (forecast.seconds < LONG_S)
        return;
    strbuf_addf(console_out(console), "The exact score from %d empties may take ",
                ofl_count_empties(board));
    show_duration(console_out(console), forecast.seconds);
    strbuf_add(console_out(console), console->is_terminal ? "; Ctrl-C stops it.\n"
                                                          : "; 'stop' ends it.\n");
    session_send(console->session);
}

static bool do_solve(void *state, const struct command_call *call)
{
    struct console *console = state;
    int64_t n;
    if (!read_n_moves(console, call, &n))
        return false;
    if (!console_has_variant(console) && !ofl_is_over(console->game.position.board))
        warn_of_time(console);
    return search(console, &(struct ofl_limits){.goal = OFL_GOAL_EXACT, .multi_pv = (int)n});
}

static bool do_eval(void *state, const struct command_call *call)
{
    struct console *console = state;
    ofl_position position = console->game.position;
    show_evaluation(console_out(console), position,
                    ofl_evaluate(console->session->engine, position.board));
    strbuf_add(console_out(console), "\n");
    return true;
}

/* A review, or a comparison of moves, searches so. */
static int search_for_review(void *user, ofl_board board, const struct ofl_limits *limits,
                             struct ofl_result *result, bool *is_stopped)
{
    struct session *session = user;
    const int code = session_search(session, board, limits, CONSOLE_STOP, result);
    *is_stopped = session_was_stopped(session) || session_is_ending(session);
    return code;
}

/* Why a move is worse than the best one, or better than the second. */
static bool explain_move(struct console *console, ofl_position position, int move)
{
    struct session *session = console->session;
    const struct review_settings settings =
        review_complete((struct review_settings){.exact_empties = REVIEW_EXACT_EMPTIES},
                        session->engine);
    const struct review_searcher searcher = {.search = search_for_review, .user = session};
    struct comparison found = {.position = position, .move = move};
    bool is_stopped = false;
    console_begin_search(console);
    const int code = compare_moves_by(&searcher, &settings, &found, &is_stopped);
    console_end_search(console);
    if (!console_has_answer(console, code))
        return false;
    if (is_stopped)
        return console_fail(console, "Stopped.");
    compare_add_text(console_out(console), &found);
    return true;
}

/* The move that a person played last, also where the engine has answered; of two engines, the last. */
static bool do_why(void *state, const struct command_call *call)
{
    struct console *console = state;
    const bool *is_engine = console->is_engine;
    struct ofl_game game = console->game;
    while (ofl_game_undo(&game)) {
        const int move = console->game.moves[game.n_played].move;
        const bool is_answer = is_engine[game.position.turn] && !is_engine[!game.position.turn];
        if (move != OFL_PASS && !is_answer)
            return explain_move(console, game.position, move);
    }
    return console_fail(console, "There is no move of yours yet.");
}

static bool do_explain(void *state, const struct command_call *call)
{
    struct console *console = state;
    const ofl_position position = console->game.position;
    const int move = call->n_args ? show_read_move(call->args[0]) : OFL_NO_MOVE;
    const char *reason = compare_refusal(position, move);
    if (call->n_args && reason) {
        strbuf_add_quoted(console_out(console), call->args[0].text, call->args[0].length);
        return console_fail(console, ": %s.", reason);
    }
    if (call->n_args)
        return explain_move(console, position, move);
    strbuf_add(console_out(console), "term                  own  opp  discs\n");
    show_explanation(console_out(console), console->session->engine,
                     console->game.position.board);
    show_owners(console_out(console), console->session->engine, position.board);
    return true;
}

static bool do_perft(void *state, const struct command_call *call)
{
    struct console *console = state;
    int64_t depth;
    uint64_t count;
    if (!console_read_int(console, call->args[0], "The depth", 0, SESSION_PERFT_MAX, &depth))
        return false;
    if (console_has_variant(console)) {
        count = variant_perft(console->game.variant, console->game.position.board,
                              depth < 9 ? (int)depth : 9);
        strbuf_addf(console_out(console), "%llu\n", (unsigned long long)count);
        return depth <= 9 || console_fail(console, "That was for 9 moves, the most here.");
    }
    if (!session_perft(console->session, console->game.position.board, (int)depth, OFL_PERFT_A,
                       CONSOLE_STOP, &count))
        return console_fail(console, "Stopped.");
    strbuf_addf(console_out(console), "%llu\n", (unsigned long long)count);
    return true;
}

static bool do_analyze(void *state, const struct command_call *call)
{
    struct console *console = state;
    struct session *session = console->session;
    const struct review_settings settings =
        review_complete((struct review_settings){.exact_empties = REVIEW_EXACT_EMPTIES},
                        session->engine);
    const struct review_searcher searcher = {.search = search_for_review, .user = session};
    const struct review_origin origin = {.n_in_file = 1};
    const struct ofl_game game = console_record(console);
    if (!game.n_played)
        return console_fail(console, "There is no move yet to review.");
    struct review *review = malloc(sizeof *review);
    if (!review)
        return console_fail(console, "Out of memory.");
    review_begin(review, &game, &settings);
    console_begin_search(console);
    const int code = review_search(review, &searcher);
    console_end_search(console);
    review_judge(review);
    const bool is_whole = review->is_complete;
    if (code == OFL_OK && !session_is_ending(session))
        review_add_text(console_out(console), review, &origin);
    free(review);
    if (!console_has_answer(console, code))
        return false;
    return is_whole || console_fail(console, "Stopped.");
}

const struct command console_search_commands[] = {
    {{"hint", "h"}, 0, 1, do_hint, "[N]",
     "the N best moves, what they are worth in discs, and how play may go on; depth 100% is exact"},
    {{"think"}, 0, 1, do_think, "[N]", "the N best moves, deeper and deeper until you stop it"},
    {{"solve"}, 0, 1, do_solve, "[N]", "the exact score of the N best moves"},
    {{"review", "analyze"}, 0, 0, do_analyze, "",
     "what each move of the game was worth, and the mistakes: ?? lost 10 discs or more, ? 4, ?! 2; "
     "'=' is exact, the chance is the mover's that is left, accuracy 100 lost nothing"},
    {{"eval"}, 0, 0, do_eval, "", "what the position is worth to the side to move, without a search"},
    {{"explain"}, 0, 1, do_explain, "[MOVE]",
     "what a move costs against the best one, and why; without it, the parts of the evaluation, and who "
     "may be expected to own each square at the end"},
    {{"why"}, 0, 0, do_why, "",
     "what the move that you played last costs against the best one, and why; by a search, while the "
     "book's values come from longer ones"},
    {{"perft"}, 1, 1, do_perft, "DEPTH", "count the ways to play DEPTH moves"},
    COMMAND_END,
};
