/* search/solve.c - the last four empties (hot; one build per CPU level).
 *
 * Nine of ten nodes of a solve are here, so each number of empties has its own
 * function, the empty squares are arguments, and there is no table, no move list
 * and no evaluation. Squares that are alone in their quadrant go first: the side
 * that plays them tends to have the last word (parity).
 * Origin of the idea: W. Smith and G. Andersson's endgame solvers (1990s). */
#include "search/solve.h"

#include "base/bits.h"
#include "board/lastflip.h"
#include "board/tables.h"
#include "board/splat.h"

static inline int splat_final(const struct worker *worker, splat player, splat opponent)
{
    return solve_final(worker, bit_count(splat_discs(player)), bit_count(splat_discs(opponent)));
}

/* One empty square; the opponent holds all the rest. */
static inline int solve_1(struct worker *worker, uint64_t player, int square)
{
    const int own = bit_count(player);
    const unsigned counts = lastflip_counts(player, square);
    const int turned = (int)(counts & 255), lost = (int)(counts >> 8);
    if (__builtin_expect(counts == 0, 0))
        return solve_final(worker, own, 63 - own);
    worker->nodes++;
    /* The opponent moves if the player turns nothing; no branch: nobody can predict it. */
    return 2 * (own + turned) - 62 - (2 * (lost + 1) & -(turned == 0));
}

