/* protocol/edit.h - line editing and history on a terminal, by libedit.
 *
 * Built only with libedit (HAVE_LIBEDIT); without it the console reads plain
 * lines. The history is kept in ~/.outflank_history (mode 0600) if HOME is set.
 *
 * Threads: the protocol's own; while edit_line() runs nothing else may read stdin.
 */
#ifndef PROTOCOL_EDIT_H
#define PROTOCOL_EDIT_H

#include <stdbool.h>

struct edit;

/* Edits on stdin and stdout. NULL if the terminal cannot be used. */
struct edit *edit_create(const char *prompt);
void edit_destroy(struct edit *edit); /* saves the history */

/* The next line without its end; valid until the next call. NULL at the end of
 * input or after a signal. Where not all that was typed is in it, *problem is a
 * sentence, else NULL. */
const char *edit_line(struct edit *edit, const char **problem);

/* True if this build can edit lines. */
bool edit_is_available(void);

#endif
