/* search/node.c - principal variation search (hot; one build per CPU level).
 *
 * Sources: PVS / NegaScout (Marsland 1982, Reinefeld 1983); enhanced
 * transposition cut-off (Plaat et al. 1996); stability cut-off (Zebra, Edax);
 * internal iterative reduction (E. Schroeder, 2020). */
#include "search/node.h"

#include "base/checks.h"
#include "board/flip.h"
#include "board/moves.h"
#include "search/contempt.h"
#include "search/endgame.h"
#include "search/moveloop.h"
#include "search/picker.h"
#include "search/probcut.h"
#include "search/smalltree.h"
#include "search/shallow.h"

/* The ids are there if the node, or one below it, is evaluated. To count them costs more than the
 * node, so one node in 64 is looked at. */
static ASSERT_ONLY bool node_has_ids(const struct worker *worker, const struct position *position,
                                int depth)
{
    const int n_empties = position->n_empties;
    return worker->nodes % 64 != 0 || !worker->weights ||
           (depth >= n_empties && n_empties <= ENDGAME_EMPTIES) || position_has_ids(position);
}

/* The value of a node at the horizon. */
static inline int horizon_value(const struct worker *worker, const struct position *position)
{
    return score_bound(position_value(worker, position) + worker->tempo);
}

/* Does the table answer a search of this depth with the window (alpha, beta)? */
static bool table_answers(struct worker *worker, const struct tt_data *entry, int depth, int alpha,
                          int beta, int *score)
{
    if (entry->depth < depth || entry->selectivity < worker->selectivity)
        return false;
    if (entry->lower >= beta || entry->lower == entry->upper)
        *score = entry->lower;
    else if (entry->upper <= alpha)
        *score = entry->upper;
    else
        return false;
    worker->n_selective += entry->selectivity < SELECTIVITY_NONE;
    return true;
}

/* A subtree in which no selective answer was used is as good as an exact one. */
static inline int stored_selectivity(const struct worker *worker, unsigned n_selective_before)
{
    return worker->n_selective == n_selective_before ? SELECTIVITY_NONE : worker->selectivity;
}

/* Enhanced transposition cut-off: a child already known to fail low settles the node. */
static bool etc_cuts(struct worker *worker, const struct picker *picker, int depth, int alpha,
                     int *score)
{
    const struct tt *tt = worker->shared->tt;
    for (int i = 0; i < picker->n_moves; i++) {
        struct tt_data entry;
        const ofl_board child = position_key(worker, &picker_move_at(picker, i)->child);
        if (tt_probe(tt, child.player, child.opponent, &entry) && entry.depth >= depth - 1 &&
            entry.selectivity >= worker->selectivity && -entry.upper > alpha) {
            *score = -entry.upper;
            worker->n_selective += entry.selectivity < SELECTIVITY_NONE;
            return true;
        }
    }
    return false;
}

/* Internal iterative reduction: a node of which the table knows no move, or only one from a much
 * less deep search, is searched a ply less deep. Only where a ply more or less does not shift
 * values. */
static inline bool is_unseen(const struct worker *worker, int n_empties, int depth,
                             const struct tt_data *known)
{
    return depth >= IIR_DEPTH && depth < n_empties && worker->selectivity != SELECTIVITY_NONE &&
           worker->tempo != 0 &&
           (!known || known->depth < depth - IIR_BEHIND || known->move == OFL_NO_MOVE);
}

/* Multi-ProbCut at a node the table did not answer; a cut is remembered. */
static bool probcut(struct worker *worker, const struct position *position, uint64_t moves,
                    int depth, int alpha, const struct tt_data *known, int *score)
{
    if (!probcut_may_try(worker, position->n_empties, depth) ||
        !worker->shared->switches.probcut ||
        !ISA_FN(probcut_cuts)(worker, position, moves, depth, alpha, known, score))
        return false;
    worker->n_selective++;
    const ofl_board key = position_key(worker, position);
    if (depth >= TABLE_DEPTH)
        tt_store(worker->shared->tt, key.player, key.opponent, depth, worker->selectivity, alpha,
                 alpha + 1, *score, OFL_NO_MOVE);
    return true;
}

