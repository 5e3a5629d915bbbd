/* book/wal.h - is the write-ahead log beside a book whole?
 *
 * SQLite takes a log up to the first frame whose checksum is wrong and forgets the rest, because it
 * cannot tell damage from a write that a power cut tore. Transactions that had been acknowledged
 * could vanish without a word. Here these count as damage: a header that does not hold, a frame
 * behind the good part that was whole there once, and the end of a transaction behind it.
 * A transaction that a kill or a full disk cut off leaves frames without an end. The next one
 * begins in their place and may be shorter: what is left of them is no damage.
 *
 * Every transaction writes its number into the head of the book (SQLite's user_version, above the
 * format). So a log that does not go on where the book ends is seen to be another one's.
 *
 * Source: "WAL-mode file format", https://www.sqlite.org/walformat.html
 */
#ifndef BOOK_WAL_H
#define BOOK_WAL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/reason.h"

enum {
    BOOK_WAL_VERSION_AT = 60, /* bytes from the start of a book: user_version */
    BOOK_WAL_COUNT_SHIFT = 8, /* below it the format */
    BOOK_WAL_FORMAT = 1
};

/* user_version after so many transactions. */
int32_t book_wal_version(uint32_t count);

/* What the transactions in a log say of their number. */
struct book_wal_counts {
    bool has_any; /* else the log fits every book */
    uint32_t first, last;
};

/* The log of the book `path`; none is a whole one. Another process may be writing to it. */
bool book_wal_check(const char *path, struct book_wal_counts *counts, struct reason *reason);

/* Does the log go on from a book with this user_version, or was some of it carried there? */
bool book_wal_fits(const struct book_wal_counts *counts, int32_t version);

#endif
