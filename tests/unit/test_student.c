/* The student: every CPU level against an obvious sum over the file's own weights, the same value
 * for all eight boards, blocks that are damaged. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <outflank/board.h>

#include "base/bits.h"
#include "base/bytes.h"
#include "base/checksum.h"
#include "base/rng.h"
#include "eval/score.h"
#include "eval/student.h"
#include "isa/kernel.h"
#include "support.h"

enum { BEFORE = 16, DENSE = sizeof(struct student_dense), ROWS = BEFORE + DENSE + STUDENT_BITMAP };

/* A block and what is in it. */
struct block {
    uint8_t *bytes;
    size_t size;
    struct student_dense dense;
    int8_t (*rows)[STUDENT_LANES]; /* by packed configuration */
};

static int draw(struct rng *rng, int most)
{
    return (int)rng_below(rng, (uint32_t)(2 * most + 1)) - most;
}

static void draw_words(struct rng *rng, int16_t *list, size_t n, int most)
{
    for (size_t i = 0; i < n; i++)
        list[i] = (int16_t)draw(rng, most);
}

static void fill_words(int16_t *list, size_t n, int value)
{
    for (size_t i = 0; i < n; i++)
        list[i] = (int16_t)(i % STUDENT_LANES & 1 ? -value : value);
}

/* How a block is made: like a trained one; sums of the largest size, up in even lanes and down in
 * odd ones or the reverse, with an output that stays in bounds; all that adds to the output at its
 * largest. */
enum strength { LIKE_TRAINED, SUMS_UP, SUMS_DOWN, OUTPUT_MOST };

static struct student_dense make_dense(struct rng *rng, enum strength strength)
{
    const bool sums_are_large = strength == SUMS_UP || strength == SUMS_DOWN;
    const bool is_most = strength == OUTPUT_MOST;
    struct student_dense d = {.zero = 0};
    draw_words(rng, &d.w[0][0][0], sizeof d.w / 2,
               strength == LIKE_TRAINED ? 40 : STUDENT_MAX_WEIGHT);
    for (int h = 0; h < STUDENT_HIDDEN; h++) {
        d.b[h] = is_most ? STUDENT_MAX_HIDDEN_BIAS : draw(rng, 6000);
        d.v[h] = is_most ? STUDENT_MAX_OUT : draw(rng, 6000);
    }
    draw_words(rng, d.skip, STUDENT_LANES, is_most ? STUDENT_MAX_SKIP : sums_are_large ? 15 : 100);
    draw_words(rng, d.start[0], sizeof d.start / 2, 500);
    draw_words(rng, d.own[0], sizeof d.own / 2, 300);
    draw_words(rng, d.other[0], sizeof d.other / 2, 300);
    for (int stage = 0; stage < STUDENT_STAGES; stage++)
        d.bias[stage] = is_most ? STUDENT_MAX_BIAS : draw(rng, 2000000);
    if (sums_are_large) {
        const int most = strength == SUMS_UP ? STUDENT_MAX_START : -STUDENT_MAX_START;
        fill_words(d.start[0], sizeof d.start / 2, most);
        fill_words(d.own[0], sizeof d.own / 2, most);
        fill_words(d.other[0], sizeof d.other / 2, most);
    }
    return d;
}

static void make_row(struct rng *rng, enum strength strength, int8_t row[STUDENT_LANES])
{
    for (int c = 0; c < STUDENT_LANES; c++) {
        const int up = c & 1 ? -STUDENT_ROW_MOST : STUDENT_ROW_MOST;
        row[c] = (int8_t)(strength == SUMS_UP ? up : strength == SUMS_DOWN ? -up
                          : draw(rng, strength == OUTPUT_MOST ? STUDENT_ROW_MOST : 20));
    }
}

static void seal(struct block *b)
{
    memcpy(b->bytes, STUDENT_MAGIC, 8);
    bytes_write_le(b->bytes + 8, b->size, 8);
    bytes_write_le(b->bytes + b->size - 8, checksum_of(b->bytes, b->size - 8), 8);
}

