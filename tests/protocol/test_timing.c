/* tests/protocol/test_timing.c - GTP's time_settings and time_left. */
#include <criterion/criterion.h>

#include "protocol/timing.h"

/* As GTP gives them, in whole seconds. */
static void set_s(struct timing *timing, int64_t main_s, int64_t byo_s, int stones)
{
    timing_set_ms(timing, main_s * 1000, byo_s * 1000, stones, 1000);
}

static void report_s(struct timing *timing, enum ofl_color color, int64_t left_s, int stones)
{
    timing_left_ms(timing, color, left_s * 1000, 1000, stones);
}

static struct ofl_limits limits_of(const struct timing *timing, enum ofl_color color)
{
    struct ofl_limits limits = {0};
    timing_limits(timing, color, 0, &limits);
    return limits;
}

Test(timing, without_settings_there_is_no_limit)
{
    struct timing timing = {0};
    struct ofl_limits limits = limits_of(&timing, OFL_BLACK);
    cr_assert(!limits.has_clock && limits.move_ms == 0);
    set_s(&timing, 0, 0, 0);
    report_s(&timing, OFL_BLACK, 5, 0);
    limits = limits_of(&timing, OFL_BLACK);
    cr_assert(!limits.has_clock && limits.move_ms == 0, "0 0 0 means no clock for good");
    set_s(&timing, 0, 0, 3);
    cr_assert(!limits_of(&timing, OFL_WHITE).has_clock, "stones without a time: no clock");
}

Test(timing, time_gone_before_the_search_is_not_planned)
{
    struct timing timing = {0};
    struct ofl_limits limits = {0};
    timing_set_ms(&timing, 0, 50, 0, 10);
    timing_limits(&timing, OFL_BLACK, 16, &limits);
    cr_assert_eq(limits.move_ms, 34);
    timing_limits(&timing, OFL_BLACK, 80, &limits);
    cr_assert_eq(limits.move_ms, 1, "0 would mean that there is no limit");
    timing_set_ms(&timing, 1000, 10, 0, 10);
    timing_limits(&timing, OFL_BLACK, 16, &limits);
    cr_assert_eq(limits.clock_ms, 984);
    timing_limits(&timing, OFL_BLACK, 2000, &limits);
    cr_assert_eq(limits.clock_ms, 0);
}

Test(timing, zero_n_zero_is_n_seconds_per_move)
{
    struct timing timing = {0};
    set_s(&timing, 0, 2, 0);
    struct ofl_limits limits = limits_of(&timing, OFL_BLACK);
    cr_assert(!limits.has_clock);
    cr_assert(limits.move_ms == 2000, "%lld", (long long)limits.move_ms);
    report_s(&timing, OFL_BLACK, 0, 0);
    cr_assert(limits_of(&timing, OFL_BLACK).move_ms == 2000,
              "some controllers report the empty main time");
    timing_used(&timing, OFL_BLACK, 1900);
    cr_assert(limits_of(&timing, OFL_BLACK).move_ms == 2000);
}

Test(timing, main_time_alone_is_sudden_death)
{
    struct timing timing = {0};
    set_s(&timing, 60, 0, 0);
    struct ofl_limits limits = limits_of(&timing, OFL_WHITE);
    cr_assert(limits.has_clock && limits.clock_ms == 60000 - TIMING_MARGIN_MS);
    cr_assert(limits.increment_ms == 0 && limits.byoyomi_ms == 0 && limits.move_ms == 0);
    timing_used(&timing, OFL_WHITE, 10000);
    limits = limits_of(&timing, OFL_WHITE);
    cr_assert(limits.clock_ms == 50000 - TIMING_OVERHEAD_MS - TIMING_MARGIN_MS);
    cr_assert(limits_of(&timing, OFL_BLACK).clock_ms == 60000 - TIMING_MARGIN_MS,
              "each side has its own clock");
    timing_new_game(&timing);
    cr_assert(limits_of(&timing, OFL_WHITE).clock_ms == 60000 - TIMING_MARGIN_MS);
}

Test(timing, m_n_zero_adds_n_after_each_move)
{
    struct timing timing = {0};
    set_s(&timing, 300, 5, 0);
    timing_used(&timing, OFL_BLACK, 10000);
    struct ofl_limits limits = limits_of(&timing, OFL_BLACK);
    cr_assert(limits.has_clock && limits.increment_ms == 5000);
    cr_assert(limits.clock_ms == 295000 - TIMING_OVERHEAD_MS - TIMING_MARGIN_MS);
}

Test(timing, reports_in_whole_seconds_are_read_with_care)
{
    struct timing timing = {0};
    set_s(&timing, 10, 0, 0);
    timing_used(&timing, OFL_BLACK, 3300 - TIMING_OVERHEAD_MS);
    /* 6.7 s are left: rounded down or up, the own count is better. */
    report_s(&timing, OFL_BLACK, 6, 0);
    cr_assert(limits_of(&timing, OFL_BLACK).clock_ms == 6700 - TIMING_MARGIN_MS);
    report_s(&timing, OFL_BLACK, 7, 0);
    cr_assert(limits_of(&timing, OFL_BLACK).clock_ms == 6700 - TIMING_MARGIN_MS);
    /* A report that is far from the own count rules. */
    report_s(&timing, OFL_BLACK, 3, 0);
    cr_assert(limits_of(&timing, OFL_BLACK).clock_ms == 3999 - TIMING_MARGIN_MS);
    report_s(&timing, OFL_BLACK, 100, 0);
    cr_assert(limits_of(&timing, OFL_BLACK).clock_ms == 99001 - TIMING_MARGIN_MS);
}

