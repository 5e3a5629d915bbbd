/* search/node.c - principal variation search (hot; one build per CPU level).
 *
 * Sources: PVS / NegaScout (Marsland 1982, Reinefeld 1983); enhanced
 * transposition cut-off (Plaat et al. 1996); stability cut-off (Zebra, Edax);
 * nodes without an entry less deep (E. Schroeder, internal iterative reductions, 2020). */
#include "search/node.h"

#include "base/bits.h"
#include "board/flip.h"
#include "board/moves.h"
#include "board/squares.h"
#include "search/endgame.h"
#include "search/picker.h"
#include "search/probcut.h"
#include "search/quick.h"
#include "search/solve.h"

enum {
    ETC_DEPTH = 5,
    ETC_EMPTIES = ENDGAME_EMPTIES + 2, /* whose children, if large, are in the table */
    SPLIT_DEPTH = 5,       /* helpers are asked from this depth on, */
    SPLIT_EMPTIES = 14     /* or from so many empties when searching to the end */
};

static inline int final_score(const struct worker *worker, uint64_t player, uint64_t opponent)
{
    return EVAL_DISC * solve_final(worker, bit_count(player), bit_count(opponent));
}

/* Siblings valued at once where a search ends, but for the first, which cuts at half of the nodes:
 * together they cost less, those behind a cut cost for nothing. 4 or 8 gain no more. Where nothing
 * can cut all are wanted. */
enum { LEAVES_AT_ONCE = 2, LEAVES_ALL_WANTED = 4 };

/* The value of a node at the horizon. */
static inline int horizon_value(const struct worker *worker, const struct position *position)
{
    return score_bound(position_value(worker, position) + worker->tempo);
}

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

int ISA_FN(node_shallow)(struct worker *worker, const struct position *position, int depth,
                         int alpha, int beta)
{
    if (depth == 0)
        return position_value(worker, position);
    const uint64_t player = position->player, opponent = position->opponent;
    uint64_t moves = moves_legal(player, opponent);
    struct position child UNINITIALIZED;
    if (!moves) {
        if (!moves_legal(opponent, player))
            return final_score(worker, player, opponent);
        position_pass(&child, position);
        return -ISA_FN(node_shallow)(worker, &child, depth, -beta, -alpha);
    }
    if (depth == 1)
        return best_leaf(worker, position, moves, beta);
    int best = -EVAL_INFINITY;
    for (; moves; moves = bit_drop(moves)) {
        int square = bit_first(moves);
        position_play(&child, position, square, flip(player, opponent, square),
                      worker->weights != NULL);
        worker->nodes++;
        int score = -ISA_FN(node_shallow)(worker, &child, depth - 1, -beta,
                                          -(alpha > best ? alpha : best));
        if (score > best) {
            best = score;
            if (best >= beta)
                break;
        }
    }
    return best;
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
    worker->n_guesses += entry->selectivity < SELECTIVITY_NONE;
    return true;
}

/* A subtree in which no selective answer was used is as good as an exact one. */
static inline int stored_selectivity(const struct worker *worker, unsigned n_guesses_before)
{
    return worker->n_guesses == n_guesses_before ? SELECTIVITY_NONE : worker->selectivity;
}

/* Enhanced transposition cut-off: a child already known to fail low settles the node. */
static bool etc_cuts(struct worker *worker, const struct picker *picker, int depth, int alpha,
                     int *score)
{
    const struct tt *tt = worker->shared->tt;
    for (int i = 0; i < picker->n_moves; i++) {
        struct tt_data entry;
        const struct position *child = &picker_move_at(picker, i)->child;
        if (tt_probe(tt, child->player, child->opponent, &entry) && entry.depth >= depth - 1 &&
            entry.selectivity >= worker->selectivity && -entry.upper > alpha) {
            *score = -entry.upper;
            worker->n_guesses += entry.selectivity < SELECTIVITY_NONE;
            return true;
        }
    }
    return false;
}

/* ---- Null-window search of the moves of a node, alone or with helpers. ---- */

struct scan {
    int n_empties, depth, alpha; /* of the node */
    int best;                    /* score so far, fail-soft */
    const struct picker_move *best_move;
};

static int search_child(struct worker *worker, const struct picker_move *m, int depth, int alpha)
{
    worker->nodes++;
    return -ISA_FN(node_nws)(worker, &m->child, depth - 1, -(alpha + 1));
}

/* Late moves are searched less deep first: so many plies. One ply is of little use without the
 * tempo (docs/speed.md). */
