/* eval/packed_weights.c - see packed_weights.h. Trusts no byte: what is wrong ends in other
 * numbers, which the checksum of what was packed tells. */
#include "eval/packed_weights.h"

#include <stdlib.h>
#include <string.h>

#if defined __SSE2__
#include <emmintrin.h>
#elif defined __wasm_simd128__
#include <wasm_simd128.h>
#endif

#include "base/bytes.h"
#include "base/checksum.h"
#include "eval/packed_contexts.h"
#include "eval/parts.h"
#include "eval/student.h"

enum { MAGIC = 8, STATE_LEAST = 1 << 16, SLOTS = 1 << PACKED_BITS };

struct table {
    uint8_t symbol[SLOTS];
    uint16_t frequency[PACKED_SYMBOLS], start[PACKED_SYMBOLS];
};

/* What is left to read. */
struct input { const uint8_t *at, *end; };

struct coder {
    struct table *tables;  /* owned */
    uint32_t state[PACKED_STATES];
    struct input words;
};

/* NULL if there are fewer bytes. */
static const uint8_t *take(struct input *in, size_t size)
{
    if ((size_t)(in->end - in->at) < size)
        return NULL;
    in->at += size;
    return in->at - size;
}

/* A block that its size in 4 bytes stands before. */
static bool take_block(struct input *in, struct input *inner)
{
    const uint8_t *size = take(in, 4);
    const size_t n = size ? (size_t)bytes_read_le(size, 4) : 0;
    inner->at = size ? take(in, n) : NULL;
    inner->end = inner->at ? inner->at + n : NULL;
    return inner->at != NULL;
}

/* Elias gamma, less 1. Behind the end there are ones. */
static unsigned take_gamma(const struct input *in, size_t *bit)
{
    const size_t end = 8 * (size_t)(in->end - in->at);
    unsigned n = 0, value = 1;
    for (; n < PACKED_BITS + 1 && *bit < end && !(in->at[*bit / 8] >> *bit % 8 & 1); n++)
        ++*bit;
    ++*bit;
    for (; n > 0 && *bit < end; n--, ++*bit)
        value = value << 1 | (in->at[*bit / 8] >> *bit % 8 & 1);
    return value - 1;
}

/* A coder at the start of a stream; false if that is no such, or there is no memory. */
static bool coder_open(struct coder *coder, struct input *in, size_t n_contexts)
{
    struct input stream, tables;
    if (!take_block(in, &stream) || !take_block(&stream, &tables) ||
        stream.end - stream.at < 4 * PACKED_STATES ||
        !(coder->tables = calloc(n_contexts, sizeof *coder->tables)))
        return false;
    size_t bit = 0;
    for (size_t i = 0; i < n_contexts; i++) {
        struct table *t = &coder->tables[i];
        unsigned start = 0;
        for (int s = 0; s < PACKED_SYMBOLS; s++) {
            unsigned n = take_gamma(&tables, &bit);
            n = n < SLOTS - start ? n : SLOTS - start;
            t->frequency[s] = (uint16_t)n;
            t->start[s] = (uint16_t)start;
            memset(t->symbol + start, s, n);
            start += n;
        }
    }
    for (int i = 0; i < PACKED_STATES; i++)
        coder->state[i] = (uint32_t)bytes_read_le(take(&stream, 4), 4);
    coder->words = stream;
    return true;
}

static inline uint32_t refill(struct input *words, uint32_t x)
{
    if (x < STATE_LEAST && words->end - words->at >= 2) {
        x = x << 16 | (uint32_t)words->at[0] | (uint32_t)words->at[1] << 8;
        words->at += 2;
    }
    return x;
}

static inline unsigned take_symbol(struct coder *coder, uint32_t *state, int context)
{
    const struct table *t = &coder->tables[context];
    const uint32_t slot = *state & (SLOTS - 1);
    const unsigned symbol = t->symbol[slot];
    *state = refill(&coder->words,
                    t->frequency[symbol] * (*state >> PACKED_BITS) + slot - t->start[symbol]);
    return symbol;
}

static inline uint32_t take_bits(struct coder *coder, uint32_t *state, int n)
{
    const uint32_t bits = *state & ((1U << n) - 1);
    *state = refill(&coder->words, *state >> n);
    return bits;
}

static uint32_t take_escaped(struct coder *coder, uint32_t *state)
{
    uint32_t value = 0;
    for (int i = 0; i < 4; i++)
        value |= take_bits(coder, state, 8) << 8 * i;
    return value;
}

