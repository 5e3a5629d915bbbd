/* protocol/uci/uci.c - UCI: commands and game.
 *
 * Squares, passes, FEN and colours are those of Fairy-Stockfish's flipello (docs/dialects.md):
 * ranks count from below and White moves first. Othello's own names of squares are read as well: at
 * the first move no square is legal in both. */
#include "protocol/serve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/visible.h"
#include "protocol/command.h"
#include "protocol/optlist.h"
#include "protocol/show.h"
#include "protocol/uci/uci_search.h"
#include "text/fen.h"

enum { MAX_DEPTH = 60, NAME_SIZE = 64 };
static const int64_t MAX_MS = INT64_C(1) << 40;
static const struct word ELO = {"elo", 3};

static struct strbuf *out(struct uci *uci) { return &uci->session->reply; }

/* ---- options ---- */

/* "move-overhead" as "Move Overhead". */
static void add_name(struct strbuf *text, const char *name)
{
    bool is_first = true;
    for (; *name; is_first = *name++ == '-')
        strbuf_addf(text, "%c", *name == '-' ? ' ' : is_first ? *name - 'a' + 'A' : *name);
}

static void add_choices(struct strbuf *text, const char *choices)
{
    for (size_t n; *choices; choices += n + (choices[n] == '|')) {
        n = strcspn(choices, "|");
        strbuf_addf(text, " var %.*s", (int)n, choices);
    }
}

static void add_option(const struct uci *uci, struct strbuf *text,
                       const struct ofl_option_info *info)
{
    static const char *const types[] = {"spin", "check", "combo", "string", "string"};
    const char *value = ofl_get_option(uci->session->engine, info->name);
    /* A number that is a word for now cannot be a spin. */
    const bool is_text = info->type == OFL_OPTION_INT && info->choices &&
                         strcmp(value, info->choices) == 0;
    const bool is_check = info->type == OFL_OPTION_BOOL;
    strbuf_add(text, "option name ");
    add_name(text, info->name);
    strbuf_addf(text, " type %s default %s", is_text ? "string" : types[info->type],
                is_check ? strcmp(value, "on") == 0 ? "true" : "false"
                         : value && *value ? visible(value).text : "<empty>");
    if (info->type == OFL_OPTION_INT && !is_text)
        strbuf_addf(text, " min %lld max %lld", (long long)info->min, (long long)info->max);
    if (info->type == OFL_OPTION_CHOICE)
        add_choices(text, info->choices);
    strbuf_add(text, "\n");
}

static bool do_uci(void *state, const struct command_call *call)
{
    struct uci *uci = state;
    const struct ofl_option_info *info, *elo = optlist_find(ELO);
    strbuf_clear(out(uci));
    strbuf_addf(out(uci), "id name Outflank %s\nid author the Outflank authors\n", ofl_version());
    for (size_t i = 0; (info = ofl_option_at(i)) != NULL; i++)
        add_option(uci, out(uci), info);
    strbuf_addf(out(uci), "option name MultiPV type spin default %d min 1 max %d\n"
                          "option name Clear Hash type button\n"
                          "option name UCI_AnalyseMode type check default false\n"
                          "option name UCI_LimitStrength type check default %s\n"
                          "option name UCI_Elo type spin default %d min %lld max %lld\n"
                          "option name UCI_Variant type combo default %s var flipello var othello\n"
                          "uciok\n",
                uci->multi_pv, OFL_MAX_MOVES, uci->is_limited ? "true" : "false", uci->elo,
                (long long)elo->min, (long long)elo->max, uci->is_othello ? "othello" : "flipello");
    return session_send(uci->session);
}

/* UCI's two options for it are one of the engine's. */
static bool set_strength(struct uci *uci, bool is_limited, int elo)
{
    char text[16] = "off";
    if (is_limited)
        snprintf(text, sizeof text, "%d", elo);
    if ((is_limited || uci->is_limited) &&
        !session_set_option(uci->session, ELO, (struct word){text, strlen(text)}))
        return false;
    uci->is_limited = is_limited;
    uci->elo = elo;
    return true;
}

