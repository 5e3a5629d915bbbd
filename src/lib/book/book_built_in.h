/* book/book_built_in.h - the packed book inside the program (docs/book.md, "The book built in"). */
#ifndef BOOK_BOOK_BUILT_IN_H
#define BOOK_BOOK_BUILT_IN_H

#include <stdbool.h>
#include <stddef.h>

/* Names that book where a file is expected. */
#define BOOK_BUILT_IN "shipped"

/* False if there is none. The bytes are static. */
bool book_built_in(const void **bytes, size_t *size);

/* Does a file's name stand for it? A file of that name is ./shipped. */
bool book_built_in_is(const char *name);

#endif
