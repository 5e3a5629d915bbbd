/* book/salvage.h - finds the records, games and named texts in the bytes of a damaged book.
 *
 * Neither the tree of pages nor their headers are needed: a row of SQLite lies in one piece, begins
 * with the number and types of its columns, and ours end with a checksum over all of them. So
 * every byte of the file, and of its log, is taken for the beginning of a row, and what passes the
 * checksum is one. Older versions of a row come up, too; merging joins them, and it does not matter
 * that they are older, because facts are maxima.
 *
 * Source: "Database File Format", https://www.sqlite.org/fileformat2.html, section 2.1.
 */
#ifndef BOOK_SALVAGE_H
#define BOOK_SALVAGE_H

#include "book/book_game.h"
#include "book/record.h"

struct book_finder {
    /* They return false, with the reason, to give up. */
    bool (*record)(void *user, const struct book_record *record, struct reason *reason);
    bool (*game)(void *user, const struct book_game *game, struct reason *reason);
    /* A named text; the newest comes last. */
    bool (*meta)(void *user, const char *name, const char *text, struct reason *reason);
    void *user;
};

/* All rows in a file, in constant memory. False if it cannot be read. */
bool book_salvage_file(const char *path, const struct book_finder *finder, struct reason *reason);

#endif
