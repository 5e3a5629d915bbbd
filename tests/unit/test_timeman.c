/* Time management: whatever the clock, a move is made before the flag. */
#include <criterion/criterion.h>
#include <stdint.h>

#include "search/params.h"
#include "search/timeman.h"

static struct time_plan plan_of(const struct ofl_limits *limits, int n_empties, int overhead_ms)
{
    return timeman_plan(limits, n_empties, (struct time_loss){.overhead_ms = overhead_ms});
}

/* Plays a whole game as slowly as the plan allows; false if the flag falls.
 * `delay_ms` is lost at each move besides the search. */
static bool survives(struct ofl_limits limits, int64_t delay_ms, int64_t *left_ms)
{
    for (int empties = 60; empties > 0; empties -= 2) {
        struct time_plan plan = plan_of(&limits, empties, MOVE_OVERHEAD_MS);
        limits.clock_ms -= plan.hard_ms + delay_ms;
        if (limits.clock_ms < 0)
            return false;
        limits.clock_ms += limits.increment_ms;
    }
    *left_ms = limits.clock_ms;
    return true;
}

Test(timeman, slowest_play_never_loses_on_time)
{
    static const int64_t clocks_ms[] = {500, 1000, 5000, 10000, 60000, 300000, 7200000};
    static const int64_t increments_ms[] = {0, 10, 100, 1000, 10000};
    for (size_t c = 0; c < sizeof clocks_ms / sizeof *clocks_ms; c++)
        for (size_t i = 0; i < sizeof increments_ms / sizeof *increments_ms; i++) {
            struct ofl_limits limits = {.has_clock = true, .clock_ms = clocks_ms[c],
                                        .increment_ms = increments_ms[i]};
            int64_t left;
            cr_expect(survives(limits, clocks_ms[c] >= 5000 ? 10 : 2, &left),
                      "clock %ld ms, increment %ld ms", (long)clocks_ms[c],
                      (long)increments_ms[i]);
        }
}

Test(timeman, soft_plan_uses_the_clock_but_keeps_a_reserve)
{
    struct ofl_limits limits = {.has_clock = true, .clock_ms = 300000};
    for (int empties = 60; empties > 20; empties -= 2)
        limits.clock_ms -= plan_of(&limits, empties, MOVE_OVERHEAD_MS).soft_ms;
    cr_expect_gt(limits.clock_ms, 20000);
    cr_expect_lt(limits.clock_ms, 240000);
}

/* Of a game in which each move takes four thirds of its soft limit. */
Test(timeman, openings_get_as_much_as_the_middle_game)
{
    struct ofl_limits limits = {.has_clock = true, .clock_ms = 300000};
    int64_t spent[65] = {0}, used = 0;
    for (int empties = 60; empties > 0; empties -= 2) {
        spent[empties] = plan_of(&limits, empties, MOVE_OVERHEAD_MS).soft_ms * 4 / 3;
        limits.clock_ms -= spent[empties];
        used += empties > 26 ? spent[empties] : 0;
    }
    cr_expect_gt(spent[52], spent[34] * 2 / 3);
    cr_expect_lt(spent[52], spent[34] * 3 / 2);
    cr_expect_gt(used, 210000); /* of 300 s before the end can be solved at once */
    cr_expect_lt(spent[60], spent[52] / 4); /* mirror images */
}

Test(timeman, odd_clocks_give_a_plan_of_at_least_one_millisecond)
{
    static const int64_t clocks_ms[] = {INT64_MIN, -1000, -1, 0, 1, 2, 50,
                                        INT64_C(1000000000000), INT64_MAX};
    for (size_t c = 0; c < sizeof clocks_ms / sizeof *clocks_ms; c++)
        for (int empties = 0; empties <= 64; empties++)
            for (int form = 0; form < 4; form++) {
                struct ofl_limits limits = {
                    .has_clock = true, .clock_ms = clocks_ms[c],
                    .increment_ms = form == 1 ? clocks_ms[c] : 0,
                    .byoyomi_ms = form >= 2 ? clocks_ms[c] : 0, .in_byoyomi = form == 3,
                };
                if (form && (clocks_ms[c] == INT64_MAX || clocks_ms[c] == INT64_MIN))
                    continue; /* no protocol lets such an increment through */
                struct time_plan plan = plan_of(&limits, empties, MOVE_OVERHEAD_MS);
                cr_expect_geq(plan.hard_ms, 1);
                cr_expect_geq(plan.soft_ms, 0);
                if (form == 0)
                    cr_expect(plan.hard_ms <= 1 || plan.hard_ms < clocks_ms[c],
                              "clock %ld, empties %d: %ld", (long)clocks_ms[c], empties,
                              (long)plan.hard_ms);
            }
}

/* 0.90 of 0.2 s and 0.97 of 1 s are to be used. */
Test(timeman, move_time_is_used_but_for_the_overhead)
{
    struct ofl_limits fifth = {.move_ms = 200}, second = {.move_ms = 1000};
    cr_expect_geq(plan_of(&fifth, 40, MOVE_OVERHEAD_MS).hard_ms, 180);
    cr_expect_geq(plan_of(&second, 40, MOVE_OVERHEAD_MS).hard_ms, 970);
    cr_expect_eq(plan_of(&second, 40, 250).hard_ms, 750);
    cr_expect_eq(plan_of(&second, 40, 0).hard_ms, 999);
    cr_expect_eq(plan_of(&second, 40, 10000).hard_ms, 750, "some of the time is always used");
    for (int64_t move_ms = 1; move_ms < 100000; move_ms *= 3) {
        struct ofl_limits limits = {.move_ms = move_ms};
        struct time_plan plan = plan_of(&limits, 40, MOVE_OVERHEAD_MS);
        cr_expect_leq(plan.hard_ms, move_ms);
        cr_expect_geq(plan.hard_ms, move_ms - (move_ms < 60 ? move_ms / 4 + 1 : 15));
        cr_expect_eq(plan.soft_ms, plan.hard_ms);
        cr_expect(plan.use_all); /* what a move leaves over is lost */
    }
}

