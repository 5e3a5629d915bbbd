/* base/ascii.h - character classes of protocol text: ASCII only, whatever the locale. */
#ifndef BASE_ASCII_H
#define BASE_ASCII_H

#include <stdbool.h>
#include <stddef.h>

static inline bool ascii_is_digit(int c) { return c >= '0' && c <= '9'; }

static inline int ascii_lower(int c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; }

static inline bool ascii_is_letter(int c) { return ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z'; }

/* Space, and the control characters that move the cursor (TAB, LF, VT, FF, CR). */
static inline bool ascii_is_blank(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* The `length` bytes at `text` are `word` (lower case) in any case. */
static inline bool ascii_is_word(const char *text, size_t length, const char *word)
{
    size_t i = 0;
    while (i < length && word[i] && ascii_lower((unsigned char)text[i]) == (unsigned char)word[i])
        i++;
    return i == length && !word[i];
}

#endif
