/* search/look.h - what evaluation and student say of the moves of a node (hot files only). */
#ifndef SEARCH_LOOK_H
#define SEARCH_LOOK_H

#include "eval/student.h"
#include "search/order_list.h"

/* The student, if it values the moves of a node of n_empties; else NULL. */
static inline const struct student *look_student(const struct worker *worker,
                                                 const struct ordering *how, int n_empties)
{
    return how->to_end && n_empties > STUDENT_EMPTIES_LEAST &&
           n_empties <= STUDENT_EMPTIES_MOST + 1 && worker->weights
               ? worker->weights->student : NULL;
}

/* Which of the moves made by order_moves() need a look, and what evaluation alone says of them. */
void ISA_FN(look_at_moves)(const struct worker *worker, const struct position *position,
                           struct order_list *list);

/* The values of a shallow search in place of those of the evaluation. */
void ISA_FN(look_search)(struct worker *worker, struct order_list *list);

#endif