static inline uint32_t take_number(struct coder *coder, uint32_t *state, int context, int bits)
{
    const unsigned symbol = take_symbol(coder, state, context);
    if (symbol == PACKED_ESCAPE)
        return take_escaped(coder, state);
    const uint32_t high = symbol - PACKED_MIDDLE;
    return bits ? high << bits | take_bits(coder, state, bits) : high;
}

static bool unpack_plies(struct input *in, uint8_t *plies)
{
    struct coder coder = {.tables = NULL};
    struct packed_differences *before = calloc(1, sizeof *before);
    const bool is_good = before && coder_open(&coder, in, PACKED_OF_PLY);
    memset(plies, 0, BOARD_PLIES * NETWORK_FILE_PLY);
    for (int ply = 0; is_good && ply < BOARD_PLIES; ply++) {
        uint8_t *at = plies + ply * NETWORK_FILE_PLY;
        for (int i = 0, offset = 0; i < PACKED_PLY_NUMBERS; i++) {
            const int n = packed_ply_bytes(offset);
            uint32_t *difference = packed_difference(before, ply, i);
            const struct packed_place place = packed_place_of_difference(*difference, ply);
            const uint32_t now = take_number(&coder, &coder.state[i % PACKED_STATES],
                                             place.context, place.bits);
            before->latest = before->last[packed_bends(ply)][i] = now;
            bytes_write_le(at + offset, now + packed_line(at + offset, n, ply), n);
            offset += n;
        }
    }
    free(before);
    free(coder.tables);
    return is_good;
}

/* ---- Rows ---- */

/* What the rows of a shape share; columns as the coder has them. */
struct shape {
    const int8_t *factors, *levels;
    _Alignas(16) int16_t columns[NETWORK_LANES * NETWORK_LANES];
    struct packed_place places[NETWORK_MAX_BUCKETS][PACKED_SIZES][NETWORK_LANES];
    int counts[NETWORK_MAX_BUCKETS][PACKED_SIZES];
};

struct rows {
    int n_lanes, n_buckets;
    int8_t *bucket[NETWORK_MAX_BUCKETS]; /* where the rows of each go */
};

static bool take_shape(struct input *in, const struct rows *rows, struct shape *shape)
{
    const size_t n_lanes = (size_t)rows->n_lanes, n = (size_t)rows->n_buckets * n_lanes;
    const uint8_t *bytes = take(in, 2 * n + n_lanes + n_lanes * n_lanes);
    if (!bytes)
        return false;
    shape->factors = (const int8_t *)bytes;
    shape->levels = (const int8_t *)bytes + n;
    packed_columns(bytes + 2 * n, rows->n_lanes, shape->columns);
    for (int b = 0; b < rows->n_buckets; b++)
        for (int size = 0; size < PACKED_SIZES; size++) {
            const int8_t *levels = shape->levels + (size_t)b * n_lanes;
            shape->counts[b][size] = packed_count(levels, rows->n_lanes, size);
            for (size_t j = 0; j < n_lanes; j++)
                shape->places[b][size][j] = packed_place_of(levels[j] + size);
        }
    return true;
}

void packed_columns(const uint8_t *bytes, int n_lanes, int16_t *columns)
{
    const int8_t *from = (const int8_t *)bytes + n_lanes;
    for (int j = 0; j < n_lanes; j++)
        for (int k = 0; k < n_lanes; k++)
            columns[(j / 2 * n_lanes + k) * 2 + j % 2] =
                (int16_t)(from[j * n_lanes + k] * (1 << (bytes[j] & 7)));
}

typedef uint32_t v4 __attribute__((vector_size(16)));

/* Four sums of c[0] pairs[0] + c[1] pairs[1]; `both`: c[0] and c[1] in each lane. */
static inline v4 products_of(v4 both, const int16_t *pairs)
{
#if defined __SSE2__
    return (v4)_mm_madd_epi16((__m128i)both, *(const __m128i *)pairs);
#elif defined __wasm_simd128__
    return (v4)wasm_i32x4_dot_i16x8((v128_t)both, wasm_v128_load(pairs));
#else
    const int16_t first = (int16_t)both[0], second = (int16_t)(both[0] >> 16);
    v4 sum;
    for (int k = 0; k < 4; k++)
        sum[k] = (uint32_t)(first * pairs[2 * k]) + (uint32_t)(second * pairs[2 * k + 1]);
    return sum;
#endif
}

