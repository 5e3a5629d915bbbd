/* base/reason.h - the sentence that says why something failed.
 *
 * A function that can fail takes a `struct reason *` last, and fills it only when it fails. Callers
 * who do not care pass NULL.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef BASE_REASON_H
#define BASE_REASON_H

#include <stdbool.h>

enum { REASON_SIZE = 512 };

/* One sentence without a line feed, ended by a NUL; "" if nothing was said. Longer ones are cut. */
struct reason {
    char text[REASON_SIZE];
};

/* Writes the sentence. Returns false, so that a reader can end with "return reason_set(...)".
 * No argument may point into `reason`: see reason_put_before(). */
__attribute__((format(printf, 2, 3)))
bool reason_set(struct reason *reason, const char *format, ...);

/* Puts the place where it happened in front: "FILE:LINE: " or "--depth: ". Returns false. */
__attribute__((format(printf, 2, 3)))
bool reason_put_before(struct reason *reason, const char *format, ...);

#endif
