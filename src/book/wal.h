/* book/wal.h - is the write-ahead log beside a book whole?
 *
 * SQLite takes a log up to the first frame whose checksum is wrong and forgets the rest, because it
 * cannot tell damage from a write that a power cut tore. Transactions that had been acknowledged
 * could vanish without a word. Here frames of the present log behind its good part, and a header
 * that does not hold, count as damage. After a kill there are none: what was written is whole up
 * to a cut at the end.
 *
 * Source: "WAL-mode file format", https://www.sqlite.org/walformat.html
 */
#ifndef BOOK_WAL_H
#define BOOK_WAL_H

#include "base/reason.h"

/* The log of the book `path`; none is a whole one. Another process may be writing to it. */
bool book_wal_check(const char *path, struct reason *reason);

#endif
