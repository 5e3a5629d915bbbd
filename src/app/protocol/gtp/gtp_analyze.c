/* protocol/gtp/gtp_analyze.c - GTP commands that stream an analysis: x-analyze, and the names by which
 * Sabaki, Lizzie and LizGoban ask for it (analyze, kata-analyze, lz-analyze).
 *
 * "=ID" comes at once, then a line for each interval with all moves, and an empty line when any
 * input line ends the analysis. That line is executed then. */
#include "protocol/gtp/gtp_state.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"

enum { DEFAULT_MOVES = 8, CENTI_MS = 10, MAX_INTERVAL = 360000, VISITS_MOST = INT32_MAX };

struct analysis {
    struct gtp *gtp;
    bool has_integers; /* 0 to 10000 in place of 0.0 to 1.0 */
    bool has_root;     /* a summary behind the moves */
    int64_t interval_ms;
    int64_t min_moves, max_moves;
    uint64_t moves;    /* squares to consider; 0: all */
};

/* ---- what is written ---- */

/* The chance that the mover wins, draws counted half, as it grows with the lead: 73 % at 3.5 discs,
 * or what a proven score says. */
static double win_rate(const struct ofl_line *line)
{
    const double lead = line->score / 100.0;
    if (line->bound == OFL_BOUND_EXACT)
        return lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
    return 1 / (1 + exp(-lead / 3.5));
}

static void add_rate(struct strbuf *text, const struct analysis *analysis, const char *key,
                     double rate)
{
    if (analysis->has_integers)
        strbuf_addf(text, " %s %d", key, (int)(rate * 10000 + 0.5));
    else
        strbuf_addf(text, " %s %.4f", key, rate);
}

/* The share of each move if moves were chosen by their scores, two discs being a factor of e. */
static double prior_of(const struct ofl_result *now, int index)
{
    double sum = 0;
    for (int i = 0; i < now->n_lines; i++)
        sum += exp((now->lines[i].score - now->lines[0].score) / 200.0);
    return exp((now->lines[index].score - now->lines[0].score) / 200.0) / sum;
}

static uint64_t visits_of(const struct ofl_result *now, int order)
{
    const uint64_t visits = now->nodes / (uint64_t)(order + 1) + 1;
    return visits < VISITS_MOST ? visits : VISITS_MOST;
}

static void add_move_info(struct strbuf *text, const struct analysis *analysis,
                          const struct ofl_result *now, int order)
{
    const struct ofl_line *line = &now->lines[order];
    char move[8];
    const bool is_pass = line->move >= 64;
    strbuf_addf(text, "%sinfo move %s visits %llu", order ? " " : "",
                ofl_move_to_text(line->move, !is_pass, move),
                (unsigned long long)visits_of(now, order));
    add_rate(text, analysis, "winrate", win_rate(line));
    strbuf_addf(text, " scoreLead %.2f scoreMean %.2f", line->score / 100.0, line->score / 100.0);
    add_rate(text, analysis, "prior", prior_of(now, order));
    add_rate(text, analysis, "lcb", win_rate(line));
    strbuf_addf(text, " order %d x-depth %d x-bound %s pv", order, line->depth,
                ofl_bound_text(line->bound));
    for (int i = 0; i < line->pv_length; i++)
        strbuf_addf(text, " %s", ofl_move_to_text(line->pv[i], line->pv[i] < 64, move));
}

static void write_now(void *user, const struct ofl_result *now)
{
    const struct analysis *analysis = user;
    struct strbuf text = {0};
    for (int i = 0; i < now->n_lines && i < analysis->max_moves; i++)
        add_move_info(&text, analysis, now, i);
    if (now->n_lines && analysis->has_root) {
        strbuf_addf(&text, " rootInfo visits %llu", (unsigned long long)visits_of(now, 0));
        add_rate(&text, analysis, "winrate", win_rate(&now->lines[0]));
        strbuf_addf(&text, " scoreLead %.2f", now->lines[0].score / 100.0);
    }
    strbuf_add(&text, "\n");
    if (now->n_lines && !text.is_failed)
        output_write(&analysis->gtp->session->output, text.data, text.length);
    strbuf_free(&text);
}

/* ---- what is asked ---- */

/* "D3,C4": the squares; false if one is none. */
static bool read_squares(struct word word, uint64_t *squares)
{
    *squares = 0;
    for (size_t at = 0; at < word.length;) {
        const char *comma = memchr(word.text + at, ',', word.length - at);
        size_t length = comma ? (size_t)(comma - word.text) - at : word.length - at;
        int move = show_read_move((struct word){word.text + at, length});
        if (move == OFL_NO_MOVE)
            return false;
        if (move < 64)
            *squares |= bit_of(move);
        at += length + 1;
    }
    return true;
}

