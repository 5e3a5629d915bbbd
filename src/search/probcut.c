/* search/probcut.c - see probcut.h (hot; one build per CPU level).
 *
 * Three looks: what the table knows from a less deep search, the static value, then one shallow
 * search on the side of the window where it has a chance. */
#include "search/probcut.h"

#include "base/bits.h"
#include "board/moves.h"
#include "eval/errors.h"
#include "search/node.h"

/* By selectivity: standard deviations, 1/256, that stand for 73, 87, 95, 98 and 99 %. */
static const int16_t margins[SELECTIVITY_NONE] = {282, 384, 512, 666, 845};

/* A shallow search is tried when its bound lies less than this many of its own standard
 * deviations (1/256) beyond the static value. */
enum { PRE_TEST_END = 128, PRE_TEST_HORIZON = 64 };

/* Plies of the shallow search; 0: none. To the end 6 from 24 or 26 empties on cost 4 and 1 % more
 * nodes (FFO 40-49, 51, 52). To the horizon about a sixth, even or odd as the depth is, since odd
 * depths flatter the side to move (with a tempo, too, it saves 5 % of the nodes): each step, from
 * half to a third, a quarter and a sixth, was worth 33 to 42 Elo (docs/speed.md). */
static int check_depth(int n_empties, int depth)
{
    if (depth >= n_empties)
        return n_empties < 20 ? 2 : 4;
    const int sixth = depth / 6;
    return depth < 3 ? 0 : sixth + ((sixth ^ depth) & 1);
}

/* The bound of the node's score that a cut proves. To the end scores are whole discs. */
static int bound_of(bool is_high, int depth, int n_empties, int alpha)
{
    if (depth < n_empties)
        return is_high ? alpha + 1 : alpha;
    return EVAL_DISC * (score_floor_discs(alpha) + is_high);
}

/* Does a search of the given depth lie at or above (high) or at or below `bound`? */
static bool lies_beyond(struct worker *worker, const struct position *position, int depth,
                        int bound, bool is_high)
{
    if (bound > EVAL_MAX || bound < -EVAL_MAX || worker->stopped)
        return false;
    int score = ISA_FN(node_nws)(worker, position, depth, is_high ? bound - 1 : bound);
    return !worker->stopped && (is_high ? score >= bound : score <= bound);
}

/* What the error model asks of a node. */
struct facts { bool to_end; int n_empties, depth, volatility; };

/* Where its value lies, as seen from one found at a smaller depth: at mean +- margin from that. */
struct forecast { int mean, margin; };

/* Searches to a horizon have the tempo in them; static values and searches to the end have not. */
static inline int tempo_between(const struct worker *worker, const struct facts *node, int s)
{
    return (node->to_end ? 0 : errors_shift(worker->tempo, node->depth)) -
           (s > 0 ? errors_shift(worker->tempo, s) : 0);
}

static inline int margin_from(const struct worker *worker, const struct error_fit *fit,
                              const struct facts *node, int s)
{
    return margins[worker->selectivity] *
           errors_spread(fit, node->n_empties, s, node->depth, node->volatility) / 256;
}

static struct forecast forecast_from(const struct worker *worker, const struct facts *node, int s)
{
    const struct error_fit *fit =
        node->to_end ? &worker->errors->to_end : &worker->errors->to_horizon;
    return (struct forecast){
        errors_mean(fit, node->n_empties, s, node->depth) + tempo_between(worker, node, s),
        margin_from(worker, fit, node, s)};
}

/* Does what the table knows of a less deep search cut? That costs nothing, and most nodes were
 * searched at the depth before. The model was not fitted to two large depths: of its mean only the
 * parity is taken (the rest, half a disc and more there, would let a cut prove itself at the next
 * depth), of its margin half, by matches (docs/speed.md). On the way to the end it saves no nodes. */
static bool table_cuts(const struct worker *worker, const struct facts *node,
                       const struct tt_data *known, int alpha, bool *is_high)
{
    enum { SHARE = 136 /* of 256 */ };
    if (!known || node->to_end || known->depth >= node->depth ||
        known->selectivity < worker->selectivity)
        return false;
    const struct error_fit *fit = &worker->errors->to_horizon;
    const int s = known->depth;
    const int mean = errors_mean_parity(fit, s, node->depth) + tempo_between(worker, node, s);
    const int margin = margin_from(worker, fit, node, s) * SHARE / 256;
    *is_high = known->lower > -EVAL_INFINITY && known->lower + mean - margin > alpha;
    return *is_high ||
           (known->upper < EVAL_INFINITY && known->upper + mean + margin <= alpha);
}

bool ISA_FN(probcut_cuts)(struct worker *worker, const struct position *position, uint64_t moves,
                          int depth, int alpha, const struct tt_data *known, int *score)
{
    const int e = position->n_empties, selectivity = worker->selectivity, tempo = worker->tempo;
    const uint64_t replies = moves_legal(position->opponent, position->player);
    const struct facts node = {
        .to_end = depth >= e, .n_empties = e, .depth = depth >= e ? e : depth,
        .volatility = errors_volatility(e, bit_count(moves) + bit_count(replies))};

    /* 1. An earlier search. */
    bool is_high;
    if (table_cuts(worker, &node, known, alpha, &is_high)) {
        *score = bound_of(is_high, depth, e, alpha);
        return true;
    }

    /* 2. The static value alone. */
    const int value = position_value(worker, position);
    const struct forecast far = forecast_from(worker, &node, 0);
    if (value + far.mean - far.margin > alpha || value + far.mean + far.margin <= alpha) {
        *score = bound_of(value + far.mean > alpha, depth, e, alpha);
        return true;
    }
    const int s = check_depth(e, depth);
    if (s == 0)
        return false;

    /* 3. A shallow search. On the way to the horizon it is pruned selectively in turn: the errors
     * add up, but a search to depth 18 takes half the nodes (docs/speed.md). */
    const struct forecast near = forecast_from(worker, &node, s);
    const int high = alpha + 1 - near.mean + near.margin, low = alpha - near.mean - near.margin;
    const struct error_fit *fit = &worker->errors->to_horizon;
    const int expected = value + errors_mean(fit, e, 0, s) + errors_shift(tempo, s);
    const int pre_test = depth >= e ? PRE_TEST_END : PRE_TEST_HORIZON;
    const int slack = pre_test * errors_spread(fit, e, 0, s, node.volatility) / 256;
    worker->selectivity = depth >= e ? SELECTIVITY_NONE : selectivity;
    is_high = expected + slack >= high && lies_beyond(worker, position, s, high, true);
    const bool is_low = !is_high && expected - slack <= low &&
                        lies_beyond(worker, position, s, low, false);
    worker->selectivity = selectivity;
    *score = bound_of(is_high, depth, e, alpha);
    return is_high || is_low;
}
