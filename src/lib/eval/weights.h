/* eval/weights.h - the weights of a trained evaluation, and their file.
 *
 * File, little endian: a header of 64 bytes, then the payload (eval/network_file.h).
 *   0  8  magic "OFLWGHT1"
 *   8  4  kind: 1 = embedding network, 2 = the same packed (eval/packed_weights.h)
 *  12  4  buckets of plies
 *  16  8  pattern hash (PATTERN_HASH of the program that trained it)
 *  24  4  configurations, packed by symmetry (PATTERN_N_PACKED)
 *  28  4  bytes a ply (NETWORK_FILE_PLY)
 *  32  8  payload bytes
 *  40  8  checksum of the payload (base/checksum.h)
 *  48 16  provenance: first 16 characters of a label, zero padded
 * Behind the payload may stand what was fitted to these weights later (eval/parts.h): constants
 * by ply, a student, an error model.
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

enum { WEIGHTS_HEADER = 64 };

struct network;
struct student;

/* Where a part comes from, and which it is. */
struct weights_part {
    enum { PART_MISSING, PART_INSIDE, PART_OWN_FILE } source; /* inside: in the network's file */
    uint64_t id;
};

struct weights {
    struct network *network;   /* eval/network.h */
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

#endif
