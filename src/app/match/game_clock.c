/* match/game_clock.c - implements match/game_clock.h. */
#include "match/game_clock.h"

#include <stdio.h>
#include <string.h>

#include "base/number.h"

enum { SECONDS_MOST = 10000000 };

/* Reads "12", "12.5", ".5" as ms; returns the end, NULL if it is no number. */
static const char *read_seconds(const char *text, int64_t *time_ms)
{
    bool is_finer;
    size_t length = number_scan_decimal(text, NUMBER_TO_NUL, NUMBER_PLAIN, 3, time_ms, &is_finer);
    bool is_good = length > 0 && !is_finer && *time_ms < (SECONDS_MOST + 1) * INT64_C(1000);
    return is_good ? text + length : NULL;
}

bool match_control_from_text(const char *text, struct match_limits *limits)
{
    if (strcmp(text, "inf") == 0) {
        limits->has_clock = false;
        limits->main_ms = limits->increment_ms = 0;
        return true;
    }
    int64_t main_ms, increment_ms = 0;
    text = read_seconds(text, &main_ms);
    if (text != NULL && *text == ':') {
        int64_t seconds_ms;
        text = main_ms % 1000 == 0 ? read_seconds(text + 1, &seconds_ms) : NULL;
        if (text != NULL)
            main_ms = main_ms * 60 + seconds_ms;
    }
    if (text != NULL && *text == '+')
        text = read_seconds(text + 1, &increment_ms);
    if (text == NULL || *text != '\0' || main_ms + increment_ms < 1)
        return false;
    limits->has_clock = true;
    limits->main_ms = main_ms;
    limits->increment_ms = increment_ms;
    return true;
}

bool match_byoyomi_from_text(const char *text, struct match_limits *limits)
{
    int64_t period_ms, moves = 1;
    text = read_seconds(text, &period_ms);
    if (text != NULL && *text == '/') {
        size_t length = number_scan_int(text + 1, NUMBER_TO_NUL, NUMBER_PLAIN, &moves);
        text = length > 0 ? text + 1 + length : NULL;
    }
    if (text == NULL || *text != '\0' || period_ms < 1 || moves < 1 || moves > 60)
        return false;
    limits->has_clock = true;
    limits->byoyomi_ms = period_ms;
    limits->byoyomi_moves = (int)moves;
    return true;
}

bool match_limits_fit_seconds(const struct match_limits *limits)
{
    if (!limits->has_clock)
        return limits->move_ms == 0 || limits->move_ms >= 1000;
    return limits->main_ms >= 1000 || limits->byoyomi_ms >= 1000;
}

static void seconds_to_text(int64_t time_ms, char *out, size_t size)
{
    int length = snprintf(out, size, "%lld.%03d", (long long)(time_ms / 1000),
                          (int)(time_ms % 1000));
    while (length > 0 && out[length - 1] == '0')
        out[--length] = '\0';
    if (length > 0 && out[length - 1] == '.')
        out[--length] = '\0';
}

__attribute__((format(printf, 3, 4)))
static void add(char *out, size_t size, const char *format, ...)
{
    size_t length = strlen(out);
    if (length > 0 && length + 1 < size) {
        out[length++] = ' ';
        out[length] = '\0';
    }
    __builtin_va_list args;
    __builtin_va_start(args, format);
    vsnprintf(out + length, size - length, format, args);
    __builtin_va_end(args);
}

void match_limits_to_text(const struct match_limits *limits, char *out, size_t size)
{
    char a[32], b[32];
    out[0] = '\0';
    if (limits->nodes > 0)
        add(out, size, "%llu nodes", (unsigned long long)limits->nodes);
    if (limits->depth > 0)
        add(out, size, "depth %d", limits->depth);
    if (limits->level > 0)
        add(out, size, "level %d", limits->level);
    if (limits->move_ms > 0) {
        seconds_to_text(limits->move_ms, a, sizeof a);
        add(out, size, "%s s/move", a);
    }
    if (limits->has_clock) {
        seconds_to_text(limits->main_ms, a, sizeof a);
        seconds_to_text(limits->increment_ms, b, sizeof b);
        add(out, size, "%s+%s", a, b);
        if (limits->byoyomi_ms > 0) {
            seconds_to_text(limits->byoyomi_ms, a, sizeof a);
            add(out, size, "byo %s/%d", a, limits->byoyomi_moves);
        }
    }
    if (out[0] == '\0')
        add(out, size, "no limit");
}

struct match_clock match_clock_start(const struct match_limits *limits)
{
    struct match_clock clock = {.left_us = limits->main_ms * 1000};
    if (limits->byoyomi_ms > 0 && limits->main_ms == 0)
        clock = (struct match_clock){.left_us = limits->byoyomi_ms * 1000, .in_byoyomi = true,
                                     .period_moves = limits->byoyomi_moves};
    return clock;
}

int64_t match_clock_budget_us(const struct match_clock *clock, const struct match_limits *limits)
{
    int64_t budget_us = -1;
    if (limits->has_clock) {
        budget_us = clock->left_us;
        if (!clock->in_byoyomi)
            budget_us += limits->byoyomi_ms * 1000;
    }
    int64_t move_us = limits->move_ms * 1000;
    if (move_us > 0 && (budget_us < 0 || move_us < budget_us))
        budget_us = move_us;
    return budget_us;
}

bool match_clock_spend(struct match_clock *clock, const struct match_limits *limits,
                       int64_t elapsed_us)
{
    int64_t budget_us = match_clock_budget_us(clock, limits);
    if (budget_us >= 0 && elapsed_us > budget_us + limits->margin_ms * 1000)
        return false;
    if (!limits->has_clock)
        return true;
    clock->left_us -= elapsed_us;
    if (!clock->in_byoyomi && clock->left_us <= 0 && limits->byoyomi_ms > 0) {
        clock->in_byoyomi = true;
        clock->left_us += limits->byoyomi_ms * 1000;
        clock->period_moves = limits->byoyomi_moves;
    }
    if (clock->left_us < 0)
        clock->left_us = 0;
    if (clock->in_byoyomi) {
        if (--clock->period_moves == 0) {
            clock->left_us = limits->byoyomi_ms * 1000;
            clock->period_moves = limits->byoyomi_moves;
        }
    } else {
        clock->left_us += limits->increment_ms * 1000;
    }
    return true;
}
