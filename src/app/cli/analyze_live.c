/* cli/analyze_live.c - "analyze" on a terminal: a table that improves until a key is pressed.
 *
 * The analysis runs in rounds, each twice as long as the one before; what is known stays, and the
 * table of the search stays warm. A thread waits for the key. */
#include "cli/analyze_live.h"

#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "cli/checked_output.h"
#include "protocol/show_analysis.h"
#include "options/signals.h"

enum { FIRST_ROUND_MS = 2000, DRAW_EVERY = 5, LEAST_ROWS = 8 };

struct live {
    ofl_engine *engine;
    struct termios before;   /* of the terminal */
    pthread_t thread;
    int wake_fd[2];
    int n_rows;              /* on the screen, of the table that is drawn */
    int n_ticks;
};

/* ---- the key ---- */

/* A key, a signal, or the end. */
static void *wait_for_key(void *user)
{
    struct live *live = user;
    struct pollfd fds[3] = {{.fd = STDIN_FILENO, .events = POLLIN},
                            {.fd = live->wake_fd[0], .events = POLLIN},
                            {.fd = signals_fd(), .events = POLLIN}};
    while (poll(fds, 3, -1) < 0)
        continue;
    if (fds[0].revents || fds[2].revents)
        ofl_stop(live->engine);
    return NULL;
}

/* Keys come one by one, and are not shown. */
static bool begin(struct live *live)
{
    struct termios raw;
    if (tcgetattr(STDIN_FILENO, &live->before) != 0 || pipe(live->wake_fd) != 0)
        return false;
    raw = live->before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    if (tcsetattr(STDIN_FILENO, TCSANOW, &raw) == 0 &&
        pthread_create(&live->thread, NULL, wait_for_key, live) == 0)
        return true;
    tcsetattr(STDIN_FILENO, TCSANOW, &live->before);
    close(live->wake_fd[0]);
    close(live->wake_fd[1]);
    return false;
}

/* The key that ended it is not left for the shell. */
static void end(struct live *live)
{
    close(live->wake_fd[1]);
    pthread_join(live->thread, NULL);
    close(live->wake_fd[0]);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &live->before);
}

/* ---- the screen ---- */

static int count_rows(const char *text)
{
    int n = 0;
    for (; *text; text++)
        n += *text == '\n';
    return n;
}

/* Back over what was drawn, and all of it away. */
static void wipe(struct live *live)
{
    if (live->n_rows)
        out_printf("\033[%dA\033[J", live->n_rows);
    live->n_rows = 0;
}

static void draw(struct live *live, const struct analysis *now)
{
    struct winsize size = {0};
    struct strbuf text = {0};
    struct analysis shown = *now;
    const bool has_size = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0;
    const int n_most = has_size && size.ws_row > LEAST_ROWS ? size.ws_row - LEAST_ROWS / 2
                                                            : LEAST_ROWS;
    if (shown.result.n_lines > n_most)
        shown.result.n_lines = n_most;
    show_analysis(&text, &shown, has_size ? size.ws_col - 1 : 79);
    strbuf_add(&text, "any key ends the analysis\n");
    wipe(live);
    out_printf("%s", text.data ? text.data : "");
    live->n_rows = count_rows(text.data ? text.data : "");
    strbuf_free(&text);
    if (out_flush() != 0)
        ofl_stop(live->engine);
}

static void tell(void *user, const struct analysis *now)
{
    struct live *live = user;
    if (live->n_ticks++ % DRAW_EVERY == 0 && now->result.n_lines)
        draw(live, now);
}

bool analyze_live(ofl_engine *engine, int n_best, struct analysis *analysis, int *error)
{
    struct live live = {.engine = engine};
    const struct analysis_limits limits = {.time_ms = FIRST_ROUND_MS, .n_best = n_best};
    const char *terminal = getenv("TERM");
    /* A program in the background must leave the terminal alone. */
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || tcgetpgrp(STDIN_FILENO) != getpgrp() ||
        !terminal || !*terminal || strcmp(terminal, "dumb") == 0 || !begin(&live))
        return false;
    *error = analysis_run_on(engine, &limits, tell, &live, analysis);
    end(&live);
    wipe(&live);
    return true;
}
