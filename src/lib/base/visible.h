/* base/visible.h - text from outside, made fit for a terminal, a reply or a saved file.
 *
 * Visible are printable ASCII and well-formed, printable UTF-8. Everything else is shown as '?',
 * one for each character or stray byte: control characters (C0, DEL, and C1 as bytes or as U+0080
 * to U+009F), characters that steer the layout (bidirectional marks, joiners, separators of lines,
 * tags), noncharacters, and malformed UTF-8. A terminal obeys none of what is left.
 *
 * Independent of the locale. Threads: functions touch only their arguments.
 * Source: the Unicode Standard, table 3-7 (well-formed UTF-8), general categories Cc, Cf, Zl, Zp;
 * widths: blocks of its annex 11.
 */
#ifndef BASE_VISIBLE_H
#define BASE_VISIBLE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

enum { VISIBLE_SIZE = 512, VISIBLE_WORD = 32, VISIBLE_LINE = 8192 };

/* Returned by value, so that a message needs no buffer: printf("%s", visible(path).text). */
struct visible {
    char text[VISIBLE_SIZE];
};

/* Bytes of the first character of `text`: 1 to 4, and 1 for a byte that begins none.
 * *is_visible is false where it is shown as '?'. `length` is at least 1. */
size_t visible_character(const char *text, size_t length, bool *is_visible);

/* Columns of a terminal that a text takes: two for wide characters of East Asia and for emoji, none
 * for marks that stand on the letter before them. */
size_t visible_width(const char *text);

/* Writes `text` into `out`, as far as `size` (at least 1) holds whole characters, and a NUL.
 * Returns the length; it is never more than `length`, so that `out` may be `text` itself. */
size_t visible_copy(char *out, size_t size, const char *text, size_t length);

/* Is it all visible, so that visible_copy() changes nothing? */
bool visible_is_all(const char *text, size_t length);

/* A name, a path, a value: the whole string. One that does not fit ends in "...". */
struct visible visible(const char *text);

/* A name as a cell of a table (RFC 4180): in quotes, which are doubled. A spreadsheet would run
 * what begins with = + - @ or a tab, so an apostrophe stands before it. */
struct visible_cell {
    char text[2 * VISIBLE_SIZE + 4];
};
struct visible_cell visible_cell(const char *text);

/* What a user typed, for an error sentence: 'abc' in its quotes, at most VISIBLE_WORD bytes of it,
 * then "...". */
struct visible visible_word(const char *text, size_t length);

/* A whole message: formatted, as far as `size` holds it (VISIBLE_LINE is enough), then made
 * visible, so that no name in it can be forgotten. Returns `line`. */
__attribute__((format(printf, 3, 0)))
const char *visible_format(char *line, size_t size, const char *format, va_list list);

#endif
