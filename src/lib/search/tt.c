/* search/tt.c - memory, clearing and storing of the transposition table (tt.h). */
#include "search/tt.h"

#include "base/mem.h"
#include "eval/score.h"

static int index_shift(uint64_t n_buckets)
{
    int shift = 64;
    for (; n_buckets > 1; n_buckets >>= 1)
        shift--;
    return shift;
}

static size_t block_size(const struct tt *tt)
{
    return (tt->n_most + tt->n_near) * sizeof *tt->buckets;
}

static void use_buckets(struct tt *tt, uint64_t n_buckets)
{
    tt->n_buckets = n_buckets;
    tt->shift = index_shift(n_buckets);
    if (tt->n_near == 0)
        tt->near_shift = tt->shift;
}

static uint64_t at_most(const struct tt *tt, uint64_t n_buckets)
{
    return tt->n_most < n_buckets ? tt->n_most : n_buckets;
}

bool tt_resize_buckets(struct tt *tt, uint64_t n_buckets)
{
    if (n_buckets < 2) /* a shift by 64 is not defined */
        n_buckets = 2;
    if (n_buckets > SIZE_MAX / 2 / sizeof(struct tt_bucket)) /* where addresses have 32 bits */
        return false;
    struct tt new = {.enabled = tt->enabled, .n_most = n_buckets};
    new.n_near = n_buckets / TT_NEAR_PART;
    if (new.n_near > TT_NEAR_BUCKETS)
        new.n_near = TT_NEAR_BUCKETS;
    if (new.n_near < 2)
        new.n_near = 0;
    /* A smaller table takes the place of the larger one: it can always be had. */
    const bool shrinks = tt->buckets && mem_shrink((void *)tt->buckets, block_size(tt),
                                                   block_size(&new));
    new.buckets = shrinks ? tt->buckets : mem_alloc(block_size(&new), &new.huge_pages);
    if (!new.buckets)
        return false;
    new.near = new.n_near ? new.buckets + n_buckets : new.buckets;
    new.near_shift = new.n_near ? index_shift(new.n_near) : 0;
    use_buckets(&new, at_most(&new, TT_LEAST_BUCKETS));
    if (shrinks)
        new.huge_pages = tt->huge_pages;
    else
        tt_free(tt);
    *tt = new;
    return true;
}

bool tt_resize(struct tt *tt, size_t mib)
{
    uint64_t n = 2;
    while (n * 2 * sizeof(struct tt_bucket) <= (uint64_t)mib << 20)
        n *= 2;
    return tt_resize_buckets(tt, n);
}

void tt_free(struct tt *tt)
{
    mem_free(tt->buckets, block_size(tt));
    tt->buckets = tt->near = NULL;
    tt->n_buckets = tt->n_most = tt->n_near = 0;
}

void tt_clear(struct tt *tt)
{
    const uint64_t n_first = at_most(tt, TT_FIRST_BUCKETS);
    if (!tt->is_touched) {
        mem_zero((void *)tt->buckets, n_first * sizeof *tt->buckets);
        mem_zero((void *)tt->near, tt->n_near * sizeof *tt->near);
    }
    tt->is_touched = true;
    if (tt->n_buckets > n_first)
        mem_drop((void *)(tt->buckets + n_first), (tt->n_buckets - n_first) * sizeof *tt->buckets);
    use_buckets(tt, n_first);
    tt->generation = 0;
    tt->epoch++;
}

/* For who has the bucket for himself, or its sequence: what is left in it of before tt_clear()
 * goes. */
static inline void freshen(const struct tt *tt, struct tt_bucket *bucket)
{
    if (!tt_is_stale(tt, bucket))
        return;
    for (int i = 0; i < TT_WAYS; i++)
        atomic_store_explicit(&bucket->slots[i].data, 0, memory_order_relaxed);
    atomic_store_explicit(&bucket->epoch, tt->epoch, memory_order_release);
}

/* Moves the entries of a bucket to where 2 to the power of `doublings` times as many buckets have
 * them. Those places are empty, but for the bucket's own. */
static void move_entries(struct tt *tt, uint64_t from_at, int doublings)
{
    struct tt_bucket *from = &tt->buckets[from_at];
    uint64_t words[TT_WAYS][3];
    if (tt_is_stale(tt, from))
        return;
    for (int i = 0; i < TT_WAYS; i++) {
        struct tt_slot *slot = &from->slots[i];
        words[i][0] = atomic_exchange_explicit(&slot->player, 0, memory_order_relaxed);
        words[i][1] = atomic_exchange_explicit(&slot->opponent, 0, memory_order_relaxed);
        words[i][2] = atomic_exchange_explicit(&slot->data, 0, memory_order_relaxed);
    }
    for (int i = 0; i < TT_WAYS; i++) {
        const uint64_t to = tt_hash(words[i][0], words[i][1]) >> (tt->shift - doublings);
        /* What a growth that was stopped has left behind is in a wrong place. */
        if (words[i][2] == 0 || to >> doublings != from_at)
            continue;
        struct tt_slot *slot = tt->buckets[to].slots;
        freshen(tt, &tt->buckets[to]);
        while (atomic_load_explicit(&slot->data, memory_order_relaxed) != 0)
            slot++;
        atomic_store_explicit(&slot->player, words[i][0], memory_order_relaxed);
        atomic_store_explicit(&slot->opponent, words[i][1], memory_order_relaxed);
        atomic_store_explicit(&slot->data, words[i][2], memory_order_relaxed);
    }
}

