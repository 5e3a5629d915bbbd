/* Packed weights: written and read again, rows against obvious sums, damage in every section. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/checksum.h"
#include "base/rng.h"
#include "eval/packed_contexts.h"
#include "eval/packed_weights.h"
#include "eval/weights.h"
#include "support.h"
#include "train/pack_file.h"

enum {
    BUCKETS = 2,
    EVERY = 197,    /* of the rows are there */
    BEFORE_STUDENT = 16 + sizeof(struct student_dense),
    STUDENT_ROOM = BEFORE_STUDENT + STUDENT_BITMAP + PATTERN_N_PACKED * STUDENT_LANES + 8
};

/* A file of weights, packed or not. */
struct image {
    uint8_t *bytes;
    size_t size;
};

static void seal(struct image *file)
{
    bytes_write_le(file->bytes + 32, file->size - WEIGHTS_HEADER, 8);
    bytes_write_le(file->bytes + 40,
                   checksum_of(file->bytes + WEIGHTS_HEADER, file->size - WEIGHTS_HEADER), 8);
}

/* Numbers that go up and down in lines between knots, as those of trained plies. */
static void make_plies(struct rng *rng, uint8_t *plies)
{
    int slope = 0, number = 0;
    for (int i = 0, at = 0; i < PACKED_PLY_NUMBERS; i++, at += packed_ply_bytes(at))
        for (int ply = 0; ply < BOARD_PLIES; ply++) {
            if (ply % 10 == 0)
                slope = (int)rng_below(rng, 11) - 5;
            number = ply == 0 ? (int)rng_below(rng, 401) - 200 : number + slope;
            const int bound = number > 255 ? 255 : number < -255 ? -255 : number;
            bytes_write_le(plies + ply * NETWORK_FILE_PLY + at, (uint64_t)bound,
                           packed_ply_bytes(at));
        }
}

/* One row of EVERY, evened out; the next bucket is much like it. Returns where they end. */
static uint8_t *make_rows(struct rng *rng, int n_lanes, const int8_t *like, uint8_t *bitmap)
{
    uint8_t *at = bitmap + NETWORK_FILE_BITMAP;
    for (uint32_t i = 0; i < PATTERN_N_PACKED; i += EVERY, at += n_lanes) {
        bitmap[i / 8] |= (uint8_t)(1 << i % 8);
        const unsigned fixing = n_lanes == NETWORK_LANES ? pattern_packed_fixing[i] : 1;
        for (int k = 0; k < n_lanes; k++) {
            const int most = 60 >> k % 7, change = (int)rng_below(rng, 5) - 2;
            const int x = like ? like[(size_t)i * (size_t)n_lanes + (size_t)k] + change
                               : (int)rng_below(rng, (uint32_t)(2 * most + 1)) - most;
            at[k] = (uint8_t)(int8_t)(x > 63 ? 63 : x < -63 ? -63 : x);
        }
        for (int k = 0; k < TURNS && fixing > 1; k++)
            for (int m = 0; m < TURNS; m++)
                if ((fixing >> m & 1) && turn_product(m, k) < k)
                    memcpy(at + 8 * k, at + 8 * turn_product(m, k), 8);
    }
    return at;
}

static struct image make_network(uint64_t seed)
{
    struct rng rng = rng_seeded(seed);
    struct image file = {calloc(1, PACKED_ROOM_BEFORE_ROWS + BUCKETS * PACKED_ROOM_OF_BUCKET), 0};
    cr_assert_not_null(file.bytes);
    memcpy(file.bytes, "OFLWGHT1", 8);
    bytes_write_le(file.bytes + 8, 1, 4);
    bytes_write_le(file.bytes + 12, BUCKETS, 4);
    bytes_write_le(file.bytes + 16, PATTERN_HASH, 8);
    bytes_write_le(file.bytes + 24, PATTERN_N_PACKED, 4);
    bytes_write_le(file.bytes + 28, NETWORK_FILE_PLY, 4);
    make_plies(&rng, file.bytes + WEIGHTS_HEADER);
    uint8_t *at = file.bytes + PACKED_ROOM_BEFORE_ROWS;
    int8_t *like = NULL;
    for (int b = 0; b < BUCKETS; b++) {
        const uint8_t *bucket = at;
        at = make_rows(&rng, NETWORK_LANES, like, at);
        free(like);
        like = pack_read_rows(&bucket, NETWORK_LANES);
    }
    free(like);
    file.size = (size_t)(at - file.bytes);
    seal(&file);
    return file;
}

