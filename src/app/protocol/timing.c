/* protocol/timing.c - implements timing.h. */
#include "protocol/timing.h"

#include <assert.h>

static int64_t at_least(int64_t value, int64_t floor) { return value < floor ? floor : value; }

static int64_t at_most(int64_t value, int64_t ceiling)
{
    return value > ceiling ? ceiling : value;
}

void timing_new_game(struct timing *timing)
{
    bool has_main = timing->main_ms > 0;
    bool begins_in_period = timing->mode == TIMING_PERIODS && !has_main;
    for (int i = 0; i < 2; i++)
        timing->side[i] = (struct timing_side){
            .left_ms = has_main ? timing->main_ms :
                       begins_in_period ? timing->period_ms : timing->move_ms,
            .stones = timing->period_stones,
            .is_in_periods = begins_in_period,
        };
}

void timing_set_ms(struct timing *timing, int64_t main_ms, int64_t byo_ms, int stones, int unit_ms)
{
    *timing = (struct timing){.is_set = true, .main_ms = main_ms, .unit_ms = unit_ms};
    if (byo_ms > 0 && stones > 0) {
        timing->mode = TIMING_PERIODS;
        timing->period_ms = byo_ms;
        timing->period_stones = stones;
    } else if (main_ms > 0) {
        timing->mode = TIMING_CLOCK;
        timing->increment_ms = byo_ms;
    } else if (byo_ms > 0) {
        timing->mode = TIMING_PER_MOVE;
        timing->move_ms = byo_ms;
    }
    timing_new_game(timing);
}

/* What is left, given the own count and a report that is rounded to unit_ms. */
static int64_t reconcile(int64_t own_ms, int64_t left_ms, int unit_ms)
{
    if (left_ms < 0)
        return left_ms;
    int slack_ms = unit_ms - 1;
    return at_least(at_least(at_most(own_ms, left_ms + slack_ms), left_ms - slack_ms), 0);
}

void timing_left_ms(struct timing *timing, enum ofl_color color, int64_t left_ms, int unit_ms,
                    int stones)
{
    struct timing_side *side = &timing->side[color];
    if (timing->mode != TIMING_PER_MOVE)
        timing->unit_ms = unit_ms;
    if (timing->mode == TIMING_NONE) {
        if (timing->is_set || (left_ms == 0 && stones == 0))
            return;
        /* No settings came: a clock of unknown length. A tenth (up to a second)
         * may have been added by rounding. */
        timing->mode = TIMING_CLOCK;
        for (int i = 0; i < 2; i++)
            timing->side[i].left_ms = left_ms;
        side->left_ms = left_ms - at_most(at_least(left_ms, 0) / 10, unit_ms - 1);
        return;
    }
    if (timing->mode == TIMING_PER_MOVE) {
        /* Some controllers report the (empty) main time here. */
        side->left_ms = left_ms > 0 ? at_most(left_ms, timing->move_ms) : timing->move_ms;
        return;
    }
    bool is_in_periods = timing->mode == TIMING_PERIODS && (stones > 0 || left_ms <= 0);
    if (is_in_periods && !side->is_in_periods)
        side->left_ms = timing->period_ms;
    if (!is_in_periods && side->is_in_periods)
        side->left_ms = left_ms;
    side->is_in_periods = is_in_periods;
    if (stones > 0)
        side->stones = stones;
    else if (is_in_periods)
        side->stones = timing->period_stones;
    /* "0 0" in byo-yomi: the main time is gone and a whole period lies ahead. */
    if (!is_in_periods || stones > 0)
        side->left_ms = reconcile(side->left_ms, left_ms, unit_ms);
}

/* A move made in a period; the period starts anew after its last move. */
static void use_period(const struct timing *timing, struct timing_side *side, int64_t elapsed_ms)
{
    side->left_ms = at_least(side->left_ms - elapsed_ms, 0);
    if (--side->stones <= 0) {
        side->stones = timing->period_stones;
        side->left_ms = timing->period_ms;
    }
}

void timing_used(struct timing *timing, enum ofl_color color, int64_t elapsed_ms)
{
    assert(elapsed_ms >= 0);
    struct timing_side *side = &timing->side[color];
    elapsed_ms += TIMING_OVERHEAD_MS;
    switch (timing->mode) {
    case TIMING_NONE:
        break;
    case TIMING_PER_MOVE:
        side->left_ms = timing->move_ms;
        break;
    case TIMING_CLOCK:
        side->left_ms = at_least(side->left_ms - elapsed_ms, 0) + timing->increment_ms;
        break;
    case TIMING_PERIODS:
        if (!side->is_in_periods && elapsed_ms < side->left_ms) {
            side->left_ms -= elapsed_ms;
            break;
        }
        if (!side->is_in_periods) {
            elapsed_ms -= side->left_ms;
            side->is_in_periods = true;
            side->left_ms = timing->period_ms;
            side->stones = timing->period_stones;
        }
        use_period(timing, side, elapsed_ms);
        break;
    }
}

void timing_limits(const struct timing *timing, enum ofl_color color, int64_t spent_ms,
                   struct ofl_limits *limits)
{
    assert(spent_ms >= 0);
    const struct timing_side *side = &timing->side[color];
    /* Of very little time a part is kept rather than all of it. */
    int64_t left = side->left_ms > 0 ? at_least(side->left_ms - spent_ms, 0) : side->left_ms;
    int64_t safe = timing->unit_ms < 1000         ? left
                   : left > 2 * TIMING_MARGIN_MS ? left - TIMING_MARGIN_MS
                                                 : left / 2;
    switch (timing->mode) {
    case TIMING_NONE:
        break;
    case TIMING_PER_MOVE:
        limits->move_ms = at_least(left, 1);
        break;
    case TIMING_CLOCK:
        limits->has_clock = true;
        limits->clock_ms = safe;
        limits->increment_ms = timing->increment_ms;
        break;
    case TIMING_PERIODS:
        if (side->is_in_periods && timing->period_stones == 1) { /* a time per move */
            limits->move_ms = at_least(left, 1);
            break;
        }
        limits->has_clock = true;
        limits->clock_ms = safe;
        limits->byoyomi_ms = timing->period_ms;
        limits->byoyomi_moves = side->is_in_periods ? side->stones : timing->period_stones;
        limits->in_byoyomi = side->is_in_periods;
        break;
    }
}
