/* search/shallow.c - plain alpha-beta of a few plies (hot; one build per CPU level).
 *
 * Nodes here are so many and so small that a table or an order that needs evaluations would cost
 * more than it saves. */
#include "search/shallow.h"

#include "base/bits.h"
#include "board/flip.h"
#include "board/moves.h"
#include "board/squares.h"

/* The squares of moves in an order that needs no look at them: corners, the middle, the others,
 * those next to corners: 9 % fewer evaluations than by number. Returns how many. */
static int order_leaves(uint64_t moves, uint8_t squares[OFL_MAX_MOVES])
{
    static const uint64_t classes[] = {
        SQUARES_CORNERS, UINT64_C(0x00003C3C3C3C0000), UINT64_C(0x3C3CC3C3C3C33C3C),
        UINT64_C(0x42C300000000C342)};
    int n = 0;
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        for (uint64_t left = moves & classes[i]; left; left = bit_drop(left))
            squares[n++] = (uint8_t)bit_first(left);
    return n;
}

/* The best of the values of a node's children. */
static int best_leaf(struct worker *worker, const struct position *position, uint64_t moves,
                     int beta)
{
    struct position children[LEAVES_ALL_WANTED] UNINITIALIZED;
    const struct position *list[LEAVES_ALL_WANTED] UNINITIALIZED;
    uint8_t squares[OFL_MAX_MOVES] UNINITIALIZED;
    int values[LEAVES_ALL_WANTED] UNINITIALIZED, best = -EVAL_INFINITY;
    const bool may_cut = beta < EVAL_INFINITY;
    const int at_once = may_cut ? LEAVES_AT_ONCE : LEAVES_ALL_WANTED;
    const int n_moves = order_leaves(moves, squares);
    for (int next = 0, n; next < n_moves && best < beta; next += n) {
        n = next == 0 && may_cut ? 1 : at_once;
        n = n < n_moves - next ? n : n_moves - next;
        for (int i = 0; i < n; i++) {
            const int square = squares[next + i];
            position_play(&children[i], position, square,
                          flip(position->player, position->opponent, square),
                          worker->weights != NULL);
            list[i] = &children[i];
        }
        if (n == 1)
            values[0] = position_evaluate(worker, &children[0]);
        else
            position_evaluate_all(worker, list, n, values);
        for (int i = 0; i < n && best < beta; i++) {
            worker->nodes++;
            best = -values[i] > best ? -values[i] : best;
        }
    }
    return best;
}

int ISA_FN(shallow_search)(struct worker *worker, const struct position *position, int depth,
                         int alpha, int beta)
{
    assert(position_is_valid(position) && depth >= 0 && alpha < beta);
    if (depth == 0)
        return position_value(worker, position);
    const uint64_t player = position->player, opponent = position->opponent;
    uint64_t moves = moves_legal(player, opponent);
    struct position child UNINITIALIZED;
    if (!moves) {
        if (!moves_legal(opponent, player))
            return position_final_score(worker, position);
        position_pass(&child, position);
        return -ISA_FN(shallow_search)(worker, &child, depth, -beta, -alpha);
    }
    if (depth == 1)
        return best_leaf(worker, position, moves, beta);
    int best = -EVAL_INFINITY;
    for (; moves; moves = bit_drop(moves)) {
        int square = bit_first(moves);
        position_play(&child, position, square, flip(player, opponent, square),
                      worker->weights != NULL);
        worker->nodes++;
        int score = -ISA_FN(shallow_search)(worker, &child, depth - 1, -beta,
                                          -(alpha > best ? alpha : best));
        if (score > best) {
            best = score;
            if (best >= beta)
                break;
        }
    }
    return best;
}
