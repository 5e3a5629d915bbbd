/* book/packed.h - the packed book: an immutable file of positions, for play and for shipping.
 *
 * 20 bytes a position, sorted by board, in pages of 2 KiB with a checksum each and a sparse index
 * above them; docs/book.md, "The packed book" has the layout. Opening reads the header, the table
 * of kinds and nothing else; a look-up reads one page of each level.
 *
 * Pages are read, not mapped: a file that is cut off while it is mapped ends the program by a
 * signal. Each page is checked when it enters the cache. So every answer is what was written, or
 * one sentence says which page is damaged.
 *
 * The file is input from strangers: values outside their ranges and moves that are not legal are
 * refused, whatever the checksums say.
 *
 * Errors:  false (or -1) with a sentence that names the file.
 * Threads: any number of threads may read one book; opening and closing is for one.
 */
#ifndef BOOK_PACKED_H
#define BOOK_PACKED_H

#include <stddef.h>

#include "book/packed_entry.h"

struct packed_book;

enum { PACKED_NOTE_SIZE = 512 };

struct packed_info {
    uint64_t n_positions, size;    /* size of the file in bytes */
    uint64_t by_empties[61];       /* positions */
    char note[PACKED_NOTE_SIZE];   /* one line: where the book comes from */
};

/* `path` may be BOOK_BUILT_IN. The caller closes the book. */
bool packed_open(const char *path, struct packed_book **book, struct reason *reason);

/* The same for a book in memory, which stays as it is until the book is closed. `name` is for
 * sentences. */
bool packed_open_memory(const void *bytes, size_t size, const char *name,
                        struct packed_book **book, struct reason *reason);
void packed_close(struct packed_book *book);

const struct packed_info *packed_info(const struct packed_book *book);

/* A checksum over its entries: books with the same entries have the same one. */
uint64_t packed_id(const struct packed_book *book);

/* The book has so many kinds of evidence that packing may have left bounds out: values need not
 * follow from what it holds (packed_write_count_simplified()). */
bool packed_may_be_simplified(const struct packed_book *book);

/* The entry of a key (book/key.h): 1 found, 0 not there, -1. */
int packed_get(struct packed_book *book, ofl_board key, struct packed_entry *entry,
               struct reason *reason);

/* All entries in the order of the file. The visitor returns false, with a reason, to end the walk,
 * which is then false as well. */
typedef bool (*packed_visitor)(void *user, const struct packed_entry *entry,
                               struct reason *reason);
bool packed_walk(struct packed_book *book, packed_visitor visit, void *user,
                 struct reason *reason);

/* Reads the whole file: checksums, order, index, counts, canonical boards, ranges. */
bool packed_check(struct packed_book *book, struct reason *reason);

#endif
