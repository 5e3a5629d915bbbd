/* match/player_state.c - implements match/player_state.h. */
#include "match/player_state.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/number.h"

void player_say(struct player *player, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    reason_set_list(&player->detail, format, args);
    va_end(args);
}

int64_t player_deadline_us(int64_t timeout_ms) { return clock_us() + timeout_ms * 1000; }

/* A status of the pipe as a status of the player. */
static enum player_status from_process(struct player *player, enum process_status status)
{
    switch (status) {
    case PROCESS_OK:
        return PLAYER_OK;
    case PROCESS_TIMEOUT:
        player_say(player, "no answer in time");
        return PLAYER_TIMEOUT;
    case PROCESS_FLOODED:
        player_say(player, "more than %d MiB of output without an answer", PROCESS_FLOOD >> 20);
        return PLAYER_FLOODED;
    case PROCESS_CLOGGED:
        player_say(player, "it does not read its input");
        return PLAYER_FLOODED;
    case PROCESS_CANCELLED:
        player_say(player, "cancelled");
        return PLAYER_CANCELLED;
    case PROCESS_GONE:
        break;
    }
    char how[96];
    process_finish(&player->process, 100);
    process_describe_end(&player->process, how, sizeof how);
    if (player->process.was_killed) {
        player_say(player, "the engine closed its output");
        return PLAYER_LEFT;
    }
    player_say(player, "the engine's process ended (%s)", how);
    return player->process.child.exit_status == 0 ? PLAYER_LEFT : PLAYER_CRASHED;
}

enum player_status player_spawn(struct player *player)
{
    const struct player_config *config = player->config;
    bool is_started = process_start(&player->process, config->argv, config->dir,
                                    config->stderr_path, player->cancel, &player->detail);
    return is_started ? PLAYER_OK : PLAYER_MISSING;
}

enum player_status player_begin(struct player *player)
{
    return from_process(player, process_begin(&player->process));
}

enum player_status player_send(struct player *player, const char *format, ...)
{
    char line[16384];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(line, sizeof line - 1, format, args);
    va_end(args);
    if (length < 0 || (size_t)length >= sizeof line - 1) {
        player_say(player, "the line to send is too long");
        return PLAYER_GARBAGE;
    }
    line[length++] = '\n';
    return from_process(player, process_send(&player->process, line, (size_t)length));
}

enum player_status player_read(struct player *player, int64_t deadline_us,
                               char **line, size_t *length)
{
    return from_process(player, process_read_line(&player->process, deadline_us, line, length));
}

bool player_read_integer(const char **text, uint64_t *value)
{
    const char *at = *text;
    int64_t number;
    while (*at == ' ')
        at++;
    size_t length = number_scan_int(at, NUMBER_TO_NUL, NUMBER_PLAIN, &number);
    if (length == 0 || number == INT64_MAX)
        return false;
    *value = (uint64_t)number;
    *text = at + length;
    return true;
}

bool player_read_decimal(const char **text, double *value)
{
    size_t length = number_scan_real(*text, NUMBER_TO_NUL, NUMBER_SIGNED, value);
    *text += length;
    return length > 0;
}