static struct block make_block(uint64_t seed, enum strength strength)
{
    struct rng rng = rng_seeded(seed);
    struct block b = {.bytes = calloc(1, ROWS + PATTERN_N_PACKED * STUDENT_LANES + 8),
                      .rows = calloc(PATTERN_N_PACKED, sizeof *b.rows)};
    cr_assert(b.bytes && b.rows);
    b.dense = make_dense(&rng, strength);
    memcpy(b.bytes + BEFORE, &b.dense, DENSE);
    uint8_t *at = b.bytes + ROWS;
    for (uint32_t i = 0; i < PATTERN_N_PACKED; i++) {
        if (strength == LIKE_TRAINED && rng_below(&rng, 5) == 0)
            continue;
        b.bytes[BEFORE + DENSE + i / 8] |= (uint8_t)(1 << i % 8);
        make_row(&rng, strength, b.rows[i]);
        memcpy(at, b.rows[i], STUDENT_LANES);
        at += STUDENT_LANES;
    }
    b.size = (size_t)(at - b.bytes) + 8;
    seal(&b);
    return b;
}

static void drop(struct block *b)
{
    free(b->bytes);
    free(b->rows);
}

static int clamped(int x, int most) { return x < 0 ? 0 : x > most ? most : x; }

static int obvious(const struct block *b, ofl_board board, const struct student_input *in)
{
    const struct student_dense *d = &b->dense;
    struct pattern_ids ids;
    pattern_configs_of(board, &ids);
    const int stage = ofl_count_empties(board) - STUDENT_EMPTIES_LEAST;
    long total = d->bias[stage], a[STUDENT_LANES];
    for (int c = 0; c < STUDENT_LANES; c++) {
        int s = d->start[stage][c] + d->own[bit_count(in->own)][c] +
                d->other[bit_count(in->other)][c];
        for (int lane = 0; lane < PATTERN_N_INSTANCES; lane++)
            s += b->rows[pattern_packed_index[pattern_lane_offsets[lane] + ids.id[lane]]][c];
        const int active = clamped(s, 1023);
        a[c] = (4L * active * active + 16384) / 32768;
        total += (long)s * d->skip[c];
    }
    for (int h = 0; h < STUDENT_HIDDEN; h++) {
        long y = d->b[h] + 64;
        for (int c = 0; c < STUDENT_LANES; c++)
            y += a[c] * d->w[c / 2][h][c % 2];
        total += (long)clamped((int)(y >> 7), 128) * d->v[h];
    }
    return score_bound((int)((total + 512) >> 10));
}

static struct student_input input_of(ofl_board board, const struct pattern_ids *ids, int side)
{
    return (struct student_input){ids, side, ofl_legal_moves(board),
                                  ofl_legal_moves(ofl_swap(board))};
}

/* Boards in groups of 1 to 9, every other with its ids kept for the other side. Returns
 * how many of the values are not the largest or smallest score. */
static int compare(const struct block *b, const struct student *student, const ofl_board *boards,
                   int n)
{
    int n_inside = 0;
    struct pattern_ids ids[9];
    struct student_input in[9];
    int want[9], got[9];
    for (int i = 0; i < n; i++) {
        pattern_ids_of(i & 1 ? ofl_swap(boards[i]) : boards[i], &ids[i]);
        in[i] = input_of(boards[i], &ids[i], i & 1);
        want[i] = obvious(b, boards[i], &in[i]);
        cr_assert_eq(want[i], obvious(b, ofl_symmetry(boards[i], 1 + i % 7), &in[i]));
        n_inside += want[i] != score_bound(INT32_MAX / 2) && want[i] != score_bound(INT32_MIN / 2);
    }
    for (int level = 0; kernel_at(level); level++) {
        const struct kernel *k = kernel_at(level);
        if (!kernel_supported(k->level))
            continue;
        k->student_values(student, ofl_count_empties(boards[0]), in, n, got);
        for (int i = 0; i < n; i++)
            cr_assert_eq(got[i], want[i], "%s, board %d of %d", k->level, i, n);
    }
    return n_inside;
}

/* What a random game leaves at so many empty squares; false if it ended before. */
static bool reach(struct rng *rng, int n_empties, ofl_board *board)
{
    *board = ofl_position_start().board;
    while (ofl_count_empties(*board) > n_empties) {
        const int move = test_random_move(*board, rng);
        if (move == OFL_NO_MOVE)
            return false;
        *board = ofl_play(*board, move);
    }
    return true;
}