/* The sum of columns, a part of the lanes at a time: as many as registers hold. */
__attribute__((noinline)) static void
add_columns(const int16_t *c, int n, const int16_t *columns, int n_lanes, v4 *sum)
{
    enum { PART = 4 };
    int n_pairs = 0;
    v4 both[NETWORK_LANES / 2];
    const int16_t *pairs[NETWORK_LANES / 2];
    for (int j = 0; j < n; j += 2) {
        const uint32_t x = (uint32_t)(uint16_t)c[j] | (uint32_t)c[j + 1] << 16;
        both[n_pairs] = (v4){x, x, x, x};
        pairs[n_pairs] = columns + j * n_lanes;
        n_pairs += x != 0;
    }
    for (int first = 0; first < n_lanes / 4; first += PART) {
        const uint32_t half = 1 << (PACKED_SHIFT - 1);
        v4 part[PART];
        for (int k = 0; k < PART; k++)
            part[k] = (v4){half, half, half, half};
        for (int i = 0; i < n_pairs; i++)
            for (int k = 0; k < PART; k++)
                part[k] += products_of(both[i], pairs[i] + 8 * (first + k));
        memcpy(sum + first, part, sizeof part);
    }
}

static void even_out(unsigned fixing, int32_t *sum)
{
    int64_t mean[NETWORK_LANES] = {0};
    int n = 0;
    for (int m = 0; m < TURNS; m++)
        if (fixing >> m & 1) {
            n++;
            for (int k = 0; k < TURNS; k++)
                for (int c = 0; c < NETWORK_CHANNELS; c++)
                    mean[k * NETWORK_CHANNELS + c] +=
                        sum[turn_product(m, k) * NETWORK_CHANNELS + c];
        }
    for (int k = 0; k < NETWORK_LANES; k++)
        sum[k] = (int32_t)(mean[k] / n);
}

static inline void make_row(const int16_t *c, int n, const int16_t *columns, int n_lanes,
                            unsigned fixing, int8_t *row)
{
    _Alignas(16) int32_t sum[NETWORK_LANES];
    add_columns(c, n, columns, n_lanes, (v4 *)sum);
    if (fixing > 1)
        even_out(fixing, sum);
    for (int k = 0; k < n_lanes; k++) {
        const int32_t x = sum[k] >> PACKED_SHIFT;
        row[k] = (int8_t)(x > NETWORK_ROW_MOST ? NETWORK_ROW_MOST
                          : x < -NETWORK_ROW_MOST ? -NETWORK_ROW_MOST : x);
    }
}

void packed_row(const int16_t *coefficients, const int16_t *columns, int n_lanes,
                unsigned fixing, int8_t *row)
{
    if (n_lanes == NETWORK_LANES)
        make_row(coefficients, n_lanes, columns, NETWORK_LANES, fixing, row);
    else
        make_row(coefficients, n_lanes, columns, STUDENT_LANES, 0, row);
}

/* Corrects the predicted coefficients. Inlined, it and add_columns() cost browsers a sixth. */
__attribute__((noinline)) static void
take_corrections(struct coder *all, const struct packed_place *places, int n, int step, int16_t *c)
{
    struct coder coder = *all; /* in registers */
    for (int j = 0; j < n; j += PACKED_STATES)
        for (int i = 0; i < PACKED_STATES; i++) {
            const struct packed_place place = places[j + i];
            const int context = place.context + packed_by_prediction(c[j + i], step);
            const uint32_t q = take_number(&coder, &coder.state[i], context, place.bits);
            c[j + i] = (int16_t)((uint32_t)c[j + i] + (q << step));
        }
    *all = coder;
}

/* The rows of a configuration. */
static void unpack_config(const struct rows *rows, const struct shape *shape, uint32_t config,
                          struct coder *coder, struct packed_before *before)
{
    int16_t c[NETWORK_MAX_BUCKETS][NETWORK_LANES];
    for (int i = 0; i < rows->n_buckets; i++) {
        const int b = packed_bucket(rows->n_buckets, i);
        const int source = packed_source(rows->n_buckets, b);
        const int8_t *factors = shape->factors + b * rows->n_lanes;
        for (int j = 0; j < rows->n_lanes; j++)
            c[b][j] = source < 0 ? 0 : (int16_t)packed_prediction(c[source][j], factors[j]);
        const int size = (int)take_symbol(coder, &coder->state[0],
                                          packed_size_context(before, b, source));
        int step = 0;
        if (size > 0) {
            step = (int)take_symbol(coder, &coder->state[1],
                                    packed_step_context(before, b, source));
            const int lifted = size + packed_lift(step);
            take_corrections(coder, shape->places[b][lifted], shape->counts[b][lifted], step,
                             c[b]);
        }
        packed_remember(before, b, source, size, step);
        packed_row(c[b], shape->columns, rows->n_lanes, pattern_packed_fixing[config],
                   rows->bucket[b] + (size_t)config * (size_t)rows->n_lanes);
    }
}

