/* base/reason.h - the sentence that says why something failed.
 *
 * A function that can fail takes a `struct reason *` last, and fills it only when it fails. Callers
 * who do not care pass NULL.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef BASE_REASON_H
#define BASE_REASON_H

#include <stdarg.h>
#include <stdbool.h>

enum { REASON_SIZE = 512 };

/* What failed. */
enum reason_kind {
    REASON_INPUT,  /* what was given */
    REASON_SYSTEM, /* the system, or another process was in the way: a full disk, a lock */
    REASON_LATER   /* nothing: what is asked for is in the making */
};

/* One sentence of visible characters (base/visible.h), whatever its arguments held; "" if nothing
 * was said. Longer ones are cut. */
struct reason {
    char text[REASON_SIZE];
    enum reason_kind kind;
};

/* Writes the sentence; what a terminal would obey is shown as '?' (base/visible.h).
 * Returns false, so that a reader can end with "return reason_set(...)".
 * No argument may point into `reason`: see reason_put_before(). */
__attribute__((format(printf, 2, 3)))
bool reason_set(struct reason *reason, const char *format, ...);

/* The same for functions with a format of their own. */
__attribute__((format(printf, 2, 0)))
bool reason_set_list(struct reason *reason, const char *format, va_list list);

/* Says afterwards that it is not what was given that failed. Returns false. */
bool reason_is(struct reason *reason, enum reason_kind kind);

/* Puts the place where it happened in front: "FILE:LINE: " or "--depth: ". Returns false. */
__attribute__((format(printf, 2, 3)))
bool reason_put_before(struct reason *reason, const char *format, ...);

#endif
