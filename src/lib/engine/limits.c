/* engine/limits.c - see limits.h. */
#include "engine/limits.h"

#include <inttypes.h>

bool limits_is_within(const char *name, int64_t value, int64_t low, int64_t high,
                      struct reason *reason)
{
    if (value >= low && value <= high)
        return true;
    if (high == INT64_MAX)
        return reason_set(reason, "%s: expected %" PRId64 " or more, found %" PRId64, name, low,
                          value);
    return reason_set(reason, "%s: expected %" PRId64 " to %" PRId64 ", found %" PRId64, name, low,
                      high, value);
}

bool limits_have_sound_times(const struct ofl_limits *limits, struct reason *reason)
{
    return limits_is_within("time for a move", limits->move_ms, 0, INT64_MAX, reason) &&
           (!limits->has_clock ||
            (limits_is_within("increment", limits->increment_ms, 0, INT64_MAX, reason) &&
             limits_is_within("time of a period", limits->byoyomi_ms, 0, INT64_MAX, reason) &&
             limits_is_within("moves of a period", limits->byoyomi_moves, 0, INT32_MAX, reason)));
}

bool limits_are_sound(const struct ofl_limits *limits, struct reason *reason)
{
    const int most_cd = 6400, most_contempt_cd = 10000, low = limits->low;
    return limits_have_sound_times(limits, reason) &&
           limits_is_within("depth", limits->depth, 0, LIMITS_MOST_PLIES, reason) &&
           limits_is_within("level", limits->level, 0, LIMITS_MOST_PLIES, reason) &&
           limits_is_within("contempt", limits->has_contempt ? limits->contempt_cd : 0,
                            -most_contempt_cd, most_contempt_cd, reason) &&
           limits_is_within("score of a draw", limits->draw_cd, -most_cd, most_cd, reason) &&
           limits_is_within("number of moves", limits->multi_pv, 0, OFL_MAX_MOVES, reason) &&
           limits_is_within("goal", (int)limits->goal, OFL_GOAL_PLAY, OFL_GOAL_WLD, reason) &&
           (!limits->has_window ||
            (limits_is_within("lower end of the window", low, -most_cd, most_cd, reason) &&
             limits_is_within("upper end of the window", limits->high, low, most_cd, reason)));
}
