/* search/picker.h - gives out the moves of a general node, best first (hot files only).
 *
 * A node starts a picker and takes moves from it until one cuts or none is left:
 *
 *     struct picker picker UNINITIALIZED;
 *     ISA_FN(picker_start)(&picker, worker, position, moves, depth, alpha, table);
 *     while (picker_n_left(&picker) > 0 && !cut)
 *         search(picker_next(&picker));
 *
 * The picker passes the stages below, forward only, and does the work of a stage when a move of
 * it is asked for. So a node that cuts early does not pay for the rest. To the end, picker_start()
 * evaluates the moves at once, for the table's lines need that time to arrive. Callers see no
 * stage.
 *
 * Memory: the picker lives in its node's frame. The worker, the position and the table entry
 * must outlive it.
 * Threads: one at a time. After picker_share() it reads and writes nothing outside itself, so
 * threads may take moves in turn under a lock. */
#ifndef SEARCH_PICKER_H
#define SEARCH_PICKER_H

#include <assert.h>

#include "isa/isa.h"
#include "search/position.h"
#include "search/search.h"

enum picker_stage {
    PICKER_TABLE_MOVE, /* the children are made; the move of the table comes first */
    PICKER_EVALUATE,   /* the others wait for their evaluation */
    PICKER_WEIGH,      /* they have it, and wait for their places in the order */
    PICKER_BEST        /* all moves have a value; the best one left comes next */
};

struct picker_move {
    struct position child; /* the board after the move, seen by the side to reply */
    /* Callers read `child` and `square`, the picker the rest. */
    uint64_t replies, potential; /* legal and potential moves of the side to reply; not at the
                                  * root */
    uint64_t own_moves;    /* to the end, from PICKER_WEIGH on: what the mover could play if it
                            * were his turn again */
    int square;            /* the move */
    int value;             /* larger first, no unit; of all moves from PICKER_BEST on */
};

/* All fields belong to the picker. */
struct picker {
    enum picker_stage stage;
    int n_moves, n_taken;
    struct worker *worker;
    const struct position *position;
    int alpha;
    bool is_ordered;             /* false if a test switched the order off */
    bool to_end;                 /* the search reaches the end of the game */
    bool fails_low;              /* to the end: all moves will be searched, as far as can be told */
    int value_depth;             /* of the search that values a child: 0 evaluation, -1 none */
    const struct tt_data *table; /* the table's entry of the node, or NULL: its moves come first */
    const struct tt_data *hint;  /* to the end: an entry that did not reach it, or NULL */
    int n_unknown;               /* moves of which the table says nothing; from PICKER_WEIGH on */
    uint8_t unknown[OFL_MAX_MOVES]; /* their places in `moves` */
    uint8_t order[OFL_MAX_MOVES];   /* places in `moves`: n_taken as given out, then the rest */
    struct picker_move moves[OFL_MAX_MOVES]; /* by square */
};

/* Makes all `moves` of the position (one or more). `table` is what the transposition table knows
 * of the position, or NULL. */
void ISA_FN(picker_start)(struct picker *picker, struct worker *worker,
                          const struct position *position, uint64_t moves, int depth, int alpha,
                          const struct tt_data *table);

/* The same for the moves of a root, which are given out in the order of the task. */
void ISA_FN(picker_start_root)(struct picker *picker, const struct worker *worker,
                               const struct position *position, const struct root_task *task);

/* Passes the stages before PICKER_BEST; for picker_next() and picker_share(). Returns the move of
 * the table if it comes first, else NULL: all moves have their values then. */
struct picker_move *ISA_FN(picker_advance)(struct picker *picker);

static inline int picker_n_left(const struct picker *picker)
{
    return picker->n_moves - picker->n_taken;
}

/* All moves, whether they were given out or not, from 0 to picker->n_moves - 1. */
static inline const struct picker_move *picker_move_at(const struct picker *picker, int i)
{
    assert(i >= 0 && i < picker->n_moves);
    return &picker->moves[i];
}

/* Takes the best of the moves left: a selection sort, because most nodes take one or two. */
static inline const struct picker_move *picker_take_best(struct picker *picker)
{
    const int first = picker->n_taken++;
    int best = first, largest = picker->moves[picker->order[first]].value;
    SHORT_LOOP
    for (int i = first + 1; i < picker->n_moves; i++) {
        const int value = picker->moves[picker->order[i]].value;
        best = value > largest ? i : best;
        largest = value > largest ? value : largest;
    }
    const uint8_t chosen = picker->order[best];
    picker->order[best] = picker->order[first];
    picker->order[first] = chosen;
    return &picker->moves[chosen];
}

/* The next move; there must be one left. */
static inline const struct picker_move *picker_next(struct picker *picker)
{
    assert(picker_n_left(picker) > 0);
    if (picker->stage != PICKER_BEST) {
        const struct picker_move *m = ISA_FN(picker_advance)(picker);
        if (m)
            return m;
    }
    return picker_take_best(picker);
}

/* After the first move, to the end before it, too: does the work of all stages now. Threads may
 * take moves in turn then. */
static inline void picker_share(struct picker *picker)
{
    assert(picker->n_taken > 0 || picker->to_end);
    if (picker->stage != PICKER_BEST)
        ISA_FN(picker_advance)(picker);
}

/* Puts back the moves taken since n_before that were not searched to their end. is_searched[i]
 * belongs to the move that was taken as number i, from 0; entries before n_before are not read. */
static inline void picker_put_back(struct picker *picker, int n_before, const bool *is_searched)
{
    int n = n_before;
    for (int i = n_before; i < picker->n_taken; i++)
        if (is_searched[i]) {
            const uint8_t place = picker->order[i];
            picker->order[i] = picker->order[n];
            picker->order[n++] = place;
        }
    picker->n_taken = n;
}

#endif
