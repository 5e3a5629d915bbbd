/* book/wal.h - is the write-ahead log beside a book whole?
 *
 * SQLite takes a log up to the first frame whose checksum is wrong and forgets the rest, because it
 * cannot tell damage from a write that a power cut tore. Transactions that had been acknowledged
 * could vanish without a word. Here these count as damage: a header that does not hold, a frame
 * behind the good part that was whole there once, and the end of a transaction behind it.
 * A transaction that a kill or a full disk cut off leaves frames without an end. The next one
 * begins in their place and may be shorter: what is left of them is no damage.
 *
 * Every transaction writes a number of its own, and that of the one before it, into the head of the
 * book (SQLite's user_version). So a log that does not go on where the book ends is seen to be
 * another one's.
 *
 * Source: "WAL-mode file format", https://www.sqlite.org/walformat.html
 */
#ifndef BOOK_WAL_H
#define BOOK_WAL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/reason.h"

/* user_version: the format in 3 bits, the number of the transaction before in 14, its own in 14.
 * Numbers are random; 0 is that of books from before there were any. */
enum {
    BOOK_WAL_VERSION_AT = 60, /* bytes from the start of a book */
    BOOK_WAL_FORMAT = 1, BOOK_WAL_FORMAT_MASK = 7
};

/* The number of the last transaction. */
uint32_t book_wal_number(int32_t version);
/* user_version after another one; `chance` is any number. */
int32_t book_wal_next_version(int32_t version, uint32_t chance);

struct book_wal_state {
    bool has_transactions; /* whole ones */
    bool fits;             /* the log goes on from the book, or some of it was carried there */
};

/* Looks at the log of the book `path`, whose head has this user_version; none is a whole one.
 * Another process may be in the middle of a write: look again before believing that it is not. */
bool book_wal_check(const char *path, int32_t version, struct book_wal_state *state,
                    struct reason *reason);

#endif
