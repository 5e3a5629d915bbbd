/* book/accuracy.h - how far the value of a record can be trusted.
 *
 * The error is the mean change, without its sign, when a search goes six plies deeper, as
 * bench/book_error.py measures it (docs/book.md, "Accuracy"). A proved value has none.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef BOOK_ACCURACY_H
#define BOOK_ACCURACY_H

#include "book/record.h"

/* The better searched evidence of a record; NULL if there is none. */
const struct book_evidence *book_accuracy_evidence(const struct book_record *record);

/* In 1/100 disc; of a record with a value. */
int book_accuracy_error(const struct book_record *record);

/* 'A' to 'F' for a mean error in 1/100 disc. */
char book_accuracy_grade(double error_cd);

#endif
