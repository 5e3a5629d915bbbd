/* cli/headway.h - how far a run over many games or positions is: one line on the terminal.
 *
 * Threads: one at a time. */
#ifndef CLI_HEADWAY_H
#define CLI_HEADWAY_H

#include <stdbool.h>
#include <stdint.h>

struct headway {
    bool is_shown;
    const char *what;         /* "games" */
    int64_t n_all;            /* 0: not known */
    int64_t begin_ms, told_ms;
};

/* It is shown if stderr is a terminal and nobody types at it. */
void headway_begin(struct headway *headway, const char *what, bool is_quiet, bool has_files);

/* `n_done` are done, `n_worked` of them by this run. Called often, it writes now and then. */
void headway_tell(struct headway *headway, int64_t n_done, int64_t n_worked);

/* Takes the line away. */
void headway_end(struct headway *headway);

#endif
