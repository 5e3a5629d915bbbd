/* protocol/gtp/gtp_extra.c - Outflank's own GTP commands (x-...): analysis, options,
 * any position, the rule sheets' terms. */
#include "protocol/gtp/gtp_state.h"

#include "text/reader.h"
#include "book/xot.h"
#include "protocol/optlist.h"

/* ---- analysis ---- */

static void add_line(struct gtp *gtp, const struct ofl_line *line, int n_empties)
{
    struct strbuf *reply = gtp_reply(gtp);
    bool has_upper_case = gtp->session->config->has_upper_case;
    show_move(reply, line->move, has_upper_case);
    strbuf_add(reply, " ");
    show_score(reply, line->score);
    strbuf_addf(reply, " %s%s%s", ofl_bound_text(line->bound), line->source ? " " : "",
                ofl_source_text(line->source));
    strbuf_add(reply, " depth ");
    show_depth(reply, line, n_empties);
    strbuf_add(reply, " pv ");
    show_pv(reply, line, has_upper_case, " ");
    strbuf_add(reply, "\n");
}

static bool analyse(struct gtp *gtp, const struct ofl_limits *limits)
{
    struct ofl_result result;
    int n_empties = ofl_count_empties(gtp->game.position.board);
    if (!gtp_hint(gtp, limits, &result))
        return false;
    for (int i = 0; i < result.n_lines; i++)
        add_line(gtp, &result.lines[i], n_empties);
    strbuf_addf(gtp_reply(gtp), "nodes %llu time ", (unsigned long long)result.nodes);
    strbuf_add_decimal(gtp_reply(gtp), result.time_ms, 3, false);
    if (limits->goal == OFL_GOAL_PLAY)
        session_add_contempt(gtp->session, limits, gtp_reply(gtp), " ");
    return true;
}

static bool do_hint(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    int64_t n = 1;
    if (call->n_args &&
        !gtp_read_int(gtp, call->args[0], "the number of moves", 1, OFL_MAX_MOVES, &n))
        return false;
    return analyse(gtp, &(struct ofl_limits){.multi_pv = (int)n, .nodes = gtp->max_nodes,
                                             .depth = gtp->max_depth});
}

static bool do_solve(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    return analyse(gtp, &(struct ofl_limits){.goal = OFL_GOAL_EXACT});
}

/* "strength 5 loss 3.25": what play gives away a move. */
static bool do_strength(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    ofl_engine *engine = gtp->session->engine;
    const struct word name = {"strength", 8};
    if (call->n_args && !session_set_option(gtp->session, name, call->args[0]))
        return false;
    strbuf_clear(gtp_reply(gtp));
    strbuf_addf(gtp_reply(gtp), "strength %s loss ", ofl_get_option(engine, "strength"));
    strbuf_add_decimal(gtp_reply(gtp), ofl_loss(engine), 2, false);
    return true;
}

static bool do_eval(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    show_score(gtp_reply(gtp), ofl_evaluate(gtp->session->engine, gtp->game.position.board));
    return true;
}

static bool do_explain(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    show_explanation(gtp_reply(gtp), gtp->session->engine, gtp->game.position.board);
    return true;
}

static bool do_perft(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    int64_t depth;
    enum ofl_perft_rule rule = OFL_PERFT_A;
    if (!gtp_read_int(gtp, call->args[0], "the depth", 0, SESSION_PERFT_MAX, &depth))
        return false;
    if (call->n_args > 1) {
        struct word word = call->args[1];
        int letter = word.length == 1 ? ascii_lower(word.text[0]) : '?';
        if (letter < 'a' || letter > 'e')
            return gtp_fail(gtp, "the rule must be one of A B C D E");
        rule = (enum ofl_perft_rule)(letter - 'a');
    }
    uint64_t count;
    if (!session_perft(gtp->session, gtp->game.position.board, (int)depth, rule,
                       GTP_STOP_INTERRUPT, &count)) {
        gtp->is_ending = session_is_ending(gtp->session);
        return gtp_fail(gtp, "interrupted");
    }
    strbuf_addf(gtp_reply(gtp), "%llu", (unsigned long long)count);
    return true;
}

/* ---- options ---- */

static bool do_options(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    optlist_write(gtp_reply(gtp), gtp->session->engine);
    return true;
}

static bool do_setoption(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    const struct ofl_option_info *info = optlist_find(call->args[0]);
    struct word value = command_rest(call, 1);
    if (info && optlist_is_file(info, value) && !gtp->session->config->allow_files)
        return gtp_fail(gtp, "option %s names a file: start with --allow-files", info->name);
    if (!session_set_option(gtp->session, call->args[0], value))
        return false;
    session_add_shortage(gtp->session, call->args[0], value);
    return true;
}

/* ---- positions ---- */

static bool do_setboard(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    struct reading reading;
    struct ofl_text_error error;
    if (!reader_read(call->rest.text, call->rest.length, &reading, &error))
        return gtp_fail(gtp, "column %zu: %s", error.column, error.text);
    gtp_start_game(gtp, reading.game.position);
    strbuf_add(gtp_reply(gtp), reading.note.text);
    return true;
}

