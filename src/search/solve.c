/* search/solve.c - the last four empties (hot; one build per CPU level).
 *
 * Nine of ten nodes of a solve are here, so each number of empties has its own
 * function, the empty squares are arguments, and there is no table, no move list
 * and no evaluation. Squares that are alone in their quadrant go first: the side
 * that plays them tends to have the last word (parity).
 * Origin of the idea: W. Smith and G. Andersson's endgame solvers (1990s). */
#include "search/solve.h"

#include "base/bits.h"
#include "board/flip.h"
#include "board/lastflip.h"
#include "board/tables.h"

static inline uint64_t moves_flips(uint64_t player, uint64_t opponent, int square)
{
    return neighbour_masks[square] & opponent ? flip(player, opponent, square) : 0;
}

/* One empty square; the opponent holds all the rest. */
static inline int solve_1(struct worker *worker, uint64_t player, int square)
{
    int own = bit_count(player);
    int turned = lastflip_count(player, square);
    if (turned) {
        worker->nodes++;
        return 2 * (own + turned) - 62;
    }
    turned = lastflip_count(~player & ~bit_of(square), square);
    if (turned) {
        worker->nodes++;
        return 2 * (own - turned) - 64;
    }
    return solve_final(worker, own, 63 - own);
}

static int solve_2(struct worker *worker, uint64_t player, uint64_t opponent, int alpha,
                   int s1, int s2)
{
    int best = -65;
    uint64_t flips = moves_flips(player, opponent, s1);
    if (flips) {
        worker->nodes++;
        best = -solve_1(worker, opponent ^ flips, s2);
        if (best > alpha)
            return best;
    }
    flips = moves_flips(player, opponent, s2);
    if (flips) {
        worker->nodes++;
        int score = -solve_1(worker, opponent ^ flips, s1);
        return score > best ? score : best;
    }
    if (best != -65)
        return best;

    /* The player passes: the opponent takes the smallest score. */
    best = 65;
    flips = moves_flips(opponent, player, s1);
    if (flips) {
        worker->nodes++;
        best = solve_1(worker, player ^ flips, s2);
        if (best <= alpha)
            return best;
    }
    flips = moves_flips(opponent, player, s2);
    if (flips) {
        worker->nodes++;
        int score = solve_1(worker, player ^ flips, s1);
        return score < best ? score : best;
    }
    return best != 65 ? best : solve_final(worker, bit_count(player), bit_count(opponent));
}

/* 4x4 quadrant of a square, 0..3. */
static inline int quadrant(int square) { return (square >> 2 & 1) | (square >> 4 & 2); }

/* If just one of three squares is alone in its quadrant, bring it to the front. */
static inline void lone_square_first(int *s1, int *s2, int *s3)
{
    int q1 = quadrant(*s1), q2 = quadrant(*s2), q3 = quadrant(*s3);
    int *lone = q1 == q2 && q1 != q3 ? s3 : q1 == q3 && q1 != q2 ? s2 : s1;
    int first = *lone;
    *lone = *s1;
    *s1 = first;
}

static int solve_3(struct worker *worker, uint64_t player, uint64_t opponent, int alpha,
                   int s1, int s2, int s3)
{
    lone_square_first(&s1, &s2, &s3);
    const int squares[3][3] = {{s1, s2, s3}, {s2, s1, s3}, {s3, s1, s2}};
    int best = -65;
    for (int i = 0; i < 3; i++) {
        uint64_t flips = moves_flips(player, opponent, squares[i][0]);
        if (!flips)
            continue;
        worker->nodes++;
        int score = -solve_2(worker, opponent ^ flips, player ^ flips ^ bit_of(squares[i][0]),
                             -(alpha + 1), squares[i][1], squares[i][2]);
        if (score > best) {
            best = score;
            if (score > alpha)
                return score;
        }
    }
    if (best != -65)
        return best;

    best = 65;
    for (int i = 0; i < 3; i++) {
        uint64_t flips = moves_flips(opponent, player, squares[i][0]);
        if (!flips)
            continue;
        worker->nodes++;
        int score = solve_2(worker, player ^ flips, opponent ^ flips ^ bit_of(squares[i][0]),
                            alpha, squares[i][1], squares[i][2]);
        if (score < best) {
            best = score;
            if (score <= alpha)
                return score;
        }
    }
    return best != 65 ? best : solve_final(worker, bit_count(player), bit_count(opponent));
}

static int solve_4(struct worker *worker, uint64_t player, uint64_t opponent, int alpha,
                   const int order[4], bool passed)
{
    int best = -65;
    for (int i = 0; i < 4; i++) {
        int square = order[i];
        uint64_t flips = moves_flips(player, opponent, square);
        if (!flips)
            continue;
        worker->nodes++;
        int score = -solve_3(worker, opponent ^ flips, player ^ flips ^ bit_of(square),
                             -(alpha + 1), order[i == 0], order[1 + (i <= 1)], order[2 + (i <= 2)]);
        if (score > best) {
            best = score;
            if (score > alpha)
                return score;
        }
    }
    if (best != -65)
        return best;
    if (passed)
        return solve_final(worker, bit_count(player), bit_count(opponent));
    best = -solve_4(worker, opponent, player, -(alpha + 1), order, true);
    /* Two passes end the game: solve_final was for the other side, and is antisymmetric. */
    return best;
}

/* Squares alone in their quadrant first, then those of threes, then pairs and fours. */
static void parity_order(uint64_t empty, int order[4])
{
    int count[4] = {0};
    for (uint64_t left = empty; left; left = bit_drop(left))
        count[quadrant(bit_first(left))]++;
    static const int rank_of_count[5] = {0, 0, 2, 1, 2};
    int n = 0;
    for (int rank = 0; rank < 3; rank++)
        for (uint64_t left = empty; left; left = bit_drop(left)) {
            int square = bit_first(left);
            if (rank_of_count[count[quadrant(square)]] == rank)
                order[n++] = square;
        }
}

int ISA_FN(solve_last)(struct worker *worker, uint64_t player, uint64_t opponent, int alpha,
                       int n_empties)
{
    uint64_t empty = ~(player | opponent);
    int order[4];
    switch (n_empties) {
    case 0:
        return solve_final(worker, bit_count(player), bit_count(opponent));
    case 1:
        return solve_1(worker, player, bit_first(empty));
    case 2:
        return solve_2(worker, player, opponent, alpha, bit_first(empty), bit_last(empty));
    case 3:
        return solve_3(worker, player, opponent, alpha, bit_first(empty),
                       bit_first(bit_drop(empty)), bit_last(empty));
    default:
        parity_order(empty, order);
        return solve_4(worker, player, opponent, alpha, order, false);
    }
}
