/* protocol/edax/edax_study.c - the Edax console dialect: what is counted and sought, and facts about
 * the board. None of it changes the game; "stop" ends the long ones. */
#include <sys/resource.h>
#include <stdlib.h>
#include <string.h>

#include <outflank/notation.h>

#include "base/array.h"
#include "base/bits.h"
#include "base/clock.h"
#include "base/rng.h"
#include "protocol/edax/edax_state.h"
#include "protocol/show.h"

/* ---- counts ---- */

enum { COUNT_USUAL = 8 };

/* The positions at each ply up to the last; a pass is a ply, and a finished game counts once. */
static bool count_games(struct edax *edax, int depth)
{
    strbuf_add(edax_out(edax), "  ply                games\n");
    for (int ply = 1; ply <= depth; ply++) {
        uint64_t count;
        session_send(edax->session);
        if (!session_perft(edax->session, edax->game.position.board, ply, OFL_PERFT_A,
                           EDAX_STOP | EDAX_QUIT, &count))
            return edax_fail(edax, "stopped");
        strbuf_addf(edax_out(edax), "%5d %20llu\n", ply, (unsigned long long)count);
    }
    return true;
}

static bool do_perft(void *state, const struct command_call *call)
{
    int depth;
    return edax_read_int(state, call, "max-ply", 1, SESSION_PERFT_MAX, COUNT_USUAL, &depth) &&
           count_games(state, depth);
}

enum { DISTINCT_MOST = 10 }; /* plies: some 100 MB, ten times as much for each one more */

struct distinct {
    struct session *session;
    ofl_board *boards;
    size_t n_boards;
    int n_plies;
    bool are_shapes, has_no_memory;
    size_t counts[DISTINCT_MOST + 1]; /* by ply */
};

static int compare_boards(const void *a, const void *b)
{
    const ofl_board *x = a, *y = b;
    return x->player != y->player ? (x->player > y->player) - (x->player < y->player)
                                  : (x->opponent > y->opponent) - (x->opponent < y->opponent);
}

/* The boards a move on from those of the ply, each once; a pass is no ply. False if it was stopped. */
static bool play_ply(struct distinct *all)
{
    ofl_board *next = NULL;
    size_t n = 0;
    for (size_t i = 0; i < all->n_boards && !stop_is_given(&all->session->stop); i++) {
        ofl_board board = all->boards[i];
        if (!ofl_legal_moves(board))
            board = ofl_swap(board);
        for (uint64_t left = ofl_legal_moves(board); left; left = bit_drop(left)) {
            const ofl_board child = ofl_canonical(ofl_play(board, bit_first(left)), NULL);
            all->has_no_memory |= !array_push(&next, &n, &child, sizeof child);
        }
    }
    free(all->boards);
    all->boards = next;
    all->n_boards = array_sort_unique(next, n, sizeof *next, compare_boards);
    return !stop_is_given(&all->session->stop);
}

/* Of the boards of the ply, or of the squares with discs. */
static size_t count_distinct(struct distinct *all)
{
    ofl_board *shapes = NULL;
    size_t n = 0;
    if (!all->are_shapes)
        return all->n_boards;
    for (size_t i = 0; i < all->n_boards; i++) {
        const uint64_t discs = all->boards[i].player | all->boards[i].opponent;
        const ofl_board shape = ofl_canonical((ofl_board){.player = discs}, NULL);
        all->has_no_memory |= !array_push(&shapes, &n, &shape, sizeof shape);
    }
    n = array_sort_unique(shapes, n, sizeof *shapes, compare_boards);
    free(shapes);
    return n;
}

static void run_distinct(void *user)
{
    struct distinct *all = user;
    for (int ply = 1; ply <= all->n_plies && play_ply(all); ply++)
        all->counts[ply] = count_distinct(all);
    free(all->boards);
}

