/* search/tt.h - the transposition table, shared by all threads of an engine.
 *
 * A bucket is one cache line: a sequence word and two entries. An entry holds
 * the whole board, so a hit is never false; its other word packs
 *
 *   bits  0-15  lower bound of the score (1/128 disc, side to move)
 *   bits 16-31  upper bound
 *   bits 32-39  depth searched below the board, in plies
 *   bits 40-42  selectivity (0 boldest .. 5 none)
 *   bits 43-47  generation (which search wrote it)
 *   bits 48-55  best move, bits 56-63 second move (OFL_NO_MOVE if none)
 *
 * Threads: every word is atomic. A writer makes the sequence odd while it
 * writes; a reader that saw it odd or changed takes nothing; a writer that
 * finds it odd gives up (losing one entry costs less than waiting). A bucket's
 * epoch is written like its entries, and before them.
 *
 * Replacement within the bucket: same board first; else the entry of an older
 * generation, else the shallower one.
 *
 * A large table is used as far as the work needs it: a new one begins with TT_LEAST_BUCKETS of it,
 * one that was emptied with TT_FIRST_BUCKETS, and tt_grow() adds to that between iterations. Memory
 * that is not used is not touched, so that a hash of 4 GiB costs nothing in a search of a second.
 * (Clearing one took 9 s.)
 *
 * Boards of up to TT_NEAR_EMPTIES empties have a part of the table of their own, which fits the
 * processor's cache. Most look-ups of a solve are for them, and such a board is asked for again
 * soon or never. */
#ifndef SEARCH_TT_H
#define SEARCH_TT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <outflank/board.h>
#include "base/bits.h"
#include "board/board_check.h"
#include "eval/score.h"
#include "search/params.h"

struct tt_slot {
    _Atomic uint64_t player, opponent, data;
};

struct tt_bucket {
    _Atomic uint64_t sequence;
    struct tt_slot slots[TT_WAYS];
    _Atomic uint64_t epoch; /* of its entries: those of another than the table's are none */
};
_Static_assert(sizeof(struct tt_bucket) == 64, "a bucket is one cache line");

struct tt {
    struct tt_bucket *buckets;
    uint64_t n_buckets; /* in use: a power of two */
    uint64_t n_most;    /* there is memory for so many: a power of two */
    int shift;          /* 64 - log2(n_buckets) */
    struct tt_bucket *near; /* for boards of few empties: behind the others, in the same block */
    uint64_t n_near;        /* a power of two, or 0: all boards share the table */
    int near_shift;
    int generation;     /* 0..TT_GENERATIONS - 1 */
    bool huge_pages;
    bool is_touched;    /* the system has given the memory that a search begins with */
    uint64_t epoch;     /* how often it was emptied */
    bool enabled;       /* test switch: false makes every probe miss */
};

/* Where the parts of an entry's word begin. */
enum {
    TT_AT_UPPER = 16, TT_AT_DEPTH = 32, TT_AT_SELECTIVITY = 40, TT_AT_GENERATION = 43,
    TT_AT_MOVE = 48, TT_AT_SECOND_MOVE = 56, TT_GENERATIONS = 32
};

struct tt_data {
    int lower, upper;
    int depth, selectivity;
    int move, second_move;
};

/* For assert(): bounds in order, all in range. */
static inline bool tt_data_is_valid(const struct tt_data *data)
{
    return data->lower <= data->upper && data->lower >= -EVAL_INFINITY &&
           data->upper <= EVAL_INFINITY && data->lower <= EVAL_WIN && data->upper >= -EVAL_WIN &&
           data->depth >= 0 && data->depth <= 64 && data->selectivity >= 0 &&
           data->selectivity <= SELECTIVITY_NONE &&
           (check_square(data->move) || data->move == OFL_NO_MOVE) &&
           (check_square(data->second_move) || data->second_move == OFL_NO_MOVE);
}

/* False if there is no memory; the old table stays then. mib >= 1; a table takes the largest power
 * of two of buckets that fits, and up to 8 MiB (at most a quarter) more. */
bool tt_resize(struct tt *tt, size_t mib);
bool tt_resize_buckets(struct tt *tt, uint64_t n_buckets); /* for tests: a power of two */
void tt_free(struct tt *tt);
/* Empties the table, at once: a bucket is emptied by who next writes into it. What the table has
 * grown by is given back. The memory that a search begins with is the process's own afterwards. */
void tt_clear(struct tt *tt);
/* Uses up to n_buckets of the memory there is, or stops on the way when *must_stop is set (entries
 * may be lost then). Entries move to their new places. No search may run meanwhile. */
void tt_grow(struct tt *tt, uint64_t n_buckets, const atomic_int *must_stop);
void tt_new_search(struct tt *tt);

/* Entries of the running generation in a sample of the table, per thousand. */
int tt_fill_permille(const struct tt *tt);

