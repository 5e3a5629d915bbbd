/* Parts of a network: constants by ply, student and error model in files of their own behind it;
 * those that are damaged, foreign, there twice or without a network. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <outflank/board.h>

#include "base/bytes.h"
#include "base/checksum.h"
#include "eval/constants.h"
#include "eval/network_file.h"
#include "eval/student.h"
#include "eval/weights.h"
#include "isa/kernel.h"
#include "support.h"

enum {
    BUCKETS = 2,
    PAYLOAD = BOARD_PLIES * NETWORK_FILE_PLY + BUCKETS * NETWORK_FILE_BITMAP,
    STUDENT_BYTES = 16 + sizeof(struct student_dense) + STUDENT_BITMAP + 8,
    ROOM = WEIGHTS_HEADER + PAYLOAD + 8 * (PART_HEADER + STUDENT_BYTES)
};

/* A file as it grows. */
struct image {
    uint8_t *bytes;
    size_t size;
};

/* A network without rows: the value of a board is the constant of its ply, `first` + ply discs. */
static struct image make_network(int first)
{
    struct image image = {calloc(1, ROOM), WEIGHTS_HEADER + PAYLOAD};
    cr_assert_not_null(image.bytes);
    uint8_t *b = image.bytes;
    memcpy(b, "OFLWGHT1", 8);
    bytes_write_le(b + 8, 1, 4);
    bytes_write_le(b + 12, BUCKETS, 4);
    bytes_write_le(b + 16, PATTERN_HASH, 8);
    bytes_write_le(b + 24, PATTERN_N_PACKED, 4);
    bytes_write_le(b + 28, NETWORK_FILE_PLY, 4);
    bytes_write_le(b + 32, PAYLOAD, 8);
    for (int ply = 0; ply < BOARD_PLIES; ply++)
        bytes_write_le(b + WEIGHTS_HEADER + ply * NETWORK_FILE_PLY + NETWORK_FILE_BIAS,
                       (uint32_t)((first + ply) * NETWORK_OUT_UNIT), 4);
    bytes_write_le(b + 40, checksum_of(b + WEIGHTS_HEADER, PAYLOAD), 8);
    return image;
}

static uint64_t network_of(const struct image *image)
{
    return bytes_read_le(image->bytes + 40, 8);
}

static void add(struct image *image, const void *bytes, size_t size)
{
    cr_assert_leq(image->size + size, ROOM);
    memcpy(image->bytes + image->size, bytes, size);
    image->size += size;
}

static void add_part(struct image *image, uint64_t network, const uint8_t *block, size_t size)
{
    uint8_t header[PART_HEADER];
    part_put_header(header, network, size);
    add(image, header, sizeof header);
    add(image, block, size);
}

static void make_constants(int first, int n_early, uint8_t block[CONSTANTS_BYTES])
{
    struct constants constants = {.n_early = n_early};
    for (int ply = 0; ply < BOARD_PLIES; ply++)
        constants.of_ply[ply] = (first - ply) * NETWORK_OUT_UNIT;
    constants_to_bytes(&constants, block);
}

static void make_errors(int spread, uint8_t block[ERRORS_BYTES])
{
    struct error_model model = errors_default;
    model.to_end.spread[0] = spread;
    errors_to_bytes(&model, block);
}

/* A student without rows: its value is `bias` discs. */
static void make_student(int bias, uint8_t block[STUDENT_BYTES])
{
    struct student_dense dense = {.bias = {bias * STUDENT_OUT_UNIT}};
    memset(block, 0, STUDENT_BYTES);
    memcpy(block, STUDENT_MAGIC, 8);
    bytes_write_le(block + 8, STUDENT_BYTES, 8);
    memcpy(block + 16, &dense, sizeof dense);
    bytes_write_le(block + STUDENT_BYTES - 8, checksum_of(block, STUDENT_BYTES - 8), 8);
}

static struct weights *load(const struct image *image)
{
    struct reason why = {.text = ""};
    char *exact = test_exact(image->bytes, image->size);
    struct weights *w = weights_from_bytes((const uint8_t *)exact, image->size, &why);
    free(exact);
    cr_assert_not_null(w, "%s", why.text);
    return w;
}

