/* Builds for debugging and with sanitizers stop at a broken promise: in cold files, and in the hot
 * ones of the CPU level in force. A release build has no asserts, and this test says so. */
#include <criterion/criterion.h>
#include <signal.h>

#include "isa/kernel.h"
#include "search/search.h"
#include "search/timeman.h"
#include "search/tt.h"

#ifdef NDEBUG

Test(asserts, are_left_out_of_a_release_build)
{
    cr_assert(!IS_SANITIZED, "a build with sanitizers is one without asserts: see b_ndebug");
    cr_skip("a release build (NDEBUG)");
}

#else

Test(asserts, a_cold_file_stops_at_a_window_that_is_none, .signal = SIGABRT)
{
    struct tt tt = {0};
    tt_store(&tt, 1, 2, 5, SELECTIVITY_NONE, 10, 10, 0, OFL_NO_MOVE);
}

Test(asserts, a_cold_file_stops_at_a_plan_out_of_order, .signal = SIGABRT)
{
    timeman_is_enough((struct time_plan){.soft_ms = 2, .hard_ms = 1}, 0, 0);
}

Test(asserts, a_hot_file_stops_at_a_flip_on_an_occupied_square, .signal = SIGABRT)
{
    const ofl_board board = ofl_position_start().board;
    kernel()->flips(board, 27);
}

Test(asserts, a_hot_file_stops_at_a_window_upside_down, .signal = SIGABRT)
{
    kernel()->search_root(NULL, &(struct root_task){.n_moves = 1, .depth = 1, .alpha = 1});
}

#endif
