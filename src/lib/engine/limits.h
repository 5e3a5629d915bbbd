/* engine/limits.h - may a search be asked this? The one check of what outflank/engine.h says of
 * limits; analyses and reviews make theirs of them.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef ENGINE_LIMITS_H
#define ENGINE_LIMITS_H

#include <outflank/engine.h>

#include "base/reason.h"

enum { LIMITS_MOST_PLIES = 60 };

/* Is `low` <= `value` <= `high`? Else the reason, with the name. */
bool limits_is_within(const char *name, int64_t value, int64_t low, int64_t high,
                      struct reason *reason);

/* False with the reason: which field is out of range, and the range. */
bool limits_are_sound(const struct ofl_limits *limits, struct reason *reason);

/* The same of the fields that say how much time there is. */
bool limits_have_sound_times(const struct ofl_limits *limits, struct reason *reason);

#endif
