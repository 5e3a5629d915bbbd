/* book/place.h - where a working book lies: its file, and the log that SQLite keeps beside it.
 *
 * Threads: functions touch only their arguments and the files.
 */
#ifndef BOOK_PLACE_H
#define BOOK_PLACE_H

#include <limits.h>
#include <stdbool.h>

#include "base/reason.h"

/* What open() is for. */
struct book_file {
    char *path;    /* no symbolic link: SQLite's log lies beside the file that a link names */
    bool is_empty; /* no book there yet, only room for one */
    bool was_made; /* the file is new, and this call made it */
};

/* Finds the file that `path` names: a regular one; if `makes`, one is made where none is. False
 * with a sentence. The caller frees place->path either way. */
bool book_place_find(struct book_file *place, const char *path, bool makes,
                     struct reason *reason);

/* A file beside the book: its path and an ending. False if that is too long. */
bool book_place_name(const char *path, const char *end, char name[PATH_MAX]);

/* Is there something beside the book, as SQLite leaves it after a kill ("-wal")? */
bool book_place_has_beside(const char *path, const char *end);

/* May something be made beside the book, as SQLite does even to read? */
bool book_place_is_writable(const char *path);

/* Takes a book away, and first what lies beside it, so that no log waits for the next book of that
 * name. The caller knows that nobody uses it. */
void book_place_remove(const char *path);

#endif