/* Is it refused, with these words? */
static bool refused(const uint8_t *bytes, size_t size, const char *words)
{
    struct reason why = {.text = ""};
    char *exact = test_exact(bytes, size);
    struct weights *w = weights_from_bytes((const uint8_t *)exact, size, &why);
    free(exact);
    weights_free(w);
    return !w && strlen(why.text) > 10 && strstr(why.text, words);
}

static int value_at(const struct weights *w, int ply)
{
    const uint64_t discs = ply == 60 ? ~UINT64_C(0) : (UINT64_C(1) << (ply + 4)) - 1;
    return kernel()->evaluate_trained(w, (ofl_board){discs, 0}) / 128;
}

Test(parts, a_network_alone_has_its_own_constants_and_the_wide_error_model)
{
    struct image image = make_network(-30);
    struct weights *w = load(&image);
    cr_expect_eq(w->checksum, network_of(&image));
    cr_expect_eq(w->part[PART_CONSTANTS].source, PART_INSIDE);
    cr_expect_eq(w->part[PART_STUDENT].source, PART_MISSING);
    cr_expect_eq(w->part[PART_ERRORS].source, PART_MISSING);
    cr_expect_null(w->student);
    cr_expect_eq(memcmp(&w->errors, &errors_default, sizeof w->errors), 0);
    for (int ply = 0; ply < BOARD_PLIES; ply++)
        cr_expect_eq(value_at(w, ply), ply - 30, "ply %d: %d", ply, value_at(w, ply));
    weights_free(w);
    free(image.bytes);
}

