/* protocol/signals.h - SIGINT, SIGTERM and SIGHUP end the program in good order.
 *
 * The first of them stops the engine and makes signals_fd() readable for good;
 * a second one ends the process at once. SIGPIPE, SIGXFSZ, SIGUSR1 and SIGUSR2
 * are ignored: a broken output is seen where it is written.
 *
 * Threads: the state is one per process. All functions may be called from any
 *          thread; install once, at the start.
 */
#ifndef PROTOCOL_SIGNALS_H
#define PROTOCOL_SIGNALS_H

#include <stdbool.h>
#include <outflank/engine.h>

/* Sets the handlers. False if there is no pipe to be had; nothing is changed then. */
bool signals_install(void);

/* The engine to stop on a signal; NULL for none. After ofl_clear_stop() ask
 * signals_caught() once more, and stop again if it is not 0. */
void signals_watch_engine(ofl_engine *engine);

/* The first signal caught, 0 if none. The exit code is then 128 + it. */
int signals_caught(void);

/* Readable once a signal has been caught (never read from it); -1 if not installed. */
int signals_fd(void);

#endif
