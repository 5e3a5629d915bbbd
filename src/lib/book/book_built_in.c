/* book/book_built_in.c - the book inside the program: book/outflank.book, or what the Meson option
 * `shipped_book` names. A build without that file has none. */
#include "book/book_built_in.h"

#include <stdint.h>
#include <string.h>

#ifdef OFL_HAVE_BOOK
/* From built_in_book.S.in. */
extern const uint8_t ofl_book_begin[], ofl_book_end[];
#endif

bool book_built_in(const void **bytes, size_t *size)
{
#ifdef OFL_HAVE_BOOK
    *bytes = ofl_book_begin;
    *size = (size_t)(ofl_book_end - ofl_book_begin);
    return true;
#else
    (void)bytes;
    (void)size;
    return false;
#endif
}

bool book_built_in_is(const char *name) { return strcmp(name, BOOK_BUILT_IN) == 0; }