/* Positions use rows as often as they like: some a thousand times as often as others. */
static struct pack_uses make_uses(int n_lanes, int n_buckets)
{
    struct pack_uses uses;
    cr_assert(pack_uses_init(&uses, n_lanes, n_buckets));
    for (size_t i = 0; i < (size_t)n_buckets * PATTERN_N_PACKED; i++)
        uses.worth[i] = (float)(1 + i % 13 * (i % 13) * (i % 13));
    const size_t lanes = (size_t)n_lanes;
    for (size_t i = 0; i < PATTERN_N_SHAPES * lanes * lanes; i++)
        uses.products[i] = i / lanes % lanes == i % lanes ? 1 + (double)(i % 5) : 0.1;
    return uses;
}

/* A step so small that all comes back but for the rounding. */
static struct image pack(const struct image *file, double step)
{
    struct pack_uses uses = make_uses(NETWORK_LANES, BUCKETS);
    struct pack_rows rows = {.uses = &uses, .step = step, .floor = 0.05, .bits = 0.1};
    const uint8_t *at = file->bytes + PACKED_ROOM_BEFORE_ROWS;
    for (int b = 0; b < BUCKETS; b++)
        cr_assert_not_null(rows.rows[b] = pack_read_rows(&at, NETWORK_LANES));
    size_t size = 0;
    uint8_t *coded = pack_rows(&rows, &size);
    struct image packed = {NULL, 0};
    cr_assert(coded && (packed.bytes = pack_network(file->bytes, coded, size, &packed.size)));
    free(coded);
    for (int b = 0; b < BUCKETS; b++)
        free((void *)rows.rows[b]);
    pack_uses_free(&uses);
    return packed;
}

static struct image unpack(const struct image *packed)
{
    struct reason why = {.text = ""};
    struct image file = {NULL, 0};
    char *exact = test_exact(packed->bytes, packed->size);
    file.bytes = weights_unpack((const uint8_t *)exact, packed->size, &file.size, &why);
    free(exact);
    cr_assert_not_null(file.bytes, "%s", why.text);
    return file;
}

/* The largest difference of two files' rows. */
static int distance(const uint8_t *a, const uint8_t *b, int n_lanes, int n_buckets)
{
    int most = 0;
    for (int bucket = 0; bucket < n_buckets; bucket++) {
        int8_t *x = pack_read_rows(&a, n_lanes), *y = pack_read_rows(&b, n_lanes);
        for (size_t i = 0; i < (size_t)PATTERN_N_PACKED * (size_t)n_lanes; i++)
            most = abs(x[i] - y[i]) > most ? abs(x[i] - y[i]) : most;
        free(x);
        free(y);
    }
    return most;
}

Test(packed_weights, a_network_comes_back)
{
    const struct image file = make_network(1), fine = pack(&file, 0.1), coarse = pack(&file, 30);
    const struct image again = pack(&file, 30), back = unpack(&fine);
    cr_expect(coarse.size < fine.size && fine.size < file.size);
    cr_expect(again.size == coarse.size && memcmp(again.bytes, coarse.bytes, again.size) == 0,
              "the same bytes once more");
    cr_expect(memcmp(file.bytes + WEIGHTS_HEADER, back.bytes + WEIGHTS_HEADER,
                     BOARD_PLIES * NETWORK_FILE_PLY) == 0, "plies come back to the bit");
    const int most = distance(file.bytes + PACKED_ROOM_BEFORE_ROWS,
                              back.bytes + PACKED_ROOM_BEFORE_ROWS, NETWORK_LANES, BUCKETS);
    cr_expect_leq(most, 4, "a byte is off by %d", most);
    struct reason why = {.text = ""};
    struct weights *a = weights_from_bytes(fine.bytes, fine.size, &why);
    struct weights *b = weights_from_bytes(back.bytes, back.size, &why);
    cr_assert(a && b, "%s", why.text);
    cr_expect_eq(a->checksum, b->checksum);
    weights_free(a);
    weights_free(b);
    free(file.bytes);
    free(fine.bytes);
    free(coarse.bytes);
    free(again.bytes);
    free(back.bytes);
}

/* Is this refused, or does it make the same weights? */
static bool is_safe(const struct image *image, const struct image *file, struct reason *why)
{
    size_t size = 0;
    char *exact = test_exact(image->bytes, image->size);
    uint8_t *bytes = weights_unpack((const uint8_t *)exact, image->size, &size, why);
    const bool is_same = bytes && size == file->size && memcmp(bytes, file->bytes, size) == 0;
    const bool is_good = bytes ? is_same : strncmp(why->text, "damaged: ", 9) == 0;
    free(exact);
    free(bytes);
    return is_good;
}

