/* search/picker_impl.h - what the files of the picker share (picker*.c only; hot).
 *
 * picker_stages.c makes the moves and passes the stages, picker_evaluate.c values the children,
 * and picker_weigh.c puts all that is known of a move into one number. */
#ifndef SEARCH_PICKER_IMPL_H
#define SEARCH_PICKER_IMPL_H

#include "base/bits.h"
#include "board/squares.h"
#include "eval/student.h"
#include "search/picker.h"

/* Values of moves that need no evaluation. */
enum { PICKER_WIPE_OUT = 1 << 28, PICKER_TABLE_FIRST = 1 << 26, PICKER_TABLE_SECOND = 1 << 25 };

/* The work of PICKER_EVALUATE and of PICKER_WEIGH. */
void ISA_FN(picker_evaluate)(struct picker *picker);
void ISA_FN(picker_weigh)(struct picker *picker);

/* Puts the results of shallow searches in the place of the children's evaluations. */
void ISA_FN(picker_search)(struct picker *picker);

/* The student, if it values the moves of the node; else NULL. */
static inline const struct student *picker_student(const struct picker *picker)
{
    const struct weights *weights = picker->worker->weights;
    const int n_empties = picker->position->n_empties;
    return picker->to_end && n_empties > STUDENT_EMPTIES_LEAST &&
           n_empties <= STUDENT_EMPTIES_MOST + 1 && weights ? weights->student : NULL;
}

static inline struct picker_move *picker_unknown(struct picker *picker, int i)
{
    return &picker->moves[picker->unknown[i]];
}

static inline int picker_reply_weight(int n_empties, bool by_proof)
{
    return by_proof ? PROOF_REPLY : n_empties < END_FAR_EMPTIES ? END_REPLY : END_REPLY_FAR;
}

/* What a move is worth by all but its child's evaluation. */
static inline int picker_terms(const struct picker_move *m, bool to_end, bool by_proof)
{
    const int potential = bit_count(m->potential);
    const int mobility = squares_mobility(m->replies);
    const int is_corner = (int)(SQUARES_CORNERS >> m->square & 1);
    if (!to_end)
        return ORDER_CORNER * is_corner - ORDER_REPLY * mobility - ORDER_POTENTIAL * potential;
    const int reply = picker_reply_weight(m->child.n_empties + 1, by_proof);
    const int is_x = (int)(SQUARES_X >> m->square & 1);
    return END_CORNER * is_corner - END_X * is_x + END_OWN_MOVE * bit_count(m->own_moves) -
           reply * mobility - END_POTENTIAL * potential +
           END_REPLY_DISC * bit_count(m->child.player) -
           END_REPLY_CORNER * bit_count(m->replies & SQUARES_CORNERS);
}

enum { PICKER_TAKEN = INT32_MIN };

/* The place of the largest value, which is marked as PICKER_TAKEN. */
static inline int picker_take_largest(int *values, int n)
{
    int at = 0, largest = values[0];
    SHORT_LOOP
    for (int i = 1; i < n; i++) {
        at = values[i] > largest ? i : at;
        largest = values[i] > largest ? values[i] : largest;
    }
    values[at] = PICKER_TAKEN;
    return at;
}

#endif