/* "avoid C V,V DEPTH" and "allow C V,V DEPTH"; of the side not to move they say nothing. */
static bool read_restriction(struct analysis *analysis, const struct word *args, size_t n_left)
{
    struct gtp *gtp = analysis->gtp;
    enum ofl_color color;
    uint64_t squares;
    int64_t depth;
    if (n_left < 4)
        return gtp_fail(gtp, "expected a color, moves and a depth after avoid or allow");
    if (!gtp_read_color(gtp, args[1], &color) ||
        !gtp_read_int(gtp, args[3], "the depth", 1, INT32_MAX, &depth))
        return false;
    if (!read_squares(args[2], &squares))
        return gtp_fail(gtp, "expected moves such as D3,C4 after avoid or allow");
    /* A forced pass is all there is. */
    if (color != gtp->game.position.turn || !ofl_legal_moves(gtp->game.position.board))
        return true;
    const uint64_t before = analysis->moves ? analysis->moves
                                            : ofl_legal_moves(gtp->game.position.board);
    analysis->moves = word_is(args[0], "allow") ? before & squares : before & ~squares;
    return analysis->moves != 0 || gtp_fail(gtp, "no move is left to analyse");
}

/* Keys that are followed by true or false. Only rootInfo has something to tell. */
static bool is_switch(struct word word)
{
    static const char *const names[] = {"rootInfo", "ownership", "ownershipStdev", "movesOwnership",
                                        "pvVisits", "pvEdgeVisits", "noResultValue"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (word_is(word, names[i]))
            return true;
    return false;
}

static bool read_switch(struct analysis *analysis, const struct word *args)
{
    const bool is_on = word_is(args[1], "true");
    if (!is_on && !word_is(args[1], "false"))
        return gtp_fail(analysis->gtp, "expected true or false after %.*s", (int)args[0].length,
                        args[0].text);
    if (word_is(args[0], "rootInfo"))
        analysis->has_root = is_on;
    else if (is_on)
        return gtp_fail(analysis->gtp, "%.*s is not known here", (int)args[0].length,
                        args[0].text);
    return true;
}

/* One key with its values, or a color, or a bare interval; *used receives the number of words. */
static bool read_one(struct analysis *analysis, const struct word *args, size_t n_left,
                     size_t *used)
{
    struct gtp *gtp = analysis->gtp;
    enum ofl_color color;
    int64_t n;
    *used = 1;
    if (show_read_color(args[0], &color))
        return color == gtp->game.position.turn ||
               gtp_fail(gtp, "wrong color: it is %s's turn", show_color(gtp->game.position.turn));
    if (word_to_int(args[0], 1, MAX_INTERVAL, &n)) {
        analysis->interval_ms = n * CENTI_MS;
        return true;
    }
    if (word_is(args[0], "avoid") || word_is(args[0], "allow")) {
        *used = 4;
        return read_restriction(analysis, args, n_left);
    }
    *used = 2;
    if (n_left >= 2 && is_switch(args[0]))
        return read_switch(analysis, args);
    if (n_left >= 2 && word_is(args[0], "interval")) {
        bool is_ok = gtp_read_int(gtp, args[1], "the interval", 1, MAX_INTERVAL, &n);
        analysis->interval_ms = is_ok ? n * CENTI_MS : -1;
        return is_ok;
    }
    if (n_left >= 2 && word_is(args[0], "minmoves"))
        return gtp_read_int(gtp, args[1], "minmoves", 0, OFL_MAX_MOVES, &analysis->min_moves);
    if (n_left >= 2 && word_is(args[0], "maxmoves"))
        return gtp_read_int(gtp, args[1], "maxmoves", 1, OFL_MAX_MOVES, &analysis->max_moves);
    gtp_fail(gtp, "syntax error: expected a color, an interval in 1/100 s, or a key and its value, "
                  "found ");
    strbuf_add_quoted(gtp_reply(gtp), args[0].text, args[0].length);
    return false;
}

static void begin(void *user) { gtp_begin_stream(((struct analysis *)user)->gtp); }

static bool do_analyze(void *state, const struct command_call *call)
{
    struct gtp *gtp = state;
    struct session *session = gtp->session;
    struct analysis analysis = {.gtp = gtp, .interval_ms = -1, .max_moves = DEFAULT_MOVES,
                                .has_integers = word_is((struct word){call->command->names[0], 2},
                                                        "lz")};
    for (size_t i = 0, used; i < call->n_args; i += used)
        if (!read_one(&analysis, call->args + i, call->n_args - i, &used))
            return false;
    if (analysis.max_moves < analysis.min_moves)
        analysis.max_moves = analysis.min_moves;
    if (ofl_is_over(gtp->game.position.board))
        return true;
    const struct ofl_limits limits = {.infinite = true, .multi_pv = (int)analysis.max_moves,
                                      .moves = analysis.moves};
    const struct session_stream stream = {.stops = GTP_STOP_ANY | GTP_STOP_INTERRUPT,
                                          .interval_ms = analysis.interval_ms, .waits = true,
                                          .begun = begin, .tick = write_now, .user = &analysis};
    struct ofl_result result;
    const int code = session_stream(session, gtp->game.position.board, &limits, &stream, &result);
    gtp->is_ending = session_is_ending(session);
    return code == OFL_OK || gtp_fail(gtp, "%s", ofl_last_error(session->engine));
}

#define ANALYZE(NAME) \
    {{NAME}, 0, COMMAND_ANY, do_analyze, "[COLOR] [interval N] [KEY VALUE ...]", \
     "lines of analysis every N/100 s until any line comes"}

const struct command gtp_analyze_commands[] = {
    ANALYZE("x-analyze"), ANALYZE("analyze"), ANALYZE("kata-analyze"), ANALYZE("lz-analyze"),
    COMMAND_END,
};
