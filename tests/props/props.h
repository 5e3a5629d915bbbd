/* props.h - random positions and a solver that is obviously right. */
#ifndef PROPS_H
#define PROPS_H

#include <stdio.h>
#include <outflank/engine.h>
#include "base/bits.h"
#include "base/rng.h"

/* A position with `n_empties`, after random play from the start; the side to move
 * has a legal move. Games that end early are begun again. */
ofl_board random_position(struct rng *rng, int n_empties);

/* Plain minimax without any cut: the score of the board, discs. */
int brute_score(ofl_board board, enum ofl_score_rule rule);

/* Plays the line out: true if every move is legal, the game is over at its end and
 * the score there is `score_cd` seen from the first side. */
bool line_ends_on(ofl_board board, const struct ofl_line *line, int score_cd,
                  enum ofl_score_rule rule);

/* Field by field: what lies between them may differ. */
bool same_line(const struct ofl_line *a, const struct ofl_line *b);

void print_board(FILE *out, ofl_board board);

/* Counts a failure and says where; the checks go on. */
extern int n_failures;
#define CHECK(condition, board, ...)                                              \
    do {                                                                          \
        if (!(condition)) {                                                       \
            n_failures++;                                                         \
            fprintf(stderr, "%s:%d: not %s: ", __FILE__, __LINE__, #condition);   \
            fprintf(stderr, __VA_ARGS__);                                         \
            fputs("\n  ", stderr);                                                \
            print_board(stderr, board);                                           \
        }                                                                         \
    } while (0)

#endif
