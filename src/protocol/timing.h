/* protocol/timing.h - the clocks of a GTP game: time_settings and time_left to
 * limits of a search.
 *
 * Three readings of time_settings MAIN BYO STONES are in use; see timing_set().
 * The engine counts its own time too, because time_left comes in whole seconds,
 * rounded up by some controllers and down by others, or not at all: the own
 * count is trusted as long as it lies within a second of what was reported.
 * GTP knows whole seconds only; decimals are taken as well, from runners that
 * play fast games.
 *
 * Threads: functions touch only their arguments. Pure, no system clock.
 */
#ifndef PROTOCOL_TIMING_H
#define PROTOCOL_TIMING_H

#include <outflank/engine.h>

enum timing_mode {
    TIMING_NONE,     /* the level decides */
    TIMING_PER_MOVE, /* 0 BYO 0: BYO seconds for each move */
    TIMING_CLOCK,    /* MAIN BYO 0: main time, BYO seconds more after each move */
    TIMING_PERIODS   /* MAIN BYO STONES: then periods of BYO seconds for STONES moves */
};

enum {
    TIMING_MAX_S = 1000000000, /* seconds, about 31 years */
    TIMING_MARGIN_MS = 100,    /* kept back for the way of the move to the controller */
    TIMING_OVERHEAD_MS = 5     /* and counted as lost at each move */
};

struct timing_side {
    int64_t left_ms;    /* of the main time, or of the running period */
    int stones;         /* moves to make in the running period */
    bool is_in_periods;
};

struct timing {
    enum timing_mode mode;
    bool is_set;        /* time_settings was given: it overrules time_left */
    int64_t main_ms, byo_ms;
    int stones;
    struct timing_side side[2]; /* by ofl_color */
};

/* time_settings. 0 0 0, 0 0 STONES: no clock. Full clocks for both sides. */
void timing_set_ms(struct timing *timing, int64_t main_ms, int64_t byo_ms, int stones);
static inline void timing_set(struct timing *timing, int64_t main_s, int64_t byo_s, int stones)
{
    timing_set_ms(timing, main_s * 1000, byo_s * 1000, stones);
}

/* A new game begins: full clocks again. */
void timing_new_game(struct timing *timing);

/* time_left. The time may be negative: it is used up. It is known to within
 * `unit_ms` only: 1000 when it came in whole seconds. */
void timing_left_ms(struct timing *timing, enum ofl_color color, int64_t left_ms, int unit_ms,
                    int stones);
static inline void timing_left(struct timing *timing, enum ofl_color color, int64_t seconds,
                               int stones)
{
    timing_left_ms(timing, color, seconds * 1000, 1000, stones);
}

/* A move of `color` took this long. */
void timing_used(struct timing *timing, enum ofl_color color, int64_t elapsed_ms);

/* The limits for the next move of `color`; the other fields stay as they are. */
void timing_limits(const struct timing *timing, enum ofl_color color, struct ofl_limits *limits);

#endif
