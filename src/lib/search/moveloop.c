/* search/moveloop.c - searches the moves of a node one after another (hot; one build per CPU
 * level).
 *
 * Late moves are reduced here, and here a node becomes a split: helpers then take moves from the
 * same picker (search/pool.h). */
#include "search/moveloop.h"

#include "search/node.h"
#include "search/pool.h"

static int search_child(struct worker *worker, const struct picker_move *m, int depth, int alpha)
{
    worker->nodes++;
    return -ISA_FN(node_nws)(worker, &m->child, depth - 1, -(alpha + 1));
}

/* Late-move reduction: a late move is searched so many plies less deep first. */
static inline int reduction(const struct worker *worker, int n_empties, int depth, int index)
{
    if (depth >= n_empties || depth < LMR_DEPTH || index < LMR_MOVE ||
        worker->selectivity == SELECTIVITY_NONE)
        return 0;
    return 1 + (index >= LMR_TWO_PLIES_MOVE);
}

/* The move that comes as number `index` of a node; deeper again if it may be the best. */
static int search_move(struct worker *worker, const struct picker_move *m, int n_empties, int depth,
                       int alpha, int index)
{
    const int fewer = reduction(worker, n_empties, depth, index);
    if (fewer > 0) {
        const int score = search_child(worker, m, depth - fewer, alpha);
        if (score <= alpha || worker->stopped) {
            worker->n_selective++;
            return score;
        }
    }
    return search_child(worker, m, depth, alpha);
}

void ISA_FN(moveloop_help)(struct worker *worker, struct split *split)
{
    const int selectivity = worker->selectivity;
    worker->selectivity = split->selectivity;
    struct picker *picker = split->picker;
    assert(picker->stage == PICKER_BEST);
    pthread_mutex_lock(&split->lock);
    while (picker_n_left(picker) > 0 && !atomic_load_explicit(&split->cut, memory_order_relaxed)) {
        const int index = picker->n_taken;
        const struct picker_move *m = picker_next(picker);
        assert(!split->is_searched[index] && picker->n_taken == index + 1);
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

/* Will all moves be searched, as far as can be told before the first? */
static bool fails_low(const struct picker *picker, const struct moveloop *loop)
{
    return loop->depth >= loop->n_empties && loop->n_empties <= SPLIT_FIRST_EMPTIES &&
           position_expected(picker->position) < loop->alpha;
}

static bool may_split(const struct worker *worker, const struct moveloop *loop, int n_left)
{
    int least = loop->depth >= loop->n_empties ? SPLIT_EMPTIES : SPLIT_DEPTH;
    return loop->depth >= least && n_left > 1 && pool_has_free_core(worker->pool);
}

/* Searches the moves left with helpers. Moves cut short go back to the picker. */
static void split_moves(struct worker *worker, struct picker *picker, struct moveloop *loop)
{
    const bool may_cut = loop->depth >= loop->n_empties && !fails_low(picker, loop);
    picker_share(picker);
    const int n_before = picker->n_taken;
    struct split split = {
        .master = worker, .parent = worker->split, .picker = picker,
        .n_empties = loop->n_empties, .depth = loop->depth, .alpha = loop->alpha,
        .selectivity = worker->selectivity, .best = loop->best, .best_move = loop->best_move,
        .most_helpers = may_cut ? worker->pool->cut_helpers : POOL_MAX_HELPERS,
        .lock = PTHREAD_MUTEX_INITIALIZER,
    };
    worker->split = &split;
    pool_publish(worker->pool, &split);
    ISA_FN(moveloop_help)(worker, &split);
    pool_retract(worker->pool, worker, &split);
    worker->split = split.parent;
    worker->stopped = atomic_load_explicit(&worker->shared->stop, memory_order_relaxed) ||
                      split_is_cut(split.parent);
    assert(atomic_load(&split.n_helpers) == 0 && split.best >= loop->best);
    loop->best = split.best;
    loop->best_move = split.best_move;
    worker->n_selective++; /* what the helpers used is not known here */
    picker_put_back(picker, n_before, split.is_searched);
    pthread_mutex_destroy(&split.lock);
}

/* Searches the moves left until one exceeds alpha, or the worker is stopped. */
void ISA_FN(moveloop_run)(struct worker *worker, struct picker *picker, struct moveloop *loop)
{
    while (picker_n_left(picker) > 0) {
        const int index = picker->n_taken;
        if (may_split(worker, loop, picker_n_left(picker)) &&
            (index > 0 || fails_low(picker, loop))) {
            split_moves(worker, picker, loop);
            if (worker->stopped || loop->best > loop->alpha)
                return;
            continue;
        }
        const struct picker_move *m = picker_next(picker);
        int score = search_move(worker, m, loop->n_empties, loop->depth, loop->alpha, index);
        if (worker->stopped)
            return;
        if (score > loop->best) {
            loop->best = score;
            loop->best_move = m;
            if (score > loop->alpha)
                return;
        }
    }
}
