/* eval/packed_contexts.h - what the coder of packed weights and the decoder must do alike
 * (packed_weights.h): contexts, predictions, rows. */
#ifndef EVAL_PACKED_CONTEXTS_H
#define EVAL_PACKED_CONTEXTS_H

#include "base/bytes.h"
#include "eval/network_file.h"

enum {
    PACKED_SHIFT = 12,
    PACKED_ONE = 64,          /* of factors */
    PACKED_STATES = 4,
    PACKED_BITS = 11,          /* of frequencies */
    PACKED_SYMBOLS = 16,       /* -7..7, and one for a number in 32 bits */
    PACKED_MIDDLE = 7,
    PACKED_ESCAPE = 15,
    /* Contexts of q: how large it should be in half powers of two, how large the prediction is. */
    PACKED_PLAIN = 8,          /* from there on low bits stand apart */
    PACKED_PREDICTIONS = 3,
    PACKED_MOST_BITS = 11,     /* of them */
    PACKED_OF_Q = PACKED_PLAIN * PACKED_PREDICTIONS,
    PACKED_OF_SIZE = PACKED_OF_Q * NETWORK_MAX_BUCKETS,
    PACKED_OF_STEP = PACKED_OF_SIZE + PACKED_SYMBOLS * PACKED_SYMBOLS,
    PACKED_CONTEXTS = PACKED_OF_STEP + PACKED_SYMBOLS * PACKED_SYMBOLS,
    PACKED_OF_PLY = 16,        /* contexts of the numbers of the plies */
    PACKED_LIFT = 10,
    PACKED_SIZES = PACKED_SYMBOLS + PACKED_LIFT
};

/* How q is coded where size and level add up to `large`: its context without a prediction, and the
 * number of its low bits that stand apart. */
struct packed_place { uint8_t context, bits; };

static inline struct packed_place packed_place_of(int large)
{
    const int most = PACKED_PLAIN + 2 * PACKED_MOST_BITS - 1;
    large = large < 0 ? 0 : large > most ? most : large;
    const int bits = large < PACKED_PLAIN ? 0 : (large - PACKED_PLAIN + 2) / 2;
    return (struct packed_place){(uint8_t)(large - 2 * bits), (uint8_t)bits};
}

/* What is added to the size of a row: numbers of small steps are large. */
static inline int packed_lift(int step) { return step < PACKED_LIFT ? PACKED_LIFT - step : 0; }

/* Coefficients that are coded at all: up to the last with a level of -size or more; whole fours. */
static inline int packed_count(const int8_t *levels, int n_lanes, int size)
{
    int n = n_lanes;
    while (n > 0 && levels[n - 1] + size < 0)
        n--;
    return (n + PACKED_STATES - 1) / PACKED_STATES * PACKED_STATES;
}

static inline int packed_prediction(int from, int factor) { return from * factor / PACKED_ONE; }

/* What a prediction adds to the context. */
static inline int packed_by_prediction(int prediction, int step)
{
    const int large = (prediction < 0 ? -prediction : prediction) >> step;
    return ((large > 0) + (large > 2)) * PACKED_PLAIN;
}

/* The i-th bucket to be coded, and the one it is predicted from (-1: none). */
static inline int packed_bucket(int n_buckets, int i)
{
    return n_buckets == 1 || i > 1 ? i : 1 - i;
}

static inline int packed_source(int n_buckets, int bucket)
{
    return n_buckets == 1 || bucket == 1 ? -1 : bucket == 0 ? 1 : bucket - 1;
}

/* What sizes and steps are coded by: those of the configuration before, by bucket. */
struct packed_before { uint8_t size[NETWORK_MAX_BUCKETS], step[NETWORK_MAX_BUCKETS], older; };

static inline int packed_size_context(const struct packed_before *before, int bucket, int source)
{
    /* `before` has the source's own row already, that of the bucket not yet. */
    const int other = source < 0 ? before->older : before->size[source];
    return PACKED_OF_SIZE + before->size[bucket] * PACKED_SYMBOLS + other;
}

static inline int packed_step_context(const struct packed_before *before, int bucket, int source)
{
    const int other = source < 0 ? 0 : before->step[source];
    return PACKED_OF_STEP + before->step[bucket] * PACKED_SYMBOLS + other;
}

static inline void packed_remember(struct packed_before *before, int bucket, int source, int size,
                                   int step)
{
    if (source < 0)
        before->older = before->size[bucket];
    before->size[bucket] = (uint8_t)size;
    if (size > 0)
        before->step[bucket] = (uint8_t)step;
    else if (source >= 0)
        before->step[bucket] = before->step[source];
}

/* The numbers of a ply, whole words but for those of 4 bytes (eval/network_file.h). */
enum {
    PACKED_PLY_WIDE = 768, PACKED_PLY_WIDE_END = 800, /* where both layers' biases stand */
    PACKED_PLY_NUMBERS = (NETWORK_FILE_BIAS - 32) / 2 + 8 + 1
};

static inline int packed_ply_bytes(int at)
{
    return at >= NETWORK_FILE_BIAS || (at >= PACKED_PLY_WIDE && at < PACKED_PLY_WIDE_END) ? 4 : 2;
}

/* What a number's difference is coded by: the last one where the line bends, at knots of ten plies,
 * or does not; at the first two plies that of the number before. */
struct packed_differences { uint32_t last[2][PACKED_PLY_NUMBERS], latest; };

static inline bool packed_bends(int ply) { return ply % 10 == 1; }

static inline uint32_t *packed_difference(struct packed_differences *d, int ply, int number)
{
    return ply < 2 ? &d->latest : &d->last[packed_bends(ply)][number];
}

static inline struct packed_place packed_place_of_difference(uint32_t difference, int ply)
{
    const uint32_t size = (int32_t)difference < 0 ? -difference : difference;
    const int length = size ? 32 - __builtin_clz(size) : 0, bits = length < 3 ? 0 : length - 3;
    return (struct packed_place){
        (uint8_t)((length < 7 ? length : 7) + 8 * packed_bends(ply)),
        (uint8_t)(bits < PACKED_MOST_BITS ? bits : PACKED_MOST_BITS)};
}

/* What a ply's number at `at` is expected to be: on the line through the two plies before. */
static inline uint32_t packed_line(const uint8_t *at, int n_bytes, int ply)
{
    const int last = ply < 1 ? 0 : (int)bytes_read_signed_le(at - NETWORK_FILE_PLY, n_bytes);
    const int old = ply < 2 ? last : (int)bytes_read_signed_le(at - 2 * NETWORK_FILE_PLY, n_bytes);
    return 2 * (uint32_t)last - (uint32_t)old;
}

/* The first row of a shape; one past the last row for one past the last shape. */
static inline uint32_t packed_first_row(int shape)
{
    return shape < PATTERN_N_SHAPES
        ? pattern_packed_index[pattern_shape_table[shape].first_config] : PATTERN_N_PACKED;
}

#endif
