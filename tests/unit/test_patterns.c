/* Patterns and weights files: incremental against from scratch, every CPU level
 * against an obvious sum, and files that are damaged or foreign. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <outflank/board.h>

#include "base/bits.h"
#include "base/rng.h"
#include "eval/score.h"
#include "eval/weights.h"
#include "isa/kernel.h"
#include "support.h"

enum { KNOTS = 4, PER_KNOT = PATTERN_N_PACKED + WEIGHTS_N_EXTRA,
       PAYLOAD = (KNOTS * PER_KNOT * 2 + 7) / 8 * 8, FILE_SIZE = WEIGHTS_HEADER + PAYLOAD };

static void put(uint8_t *p, uint64_t value, int n)
{
    for (int i = 0; i < n; i++)
        p[i] = (uint8_t)(value >> 8 * i);
}

/* A well-formed file of random weights within +-limit. */
static uint8_t *make_file(uint64_t seed, int limit)
{
    uint8_t *bytes = calloc(1, FILE_SIZE);
    struct rng rng = rng_seeded(seed);
    for (int i = 0; i < KNOTS * PER_KNOT; i++)
        put(bytes + WEIGHTS_HEADER + 2 * i,
            (uint64_t)((int64_t)rng_below(&rng, (uint32_t)(2 * limit)) - limit), 2);
    memcpy(bytes, "OFLWGHT1", 8);
    put(bytes + 12, KNOTS, 4);
    put(bytes + 16, PATTERN_HASH, 8);
    put(bytes + 24, PATTERN_N_PACKED, 4);
    put(bytes + 28, WEIGHTS_N_EXTRA, 4);
    put(bytes + 32, PAYLOAD, 8);
    put(bytes + 40, weights_checksum(bytes + WEIGHTS_HEADER, PAYLOAD), 8);
    memcpy(bytes + 48, "test", 4);
    return bytes;
}

static struct weights *make_weights(uint64_t seed, int limit)
{
    struct reason reason = {.text = ""};
    uint8_t *bytes = make_file(seed, limit);
    struct weights *w = weights_from_bytes(bytes, FILE_SIZE, &reason);
    free(bytes);
    cr_assert_not_null(w, "%s", reason.text);
    return w;
}

/* Plays one random game and calls `visit` on every board of it. */
static void random_game(struct rng *rng, void (*visit)(ofl_board, void *), void *user)
{
    ofl_board b = ofl_position_start().board;
    for (;;) {
        visit(b, user);
        uint64_t moves = ofl_legal_moves(b);
        if (!moves) {
            b = ofl_swap(b);
            if (!(moves = ofl_legal_moves(b)))
                return;
            continue;
        }
        for (uint32_t skip = rng_below(rng, (uint32_t)bit_count(moves)); skip > 0; skip--)
            moves = bit_drop(moves);
        b = ofl_play(b, bit_first(moves));
    }
}

static void compare_children(ofl_board b, void *user)
{
    const struct kernel *k = user;
    ofl_board other = ofl_swap(b);
    struct pattern_ids ids, swapped, child, want;
    pattern_ids_of(b, &ids);
    pattern_ids_of(other, &swapped);
    for (int lane = 0; lane < PATTERN_LANES; lane++)
        cr_assert_eq(swapped.id[lane], pattern_lane_max[lane] - ids.id[lane]);
    for (uint64_t left = ofl_legal_moves(b); left; left = bit_drop(left)) {
        int square = bit_first(left);
        uint64_t flips = ofl_flips(b, square);
        ofl_board after = ofl_swap(ofl_play(b, square)); /* seen by the mover */
        k->pattern_update(&child, &ids, square, flips, 0);
        pattern_ids_of(after, &want);
        cr_assert_eq(memcmp(&child, &want, sizeof want), 0, "%s, side 0", k->level);
        k->pattern_update(&child, &swapped, square, flips, 1);
        pattern_ids_of(ofl_swap(after), &want);
        cr_assert_eq(memcmp(&child, &want, sizeof want), 0, "%s, side 1", k->level);
    }
}

