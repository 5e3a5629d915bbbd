/* match/player.c - implements match/player.h but for what the protocols do. */
#include "match/player.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/number.h"
#include "match/player_impl.h"

struct player *player_create(const struct player_config *config, struct cancel *cancel)
{
    static const struct player_ops *const ops[] = {
        [PLAYER_SELF] = &player_self_ops,
        [PLAYER_GTP] = &player_gtp_ops,
        [PLAYER_NBOARD] = &player_nboard_ops,
    };
    struct player *player = calloc(1, sizeof *player);
    if (player == NULL)
        return NULL;
    player->config = config;
    player->cancel = cancel;
    player->ops = ops[config->protocol];
    if (config->protocol == PLAYER_SELF) { /* made here: player_interrupt() needs it */
        player->engine = ofl_engine_create();
        if (player->engine == NULL) {
            free(player);
            return NULL;
        }
    }
    return player;
}

void player_destroy(struct player *player)
{
    if (player == NULL)
        return;
    player_stop(player, QUIT_GRACE_MS);
    ofl_engine_destroy(player->engine);
    free(player);
}

bool player_is_running(const struct player *player) { return player->is_running; }

const char *player_detail(const struct player *player) { return player->detail; }

enum player_status player_start(struct player *player)
{
    if (player->is_running)
        return PLAYER_OK;
    enum player_status status = player->ops->start(player);
    if (status != PLAYER_OK)
        player->ops->stop(player, 0);
    player->is_running = status == PLAYER_OK;
    return status;
}

enum player_status player_new_game(struct player *player, const struct ofl_game *game,
                                   const struct player_clocks *clocks)
{
    return player->ops->new_game(player, game, clocks);
}

enum player_status player_put_move(struct player *player, const struct ofl_game *game,
                                   bool is_own)
{
    return player->ops->put_move(player, game, is_own);
}

enum player_status player_choose(struct player *player, const struct ofl_game *game,
                                 const struct player_clocks *clocks, int64_t deadline_us,
                                 struct player_answer *answer)
{
    *answer = (struct player_answer){.move = OFL_NO_MOVE};
    return player->ops->choose(player, game, clocks, deadline_us, answer);
}

void player_stop(struct player *player, int grace_ms)
{
    if (player->is_running)
        player->ops->stop(player, grace_ms);
    player->is_running = false;
}

void player_interrupt(struct player *player)
{
    if (player->engine != NULL)
        ofl_stop(player->engine);
}

const char *player_status_text(enum player_status status)
{
    switch (status) {
    case PLAYER_OK: return "fine";
    case PLAYER_REFUSED: return "refused a legal command";
    case PLAYER_GARBAGE: return "answered garbage";
    case PLAYER_RESIGNED: return "resigned";
    case PLAYER_TIMEOUT: return "did not answer";
    case PLAYER_FLOODED: return "flooded its output";
    case PLAYER_MISSING: return "cannot be started";
    case PLAYER_CRASHED: return "crashed";
    case PLAYER_LEFT: return "left";
    case PLAYER_CANCELLED: return "cancelled";
    }
    return "?";
}

void player_say(struct player *player, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(player->detail, sizeof player->detail, format, args);
    va_end(args);
    for (char *c = player->detail; *c != '\0'; c++) /* it may quote the engine */
        if ((unsigned char)*c < ' ' || (unsigned char)*c > '~')
            *c = '?';
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
    return player->process.exit_status == 0 ? PLAYER_LEFT : PLAYER_CRASHED;
}

enum player_status player_spawn(struct player *player)
{
    const struct player_config *config = player->config;
    char error[sizeof player->detail];
    if (!process_start(&player->process, config->argv, config->dir, config->stderr_path,
                       player->cancel, error, sizeof error)) {
        player_say(player, "%s", error);
        return PLAYER_MISSING;
    }
    return PLAYER_OK;
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
