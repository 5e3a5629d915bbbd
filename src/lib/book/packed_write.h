/* book/packed_write.h - makes a packed book (book/packed.h), in bounded memory.
 *
 * Entries come in any order. The same entries give the same bytes. The file takes its place when it
 * is whole (base/replace.h).
 *
 * Errors:  false with a sentence that names the file; the writer must be abandoned then.
 * Threads: one writer belongs to one thread.
 */
#ifndef BOOK_PACKED_WRITE_H
#define BOOK_PACKED_WRITE_H

#include <stddef.h>

#include "book/packed_entry.h"

struct packed_writer;

enum { PACKED_WRITE_MEMORY = 64 << 20 };

/* `memory` bytes gather entries before they go to a temporary file beside the book; the index takes
 * 13 bytes for each 102 positions besides. The caller ends the writer by one of the last two. */
bool packed_write_begin(const char *path, size_t memory, struct packed_writer **writer,
                        struct reason *reason);

/* False for an entry that the format cannot hold, with a sentence, too. */
bool packed_write_add(struct packed_writer *writer, const struct packed_entry *entry,
                      struct reason *reason);

/* Where entries have more kinds of evidence than the format holds, those that came last lose
 * bounds that do not meet, then the network: the number of such entries. */
uint64_t packed_write_count_simplified(const struct packed_writer *writer);

/* A board that is added again is no error then: of its entries the one with more confidence stays,
 * or more depth, or the larger number. For temporary files: packed_check() is for books without. */
void packed_write_allow_repeats(struct packed_writer *writer);

/* `note` is one line, cut to PACKED_NOTE_SIZE. A board that was added twice is refused. */
bool packed_write_commit(struct packed_writer *writer, const char *note, struct reason *reason);
void packed_write_abandon(struct packed_writer *writer);

#endif