Test(patterns, incremental_ids_equal_those_from_scratch_at_every_level)
{
    for (int i = 0; kernel_at(i); i++) {
        if (!kernel_supported(kernel_at(i)->level))
            continue;
        struct rng rng = rng_seeded(test_seed(11));
        for (int game = 0; game < 100; game++)
            random_game(&rng, compare_children, (void *)(uintptr_t)kernel_at(i));
    }
}

/* What stands on a square, as the digit of a shape says it. */
static int digit_of(ofl_board b, int square, bool knows_moves)
{
    const int disc = b.player >> square & 1 ? -1 : (int)(b.opponent >> square & 1);
    const int move = (int)(ofl_legal_moves(ofl_swap(b)) >> square & 1) -
                     (int)(ofl_legal_moves(b) >> square & 1);
    return knows_moves ? 2 + 2 * disc + move : 1 + disc;
}

static void check_digits(ofl_board b, void *user)
{
    int *n_moves = user;
    struct pattern_ids configs, swapped;
    pattern_configs_of(b, &configs);
    pattern_configs_of(ofl_swap(b), &swapped);
    for (int lane = 0; lane < PATTERN_N_INSTANCES; lane++) {
        const bool knows_moves = lane >= PATTERN_FIRST_MOVE_LANE;
        const int base = knows_moves ? 5 : 3;
        cr_assert_eq(swapped.id[lane], pattern_lane_max[lane] - configs.id[lane]);
        for (int square = 0; square < 64; square++) {
            const int worth = pattern_square_digits[square][lane] / (knows_moves ? 2 : 1);
            if (!worth)
                continue;
            const int digit = configs.id[lane] / worth % base;
            cr_assert_eq(digit, digit_of(b, square, knows_moves), "lane %d, square %d", lane,
                         square);
            *n_moves += knows_moves && digit % 2;
        }
    }
}

/* The squares of a lane are worth the powers of its base, each once. */
Test(patterns, digits_are_powers_of_the_base)
{
    for (int lane = 0; lane < PATTERN_N_INSTANCES; lane++) {
        const int base = lane >= PATTERN_FIRST_MOVE_LANE ? 5 : 3;
        int power = 1, n_squares = 0;
        for (int k = 0, found = 1; found; k++) {
            found = 0;
            for (int square = 0; square < 64; square++)
                found += pattern_square_digits[square][lane] == power * (base == 5 ? 2 : 1);
            cr_assert_leq(found, 1, "lane %d, digit %d", lane, k);
            n_squares += found;
            power *= found ? base : 1;
        }
        cr_expect_eq(pattern_lane_max[lane], power - 1, "lane %d", lane);
        int n_worth = 0;
        for (int square = 0; square < 64; square++)
            n_worth += pattern_square_digits[square][lane] != 0;
        cr_expect_eq(n_worth, n_squares, "lane %d", lane);
    }
}

Test(patterns, configurations_say_what_stands_on_each_square)
{
    struct rng rng = rng_seeded(test_seed(10));
    int n_moves = 0;
    for (int game = 0; game < 20; game++)
        random_game(&rng, check_digits, &n_moves);
    cr_expect_gt(n_moves, 1000, "moves are seen");
}

/* The sum as the definition has it. */
static int obvious_value(const struct weights *w, ofl_board b)
{
    struct pattern_ids ids;
    pattern_configs_of(b, &ids);
    int ply = 60 - ofl_count_empties(b);
    const struct weights_ply *p = &w->plies[ply < 0 ? 0 : ply];
    int sum = p->own_mobility[bit_count(ofl_legal_moves(b))] +
              p->other_mobility[bit_count(ofl_legal_moves(ofl_swap(b)))];
    for (int lane = 0; lane < PATTERN_N_INSTANCES; lane++)
        sum += p->pattern[pattern_lane_offsets[lane] + ids.id[lane]];
    return score_bound(sum);
}

static void compare_levels(ofl_board b, void *user)
{
    const struct weights *w = user;
    int want = obvious_value(w, b);
    for (int i = 0; kernel_at(i); i++)
        if (kernel_supported(kernel_at(i)->level))
            cr_assert_eq(kernel_at(i)->evaluate_trained(w, b), want, "%s", kernel_at(i)->level);
    for (int s = 1; s < 8; s++)
        cr_assert_eq(kernel()->evaluate_trained(w, ofl_symmetry(b, s)), want, "symmetry %d", s);
    cr_assert(want <= EVAL_MAX && want >= -EVAL_MAX);
}

