/* match/game_clock.h - what limits a player, and the runner's own clock of a game.
 *
 * The runner measures in microseconds on the monotonic clock and forgives an
 * overrun of `margin_ms` (10 unless the user says otherwise: config_engine.c); a
 * forgiven overrun leaves 0 on the clock, no debt. Engines are told the time
 * without it.
 *
 * Threads: plain values; functions touch only their arguments.
 */
#ifndef MATCH_GAME_CLOCK_H
#define MATCH_GAME_CLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* 0 (or false) everywhere: no limit of that kind. */
struct match_limits {
    uint64_t nodes;       /* per move */
    int depth, level;
    int64_t move_ms;      /* per move */
    bool has_clock;       /* the next four count */
    int64_t main_ms;
    int64_t increment_ms; /* added after each move */
    int64_t byoyomi_ms;   /* after the main time: periods of this length ... */
    int byoyomi_moves;    /* ... for this many moves each */
    int64_t margin_ms;
};

struct match_clock {
    int64_t left_us;      /* main time, or rest of the byo-yomi period */
    bool in_byoyomi;
    int period_moves;     /* moves to make in the running period */
};

/* "60", "1:30+0.5", "inf"; minutes and seconds, decimals with a point.
 * False if the text is no time control; nothing changes then. */
bool match_control_from_text(const char *text, struct match_limits *limits);

/* "5" or "5/3": periods of 5 s for one or three moves. */
bool match_byoyomi_from_text(const char *text, struct match_limits *limits);

/* Does the control mean the same, or less time, when its times are rounded down
 * to seconds? False if no time would be left, or main time vanish before an
 * increment, which engines would read as a time per move. True without clocks. */
bool match_limits_fit_seconds(const struct match_limits *limits);

/* One word for people and files, e.g. "60+0.5", "2000 nodes", "depth 8". */
void match_limits_to_text(const struct match_limits *limits, char *out, size_t size);

struct match_clock match_clock_start(const struct match_limits *limits);

/* Time until the flag falls, without margin; -1 if nothing limits the time. */
int64_t match_clock_budget_us(const struct match_clock *clock, const struct match_limits *limits);

/* Charges a move. False if it took longer than budget and margin. */
bool match_clock_spend(struct match_clock *clock, const struct match_limits *limits,
                       int64_t elapsed_us);

#endif
