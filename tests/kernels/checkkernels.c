/* checkkernels - proves the board kernels of every CPU level of this machine.
 *
 *     checkkernels [--seed S] [--boards N]
 *
 * 1. Flips, line by line and exhaustively: what a move turns along one line
 *    depends on that line only, so 64 squares x 4 lines x all fillings of the line
 *    are a proof. The rest of the board is empty, then all of one colour, then
 *    all of the other; none of these adds a flip.
 * 2. The last-move counts, line by line likewise; the edge table, all 6,561 edges.
 * 3. N boards (half random discs of all densities, half from random games): legal
 *    moves, potential moves, flips of every empty square, the children of all moves,
 *    last-move counts and stable discs against the slow reference.
 * 4. Every 64th board of the games: the proof number, to the end and to a limit, and with a
 *    table in which one reply is refuted and three are not, or not well enough.
 * A plain program: Criterion would fork, and this is one long loop. */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "../unit/ref_board.h"
#include "base/bits.h"
#include "base/rng.h"
#include "board/child.h"
#include "board/tables.h"
#include "isa/kernel.h"
#include "search/search.h"
#include "search/tt.h"

enum { MAX_LEVELS = 8 };
static const struct kernel *levels[MAX_LEVELS];
static int n_levels;
static struct ref_edges edges;

static void print_board(ofl_board board)
{
    struct ref_board ref = ref_of(board);
    printf("%.64s X\n", ref.cell);
}

static void fail(const char *level, const char *what, ofl_board board, int square, uint64_t is,
                 uint64_t should)
{
    printf("FAIL %s: %s at square %d is %016" PRIx64 ", should be %016" PRIx64 "\n", level, what,
           square, is, should);
    print_board(board);
    exit(1);
}

/* Squares of the line through `square`, itself left out. */
static int line_squares(int square, int dx, int dy, int out[7])
{
    int n = 0;
    for (int sign = -1; sign <= 1; sign += 2)
        for (int x = square % 8 + sign * dx, y = square / 8 + sign * dy; ref_on_board(x, y);
             x += sign * dx, y += sign * dy)
            out[n++] = 8 * y + x;
    return n;
}

static void check_flip(ofl_board board, int square, uint64_t should)
{
    for (int l = 0; l < n_levels; l++) {
        uint64_t is = levels[l]->flips(board, square);
        if (is != should)
            fail(levels[l]->level, "flips", board, square, is, should);
        uint64_t moves = levels[l]->legal_moves(board);
        if ((moves >> square & 1) != (should != 0))
            fail(levels[l]->level, "legal moves", board, square, moves, should);
    }
}

static uint64_t check_line(int square, int dx, int dy)
{
    int line[7], n = line_squares(square, dx, dy, line);
    uint64_t mask = bit_of(square), n_cases = 0;
    int fillings = 1;
    for (int i = 0; i < n; i++) {
        mask |= bit_of(line[i]);
        fillings *= 3;
    }
    for (int filling = 0; filling < fillings; filling++) {
        ofl_board board = {0, 0};
        for (int i = 0, rest = filling; i < n; i++, rest /= 3) {
            if (rest % 3 == 1)
                board.player |= bit_of(line[i]);
            else if (rest % 3 == 2)
                board.opponent |= bit_of(line[i]);
        }
        struct ref_board ref = ref_of(board);
        uint64_t should = ref_flips(&ref, square);
        check_flip(board, square, should);
        check_flip((ofl_board){board.player | ~mask, board.opponent}, square, should);
        check_flip((ofl_board){board.player, board.opponent | ~mask}, square, should);
        n_cases++;
    }
    return n_cases;
}

/* With one empty square: all else that is not the player's is the opponent's. */
static void check_last_flips(uint64_t player, int square)
{
    ofl_board board = {player, ~player & ~bit_of(square)};
    struct ref_board ref = ref_of(board), other = ref_of((ofl_board){board.opponent, player});
    unsigned should = (unsigned)bit_count(ref_flips(&ref, square)) +
                      256u * (unsigned)bit_count(ref_flips(&other, square));
    for (int l = 0; l < n_levels; l++) {
        unsigned is = levels[l]->last_flip_counts(player, square);
        if (is != should)
            fail(levels[l]->level, "last flip counts", board, square, is, should);
    }
}

