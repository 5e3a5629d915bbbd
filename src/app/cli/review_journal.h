/* cli/review_journal.h - values of the games that are done, kept in a file.
 *
 * A run that was killed is started again with the same journal: it takes what is there and searches
 * the other games. What follows from values is computed anew, so both runs give the
 * same reports.
 *
 * Threads: one at a time. Errors: the reason.
 */
#ifndef CLI_REVIEW_JOURNAL_H
#define CLI_REVIEW_JOURNAL_H

#include <jansson.h>

#include "base/reason.h"
#include "report/review.h"

struct review_journal;

/* Opens or makes a journal. `origin` says what searches the games, and how: request/provenance.h
 * with "limits". It stands in every line, and stays the caller's; a journal of another is refused
 * unless `mixes`. A last line that was cut off is dropped. NULL with the reason. */
struct review_journal *review_journal_open(const char *path, const json_t *origin, bool mixes,
                                         struct reason *reason);
/* Was there such a line? */
bool review_journal_was_torn(const struct review_journal *journal);
void review_journal_close(struct review_journal *journal); /* NULL: nothing */

/* Fills the values of a game that is begun; false if they are not there, or damaged. A game is
 * known by its start and moves, wherever it stands. */
bool review_journal_find(struct review_journal *journal, struct review *review);
/* `number`: of the game, for who reads the file. */
bool review_journal_add(struct review_journal *journal, int64_t number, const struct review *review,
                 struct reason *reason);

#endif