static inline int reduction(const struct worker *worker, int n_empties, int depth, int index)
{
    enum { FROM_DEPTH = 4, FROM_MOVE = 3, TWO_PLIES_FROM_MOVE = 5 };
    if (depth >= n_empties || depth < FROM_DEPTH || index < FROM_MOVE ||
        worker->selectivity == SELECTIVITY_NONE)
        return 0;
    return 1 + (index >= TWO_PLIES_FROM_MOVE);
}

/* A node of which the table knows no move, or only from a much less deep search, is seldom one that
 * matters, and its moves come in no good order: it is searched a ply less deep, where a ply more or
 * less does not shift values ("What the table knows" in docs/speed.md). */
static inline bool is_unseen(const struct worker *worker, int n_empties, int depth,
                             const struct tt_data *known)
{
    enum { FROM_DEPTH = 4, NEARLY = 4 };
    return depth >= FROM_DEPTH && depth < n_empties && worker->selectivity != SELECTIVITY_NONE &&
           worker->tempo != 0 &&
           (!known || known->depth < depth - NEARLY || known->move == OFL_NO_MOVE);
}

/* The move that comes as number `index` of a node; deeper again if it may be the best. */
static int search_move(struct worker *worker, const struct picker_move *m, int n_empties, int depth,
                       int alpha, int index)
{
    const int fewer = reduction(worker, n_empties, depth, index);
    if (fewer > 0) {
        const int score = search_child(worker, m, depth - fewer, alpha);
        if (score <= alpha || worker->stopped) {
            worker->n_guesses++;
            return score;
        }
    }
    return search_child(worker, m, depth, alpha);
}

void ISA_FN(node_split_work)(struct worker *worker, struct split *split)
{
    const int selectivity = worker->selectivity;
    worker->selectivity = split->selectivity;
    struct picker *picker = split->picker;
    assert(picker->stage == PICKER_BEST);
    pthread_mutex_lock(&split->lock);
    while (picker_n_left(picker) > 0 && !atomic_load_explicit(&split->cut, memory_order_relaxed)) {
        const int index = picker->n_taken;
        const struct picker_move *m = picker_next(picker);
        pthread_mutex_unlock(&split->lock);
        if (index + 1 == picker->n_moves)
            pool_close(worker->pool, split);
        int score = search_move(worker, m, split->n_empties, split->depth, split->alpha, index);
        pthread_mutex_lock(&split->lock);
        if (worker->stopped)
            break;
        split->is_searched[index] = true;
        if (score > split->best) {
            split->best = score;
            split->best_move = m;
            if (score > split->alpha)
                pool_cut(worker->pool, split);
        }
    }
    pthread_mutex_unlock(&split->lock);
    worker->selectivity = selectivity;
}

static bool may_split(const struct worker *worker, const struct scan *scan, int n_left)
{
    int least = scan->depth >= scan->n_empties ? SPLIT_EMPTIES : SPLIT_DEPTH;
    return scan->depth >= least && n_left > 1 && pool_has_idle(worker->pool);
}

/* Searches the moves left with helpers. Moves cut short go back to the picker. */
static void scan_split(struct worker *worker, struct picker *picker, struct scan *scan)
{
    picker_share(picker);
    const int n_before = picker->n_taken;
    struct split split = {
        .parent = worker->split, .picker = picker,
        .n_empties = scan->n_empties, .depth = scan->depth, .alpha = scan->alpha,
        .selectivity = worker->selectivity, .best = scan->best, .best_move = scan->best_move,
        .lock = PTHREAD_MUTEX_INITIALIZER,
    };
    worker->split = &split;
    pool_publish(worker->pool, &split);
    ISA_FN(node_split_work)(worker, &split);
    pool_retract(worker->pool, worker, &split);
    worker->split = split.parent;
    worker->stopped = atomic_load_explicit(&worker->shared->stop, memory_order_relaxed) ||
                      split_is_cut(split.parent);
    scan->best = split.best;
    scan->best_move = split.best_move;
    worker->n_guesses++; /* what the helpers used is not known here */
    picker_put_back(picker, n_before, split.is_searched);
    pthread_mutex_destroy(&split.lock);
}

/* Searches the moves left until one exceeds alpha, or the worker is stopped. */
static void scan_moves(struct worker *worker, struct picker *picker, struct scan *scan)
{
    while (picker_n_left(picker) > 0) {
        const int index = picker->n_taken;
        if (index > 0 && may_split(worker, scan, picker_n_left(picker))) {
            scan_split(worker, picker, scan);
            if (worker->stopped || scan->best > scan->alpha)
                return;
            continue;
        }
        const struct picker_move *m = picker_next(picker);
        int score = search_move(worker, m, scan->n_empties, scan->depth, scan->alpha, index);
        if (worker->stopped)
            return;
        if (score > scan->best) {
            scan->best = score;
            scan->best_move = m;
            if (score > scan->alpha)
                return;
        }
    }
}

