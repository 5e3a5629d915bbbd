/* Board functions against the slow reference, the collected odd cases and random games.
 * (All CPU levels and 10^7 boards: tests/kernels. Each of these tests runs at the
 * level OUTFLANK_CPU names.) */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <outflank/notation.h>

#include "base/bits.h"
#include "base/rng.h"
#include "ref_board.h"
#include "support.h"

static struct ref_edges edges;

static void fill_edges(void) { ref_fill_edges(&edges); }

/* Everything the library says about one board, against the reference. */
static void check_all(ofl_board board, const char *name)
{
    struct ref_board ref = ref_of(board);
    uint64_t moves = ofl_legal_moves(board);
    cr_assert_eq(moves, ref_legal_moves(&ref), "%s: moves", name);
    cr_assert_eq(ofl_potential_moves(board), ref_potential_moves(&ref), "%s: potential", name);
    cr_assert_eq(ofl_stable_discs(board), ref_stable_discs(&ref, &edges), "%s: stable", name);
    cr_assert_eq(ofl_score(board, OFL_SCORE_RAW), ref_score(&ref, OFL_SCORE_RAW), "%s", name);
    cr_assert_eq(ofl_score(board, OFL_SCORE_TOURNAMENT), ref_score(&ref, OFL_SCORE_TOURNAMENT),
                 "%s", name);
    int n_empties = 0;
    for (int square = -2; square < 70; square++) {
        bool is_square = square >= 0 && square < 64;
        uint64_t flips = is_square ? ref_flips(&ref, square) : 0;
        n_empties += is_square && ref.cell[square] == '-';
        cr_assert_eq(ofl_flips(board, square), flips, "%s: flips of %d", name, square);
        if (square != OFL_PASS)
            cr_assert_eq(ofl_is_legal(board, square), flips != 0, "%s: %d legal", name, square);
        if (!flips)
            continue;
        struct ref_board after = ref_play(&ref, square), is = ref_of(ofl_play(board, square));
        cr_assert_eq(memcmp(&after, &is, sizeof is), 0, "%s: after %d", name, square);
    }
    cr_assert_eq(ofl_count_empties(board), n_empties, "%s", name);
    struct ref_board swapped = ref_swap(&ref);
    bool can_other = ref_legal_moves(&swapped) != 0;
    cr_assert_eq(ofl_is_legal(board, OFL_PASS), !moves && can_other, "%s: pass", name);
    cr_assert_eq(ofl_is_over(board), !moves && !can_other, "%s: over", name);
}

static ofl_board random_board(struct rng *rng)
{
    uint64_t a = rng_next(rng), own = rng_next(rng);
    uint64_t discs = rng_below(rng, 3) ? a | rng_next(rng) : a;
    return (ofl_board){discs & own, discs & ~own};
}

Test(board, the_start_is_that_of_the_rules)
{
    ofl_position start = ofl_position_start();
    char text[OFL_BOARD_TEXT];
    cr_expect_str_eq(ofl_position_to_text(start, text),
                     "---------------------------OX------XO--------------------------- X");
    cr_expect_eq(ofl_legal_moves(start.board), bit_of(19) | bit_of(26) | bit_of(37) | bit_of(44));
}

Test(board, random_boards_agree_with_the_reference, .init = fill_edges)
{
    struct rng rng = rng_seeded(test_seed(1));
    for (int i = 0; i < 20000; i++)
        check_all(random_board(&rng), "random");
}

Test(board, overlap_is_the_only_invalid_thing)
{
    cr_expect(ofl_board_is_valid((ofl_board){0, 0}));
    cr_expect(ofl_board_is_valid((ofl_board){~UINT64_C(0), 0}));
    cr_expect_not(ofl_board_is_valid((ofl_board){1, 1}));
    cr_expect_not(ofl_board_is_valid((ofl_board){~UINT64_C(0), bit_of(63)}));
}

static uint64_t squares_of(const char *list)
{
    uint64_t set = 0;
    for (; *list && *list != '-'; list += list[2] == ',' ? 3 : 2) {
        int square = ofl_move_from_text(list, 2);
        cr_assert(square < 64, "%s", list);
        set |= bit_of(square);
    }
    return set;
}

Test(board, odd_positions, .init = fill_edges)
{
    FILE *file = test_open("positions/odd_positions.tsv");
    struct test_row row;
    int n = 0;
    for (test_next_row(file, &row); test_next_row(file, &row); n++) {
        const char *name = row.field[0], *state = row.field[4];
        ofl_board board = test_position(row.field[1], row.field[2]).board;
        check_all(board, name);
        cr_expect_eq(ofl_legal_moves(board), squares_of(row.field[3]), "%s", name);
        cr_expect_eq(ofl_legal_moves(board) != 0, !strcmp(state, "move"), "%s", name);
        cr_expect_eq(ofl_is_legal(board, OFL_PASS), !strcmp(state, "pass"), "%s", name);
        cr_expect_eq(ofl_is_over(board), !strcmp(state, "over"), "%s", name);
        if (!strcmp(state, "over")) {
            cr_expect_eq(ofl_score(board, OFL_SCORE_TOURNAMENT), strtol(row.field[5], NULL, 10),
                         "%s", name);
            cr_expect_eq(ofl_perft(board, 5, OFL_PERFT_A), 1, "%s", name);
            continue;
        }
        char *at = row.field[6];
        for (int depth = 1; depth <= 4; depth++, at += *at == ',')
            cr_expect_eq(ofl_perft(board, depth, OFL_PERFT_A), strtoull(at, &at, 10), "%s %d", name,
                         depth);
    }
    cr_assert_eq(n, 57);
    fclose(file);
}

