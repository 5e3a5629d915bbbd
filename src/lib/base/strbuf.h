/* base/strbuf.h - a growing text, for replies.
 *
 * Independent of the locale: decimals always have a point, numbers are written
 * from integers.
 *
 * Threads: functions touch only their arguments.
 * Errors:  a buffer without memory remembers it (`is_failed`) and stays a valid text.
 */
#ifndef BASE_STRBUF_H
#define BASE_STRBUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A growing text, always ended by a NUL once something was added. All zero is empty. */
struct strbuf {
    char *data;
    size_t length, capacity;
    bool is_failed;
};

void strbuf_free(struct strbuf *text);
void strbuf_clear(struct strbuf *text);
void strbuf_add(struct strbuf *text, const char *string);
void strbuf_add_bytes(struct strbuf *text, const char *bytes, size_t length);

/* As printf; use no %f, %e, %g: they follow the locale. */
void strbuf_addf(struct strbuf *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* `value` / 10^`decimals` with that many decimals: strbuf_add_decimal(t, -50, 2, true)
 * gives "-0.50"; `has_sign` writes '+' too. */
void strbuf_add_decimal(struct strbuf *text, int64_t value, int decimals, bool has_sign);

/* What a user typed, for an error sentence, in quotes (base/visible.h). */
void strbuf_add_quoted(struct strbuf *text, const char *bytes, size_t length);

#endif
