/* train/train_record.h - labelled positions on disc: our own data files.
 *
 * File, little endian: a header of 32 bytes, then blocks.
 *   0  8  magic "OFLDATA1"
 *   8  8  job: a number its writer chose, so that only the same work is resumed
 *  16 16  label, zero padded (who made it)
 * Block: a header of 32 bytes, then the payload.
 *   0  4  magic "BLCK"
 *   4  4  records, 1 .. RECORD_BLOCK
 *   8  4  bytes of the payload
 *  12  4  0
 *  16  8  progress: what the writer had done with the end of this block
 *  24  8  checksum of the bytes 0 - 23 and the payload (checksum_of)
 * Payload: the records, 32 bytes each, compressed by zstd.
 *   0  8  discs of the side to move      8  8  of the opponent
 *  16  8  game: the same for all positions of one game, different for others
 *  24  2  score, 1/128 disc, side to move (by kind)
 *  26  1  result of the game in discs, side to move; -128: not known
 *  27  1  kind (enum record_kind)
 *  28  1  depth of the search (kind search), else 0
 *  29  1  confidence of that search in percent, else 100
 *  30  1  ply + 1: moves and passes of the game before this position; 0: not known
 *  31  1  0
 *
 * A file cut off anywhere, by a kill or a full disc, holds all its whole blocks, and
 * one damaged anywhere all blocks that are whole: record_next_block() says where
 * something is wrong, record_resync() goes on behind it. Writers that resume cut off
 * what follows the last whole block. Files are merged by outflank-data, or by giving
 * the trainer all of them. */
#ifndef TRAIN_TRAIN_RECORD_H
#define TRAIN_TRAIN_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <outflank/board.h>

#include "base/reason.h"

enum {
    RECORD_BYTES = 32,
    RECORD_BLOCK = 8192,
    RECORD_NO_RESULT = -128
};

enum record_kind {
    RECORD_EXACT,    /* score: perfect play to the end, proved */
    RECORD_SEARCH,   /* score: a search of this depth */
    RECORD_OUTCOME,  /* score: exact value of a later position of the game */
    RECORD_ESTIMATE, /* score: between exact values before and after */
    RECORD_KINDS
};

struct record {
    ofl_board board;
    uint64_t game;
    int16_t score;
    int8_t result;
    uint8_t kind, depth, confidence;
    uint8_t ply_1; /* ply + 1, or 0 */
};

/* Goes through a file image block by block. */
struct record_reader {
    const uint8_t *bytes;
    size_t size, at;      /* at: behind the last whole block, or where record_resync() went */
    uint64_t job, progress; /* progress of that block, 0 before the first */
    char label[17];
    size_t n_blocks, n_records;
};

/* False with `reason` if this is no data file. One whose header is
 * damaged is known by its blocks; its job is then 0, its label empty. */
bool record_open(struct record_reader *reader, const uint8_t *bytes, size_t size,
                 struct reason *reason);
/* Number of records put into `out` (room for RECORD_BLOCK); 0 at the end; -1 with
 * `reason` if there is damage or the file is cut off here. */
int record_next_block(struct record_reader *reader, struct record *out, struct reason *reason);
/* After -1: goes to the next whole block, or to the end if there is none. Returns the
 * bytes left out. */
size_t record_resync(struct record_reader *reader);

struct record_writer;

/* Creates the file, or goes on with one of the same job (any job, if it holds no block) behind its
 * last whole block; *progress is that block's, else 0. Only one writer a file. NULL with `reason`;
 * a file that was there is then unchanged. */
struct record_writer *record_create(const char *path, uint64_t job, const char *label,
                                    uint64_t *progress, struct reason *reason);
/* Adds records. Nothing is written before record_end_block() or a full block. */
bool record_write(struct record_writer *writer, const struct record *record);
/* Writes the block begun: what was added so far is safe, and `progress` noted. False
 * with errno; the file then ends behind the block before, and the writer is of no more use. */
bool record_end_block(struct record_writer *writer, uint64_t progress);
/* False if the last writes failed (errno). Ends no block. */
bool record_close(struct record_writer *writer);

#endif
