/* book/store_types.h - what the working book's interface (book/store.h) and its parts share. */
#ifndef BOOK_STORE_TYPES_H
#define BOOK_STORE_TYPES_H

#include "book/record.h"

struct book_store;

enum {
    BOOK_STORE_WAIT_MS = 10000, /* a second writer waits that long for the first one */
    BOOK_META_SIZE = 256        /* bytes of a named text, with the NUL */
};

/* READ leaves nothing behind: like a writer it carries a log into the file when it closes, if it is
 * the last one and may write there. */
enum book_store_mode {
    BOOK_STORE_READ,
    BOOK_STORE_INSPECT, /* as READ, but changes nothing */
    BOOK_STORE_WRITE,
    BOOK_STORE_CREATE /* for writing; made if it is not there */
};

#endif
