/* book/foreign.h - reads the books of other programs, one record after the other.
 *
 * Edax (.dat, version 4), Egaroucid (.egbk, .egbk2, .egbk3) and NTest (.book, version 2). The
 * content tells which, never the name. Memory is bounded whatever the file promises. Links between
 * records are not read, since they follow from the boards; only the best one is, where the format
 * has no leaf. The value of a board that must pass is given for the board behind the pass. Ended
 * games are left out: the rules stand for them.
 *
 * Errors:  false with a sentence that names the file and the byte.
 * Threads: functions touch only their arguments.
 * Source:  the programs' own readers and files in the field; docs/book.md, "Other programs' books".
 */
#ifndef BOOK_FOREIGN_H
#define BOOK_FOREIGN_H

#include <stddef.h>

#include "book/foreign_entry.h"

/* Whose book begins with these bytes (`n` of them) of a file of that size, or NULL. */
const char *foreign_program(const uint8_t *head, size_t n, uint64_t size);

/* `takes_damaged`: a file that breaks off or does not make sense is read as far as it does, and
 * report->damage says where; else that is an error. */
bool foreign_read(const char *path, bool takes_damaged, foreign_visitor visit, void *user,
                  struct foreign_report *report, struct reason *reason);

#endif