/* Reachable or not, both sides to move: E2, unreachable boards are boards. */
Test(board, reachable_and_unreachable_boards, .init = fill_edges)
{
    FILE *file = test_open("positions/reachability.tsv");
    struct test_row row;
    int n = 0;
    for (; test_next_row(file, &row); n++) {
        static const char *const sides[2] = {"X", "O"};
        for (int side = 0; side < 2; side++) {
            ofl_board board = test_position(row.field[0], sides[side]).board;
            cr_assert(ofl_board_is_valid(board));
            check_all(board, row.field[0]);
            cr_expect_eq(bit_count(ofl_legal_moves(board)), strtol(row.field[4 + side], NULL, 10),
                         "%s %s", row.field[0], sides[side]);
        }
    }
    cr_assert_eq(n, 497);
    fclose(file);
}

static void check_vectors(const char *name, int after_column, int expected_rows)
{
    FILE *file = test_open(name);
    struct test_row row;
    int n = 0;
    for (; test_next_row(file, &row); n++) {
        ofl_board board = test_position(row.field[0], row.field[1]).board;
        int square = ofl_move_from_text(row.field[2], 2);
        cr_assert(ofl_is_legal(board, square), "%s %s", row.field[0], row.field[2]);
        ofl_board should = ofl_swap(test_position(row.field[after_column], row.field[1]).board);
        ofl_board is = ofl_play(board, square);
        cr_expect(is.player == should.player && is.opponent == should.opponent, "%s %s",
                  row.field[0], row.field[2]);
        if (after_column == 4)
            cr_expect_eq(bit_count(ofl_flips(board, square)), strtol(row.field[3], NULL, 10), "%s",
                         row.field[0]);
    }
    cr_assert_eq(n, expected_rows, "%d", n);
    fclose(file);
}

Test(board, ray_vectors) { check_vectors("positions/ray_vectors.tsv", 4, 1036); }
Test(board, flip_vectors) { check_vectors("positions/flip_vectors.tsv", 3, 1000); }

Test(board, a_board_that_holds_all_eight_symmetries_apart)
{
    struct rng rng = rng_seeded(test_seed(2));
    for (int i = 0; i < 2000; i++) {
        ofl_board board = random_board(&rng);
        for (int s = 0; s < 8; s++) {
            ofl_board turned = ofl_symmetry(board, s), mapped = {0, 0};
            for (int square = 0; square < 64; square++) {
                uint64_t to = bit_of(ofl_symmetry_square(square, s));
                mapped.player |= board.player >> square & 1 ? to : 0;
                mapped.opponent |= board.opponent >> square & 1 ? to : 0;
            }
            cr_assert(turned.player == mapped.player && turned.opponent == mapped.opponent,
                      "symmetry %d", s);
        }
    }
    cr_expect_eq(ofl_symmetry_square(OFL_PASS, 5), OFL_PASS);
    for (int s = 0; s < 8; s++)
        for (int t = 0; t < s; t++)
            cr_expect(ofl_symmetry_square(1, s) != ofl_symmetry_square(1, t), "%d and %d", s, t);
}

Test(board, symmetry_bits_mean_what_the_header_says)
{
    cr_expect_eq(ofl_symmetry_square(8 * 2 + 1, 1), 8 * 2 + 6, "left-right");
    cr_expect_eq(ofl_symmetry_square(8 * 2 + 1, 2), 8 * 5 + 1, "top-bottom");
    cr_expect_eq(ofl_symmetry_square(8 * 2 + 1, 4), 8 * 1 + 2, "rows and columns");
    cr_expect_eq(ofl_symmetry_square(8 * 2 + 1, 5), 8 * 6 + 2, "the exchange comes last");
}

Test(board, moves_and_stability_turn_with_the_board)
{
    struct rng rng = rng_seeded(test_seed(3));
    for (int i = 0; i < 3000; i++) {
        ofl_board board = random_board(&rng);
        for (int s = 1; s < 8; s++) {
            ofl_board turned = ofl_symmetry(board, s);
            ofl_board sets = {ofl_legal_moves(board), ofl_stable_discs(board)};
            sets = ofl_symmetry(sets, s);
            cr_assert_eq(ofl_legal_moves(turned), sets.player);
            cr_assert_eq(ofl_stable_discs(turned), sets.opponent);
            for (uint64_t left = ofl_legal_moves(board); left; left = bit_drop(left)) {
                ofl_board after = ofl_symmetry(ofl_play(board, bit_first(left)), s);
                ofl_board is = ofl_play(turned, ofl_symmetry_square(bit_first(left), s));
                cr_assert(after.player == is.player && after.opponent == is.opponent);
            }
        }
    }
}

