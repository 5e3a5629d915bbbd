/* train/train_record.c - see train_record.h. A reader trusts no byte; a writer appends whole
 * blocks with one write each, so at most the last one is ever lost. */
#include "train/train_record.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "base/bytes.h"
#include "base/checksum.h"
#include "base/regular.h"
#include "train/whole_file.h"

enum { HEADER = 32, ZSTD_LEVEL = 9, PAYLOAD_MOST = 1 << 20 };
static const char magic[8] = "OFLDATA1", block_magic[4] = "BLCK";

struct record_writer {
    int fd;
    off_t end; /* behind the last whole block */
    uint64_t progress;
    size_t n;
    uint8_t raw[RECORD_BLOCK * RECORD_BYTES];
    uint8_t block[HEADER + PAYLOAD_MOST];
};

static void pack(uint8_t *out, const struct record *record)
{
    bytes_write_le(out, record->board.player, 8);
    bytes_write_le(out + 8, record->board.opponent, 8);
    bytes_write_le(out + 16, record->game, 8);
    bytes_write_le(out + 24, (uint16_t)record->score, 2);
    out[26] = (uint8_t)record->result;
    out[27] = record->kind;
    out[28] = record->depth;
    out[29] = record->confidence;
    out[30] = record->ply_1;
    out[31] = 0;
}

static bool unpack(const uint8_t *in, struct record *record)
{
    *record = (struct record){
        .board = {bytes_read_le(in, 8), bytes_read_le(in + 8, 8)},
        .game = bytes_read_le(in + 16, 8),
        .score = (int16_t)bytes_read_le(in + 24, 2),
        .result = (int8_t)in[26],
        .kind = in[27],
        .depth = in[28],
        .confidence = in[29],
        .ply_1 = in[30],
    };
    return ofl_board_is_valid(record->board) && record->kind < RECORD_KINDS &&
           record->score >= -64 * 128 && record->score <= 64 * 128 &&
           (record->result == RECORD_NO_RESULT ||
            (record->result >= -64 && record->result <= 64));
}

/* Over the first 24 bytes of a block's header and its payload. */
static uint64_t block_checksum(const uint8_t *block, size_t payload)
{
    return checksum_of(block + HEADER, payload) * 3 ^ checksum_of(block, 24);
}

/* What is wrong with the block at `block`; NULL if it is whole. */
static const char *check_block(const uint8_t *block, size_t left)
{
    uint64_t n = left < HEADER ? 0 : bytes_read_le(block + 4, 4);
    uint64_t payload = left < HEADER ? 0 : bytes_read_le(block + 8, 4);
    if (left < HEADER || memcmp(block, block_magic, 4) != 0 || n < 1 || n > RECORD_BLOCK ||
        payload > PAYLOAD_MOST)
        return "no block begins here";
    if (payload > left - HEADER)
        return "the last block is cut off";
    if (block_checksum(block, (size_t)payload) != bytes_read_le(block + 24, 8))
        return "the checksum of a block does not agree";
    return NULL;
}

/* Bytes from the start of `bytes` to the first whole block; `size` if there is none. */
static size_t find_block(const uint8_t *bytes, size_t size)
{
    const uint8_t *at = bytes, *end = bytes + size;
    while ((at = memmem(at, (size_t)(end - at), block_magic, sizeof block_magic))) {
        if (!check_block(at, (size_t)(end - at)))
            return (size_t)(at - bytes);
        at++;
    }
    return size;
}

bool record_open(struct record_reader *reader, const uint8_t *bytes, size_t size,
                 struct reason *reason)
{
    *reader = (struct record_reader){.bytes = bytes, .size = size, .at = HEADER};
    if (size < HEADER || memcmp(bytes, magic, 8) != 0) {
        bool is_other_format = size >= HEADER && memcmp(bytes, magic, 7) == 0;
        if (!is_other_format && find_block(bytes, size) < size) {
            reader->at = 0;
            return true;
        }
        return reason_set(reason, is_other_format
                                      ? "a data file of another format than 1"
                                      : "not a data file of Outflank (no OFLDATA at its start)");
    }
    reader->job = bytes_read_le(bytes + 8, 8);
    memcpy(reader->label, bytes + 16, 16);
    return true;
}

int record_next_block(struct record_reader *reader, struct record *out, struct reason *reason)
{
    const uint8_t *block = reader->bytes + reader->at;
    size_t left = reader->size - reader->at;
    if (left == 0)
        return 0;
    uint8_t *raw = NULL;
    const char *problem = check_block(block, left);
    size_t n = problem ? 0 : (size_t)bytes_read_le(block + 4, 4);
    size_t payload = problem ? 0 : (size_t)bytes_read_le(block + 8, 4);
    if (!problem && !(raw = malloc(RECORD_BLOCK * RECORD_BYTES)))
        problem = "no memory for a block";
    else if (!problem && ZSTD_decompress(raw, RECORD_BLOCK * RECORD_BYTES, block + HEADER,
                                         payload) != n * RECORD_BYTES)
        problem = "a block cannot be unpacked";
    for (size_t i = 0; !problem && i < n; i++)
        if (!unpack(raw + i * RECORD_BYTES, &out[i]))
            problem = "a block holds an impossible record";
    free(raw);
    if (problem) {
        reason_set(reason, "byte %zu: %s", reader->at, problem);
        return -1;
    }
    reader->at += HEADER + payload;
    reader->progress = bytes_read_le(block + 16, 8);
    reader->n_blocks++;
    reader->n_records += n;
    return (int)n;
}

