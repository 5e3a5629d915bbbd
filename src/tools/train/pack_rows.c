/* train/pack_rows.c - see pack_rows.h. */
#include "train/pack_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "train/pack_basis.h"
#include "train/pack_code.h"

enum { LANES = NETWORK_LANES, PASSES = 3, STEPS = 16 };
static const double unit = 0.25; /* of coefficients, in bytes of a row */

struct shape {
    struct pack_basis basis;
    int8_t factors[NETWORK_MAX_BUCKETS][LANES], levels[NETWORK_MAX_BUCKETS][LANES];
    struct packed_place places[NETWORK_MAX_BUCKETS][PACKED_SIZES][LANES];
    int counts[NETWORK_MAX_BUCKETS][PACKED_SIZES];
};

struct work {
    const struct pack_rows *pack;
    int n_lanes, n_buckets;
    double all;           /* what a row would be worth that all positions have */
    struct shape *shapes; /* owned */
    struct pack_code *code; /* owned */
    pack_costs costs;
};

static double worth_of(const struct work *w, int bucket, uint32_t row)
{
    const double worth = (double)w->pack->uses->worth[(size_t)bucket * PATTERN_N_PACKED + row];
    return 1e6 * worth / w->all + w->pack->floor;
}

/* The step that suits a row, in units; and as the power of two that is taken. */
static double best_step(const struct work *w, int bucket, uint32_t row)
{
    return w->pack->step / sqrt(worth_of(w, bucket, row)) / unit;
}

static int step_of(double best)
{
    const double step = rint(log2(best));
    return step < 0 ? 0 : step >= STEPS ? STEPS - 1 : (int)step;
}

static const int8_t *row_of(const struct work *w, int bucket, uint32_t row)
{
    return w->pack->rows[bucket] + (size_t)row * (size_t)w->n_lanes;
}

static bool has_numbers(const int8_t *row, int n_lanes)
{
    static const int8_t zeros[LANES];
    return memcmp(row, zeros, (size_t)n_lanes) != 0;
}

static void coefficients_of(const struct work *w, const struct shape *shape, int bucket,
                            uint32_t row, float c[LANES])
{
    const int8_t *bytes = row_of(w, bucket, row);
    memset(c, 0, LANES * sizeof *c);
    if (!has_numbers(bytes, w->n_lanes))
        return;
    for (int j = 0; j < w->n_lanes; j++) {
        float sum = 0;
        for (int k = 0; k < w->n_lanes; k++)
            sum += shape->basis.inverse[j][k] * bytes[k];
        c[j] = sum;
    }
}

static void find_basis(const struct work *w, int s, struct shape *shape)
{
    struct pack_maker *maker = malloc(sizeof *maker);
    if (!maker)
        abort();
    const size_t squares = (size_t)(w->n_lanes * w->n_lanes);
    pack_basis_begin(maker, w->n_lanes, w->pack->uses->products + (size_t)s * squares);
    for (int b = 0; b < w->n_buckets; b++)
        for (uint32_t i = packed_first_row(s); i < packed_first_row(s + 1); i++)
            if (worth_of(w, b, i) > 2 * w->pack->floor && has_numbers(row_of(w, b, i), w->n_lanes))
                pack_basis_add(maker, row_of(w, b, i), 1 / pow(best_step(w, b, i), 2));
    pack_basis_end(maker, unit, &shape->basis);
    free(maker);
}

/* How well each bucket's coefficients follow from its source's, and how large what is left is. */
static void find_levels(const struct work *w, int s, struct shape *shape)
{
    double same[NETWORK_MAX_BUCKETS][LANES] = {{0}}, other[NETWORK_MAX_BUCKETS][LANES] = {{0}};
    double both[NETWORK_MAX_BUCKETS][LANES] = {{0}}, left[LANES];
    float c[NETWORK_MAX_BUCKETS][LANES];
    for (uint32_t i = packed_first_row(s); i < packed_first_row(s + 1); i++)
        for (int n = 0; n < w->n_buckets; n++) {
            const int b = packed_bucket(w->n_buckets, n), from = packed_source(w->n_buckets, b);
            const double weight = 1 / pow(best_step(w, b, i), 2);
            coefficients_of(w, shape, b, i, c[b]);
            for (int j = 0; j < w->n_lanes; j++) {
                const double x = (double)c[b][j], y = from < 0 ? 0 : (double)c[from][j];
                same[b][j] += weight * x * x;
                both[b][j] += weight * x * y;
                other[b][j] += weight * y * y;
            }
        }
    for (int b = 0; b < w->n_buckets; b++) {
        for (int j = 0; j < w->n_lanes; j++) {
            const double factor = other[b][j] > 0 ? both[b][j] / other[b][j] : 0;
            const double rounded = rint(factor * PACKED_ONE);
            shape->factors[b][j] = (int8_t)(rounded > 127 ? 127 : rounded < -127 ? -127 : rounded);
            left[j] = same[b][j] - factor * both[b][j] + 1e-9;
        }
        for (int j = 0; j < w->n_lanes; j++) {
            const double level = rint(log2(left[j] / left[0])); /* half powers of roots */
            shape->levels[b][j] = (int8_t)(level < -100 ? -100 : level > 20 ? 20 : level);
        }
        for (int size = 0; size < PACKED_SIZES; size++) {
            shape->counts[b][size] = packed_count(shape->levels[b], w->n_lanes, size);
            for (int j = 0; j < w->n_lanes; j++)
                shape->places[b][size][j] = packed_place_of(shape->levels[b][j] + size);
        }
    }
}