/* Multi-ProbCut at a node the table did not answer; a cut is remembered. */
static bool probcut(struct worker *worker, const struct position *position, uint64_t moves,
                    int depth, int alpha, const struct tt_data *known, int *score)
{
    if (!probcut_may_try(worker, position->n_empties, depth) ||
        !worker->shared->switches.probcut ||
        !ISA_FN(probcut_cuts)(worker, position, moves, depth, alpha, known, score))
        return false;
    worker->n_guesses++;
    if (depth >= TABLE_DEPTH)
        tt_store(worker->shared->tt, position->player, position->opponent, depth,
                 worker->selectivity, alpha, alpha + 1, *score, OFL_NO_MOVE);
    return true;
}

int ISA_FN(node_large)(struct worker *worker, const struct position *position, uint64_t moves,
                       int depth, int alpha)
{
    const uint64_t player = position->player, opponent = position->opponent;
    const int n_empties = position->n_empties;
    const struct search_switches *switches = &worker->shared->switches;
    /* 1. Stability cut-off. */
    if (switches->stability) {
        int bound = EVAL_DISC * ISA_FN(endgame_stability_bound)(
            player, opponent, score_floor_discs(alpha), n_empties);
        if (bound <= alpha)
            return bound;
    }

    /* 2. Transposition table. */
    struct tt *tt = worker->shared->tt;
    struct tt_data entry;
    const bool use_table = depth >= TABLE_DEPTH;
    bool known = use_table && tt_probe(tt, player, opponent, &entry);
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
        worker->n_guesses++; /* of the node above; not of what is stored here */
    }
    const unsigned n_guesses = worker->n_guesses;
    struct picker picker UNINITIALIZED;
    ISA_FN(picker_start)(&picker, worker, position, moves, depth, alpha, known ? &entry : NULL);

    /* 5. Enhanced transposition cut-off. */
    if (switches->etc && depth >= ETC_DEPTH && (depth < n_empties || n_empties >= ETC_EMPTIES) &&
        etc_cuts(worker, &picker, depth, alpha, &score))
        return score;

    /* 6. Search the moves, best first. */
    struct scan scan = {n_empties, depth, alpha, -EVAL_INFINITY, NULL};
    scan_moves(worker, &picker, &scan);
    if (worker->stopped)
        return alpha;

    /* 7. Remember. */
    if (use_table)
        tt_store(tt, player, opponent, depth, stored_selectivity(worker, n_guesses), alpha,
                 alpha + 1, scan.best, scan.best_move->square);
    return scan.best;
}

/* Is little left to search, as far as can be told? */
static bool is_quick(const struct worker *worker, const struct position *position, uint64_t moves,
                     int depth, int alpha)
{
    return depth >= position->n_empties && worker->selectivity == SELECTIVITY_NONE &&
           position->score != POSITION_NO_SCORE && worker->shared->switches.quick &&
           quick_is_likely(position->player, position->opponent, moves, position->score - alpha,
                           position->n_empties);
}

int ISA_FN(node_nws)(struct worker *worker, const struct position *position, int depth, int alpha)
{
    const uint64_t player = position->player, opponent = position->opponent;
    const bool to_end = depth >= position->n_empties;
    /* 1. Leaves: few empties to the end, or the horizon. */
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
            return final_score(worker, player, opponent);
        struct position passed UNINITIALIZED;
        position_pass(&passed, position);
        return -ISA_FN(node_nws)(worker, &passed, depth, -(alpha + 1));
    }

    /* 3. A small tree: no look at the moves is worth its time. */
    if (is_quick(worker, position, moves, depth, alpha))
        return EVAL_DISC * ISA_FN(endgame_quick)(worker, position, moves,
                                                 score_floor_discs(alpha), position->score - alpha);

    /* 4. One ply above the horizon: no table, no order. */
    if (depth == 1 && !to_end) {
        int score;
        if (probcut(worker, position, moves, depth, alpha, NULL, &score))
            return score;
        const int tempo = worker->tempo; /* of the other side, which node_shallow() leaves out */
        score = ISA_FN(node_shallow)(worker, position, 1, alpha + tempo, alpha + tempo + 1);
        return score_bound(score - tempo);
    }
    return ISA_FN(node_large)(worker, position, moves, depth, alpha);
}