static bool do_handicap(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    int64_t corners;
    enum ofl_color color;
    struct word number;
    if (!first_mover_read_handicap(call->args, call->n_args, &number, &color))
        return gtp_fail(gtp, "the corners are given to black or white");
    if (!gtp_read_int(gtp, number, "the number of corners", 0, 4, &corners))
        return false;
    if (gtp->game.n_played || gtp->n_end_passes)
        return gtp_fail(gtp, "a handicap is given before the first move");
    ofl_position position = gtp->game.start;
    if (!first_mover_handicap(&position, (int)(color == OFL_WHITE ? -corners : corners)))
        return gtp_fail(gtp, "a corner is taken already");
    gtp_start_game(gtp, position);
    return true;
}

/* "xot 17 of 3623 seed 5 f5d6..." */
static bool start_xot(struct gtp *gtp, const struct command_call *call)
{
    int64_t seed;
    char moves[2 * OFL_MAX_PLIES + 1];
    if (call->n_args > 1 && !gtp_read_int(gtp, call->args[1], "the seed", 0, INT64_MAX, &seed))
        return false;
    gtp_start_game(gtp, first_mover_start(gtp->first));
    if (call->n_args < 2)
        seed = session_take_seed(gtp->session);
    const size_t index = first_mover_xot(gtp->first, (uint64_t)seed, &gtp->game);
    moves[ofl_game_to_transcript(&gtp->game, false, moves)] = '\0';
    strbuf_addf(gtp_reply(gtp), "xot %zu of %zu seed %lld %s", index + 1, xot_count(),
                (long long)seed, moves);
    return true;
}

static bool do_start(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    if (word_is_any_case(call->args[0], "xot"))
        return start_xot(gtp, call);
    if (call->n_args > 1 || !word_is_any_case(call->args[0], "alternate"))
        return gtp_fail(gtp, "the start must be alternate, or xot and a seed");
    gtp_start_game(gtp, first_mover_alternate(gtp->first));
    return true;
}

static bool do_first_mover(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    if (gtp->game.n_played || gtp->n_end_passes)
        return gtp_fail(gtp, "the first mover is chosen before the first move");
    if (!first_mover_read(call->args[0], &gtp->first))
        return gtp_fail(gtp, "the first mover must be black, white or choose");
    if (gtp->first == FIRST_CHOOSE)
        return true;
    /* The discs stay, handicap included; only the turn changes. */
    enum ofl_color color = first_mover_start(gtp->first).turn;
    if (gtp->game.start.turn != color)
        gtp_start_game(gtp, first_mover_give_turn(gtp->game.start, color));
    return true;
}

/* ---- the rule sheets ---- */

static bool do_score(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    show_score_sheet(gtp_reply(gtp), gtp->game.position);
    return true;
}

/* x-referee BOARD SIDE MOVE BOARD SIDE */
static bool do_referee(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    ofl_position before, after;
    int move;
    bool is_late = false;
    struct strbuf reason = {0};
    if (!show_read_referee(call->rest, &before, &move, &after, &is_late, &reason)) {
        gtp_fail(gtp, "%s", reason.data ? reason.data : "no memory");
        strbuf_free(&reason);
        return false;
    }
    show_referee(gtp_reply(gtp), before, move, after, is_late);
    return true;
}

static bool do_transcript(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    char text[2 * OFL_MAX_PLIES + 1];
    strbuf_add_bytes(gtp_reply(gtp), text, ofl_game_to_transcript(&gtp->game, false, text));
    return true;
}

static bool do_ggf(void *state, const struct command_call *call)
{
    return gtp_add_game(state, "ggf");
}

const struct command gtp_extra_commands[] = {
    {{"x-hint"}, 0, 1, do_hint, "[N]", "the N best moves with score, depth and line of play"},
    {{"x-strength"}, 0, 1, do_strength, "[1..20|off]", "the strength, and the discs it loses a move"},
    {{"x-solve"}, 0, 0, do_solve, "", "the exact score and the best line to the end"},
    {{"x-eval"}, 0, 0, do_eval, "", "static evaluation in discs for the side to move"},
    {{"x-explain"}, 0, 0, do_explain, "", "the parts of the evaluation: own, other, contribution"},
    {{"x-perft"}, 1, 2, do_perft, "DEPTH [RULE]", "count the games of DEPTH plies; rule A to E"},
    {{"x-options"}, 0, 0, do_options, "", "the options: name, type, value, default, range"},
    {{"x-setoption"}, 2, COMMAND_ANY, do_setoption, "NAME VALUE", "set an option"},
    {{"x-setboard"}, 1, COMMAND_ANY, do_setboard, "BOARD SIDE",
     "start a game from 64 squares a1 b1 .. h8 (X O -) and the side to move"},
    {{"x-start"}, 1, 2, do_start, "alternate | xot [SEED]",
     "a new game from the old start of Reversi, or after eight moves of XOT"},
    {{"x-handicap"}, 1, 2, do_handicap, "[black|white] N",
     "discs of black (or white) on N corners, in the order a1 h8 a8 h1"},
    {{"x-first-mover"}, 1, 1, do_first_mover, "black|white|choose",
     "who begins; choose: the color of the first move"},
    {{"x-score"}, 0, 0, do_score, "",
     "discs; of a finished game the score by both ways, with its grade"},
    {{"x-referee"}, 1, COMMAND_ANY, do_referee, "BOARD SIDE MOVE BOARD SIDE [late]",
     "are the discs turned as the rules say; late: the other side has moved since"},
    {{"x-transcript"}, 0, 0, do_transcript, "", "the moves played, passes left out"},
    {{"x-ggf"}, 0, 0, do_ggf, "", "the game in the Generic Game Format"},
    COMMAND_END,
};
