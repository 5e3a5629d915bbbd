/* eval/weights.h - the weights of a trained evaluation, and their file.
 *
 * File, little endian: a header of 64 bytes, then the payload.
 *   0  8  magic "OFLWGHT1"
 *   8  4  kind: 0 = linear patterns, 1 = embedding network (eval/network_file.h)
 *  12  4  number of knots (stages) K
 *  16  8  pattern hash (PATTERN_HASH of the program that trained it)
 *  24  4  configurations per knot, packed by symmetry (PATTERN_N_PACKED)
 *  28  4  extra weights per knot (WEIGHTS_N_EXTRA)
 *  32  8  payload bytes
 *  40  8  checksum of the payload (weights_checksum)
 *  48 16  provenance: first 16 characters of a label, zero padded
 * Payload of kind 0: for each knot, from the fewest discs to the most, int16 weights in
 * 1/128 disc: the extra ones, then the packed configurations; padded with 0 to
 * a multiple of 8 bytes. Behind the payload may stand what was fitted to these weights later
 * (eval/parts.h): constants by ply, a student, an error model.
 * Knot i stands at ply 60 * i / (K - 1) (ply = discs - 4); between two knots
 * weights are interpolated when the file is loaded.
 *
 * Extra weights of a linear file: [0] constant (tempo of the side to move),
 * [1 + n] side to move has n legal moves, [41 + n] opponent has n, n <= 39.
 *
 * Threads: a loaded set is read only and may be shared. */
#ifndef EVAL_WEIGHTS_H
#define EVAL_WEIGHTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/reason.h"
#include "eval/errors.h"
#include "eval/parts.h"
#include "eval/pattern.h"

enum {
    WEIGHTS_PLIES = 61,
    WEIGHTS_MOBILITY = 40,
    WEIGHTS_N_EXTRA = 1 + 2 * WEIGHTS_MOBILITY,
    WEIGHTS_MAX_KNOTS = 61,
    WEIGHTS_HEADER = 64
};

struct network;
struct student;

/* What the search reads at one ply. */
struct weights_ply {
    int16_t own_mobility[WEIGHTS_MOBILITY]; /* includes the constant */
    int16_t other_mobility[WEIGHTS_MOBILITY];
    int16_t pattern[PATTERN_N_CONFIGS + 32]; /* the padding reads as 0 */
};

/* Where a part comes from, and which it is. */
struct weights_part {
    enum { PART_MISSING, PART_INSIDE, PART_OWN_FILE } source; /* inside: in the network's file */
    uint64_t id;
};

/* One of `plies` and `network` is there. */
struct weights {
    struct weights_ply *plies; /* kind 0: WEIGHTS_PLIES */
    struct network *network;   /* kind 1: eval/network.h */
    struct student *student;   /* or NULL: values are the network's everywhere */
    struct error_model errors; /* of its searches; errors_default if the file has none */
    struct weights_part part[PART_KINDS];
    int n_early;               /* plies before this one use numbers of others (eval/constants.h) */
    uint64_t network_id;       /* checksum of the payload: part files name their network by it */
    uint64_t checksum;         /* names the set: the network and all part files */
    char label[17];
};

/* Reads a file image. NULL with a reason on error. */
struct weights *weights_from_bytes(const uint8_t *bytes, size_t size, struct reason *reason);
/* The same from a regular file. */
struct weights *weights_from_file(const char *path, struct reason *reason);
/* Those in the binary. NULL if it was built without (the reason is empty then) or they cannot be
 * read: for want of memory, or because a file it was built with is no good. */
struct weights *weights_built_in(struct reason *reason);
/* The names of the files they were built from, with ", " between; "" without weights. */
const char *weights_built_in_files(void);
void weights_free(struct weights *weights);

/* Like FNV, over words of 8 bytes, the last one zero padded: starts with 0xCBF29CE484222325
 * exclusive or the size; for each word h ^= word, h *= 0x9E3779B97F4A7C15, h ^= h >> 29. */
uint64_t weights_checksum(const uint8_t *bytes, size_t size);

#endif
