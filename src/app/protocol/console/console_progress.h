/* protocol/console/console_progress.h - a line at the foot of the terminal while the engine thinks.
 *
 * Threads: as progress.h says.
 */
#ifndef PROTOCOL_CONSOLE_CONSOLE_PROGRESS_H
#define PROTOCOL_CONSOLE_CONSOLE_PROGRESS_H

#include "protocol/output.h"
#include "protocol/progress.h"

struct console_progress {
    struct progress progress;
    struct output *output;
    bool is_on;     /* the terminal obeys escape sequences */
    bool was_shown;
};

/* Around each search; the second before anything else is said. */
void console_progress_begin(struct console_progress *shown, ofl_engine *engine,
                            struct output *output, bool is_on);
void console_progress_end(struct console_progress *shown);

#endif