/* The options of the protocol itself. NULL if it is none of them, else whether it was set. */
static bool set_own_option(struct uci *uci, const char *name, struct word value, bool *is_set)
{
    int64_t n;
    *is_set = true;
    if (strcmp(name, "uci_variant") == 0) {
        *is_set = word_is(value, "flipello") || word_is(value, "othello");
        if (*is_set)
            uci->is_plain = uci->is_othello = word_is(value, "othello");
        else
            strbuf_add(out(uci), "UCI_Variant takes flipello or othello");
    } else if (strcmp(name, "multipv") == 0) {
        *is_set = command_read_int(value, "MultiPV", 1, OFL_MAX_MOVES, &n, out(uci));
        if (*is_set)
            uci->multi_pv = (int)n;
    } else if (strcmp(name, "uci_limitstrength") == 0) {
        *is_set = word_is(value, "true") || word_is(value, "false");
        if (*is_set)
            *is_set = set_strength(uci, word_is(value, "true"), uci->elo);
        else
            strbuf_add(out(uci), "UCI_LimitStrength takes true or false");
    } else if (strcmp(name, "uci_elo") == 0) {
        const struct ofl_option_info *elo = optlist_find(ELO);
        *is_set = command_read_int(value, "UCI_Elo", elo->min, elo->max, &n, out(uci)) &&
                  set_strength(uci, uci->is_limited, (int)n);
    } else if (strcmp(name, "clear-hash") == 0) {
        session_new_game(uci->session);
    } else {
        return strcmp(name, "uci_analysemode") == 0;
    }
    return true;
}

static bool set_option(struct uci *uci, const char *name, struct word value)
{
    const struct word word = {name, strlen(name)};
    const struct ofl_option_info *info = optlist_find(word);
    bool is_set;
    if (set_own_option(uci, name, value, &is_set))
        return is_set;
    if (word_is(value, "<empty>"))
        value.length = 0;
    if (info && optlist_is_file(info, value) && value.length &&
        !uci->session->config->allow_files) {
        strbuf_add(out(uci), "files are only read with --allow-files");
        return false;
    }
    return session_set_option(uci->session, word, value) &&
           !session_add_shortage(uci->session, word, value);
}

/* setoption name N [value V]: both may have blanks. */
static bool do_setoption(void *state, const struct command_call *call)
{
    struct uci *uci = state;
    char name[NAME_SIZE] = "";
    size_t n = 0, k = 1;
    uci_end_pondering(uci);
    for (; k < call->n_args && !word_is(call->args[k], "value"); k++)
        for (size_t i = 0; i <= call->args[k].length && n + 1 < sizeof name; i++)
            name[n++] = i ? (char)ascii_lower(call->args[k].text[i - 1]) : '-';
    name[n] = '\0';
    strbuf_clear(out(uci));
    strbuf_add(out(uci), "info string Error: ");
    if (!word_is(call->args[0], "name") || n < 2)
        strbuf_add(out(uci), "expected setoption name NAME value VALUE");
    else if (set_option(uci, name + 1, command_rest(call, k + 1)))
        return true;
    strbuf_add(out(uci), "\n");
    session_send(uci->session);
    return false;
}

/* ---- the game ---- */

/* P@f4, f5, or a pass: a1a1, 0000, @@@@ and Othello's words. */
static int read_move(struct uci *uci, struct word word)
{
    const int fairy = fen_read_fairy_move(word.text, word.length);
    const int move = fairy != OFL_NO_MOVE ? fairy : show_read_move(word);
    if (move < 64)
        uci->is_plain = fairy == OFL_NO_MOVE;
    return move;
}

/* Some leave passes out; Fairy-Stockfish passes twice when the game is over. */
static bool play(struct uci *uci, int move)
{
    ofl_position *now = &uci->game.position;
    const ofl_board board = now->board;
    if (move == OFL_PASS && ofl_is_over(board) && uci->n_closing < 2) {
        *now = (ofl_position){ofl_swap(board), !now->turn};
        uci->n_closing++;
        return true;
    }
    if (move != OFL_NO_MOVE && !ofl_is_legal(board, move) && ofl_is_legal(board, OFL_PASS) &&
        ofl_is_legal(ofl_swap(board), move))
        ofl_game_play(&uci->game, OFL_PASS);
    return move != OFL_NO_MOVE && ofl_game_play(&uci->game, move);
}

static bool play_moves(struct uci *uci, struct word rest)
{
    const char *end = rest.text + rest.length;
    for (struct word word; word_split(rest.text, rest.length, &word, 1);) {
        const int move = read_move(uci, word);
        if (!play(uci, move)) {
            const char *why = ofl_illegal_reason(uci->game.position.board, move);
            char name[VISIBLE_WORD];
            visible_copy(name, sizeof name, word.text, word.length);
            return uci_fail(uci, "position: move %d, %s: %s", uci->game.n_played + 1, name,
                            move == OFL_NO_MOVE ? "expected a move such as P@f4 or f5"
                            : why               ? why
                                                : "the game is too long");
        }
        rest = word_trim(word.text + word.length, (size_t)(end - word.text) - word.length);
    }
    return true;
}