static bool do_count(void *state, const struct command_call *call)
{
    struct edax *edax = state;
    struct command_call rest = *call;
    struct distinct all = {.session = edax->session};
    const struct word what = call->args[0];
    all.are_shapes = word_is_any_case(what, "shapes");
    rest.args++;
    rest.n_args--;
    if (word_is_any_case(what, "games"))
        return do_perft(state, &rest);
    if (!all.are_shapes && !word_is_any_case(what, "positions"))
        return edax_fail(edax, "count: expected \"games\", \"positions\" or \"shapes\", and a number of plies");
    if (!edax_read_int(edax, &rest, "max-ply", 1, DISTINCT_MOST, COUNT_USUAL, &all.n_plies))
        return false;
    all.has_no_memory = !array_push(&all.boards, &all.n_boards, &edax->game.position.board, sizeof *all.boards);
    session_send(edax->session);
    if (!session_work(edax->session, EDAX_STOP | EDAX_QUIT, run_distinct, &all))
        return edax_fail(edax, "stopped");
    if (all.has_no_memory)
        return edax_fail(edax, "count: no memory");
    strbuf_addf(edax_out(edax), "  ply %20s\n", all.are_shapes ? "shapes" : "positions");
    for (int ply = 1; ply <= all.n_plies; ply++)
        strbuf_addf(edax_out(edax), "%5d %20zu\n", ply, all.counts[ply]);
    return true;
}

/* ---- seek ---- */

enum { SEEK_SLOTS = 1 << 20, SEEK_MOST = 20000000 };

struct seek {
    struct session *session;
    uint64_t target[2];  /* by colour */
    ofl_position start;
    ofl_position *dead;  /* boards that do not lead there, in a table of SEEK_SLOTS */
    int n_boards, n_moves;
    uint8_t moves[OFL_MAX_PLIES];
    bool is_found;
};

/* Can the discs that are there still become those of the target? */
static bool may_become(const struct seek *seek, ofl_position position)
{
    const uint64_t own = seek->target[position.turn], other = seek->target[!position.turn];
    const ofl_board board = position.board;
    if ((board.player | board.opponent) & ~(own | other))
        return false;
    return !(ofl_stable_discs(board) & ~own) && !(ofl_stable_discs(ofl_swap(board)) & ~other);
}

static bool seek_from(struct seek *seek, ofl_position position, int ply)
{
    const ofl_board board = position.board;
    const uint64_t target = seek->target[0] | seek->target[1];
    const uint64_t left = target & ~(board.player | board.opponent);
    if (!may_become(seek, position) || ++seek->n_boards > SEEK_MOST ||
        stop_is_given(&seek->session->stop))
        return false;
    if (!left) {
        seek->n_moves = ply;
        return board.player == seek->target[position.turn] &&
               board.opponent == seek->target[!position.turn];
    }
    const uint64_t hash = (board.player * UINT64_C(0x9E3779B97F4A7C15) ^ board.opponent) *
                          UINT64_C(0xD1342543DE82EF95);
    ofl_position *slot = &seek->dead[hash >> 44];
    if (slot->board.player == board.player && slot->board.opponent == board.opponent &&
        slot->turn == position.turn)
        return false;
    uint64_t moves = ofl_legal_moves(board);
    const bool must_pass = !moves && ply < OFL_MAX_PLIES && ofl_is_legal(board, OFL_PASS);
    for (moves &= left; (moves || must_pass) && ply < OFL_MAX_PLIES; moves = bit_drop(moves)) {
        const int move = moves ? bit_first(moves) : OFL_PASS;
        const ofl_board next = moves ? ofl_play(board, move) : ofl_swap(board);
        seek->moves[ply] = (uint8_t)move;
        if (seek_from(seek, (ofl_position){next, !position.turn}, ply + 1))
            return true;
        if (!moves)
            break;
    }
    *slot = position;
    return false;
}

static void run_seek(void *user)
{
    struct seek *seek = user;
    seek->is_found = seek_from(seek, seek->start, 0);
}

static bool do_seek(void *state, const struct command_call *call)
{
    struct edax *edax = state;
    struct seek seek = {.session = edax->session, .start = edax->game.position};
    char name[8];
    if (!edax_read_squares(edax, call, seek.target).text)
        return false;
    seek.dead = calloc(SEEK_SLOTS, sizeof *seek.dead);
    if (!seek.dead)
        return edax_fail(edax, "seek: no memory");
    session_send(edax->session);
    const bool is_whole = session_work(edax->session, EDAX_STOP | EDAX_QUIT, run_seek, &seek);
    free(seek.dead);
    if (!seek.is_found)
        return edax_fail(edax, !is_whole ? "seek: stopped" : seek.n_boards > SEEK_MOST
                               ? "seek: not found within 20 million boards"
                               : "seek: no moves lead there");
    strbuf_add(edax_out(edax), "Solution found:\n");
    bool is_black = seek.start.turn == OFL_BLACK;
    for (int i = 0; i < seek.n_moves; i++, is_black = !is_black)
        strbuf_addf(edax_out(edax), "%s%s", i ? " " : "",
                    edax_move_text(seek.moves[i], !is_black, name));
    strbuf_add(edax_out(edax), "\n");
    return true;
}

