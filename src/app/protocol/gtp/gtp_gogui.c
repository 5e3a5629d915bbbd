/* protocol/gtp/gtp_gogui.c - what GoGui's menu of analysis asks for (its manual, "Analyze Commands"):
 * values drawn on the board, a line of play, a dialog of options. */
#include "protocol/gtp/gtp_state.h"

#include <string.h>

#include "protocol/optlist.h"

/* Moves within so much of the best one are yellow, the others red; 1/100 disc. */
enum { NEAR_CD = 200 };

static bool do_analyze_commands(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    strbuf_add(gtp_reply(gtp), "gfx/Best Moves/x-gfx\n"
                               "pspairs/Values/x-values\n"
                               "var/Line of Play/x-pv\n"
                               "hstring/Hint/x-hint 5\n"
                               "hstring/Explain Evaluation/x-explain\n"
                               "hstring/Solve/x-solve\n"
                               "hstring/Score Sheet/x-score\n"
                               "hstring/Options/x-options\n"
                               "param/Settings/x-param\n"
                               "string/Static Evaluation/x-eval\n"
                               "string/Transcript/x-transcript\n"
                               "string/GGF/x-ggf\n"
                               "string/Final Score/final_score\n"
                               "string/Generate Move Without Playing It/reg_genmove %m\n"
                               "none/Set Level/set_level %s\n"
                               "none/Corner Handicap/x-handicap %s\n"
                               "none/First Mover/x-first-mover %s");
    return true;
}

static bool do_interrupt(void *state, const struct command_call *call)
{
    return true; /* That the command exists tells GoGui that "# interrupt" works. */
}

/* ---- values ---- */

/* The N best moves, all of them unless told; false with the reason. */
static bool search_moves(struct gtp *gtp, const struct command_call *call,
                         struct ofl_result *result)
{
    int64_t n = OFL_MAX_MOVES;
    if (call->n_args &&
        !gtp_read_int(gtp, call->args[0], "the number of moves", 1, OFL_MAX_MOVES, &n))
        return false;
    return gtp_hint(gtp, &(struct ofl_limits){.multi_pv = (int)n, .nodes = gtp->max_nodes,
                                              .depth = gtp->max_depth}, result);
}

/* Is there a move to value? If not, `text` says why. */
static bool has_moves(struct gtp *gtp, struct strbuf *text)
{
    const ofl_position position = gtp->game.position;
    if (ofl_is_over(position.board))
        show_result(text, position, session_score_rule(gtp->session));
    else if (!ofl_legal_moves(position.board))
        strbuf_addf(text, "%s must pass", show_color(position.turn));
    return ofl_legal_moves(position.board) != 0;
}

/* "+2": a label has room for two digits. */
static void add_rounded(struct strbuf *text, int score_cd)
{
    strbuf_addf(text, "%+d", (score_cd + (score_cd < 0 ? -50 : 50)) / 100);
}

static const char *color_of(const struct ofl_result *result, int index)
{
    const int behind = result->lines[0].score - result->lines[index].score;
    return behind <= 0 ? "green" : behind <= NEAR_CD ? "yellow" : "red";
}

static void add_colors(struct strbuf *text, const struct ofl_result *result)
{
    const char *last = "";
    for (int i = 0; i < result->n_lines; i++) {
        const char *color = color_of(result, i);
        if (strcmp(color, last) != 0)
            strbuf_addf(text, "%sCOLOR %s", i ? "\n" : "", color);
        last = color;
        strbuf_add(text, " ");
        show_move(text, result->lines[i].move, true);
    }
    strbuf_add(text, "\n");
}

/* Rounded values on the squares, the best move green; the best value in the status line. */
static bool do_gfx(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    struct strbuf *reply = gtp_reply(gtp);
    struct ofl_result result;
    strbuf_add(reply, "TEXT ");
    if (!has_moves(gtp, reply))
        return true;
    strbuf_clear(reply);
    if (!search_moves(gtp, call, &result))
        return false;
    const struct ofl_line *best = &result.lines[0];
    strbuf_add(reply, "LABEL");
    for (int i = 0; i < result.n_lines; i++) {
        strbuf_add(reply, " ");
        show_move(reply, result.lines[i].move, true);
        strbuf_add(reply, " ");
        add_rounded(reply, result.lines[i].score);
    }
    strbuf_add(reply, "\n");
    add_colors(reply, &result);
    strbuf_add(reply, "TEXT ");
    show_move(reply, best->move, true);
    strbuf_add(reply, " ");
    show_score(reply, best->score);
    strbuf_add(reply, ", depth ");
    show_depth(reply, best, ofl_count_empties(gtp->game.position.board));
    strbuf_addf(reply, ", %llu nodes", (unsigned long long)result.nodes);
    return true;
}