int ISA_FN(node_large)(struct worker *worker, const struct position *position, uint64_t moves,
                       int depth, int alpha)
{
    const uint64_t player = position->player, opponent = position->opponent;
    const int n_empties = position->n_empties;
    const struct search_switches *switches = &worker->shared->switches;
    assert(position_is_valid(position) && check_moves(player, opponent, moves) && depth > 0);
    assert(alpha >= -EVAL_INFINITY && alpha < EVAL_INFINITY);
    assert(node_has_ids(worker, position, depth));

    /* 1. Stability cut-off. */
    if (switches->stability) {
        int bound = EVAL_DISC * ISA_FN(endgame_stability_bound)(
            player, opponent, score_floor_discs(alpha), n_empties);
        bound = contempt_upper(bound, position_draw(worker, position));
        if (bound <= alpha)
            return bound;
    }

    /* 2. Transposition table. */
    struct tt *tt = worker->shared->tt;
    struct tt_data entry;
    const ofl_board key = position_key(worker, position);
    const bool use_table = depth >= TABLE_DEPTH;
    bool known = use_table && tt_probe(tt, key.player, key.opponent, &entry);
    int score;
    if (known && table_answers(worker, &entry, depth, alpha, alpha + 1, &score))
        return score;

    /* 3. Multi-ProbCut. */
    if (probcut(worker, position, moves, depth, alpha, known ? &entry : NULL, &score))
        return score;
    if (worker->stopped)
        return alpha;

    /* 4. Make the moves. */
    if (is_unseen(worker, n_empties, depth, known ? &entry : NULL)) {
        depth--;
        worker->n_selective++; /* of the node above; not of what is stored here */
    }
    const unsigned n_selective = worker->n_selective;
    struct picker picker UNINITIALIZED;
    ISA_FN(picker_start)(&picker, worker, position, moves, depth, alpha, known ? &entry : NULL);

    /* 5. Enhanced transposition cut-off. */
    if (switches->etc && depth >= ETC_DEPTH && (depth < n_empties || n_empties >= ETC_EMPTIES) &&
        etc_cuts(worker, &picker, depth, alpha, &score))
        return score;

    /* 6. Search the moves, best first. */
    struct moveloop loop = {n_empties, depth, alpha, -EVAL_INFINITY, NULL};
    ISA_FN(moveloop_run)(worker, &picker, &loop);
    if (worker->stopped)
        return alpha;

    /* 7. Remember. */
    if (use_table)
        tt_store(tt, key.player, key.opponent, depth, stored_selectivity(worker, n_selective),
                 alpha, alpha + 1, loop.best, loop.best_move->square);
    return loop.best;
}

/* Is the tree small, as far as can be told? */
static bool is_small(const struct worker *worker, const struct position *position, uint64_t moves,
                     int depth, int alpha)
{
    const int expected = position_expected(position);
    return depth >= position->n_empties && worker->selectivity == SELECTIVITY_NONE &&
           expected != POSITION_UNKNOWN && worker->shared->switches.smalltree &&
           !worker->shared->draw &&
           smalltree_is_likely(position->player, position->opponent, moves, expected - alpha,
                               position->n_empties);
}

int ISA_FN(node_nws)(struct worker *worker, const struct position *position, int depth, int alpha)
{
    const uint64_t player = position->player, opponent = position->opponent;
    const bool to_end = depth >= position->n_empties;
    assert(position_is_valid(position) && depth >= 0 && worker->selectivity >= 0 &&
           worker->selectivity <= SELECTIVITY_NONE);

    /* 1. Leaves: few empties to the end, or the horizon. */
    if (to_end && position->n_empties <= ENDGAME_EMPTIES && worker->shared->draw)
        return ISA_FN(contempt_nws)(worker, position, alpha);
    if (to_end && position->n_empties <= ENDGAME_EMPTIES)
        return EVAL_DISC * ISA_FN(endgame_nws)(worker, player, opponent, score_floor_discs(alpha),
                                               position->n_empties);
    if (depth <= 0)
        return horizon_value(worker, position);
    if (worker_must_stop(worker))
        return alpha;

    /* 2. No move: pass, or the end of the game. */
    uint64_t moves = moves_legal(player, opponent);
    if (!moves) {
        if (!moves_legal(opponent, player))
            return position_final_score(worker, position);
        struct position passed UNINITIALIZED;
        position_pass(&passed, position);
        return -ISA_FN(node_nws)(worker, &passed, depth, -(alpha + 1));
    }

    /* 3. A small tree: to order the moves costs more than it saves. */
    if (is_small(worker, position, moves, depth, alpha))
        return EVAL_DISC * ISA_FN(endgame_smalltree)(worker, position, moves,
                                                     score_floor_discs(alpha),
                                                     position_expected(position) - alpha);

    /* 4. One ply above the horizon: no table, no order. */
    if (depth == 1 && !to_end) {
        int score;
        if (probcut(worker, position, moves, depth, alpha, NULL, &score))
            return score;
        const int tempo = worker->tempo; /* of the other side, which shallow_search() leaves out */
        score = ISA_FN(shallow_search)(worker, position, 1, alpha + tempo, alpha + tempo + 1);
        return score_bound(score - tempo);
    }
    return ISA_FN(node_large)(worker, position, moves, depth, alpha);
}

static void pv_clear(struct worker *worker, int height) { worker->pv_length[height] = 0; }

static void pv_update(struct worker *worker, int height, int move)
{
    assert(height >= 0 && height < MAX_HEIGHT && check_move(move));
    int length = worker->pv_length[height + 1];
    assert(length < MAX_HEIGHT);
    worker->pv[height][0] = (uint8_t)move;
    for (int i = 0; i < length && i + 1 < MAX_HEIGHT; i++)
        worker->pv[height][i + 1] = worker->pv[height + 1][i];
    worker->pv_length[height] = (uint8_t)(length + 1);
}