/* ---- mobility ---- */

struct mobility {
    struct edax *edax;
    int64_t end_ms;
    int most;
};

/* Games of chance from the board; each with more moves than all before is told. */
static void run_mobility(void *user)
{
    struct mobility *m = user;
    struct edax *edax = m->edax;
    struct rng rng = rng_seeded((uint64_t)session_take_seed(edax->session));
    char text[2 * OFL_MAX_PLIES + 1];
    while (clock_ms() < m->end_ms && !stop_is_given(&edax->session->stop)) {
        struct ofl_game game;
        ofl_game_init(&game, edax->game.position);
        for (uint64_t moves; !ofl_is_over(game.position.board);) {
            moves = ofl_legal_moves(game.position.board);
            if (bit_count(moves) > m->most) {
                m->most = bit_count(moves);
                ofl_game_to_transcript(&game, false, text);
                strbuf_addf(edax_out(edax), "%d moves: %s\n", m->most, text);
                session_send(edax->session);
            }
            for (int skip = moves ? (int)rng_below(&rng, (uint32_t)bit_count(moves)) : 0; skip; skip--)
                moves = bit_drop(moves);
            ofl_game_play(&game, moves ? bit_first(moves) : OFL_PASS);
        }
    }
}

static bool do_mobility(void *state, const struct command_call *call)
{
    struct edax *edax = state;
    struct mobility mobility = {.edax = edax};
    int seconds;
    if (!edax_read_int(edax, call, "max time", 1, 86400, 10, &seconds))
        return false;
    session_send(edax->session);
    mobility.end_ms = clock_ms() + 1000 * (int64_t)seconds;
    session_work(edax->session, EDAX_STOP | EDAX_QUIT, run_mobility, &mobility);
    return true;
}

/* ---- the board ---- */

static bool do_stability(void *state, const struct command_call *call)
{
    const uint64_t edges = UINT64_C(0xFF818181818181FF);
    struct edax *edax = state;
    const ofl_board board = edax->game.position.board;
    const bool is_edge = call->command->names[0][0] == 'e';
    for (int color = 0; color < 2; color++) {
        const bool is_mover = color == (int)edax->game.position.turn;
        const uint64_t discs = ofl_stable_discs(is_mover ? board : ofl_swap(board)) &
                               (is_edge ? edges : ~UINT64_C(0));
        strbuf_addf(edax_out(edax), "%s: %d stable", color ? "White" : "Black", bit_count(discs));
        show_squares(edax_out(edax), discs);
        strbuf_add(edax_out(edax), "\n");
    }
    return true;
}

static void add_seconds(struct edax *edax, const char *what, struct timeval time)
{
    strbuf_addf(edax_out(edax), "%s cpu time: ", what);
    strbuf_add_decimal(edax_out(edax), (int64_t)time.tv_sec * 1000 + time.tv_usec / 1000, 3, false);
    strbuf_add(edax_out(edax), "\n");
}

static bool do_resources(void *state, const struct command_call *call)
{
    struct edax *edax = state;
    struct rusage use;
    if (getrusage(RUSAGE_SELF, &use) != 0)
        return edax_fail(edax, "resources: the system does not tell");
    add_seconds(edax, "user", use.ru_utime);
    add_seconds(edax, "system", use.ru_stime);
    strbuf_addf(edax_out(edax), "max resident memory: %ld\n", use.ru_maxrss);
    return true;
}

const struct command edax_study_commands[] = {
    {{"perft"}, 0, COMMAND_ANY, do_perft, "[N]", "the number of games after 1 to N plies"},
    {{"count"}, 1, COMMAND_ANY, do_count, "WHAT [N]", "the same of games, positions or shapes; symmetric ones once"},
    {{"seek"}, 1, COMMAND_ANY, do_seek, "BOARD", "moves that lead from the board to this one"},
    {{"mobility"}, 0, COMMAND_ANY, do_mobility, "[SECONDS]", "games of chance with ever more moves"},
    {{"stability"}, 0, COMMAND_ANY, do_stability, "", "the discs that cannot turn any more"},
    {{"edge"}, 0, COMMAND_ANY, do_stability, "", "those of them on the edges"},
    {{"resources"}, 0, COMMAND_ANY, do_resources, "", "time and memory used"},
    COMMAND_END,
};
