/* book/wal.h - is the write-ahead log beside a book whole?
 *
 * SQLite takes a log up to the first frame whose checksum is wrong and forgets the rest, because it
 * cannot tell damage from a write that a power cut tore. Transactions that had been acknowledged
 * could vanish without a word. Here these count as damage: a header that does not hold, a frame
 * behind the good part that was whole there once, and the end of a transaction behind it.
 * A transaction that a kill or a full disk cut off leaves frames without an end. The next one
 * begins in their place and may be shorter: what is left of them is no damage.
 *
 * Source: "WAL-mode file format", https://www.sqlite.org/walformat.html
 */
#ifndef BOOK_WAL_H
#define BOOK_WAL_H

#include "base/reason.h"

/* The log of the book `path`; none is a whole one. Another process may be writing to it. */
bool book_wal_check(const char *path, struct reason *reason);

#endif
