/* report/explain.h - words for why one move is worse than another, from what can be counted.
 *
 * Every sentence states facts of three boards: before the move, after the played move, and after
 * the better one. Its kind says which facts, its numbers and squares are their values, so that
 * whoever doubts it can count again (tests/unit/test_explain.c does). No sentence says why a fact
 * matters: the rules of thumb behind the kinds are in docs/review.md.
 *
 * Threads: pure functions.
 */
#ifndef REPORT_EXPLAIN_H
#define REPORT_EXPLAIN_H

#include <outflank/board.h>

/* In the table of sentences (report/sentences.c) stands what each says. "Own" is the side that
 * moved, "other" its opponent; "here" is the played move, "there" the better one. */
enum explain_kind {
    EXPLAIN_CORNER_GIVEN,   /* a corner that other can take here, not there */
    EXPLAIN_CORNER_MISSED,  /* there is a corner */
    EXPLAIN_CORNER_TAKEN,   /* here is a corner, and yet it is worse */
    EXPLAIN_CORNER_LOST,    /* a corner that own could take next there, not here */
    EXPLAIN_X_SQUARE,       /* here is diagonal to an empty corner */
    EXPLAIN_C_SQUARE,       /* here is on the edge beside an empty corner */
    EXPLAIN_DANGER_ZONE,    /* here is in a row next to an edge that is empty nearby */
    EXPLAIN_PASS_MISSED,    /* there other must pass */
    EXPLAIN_PASS_OWN,       /* here own would have no move next */
    EXPLAIN_MOBILITY_OTHER, /* moves of other: more here */
    EXPLAIN_MOBILITY_OWN,   /* moves of own: fewer here */
    EXPLAIN_FRONTIER,       /* discs of own beside empty squares: more here */
    EXPLAIN_POTENTIAL,      /* empty squares beside discs of own: more here */
    EXPLAIN_STABLE_OWN,     /* discs of own proved stable: fewer here */
    EXPLAIN_STABLE_OTHER,   /* discs of other proved stable: more here */
    EXPLAIN_EDGE_LOOSE,     /* here is on an edge, and the disc can be turned along it */
    EXPLAIN_EDGE_STABLE,    /* there is on an edge, and the disc is stable */
    EXPLAIN_FLIPS,          /* discs turned: more here */
    EXPLAIN_DISCS,          /* discs of own: more here, early in the game */
    EXPLAIN_PARITY,         /* here begins an even region of empty squares, there an odd one */
    EXPLAIN_KEPT,           /* other could not play here before, nor after there: it could wait */
    EXPLAIN_SHARED,         /* other could have played there, too */
    EXPLAIN_PEOPLE,         /* how many people of a rating play the one and the other; it is not
                               counted of boards: explain_people() */
    EXPLAIN_N_KINDS
};

struct explain_question {
    ofl_position before;
    int played, better;   /* two different legal squares; `better` is worth more */
};

/* A fact in words. What `square` and the numbers are depends on the kind; unused ones are 0 and
 * OFL_NO_MOVE. */
struct explain_sentence {
    enum explain_kind kind;
    int square;           /* a corner */
    int here, there;      /* counts after the played and after the better move */
    int weight;           /* how much it says, against the other sentences */
    int rating;           /* of EXPLAIN_PEOPLE; else 0 */
    char text[160];
};

/* The sentences that hold, the weightiest first; returns how many. `sentences` has room for
 * EXPLAIN_N_KINDS. */
int explain_moves(const struct explain_question *question, struct explain_sentence *sentences);

/* "7 of 10 players at 1500 see e8, 2 play b2." The shares are those of the moves. */
struct explain_sentence explain_people(const struct explain_question *question, int rating,
                                       double played, double better);

/* "corner-given": what JSON calls the kind. */
const char *explain_kind_name(enum explain_kind kind);
/* "a corner given". */
const char *explain_kind_words(enum explain_kind kind);

#endif