/* position startpos | fen FEN [moves ...] */
static bool do_position(void *state, const struct command_call *call)
{
    struct uci *uci = state;
    struct word rest = command_rest(call, 1), word;
    ofl_position start = ofl_position_start();
    struct ofl_text_error error;
    uci_end_pondering(uci);
    uci->is_valid = false;
    if (word_is(call->args[0], "fen")) {
        struct text text = text_of(rest.text, rest.length);
        if (!fen_read_position(&text, uci->is_othello ? FEN_FROM_8 : FEN_FAIRY, &start, &error))
            return uci_fail(uci, "position: column %zu of the FEN: %s", error.column, error.text);
        rest = word_trim(rest.text + text.at, rest.length - text.at);
    } else if (!word_is(call->args[0], "startpos")) {
        return uci_fail(uci, "position: expected startpos or fen");
    }
    ofl_game_init(&uci->game, start);
    uci->n_closing = 0;
    if (word_split(rest.text, rest.length, &word, 1)) {
        if (!word_is(word, "moves"))
            return uci_fail(uci, "position: expected moves behind the board");
        const char *end = rest.text + rest.length, *from = word.text + word.length;
        if (!play_moves(uci, word_trim(from, (size_t)(end - from))))
            return false;
    }
    uci->is_valid = true;
    return true;
}

static bool do_newgame(void *state, const struct command_call *call)
{
    struct uci *uci = state;
    uci_end_pondering(uci);
    session_take_seed(uci->session);
    session_new_game(uci->session);
    return true;
}

/* The board as people see it, and its FEN. */
static bool do_show(void *state, const struct command_call *call)
{
    struct uci *uci = state;
    strbuf_clear(out(uci));
    show_board(out(uci), uci->game.position, '.', NULL);
    strbuf_add(out(uci), "Fen: ");
    fen_add(out(uci), uci->is_othello ? FEN_FROM_8 : FEN_FAIRY, uci->game.position);
    strbuf_add(out(uci), "\n");
    return session_send(uci->session);
}

/* ---- go ---- */

enum go_word { GO_WTIME, GO_BTIME, GO_WINC, GO_BINC, GO_MOVESTOGO, GO_MOVETIME, GO_DEPTH, GO_NODES,
               GO_MATE, N_GO_NUMBERS };
static const char *const go_words[N_GO_NUMBERS] = {
    "wtime", "btime", "winc", "binc", "movestogo", "movetime", "depth", "nodes", "mate"};

struct go {
    int64_t numbers[N_GO_NUMBERS];
    bool has[N_GO_NUMBERS];
    bool is_infinite, is_ponder;
    uint64_t moves;
};

/* The words of a line; those that nobody knows are skipped, as UCI has it. */
static bool read_go(struct uci *uci, const struct command_call *call, struct go *go)
{
    bool is_in_moves = false;
    for (size_t i = 0; i < call->n_args; i++) {
        const struct word word = call->args[i];
        int k = 0;
        while (k < N_GO_NUMBERS && !word_is(word, go_words[k]))
            k++;
        go->is_infinite |= word_is(word, "infinite");
        go->is_ponder |= word_is(word, "ponder");
        if (k < N_GO_NUMBERS) {
            const struct word value = ++i < call->n_args ? call->args[i] : (struct word){"", 0};
            strbuf_clear(out(uci));
            if (!command_read_int(value, go_words[k], k < GO_MOVESTOGO ? -MAX_MS : 0,
                                  k == GO_NODES ? INT64_MAX : MAX_MS, &go->numbers[k], out(uci)))
                return uci_fail(uci, "go: %s", out(uci)->data ? out(uci)->data : "out of memory");
            go->has[k] = true;
        }
        const int move = is_in_moves ? read_move(uci, word) : OFL_NO_MOVE;
        if (move < 64 && ofl_is_legal(uci->game.position.board, move))
            go->moves |= UINT64_C(1) << move;
        else if (is_in_moves && move != OFL_NO_MOVE && move != OFL_PASS)
            return uci_fail(uci, "go: searchmoves: a move is not legal");
        is_in_moves = word_is(word, "searchmoves") || (is_in_moves && move != OFL_NO_MOVE);
    }
    return true;
}

static struct ofl_limits limits_of(const struct uci *uci, const struct go *go)
{
    /* Fairy-Stockfish's White moves first and is Black. */
    const bool is_white = (uci->game.position.turn == OFL_WHITE) == uci->is_othello;
    const int time = is_white ? GO_WTIME : GO_BTIME, increment = is_white ? GO_WINC : GO_BINC;
    const int64_t depth = go->numbers[GO_DEPTH];
    struct ofl_limits limits = {
        .multi_pv = uci->multi_pv, .moves = go->moves, .infinite = go->is_infinite,
        .depth = (int)(depth < MAX_DEPTH ? depth : MAX_DEPTH),
        .nodes = (uint64_t)go->numbers[GO_NODES], .move_ms = go->numbers[GO_MOVETIME],
    };
    if (go->has[time]) {
        limits.has_clock = true;
        limits.clock_ms = go->numbers[time] - session_spent_ms(uci->session);
        limits.increment_ms = go->numbers[increment] > 0 ? go->numbers[increment] : 0;
    }
    const int64_t togo = go->numbers[GO_MOVESTOGO];
    if (go->has[time] && togo > 0) {
        limits.in_byoyomi = true;
        limits.byoyomi_ms = go->numbers[time] > 1 ? go->numbers[time] : 1;
        limits.byoyomi_moves = (int)(togo < 60 ? togo : 60);
    }
    return limits;
}

