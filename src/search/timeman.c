/* search/timeman.c - sharing a game clock over the moves still to come.
 *
 * The moves that matter lie between the opening and the solved end, so the
 * share of a move follows a bell around 30 empties, on a base that
 * keeps something for every move (shape after neural-reversi's published
 * description). The last dozen moves are solved at once and need next to nothing. */
#include "search/timeman.h"

enum {
    MARGIN_MS = 25,       /* start of search, output, scheduling on a busy machine */
    MARGIN_DIVISOR = 40,  /* and a share of long clocks */
    MOVE_DELAY_MS = 12,   /* lost at each move besides the search */
    MOVE_RESERVE_MS = 15  /* kept for each move still to come */
};

/* Weight of one own move at n_empties, in 1/64: a bell, tabulated every 4 empties. */
static int64_t move_weight(int n_empties)
{
    static const uint8_t bell[17] = {1, 1, 2, 4, 24, 70, 120, 150, 160, 150, 128, 100, 72, 52, 40,
                                     34, 30};
    int i = n_empties / 4, part = n_empties % 4;
    if (i >= 16)
        return bell[16];
    return (bell[i] * (4 - part) + bell[i + 1] * part) / 4 + 1;
}

static int64_t min64(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t max64(int64_t a, int64_t b) { return a > b ? a : b; }

/* What can be spent of `time_ms` without risking the flag. */
static int64_t usable(int64_t time_ms)
{
    if (time_ms <= 0)
        return 0;
    int64_t margin = max64(min64(MARGIN_MS, time_ms / 2), min64(time_ms / MARGIN_DIVISOR, 500));
    return time_ms - margin;
}

static struct time_plan clock_plan(const struct ofl_limits *limits, int n_empties)
{
    int64_t left = usable(limits->clock_ms);
    int64_t increment = max64(limits->increment_ms, 0);
    int64_t period = max64(limits->byoyomi_ms, 0);
    int moves = limits->byoyomi_moves > 0 ? limits->byoyomi_moves : 1;
    if (period && limits->in_byoyomi) {
        /* The period runs: an even share of it, and never more than is left. */
        int64_t share = left / moves;
        return (struct time_plan){share * 35 / 100, moves == 1 ? left : min64(left, share * 3 / 2)};
    }
    /* 2^40 ms is 35 years: more than any clock, and safe to multiply. */
    left = min64(left, INT64_C(1) << 40);
    increment = min64(increment, INT64_C(1) << 40);
    int64_t n_moves = max64((n_empties + 1) / 2, 1), reserve = n_moves * MOVE_RESERVE_MS;
    if (period)
        reserve = 0; /* the flag of the main time costs nothing */
    if (left < 2 * reserve) {
        int64_t even = left / n_moves - MOVE_DELAY_MS, refill = min64(increment, left) - MARGIN_MS;
        int64_t spend = max64(even, refill);
        return (struct time_plan){spend * 35 / 100, spend};
    }
    left -= reserve;
    int64_t weight = move_weight(n_empties), total = 0;
    for (int e = n_empties; e > 0; e -= 2)
        total += move_weight(e);
    if (total < weight)
        total = weight;
    int64_t per_move = usable(increment) + usable(min64(period, INT64_C(1) << 40)) / moves;
    int64_t share = left / total * weight + left % total * weight / total;
    int64_t soft = share * 3 / 10 + per_move * 35 / 100;
    int64_t hard = share * 2 + per_move;
    /* Byo-yomi may be entered, an increment may not: it comes after the move. */
    int64_t ceiling = period ? left + per_move : left - left / 8;
    return (struct time_plan){min64(soft, ceiling), min64(hard, ceiling)};
}

struct time_plan timeman_plan(const struct ofl_limits *limits, int n_empties)
{
    struct time_plan plan = {INT64_MAX, INT64_MAX};
    if (limits->has_clock)
        plan = clock_plan(limits, n_empties);
    if (limits->move_ms > 0) {
        /* A tenth (2 to 30 ms) for the end of the search on a busy machine. */
        int64_t margin = max64(2, min64(limits->move_ms / 10, 30));
        int64_t move = max64(limits->move_ms - margin, 1);
        plan.hard_ms = min64(plan.hard_ms, move);
        plan.soft_ms = min64(plan.soft_ms, move); /* nobody gains by what is left over */
    }
    plan.soft_ms = max64(plan.soft_ms, 0);
    plan.hard_ms = max64(plan.hard_ms, 1);
    return plan;
}
