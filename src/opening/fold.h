/* opening/fold.h - names of openings as they are compared.
 *
 * "F.A.T. Draw" and "fat draw" differ by signs only, "parallèle" and "parallele" by an accent.
 * Case, the accents of French and the signs of ASCII are taken away; blanks are made single.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef OPENING_FOLD_H
#define OPENING_FOLD_H

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

/* Writes the folded text, as far as `out` holds it, and a NUL. Returns its length. An apostrophe
 * or a full stop within a word joins its parts, other signs part words. */
static inline size_t opening_fold(const char *text, size_t length, char out[OPENING_FOLDED])
{
    size_t n = 0;
    int is_apart = 0;
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)text[i];
        char folded = (char)c;
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