Test(timing, nothing_left_or_less)
{
    struct timing timing = {0};
    set_s(&timing, 1, 0, 0);
    report_s(&timing, OFL_BLACK, 0, 0);
    struct ofl_limits limits = limits_of(&timing, OFL_BLACK);
    cr_assert(limits.has_clock && limits.clock_ms == 999 - TIMING_MARGIN_MS);
    timing_used(&timing, OFL_BLACK, 5000);
    limits = limits_of(&timing, OFL_BLACK);
    cr_assert(limits.has_clock && limits.clock_ms == 0);
    report_s(&timing, OFL_BLACK, -3, 0);
    cr_assert(limits_of(&timing, OFL_BLACK).clock_ms < 0);
    report_s(&timing, OFL_BLACK, TIMING_MAX_S, 0);
    cr_assert(limits_of(&timing, OFL_BLACK).clock_ms > INT64_C(999999998000));
}

Test(timing, byo_yomi_follows_the_main_time)
{
    struct timing timing = {0};
    set_s(&timing, 10, 30, 3);
    struct ofl_limits limits = limits_of(&timing, OFL_BLACK);
    cr_assert(limits.has_clock && !limits.in_byoyomi && limits.byoyomi_ms == 30000);
    cr_assert(limits.byoyomi_moves == 3 && limits.clock_ms == 10000 - TIMING_MARGIN_MS);
    /* 15 s: the main time and 5 s of the first period, of which one move is made. */
    timing_used(&timing, OFL_BLACK, 15000 - TIMING_OVERHEAD_MS);
    limits = limits_of(&timing, OFL_BLACK);
    cr_assert(limits.in_byoyomi && limits.byoyomi_moves == 2);
    cr_assert(limits.clock_ms == 25000 - TIMING_MARGIN_MS, "%lld", (long long)limits.clock_ms);
    timing_used(&timing, OFL_BLACK, 1000);
    timing_used(&timing, OFL_BLACK, 1000);
    limits = limits_of(&timing, OFL_BLACK);
    cr_assert(limits.byoyomi_moves == 3 && limits.clock_ms == 30000 - TIMING_MARGIN_MS,
              "a new period");
    report_s(&timing, OFL_BLACK, 12, 2);
    limits = limits_of(&timing, OFL_BLACK);
    cr_assert(limits.in_byoyomi && limits.byoyomi_moves == 2);
    cr_assert(limits.clock_ms == 12999 - TIMING_MARGIN_MS);
    report_s(&timing, OFL_BLACK, 0, 0);
    limits = limits_of(&timing, OFL_BLACK);
    cr_assert(limits.in_byoyomi && limits.byoyomi_moves == 3);
    report_s(&timing, OFL_WHITE, 0, 0);
    limits = limits_of(&timing, OFL_WHITE);
    cr_assert(limits.in_byoyomi && limits.clock_ms == 30000 - TIMING_MARGIN_MS,
              "no main time left: a whole period lies ahead");
}

Test(timing, byo_yomi_without_main_time_begins_at_once)
{
    struct timing timing = {0};
    set_s(&timing, 0, 30, 2);
    struct ofl_limits limits = limits_of(&timing, OFL_WHITE);
    cr_assert(limits.in_byoyomi && limits.byoyomi_moves == 2);
    cr_assert(limits.clock_ms == 30000 - TIMING_MARGIN_MS);
    timing_used(&timing, OFL_WHITE, 29000);
    timing_used(&timing, OFL_WHITE, 100);
    limits = limits_of(&timing, OFL_WHITE);
    cr_assert(limits.in_byoyomi && limits.byoyomi_moves == 2);
    cr_assert(limits.clock_ms == 30000 - TIMING_MARGIN_MS);
}

Test(timing, one_stone_a_period_is_a_time_per_move)
{
    struct timing timing = {0};
    set_s(&timing, 0, 1, 1);
    for (int i = 0; i < 2; i++) {
        const struct ofl_limits limits = limits_of(&timing, OFL_BLACK);
        cr_assert(limits.move_ms == 1000 && !limits.has_clock);
        timing_used(&timing, OFL_BLACK, 985);
    }
    set_s(&timing, 60, 5, 1); /* once the main time is over */
    cr_assert(limits_of(&timing, OFL_BLACK).has_clock);
    timing_used(&timing, OFL_BLACK, 61000);
    cr_assert_eq(limits_of(&timing, OFL_BLACK).move_ms, 5000);
}

Test(timing, time_left_alone_is_a_clock)
{
    struct timing timing = {0};
    report_s(&timing, OFL_BLACK, 20, 0);
    struct ofl_limits limits = limits_of(&timing, OFL_BLACK);
    cr_assert(limits.has_clock && limits.clock_ms <= 20000 - 999);
    cr_assert(limits.clock_ms > 15000);
}
