/* base/start.h - what a program asks of the system before anything else. */
#ifndef BASE_START_H
#define BASE_START_H

#include <stdbool.h>
#include <stddef.h>

/* Files opened later do not land on 0, 1 or 2, and no system translates what goes through these. A
 * closed stdin is empty; a closed stdout stays one that cannot be written, so that the loss is
 * noticed. False if that cannot be had. */
bool start_begin(void);

/* Is the stack of the first thread limited (ulimit -s) to less than that? */
bool start_has_small_stack(size_t bytes);

#endif