/* A way to write a row. */
struct choice { double cost; int size; int32_t q[LANES]; };

/* The best number for x, and what it costs. */
static inline float pick(const struct work *w, struct packed_place place, int context, float x,
                         float bit, int32_t *q)
{
    const int32_t near = (int32_t)rintf(x), small = near > 0 ? near - 1 : near < 0 ? near + 1 : 0;
    const float d = x - (float)near;
    float best = d * d + bit * pack_cost(w->costs, context, place.bits, near);
    *q = near;
    if (near == 0)
        return best;
    const float e = x - (float)small;
    const float cost = e * e + bit * pack_cost(w->costs, context, place.bits, small);
    if (cost < best) {
        *q = small;
        best = cost;
    }
    if (small != 0 && x * x + bit * pack_cost(w->costs, context, place.bits, 0) < best) {
        *q = 0;
        best = x * x + bit * pack_cost(w->costs, context, place.bits, 0);
    }
    return best;
}

/* With this size; given up once it costs more than what is known. */
static void try_size(const struct work *w, const struct shape *shape, int bucket, int size,
                     int lift, const float *x, const int *contexts, float bit, float head,
                     struct choice *best)
{
    const int n = shape->counts[bucket][size + lift];
    struct choice now = {.size = size};
    float cost = bit * head;
    for (int j = 0; j < w->n_lanes && (double)cost < best->cost; j++) {
        const struct packed_place place = shape->places[bucket][size + lift][j];
        cost += j < n ? pick(w, place, place.context + contexts[j], x[j], bit, &now.q[j])
                      : x[j] * x[j];
    }
    now.cost = (double)cost;
    if (now.cost < best->cost)
        *best = now;
}

struct place_of_row { int bucket, source, size_context, step_context, step; };

/* The best way to write what is left, x in steps. */
static struct choice choose(const struct work *w, const struct shape *shape,
                            const struct place_of_row *at, const float *x, const int *contexts,
                            float bit)
{
    struct choice best = {.cost = (double)(bit * w->costs[at->size_context][0])};
    float large = 0, most = 0;
    for (int j = 0; j < w->n_lanes; j++) {
        best.cost += (double)(x[j] * x[j]);
        const float size = fabsf(x[j]);
        most = size > most ? size : most;
        if (size > 0.6F)
            large = fmaxf(large, 2 * log2f(size) + 3 - (float)shape->levels[at->bucket][j]);
    }
    if (most < 0.5F)
        return best;
    const int lift = packed_lift(at->step), about = (int)large - lift;
    const int first = about < 5 ? 1 : about - 5, last = about + 2;
    for (int size = first; size <= last && size < PACKED_SYMBOLS; size++)
        try_size(w, shape, at->bucket, size, lift, x, contexts, bit,
                 w->costs[at->size_context][size] + w->costs[at->step_context][at->step], &best);
    return best;
}

static void put_row(const struct work *w, const struct shape *shape, const struct place_of_row *at,
                    const struct choice *choice, const int *contexts)
{
    pack_put_symbol(w->code, 0, at->size_context, (unsigned)choice->size);
    if (choice->size == 0)
        return;
    pack_put_symbol(w->code, 1, at->step_context, (unsigned)at->step);
    const int size = choice->size + packed_lift(at->step);
    for (int j = 0; j < shape->counts[at->bucket][size]; j++) {
        const struct packed_place place = shape->places[at->bucket][size][j];
        pack_put_number(w->code, j % PACKED_STATES, place.context + contexts[j], place.bits,
                        choice->q[j]);
    }
}