static void play(uint64_t seed, int n_rounds, enum strength strength)
{
    int n_all = 0, n_inside = 0;
    struct block b = make_block(seed, strength);
    struct reason reason = {.text = ""};
    struct student *student = student_from_bytes(b.bytes, b.size, &reason);
    cr_assert_not_null(student, "%s", reason.text);
    struct rng rng = rng_seeded(test_seed(seed));
    for (int round = 0; round < n_rounds; round++) {
        const int n = 1 + round % 9;
        const int n_empties = STUDENT_EMPTIES_LEAST + (int)rng_below(&rng, STUDENT_STAGES);
        ofl_board boards[9];
        for (int i = 0; i < n;)
            i += reach(&rng, n_empties, &boards[i]);
        n_inside += compare(&b, student, boards, n);
        n_all += n;
    }
    if (strength != OUTPUT_MOST)
        cr_expect_gt(2 * n_inside, n_all, "%d of %d values tell nothing", n_all - n_inside, n_all);
    student_free(student);
    drop(&b);
}

Test(student, value_is_the_same_at_every_level_and_under_symmetry) { play(51, 200, LIKE_TRAINED); }

Test(student, the_largest_weights_do_not_overflow)
{
    play(52, 60, SUMS_UP);
    play(55, 60, SUMS_DOWN);
    play(56, 20, OUTPUT_MOST);
}

static bool refused(const uint8_t *bytes, size_t size)
{
    struct reason reason = {.text = ""};
    struct student *student = student_from_bytes(bytes, size, &reason);
    student_free(student);
    return !student && strlen(reason.text) > 10;
}

/* With a checksum that agrees, so that only the bounds can tell. */
static bool refused_sealed(struct block *b, size_t at, int32_t value, int n)
{
    uint8_t old[4];
    memcpy(old, b->bytes + at, 4);
    bytes_write_le(b->bytes + at, (uint64_t)(int64_t)value, n);
    seal(b);
    const bool is_refused = refused(b->bytes, b->size);
    memcpy(b->bytes + at, old, 4);
    seal(b);
    return is_refused;
}

Test(student, damaged_blocks_are_refused_with_a_sentence)
{
    struct block b = make_block(53, LIKE_TRAINED);
    const size_t dense = BEFORE;
    for (size_t cut = 1; cut < b.size; cut = 3 * cut + 1)
        cr_expect(refused(b.bytes, b.size - cut), "%zu bytes less", cut);
    struct rng rng = rng_seeded(test_seed(54));
    for (int i = 0; i < 40; i++) {
        const uint32_t at = i < 16 ? (uint32_t)i : rng_below(&rng, (uint32_t)b.size);
        b.bytes[at] ^= 4;
        cr_expect(refused(b.bytes, b.size), "byte %u", at);
        b.bytes[at] ^= 4;
    }
    cr_expect(refused_sealed(&b, dense + offsetof(struct student_dense, w), 128, 2));
    cr_expect(refused_sealed(&b, dense + offsetof(struct student_dense, b), 1 << 24, 4));
    cr_expect(refused_sealed(&b, dense + offsetof(struct student_dense, v) + 28, 65536, 4));
    cr_expect(refused_sealed(&b, dense + offsetof(struct student_dense, skip), -769, 2));
    cr_expect(refused_sealed(&b, dense + offsetof(struct student_dense, start), 4097, 2));
    cr_expect(refused_sealed(&b, dense + offsetof(struct student_dense, own), -4097, 2));
    cr_expect(refused_sealed(&b, dense + offsetof(struct student_dense, other), 5000, 2));
    cr_expect(refused_sealed(&b, dense + offsetof(struct student_dense, bias), INT32_MAX, 4));
    cr_expect(refused_sealed(&b, ROWS + 5, 64, 1), "a byte of a row");
    cr_expect(refused_sealed(&b, ROWS + 5, -64, 1), "a byte of a row");
    const int8_t missing = (int8_t)b.bytes[BEFORE + DENSE];
    cr_expect(refused_sealed(&b, BEFORE + DENSE, missing ^ 1, 1), "a row more or less");
    cr_expect_not(refused(b.bytes, b.size));
    drop(&b);
}