size_t record_resync(struct record_reader *reader)
{
    size_t from = reader->at;
    if (from < reader->size)
        reader->at += 1 + find_block(reader->bytes + from + 1, reader->size - from - 1);
    return reader->at - from;
}

static bool write_all(int fd, const uint8_t *bytes, size_t size)
{
    while (size > 0) {
        ssize_t n = write(fd, bytes, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        bytes += n;
        size -= (size_t)n;
    }
    return true;
}

/* Where to go on in an existing file: behind its last whole block. Damage before that
 * stays where it is: readers know how to pass it. False with `reason`. */
static bool find_end(const char *path, uint64_t job, size_t *end, uint64_t *progress,
                     struct reason *reason)
{
    size_t size;
    uint8_t *bytes = file_load(path, &size);
    struct record *records = malloc(RECORD_BLOCK * sizeof *records);
    struct record_reader reader;
    bool is_good = bytes && records;
    if (!is_good)
        reason_set(reason, "cannot be read: %s", regular_problem(errno));
    is_good = is_good && record_open(&reader, bytes, size, reason);
    /* One that holds nothing yet (a run refused at its start left it) may become any job's. */
    if (is_good && reader.job != job && size > HEADER) {
        reason_set(reason, "holds the results of other settings or other games");
        is_good = false;
    }
    *end = HEADER;
    for (int n; is_good && (n = record_next_block(&reader, records, NULL)) != 0;) {
        if (n < 0)
            record_resync(&reader);
        else
            *end = reader.at;
    }
    *progress = is_good ? reader.progress : 0;
    free(bytes);
    free(records);
    return is_good;
}

/* A file shorter than its header is of a run killed at its start, or foreign. */
static bool is_begun(const struct stat *status, int fd)
{
    uint8_t start[HEADER];
    size_t size = (size_t)status->st_size;
    size_t n = size < sizeof magic ? size : sizeof magic;
    return pread(fd, start, n, 0) == (ssize_t)n && memcmp(start, magic, n) == 0;
}

/* An open file, empty or of this job, cut behind its last whole block. */
static bool prepare(struct record_writer *writer, const char *path, uint64_t job,
                    const char *label, struct reason *reason)
{
    struct stat status;
    if (flock(writer->fd, LOCK_EX | LOCK_NB) != 0) {
        return reason_set(reason, "another program is writing it");
    }
    if (fstat(writer->fd, &status) != 0 || !S_ISREG(status.st_mode)) {
        return reason_set(reason, "not a regular file");
    }
    size_t end = HEADER;
    const bool is_short = status.st_size < HEADER, is_new = status.st_size <= HEADER;
    if (is_short && !is_begun(&status, writer->fd)) {
        return reason_set(reason, "not a data file of Outflank (no OFLDATA at its start)");
    }
    if (!is_short && !find_end(path, job, &end, &writer->progress, reason))
        return false;
    uint8_t header[HEADER] = {0};
    memcpy(header, magic, 8);
    bytes_write_le(header + 8, job, 8);
    memcpy(header + 16, label, strnlen(label, 16));
    if (ftruncate(writer->fd, is_new ? 0 : (off_t)end) != 0 ||
        lseek(writer->fd, 0, SEEK_END) < 0 ||
        (is_new && !write_all(writer->fd, header, HEADER))) {
        return reason_set(reason, "cannot be written: %s", strerror(errno));
    }
    writer->end = (off_t)end;
    return true;
}

struct record_writer *record_create(const char *path, uint64_t job, const char *label,
                                    uint64_t *progress, struct reason *reason)
{
    struct record_writer *writer = malloc(sizeof *writer);
    if (!writer) {
        reason_set(reason, "no memory");
        return NULL;
    }
    writer->n = 0;
    writer->progress = 0;
    writer->fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
    if (writer->fd < 0)
        reason_set(reason, "cannot be opened: %s", strerror(errno));
    if (writer->fd < 0 || !prepare(writer, path, job, label, reason)) {
        if (writer->fd >= 0)
            close(writer->fd);
        free(writer);
        return NULL;
    }
    *progress = writer->progress;
    return writer;
}

bool record_end_block(struct record_writer *writer, uint64_t progress)
{
    if (writer->n == 0)
        return true;
    size_t packed = ZSTD_compress(writer->block + HEADER, PAYLOAD_MOST, writer->raw,
                                  writer->n * RECORD_BYTES, ZSTD_LEVEL);
    if (ZSTD_isError(packed)) {
        errno = ENOMEM;
        return false;
    }
    memcpy(writer->block, block_magic, 4);
    bytes_write_le(writer->block + 4, writer->n, 4);
    bytes_write_le(writer->block + 8, packed, 4);
    bytes_write_le(writer->block + 12, 0, 4);
    bytes_write_le(writer->block + 16, progress, 8);
    bytes_write_le(writer->block + 24, block_checksum(writer->block, packed), 8);
    if (!write_all(writer->fd, writer->block, HEADER + packed)) {
        int error = errno; /* a part of a block is of no use: take it back */
        int ignored = ftruncate(writer->fd, writer->end); /* if not: who resumes cuts it off */
        (void)ignored;
        errno = error;
        return false;
    }
    writer->end += (off_t)(HEADER + packed);
    writer->progress = progress;
    writer->n = 0;
    return true;
}

bool record_write(struct record_writer *writer, const struct record *record)
{
    if (writer->n == RECORD_BLOCK && !record_end_block(writer, writer->progress))
        return false;
    pack(writer->raw + writer->n++ * RECORD_BYTES, record);
    return true;
}

bool record_close(struct record_writer *writer)
{
    bool is_good = fsync(writer->fd) == 0;
    is_good = close(writer->fd) == 0 && is_good;
    free(writer);
    return is_good;
}