static bool do_values(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    struct ofl_result result;
    struct strbuf none = {0};
    const bool must_search = has_moves(gtp, &none);
    strbuf_free(&none);
    if (!must_search)
        return true;
    if (!search_moves(gtp, call, &result))
        return false;
    for (int i = 0; i < result.n_lines; i++) {
        show_move(gtp_reply(gtp), result.lines[i].move, true);
        strbuf_add(gtp_reply(gtp), " ");
        show_score(gtp_reply(gtp), result.lines[i].score);
        strbuf_add(gtp_reply(gtp), "\n");
    }
    return true;
}

static bool do_pv(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    struct ofl_result result;
    char move[8];
    if (ofl_is_over(gtp->game.position.board))
        return true;
    if (!gtp_hint(gtp, &(struct ofl_limits){.nodes = gtp->max_nodes, .depth = gtp->max_depth},
                  &result))
        return false;
    const struct ofl_line *line = &result.lines[0];
    for (int i = 0; i < line->pv_length; i++)
        strbuf_addf(gtp_reply(gtp), "%s%s", i ? " " : "",
                    ofl_move_to_text(line->pv[i], line->pv[i] < 64, move));
    return true;
}

/* ---- options ---- */

/* "[bool] ponder 0", "[list/tournament/raw] score-rule raw", "[string] hash 128". */
static void add_param(struct gtp *gtp, const struct ofl_option_info *info)
{
    struct strbuf *reply = gtp_reply(gtp);
    const char *value = ofl_get_option(gtp->session->engine, info->name);
    if (info->type == OFL_OPTION_FILE || !value)
        return;
    if (info->type == OFL_OPTION_BOOL) {
        strbuf_addf(reply, "[bool] %s %d\n", info->name, strcmp(value, "on") == 0);
        return;
    }
    strbuf_add(reply, info->type == OFL_OPTION_CHOICE ? "[list" : "[string");
    for (const char *at = info->choices; info->type == OFL_OPTION_CHOICE && *at;) {
        const size_t n = strcspn(at, "|");
        strbuf_add(reply, "/");
        strbuf_add_bytes(reply, at, n);
        at += n + (at[n] == '|');
    }
    strbuf_addf(reply, "] %s %s\n", info->name, value);
}

static bool do_param(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    const struct ofl_option_info *info;
    for (size_t i = 0; call->n_args == 0 && (info = ofl_option_at(i)) != NULL; i++)
        add_param(gtp, info);
    if (call->n_args == 0)
        return true;
    info = optlist_find(call->args[0]);
    if (info && info->type == OFL_OPTION_FILE)
        return gtp_fail(gtp, "option %s names a file: it is no setting of this dialog", info->name);
    struct word value = command_rest(call, 1);
    if (info && info->type == OFL_OPTION_BOOL && (word_is(value, "0") || word_is(value, "1")))
        value = word_is(value, "1") ? (struct word){"on", 2} : (struct word){"off", 3};
    return session_set_option(gtp->session, call->args[0], value);
}

const struct command gtp_gogui_commands[] = {
    {{"gogui-analyze_commands"}, 0, 0, do_analyze_commands, "", "commands for GoGui's menu"},
    {{"gogui-interrupt"}, 0, 0, do_interrupt, "", "tells that '# interrupt' ends a search"},
    {{"x-gfx"}, 0, 1, do_gfx, "[N]", "the values of the N best moves, drawn on GoGui's board"},
    {{"x-values"}, 0, 1, do_values, "[N]", "the N best moves and their values, as pairs"},
    {{"x-pv"}, 0, 0, do_pv, "", "the line of play that is expected"},
    {{"x-param"}, 0, COMMAND_ANY, do_param, "[NAME VALUE]",
     "the options for GoGui's dialog: type, name, value; set one"},
    COMMAND_END,
};
