/* book/fold.h - names of openings as they are compared.
 *
 * "F.A.T. Draw" and "fat draw" differ by signs only, "parallèle" and "parallele" by an accent.
 * Case, the accents of French and signs are taken away, also where an accent is a character of its
 * own (U+0300 to U+036F) and an apostrophe is U+2018 or U+2019; blanks are made single.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef BOOK_FOLD_H
#define BOOK_FOLD_H

#include <stddef.h>
#include <string.h>

enum { OPENING_FOLDED = 128 };

/* The letter under the accent of U+00C0 + `at` (two bytes of UTF-8, the first is 0xC3), or 0. */
static inline char opening_base_letter(unsigned at)
{
    static const char letters[] = "aaaaaa.ceeeeiiii.nooooo..uuuuy.."
                                  "aaaaaa.ceeeeiiii.nooooo..uuuuy.y";
    return at < 64 && letters[at] != '.' ? letters[at] : 0;
}

/* The bytes of a sign outside ASCII at the start of a text, or 0. *is_apart if it parts words. */
static inline size_t opening_sign(const char *text, size_t length, int *is_apart)
{
    const unsigned char *c = (const unsigned char *)text;
    if (length > 1 && ((c[0] == 0xCC && c[1] >= 0x80) || (c[0] == 0xCD && c[1] < 0xB0)))
        return 2; /* an accent */
    if (length > 1 && c[0] == 0xC2 && c[1] == 0xA0) {
        *is_apart = 1; /* a blank that does not break */
        return 2;
    }
    if (length < 3 || (c[0] != 0xE2 && c[0] != 0xE3) || c[1] != 0x80)
        return 0;
    if (c[0] == 0xE2 && (c[2] == 0x98 || c[2] == 0x99))
        return 3; /* an apostrophe */
    if (c[0] == 0xE2 ? c[2] <= 0xAF : c[2] == 0x80) {
        *is_apart = 1; /* blanks, dashes, quotation marks */
        return 3;
    }
    return 0;
}

/* Writes the folded text, as far as `out` holds it, and a NUL. Returns its length. An apostrophe
 * or a full stop within a word joins its parts, other signs part words. */
static inline size_t opening_fold(const char *text, size_t length, char out[OPENING_FOLDED])
{
    size_t n = 0;
    int is_apart = 0;
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)text[i];
        char folded = (char)c;
        const size_t sign = opening_sign(text + i, length - i, &is_apart);
        if (sign) {
            i += sign - 1;
            continue;
        }
        if (c == 0xC3 && i + 1 < length) {
            const char base = opening_base_letter((unsigned)(unsigned char)text[i + 1] - 0x80);
            folded = base ? base : folded;
            i += base != 0;
        } else if (c >= 'A' && c <= 'Z') {
            folded = (char)(c + 32);
        } else if (c < 0x80 && !(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9')) {
            is_apart |= c != '.' && c != '\'';
            continue;
        }
        if (n + 2 >= OPENING_FOLDED)
            break;
        if (is_apart && n)
            out[n++] = ' ';
        is_apart = 0;
        out[n++] = folded;
    }
    out[n] = '\0';
    return n;
}

#endif
