/* eval/packed_weights.h - packed weights: the rows of a network or a student coded with loss, all
 * else without. What is unpacked is a file of weights like any other (docs/eval.md).
 *
 * A packed network has the header of eval/weights.h with kind 2; its payload, little endian:
 *   0  8  bytes of the payload that is unpacked (eval/network_file.h)
 *   8  8  checksum of that payload
 *  16     the numbers of the plies, a stream: second differences from ply to ply
 *         the rows
 * A packed student (eval/student.h) has the magic "OFLSTUP1", its bytes, struct student_dense as
 * it is, the rows and a checksum.
 *
 * A stream: its bytes in 4 bytes; the bytes of its tables in 4; the tables of its contexts, all
 * frequencies as Elias gamma of them + 1, bits from the lowest on; the four states in 4 bytes each;
 * the words.
 *
 * The rows: for each shape int8 factors[buckets][lanes], int8 levels[buckets][lanes], uint8
 * exponents[lanes], int8 columns[lanes][lanes]; then a stream.
 *
 * A row is (sum over j of C[j] columns[j] 2^exponents[j] + 1/2) / 2^PACKED_SHIFT, the mean over the
 * turns that leave its configuration, cut to a row's bounds. C[j] is predicted as a factor / 64 of
 * that of another bucket, and corrected by q << step. Rows come configuration by configuration,
 * buckets 1, 0, 2, 3 ... A row begins with its size, 0 for no correction at all, and its step; size
 * and level of j give the context of q[j]. All is integer, and wraps.
 *
 * The coder is rANS with four states of 32 bits, words of 16 and frequencies of 11 bits.
 * Sources: Duda, "Asymmetric numeral systems" (2013); Giesen, "Interleaved entropy coders"
 * (2014). */
#ifndef EVAL_PACKED_WEIGHTS_H
#define EVAL_PACKED_WEIGHTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/reason.h"
#include "eval/network_file.h"

enum {
    PACKED_KIND = 2,
    PACKED_HEADER = 64, /* of eval/weights.h */
    PACKED_BEFORE = 16  /* bytes before the numbers of the plies */
};

#define PACKED_STUDENT_MAGIC "OFLSTUP1"

/* Columns as they are multiplied, two by two: [n_lanes / 2][n_lanes][2], aligned to 16 bytes; from
 * exponents[n_lanes] and columns[n_lanes][n_lanes]. */
void packed_columns(const uint8_t *bytes, int n_lanes, int16_t *columns);

/* A row from its coefficients. `fixing`: the turns that leave its configuration. */
void packed_row(const int16_t *coefficients, const int16_t *columns, int n_lanes,
                unsigned fixing, int8_t *row);

/* Room for the file of a network. */
enum {
    PACKED_ROOM_BEFORE_ROWS = PACKED_HEADER + BOARD_PLIES * NETWORK_FILE_PLY,
    PACKED_ROOM_OF_BUCKET = NETWORK_FILE_BITMAP + PATTERN_N_PACKED * NETWORK_LANES
};

/* Writes the unpacked file of a network whose header is sound, whatever it says of its payload;
 * returns its bytes. 0 if it is damaged or there is no memory. */
size_t packed_network(const uint8_t *bytes, size_t payload, uint8_t *out);

/* Is the network of this file image packed, or the student in a part file behind it? */
bool weights_are_packed(const uint8_t *bytes, size_t size);

/* The file image (eval/weights.h) with all of that unpacked; free() it. NULL with a reason if it is
 * damaged or there is no memory. What is not packed is copied and not looked at: see
 * weights_from_bytes(). */
uint8_t *weights_unpack(const uint8_t *bytes, size_t size, size_t *unpacked, struct reason *reason);

#endif
