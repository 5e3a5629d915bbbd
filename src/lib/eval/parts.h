/* eval/parts.h - what is fitted to a network after its training, each by itself: constants by ply
 * (eval/constants.h), a student (eval/student.h), an error model (eval/errors.h).
 *
 * Each of them is a block of bytes with a magic in front and a checksum behind. A part file is such
 * a block behind a header that names its network, little endian:
 *   0  8  magic "OFLPART1"
 *   8  8  the network: the checksum in the header of its file (eval/weights.h)
 *  16  8  bytes of the block
 *  24  8  checksum of the bytes 0..23 (base/checksum.h)
 *  32     the block
 *
 * Part files stand behind the file of their network, in any order, each kind at most once:
 * `cat NETWORK PART... > FILE` makes one file of weights. Older files have a student and then an
 * error model without such headers right behind the payload. They are still read; a part file
 * takes the place of the block inside. */
#ifndef EVAL_PARTS_H
#define EVAL_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "base/bytes.h"
#include "base/checksum.h"
#include "base/reason.h"

enum part_kind { PART_CONSTANTS, PART_STUDENT, PART_ERRORS, PART_KINDS };

enum { PART_HEADER = 32 };

/* A block in an image of bytes, which must outlive it. */
struct part {
    const uint8_t *block; /* NULL: there is none */
    size_t size;
    bool is_own_file;     /* with a header of its own */
};

/* Finds the blocks behind the payload of the network `network`. Checks the headers; what is in a
 * block its own reader checks. False with a reason. */
bool parts_find(const uint8_t *bytes, size_t size, uint64_t network,
                struct part parts[PART_KINDS], struct reason *reason);

/* Names the contents of a block: its checksum. 0 if there is none. */
uint64_t part_id(const struct part *part);

/* "constants by ply", "student", "error model". */
const char *part_name(enum part_kind kind);

#define PART_MAGIC "OFLPART1"

/* The header of the part file of a block. */
static inline void part_put_header(uint8_t header[PART_HEADER], uint64_t network,
                                   size_t block_size)
{
    memcpy(header, PART_MAGIC, 8);
    bytes_write_le(header + 8, network, 8);
    bytes_write_le(header + 16, block_size, 8);
    bytes_write_le(header + PART_HEADER - 8, checksum_of(header, PART_HEADER - 8), 8);
}

/* Does a part file begin here? */
static inline bool part_is_file(const uint8_t *bytes, size_t size)
{
    return size >= 8 && memcmp(bytes, PART_MAGIC, 8) == 0;
}

#endif
