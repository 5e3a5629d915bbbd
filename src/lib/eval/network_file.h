/* eval/network_file.h - the payload of a weights file (weights.h), little endian.
 *
 * For each ply 0..60, NETWORK_FILE_PLY bytes: w1 int16 [8 ways][8 channels][4 outputs] and w2
 * int16 [8][4][4] (way h^-1 k, turns as in eval/turn.h), b1 and b2 int32 [4], v int16 [4],
 * skip, start int16 [8], own and other mobility int16 [40][8], bias int32, padding.
 * Then for each bucket of plies a bitmap of NETWORK_FILE_BITMAP bytes, one bit for every
 * packed configuration, and the rows whose bit is set: 64 int8 of -63..63, [turn][channel]. */
#ifndef EVAL_NETWORK_FILE_H
#define EVAL_NETWORK_FILE_H

#include "base/reason.h"
#include "eval/network.h"

enum {
    NETWORK_FILE_PLY = 2128,
    NETWORK_FILE_BIAS = 2120, /* where in a ply's bytes its bias stands */
    NETWORK_FILE_BITMAP = (PATTERN_N_PACKED + 63) / 64 * 8
};

/* NULL with a reason if it is damaged or memory ran out. */
struct network *network_from_payload(const uint8_t *payload, size_t size, int n_buckets,
                                     struct reason *reason);
void network_free(struct network *network);

#endif
