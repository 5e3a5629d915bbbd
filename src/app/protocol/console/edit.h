/* protocol/console/edit.h - line editing, history and completion on a terminal, by libedit.
 *
 * Built only with libedit (HAVE_LIBEDIT); without it the console reads plain
 * lines. The history is kept in ~/.outflank_history (mode 0600) if HOME is set.
 *
 * Any script can be typed where the locale's characters are UTF-8, else ASCII. This is the one
 * place that asks the locale, for its thread and for characters only.
 *
 * Ctrl-C clears the line. Ctrl-Z gives the terminal back first; after fg the line is there again.
 *
 * Threads: the protocol's own; while edit_line() runs nothing else may read stdin.
 */
#ifndef PROTOCOL_CONSOLE_EDIT_H
#define PROTOCOL_CONSOLE_EDIT_H

#include <stdbool.h>

#include "protocol/choices.h"

struct edit;

/* What the word before the cursor may become: fills `choices` for the first `length` bytes of a line.
 * NULL: nothing is completed. */
typedef void edit_complete(void *user, const char *line, size_t length, struct choices *choices);

/* Edits on stdin and stdout. NULL if the terminal cannot be used. */
struct edit *edit_create(const char *prompt, edit_complete *complete, void *user);
void edit_destroy(struct edit *edit); /* saves the history */

/* The next line without its end; valid until the next call. NULL at the end of
 * input or after a signal. Where not all that was typed is in it, *problem is a
 * sentence, else NULL. */
const char *edit_line(struct edit *edit, const char **problem);

/* Puts text before what will be typed next, as if it had been typed. */
void edit_push(struct edit *edit, const char *text);

/* True if this build can edit lines. */
bool edit_is_available(void);

/* True if the locale's characters are UTF-8. Reads the environment. */
bool edit_has_unicode(void);

#endif