static void pv_clear(struct worker *worker, int height) { worker->pv_length[height] = 0; }

static void pv_update(struct worker *worker, int height, int move)
{
    int length = worker->pv_length[height + 1];
    worker->pv[height][0] = (uint8_t)move;
    for (int i = 0; i < length && i + 1 < MAX_HEIGHT; i++)
        worker->pv[height][i + 1] = worker->pv[height + 1][i];
    worker->pv_length[height] = (uint8_t)(length + 1);
}

/* The moves of an open-window node: the first with the whole window, the others by null windows,
 * and again with the open one when they turn out better. On entry *scan is the node, with nothing
 * found. On return it holds score and move of the best, whose line is in pv[height]. */
static void pvs_moves(struct worker *worker, struct picker *picker, struct scan *scan, int beta,
                      int height)
{
    const int depth = scan->depth, alpha = scan->alpha;
    scan->best_move = picker_next(picker);
    worker->nodes++;
    scan->best = -ISA_FN(node_pvs)(worker, &scan->best_move->child, depth - 1, -beta, -alpha,
                                   height + 1);
    if (worker->stopped)
        return;
    if (scan->best > alpha || height == 0)
        pv_update(worker, height, scan->best_move->square);
    while (picker_n_left(picker) > 0 && scan->best < beta) {
        struct scan next = *scan;
        next.alpha = scan->best > alpha ? scan->best : alpha;
        scan_moves(worker, picker, &next);
        if (worker->stopped)
            return;
        pv_clear(worker, height + 1);
        if (next.best > next.alpha && next.best < beta) {
            next.best = -ISA_FN(node_pvs)(worker, &next.best_move->child, depth - 1, -beta,
                                          -next.alpha, height + 1);
            if (worker->stopped)
                return;
        }
        if (next.best > scan->best) {
            scan->best = next.best;
            scan->best_move = next.best_move;
            if (scan->best > alpha)
                pv_update(worker, height, scan->best_move->square);
        }
    }
}

int ISA_FN(node_pvs)(struct worker *worker, const struct position *position, int depth, int alpha,
                     int beta, int height)
{
    const uint64_t player = position->player, opponent = position->opponent;
    const int n_empties = position->n_empties;
    pv_clear(worker, height);
    /* 1. Leaves. */
    if (n_empties == 0)
        return final_score(worker, player, opponent);
    if (depth <= 0)
        return horizon_value(worker, position);
    if (worker_must_stop(worker))
        return alpha;

    /* 2. No move: pass, or the end of the game. */
    uint64_t moves = moves_legal(player, opponent);
    if (!moves) {
        if (!moves_legal(opponent, player))
            return final_score(worker, player, opponent);
        struct position passed UNINITIALIZED;
        position_pass(&passed, position);
        int score = -ISA_FN(node_pvs)(worker, &passed, depth, -beta, -alpha, height + 1);
        pv_update(worker, height, OFL_PASS);
        return score;
    }

    /* 3. Transposition table. */
    struct tt *tt = worker->shared->tt;
    struct tt_data entry;
    bool known = tt_probe(tt, player, opponent, &entry);
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
    const unsigned n_guesses = worker->n_guesses;
    struct scan scan = {n_empties, depth, alpha, -EVAL_INFINITY, NULL};
    pvs_moves(worker, &picker, &scan, beta, height);
    if (worker->stopped)
        return alpha;

    /* 5. Remember. */
    tt_store(tt, player, opponent, depth, stored_selectivity(worker, n_guesses), alpha, beta,
             scan.best, scan.best_move->square);
    return scan.best;
}

int ISA_FN(node_root)(struct worker *worker, struct root_task *task)
{
    struct position root;
    position_set(&root, task->board, worker);
    struct picker picker UNINITIALIZED;
    ISA_FN(picker_start_root)(&picker, worker, &root, task);
    pv_clear(worker, 0);
    worker->selectivity = task->selectivity;
    struct scan scan = {root.n_empties, task->depth, task->alpha, -EVAL_INFINITY, NULL};
    pvs_moves(worker, &picker, &scan, task->beta, 0);
    if (worker->stopped)
        return scan.best;
    /* The best move to the front; the others keep their order. */
    int at = 0;
    while (task->moves[at].move != scan.best_move->square)
        at++;
    struct root_move m = task->moves[at];
    for (; at > 0; at--)
        task->moves[at] = task->moves[at - 1];
    task->moves[0] = m;
    return scan.best;
}
