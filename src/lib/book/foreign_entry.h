/* book/foreign_entry.h - what a record of another program's book says. */
#ifndef BOOK_FOREIGN_ENTRY_H
#define BOOK_FOREIGN_ENTRY_H

#include <stdbool.h>
#include <stdint.h>
#include <outflank/board.h>

#include "base/reason.h"

/* What a search of the other program is worth in our terms. */
struct foreign_search {
    uint8_t depth, confidence;
};

/* A record whose board is in order; canonical, with its leaf's move. Of a board whose side must
 * pass there is only the value, as one of the board behind the pass. */
struct foreign_entry {
    ofl_board board;
    bool has_value, is_human, is_passed;
    int16_t value_cd;              /* for the side to move */
    struct foreign_search search;  /* of the value */
    bool has_links;                /* the file says which of its moves have records: the best is
                                      best_link, OFL_NO_MOVE if there is none */
    int16_t best_link_cd;
    uint8_t best_link;
    bool has_leaf;                 /* the best move without a record, in the file's own words */
    int16_t leaf_cd;
    uint8_t leaf_move;
    struct foreign_search leaf_search;
};

/* What Edax searches at a level, 0..60, with that many empty squares. */
struct foreign_search foreign_edax_search(int level, int n_empties);

struct foreign_report {
    const char *format;        /* "Edax" */
    uint64_t n_records;        /* read */
    uint64_t n_entries;        /* given to the visitor */
    uint64_t n_bad_boards, n_over, n_bad_leaves, n_valueless; /* left out */
    uint64_t n_passes;         /* boards whose side must pass */
    struct reason damage;      /* what ended the reading early; "" if nothing */
};

typedef bool (*foreign_visitor)(void *user, const struct foreign_entry *entry,
                                struct reason *reason);

#endif
