/* book/fix.h - repairs a working book.
 *
 * A book that can be read keeps its file: values and counts are computed anew. Of a damaged one all
 * records and games that can still be read, in the file or in its log, go into a new file, which
 * takes the old one's place; the old one stays as NAME.damaged (and NAME.damaged-wal). A repair
 * that was cut off is begun again by the next one. No other process may use the book meanwhile.
 *
 * Errors: false with a sentence. Threads: functions touch only their arguments.
 */
#ifndef BOOK_FIX_H
#define BOOK_FIX_H

#include "base/reason.h"

#include <stdint.h>

enum { BOOK_FIX_NAME = 4096 };

struct book_fix {
    bool was_damaged;
    int64_t n_positions, n_games; /* in the book now */
    int64_t n_refused;            /* records whose proofs contradicted others: taken back */
    struct reason damage;         /* what was damaged */
    char kept[BOOK_FIX_NAME];     /* where the damaged file is now */
};

bool book_fix_file(const char *path, struct book_fix *fix, struct reason *reason);

#endif
