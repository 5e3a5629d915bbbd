/* protocol/gtp/gtp_play.c - GTP commands that make a game: board, moves, clocks.
 *
 * Passes: a side that must pass may do so by "pass" or by saying nothing; in
 * the second case the pass is inserted before the other side's move and goes
 * away again with that move's undo. A pass is never inserted otherwise. After the end of the game
 * either side may pass as often as it likes, and an undo takes such a pass back. */
#include "protocol/gtp/gtp_state.h"

#include <string.h>

#include "base/number.h"

static bool do_boardsize(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    int64_t size;
    if (!word_to_int(call->args[0], 8, 8, &size))
        return gtp_fail(gtp, "unacceptable size");
    gtp_start_game(gtp, first_mover_start(gtp->first));
    return true;
}

static bool do_clear_board(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    gtp_start_game(gtp, first_mover_start(gtp->first));
    session_new_game(gtp->session);
    return true;
}

static bool do_komi(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    int64_t komi;
    const struct number_range hundredths = {.min = -100000, .max = 100000, .decimals = 2};
    if (!number_read(call->args[0].text, call->args[0].length, &hundredths, &komi, NULL))
        return gtp_fail(gtp, "syntax error: komi must be a number from -1000 to 1000, of two "
                             "decimals at most");
    gtp_set_komi(gtp, komi);
    return true;
}

static bool pass_at_end(struct gtp *gtp)
{
    const bool is_over = ofl_is_over(gtp->game.position.board);
    gtp->n_end_passes += is_over;
    return is_over;
}

/* One move of `color`; on failure the reason is in the reply. */
static bool play_move(struct gtp *gtp, enum ofl_color color, struct word text)
{
    struct strbuf *reply = gtp_reply(gtp);
    int move = show_read_move(text);
    if (move == OFL_NO_MOVE) {
        strbuf_clear(reply);
        strbuf_add(reply, "illegal move: expected a square a1..h8 or pass, found ");
        strbuf_add_quoted(reply, text.text, text.length);
        return false;
    }
    if (move == OFL_PASS && pass_at_end(gtp))
        return true;
    struct ofl_game before = gtp->game;
    if (!gtp_give_turn(gtp, color)) {
        if (ofl_is_over(gtp->game.position.board))
            return gtp_fail(gtp, "illegal move: game over");
        return gtp_fail(gtp, "illegal move: it is %s's turn", show_color(gtp->game.position.turn));
    }
    if (gtp_play(gtp, move, false))
        return true;
    const char *reason = ofl_illegal_reason(gtp->game.position.board, move);
    gtp->game = before;
    return gtp_fail(gtp, "illegal move: %s", reason ? reason : "the game is too long");
}

static bool do_play(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    enum ofl_color color;
    return gtp_read_color(gtp, call->args[0], &color) && play_move(gtp, color, call->args[1]);
}

static bool do_play_sequence(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    struct ofl_game before = gtp->game;
    const int n_end_passes = gtp->n_end_passes;
    if (call->n_args % 2)
        return gtp_fail(gtp, "syntax error: expected pairs of a color and a move");
    for (size_t i = 0; i < call->n_args; i += 2) {
        enum ofl_color color;
        if (!gtp_read_color(gtp, call->args[i], &color) ||
            !play_move(gtp, color, call->args[i + 1])) {
            gtp->game = before;
            gtp->n_end_passes = n_end_passes;
            strbuf_addf(gtp_reply(gtp), " (move %zu of the sequence)", i / 2 + 1);
            return false;
        }
    }
    return true;
}

/* The move for the side to move; `result` is filled if it is not a pass. OFL_NO_MOVE, with the
 * reason, if there is to be none. */
static int choose_move(struct gtp *gtp, struct ofl_result *result)
{
    if (ofl_is_legal(gtp->game.position.board, OFL_PASS))
        return OFL_PASS;
    struct ofl_limits limits = {.nodes = gtp->max_nodes, .depth = gtp->max_depth};
    timing_limits(&gtp->timing, gtp->game.position.turn, session_spent_ms(gtp->session), &limits);
    if (!gtp_choose(gtp, &limits, result))
        return OFL_NO_MOVE;
    if (result->lines[0].move == OFL_NO_MOVE)
        gtp_fail(gtp, "no move found");
    return result->lines[0].move;
}

