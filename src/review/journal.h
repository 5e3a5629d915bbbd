/* review/journal.h - values of the games that are done, kept in a file.
 *
 * A run that was killed is started again with the same games and the same journal: it takes what is
 * there and searches the rest. What follows from values is computed anew, so both runs give the
 * same reports.
 *
 * Threads: one at a time. Errors: the reason.
 */
#ifndef REVIEW_JOURNAL_H
#define REVIEW_JOURNAL_H

#include "base/reason.h"
#include "review/review.h"

struct review_journal;

/* Opens or makes a journal. `settings` says how games are searched: a journal of other settings is
 * refused. A last line that was cut off is dropped. NULL with the reason. */
struct review_journal *review_journal_open(const char *path, const char *settings,
                                         struct reason *reason);
void review_journal_close(struct review_journal *journal); /* NULL: nothing */
int64_t review_journal_count(const struct review_journal *journal);

/* Fills the values of game number `number`, which is begun. 1; 0 if it is not there; -1 with the
 * reason if another game has that number. */
int review_journal_find(struct review_journal *journal, int64_t number, struct review *review,
                 struct reason *reason);
bool review_journal_add(struct review_journal *journal, int64_t number, const struct review *review,
                 struct reason *reason);

#endif