static void check_lines(void)
{
    static const int axes[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    uint64_t n_cases = 0;
    for (int square = 0; square < 64; square++)
        for (int a = 0; a < 4; a++) {
            int line[7], n = line_squares(square, axes[a][0], axes[a][1], line);
            n_cases += check_line(square, axes[a][0], axes[a][1]);
            for (int set = 0; set < 1 << n; set++) {
                uint64_t player = 0;
                for (int i = 0; i < n; i++)
                    if (set >> i & 1)
                        player |= bit_of(line[i]);
                check_last_flips(player, square);
            }
        }
    printf("flips: %" PRIu64 " fillings of 256 lines, 3 surroundings each: all right\n", n_cases);
}

/* Through the kernels as well: an edge alone on the board, on all four sides. */
static void check_edges(void)
{
    for (int number = 0; number < REF_EDGES; number++) {
        char cells[8];
        ref_edge_cells(number, cells);
        unsigned own = 0, other = 0;
        for (int i = 0; i < 8; i++) {
            own |= (unsigned)(cells[i] == 'X') << i;
            other |= (unsigned)(cells[i] == 'O') << i;
        }
        if (edge_stability[own * 256 + other] != edges.stable[number])
            fail("table", "edge stability", (ofl_board){own, other}, 0,
                 edge_stability[own * 256 + other], edges.stable[number]);
    }
    printf("edges: %d fillings, each by all edges that can follow: all right\n", REF_EDGES);
}

/* All moves at once: in order, with the flips and what the other kernels say of the child. */
static void check_children(const struct kernel *k, ofl_board board, uint64_t moves,
                           const uint64_t flips[64])
{
    struct child children[CHILDREN_MAX];
    int n = k->children(board, moves, children), i = 0;
    if (n != bit_count(moves))
        fail(k->level, "number of children", board, -1, (uint64_t)n, moves);
    for (uint64_t left = moves; left; left = bit_drop(left), i++) {
        int square = bit_first(left);
        const struct child *c = &children[i];
        ofl_board after = {board.opponent ^ flips[square],
                           board.player ^ flips[square] ^ bit_of(square)};
        if (c->square != (uint64_t)square || c->flips != flips[square])
            fail(k->level, "flips of a child", board, square, c->flips, flips[square]);
        if (c->replies != k->legal_moves(after))
            fail(k->level, "replies", board, square, c->replies, k->legal_moves(after));
        if (c->potential != k->potential_moves(after))
            fail(k->level, "potential replies", board, square, c->potential,
                 k->potential_moves(after));
    }
}

static void check_board(ofl_board board, int last_square)
{
    struct ref_board ref = ref_of(board);
    uint64_t flips[64], moves = 0, potential = ref_potential_moves(&ref);
    uint64_t stable = ref_stable_discs(&ref, &edges);
    uint64_t empty = ~(board.player | board.opponent);
    for (uint64_t left = empty; left; left = bit_drop(left)) {
        int square = bit_first(left);
        flips[square] = ref_flips(&ref, square);
        if (flips[square])
            moves |= bit_of(square);
    }
    for (int l = 0; l < n_levels; l++) {
        const struct kernel *k = levels[l];
        uint64_t is;
        if ((is = k->legal_moves(board)) != moves)
            fail(k->level, "legal moves", board, -1, is, moves);
        if ((is = k->potential_moves(board)) != potential)
            fail(k->level, "potential moves", board, -1, is, potential);
        if ((is = k->stable_discs(board)) != stable)
            fail(k->level, "stable discs", board, -1, is, stable);
        for (uint64_t left = empty; left; left = bit_drop(left)) {
            int square = bit_first(left);
            if ((is = k->flips(board, square)) != flips[square])
                fail(k->level, "flips", board, square, is, flips[square]);
        }
        check_children(k, board, moves, flips);
    }
    check_last_flips(board.player & ~bit_of(last_square), last_square);
}

static int weigh_replies(uint64_t replies)
{
    const uint64_t corners = UINT64_C(0x8100000000000081);
    int n = bit_count(replies) + bit_count(replies & corners);
    return n < 24 ? n : 24;
}

static ofl_board after(ofl_board board, int square)
{
    uint64_t flips = levels[0]->flips(board, square);
    return (ofl_board){board.opponent & ~flips, board.player | flips | bit_of(square)};
}

/* What the best answer costs; where there is none, the other side's moves. */
static uint64_t cost_of_answer(ofl_board board)
{
    uint64_t moves = levels[0]->legal_moves(board);
    if (!moves)
        return UINT64_C(2) << weigh_replies(levels[0]->legal_moves(ofl_swap(board)));
    int fewest = 24;
    for (; moves; moves = bit_drop(moves)) {
        int n = weigh_replies(levels[0]->legal_moves(after(board, bit_first(moves))));
        fewest = n < fewest ? n : fewest;
    }
    return UINT64_C(1) << (fewest > 1 ? fewest : 1);
}

/* `refuted`: a reply that the table knows to be, or a square of none. */
static void check_proof(ofl_board board, uint64_t limit, const struct tt_query *known,
                        int refuted)
{
    const uint64_t moves = levels[0]->legal_moves(board);
    uint64_t sum = 0, left = moves;
    for (; left && sum < limit; left = bit_drop(left))
        sum += bit_first(left) == refuted ? 1 : cost_of_answer(after(board, bit_first(left)));
    const uint64_t n = (uint64_t)bit_count(moves), done = n - (uint64_t)bit_count(left);
    const uint64_t should = left ? sum * n / done : sum;
    for (int l = 0; l < n_levels && moves; l++) {
        uint64_t is = levels[l]->proof_number(board, moves, limit, known);
        if (is != should)
            fail(levels[l]->level, "proof number", board, -1, is, should);
    }
}

/* What a search of the reply found, seen by the side that answers. */
static void store_reply(struct tt *tt, ofl_board board, int reply, int depth, int selectivity,
                        int alpha, int score)
{
    const ofl_board b = after(board, reply);
    tt_store(tt, b.player, b.opponent, depth, selectivity, alpha, alpha + 1, score, OFL_NO_MOVE);
}

static void check_known_proof(struct tt *tt, ofl_board board, struct rng *rng)
{
    enum { ALPHA = -3 * EVAL_DISC, LOOKED_UP = 16 /* empties from which on replies are */ };
    int replies[4];
    uint64_t moves = levels[0]->legal_moves(board);
    if (bit_count(moves) < 4)
        return;
    for (int i = 0; i < 4; i++, moves = bit_drop(moves))
        replies[i] = bit_first(moves);
    for (int i = 3; i > 0; i--) {
        const int j = (int)rng_below(rng, (uint32_t)i + 1), kept = replies[i];
        replies[i] = replies[j];
        replies[j] = kept;
    }
    const int n_empties = 64 - bit_count(board.player | board.opponent);
    const struct tt_query query = {tt, 3, ALPHA, 0};
    tt_new_search(tt); /* or nothing is cleared */
    tt_clear(tt);
    store_reply(tt, board, replies[1], n_empties - 1, SELECTIVITY_NONE, ALPHA, ALPHA);
    store_reply(tt, board, replies[2], n_empties - 2, SELECTIVITY_NONE, ALPHA, ALPHA + EVAL_DISC);
    store_reply(tt, board, replies[3], n_empties - 1, 2, ALPHA, ALPHA + EVAL_DISC);
    store_reply(tt, board, replies[0], n_empties - 1, 3, ALPHA, ALPHA + EVAL_DISC);
    check_proof(board, UINT64_MAX, &query, n_empties >= LOOKED_UP ? replies[0] : OFL_NO_MOVE);
}

/* Discs anywhere; from nearly empty to nearly full. */
static ofl_board random_board(struct rng *rng)
{
    uint64_t a = rng_next(rng), b = rng_next(rng), own = rng_next(rng);
    uint64_t discs = a;
    switch (rng_below(rng, 6)) {
    case 0: discs = a & b; break;
    case 1: discs = a | b; break;
    case 2: discs = a | b | rng_next(rng); break;
    case 3: discs = a | b | rng_next(rng) | rng_next(rng); break;
    default: break;
    }
    if (rng_below(rng, 4) == 0)
        own |= rng_next(rng);
    return (ofl_board){discs & own, discs & ~own};
}

/* One ply of a random game; a finished game starts anew. */
static ofl_board next_of_game(ofl_board board, struct rng *rng)
{
    uint64_t moves = levels[0]->legal_moves(board);
    if (!moves) {
        board = ofl_swap(board);
        return levels[0]->legal_moves(board) ? board : ofl_position_start().board;
    }
    for (uint32_t skip = rng_below(rng, (uint32_t)bit_count(moves)); skip; skip--)
        moves = bit_drop(moves);
    int square = bit_first(moves);
    uint64_t flips = levels[0]->flips(board, square);
    return (ofl_board){board.opponent & ~flips, board.player | flips | bit_of(square)};
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"seed", required_argument, NULL, 's'},
                                            {"boards", required_argument, NULL, 'n'},
                                            {NULL, 0, NULL, 0}};
    uint64_t seed = 1, n_boards = 10000000;
    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        if (c == 's')
            seed = strtoull(optarg, NULL, 0);
        else if (c == 'n')
            n_boards = strtoull(optarg, NULL, 0);
        else
            return 64;
    }
    printf("seed %" PRIu64 ", levels", seed);
    for (int i = 0; kernel_at(i); i++)
        if (kernel_supported(kernel_at(i)->level) && n_levels < MAX_LEVELS) {
            levels[n_levels++] = kernel_at(i);
            printf(" %s", kernel_at(i)->level);
        }
    printf("\n");
    if (n_levels == 0)
        return 1;
    ref_fill_edges(&edges);
    check_edges();
    check_lines();
    fflush(stdout);
    struct tt table = {.enabled = true};
    if (!tt_resize_buckets(&table, 256))
        return 1;
    struct rng rng = rng_seeded(seed);
    ofl_board game = ofl_position_start().board;
    for (uint64_t i = 0; i < n_boards; i += 2) {
        check_board(random_board(&rng), (int)rng_below(&rng, 64));
        check_board(game, (int)rng_below(&rng, 64));
        if (i % 128 == 0) {
            check_proof(game, UINT64_MAX, NULL, OFL_NO_MOVE);
            check_proof(game, 1 + rng_below(&rng, 200), NULL, OFL_NO_MOVE);
            check_known_proof(&table, game, &rng);
        }
        game = next_of_game(game, &rng);
    }
    tt_free(&table);
    printf("boards: %" PRIu64 ", and the proof numbers of some: all right\n", n_boards);
    return 0;
}
