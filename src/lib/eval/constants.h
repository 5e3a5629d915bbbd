/* eval/constants.h - constants of a network by ply, fitted to known scores after its training
 * (`outflank-train bias`).
 *
 * A network adds a constant of the ply to every value. A block of these replaces them, so that they
 * can be fitted again without a new network. It can also say that the first plies, which games of
 * self-play do not have, use the numbers of later plies. Little endian:
 *   0  8  magic "OFLCONS1"
 *   8  4  N, 0..59: ply p < N uses all numbers of ply N + (N - p) % 2, but not its constant
 *  12  4  0
 *  16     constants of the plies 0..60, int32 of -NETWORK_MAX_BIAS..NETWORK_MAX_BIAS, in
 *         1/NETWORK_OUT_UNIT disc for the side to move
 *  end 8  checksum of what stands before it (base/checksum.h) */
#ifndef EVAL_CONSTANTS_H
#define EVAL_CONSTANTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/reason.h"
#include "eval/network.h"

#define CONSTANTS_MAGIC "OFLCONS1"

enum {
    CONSTANTS_BYTES = 16 + 4 * BOARD_PLIES + 8,
    CONSTANTS_EARLY_MOST = BOARD_PLIES - 2 /* plies N and N + 1 are there */
};

struct constants {
    int n_early;
    int32_t of_ply[BOARD_PLIES];
};

/* False with a reason if this is no such block, a damaged one or one out of bounds. */
bool constants_from_bytes(const uint8_t *bytes, size_t size, struct constants *constants,
                          struct reason *reason);
void constants_to_bytes(const struct constants *constants, uint8_t bytes[CONSTANTS_BYTES]);

/* Those of a network as it is; n_early is 0. */
struct constants constants_of(const struct network *network);

/* Puts them into the network. False with a reason, and nothing is changed, if ply N + 1 has other
 * rows than ply 0. */
bool constants_apply(const struct constants *constants, struct network *network,
                     struct reason *reason);

#endif
