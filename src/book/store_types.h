/* book/store_types.h - what the working book's interface (book/store.h) and its parts share. */
#ifndef BOOK_STORE_TYPES_H
#define BOOK_STORE_TYPES_H

#include "base/reason.h"
#include "book/record.h"

enum {
    BOOK_STORE_WAIT_MS = 10000, /* a second writer waits that long for the first one */
    BOOK_META_SIZE = 256        /* bytes of a named text, with the NUL */
};

/* Called for each record of a walk. Returns false, with the reason, to end it. */
typedef bool (*book_visitor)(void *user, const struct book_record *record, struct reason *reason);

#endif