Test(timeman, a_long_overhead_is_kept_back_at_each_move_of_a_clock)
{
    enum { LAG_MS = 300 };
    struct ofl_limits limits = {.has_clock = true, .clock_ms = 30000};
    for (int empties = 60; empties > 0; empties -= 2) {
        limits.clock_ms -= plan_of(&limits, empties, LAG_MS).hard_ms + LAG_MS;
        cr_expect_geq(limits.clock_ms, 0, "%d empties", empties);
    }
}

Test(timeman, no_limit_is_no_limit)
{
    struct ofl_limits limits = {.nodes = 1000};
    cr_expect_eq(plan_of(&limits, 40, MOVE_OVERHEAD_MS).hard_ms, INT64_MAX);
}

Test(timeman, byoyomi_period_is_shared_by_its_moves)
{
    struct ofl_limits one = {.has_clock = true, .clock_ms = 5000, .byoyomi_ms = 5000,
                             .byoyomi_moves = 1, .in_byoyomi = true};
    struct ofl_limits ten = one;
    ten.byoyomi_moves = 10;
    cr_expect_leq(plan_of(&one, 40, MOVE_OVERHEAD_MS).hard_ms, 5000);
    cr_expect_geq(plan_of(&one, 40, MOVE_OVERHEAD_MS).hard_ms, 4000);
    cr_expect_leq(plan_of(&ten, 40, MOVE_OVERHEAD_MS).hard_ms, 1000);
    cr_expect(plan_of(&one, 40, MOVE_OVERHEAD_MS).use_all); /* what is left is lost */
    cr_expect(!plan_of(&ten, 40, MOVE_OVERHEAD_MS).use_all);
    /* With 6 squares left three own moves come at most. */
    cr_expect_gt(plan_of(&ten, 6, MOVE_OVERHEAD_MS).hard_ms,
                 plan_of(&ten, 40, MOVE_OVERHEAD_MS).hard_ms * 2);
}

Test(timeman, the_end_gets_less_than_the_middle_game)
{
    struct ofl_limits limits = {.has_clock = true, .clock_ms = 60000};
    int64_t middle = plan_of(&limits, 32, MOVE_OVERHEAD_MS).soft_ms;
    cr_expect_gt(middle, plan_of(&limits, 58, MOVE_OVERHEAD_MS).soft_ms);
    limits.clock_ms = 20000; /* what the middle game leaves */
    cr_expect_gt(middle, plan_of(&limits, 16, MOVE_OVERHEAD_MS).soft_ms);
}

Test(timeman, a_stable_best_move_ends_the_search_sooner_than_a_new_one)
{
    const struct time_plan clock = {.soft_ms = 1000, .hard_ms = 3000}, move = {1000, 1000, true};
    int64_t last = INT64_MAX;
    for (int n_stable = 0; n_stable <= 20; n_stable++) {
        int64_t end = 0;
        while (end < clock.hard_ms && !timeman_is_enough(clock, end, n_stable))
            end++;
        cr_expect_leq(end, last);
        cr_expect_lt(end, clock.hard_ms);
        last = end;
        cr_expect(!timeman_is_enough(move, 999, n_stable)); /* what is left of a move is lost */
        cr_expect(timeman_is_enough(move, 1000, n_stable));
    }
    cr_expect(!timeman_is_enough(clock, 1000, 0));
    cr_expect(timeman_is_enough(clock, 600, 20));
    const struct time_plan long_clock = {INT64_C(1) << 40, INT64_C(1) << 41, false};
    cr_expect(!timeman_is_enough(long_clock, INT64_C(1) << 38, 20));
    const struct time_plan endless = {INT64_MAX, INT64_MAX, false};
    cr_expect(!timeman_is_enough(endless, INT64_MAX - 1, 20));
}

Test(timeman, time_per_move_yields_to_late_ends_as_long_as_they_come)
{
    const struct ofl_limits short_move = {.move_ms = 50}, second = {.move_ms = 1000};
    int late_ms = timeman_late_ms(0, 40);
    cr_expect_eq(late_ms, 40);
    struct time_loss loss = {.overhead_ms = MOVE_OVERHEAD_MS, .late_ms = late_ms};
    cr_expect_eq(timeman_plan(&second, 40, loss).hard_ms, 960);
    cr_expect_eq(timeman_plan(&short_move, 40, loss).hard_ms, 25, "half is used whatever comes");
    for (int i = 0; i < 60; i++)
        late_ms = timeman_late_ms(late_ms, 0);
    loss.late_ms = late_ms;
    cr_expect_eq(timeman_plan(&second, 40, loss).hard_ms, 1000 - MOVE_OVERHEAD_MS);
    cr_expect_eq(timeman_late_ms(7, 3600000), LATE_MOST_MS, "the process was stopped for an hour");
}