/* genmove plays its move, reg_genmove only says it. */
static bool generate(struct gtp *gtp, const struct command_call *call, bool must_play)
{
    enum ofl_color color;
    if (!gtp_read_color(gtp, call->args[0], &color))
        return false;
    if (ofl_is_over(gtp->game.position.board)) {
        strbuf_add(gtp_reply(gtp), "pass");
        return true;
    }
    struct ofl_game before = gtp->game;
    struct ofl_result result;
    if (!gtp_give_turn(gtp, color))
        return gtp_fail(gtp, "wrong color: it is %s's turn", show_color(gtp->game.position.turn));
    const ofl_board board = gtp->game.position.board;
    int move = choose_move(gtp, &result);
    if (move == OFL_NO_MOVE || !must_play)
        gtp->game = before;
    if (move == OFL_NO_MOVE)
        return false;
    const struct ofl_game counted = gtp_game_with_komi(gtp);
    if (must_play && move != OFL_PASS &&
        resign_is_due(gtp->session, &gtp->resign, &counted, &result)) {
        gtp->game = before;
        strbuf_add(gtp_reply(gtp), "resign");
        return true;
    }
    if (must_play && !gtp_play(gtp, move, false)) {
        gtp->game = before;
        return gtp_fail(gtp, "the game is too long");
    }
    if (must_play && move != OFL_PASS) {
        gtp->has_last = true;
        gtp->last = result.lines[0];
        gtp->last_nodes = result.nodes;
        gtp->ponder_board = board;
        gtp->must_ponder = true;
    }
    show_move(gtp_reply(gtp), move, gtp->session->config->has_upper_case);
    if (must_play)
        timing_used(&gtp->timing, color, session_spent_ms(gtp->session));
    return true;
}

static bool do_genmove(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    return generate(gtp, call, true);
}

static bool do_reg_genmove(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    return generate(gtp, call, false);
}

/* One move back, with the pass that was inserted before it; or a pass after the end. */
static bool take_back(struct gtp *gtp)
{
    if (gtp->n_end_passes > 0) {
        gtp->n_end_passes--;
        return true;
    }
    if (!ofl_game_undo(&gtp->game))
        return false;
    while (gtp->game.n_played && gtp->is_inserted[gtp->game.n_played - 1])
        ofl_game_undo(&gtp->game);
    return true;
}

static bool do_undo(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    return take_back(gtp) ? true : gtp_fail(gtp, "cannot undo");
}

static bool do_gg_undo(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    int64_t n = 1;
    if (call->n_args &&
        !gtp_read_int(gtp, call->args[0], "the number of moves", 0, OFL_MAX_PLIES, &n))
        return false;
    struct ofl_game before = gtp->game;
    const int n_end_passes = gtp->n_end_passes;
    for (; n > 0; n--)
        if (!take_back(gtp)) {
            gtp->game = before;
            gtp->n_end_passes = n_end_passes;
            return gtp_fail(gtp, "cannot undo");
        }
    return true;
}

/* One from 1 to 9. */
static bool has_digit(struct word word)
{
    for (size_t i = 0; i < word.length; i++)
        if (word.text[i] >= '1' && word.text[i] <= '9')
            return true;
    return false;
}

