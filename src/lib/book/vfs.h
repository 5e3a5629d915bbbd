/* book/vfs.h - files of working books carry a checksum in every page.
 *
 * SQLite believes the pages it reads. A flipped bit of a key would make look-ups miss without a
 * word, and values would be derived from what is missing. So the last 8 bytes of a page, which
 * SQLite reserves for such use, hold its checksum: written with the page, tested when the page is
 * read. A page that fails is an error of reading (SQLITE_IOERR_DATA), whatever asked for it.
 *
 * The write-ahead log has checksums of SQLite's own; see book/wal.h. Other programs read these
 * files as they are; one that writes into them leaves pages without checksums behind.
 *
 * Source: the idea is that of SQLite's extension "cksumvfs".
 */
#ifndef BOOK_VFS_H
#define BOOK_VFS_H

#include <sqlite3.h>

enum { BOOK_PAGE_SIZE = 4096, BOOK_PAGE_RESERVED = 8 };

/* Registers the file system and returns its name for sqlite3_open_v2(); NULL if that fails. Any
 * thread may call it at any time. */
const char *book_vfs_name(void);

#endif