Test(patterns, value_is_the_same_at_every_level_and_under_symmetry)
{
    struct weights *w = make_weights(3, 300);
    struct rng rng = rng_seeded(test_seed(12));
    for (int game = 0; game < 50; game++)
        random_game(&rng, compare_levels, w);
    weights_free(w);
}

Test(patterns, extreme_weights_stay_inside_the_bounds)
{
    struct weights *w = make_weights(4, 32767);
    struct rng rng = rng_seeded(test_seed(13));
    for (int game = 0; game < 10; game++)
        random_game(&rng, compare_levels, w);
    compare_levels((ofl_board){0, 0}, w);
    compare_levels((ofl_board){~UINT64_C(0), 0}, w);
    weights_free(w);
}

Test(patterns, weights_between_two_knots_are_blended)
{
    struct weights *w = make_weights(5, 3000);
    /* Knots stand at plies 0, 20, 40, 60. */
    for (int c = 0; c < PATTERN_N_CONFIGS; c += 997) {
        int a = w->plies[20].pattern[c], b = w->plies[40].pattern[c];
        int middle = w->plies[30].pattern[c];
        cr_assert_leq(abs(2 * middle - a - b), 1, "config %d: %d %d %d", c, a, middle, b);
    }
    weights_free(w);
}

static bool refused(const uint8_t *bytes, size_t size)
{
    struct reason reason = {.text = ""};
    char *copy = test_exact(bytes, size);
    struct weights *w = weights_from_bytes((const uint8_t *)copy, size, &reason);
    free(copy);
    weights_free(w);
    return !w && strlen(reason.text) > 10;
}

Test(patterns, damaged_and_foreign_files_are_refused_with_a_sentence)
{
    uint8_t *bytes = make_file(6, 300);
    static const size_t sizes[] = {0, 1, 7, 8, 63, 64, 65, 1000, FILE_SIZE - 1};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        cr_expect(refused(bytes, sizes[i]), "%zu bytes", sizes[i]);
    for (int bit = 0; bit < 48 * 8; bit++) { /* every bit of the header but the label */
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        cr_expect(refused(bytes, FILE_SIZE), "bit %d", bit);
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    struct rng rng = rng_seeded(test_seed(14));
    for (int i = 0; i < 50; i++) {
        uint32_t at = WEIGHTS_HEADER + rng_below(&rng, PAYLOAD);
        bytes[at] ^= 16;
        cr_expect(refused(bytes, FILE_SIZE), "byte %u", at);
        bytes[at] ^= 16;
    }
    free(bytes);
    struct reason reason;
    cr_expect_null(weights_from_file("/dev/zero", &reason));
    cr_expect_null(weights_from_file("/", &reason));
    cr_expect_null(weights_from_file("no/such/file", &reason));
}

Test(patterns, shapes_cover_the_board_and_their_sizes_add_up)
{
    uint32_t configs = 0;
    int instances = 0;
    for (int s = 0; s < PATTERN_N_SHAPES; s++) {
        cr_expect_eq(pattern_shape_table[s].first_config, configs);
        uint32_t n = 1;
        for (int k = 0; k < pattern_shape_table[s].n_squares; k++)
            n *= (uint32_t)pattern_shape_table[s].n_digits;
        configs += n;
        instances += pattern_shape_table[s].n_instances;
    }
    cr_expect_eq(configs, PATTERN_N_CONFIGS);
    cr_expect_eq(instances, PATTERN_N_INSTANCES);
    for (int square = 0; square < 64; square++) {
        int covered = 0;
        for (int lane = 0; lane < PATTERN_LANES; lane++)
            covered += pattern_square_digits[square][lane] != 0;
        cr_expect_geq(covered, 3, "square %d", square);
    }
    uint32_t largest = 0;
    for (uint32_t c = 0; c < PATTERN_N_CONFIGS; c++)
        largest = pattern_packed_index[c] > largest ? pattern_packed_index[c] : largest;
    cr_expect_eq(largest, PATTERN_N_PACKED - 1);
}
