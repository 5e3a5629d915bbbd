/* search/timeman.c - sharing a game clock over the moves still to come. The numbers and their
 * reasons stand in search/params.def. */
#include "search/timeman.h"

#include <assert.h>

#include "search/params.h"

static int64_t percent_of(int64_t ms, int percent) { return ms * percent / 100; }
static int64_t soft_part(int64_t ms) { return percent_of(ms, SOFT_PERCENT); }

/* Weight of one own move at n_empties: between the two entries of the table around it. */
static int64_t move_weight(int n_empties)
{
    enum { LAST = sizeof MOVE_WEIGHT / sizeof *MOVE_WEIGHT - 1, STEP = MOVE_WEIGHT_STEP };
    const int i = n_empties / STEP, part = n_empties % STEP;
    if (i >= LAST)
        return MOVE_WEIGHT[LAST];
    return (MOVE_WEIGHT[i] * (STEP - part) + MOVE_WEIGHT[i + 1] * part) / STEP + 1;
}

static int64_t min64(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t max64(int64_t a, int64_t b) { return a > b ? a : b; }

/* What can be spent of `time_ms` without risking the flag; `more_ms`: kept back besides. */
static int64_t usable(int64_t time_ms, int64_t more_ms)
{
    if (time_ms <= 0)
        return 0;
    int64_t margin = max64(min64(CLOCK_MARGIN_MS + more_ms, time_ms / 2),
                           min64(time_ms / CLOCK_MARGIN_PART, CLOCK_MARGIN_MOST_MS));
    return time_ms - margin;
}

static struct time_plan clock_plan(const struct ofl_limits *limits, int n_empties, int overhead_ms)
{
    const int64_t more_ms = max64(overhead_ms - MOVE_OVERHEAD_MS, 0);
    /* 2^40 ms is 35 years: more than any clock, and safe to multiply. */
    const int64_t longest = INT64_C(1) << 40;
    int64_t left = min64(usable(limits->clock_ms, more_ms), longest);
    int64_t increment = min64(max64(limits->increment_ms, 0), longest);
    int64_t period = min64(max64(limits->byoyomi_ms, 0), longest);
    int moves = limits->byoyomi_moves > 0 ? limits->byoyomi_moves : 1;
    const int64_t n_moves = max64((n_empties + 1) / 2, 1); /* own ones still to come */
    if (period && limits->in_byoyomi) {
        /* The period runs: all of it for its only move, else an even share. */
        if (moves == 1)
            return (struct time_plan){left, left, true};
        int64_t share = left / min64(moves, n_moves);
        int64_t hard = percent_of(share, PERIOD_HARD_PERCENT);
        return (struct time_plan){soft_part(share), min64(left, hard), false};
    }
    int64_t reserve = n_moves * (MOVE_RESERVE_MS + more_ms);
    if (period)
        reserve = 0; /* the flag of the main time costs nothing */
    if (left < SHORT_CLOCK_RESERVES * reserve) {
        int64_t even = left / n_moves - MOVE_DELAY_MS - more_ms;
        int64_t refill = min64(increment, left) - CLOCK_MARGIN_MS - more_ms;
        int64_t spend = max64(even, refill);
        return (struct time_plan){soft_part(spend), spend, false};
    }
    left -= reserve;
    int64_t weight = move_weight(n_empties), total = 0;
    for (int e = n_empties; e > 0; e -= 2)
        total += move_weight(e);
    if (total < weight)
        total = weight;
    int64_t per_move = usable(increment, more_ms) + usable(period, more_ms) / moves;
    int64_t share = left / total * weight + left % total * weight / total;
    int64_t soft = soft_part(share + per_move);
    int64_t hard = percent_of(share, HARD_PERCENT) + per_move;
    /* Byo-yomi may be entered, an increment may not: it comes after the move. */
    int64_t ceiling = period ? left + per_move : left - left / CLOCK_KEEP_PART;
    return (struct time_plan){min64(soft, ceiling), min64(hard, ceiling), false};
}

struct time_plan timeman_plan(const struct ofl_limits *limits, int n_empties,
                              struct time_loss loss)
{
    assert(n_empties >= 0 && n_empties <= 64 && loss.overhead_ms >= 0 && loss.late_ms >= 0);
    struct time_plan plan = {INT64_MAX, INT64_MAX, false};
    if (limits->has_clock)
        plan = clock_plan(limits, n_empties, loss.overhead_ms);
    if (limits->move_ms > 0) {
        int64_t margin = max64(min64(loss.overhead_ms, limits->move_ms / MOVE_OVERHEAD_PART), 1);
        margin = max64(margin, min64(loss.late_ms, limits->move_ms / MOVE_LATE_PART));
        int64_t move = max64(limits->move_ms - margin, 1);
        plan.hard_ms = min64(plan.hard_ms, move);
        plan.soft_ms = min64(plan.soft_ms, move);
        plan.use_all |= !limits->has_clock;
    }
    plan.soft_ms = max64(plan.soft_ms, 0);
    plan.hard_ms = max64(plan.hard_ms, 1);
    assert(plan.soft_ms <= plan.hard_ms);
    return plan;
}

int timeman_late_ms(int late_ms, int64_t after_ms)
{
    const int64_t kept_ms = late_ms - (late_ms + LATE_FADES - 1) / LATE_FADES;
    return (int)min64(max64(after_ms, kept_ms), LATE_MOST_MS);
}

bool timeman_is_enough(struct time_plan plan, int64_t elapsed_ms, int n_stable)
{
    assert(plan.soft_ms <= plan.hard_ms && n_stable >= 0);
    if (plan.use_all || plan.soft_ms == INT64_MAX)
        return elapsed_ms >= plan.soft_ms;
    const int n = n_stable < STABLE_FROM ? n_stable : STABLE_FROM;
    const int percent = FRESH_PERCENT - (FRESH_PERCENT - STABLE_PERCENT) * n / STABLE_FROM;
    return elapsed_ms >= percent_of(plan.soft_ms, percent);
}
