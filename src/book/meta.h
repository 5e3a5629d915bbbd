/* book/meta.h - named texts of a book with their checksum, which tells them from other bytes.
 *
 * A text is kept as TEXT, a tab and 16 hexadecimal digits: the checksum of name and text.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef BOOK_META_H
#define BOOK_META_H

#include <stdbool.h>
#include <stddef.h>

#include "book/store_types.h"

enum {
    BOOK_META_NAME = 64,                    /* bytes of a name, with the NUL */
    BOOK_META_SEALED = BOOK_META_SIZE + 17
};

/* False if name or text is too long. */
bool book_meta_seal(const char *name, const char *text, char sealed[BOOK_META_SEALED]);

/* The text without its checksum; false if that is missing or wrong. */
bool book_meta_unseal(const char *name, const char *sealed, char text[BOOK_META_SIZE]);

#endif
