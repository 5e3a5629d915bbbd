/* people/people.h - a model of what people play: the chance of each move for a rating.
 *
 * The rows that the shapes of a move choose (people_look.h) are summed; the sum and the sights go
 * through two small hidden layers to one number, and the numbers of all moves through a softmax.
 *
 * File, little endian:
 *   0  8  magic "OFLPEOP1"
 *   8  8  checksum of all behind it (base/checksum.h)
 *  16  4  rows of all shapes: a program with other shapes refuses the file
 *  20  .  struct people_net, floats in the order of its fields
 *   .  .  a bit a row: it is kept (the others are 0)
 *   .  .  of each row kept PEOPLE_CHANNELS signed bytes, in units of net.unit
 *
 * Threads: a loaded model is read only and may be shared. */
#ifndef PEOPLE_PEOPLE_H
#define PEOPLE_PEOPLE_H

#include <stddef.h>

#include "base/reason.h"
#include "people/people_look.h"

enum {
    PEOPLE_CHANNELS = 8,
    PEOPLE_INPUTS = PEOPLE_SIGHTS + PEOPLE_CHANNELS,
    PEOPLE_WIDE = 32,
    PEOPLE_NARROW = 16,
    PEOPLE_HEADER = 20
};

struct people_net {
    float wide[PEOPLE_INPUTS][PEOPLE_WIDE], wide_bias[PEOPLE_WIDE];
    float narrow[PEOPLE_WIDE][PEOPLE_NARROW], narrow_bias[PEOPLE_NARROW];
    float out[PEOPLE_NARROW], skip[PEOPLE_INPUTS], unit;
};

/* What the layers hold for one move. */
struct people_pass {
    float in[PEOPLE_INPUTS], wide[PEOPLE_WIDE], narrow[PEOPLE_NARROW];
};

struct people {
    struct people_shapes shapes;
    struct people_net net;
    int8_t (*rows)[PEOPLE_CHANNELS];
};

/* The output for pass->in; fills in the layers. */
float people_net_run(const struct people_net *net, struct people_pass *pass);

/* NULL with a reason. */
struct people *people_from_bytes(const uint8_t *bytes, size_t size, struct reason *reason);
/* The one in the binary; a build may have none. */
struct people *people_built_in(struct reason *reason);
void people_free(struct people *people); /* NULL: nothing */

/* The chances of moves->move[i], a share each; they add up to 1. moves->n >= 1. `last`: the square
 * just played, OFL_NO_MOVE if nobody knows. */
void people_shares(const struct people *people, ofl_board board, int last, int rating,
                   const struct people_moves *moves, double *share);
/* The same at `n` ratings from `rating` on, each `step` more, for a third of the time. */
void people_shares_by(const struct people *people, ofl_board board, int last, int rating, int step,
                      int n, const struct people_moves *moves, double (*share)[PEOPLE_MOVES]);

#endif
