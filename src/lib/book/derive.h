/* book/derive.h - what follows for a record from its facts and its children.
 *
 * A child is *known* if its record has a value, or if the game is over there. Of the moves whose
 * child is not known the best one is the *deviation*: own evidence names it if its move is not
 * known, or the deviation's evidence, if its move is not known and all that it excluded is known
 * now; of two the better searched. Where neither does, it is *wanted*: somebody has to search.
 *
 * A record has a value if every move is accounted for: it has own evidence; or a deviation whose
 * excluded squares are known; or no move outside; or the score is proved. The value is the maximum
 * over known children and the deviation, within the proved bounds. Among equals a child comes
 * before the deviation, a lower square before a higher one.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef BOOK_DERIVE_H
#define BOOK_DERIVE_H

#include "book/key.h"
#include "book/record.h"

struct book_move {
    uint8_t square;          /* the least image */
    bool is_known;
    struct book_child child;
    int16_t value_cd;        /* for the side that moves; only if known */
    int8_t low, high;        /* bounds of that, whole discs; -64..64 if there is no record */
};

struct book_moves {
    int n;
    struct book_move list[OFL_MAX_MOVES];
    uint64_t known, outside; /* all squares of known moves, and of the others */
};

/* The moves of a key, in the order of squares; ends of the game are known already. */
void book_moves_init(struct book_moves *moves, ofl_board key);

/* Says what the book has of a child: its record, or NULL. */
void book_moves_set(struct book_moves *moves, int index, ofl_board key,
                    const struct book_record *child);

enum book_rest { BOOK_REST_NONE, BOOK_REST_KNOWN, BOOK_REST_WANTED };

/* What is known of the moves outside the book. KNOWN: *deviation (or NULL) gets the evidence. */
enum book_rest book_derive_rest(const struct book_record *record, const struct book_moves *moves,
                                struct book_evidence *deviation);

/* Sets the derived fields. False with a sentence that names the board, and nothing changed, if
 * what is proved contradicts itself. */
bool book_derive(struct book_record *record, const struct book_moves *moves,
                 struct reason *reason);

#endif
