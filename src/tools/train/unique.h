/* train/unique.h - which of many records of one position has the best label.
 *
 * Positions are the same if a symmetry of the board makes them so. They are told
 * apart by a hash of 64 bits: two of 50 million different ones are taken for the same
 * with a chance of 1 in 15,000, and then one position is lost. */
#ifndef TRAIN_UNIQUE_H
#define TRAIN_UNIQUE_H

#include "train/train_record.h"

struct unique;

struct unique *unique_create(void); /* NULL: out of memory */
void unique_destroy(struct unique *unique);

/* Notes a record by its number (below 2^46). False if out of memory. */
bool unique_note(struct unique *unique, const struct record *record, uint64_t number);
/* Is this number, noted before, the best of its position? Of equals the first is. */
bool unique_is_best(const struct unique *unique, const struct record *record, uint64_t number);

#endif