void tt_grow(struct tt *tt, uint64_t n_buckets, const atomic_int *must_stop)
{
    enum { LOOK_EVERY = 4096 };
    int doublings = 0;
    while (tt->n_near && tt->n_buckets << doublings < at_most(tt, n_buckets))
        doublings++;
    if (doublings == 0)
        return;
    /* From behind: bucket i goes to 2^doublings i and those after it, which have been emptied or
     * are new. */
    for (uint64_t i = tt->n_buckets; i-- > 0;) {
        move_entries(tt, i, doublings);
        if (i % LOOK_EVERY == 0 && atomic_load_explicit(must_stop, memory_order_relaxed))
            break;
    }
    use_buckets(tt, tt->n_buckets << doublings);
}

void tt_new_search(struct tt *tt)
{
    tt->generation = (tt->generation + 1) % TT_GENERATIONS;
}

static int word_generation(uint64_t word)
{
    return (int)(word >> TT_AT_GENERATION) & (TT_GENERATIONS - 1);
}

int tt_fill_permille(const struct tt *tt)
{
    uint64_t sample = tt->n_buckets < TT_FILL_SAMPLE ? tt->n_buckets : TT_FILL_SAMPLE;
    int used = 0;
    for (uint64_t i = 0; i < sample; i++)
        for (int s = 0; s < TT_WAYS && !tt_is_stale(tt, &tt->buckets[i]); s++) {
            uint64_t word = atomic_load_explicit(&tt->buckets[i].slots[s].data,
                                                 memory_order_relaxed);
            used += word && word_generation(word) == tt->generation;
        }
    return sample ? (int)((uint64_t)used * 1000 / (sample * TT_WAYS)) : 0;
}

enum { REPLACE_EMPTY = 1 << 20 }; /* above every age, its negative below every depth */

/* How little an entry is worth keeping: older generations first, then shallow ones. */
static int replace_value(const struct tt *tt, uint64_t word)
{
    if (word == 0)
        return REPLACE_EMPTY;
    int age = (tt->generation - word_generation(word)) & (TT_GENERATIONS - 1);
    return age * TT_AGE - tt_unpack(word).depth;
}

static struct tt_data merge(const struct tt_data *old, int depth, int selectivity, int alpha,
                            int beta, int score, int move)
{
    struct tt_data d = {
        .lower = -EVAL_INFINITY, .upper = EVAL_INFINITY,
        .depth = depth, .selectivity = selectivity,
        .move = OFL_NO_MOVE, .second_move = OFL_NO_MOVE,
    };
    if (old) {
        d.move = old->move;
        d.second_move = old->second_move;
        if (old->depth == depth && old->selectivity == selectivity) {
            d.lower = old->lower;
            d.upper = old->upper;
        }
    }
    if (score < beta && score < d.upper)
        d.upper = score;
    if (score > alpha && score > d.lower)
        d.lower = score;
    /* Bounds from different orders of search may cross when the search is not exact. */
    if (d.lower > d.upper) {
        d.lower = score > alpha ? score : -EVAL_INFINITY;
        d.upper = score < beta ? score : EVAL_INFINITY;
    }
    /* A fail-low has no best move worth more than the known one. */
    if (move != OFL_NO_MOVE && (score > alpha || d.move == OFL_NO_MOVE) && d.move != move) {
        d.second_move = d.move;
        d.move = move;
    }
    return d;
}

void tt_store(struct tt *tt, uint64_t player, uint64_t opponent, int depth, int selectivity,
              int alpha, int beta, int score, int move)
{
    assert((player || opponent) && alpha < beta);
    assert(score >= -EVAL_INFINITY && score <= EVAL_INFINITY);
    if (!tt->enabled)
        return;
    struct tt_bucket *bucket = tt_bucket_of(tt, player, opponent);
    uint64_t sequence = atomic_load_explicit(&bucket->sequence, memory_order_relaxed);
    if (sequence & 1 ||
        !atomic_compare_exchange_strong_explicit(&bucket->sequence, &sequence, sequence + 1,
                                                 memory_order_acquire, memory_order_relaxed))
        return;
    freshen(tt, bucket);
    struct tt_slot *target = NULL;
    struct tt_data old;
    bool known = false;
    int worst = -REPLACE_EMPTY;
    for (int i = 0; i < TT_WAYS; i++) {
        struct tt_slot *slot = &bucket->slots[i];
        uint64_t word = atomic_load_explicit(&slot->data, memory_order_relaxed);
        if (word && atomic_load_explicit(&slot->player, memory_order_relaxed) == player &&
            atomic_load_explicit(&slot->opponent, memory_order_relaxed) == opponent) {
            target = slot;
            old = tt_unpack(word);
            known = true;
            break;
        }
        int value = replace_value(tt, word);
        if (value > worst) {
            worst = value;
            target = slot;
        }
    }
    struct tt_data d = merge(known ? &old : NULL, depth, selectivity, alpha, beta, score, move);
    assert(tt_data_is_valid(&d));
    atomic_store_explicit(&target->player, player, memory_order_release);
    atomic_store_explicit(&target->opponent, opponent, memory_order_release);
    atomic_store_explicit(&target->data, tt_pack(d, tt->generation), memory_order_release);
    atomic_store_explicit(&bucket->sequence, sequence + 2, memory_order_release);
}