/* A configuration's rows, as unpack_config() reads them. */
static void put_config(const struct work *w, const struct shape *shape, uint32_t config,
                       struct packed_before *before)
{
    int16_t c[NETWORK_MAX_BUCKETS][LANES];
    for (int n = 0; n < w->n_buckets; n++) {
        const int b = packed_bucket(w->n_buckets, n), source = packed_source(w->n_buckets, b);
        const double best = best_step(w, b, config);
        const struct place_of_row at = {b, source, packed_size_context(before, b, source),
                                        packed_step_context(before, b, source), step_of(best)};
        float wanted[LANES], x[LANES];
        int contexts[LANES];
        coefficients_of(w, shape, b, config, wanted);
        for (int j = 0; j < w->n_lanes; j++) {
            const int prediction = source < 0 ? 0
                : packed_prediction(c[source][j], shape->factors[b][j]);
            c[b][j] = (int16_t)prediction;
            x[j] = ldexpf(wanted[j] - (float)prediction, -at.step);
            contexts[j] = packed_by_prediction(prediction, at.step);
        }
        /* Errors count by the step that would suit, not by the one that is taken. */
        const double bit = w->pack->bits * pow(best / ldexp(1, at.step), 2);
        const struct choice choice = choose(w, shape, &at, x, contexts, (float)bit);
        put_row(w, shape, &at, &choice, contexts);
        for (int j = 0; j < w->n_lanes && choice.size > 0; j++)
            c[b][j] = (int16_t)(c[b][j] + choice.q[j] * (1 << at.step));
        packed_remember(before, b, source, choice.size, at.step);
    }
}

/* Before anything is counted: as if numbers fell off exponentially. */
static void guess_costs(pack_costs costs)
{
    for (int i = 0; i < PACKED_CONTEXTS; i++)
        for (int s = 0; s < PACKED_SYMBOLS; s++) {
            const float scale = exp2f((float)(i % PACKED_PLAIN - 3) / 2);
            const float far = (float)abs(s - PACKED_MIDDLE);
            const float of_q = far > 0 ? 2.5F + 1.2F * far / scale : log2f(1 + scale);
            costs[i][s] = i < PACKED_OF_SIZE ? of_q : 3;
        }
}

static void put_all(const struct work *w)
{
    for (int s = 0; s < PATTERN_N_SHAPES; s++) {
        struct packed_before before = {.older = 0};
        for (uint32_t i = packed_first_row(s); i < packed_first_row(s + 1); i++)
            put_config(w, &w->shapes[s], i, &before);
    }
}

/* The parameters of all shapes. */
static size_t put_shapes(const struct work *w, uint8_t *bytes)
{
    const size_t lanes = (size_t)w->n_lanes;
    uint8_t *at = bytes;
    for (int s = 0; s < PATTERN_N_SHAPES; s++) {
        const struct shape *shape = &w->shapes[s];
        for (int b = 0; b < w->n_buckets; b++, at += lanes)
            memcpy(at, shape->factors[b], lanes);
        for (int b = 0; b < w->n_buckets; b++, at += lanes)
            memcpy(at, shape->levels[b], lanes);
        memcpy(at, shape->basis.bytes, lanes * (lanes + 1));
        at += lanes * (lanes + 1);
    }
    return (size_t)(at - bytes);
}

static uint8_t *finish(const struct work *w, size_t *size)
{
    size_t n = 0;
    uint8_t *stream = pack_finish(w->code, PACKED_CONTEXTS, &n);
    uint8_t *bytes = stream ? malloc(PATTERN_N_SHAPES * sizeof *w->shapes + n) : NULL;
    if (bytes) {
        *size = put_shapes(w, bytes);
        memcpy(bytes + *size, stream, n);
        *size += n;
    }
    free(stream);
    return bytes;
}

uint8_t *pack_rows(const struct pack_rows *pack, size_t *size)
{
    const int n_lanes = pack->uses->n_lanes, n_buckets = pack->uses->n_buckets;
    struct work *w = calloc(1, sizeof *w);
    uint8_t *bytes = NULL;
    if (!w)
        return NULL;
    *w = (struct work){.pack = pack, .n_lanes = n_lanes, .n_buckets = n_buckets,
                       .shapes = calloc(PATTERN_N_SHAPES, sizeof *w->shapes),
                       .code = calloc(1, sizeof *w->code)};
    double sum = 0;
    for (size_t i = 0; i < (size_t)n_buckets * PATTERN_N_PACKED; i++)
        sum += (double)pack->uses->worth[i];
    w->all = sum > 0 ? sum / PATTERN_N_INSTANCES : 1;
    if (w->shapes && w->code) {
        for (int s = 0; s < PATTERN_N_SHAPES; s++) {
            find_basis(w, s, &w->shapes[s]);
            find_levels(w, s, &w->shapes[s]);
        }
        guess_costs(w->costs);
        for (int pass = 0; pass < PASSES; pass++) {
            pack_restart(w->code);
            put_all(w);
            pack_find_costs(w->code, w->costs);
        }
        bytes = finish(w, size);
    }
    if (w->code)
        pack_free(w->code);
    free(w->code);
    free(w->shapes);
    free(w);
    return bytes;
}
