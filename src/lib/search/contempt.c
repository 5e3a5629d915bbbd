/* search/contempt.c - the last empties where a draw is not worth 0 (hot; see contempt.h).
 *
 * A null window asks whether the worth exceeds alpha: whether the score belongs to a set. It holds
 * the scores above alpha, and the draw if its worth exceeds alpha. If a draw at 0 belongs
 * to it or not as well, or if no score lies between 0 and the bound, then the set is that of all
 * scores above some number, and the endgame answers. Else plain alpha-beta does, several times
 * slower; only contempt of two discs and more asks for that. */
#include "search/contempt.h"

#include "board/children.h"
#include "search/endgame.h"

/* From so many empties on, plain alpha-beta asks the table. */
enum { TABLE_EMPTIES = 6 };

/* Full boards have even scores, and so have others where the empties go to the winner. */
static int score_step(const struct worker *worker) { return worker->raw_score ? 1 : 2; }

/* The child with the fewest replies is taken out of the list. */
static const struct child *take_child(const struct child *children, int n, uint32_t *left)
{
    int best = -1, fewest = 65;
    for (int i = 0; i < n; i++) {
        const int replies = bit_count(children[i].replies);
        if ((*left >> i & 1) && replies < fewest) {
            fewest = replies;
            best = i;
        }
    }
    *left &= ~(UINT32_C(1) << best);
    return &children[best];
}

/* All moves, to the end; `draw`: what a draw is worth to the player. */
static int search_plainly(struct worker *worker, uint64_t player, uint64_t opponent, int n_empties,
                          int draw, int alpha)
{
    /* 1. No move: pass, or the end of the game. */
    const uint64_t moves = moves_legal(player, opponent);
    if (!moves && !moves_legal(opponent, player)) {
        const int score = solve_final(worker, bit_count(player), bit_count(opponent));
        return score ? EVAL_DISC * score : draw;
    }
    if (!moves)
        return -search_plainly(worker, opponent, player, n_empties, -draw, -(alpha + 1));
    if (worker_must_stop(worker))
        return alpha;

    /* 2. Transposition table. */
    struct tt *tt = worker->shared->tt;
    struct tt_data entry;
    const ofl_board key = tt_key(player, opponent, draw);
    const bool use_table = n_empties >= TABLE_EMPTIES;
    if (use_table && tt_probe(tt, key.player, key.opponent, &entry) && entry.depth >= n_empties &&
        entry.selectivity == SELECTIVITY_NONE) {
        if (entry.lower > alpha)
            return entry.lower;
        if (entry.upper <= alpha)
            return entry.upper;
    }

    /* 3. Fastest first. */
    struct child children[CHILDREN_MAX] UNINITIALIZED;
    const int n = children_make(player, opponent, moves, children);
    uint32_t left = n < 32 ? (UINT32_C(1) << n) - 1 : UINT32_MAX;
    int best = -EVAL_INFINITY;
    while (left && best <= alpha) {
        const struct child *child = take_child(children, n, &left);
        worker->nodes++;
        const int score = -search_plainly(
            worker, opponent ^ child->flips, player ^ child->flips ^ bit_of((int)child->square),
            n_empties - 1, -draw, -(alpha + 1));
        if (worker->stopped)
            return alpha;
        best = score > best ? score : best;
    }
    if (use_table)
        tt_store(tt, key.player, key.opponent, n_empties, SELECTIVITY_NONE, alpha, alpha + 1, best,
                 OFL_NO_MOVE);
    return best;
}

/* What "the score is `score` or more" says of the worth. */
static int lower_worth(int score, int draw, int step)
{
    if (score > 0)
        return EVAL_DISC * (score > step ? score : step);
    const int other = score < 0 ? EVAL_DISC * score : EVAL_DISC * step;
    return draw < other ? draw : other;
}

/* What "the score is `score` or less" says of it. */
static int upper_worth(int score, int draw, int step) { return -lower_worth(-score, -draw, step); }

int ISA_FN(contempt_nws)(struct worker *worker, const struct position *position, int alpha)
{
    const int draw = position_draw(worker, position), step = score_step(worker);
    const bool has_draw = draw > alpha; /* does the set hold the draw? */
    int above = score_floor_discs(alpha);
    assert(position->n_empties <= ENDGAME_EMPTIES && draw % EVAL_DISC != 0);
    if (has_draw != (above < 0)) {
        const bool is_simple = has_draw ? above < step : above >= -step;
        if (!is_simple)
            return search_plainly(worker, position->player, position->opponent,
                                  position->n_empties, draw, alpha);
        above = has_draw ? -1 : 0;
    }
    const int score = ISA_FN(endgame_nws)(worker, position->player, position->opponent, above,
                                          position->n_empties);
    return score > above ? lower_worth(score, draw, step) : upper_worth(score, draw, step);
}
