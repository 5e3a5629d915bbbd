/* train/record.h - labelled positions on disc: our own data files.
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
 *  24  8  checksum of the bytes 0 - 23 and the payload (weights_checksum)
 * Payload: the records, 32 bytes each, compressed by zstd.
 *   0  8  discs of the side to move      8  8  of the opponent
 *  16  8  game: the same for all positions of one game, different for others
 *  24  2  score, 1/128 disc, side to move (by kind)
 *  26  1  result of the game in discs, side to move; -128: not known
 *  27  1  kind (enum record_kind)
 *  28  1  depth of the search (kind search), else 0
 *  29  1  confidence of that search in percent, else 100
 *  30  2  0
 *
 * A file cut off anywhere, by a kill or a full disc, holds all its whole blocks:
 * readers stop there, writers that resume cut off the rest. Files of one kind are
 * merged by the program, or by giving the trainer all of them. */
#ifndef TRAIN_RECORD_H
#define TRAIN_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <outflank/board.h>

enum {
    RECORD_BYTES = 32,
    RECORD_BLOCK = 8192,
    RECORD_WHY = 160,
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
};

/* Goes through a file image block by block. */
struct record_reader {
    const uint8_t *bytes;
    size_t size, at;      /* at: end of the last whole block */
    uint64_t job, progress; /* progress of that block, 0 before the first */
    size_t n_records;
};

/* False with `why` (size RECORD_WHY) if this is no data file. */
bool record_open(struct record_reader *reader, const uint8_t *bytes, size_t size, char *why);
/* Number of records put into `out` (room for RECORD_BLOCK); 0 at the end; -1 with
 * `why` if the rest is damaged or cut off: nothing more can be read. */
int record_next_block(struct record_reader *reader, struct record *out, char *why);

struct record_writer;

/* Creates the file, or goes on with one of the same job behind its last whole block;
 * *progress is that block's, else 0. NULL with `why`. */
struct record_writer *record_create(const char *path, uint64_t job, const char *label,
                                    uint64_t *progress, char *why);
/* Adds records. Nothing is written before record_end_block() or a full block. */
bool record_write(struct record_writer *writer, const struct record *record);
/* Writes the block begun: what was added so far is safe, and `progress` noted. */
bool record_end_block(struct record_writer *writer, uint64_t progress);
/* False if the last writes failed (errno). Ends no block. */
bool record_close(struct record_writer *writer);

#endif