static bool unpack_rows(struct input *in, const struct rows *rows)
{
    struct shape *shapes = aligned_alloc(16, PATTERN_N_SHAPES * sizeof *shapes);
    struct coder coder = {.tables = NULL};
    bool is_good = shapes != NULL;
    for (int s = 0; is_good && s < PATTERN_N_SHAPES; s++)
        is_good = take_shape(in, rows, &shapes[s]);
    is_good = is_good && coder_open(&coder, in, PACKED_CONTEXTS);
    for (int s = 0; is_good && s < PATTERN_N_SHAPES; s++) {
        struct packed_before before = {.older = 0};
        for (uint32_t i = packed_first_row(s); i < packed_first_row(s + 1); i++)
            unpack_config(rows, &shapes[s], i, &coder, &before);
    }
    free(coder.tables);
    free(shapes);
    return is_good;
}

/* Leaves out the rows of zeros: writes their bitmap, which stands before them, and moves the others
 * to `to` behind their own bitmap. Returns where they end. */
static uint8_t *leave_out(const uint8_t *rows, size_t n_lanes, uint8_t *to)
{
    static const uint8_t zeros[NETWORK_LANES];
    uint8_t *bitmap = to;
    to += NETWORK_FILE_BITMAP;
    memset(bitmap, 0, NETWORK_FILE_BITMAP);
    for (size_t i = 0; i < PATTERN_N_PACKED; i++, rows += n_lanes) {
        if (memcmp(rows, zeros, n_lanes) == 0)
            continue;
        bitmap[i / 8] |= (uint8_t)(1 << i % 8);
        memmove(to, rows, n_lanes);
        to += n_lanes;
    }
    return to;
}

/* ---- Files ---- */

enum {
    ROWS_OF_BUCKET = PACKED_ROOM_OF_BUCKET,
    BEFORE_ROWS = PACKED_ROOM_BEFORE_ROWS,
    BEFORE_STUDENT = 16 + sizeof(struct student_dense),
    STUDENT_ROOM = BEFORE_STUDENT + STUDENT_BITMAP + PATTERN_N_PACKED * STUDENT_LANES + 8
};

size_t packed_network(const uint8_t *bytes, size_t payload, uint8_t *out)
{
    struct input in = {bytes + PACKED_HEADER, bytes + PACKED_HEADER + payload};
    struct rows rows = {.n_lanes = NETWORK_LANES,
                        .n_buckets = (int)bytes_read_le(bytes + 12, 4)};
    if (!take(&in, PACKED_BEFORE))
        return 0;
    for (int b = 0; b < rows.n_buckets; b++)
        rows.bucket[b] = (int8_t *)out + BEFORE_ROWS + (size_t)b * ROWS_OF_BUCKET +
                         NETWORK_FILE_BITMAP;
    if (!unpack_plies(&in, out + PACKED_HEADER) || !unpack_rows(&in, &rows))
        return 0;
    uint8_t *end = out + BEFORE_ROWS;
    for (int b = 0; b < rows.n_buckets; b++)
        end = leave_out((const uint8_t *)rows.bucket[b], NETWORK_LANES, end);
    const size_t size = (size_t)(end - out) - PACKED_HEADER;
    memcpy(out, bytes, PACKED_HEADER);
    bytes_write_le(out + 8, 1, 4);
    bytes_write_le(out + 32, size, 8);
    bytes_write_le(out + 40, checksum_of(out + PACKED_HEADER, size), 8);
    return PACKED_HEADER + size;
}

/* Is what a packed network says of its payload true? */
static uint8_t *unpack_network(const uint8_t *bytes, size_t payload, uint8_t *out)
{
    const size_t size = packed_network(bytes, payload, out);
    return size && memcmp(bytes + PACKED_HEADER, out + 32, PACKED_BEFORE) == 0 ? out + size
                                                                               : NULL;
}

