/* protocol/timing.h - the clocks of a game: from GTP's time_settings and time_left to the limits of
 * a search.
 *
 * GTP's "time_settings MAIN BYO STONES" has three readings: see enum timing_mode.
 *
 * The engine counts its own time too. time_left comes in whole seconds, which some controllers
 * round up and others down, or it does not come at all. The own count holds as long as it lies
 * within a second of what was reported. GTP knows whole seconds only; times with decimals are taken
 * as well, from runners that play fast games. Of a clock told in whole seconds 100 ms are kept back;
 * of others, and of a time for each move, only what the option move-overhead says.
 *
 * Threads: functions touch only their arguments. They do not read the system's clock.
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
    TIMING_MARGIN_MS = 100,    /* kept back of a clock that is told in whole seconds */
    TIMING_OVERHEAD_MS = 5     /* counted as lost at each move */
};

struct timing_side {
    int64_t left_ms;    /* of the main time, or of the running period */
    int stones;         /* moves to make in the running period */
    bool is_in_periods;
};

struct timing {
    enum timing_mode mode;
    bool is_set;          /* time_settings was given: it overrules time_left */
    int unit_ms;          /* the clocks are told to within so much: 1000 in whole seconds */
    int64_t main_ms;      /* of TIMING_CLOCK and TIMING_PERIODS */
    int64_t move_ms;      /* of TIMING_PER_MOVE */
    int64_t increment_ms; /* of TIMING_CLOCK */
    int64_t period_ms;    /* of TIMING_PERIODS */
    int period_stones;    /* of TIMING_PERIODS: moves in each period */
    struct timing_side side[2]; /* by ofl_color */
};

/* As time_settings. 0 0 0 and 0 0 STONES: no clock. Both sides get full clocks. The times are told
 * to within `unit_ms`. */
void timing_set_ms(struct timing *timing, int64_t main_ms, int64_t byo_ms, int stones,
                   int unit_ms);

/* A new game begins: full clocks again. */
void timing_new_game(struct timing *timing);

/* As time_left. A time below 0 is used up. The time is known to within `unit_ms`: 1000 if it came
 * in whole seconds. */
void timing_left_ms(struct timing *timing, enum ofl_color color, int64_t left_ms, int unit_ms,
                    int stones);

/* A move of `color` took this long. */
void timing_used(struct timing *timing, enum ofl_color color, int64_t elapsed_ms);

/* The limits for the next move of `color`, of whose time spent_ms are gone. Other fields stay as
 * they are. */
void timing_limits(const struct timing *timing, enum ofl_color color, int64_t spent_ms,
                   struct ofl_limits *limits);

#endif
