/* book/record.h - what a book knows of one position, and which of two facts holds.
 *
 * A record has facts and what follows from them. Facts come from searches, from people and from
 * published proofs; book_record_merge() joins them. The derived fields are computed from the facts
 * and from the records of the children (book/derive.h) and are never merged.
 *
 * The facts of one board form a semilattice: merging is commutative, associative and idempotent,
 * because every fact is a maximum by one total order, an intersection, or an union.
 *
 * Squares are those of the canonical board (book/key.h). Scores are seen by the side to move.
 *
 * Threads: functions touch only their arguments.
 * Source: deviations, M. Buro, "Toward Opening Book Learning" (1999).
 */
#ifndef BOOK_RECORD_H
#define BOOK_RECORD_H

#include <stdbool.h>
#include <stdint.h>
#include <outflank/board.h>

#include "base/reason.h"

/* Who says so, the least trusted first. */
enum book_source {
    BOOK_SOURCE_NONE,  /* there is no evidence */
    BOOK_SOURCE_OTHER, /* the book of another program */
    BOOK_SOURCE_HUMAN,
    BOOK_SOURCE_OWN,   /* a search of this engine */
    N_BOOK_SOURCES
};

enum {
    BOOK_MAX_EMPTIES = 60,     /* of a board with a record */
    BOOK_SCORE_MAX = 6400,     /* 1/100 disc */
    BOOK_NO_VALUE = INT16_MIN, /* of value_cd: too little is known */
    BOOK_PROOF_MAX = 64        /* whole discs; -64..64: nothing is proved */
};

enum book_flag {
    BOOK_FLAG_IMPORTED = 1, /* it came from the book of another program */
    BOOK_FLAG_HUMAN = 2,    /* a person asked for it or set its value */
    BOOK_FLAGS = 3
};

/* What one search said. All zero: no evidence. */
struct book_evidence {
    int16_t score_cd;   /* of `move`, -BOOK_SCORE_MAX..BOOK_SCORE_MAX */
    uint8_t move;       /* the best square of those searched, the least of its images */
    uint8_t depth;      /* plies, 0..60 */
    uint8_t confidence; /* percent, 0..100 */
    uint8_t source;     /* enum book_source */
    uint32_t network;   /* 0: unknown. A higher number is newer: the upper 8 bits count the
                           generations of networks, the rest tells them apart */
    uint64_t excluded;  /* squares that were left out; 0 where all moves were searched */
};

struct book_record {
    ofl_board board;                /* canonical; its side to move can move */
    /* Facts. */
    struct book_evidence own;       /* of a search of all moves; excluded is 0 */
    struct book_evidence deviation; /* of a search without the moves that the book had then */
    int8_t proof_low, proof_high;   /* known from elsewhere, whole discs */
    uint32_t flags;                 /* enum book_flag */
    /* Derived (book/derive.h). */
    int16_t value_cd;               /* or BOOK_NO_VALUE */
    uint8_t best;                   /* square of the best move; OFL_NO_MOVE if none is known */
    int8_t low, high;               /* proved bounds; equal: the score is proved */
};

/* A record without any fact. `board` is canonical. */
struct book_record book_record_of(ofl_board board);

static inline bool book_evidence_exists(const struct book_evidence *evidence)
{
    return evidence->source != BOOK_SOURCE_NONE;
}

/* A proof for the moves it is about: searched to the end by this engine, without selectivity.
 * Other programs' claims to that are evidence, but they prove nothing. */
bool book_evidence_is_exact(const struct book_evidence *evidence, int n_empties);

/* The total order: > 0 if `a` holds against `b`, 0 if they are equal. By the number of squares
 * excluded, then exact, source, depth, confidence, network, score, move, squares excluded; the
 * larger number holds. No evidence comes first of all.
 *
 * More squares excluded come later for this reason: a book grows, so a search without the moves
 * that the book has now excludes more than any search whose move has entered the book since. */
int book_evidence_compare(const struct book_evidence *a, const struct book_evidence *b,
                          int n_empties);

/* The evidence that speaks of the best move, without what it excluded; of two the better one. None
 * if the move has its value from a child, a proof or the rules. */
struct book_evidence book_record_evidence(const struct book_record *record);

/* Takes back what the record claims to be proved: bounds go, exact evidence becomes an estimate. */
void book_record_take_back(struct book_record *record);

/* Joins the facts of `from` into `into`, of the same board; derived fields stay. *has_changed (or
 * NULL) tells whether a fact is new. False, and `into` as it was, if the proofs contradict. */
bool book_record_merge(struct book_record *into, const struct book_record *from,
                       bool *has_changed, struct reason *reason);

/* Everything that can be seen without other records: the canonical board, legal squares, ranges.
 * Whatever comes from outside passes here before it is merged. */
bool book_record_check(const struct book_record *record, struct reason *reason);

/* Brings squares to the least of their images and masks to all of them (book/key.h). */
void book_record_normalise(struct book_record *record);

/* Checksum of all fields. */
uint64_t book_record_sum(const struct book_record *record);

bool book_record_is_equal(const struct book_record *a, const struct book_record *b);

#endif