/* The block of a packed student; returns its end, NULL if it is damaged. */
static uint8_t *unpack_student(const uint8_t *block, size_t size, uint8_t *out)
{
    if (size < BEFORE_STUDENT + 8 || bytes_read_le(block + MAGIC, 8) != size ||
        checksum_of(block, size - 8) != bytes_read_le(block + size - 8, 8))
        return NULL;
    struct input in = {block + BEFORE_STUDENT, block + size - 8};
    uint8_t *at = out + BEFORE_STUDENT + STUDENT_BITMAP;
    if (!unpack_rows(&in, &(struct rows){STUDENT_LANES, 1, {(int8_t *)at}}))
        return NULL;
    uint8_t *end = leave_out(at, STUDENT_LANES, out + BEFORE_STUDENT);
    memcpy(out, block, BEFORE_STUDENT);
    memcpy(out, STUDENT_MAGIC, MAGIC);
    bytes_write_le(out + MAGIC, (uint64_t)(end - out) + 8, 8);
    bytes_write_le(end, checksum_of(out, (size_t)(end - out)), 8);
    return end + 8;
}

static bool is_packed_network(const uint8_t *bytes, size_t size)
{
    return size >= PACKED_HEADER && memcmp(bytes, "OFLWGHT1", MAGIC) == 0 &&
           bytes_read_le(bytes + 8, 4) == PACKED_KIND;
}

static size_t end_of_network(const uint8_t *bytes, size_t size)
{
    const uint64_t payload = size >= PACKED_HEADER ? bytes_read_le(bytes + 32, 8) : 0;
    return size >= PACKED_HEADER && payload <= size - PACKED_HEADER
        ? PACKED_HEADER + (size_t)payload : size;
}

/* The part file of the first packed student, or the end. */
static size_t find_student(const uint8_t *bytes, size_t size)
{
    for (size_t at = end_of_network(bytes, size);;) {
        const uint8_t *part = bytes + at;
        if (!part_is_file(part, size - at) || size - at < PART_HEADER + MAGIC)
            return size;
        const uint64_t block = bytes_read_le(part + 16, 8);
        if (block < MAGIC || block > size - at - PART_HEADER)
            return size;
        if (memcmp(part + PART_HEADER, PACKED_STUDENT_MAGIC, MAGIC) == 0)
            return at;
        at += PART_HEADER + (size_t)block;
    }
}

bool weights_are_packed(const uint8_t *bytes, size_t size)
{
    return is_packed_network(bytes, size) || find_student(bytes, size) < size;
}

/* The part file of a packed student; NULL if it is damaged. */
static uint8_t *unpack_student_part(const uint8_t *part, uint8_t *out)
{
    uint8_t *block = out + PART_HEADER;
    uint8_t *end = unpack_student(part + PART_HEADER, (size_t)bytes_read_le(part + 16, 8), block);
    if (end)
        part_put_header(out, bytes_read_le(part + 8, 8), (size_t)(end - block));
    return end;
}

/* Bytes of the network, the parts before the student, the student and what is behind it. */
static uint8_t *unpack_all(const uint8_t *bytes, size_t size, uint8_t *out)
{
    const size_t network = end_of_network(bytes, size), student = find_student(bytes, size);
    uint8_t *at = out + network;
    if (!is_packed_network(bytes, size))
        memcpy(out, bytes, network);
    else if (!(at = unpack_network(bytes, network - PACKED_HEADER, out)))
        return NULL;
    memcpy(at, bytes + network, student - network);
    at += student - network;
    if (student == size)
        return at;
    const size_t part = PART_HEADER + (size_t)bytes_read_le(bytes + student + 16, 8);
    if (!(at = unpack_student_part(bytes + student, at)))
        return NULL;
    memcpy(at, bytes + student + part, size - student - part);
    return at + (size - student - part);
}

uint8_t *weights_unpack(const uint8_t *bytes, size_t size, size_t *unpacked, struct reason *reason)
{
    const size_t network = end_of_network(bytes, size);
    const uint64_t n_buckets = network > PACKED_HEADER ? bytes_read_le(bytes + 12, 4) : 0;
    if (n_buckets < 1 || n_buckets > NETWORK_MAX_BUCKETS ||
        checksum_of(bytes + PACKED_HEADER, network - PACKED_HEADER) !=
            bytes_read_le(bytes + 40, 8)) {
        reason_set(reason, "damaged: the checksum does not agree");
        return NULL;
    }
    const size_t room =
        BEFORE_ROWS + n_buckets * ROWS_OF_BUCKET + PART_HEADER + STUDENT_ROOM + size;
    uint8_t *out = malloc(room), *end = out ? unpack_all(bytes, size, out) : NULL;
    if (!end) {
        reason_set(reason, out ? "damaged: packed weights that no program of ours wrote"
                               : "no memory for the weights");
        free(out);
        return NULL;
    }
    *unpacked = (size_t)(end - out);
    uint8_t *less = realloc(out, *unpacked);
    return less ? less : out;
}