/* Bytes of all sections: sizes, tables, states, words, columns. Whoever mends the checksum after
 * the damage gets a sentence, too. */
Test(packed_weights, damage_is_told)
{
    const struct image file = make_network(2), packed = pack(&file, 30), back = unpack(&packed);
    struct rng rng = rng_seeded(3);
    for (int i = 0; i < 40; i++) {
        struct reason why = {.text = ""};
        const size_t first = WEIGHTS_HEADER, n = packed.size - first;
        const size_t at = i < 20 ? first + 2 * (size_t)i : first + rng_next(&rng) % n;
        const uint8_t whole = packed.bytes[at];
        packed.bytes[at] ^= (uint8_t)(1 << rng_below(&rng, 8));
        cr_expect_null(weights_from_bytes(packed.bytes, packed.size, &why));
        cr_expect(strstr(why.text, "checksum"), "byte %zu: %s", at, why.text);
        struct image sealed = {malloc(packed.size), packed.size};
        memcpy(sealed.bytes, packed.bytes, packed.size);
        seal(&sealed);
        cr_expect(is_safe(&sealed, &back, &why), "byte %zu: %s", at, why.text);
        free(sealed.bytes);
        packed.bytes[at] = whole;
    }
    for (int i = 0; i < 8; i++) {
        struct reason why = {.text = ""};
        struct image cut = {malloc(packed.size), WEIGHTS_HEADER};
        memcpy(cut.bytes, packed.bytes, packed.size);
        cut.size += i < 4 ? (size_t)i : rng_next(&rng) % (packed.size - WEIGHTS_HEADER);
        cr_expect(is_safe(&cut, &back, &why), "%zu bytes: %s", cut.size, why.text);
        seal(&cut);
        cr_expect(is_safe(&cut, &back, &why), "%zu bytes, sealed: %s", cut.size, why.text);
        free(cut.bytes);
    }
    free(file.bytes);
    free(packed.bytes);
    free(back.bytes);
}

static struct image make_student(uint64_t seed)
{
    struct rng rng = rng_seeded(seed);
    struct image block = {calloc(1, STUDENT_ROOM), 0};
    cr_assert_not_null(block.bytes);
    memcpy(block.bytes, STUDENT_MAGIC, 8);
    for (size_t i = 0; i < 100; i++)
        block.bytes[16 + 2 * i] = (uint8_t)rng_below(&rng, 100);
    uint8_t *end = make_rows(&rng, STUDENT_LANES, NULL, block.bytes + BEFORE_STUDENT);
    block.size = (size_t)(end - block.bytes) + 8;
    bytes_write_le(block.bytes + 8, block.size, 8);
    bytes_write_le(end, checksum_of(block.bytes, block.size - 8), 8);
    return block;
}

static void add_part(struct image *file, const struct image *block)
{
    uint8_t *bytes = realloc(file->bytes, file->size + PART_HEADER + block->size);
    cr_assert_not_null(bytes);
    const uint64_t network = bytes_read_le(bytes + 8, 4) == PACKED_KIND
        ? bytes_read_le(bytes + WEIGHTS_HEADER + 8, 8) : bytes_read_le(bytes + 40, 8);
    part_put_header(bytes + file->size, network, block->size);
    memcpy(bytes + file->size + PART_HEADER, block->bytes, block->size);
    *file = (struct image){bytes, file->size + PART_HEADER + block->size};
}

Test(packed_weights, a_student_comes_back)
{
    const struct image block = make_student(4);
    struct pack_uses uses = make_uses(STUDENT_LANES, 1);
    struct pack_rows rows = {.uses = &uses, .step = 0.1, .floor = 0.05, .bits = 0.1};
    const uint8_t *at = block.bytes + BEFORE_STUDENT;
    cr_assert_not_null(rows.rows[0] = pack_read_rows(&at, STUDENT_LANES));
    size_t size = 0;
    uint8_t *coded = pack_rows(&rows, &size);
    struct image packed = {NULL, 0};
    cr_assert(coded && (packed.bytes = pack_student(block.bytes, coded, size, &packed.size)));
    struct image network = make_network(5), file = pack(&network, 30);
    add_part(&network, &packed); /* a packed part behind a network that is not */
    add_part(&file, &packed);
    const struct image half = unpack(&network), back = unpack(&file);
    const size_t before = half.size - block.size;
    cr_expect_lt(packed.size, block.size);
    cr_expect(memcmp(half.bytes + before, block.bytes, 8) == 0 &&
              memcmp(half.bytes + before + 16, block.bytes + 16, BEFORE_STUDENT - 16) == 0);
    const int most = distance(block.bytes + BEFORE_STUDENT,
                              half.bytes + before + BEFORE_STUDENT, STUDENT_LANES, 1);
    cr_expect_leq(most, 1, "a byte is off by %d", most);
    struct reason why = {.text = ""};
    struct weights *w = weights_from_bytes(back.bytes, back.size, &why);
    cr_expect(w && w->student, "%s", why.text);
    weights_free(w);
    packed.bytes[packed.size / 2] ^= 1;
    memcpy(file.bytes + file.size - packed.size, packed.bytes, packed.size);
    cr_expect_null(weights_from_bytes(file.bytes, file.size, &why));
    cr_expect(strstr(why.text, "damaged"), "%s", why.text);
    free((void *)rows.rows[0]);
    pack_uses_free(&uses);
    free(coded);
    free(block.bytes);
    free(packed.bytes);
    free(network.bytes);
    free(file.bytes);
    free(half.bytes);
    free(back.bytes);
}

