/* book/built_in.h - the packed book inside the program (docs/book.md, "The book built in"). */
#ifndef BOOK_BUILT_IN_H
#define BOOK_BUILT_IN_H

#include <stdbool.h>
#include <stddef.h>

/* False if there is none. The bytes are static. */
bool book_built_in(const void **bytes, size_t *size);

#endif