static int solve_2(struct worker *worker, splat player, splat opponent, int alpha, int s1, int s2)
{
    int best = SOLVE_NO_MOVE;
    splat_flips flips = splat_flip(player, opponent, s1);
    if (splat_any(flips)) {
        worker->nodes++;
        best = -solve_1(worker, splat_turned_discs(opponent, flips), s2);
        if (best > alpha)
            return best;
    }
    flips = splat_flip(player, opponent, s2);
    if (splat_any(flips)) {
        worker->nodes++;
        int score = -solve_1(worker, splat_turned_discs(opponent, flips), s1);
        return score > best ? score : best;
    }
    if (best != SOLVE_NO_MOVE)
        return best;

    /* The player passes: the opponent takes the smallest score. */
    best = -SOLVE_NO_MOVE;
    flips = splat_flip(opponent, player, s1);
    if (splat_any(flips)) {
        worker->nodes++;
        best = solve_1(worker, splat_turned_discs(player, flips), s2);
        if (best <= alpha)
            return best;
    }
    flips = splat_flip(opponent, player, s2);
    if (splat_any(flips)) {
        worker->nodes++;
        int score = solve_1(worker, splat_turned_discs(player, flips), s1);
        return score < best ? score : best;
    }
    return best != -SOLVE_NO_MOVE ? best : splat_final(worker, player, opponent);
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

/* The score of one move with three empties, a and b left; SOLVE_NO_MOVE if it turns nothing. */
static inline int play_3(struct worker *worker, splat player, splat opponent, int alpha, int square,
                         int a, int b)
{
    const splat_flips flips = splat_flip(player, opponent, square);
    if (!splat_any(flips))
        return SOLVE_NO_MOVE;
    worker->nodes++;
    const splat placed = splat_placed(player, square);
    return -solve_2(worker, splat_turned(opponent, flips), splat_turned(placed, flips),
                    -(alpha + 1), a, b);
}

static int solve_3(struct worker *worker, splat player, splat opponent, int alpha, int s1, int s2,
                   int s3, bool passed)
{
    int best = play_3(worker, player, opponent, alpha, s1, s2, s3);
    if (best > alpha)
        return best;
    int score = play_3(worker, player, opponent, alpha, s2, s1, s3);
    if (score > alpha)
        return score;
    best = score > best ? score : best;
    score = play_3(worker, player, opponent, alpha, s3, s1, s2);
    best = score > best ? score : best;
    if (best != SOLVE_NO_MOVE)
        return best;
    if (passed)
        return splat_final(worker, player, opponent);
    return -solve_3(worker, opponent, player, -(alpha + 1), s1, s2, s3, true);
}

/* The square in place `at` of an order. */
static inline int square_at(uint32_t squares, uint32_t order, int at)
{
    return (int)(squares >> (order >> 2 * at & 3) * 8 & 63);
}

/* The score of a move with four empties: the first square of the order. */
static inline int play_4(struct worker *worker, splat player, splat opponent, int alpha,
                         uint32_t squares, uint32_t order)
{
    const int square = square_at(squares, order, 0);
    const splat_flips flips = splat_flip(player, opponent, square);
    if (!splat_any(flips))
        return SOLVE_NO_MOVE;
    worker->nodes++;
    const splat placed = splat_placed(player, square);
    return -solve_3(worker, splat_turned(opponent, flips), splat_turned(placed, flips),
                    -(alpha + 1), square_at(squares, order, 1), square_at(squares, order, 2),
                    square_at(squares, order, 3), false);
}

static int try_all_4(struct worker *worker, splat player, splat opponent, int alpha,
                     uint32_t squares, uint32_t order, bool passed)
{
    int best = play_4(worker, player, opponent, alpha, squares, order);
    if (best > alpha)
        return best;
    int score = play_4(worker, player, opponent, alpha, squares, order >> 8);
    if (score > alpha)
        return score;
    best = score > best ? score : best;
    score = play_4(worker, player, opponent, alpha, squares, order >> 16);
    if (score > alpha)
        return score;
    best = score > best ? score : best;
    score = play_4(worker, player, opponent, alpha, squares, order >> 24);
    best = score > best ? score : best;
    if (best != SOLVE_NO_MOVE)
        return best;
    if (passed)
        return splat_final(worker, player, opponent);
    return -try_all_4(worker, opponent, player, -(alpha + 1), squares, order, true);
}

int ISA_FN(solve_4)(struct worker *worker, splat player, splat opponent, uint64_t empty, int alpha)
{
    assert(check_empties(splat_discs(player), splat_discs(opponent), LAST_EMPTIES) &&
           empty == ~(splat_discs(player) | splat_discs(opponent)));
    const int a = bit_first(empty);
    empty = bit_drop(empty);
    const int b = bit_first(empty);
    empty = bit_drop(empty);
    const int c = bit_first(empty), d = bit_last(empty);
    /* Bits 2 and 5 of a square tell its quadrant; no branch: the order is past prediction. */
    const unsigned shape = (unsigned)((a ^ d) & 36) >> 2 | (unsigned)((b ^ d) & 36) >> 1 |
                           (unsigned)((c ^ d) & 36);
    const uint32_t squares = (uint32_t)(a | b << 8 | c << 16) | (uint32_t)d << 24;
    return try_all_4(worker, player, opponent, alpha, squares, parity_orders[shape], false);
}

int ISA_FN(solve_last)(struct worker *worker, uint64_t player, uint64_t opponent, int alpha,
                       int n_empties)
{
    assert(n_empties <= LAST_EMPTIES && check_empties(player, opponent, n_empties));
    const splat own = splat_of(player), other = splat_of(opponent);
    const uint64_t empty = ~(player | opponent);
    int s1, s2, s3;
    switch (n_empties) {
    case 0:
        return solve_final(worker, bit_count(player), bit_count(opponent));
    case 1:
        return solve_1(worker, player, bit_first(empty));
    case 2:
        return solve_2(worker, own, other, alpha, bit_first(empty), bit_last(empty));
    case 3:
        s1 = bit_first(empty);
        s2 = bit_first(bit_drop(empty));
        s3 = bit_last(empty);
        lone_square_first(&s1, &s2, &s3);
        return solve_3(worker, own, other, alpha, s1, s2, s3, false);
    default:
        return ISA_FN(solve_4)(worker, own, other, empty, alpha);
    }
}