Test(board, the_canonical_board_is_one_for_all_eight_and_the_smallest)
{
    struct rng rng = rng_seeded(test_seed(4));
    for (int i = 0; i < 3000; i++) {
        ofl_board board = i == 0 ? ofl_position_start().board : random_board(&rng);
        ofl_board first = ofl_canonical(board, NULL);
        for (int s = 0; s < 8; s++) {
            int symmetry = -1;
            ofl_board turned = ofl_symmetry(board, s), canonical = ofl_canonical(turned, &symmetry);
            cr_assert(canonical.player == first.player && canonical.opponent == first.opponent);
            cr_assert(first.player < turned.player || (first.player == turned.player &&
                                                       first.opponent <= turned.opponent));
            turned = ofl_symmetry(turned, symmetry);
            cr_assert(turned.player == first.player && turned.opponent == first.opponent);
        }
    }
}

Test(board, odd_quadrants)
{
    struct rng rng = rng_seeded(test_seed(5));
    for (int i = 0; i < 5000; i++) {
        ofl_board board = random_board(&rng);
        struct ref_board ref = ref_of(board);
        uint64_t odd = 0;
        for (int q = 0; q < 4; q++) {
            uint64_t set = 0;
            for (int square = 0; square < 64; square++)
                if (ref.cell[square] == '-' && square % 8 / 4 == q % 2 && square / 32 == q / 2)
                    set |= bit_of(square);
            odd |= bit_count(set) % 2 ? set : 0;
        }
        cr_assert_eq(ofl_odd_quadrants(board), odd);
    }
}

/* C3: a wipe-out of 13-0 is +64 by tournament rule, +13 raw. */
Test(board, score_by_both_rules)
{
    static const struct { int own, other, tournament, raw; } rows[] = {
        {13, 0, 64, 13}, {0, 13, -64, -13}, {37, 27, 10, 10},  {32, 32, 0, 0},  {64, 0, 64, 64},
        {31, 31, 0, 0},  {0, 0, 0, 0},      {14, 1, 62, 13},   {3, 17, -58, -14}, {33, 30, 4, 3},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ofl_board board = {0, 0};
        for (int square = 0; square < rows[i].own + rows[i].other; square++)
            *(square < rows[i].own ? &board.player : &board.opponent) |= bit_of(square);
        cr_expect_eq(ofl_score(board, OFL_SCORE_TOURNAMENT), rows[i].tournament, "row %zu", i);
        cr_expect_eq(ofl_score(board, OFL_SCORE_RAW), rows[i].raw, "row %zu", i);
    }
}

/* Which of `stable` no longer belong to the side that had them. */
static uint64_t lost(uint64_t stable, uint64_t discs) { return stable & ~discs; }

/* Discs said to be stable never turn: in games played on by the rules, and in wild
 * ones where either side may move at any time. */
static void play_out(ofl_board board, bool is_wild, struct rng *rng)
{
    uint64_t own = ofl_stable_discs(board), other = ofl_stable_discs(ofl_swap(board));
    bool is_swapped = false;
    while (!ofl_is_over(board)) {
        bool is_stolen = is_wild && ofl_legal_moves(ofl_swap(board)) && rng_below(rng, 2);
        board = is_stolen ? ofl_swap(board) : ofl_play(board, test_random_move(board, rng));
        is_swapped = !is_swapped;
        ofl_board seen = is_swapped ? ofl_swap(board) : board;
        cr_assert_eq(lost(own, seen.player) | lost(other, seen.opponent), 0,
                     "a stable disc turned: %016llx %016llx", (unsigned long long)seen.player,
                     (unsigned long long)seen.opponent);
    }
}

Test(stability, stable_discs_are_never_flipped)
{
    struct rng rng = rng_seeded(test_seed(6));
    uint64_t n_stable = 0;
    for (int i = 0; i < 3000; i++) {
        ofl_board board = ofl_position_start().board;
        if (i % 3 == 0)
            board = random_board(&rng);
        for (int ply = 0; ply < 60 && !ofl_is_over(board); ply++) {
            if (ply % 4 == 3) {
                n_stable += (uint64_t)bit_count(ofl_stable_discs(board));
                play_out(board, i & 1, &rng);
            }
            board = ofl_play(board, test_random_move(board, &rng));
        }
    }
    cr_expect_gt(n_stable, 50000, "the test must have had something to lose: %llu",
                 (unsigned long long)n_stable);
}

/* 4.5: a corner disc is stable, wherever the rest is. */
Test(stability, a_corner_disc_is_stable)
{
    struct rng rng = rng_seeded(test_seed(7));
    for (int i = 0; i < 5000; i++) {
        ofl_board board = random_board(&rng);
        uint64_t corners = bit_of(0) | bit_of(7) | bit_of(56) | bit_of(63);
        cr_assert_eq(board.player & corners & ~ofl_stable_discs(board), 0);
    }
}
