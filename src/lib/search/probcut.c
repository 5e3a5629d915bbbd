/* search/probcut.c - see probcut.h (hot; one build per CPU level). Numbers: search/params.def.
 *
 * Three tests, cheapest first: the bound of a less deep search in the table, the static value, and
 * a check search (a shallow one) on the side of the window where it has a chance. */
#include "search/probcut.h"

#include "base/bits.h"
#include "board/moves.h"
#include "eval/errors.h"
#include "search/node.h"

enum { ONE = 256 }; /* of the units of margins: 1 standard deviation, 1 whole share */

/* Plies of the check search; 0: none. To the horizon it is even or odd as the depth is. */
static int check_depth(int n_empties, int depth)
{
    if (depth >= n_empties)
        return n_empties < PROBCUT_END_FAR_EMPTIES ? PROBCUT_END_DEPTH : PROBCUT_END_FAR_DEPTH;
    const int part = depth / PROBCUT_CHECK_PART;
    return depth < PROBCUT_CHECK_FROM ? 0 : part + ((part ^ depth) & 1);
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
    return SELECTIVITY_DEVIATIONS[worker->selectivity] *
           errors_spread(fit, node->n_empties, s, node->depth, node->volatility) / ONE;
}

static struct forecast forecast_from(const struct worker *worker, const struct facts *node, int s)
{
    const struct error_fit *fit =
        node->to_end ? &worker->errors->to_end : &worker->errors->to_horizon;
    return (struct forecast){
        errors_mean(fit, node->n_empties, s, node->depth) + tempo_between(worker, node, s),
        margin_from(worker, fit, node, s)};
}

/* Does a bound that the table has from a less deep search cut? The test costs nothing, and most
 * nodes were searched at the depth before. The model was not fitted to two large depths. Of its
 * mean only the parity is taken: the rest is half a disc and more there, and would let a cut prove
 * itself at the next depth. To the end the test saves no nodes. */
static bool table_cuts(const struct worker *worker, const struct facts *node,
                       const struct tt_data *known, int alpha, bool *is_high)
{
    if (!known || node->to_end || known->depth >= node->depth ||
        known->selectivity < worker->selectivity)
        return false;
    const struct error_fit *fit = &worker->errors->to_horizon;
    const int s = known->depth;
    const int mean = errors_mean_parity(fit, s, node->depth) + tempo_between(worker, node, s);
    const int margin = margin_from(worker, fit, node, s) * PROBCUT_TABLE_SHARE / ONE;
    *is_high = known->lower > -EVAL_INFINITY && known->lower + mean - margin > alpha;
    return *is_high ||
           (known->upper < EVAL_INFINITY && known->upper + mean + margin <= alpha);
}

bool ISA_FN(probcut_cuts)(struct worker *worker, const struct position *position, uint64_t moves,
                          int depth, int alpha, const struct tt_data *known, int *score)
{
    const int e = position->n_empties, selectivity = worker->selectivity, tempo = worker->tempo;
    assert(position_is_valid(position) && depth > 0 && selectivity < SELECTIVITY_NONE);
    const uint64_t replies = moves_legal(position->opponent, position->player);
    const struct facts node = {
        .to_end = depth >= e, .n_empties = e, .depth = depth >= e ? e : depth,
        .volatility = errors_volatility(e, bit_count(moves) + bit_count(replies))};

    /* 1. A less deep search that the table remembers. */
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
    assert(s >= 0 && s < depth);
    if (s == 0)
        return false;

    /* 3. A check search. To the horizon it is pruned selectively itself: the errors add up, but a
     *    search to depth 18 takes half the nodes (+41 (+10 .. +72) Elo). */
    const struct forecast near = forecast_from(worker, &node, s);
    const int high = alpha + 1 - near.mean + near.margin, low = alpha - near.mean - near.margin;
    const struct error_fit *fit = &worker->errors->to_horizon;
    const int expected = value + errors_mean(fit, e, 0, s) + errors_shift(tempo, s);
    const int reach = depth >= e ? PROBCUT_REACH_END : PROBCUT_REACH_HORIZON;
    const int slack = reach * errors_spread(fit, e, 0, s, node.volatility) / ONE;
    worker->selectivity = depth >= e ? SELECTIVITY_NONE : selectivity;
    is_high = expected + slack >= high && lies_beyond(worker, position, s, high, true);
    const bool is_low = !is_high && expected - slack <= low &&
                        lies_beyond(worker, position, s, low, false);
    worker->selectivity = selectivity;
    *score = bound_of(is_high, depth, e, alpha);
    return is_high || is_low;
}