/* The moves of an open-window node: the first with the whole window, the others by null windows,
 * and again with the open one when they turn out better. On entry *loop is the node, with nothing
 * found. On return it holds score and move of the best, whose line is in pv[height]. */
static void pvs_moves(struct worker *worker, struct picker *picker, struct moveloop *loop, int beta,
                      int height)
{
    const int depth = loop->depth, alpha = loop->alpha;
    loop->best_move = picker_next(picker);
    worker->nodes++;
    loop->best = -ISA_FN(node_pvs)(worker, &loop->best_move->child, depth - 1, -beta, -alpha,
                                   height + 1);
    if (worker->stopped)
        return;
    if (loop->best > alpha || height == 0)
        pv_update(worker, height, loop->best_move->square);
    while (picker_n_left(picker) > 0 && loop->best < beta) {
        struct moveloop next = *loop;
        next.alpha = loop->best > alpha ? loop->best : alpha;
        ISA_FN(moveloop_run)(worker, picker, &next);
        if (worker->stopped)
            return;
        pv_clear(worker, height + 1);
        if (next.best > next.alpha && next.best < beta) {
            next.best = -ISA_FN(node_pvs)(worker, &next.best_move->child, depth - 1, -beta,
                                          -next.alpha, height + 1);
            if (worker->stopped)
                return;
        }
        if (next.best > loop->best) {
            loop->best = next.best;
            loop->best_move = next.best_move;
            if (loop->best > alpha)
                pv_update(worker, height, loop->best_move->square);
        }
    }
}

int ISA_FN(node_pvs)(struct worker *worker, const struct position *position, int depth, int alpha,
                     int beta, int height)
{
    const uint64_t player = position->player, opponent = position->opponent;
    const int n_empties = position->n_empties;
    assert(position_is_valid(position) && depth >= 0 && alpha < beta);
    assert(node_has_ids(worker, position, depth));
    pv_clear(worker, height);
    /* 1. Leaves. */
    if (n_empties == 0)
        return position_final_score(worker, position);
    if (depth <= 0)
        return horizon_value(worker, position);
    if (worker_must_stop(worker))
        return alpha;

    /* 2. No move: pass, or the end of the game. */
    uint64_t moves = moves_legal(player, opponent);
    if (!moves) {
        if (!moves_legal(opponent, player))
            return position_final_score(worker, position);
        struct position passed UNINITIALIZED;
        position_pass(&passed, position);
        int score = -ISA_FN(node_pvs)(worker, &passed, depth, -beta, -alpha, height + 1);
        pv_update(worker, height, OFL_PASS);
        return score;
    }

    /* 3. Transposition table. */
    struct tt *tt = worker->shared->tt;
    struct tt_data entry;
    const ofl_board key = position_key(worker, position);
    bool known = tt_probe(tt, key.player, key.opponent, &entry);
    int score;
    if (known && table_answers(worker, &entry, depth, alpha, beta, &score)) {
        if (entry.move != OFL_NO_MOVE && score > alpha) {
            pv_clear(worker, height + 1);
            pv_update(worker, height, entry.move);
        }
        return score;
    }

    /* 4. Search the moves: the first with the open window, the others only to
     * prove that they are not better. */
    struct picker picker UNINITIALIZED;
    ISA_FN(picker_start)(&picker, worker, position, moves, depth, alpha, known ? &entry : NULL);
    const unsigned n_selective = worker->n_selective;
    struct moveloop loop = {n_empties, depth, alpha, -EVAL_INFINITY, NULL};
    pvs_moves(worker, &picker, &loop, beta, height);
    if (worker->stopped)
        return alpha;

    /* 5. Remember. */
    tt_store(tt, key.player, key.opponent, depth, stored_selectivity(worker, n_selective), alpha,
             beta, loop.best, loop.best_move->square);
    return loop.best;
}

int ISA_FN(node_root)(struct worker *worker, struct root_task *task)
{
    struct position root;
    assert(task->n_moves > 0 && task->depth > 0 && task->alpha < task->beta);
    assert(task->selectivity >= 0 && task->selectivity <= SELECTIVITY_NONE);
    worker->shared->draw = task->draw;
    position_set(&root, task->board, worker);
    struct picker picker UNINITIALIZED;
    ISA_FN(picker_start_root)(&picker, worker, &root, task);
    pv_clear(worker, 0);
    worker->selectivity = task->selectivity;
    struct moveloop loop = {root.n_empties, task->depth, task->alpha, -EVAL_INFINITY, NULL};
    pvs_moves(worker, &picker, &loop, task->beta, 0);
    if (worker->stopped)
        return loop.best;
    /* The best move to the front; the others keep their order. */
    int at = 0;
    while (task->moves[at].move != loop.best_move->square)
        at++;
    struct root_move m = task->moves[at];
    for (; at > 0; at--)
        task->moves[at] = task->moves[at - 1];
    task->moves[0] = m;
    return loop.best;
}
