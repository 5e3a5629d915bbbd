/* Patterns: ids kept move by move against those from scratch at every CPU level, what digits say,
 * symmetric boards. (Values: test_network.c.) */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <outflank/board.h>

#include "base/bits.h"
#include "base/rng.h"
#include "eval/pattern.h"
#include "isa/kernel.h"
#include "support.h"

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

static int by_number(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Which packed configurations a board has, sorted. */
static void list_packed(ofl_board b, uint32_t packed[PATTERN_N_INSTANCES])
{
    struct pattern_ids configs;
    pattern_configs_of(b, &configs);
    for (int lane = 0; lane < PATTERN_N_INSTANCES; lane++)
        packed[lane] = pattern_packed_index[pattern_lane_offsets[lane] + configs.id[lane]];
    qsort(packed, PATTERN_N_INSTANCES, sizeof *packed, by_number);
}

static void compare_symmetric(ofl_board b, void *user)
{
    (void)user;
    uint32_t want[PATTERN_N_INSTANCES], is[PATTERN_N_INSTANCES];
    list_packed(b, want);
    for (int s = 1; s < 8; s++) {
        list_packed(ofl_symmetry(b, s), is);
        cr_assert_eq(memcmp(is, want, sizeof want), 0, "symmetry %d", s);
    }
}

Test(patterns, symmetric_boards_have_the_same_packed_configurations)
{
    struct rng rng = rng_seeded(test_seed(12));
    for (int game = 0; game < 50; game++)
        random_game(&rng, compare_symmetric, NULL);
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