Test(parts, part_files_in_any_order_take_the_place_of_blocks_inside)
{
    uint8_t constants[CONSTANTS_BYTES], errors[ERRORS_BYTES], student[STUDENT_BYTES];
    uint8_t old_errors[ERRORS_BYTES], old_student[STUDENT_BYTES];
    make_constants(30, 0, constants);
    make_errors(9 * 65536, errors);
    make_errors(8 * 65536, old_errors);
    make_student(7, student);
    make_student(5, old_student);
    const struct { const uint8_t *block; size_t size; } blocks[] = {
        {constants, sizeof constants}, {student, sizeof student}, {errors, sizeof errors}};
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                     {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    uint64_t sum = 0;
    for (int order = 0; order < 6; order++)
        for (int inside = order % 2; inside < 4; inside += 2) {
            struct image image = make_network(-30);
            if (inside & 1)
                add(&image, old_student, sizeof old_student);
            if (inside & 2)
                add(&image, old_errors, sizeof old_errors);
            struct weights *old = load(&image);
            cr_expect_eq(old->part[PART_STUDENT].source, inside & 1 ? PART_INSIDE : PART_MISSING);
            cr_expect_eq(old->part[PART_ERRORS].source, inside & 2 ? PART_INSIDE : PART_MISSING);
            cr_expect(!(inside & 1) || old->student->dense.bias[0] == 5 * STUDENT_OUT_UNIT);
            cr_expect(!(inside & 2) || old->errors.to_end.spread[0] == 8 * 65536);
            weights_free(old);
            for (int i = 0; i < 3; i++)
                add_part(&image, network_of(&image), blocks[orders[order][i]].block,
                         blocks[orders[order][i]].size);
            struct weights *w = load(&image);
            for (int kind = 0; kind < PART_KINDS; kind++)
                cr_expect_eq(w->part[kind].source, PART_OWN_FILE);
            cr_expect_eq(value_at(w, 10), 20);
            cr_expect_eq(w->student->dense.bias[0], 7 * STUDENT_OUT_UNIT);
            cr_expect_eq(w->errors.to_end.spread[0], 9 * 65536);
            cr_expect_neq(w->checksum, network_of(&image), "another set has another name");
            cr_expect(sum == 0 || sum == w->checksum, "the order does not change the name");
            sum = w->checksum;
            weights_free(w);
            free(image.bytes);
        }
}

/* What stands behind a network, without the network. */
static bool is_read(const uint8_t *bytes, size_t size, uint64_t network)
{
    struct part found[PART_KINDS];
    struct reason why = {.text = ""};
    struct constants constants;
    struct error_model errors;
    uint8_t *exact = (uint8_t *)test_exact(bytes, size);
    bool is_good = parts_find(exact, size, network, found, &why);
    const struct part *c = &found[PART_CONSTANTS], *e = &found[PART_ERRORS];
    is_good = is_good && (!c->block || constants_from_bytes(c->block, c->size, &constants, &why)) &&
              (!e->block || errors_from_bytes(e->block, e->size, &errors, &why));
    free(exact);
    cr_expect(is_good || strlen(why.text) > 10, "a sentence says why");
    return is_good;
}

Test(parts, every_damaged_byte_and_every_length_is_refused)
{
    enum { SIZE = PART_HEADER + CONSTANTS_BYTES + PART_HEADER + ERRORS_BYTES, OWNER = 77 };
    uint8_t both[SIZE + 1] = {0};
    make_constants(30, 0, both + PART_HEADER);
    part_put_header(both, OWNER, CONSTANTS_BYTES);
    const size_t first = PART_HEADER + CONSTANTS_BYTES;
    make_errors(9 * 65536, both + first + PART_HEADER);
    part_put_header(both + first, OWNER, ERRORS_BYTES);
    cr_assert(is_read(both, SIZE, OWNER));
    for (size_t at = 0; at < SIZE; at++) {
        for (int bit = 0; bit < 8; bit++) {
            both[at] ^= (uint8_t)(1 << bit);
            cr_expect_not(is_read(both, SIZE, OWNER), "byte %zu, bit %d", at, bit);
            both[at] ^= (uint8_t)(1 << bit);
        }
        cr_expect_eq(is_read(both, at, OWNER), at == 0 || at == first, "%zu bytes", at);
    }
    cr_expect_not(is_read(both, SIZE + 1, OWNER), "a byte too many");
}

Test(parts, what_belongs_to_another_network_is_refused)
{
    uint8_t blocks[PART_KINDS][STUDENT_BYTES];
    const size_t sizes[PART_KINDS] = {CONSTANTS_BYTES, STUDENT_BYTES, ERRORS_BYTES};
    make_constants(0, 0, blocks[PART_CONSTANTS]);
    make_student(0, blocks[PART_STUDENT]);
    make_errors(9 * 65536, blocks[PART_ERRORS]);
    struct image other = make_network(1);
    for (int kind = 0; kind < PART_KINDS; kind++) {
        struct image image = make_network(0);
        add_part(&image, network_of(&other), blocks[kind], sizes[kind]);
        cr_expect(refused(image.bytes, image.size, "another network"), "%s",
                  part_name((enum part_kind)kind));
        free(image.bytes);
    }
    free(other.bytes);
}

Test(parts, two_of_a_kind_none_without_a_network_and_unknown_kinds_are_refused)
{
    uint8_t errors[ERRORS_BYTES];
    make_errors(9 * 65536, errors);
    struct image image = make_network(0);
    const size_t from = image.size;
    add_part(&image, network_of(&image), errors, sizeof errors);
    const size_t size = image.size - from;
    cr_expect(refused(image.bytes + from, size, "without its network"));
    add_part(&image, network_of(&image), errors, sizeof errors);
    cr_expect(refused(image.bytes, image.size, "two part files"));
    cr_expect(refused(image.bytes, image.size, "error model"));
    image.size = from;
    add_part(&image, network_of(&image), (const uint8_t *)"OFLERRM2 of a later version", 27);
    cr_expect(refused(image.bytes, image.size, "does not know"));
    image.size = from;
    add(&image, image.bytes, 1000);
    cr_expect(refused(image.bytes, image.size, "no part"), "two networks");
    free(image.bytes);
}

Test(parts, early_plies_take_over_all_but_the_constant)
{
    uint8_t block[CONSTANTS_BYTES];
    struct image image = make_network(0);
    for (int ply = 0; ply < BOARD_PLIES; ply++) { /* skip weights tell the plies apart */
        uint8_t *skip = image.bytes + WEIGHTS_HEADER + ply * NETWORK_FILE_PLY + 808;
        bytes_write_le(skip, (uint16_t)ply, 2);
    }
    bytes_write_le(image.bytes + 40, checksum_of(image.bytes + WEIGHTS_HEADER, PAYLOAD), 8);
    make_constants(0, 6, block);
    add_part(&image, network_of(&image), block, sizeof block);
    struct weights *w = load(&image);
    cr_expect_eq(w->n_early, 6);
    for (int ply = 0; ply < BOARD_PLIES; ply++) {
        cr_expect_eq(w->network->plies[ply].skip[0], ply < 6 ? 6 + ply % 2 : ply, "ply %d", ply);
        cr_expect_eq(w->network->plies[ply].bias, -ply * NETWORK_OUT_UNIT, "ply %d", ply);
    }
    weights_free(w);
    image.size = WEIGHTS_HEADER + PAYLOAD;
    make_constants(0, 30, block); /* the second bucket begins at ply 31 */
    add_part(&image, network_of(&image), block, sizeof block);
    cr_expect(refused(image.bytes, image.size, "other rows"));
    free(image.bytes);
}

/* A block whose checksum agrees: only the bounds can tell. */
Test(parts, constants_out_of_bounds_are_refused)
{
    static const struct { int at; int64_t value; bool is_good; } cases[] = {
        {8, CONSTANTS_EARLY_MOST, true}, {8, CONSTANTS_EARLY_MOST + 1, false}, {8, -1, false},
        {12, 1, false}, {16, NETWORK_MAX_BIAS, true}, {16, -NETWORK_MAX_BIAS, true},
        {16, NETWORK_MAX_BIAS + 1, false}, {256, -NETWORK_MAX_BIAS - 1, false},
        {256, INT32_MIN, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t block[CONSTANTS_BYTES];
        struct constants constants;
        struct reason why = {.text = ""};
        make_constants(0, 0, block);
        bytes_write_le(block + cases[i].at, (uint32_t)cases[i].value, 4);
        bytes_write_le(block + CONSTANTS_BYTES - 8, checksum_of(block, CONSTANTS_BYTES - 8), 8);
        const bool is_good = constants_from_bytes(block, sizeof block, &constants, &why);
        cr_expect_eq(is_good, cases[i].is_good, "%lld at byte %d: %s", (long long)cases[i].value,
                     cases[i].at, why.text);
    }
}

Test(parts, damaged_and_foreign_networks_are_refused)
{
    struct image image = make_network(0);
    static const size_t sizes[] = {0, 1, 7, 8, 63, 64, 65, 1000, WEIGHTS_HEADER + PAYLOAD - 1};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        cr_expect(refused(image.bytes, sizes[i], ""), "%zu bytes", sizes[i]);
    for (int bit = 0; bit < 48 * 8; bit++) { /* every bit of the header but the label */
        image.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        cr_expect(refused(image.bytes, image.size, ""), "bit %d", bit);
        image.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    struct rng rng = rng_seeded(test_seed(14));
    for (int i = 0; i < 50; i++) {
        const uint32_t at = WEIGHTS_HEADER + rng_below(&rng, PAYLOAD);
        image.bytes[at] ^= 16;
        cr_expect(refused(image.bytes, image.size, ""), "byte %u", at);
        image.bytes[at] ^= 16;
    }
    free(image.bytes);
    struct reason why;
    cr_expect_null(weights_from_file("/dev/zero", &why));
    cr_expect_null(weights_from_file("/", &why));
    cr_expect_null(weights_from_file("no/such/file", &why));
}

Test(parts, linear_weights_are_refused_by_their_kind)
{
    struct image image = make_network(0);
    bytes_write_le(image.bytes + 8, 0, 4);
    bytes_write_le(image.bytes + 28, 81, 4);
    cr_expect(refused(image.bytes, image.size,
                      "weights of kind 0, this program reads kinds 1 and 2, networks"));
    free(image.bytes);
}

Test(parts, what_is_built_in_is_complete)
{
    struct reason why = {.text = ""};
    struct weights *w = weights_built_in(&why);
    if (!w && !*why.text)
        cr_skip_test("built without weights");
    cr_assert_not_null(w, "%s", why.text);
    for (int kind = 0; kind < PART_KINDS; kind++)
        cr_expect_neq(w->part[kind].source, PART_MISSING, "%s", part_name((enum part_kind)kind));
    weights_free(w);
}
