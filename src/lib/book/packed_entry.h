/* book/packed_entry.h - what a packed book holds of one position. */
#ifndef BOOK_PACKED_ENTRY_H
#define BOOK_PACKED_ENTRY_H

#include "book/record.h"

/* What the evidence of an entry is. */
enum packed_role {
    PACKED_NONE,      /* there is none */
    PACKED_OWN,       /* of a search of all moves; the move is not in the book */
    PACKED_DEVIATION, /* of a search of the moves that are not in the book */
    PACKED_KNOWN,     /* of a search of all moves; the move is in the book */
    N_PACKED_ROLES
};

/* What a packed book holds of one position. */
struct packed_entry {
    ofl_board board;               /* canonical; the centre is full */
    int16_t value_cd;              /* or BOOK_NO_VALUE */
    uint8_t best;                  /* or OFL_NO_MOVE */
    uint8_t role;                  /* enum packed_role */
    int8_t low, high;              /* proved bounds, whole discs; equal: value_cd is proved */
    uint8_t flags;                 /* enum book_flag */
    uint32_t n_games;              /* rounded down (packed_code_round_games()) */
    struct book_evidence evidence; /* without `excluded` */
};

#endif
