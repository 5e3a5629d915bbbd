/* eval/explain.c - the classical evaluation, term by term, for people.
 *
 * The weights of a count need not be opposite for the two sides: being to move has a
 * value of its own, spread over the tables by the fit. For people that part is taken
 * out of each term into one, "side to move", so that equal counts contribute nothing.
 *
 * Each contribution is the difference of two rounded running sums, so that the
 * contributions add up to the rounded whole. */
#include "eval/classical_at.h"
#include "eval/eval.h"
#include "eval/score.h"

static const char *const count_names[CLASSICAL_N_COUNTS] = {
    [CLASSICAL_MOBILITY] = "mobility",   [CLASSICAL_POTENTIAL] = "potential mobility",
    [CLASSICAL_CORNER_MOVES] = "corner moves", [CLASSICAL_FRONTIER] = "frontier",
    [CLASSICAL_STABLE] = "stable discs", [CLASSICAL_CORNERS] = "corners",
    [CLASSICAL_X] = "X squares",         [CLASSICAL_C] = "C squares",
    [CLASSICAL_DISCS] = "discs",
};

struct explanation {
    struct ofl_term *terms;
    size_t size, n;
    bool is_passed; /* the terms are those of the other side, who moves after a pass */
    int twice_sum; /* 2 * 1/128 disc * CLASSICAL_SHAPE_STEP, so far */
};

static int rounded_cd(const struct explanation *x)
{
    return score_to_cd(classical_round(x->twice_sum / 2));
}

static void add(struct explanation *x, const char *name, int own, int other, int twice_part)
{
    const int before = rounded_cd(x);
    x->twice_sum += twice_part;
    if (x->n < x->size)
        x->terms[x->n] = (struct ofl_term){
            .name = name,
            .own = x->is_passed ? other : own,
            .other = x->is_passed ? own : other,
            .contribution = (x->is_passed ? -1 : 1) * (rounded_cd(x) - before),
        };
    x->n++;
}

/* A term of shapes: the discs on their squares are its counts. */
static void add_shapes(struct explanation *x, const char *name, ofl_board board, uint64_t squares,
                       int part)
{
    add(x, name, bit_count(board.player & squares), bit_count(board.opponent & squares), 2 * part);
}

static int used_quadrants(uint64_t empty)
{
    const uint64_t quadrant = UINT64_C(0x0F0F0F0F);
    return !!(empty & quadrant) + !!(empty & quadrant << 4) + !!(empty & quadrant << 32) +
           !!(empty & quadrant << 36);
}

size_t eval_explain(ofl_board board, struct ofl_term *terms, size_t size)
{
    const bool is_passed = !ofl_legal_moves(board) && !ofl_is_over(board);
    board = is_passed ? ofl_swap(board) : board;
    const struct classical_terms t = classical_terms_at(board);
    struct explanation x = {.terms = terms, .size = size, .is_passed = is_passed};
    struct classical_terms swapped = t;
    int to_move = 0;
    for (int i = 0; i < CLASSICAL_N_COUNTS; i++) {
        swapped.count[i][0] = t.count[i][1];
        swapped.count[i][1] = t.count[i][0];
        int here = classical_count_sum(&t, i), there = classical_count_sum(&swapped, i);
        add(&x, count_names[i], t.count[i][0], t.count[i][1],
            (here - there) * CLASSICAL_SHAPE_STEP);
        to_move += here + there;
    }
    add(&x, "side to move", 1, 0, to_move * CLASSICAL_SHAPE_STEP);
    add_shapes(&x, "edges", board, UINT64_C(0xFF818181818181FF),
               classical_shape_sum(classical_edge_weights, t.edge, 4, t.empties));
    add_shapes(&x, "corner blocks", board, UINT64_C(0xE7E7E70000E7E7E7),
               classical_shape_sum(classical_block_weights, t.block, 4, t.empties));
    add_shapes(&x, "second lines", board, UINT64_C(0x42FF42424242FF42),
               classical_shape_sum(classical_second_weights, t.second, 4, t.empties));
    add_shapes(&x, "diagonals", board, UINT64_C(0x8142241818244281),
               classical_shape_sum(classical_diagonal_weights, t.diagonal, 2, t.empties));
    const int even = used_quadrants(~(board.player | board.opponent)) - t.odd_quadrants;
    add(&x, "parity", is_passed ? even : t.odd_quadrants, is_passed ? t.odd_quadrants : even,
        2 * classical_parity_weights[t.empties][t.odd_quadrants] * CLASSICAL_SHAPE_STEP);
    return x.n;
}