static inline uint64_t tt_hash(uint64_t player, uint64_t opponent)
{
    /* Two odd multipliers and a fold: every bit of either side reaches the index bits. */
    uint64_t h = player * UINT64_C(0x9E3779B97F4A7C15);
    h ^= h >> 32;
    h += opponent * UINT64_C(0xC2B2AE3D27D4EB4F);
    h ^= h >> 29;
    return h * UINT64_C(0xD6E8FEB86659FD93);
}

/* With contempt a board has an entry for each side that gains by a draw: one gets all discs. */
static inline ofl_board tt_key(uint64_t player, uint64_t opponent, int draw)
{
    const uint64_t discs = __builtin_expect(draw != 0, 0) ? player | opponent : 0;
    return (ofl_board){draw < 0 ? discs : player, draw > 0 ? discs : opponent};
}

static inline struct tt_bucket *tt_bucket_of(const struct tt *tt, uint64_t player,
                                             uint64_t opponent)
{
    const bool is_near = bit_count(player | opponent) >= 64 - TT_NEAR_EMPTIES;
    const struct tt_bucket *buckets = is_near ? tt->near : tt->buckets;
    return (struct tt_bucket *)buckets +
           (tt_hash(player, opponent) >> (is_near ? tt->near_shift : tt->shift));
}

/* Are its entries of before the last tt_clear()? */
static inline bool tt_is_stale(const struct tt *tt, const struct tt_bucket *bucket)
{
    return atomic_load_explicit(&bucket->epoch, memory_order_acquire) != tt->epoch;
}

static inline void tt_prefetch(const struct tt *tt, uint64_t player, uint64_t opponent, int draw)
{
    const ofl_board key = tt_key(player, opponent, draw);
    __builtin_prefetch(tt_bucket_of(tt, key.player, key.opponent));
}

static inline struct tt_data tt_unpack(uint64_t word)
{
    return (struct tt_data){
        .lower = (int16_t)(word & 0xFFFF),
        .upper = (int16_t)(word >> TT_AT_UPPER & 0xFFFF),
        .depth = (int)(word >> TT_AT_DEPTH & 0xFF),
        .selectivity = (int)(word >> TT_AT_SELECTIVITY & 7),
        .move = (int)(word >> TT_AT_MOVE & 0xFF),
        .second_move = (int)(word >> TT_AT_SECOND_MOVE),
    };
}

static inline uint64_t tt_pack(struct tt_data d, int generation)
{
    return (uint64_t)(uint16_t)d.lower | (uint64_t)(uint16_t)d.upper << TT_AT_UPPER |
           (uint64_t)d.depth << TT_AT_DEPTH | (uint64_t)d.selectivity << TT_AT_SELECTIVITY |
           (uint64_t)generation << TT_AT_GENERATION | (uint64_t)d.move << TT_AT_MOVE |
           (uint64_t)d.second_move << TT_AT_SECOND_MOVE;
}

/* Copies the entry of the board to *data; false if there is none. */
static inline bool tt_probe(const struct tt *tt, uint64_t player, uint64_t opponent,
                            struct tt_data *data)
{
    if (!tt->enabled)
        return false;
    struct tt_bucket *bucket = tt_bucket_of(tt, player, opponent);
    uint64_t before = atomic_load_explicit(&bucket->sequence, memory_order_acquire);
    if (tt_is_stale(tt, bucket))
        return false;
    for (int i = 0; i < TT_WAYS; i++) {
        struct tt_slot *slot = &bucket->slots[i];
        if (atomic_load_explicit(&slot->player, memory_order_acquire) != player ||
            atomic_load_explicit(&slot->opponent, memory_order_acquire) != opponent)
            continue;
        uint64_t word = atomic_load_explicit(&slot->data, memory_order_acquire);
        uint64_t after = atomic_load_explicit(&bucket->sequence, memory_order_relaxed);
        if (before & 1 || before != after || word == 0)
            return false;
        *data = tt_unpack(word);
        assert(tt_data_is_valid(data));
        return true;
    }
    return false;
}

/* Asks whether the score to the end, at this selectivity or a more careful one, exceeds alpha. */
struct tt_query {
    const struct tt *tt;
    int selectivity;
    int alpha, draw; /* 1/128 disc, side to move; what a draw is worth to it */
};

/* Did an earlier search of the board fail high so? */
static inline bool tt_fails_high(const struct tt_query *query, uint64_t player, uint64_t opponent)
{
    struct tt_data entry;
    const ofl_board key = tt_key(player, opponent, query->draw);
    return tt_probe(query->tt, key.player, key.opponent, &entry) &&
           entry.depth >= 64 - bit_count(player | opponent) &&
           entry.selectivity >= query->selectivity && entry.lower > query->alpha;
}

/* Stores what a search found: `score` against its window. Narrows bounds of the same depth. */
void tt_store(struct tt *tt, uint64_t player, uint64_t opponent, int depth, int selectivity,
              int alpha, int beta, int score, int move);

#endif
