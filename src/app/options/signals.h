/* options/signals.h - SIGINT, SIGTERM and SIGHUP end the program in good order.
 *
 * The first of them stops what is watched and makes signals_fd() readable for good; one that comes
 * half a second later, or more, ends the process at once. SIGPIPE, SIGXFSZ, SIGUSR1 and SIGUSR2 are
 * ignored: a broken output is seen where it is written.
 *
 * The console at a terminal does not end so easily. While signals_keep_notes() holds, SIGINT
 * (Ctrl-C) ends nothing: it is a note, as is SIGCONT (fg). Notes wait until they are taken.
 *
 * Threads: the state is one per process. All functions may be called from any
 *          thread; install once, at the start.
 */
#ifndef OPTIONS_SIGNALS_H
#define OPTIONS_SIGNALS_H

#include <stdbool.h>
#include <outflank/engine.h>

/* Sets the handlers. False if there is no pipe to be had; nothing is changed then. */
bool signals_install(void);

/* What to stop on a signal, by a function that is async-signal-safe; NULL for none. */
void signals_watch(void (*stop)(void *object), void *object);

/* The engine to stop. After ofl_clear_stop() ask signals_caught() once more, and stop again if it
 * is not 0. */
void signals_watch_engine(ofl_engine *engine);

/* The first signal caught, 0 if none. The exit code is then 128 + it. */
int signals_caught(void);

/* Readable once a signal has been caught (never read from it); -1 if not installed. */
int signals_fd(void);

enum signals_note {
    SIGNALS_INTERRUPT = 1 << 0, /* SIGINT */
    SIGNALS_CONTINUE = 1 << 1,  /* SIGCONT: another program may have used the terminal */
    SIGNALS_SUSPEND = 1 << 2    /* SIGTSTP (Ctrl-Z), with signals_note_suspend() */
};

void signals_keep_notes(bool keeps);

/* For a line editor, which must put the terminal into order first: SIGTSTP is noted. Else it stops
 * the process, as usual. */
void signals_note_suspend(bool is_noted);

/* Readable while notes wait; -1 if not installed. */
int signals_note_fd(void);

/* Takes the notes that wait: bits of enum signals_note, 0 if there are none. */
unsigned signals_take_notes(void);

#endif