/* Seconds, whole ones or with decimals; *unit_ms is the last digit's worth. */
static bool read_seconds(struct gtp *gtp, struct word word, const char *what, int64_t min_s,
                         int64_t *time_ms, int *unit_ms)
{
    const char *point = memchr(word.text, '.', word.length);
    size_t n_decimals = point ? word.length - (size_t)(point - word.text) - 1 : 0;
    *unit_ms = n_decimals == 0 ? 1000 : n_decimals == 1 ? 100 : n_decimals == 2 ? 10 : 1;
    const bool is_read =
        word_to_decimal(word, 3, min_s * 1000, (int64_t)TIMING_MAX_S * 1000, time_ms);
    /* No time at all means another clock, or none. */
    const bool is_too_short = is_read && min_s == 0 && *time_ms == 0 && has_digit(word);
    if (is_read && !is_too_short)
        return true;
    if (is_too_short) {
        gtp_fail(gtp, "%s must be 0 or at least 0.001 seconds, not ", what);
        strbuf_add_quoted(gtp_reply(gtp), word.text, word.length);
        return false;
    }
    gtp_fail(gtp, "%s must be a number of seconds from %lld to %d, not ", what,
             (long long)min_s, TIMING_MAX_S);
    strbuf_add_quoted(gtp_reply(gtp), word.text, word.length);
    return false;
}

static bool do_time_settings(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    int64_t main_ms, byo_ms, stones;
    int main_unit_ms, byo_unit_ms;
    if (!read_seconds(gtp, call->args[0], "the main time", 0, &main_ms, &main_unit_ms) ||
        !read_seconds(gtp, call->args[1], "the byo-yomi time", 0, &byo_ms, &byo_unit_ms) ||
        !gtp_read_int(gtp, call->args[2], "the number of stones", 0, 1000, &stones))
        return false;
    timing_set_ms(&gtp->timing, main_ms, byo_ms, (int)stones,
                  main_unit_ms < byo_unit_ms ? main_unit_ms : byo_unit_ms);
    return true;
}

static bool do_time_left(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    enum ofl_color color;
    int64_t left_ms, stones;
    int unit_ms;
    /* A controller that lets a side go on after its time may report less than 0. */
    if (!gtp_read_color(gtp, call->args[0], &color) ||
        !read_seconds(gtp, call->args[1], "the time", -TIMING_MAX_S, &left_ms, &unit_ms) ||
        !gtp_read_int(gtp, call->args[2], "the number of stones", 0, 1000, &stones))
        return false;
    timing_left_ms(&gtp->timing, color, left_ms, unit_ms, (int)stones);
    return true;
}

static bool do_set_level(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    strbuf_clear(gtp_reply(gtp));
    struct word name = {"level", 5};
    return session_set_option(gtp->session, name, call->args[0]);
}

const struct command gtp_play_commands[] = {
    {{"boardsize"}, 1, 1, do_boardsize, "8", "start a new game on a board of this size; 8 only"},
    {{"clear_board"}, 0, 0, do_clear_board, "", "start a new game"},
    {{"komi"}, 1, 1, do_komi, "DISCS", "discs added to white's score, unless --ignore-komi is given"},
    {{"play"}, 2, 2, do_play, "COLOR MOVE", "play a move; a square or pass"},
    {{"play_sequence"}, 2, 2 * OFL_MAX_PLIES, do_play_sequence, "COLOR MOVE ...",
     "play several moves, or none if one of them is illegal"},
    {{"gogui-play_sequence"}, 2, 2 * OFL_MAX_PLIES, do_play_sequence, "COLOR MOVE ...",
     "the same as play_sequence"},
    {{"genmove"}, 1, 1, do_genmove, "COLOR", "find a move and play it"},
    {{"reg_genmove"}, 1, 1, do_reg_genmove, "COLOR", "find a move and do not play it"},
    {{"undo"}, 0, 0, do_undo, "", "take back a move"},
    {{"gg-undo"}, 0, 1, do_gg_undo, "[N]", "take back N moves"},
    {{"time_settings"}, 3, 3, do_time_settings, "MAIN BYO STONES",
     "clocks in seconds; 0 BYO 0: per move; MAIN BYO 0: increment BYO; else byo-yomi"},
    {{"time_left"}, 3, 3, do_time_left, "COLOR SECONDS STONES", "the clock of a color"},
    {{"set_level"}, 1, 1, do_set_level, "LEVEL", "strength of play"},
    COMMAND_END,
};
