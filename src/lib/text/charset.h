/* text/charset.h - a record in another charset than UTF-8 becomes UTF-8, before anything reads it.
 *
 * UTF-8 is what a text is if it can be. Else the charset is the one that CA of SGF names, if iconv knows
 * it, and else ISO-8859-1 (with the letters that Windows has at 0x80 to 0x9F). In between a byte such as
 * 0x5C may be half of a letter; where no charset says so, it is taken for one if it looks like it.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef TEXT_CHARSET_H
#define TEXT_CHARSET_H

#include "base/reason.h"
#include "base/strbuf.h"
#include "text/text.h"

/* How a record is to be read: as it is, or in a charset. */
struct charset {
    char name[32];      /* that CA gives, or "" */
    bool is_plain;      /* UTF-8 or ASCII: nothing to do */
    bool is_known;      /* the name is */
    struct reason note; /* what was assumed; "" if nothing */
};

/* What the text from the cursor to its end is in; `out` gets it as UTF-8, unless it is plain. Only
 * records with `has_ca` may name their charset. */
struct charset charset_decode(struct text text, bool has_ca, struct strbuf *out);

/* Where the first `length` bytes of that UTF-8 end in the text. */
size_t charset_source_end(struct text text, const struct charset *charset, size_t length);

#endif
