/* Moves taken back, against moves made: every parent is found, and every board found leads back. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/rng.h"
#include "book/retro.h"
#include "support.h"

static ofl_board parents[RETRO_PARENTS];

static ofl_board play_and_pass(ofl_board board, int square)
{
    ofl_board after = ofl_play(board, square);
    return ofl_is_legal(after, OFL_PASS) ? ofl_swap(after) : after;
}

static bool is_same(ofl_board a, ofl_board b)
{
    return a.player == b.player && a.opponent == b.opponent;
}

static bool leads_to(ofl_board parent, ofl_board child)
{
    ofl_board wanted = ofl_canonical(child, NULL);
    for (uint64_t left = ofl_legal_moves(parent); left; left = bit_drop(left))
        if (is_same(ofl_canonical(play_and_pass(parent, bit_first(left)), NULL), wanted))
            return true;
    return false;
}

/* The number of parents, or RETRO_TOO_MANY; all of them are checked. */
static ptrdiff_t check_found(ofl_board child)
{
    ptrdiff_t n = retro_parents(child, parents, RETRO_PARENTS);
    for (ptrdiff_t i = 0; i < n; i++) {
        cr_assert(ofl_board_is_valid(parents[i]));
        cr_assert(is_same(ofl_canonical(parents[i], NULL), parents[i]), "canonical");
        cr_assert(leads_to(parents[i], child), "a board found leads to the child");
        if (i > 0)
            cr_assert(parents[i - 1].player < parents[i].player ||
                          (parents[i - 1].player == parents[i].player &&
                           parents[i - 1].opponent < parents[i].opponent), "in order, once");
    }
    return n;
}

static bool holds(ptrdiff_t n, ofl_board board)
{
    ofl_board wanted = ofl_canonical(board, NULL);
    for (ptrdiff_t i = 0; i < n; i++)
        if (is_same(parents[i], wanted))
            return true;
    return false;
}

static void check_children(ofl_board board, int n_plies)
{
    for (uint64_t left = ofl_legal_moves(board); left; left = bit_drop(left)) {
        ofl_board child = play_and_pass(board, bit_first(left));
        ptrdiff_t n = check_found(child);
        cr_assert_gt(n, 0);
        cr_assert(holds(n, board), "the board before the move is found");
        if (n_plies > 1)
            check_children(child, n_plies - 1);
    }
}

Test(retro, all_boards_of_the_first_plies)
{
    check_children(ofl_position_start().board, 5);
}

Test(retro, every_board_of_random_games_is_found_from_the_next)
{
    struct rng rng = rng_seeded(test_seed(36));
    int n_passes = 0, n_many = 0, n_found = 0;
    for (int game = 0; game < 400; game++) {
        ofl_board board = ofl_position_start().board;
        for (int ply = 0; ply < 60 && !ofl_is_over(board); ply++) {
            ofl_board after = ofl_play(board, test_random_move(board, &rng));
            bool is_pass = ofl_is_legal(after, OFL_PASS);
            ofl_board child = is_pass ? ofl_swap(after) : after;
            /* All that is found is looked at in a few games: it takes long. */
            ptrdiff_t n = game < 20 ? check_found(child)
                                    : retro_parents(child, parents, RETRO_PARENTS);
            n_passes += is_pass;
            n_many += n == RETRO_TOO_MANY;
            n_found += n != RETRO_TOO_MANY;
            cr_assert(n == RETRO_TOO_MANY || holds(n, board), "game %d, ply %d", game, ply);
            board = child;
        }
    }
    cr_expect_gt(n_passes, 50, "%d passes", n_passes);
    cr_expect_gt(n_found, 100 * n_many, "%d of %d boards have too many", n_many, n_found);
}

Test(retro, parents_of_a_small_board_are_those_of_a_search_of_all_boards)
{
    /* The row a1 to e1 only: every board of five squares is tried as a parent. */
    ofl_board child = {.player = 0, .opponent = 0x1F};
    ptrdiff_t n = check_found(child);
    bool is_found[64] = {false};
    cr_assert(n > 0 && n <= 64);
    for (uint64_t own = 0; own < 32; own++)
        for (uint64_t other = 0; other < 32; other++) {
            ofl_board board = {own, other};
            if (own & other || !leads_to(board, child))
                continue;
            cr_expect(holds(n, board));
            for (ptrdiff_t i = 0; i < n; i++)
                is_found[i] |= is_same(parents[i], ofl_canonical(board, NULL));
        }
    for (ptrdiff_t i = 0; i < n; i++)
        cr_expect(is_found[i], "board %d of %d is led to by a move", (int)i, (int)n);
}

Test(retro, boards_that_no_move_reaches_have_none)
{
    /* The start has no disc that could have turned another. */
    cr_expect_eq(retro_parents(ofl_position_start().board, parents, RETRO_PARENTS), 0);
    cr_expect_eq(retro_parents((ofl_board){0, 0}, parents, RETRO_PARENTS), 0);
    /* Who must pass is never the child of a move. */
    ofl_board passing = {.player = bit_of(1), .opponent = bit_of(0)};
    cr_expect(ofl_legal_moves(passing) == 0 && ofl_legal_moves(ofl_swap(passing)) != 0);
    cr_expect_eq(retro_parents(passing, parents, RETRO_PARENTS), 0);
}

Test(retro, no_more_than_there_is_room_for)
{
    ofl_board full = {.player = 0, .opponent = ~UINT64_C(0)};
    cr_expect_eq(retro_parents(full, parents, RETRO_PARENTS), RETRO_TOO_MANY);
    ofl_board second = ofl_play(ofl_position_start().board, 19);
    cr_expect_eq(retro_parents(second, parents, 0), RETRO_TOO_MANY);
    cr_expect_eq(retro_parents(second, parents, 1), RETRO_TOO_MANY);
    cr_expect_eq(retro_parents(second, parents, 2), 2, "both ends of a row of three");
}