static bool do_go(void *state, const struct command_call *call)
{
    struct uci *uci = state;
    struct go go = {0};
    uci_stop(uci); /* each search has its answer */
    if (!read_go(uci, call, &go))
        return session_send_line(uci->session, "bestmove (none)");
    if (go.has[GO_MATE])
        session_send_line(uci->session, "info string mate: Othello has none; other limits hold");
    const struct ofl_limits limits = limits_of(uci, &go);
    if (go.is_ponder)
        uci_ponder(uci, &limits);
    else
        uci_go(uci, &limits);
    return true;
}

/* ---- the other commands ---- */

static bool do_ready(void *state, const struct command_call *call) { return uci_ready(state); }

static bool do_stop(void *state, const struct command_call *call)
{
    uci_stop(state);
    return true;
}

static bool do_ponderhit(void *state, const struct command_call *call)
{
    uci_ponder_hit(state);
    return true;
}

static bool do_nothing(void *state, const struct command_call *call) { return true; }

static bool do_quit(void *state, const struct command_call *call)
{
    ((struct uci *)state)->must_quit = true;
    return true;
}

static const struct command commands[] = {
    {{"uci"}, 0, COMMAND_ANY, do_uci, "", "name and options"},
    {{"isready"}, 0, COMMAND_ANY, do_ready, "", "readyok, during a search, too"},
    {{"setoption"}, 1, COMMAND_ANY, do_setoption, "name NAME [value VALUE]", "set an option"},
    {{"ucinewgame"}, 0, COMMAND_ANY, do_newgame, "", "what comes is about another game"},
    {{"position"}, 1, COMMAND_ANY, do_position, "startpos | fen FEN [moves MOVE ...]",
     "the position"},
    {{"go"}, 0, COMMAND_ANY, do_go, "[LIMIT ...]", "search; without a limit as the level says"},
    {{"ponderhit"}, 0, COMMAND_ANY, do_ponderhit, "", "the expected move came"},
    {{"stop"}, 0, COMMAND_ANY, do_stop, "", "end the search"},
    {{"d"}, 0, COMMAND_ANY, do_show, "", "the board and its FEN"},
    {{"debug", "register"}, 0, COMMAND_ANY, do_nothing, "", "only read"},
    {{"quit"}, 0, COMMAND_ANY, do_quit, "", "leave"},
    COMMAND_END,
};

static const struct command *const tables[] = {commands, NULL};
static const struct command_set uci_commands = {.tables = tables};

/* ---- lines ---- */

static void handle_line(struct uci *uci, const struct line *input)
{
    const struct command *command;
    if (input->is_too_long) {
        uci->is_valid = false; /* it may have been a position */
        uci_fail(uci, "the line is too long: at most %d bytes", LINE_MAX_BYTES);
        return;
    }
    const enum command_outcome outcome =
        command_run(&uci_commands, word_trim(input->text, input->length), uci, &command);
    if (outcome == COMMAND_UNKNOWN) {
        char name[VISIBLE_WORD];
        visible_copy(name, sizeof name, input->text, input->length);
        uci_fail(uci, "unknown command %s", name);
    } else if (outcome == COMMAND_TOO_FEW) {
        uci_fail(uci, "%s: expected %s", command->names[0], command->usage);
    }
}

void uci_serve(struct session *session)
{
    struct uci uci = {.session = session, .is_valid = true, .multi_pv = 1, .elo = 1500};
    ofl_game_init(&uci.game, ofl_position_start());
    session_set_variety(session, "0.5", true);
    line_set_rules(session->lines, (struct line_rules){.stops = uci_stops});
    ofl_on_info(session->engine, uci_on_info, &uci);
    while (!uci.must_quit && !session_is_ending(session)) {
        struct line *line = session_next_line(session);
        if (!line)
            break;
        handle_line(&uci, line);
        free(line);
    }
    if (!session_is_ending(session))
        uci_stop(&uci);
    session_end_pondering(session);
    ofl_on_info(session->engine, NULL, NULL);
    strbuf_free(&uci.info);
    strbuf_free(&uci.owed);
}