#ifdef PACKED_WEIGHTS
/* What a program with -Dweights=packed plays: its file in the repository, unpacked now, and the
 * weights linked in, unpacked by the build. */
Test(packed_weights, those_built_in_are_those_of_the_file)
{
    const uint64_t checksum = UINT64_C(0x5A4D7BAC7B719089);
    struct reason why = {.text = ""};
    struct weights *ours = weights_built_in(&why), *file = weights_from_file(PACKED_WEIGHTS, &why);
    cr_assert(ours && file, "%s", why.text);
    cr_expect_eq(ours->network_id, checksum, "%" PRIx64, ours->network_id);
    cr_expect_eq(file->network_id, checksum, "%" PRIx64, file->network_id);
    const size_t n = (size_t)ours->network->n_buckets * PATTERN_N_CONFIGS * NETWORK_LANES;
    cr_expect(memcmp(ours->network->rows, file->network->rows, n) == 0);
    cr_assert(ours->student && file->student);
    cr_expect_eq(ours->part[PART_STUDENT].id, file->part[PART_STUDENT].id);
    cr_expect_eq(ours->part[PART_CONSTANTS].id, file->part[PART_CONSTANTS].id);
    cr_expect(memcmp(ours->student->rows, file->student->rows, sizeof ours->student->rows) == 0);
    weights_free(ours);
    weights_free(file);
}
#endif

/* What packed_row() must make, number by number. */
static int row_number(const int16_t *c, const uint8_t *columns, int n, unsigned fixing, int lane)
{
    int64_t sum = 0;
    int n_turns = 0;
    for (int m = 0; m < TURNS; m++) {
        if (n == NETWORK_LANES ? !(fixing >> m & 1) : m > 0)
            continue;
        const int k = n == NETWORK_LANES
            ? turn_product(m, lane / NETWORK_CHANNELS) * NETWORK_CHANNELS + lane % NETWORK_CHANNELS
            : lane;
        uint32_t one = 1 << (PACKED_SHIFT - 1);
        for (int j = 0; j < n; j++)
            one += (uint32_t)(c[j] * (int8_t)columns[n + j * n + k] * (1 << columns[j]));
        sum += (int32_t)one;
        n_turns++;
    }
    const int64_t x = (int32_t)(sum / n_turns) >> PACKED_SHIFT;
    return (int)(x > 63 ? 63 : x < -63 ? -63 : x);
}

Test(packed_weights, rows_are_the_obvious_sums)
{
    struct rng rng = rng_seeded(6);
    for (int i = 0; i < 400; i++) {
        const int n = i % 2 ? NETWORK_LANES : STUDENT_LANES;
        uint8_t bytes[NETWORK_LANES * (NETWORK_LANES + 1)];
        _Alignas(16) int16_t columns[NETWORK_LANES * NETWORK_LANES];
        int16_t c[NETWORK_LANES];
        int8_t row[NETWORK_LANES];
        for (int k = 0; k < n * (n + 1); k++)
            bytes[k] = (uint8_t)(k < n ? rng_below(&rng, 8) : rng_next(&rng));
        for (int k = 0; k < n; k++) /* all there is, or as in a file */
            c[k] = (int16_t)(i % 3 == 0 ? (int)rng_below(&rng, 65536)
                             : rng_below(&rng, 3) == 0 ? (int)rng_below(&rng, 41) - 20 : 0);
        const unsigned fixing = pattern_packed_fixing[rng_below(&rng, PATTERN_N_PACKED)];
        packed_columns(bytes, n, columns);
        packed_row(c, columns, n, fixing, row);
        for (int k = 0; k < n; k++)
            cr_assert_eq(row[k], row_number(c, bytes, n, fixing, k), "row %d, lane %d", i, k);
    }
}
