/* study/repertoire.h - opening drills: where a player of a book comes to, and what he plays there.
 *
 * His moves are those of forced lines (the option "book-lines"), else the best of the book. What
 * the others answer is weighed by the games of the book, where many came there, else by the model
 * of people. The positions that come up most often are drills.
 *
 * Threads: as the engine.
 */
#ifndef STUDY_REPERTOIRE_H
#define STUDY_REPERTOIRE_H

#include <outflank/engine.h>

#include "study/cards.h"

struct repertoire {
    ofl_engine *engine;    /* with the book */
    enum ofl_color color;  /* of the player */
    int rating;            /* of those who answer */
};

/* Adds the drills, the most frequent first: "after" has the moves that led there, "chance" how
 * often these answers are given. False with the reason, and a code of the engine in *code. */
bool repertoire_add(const struct repertoire *repertoire, struct cards *cards, int *code,
                    struct reason *reason);

#endif
