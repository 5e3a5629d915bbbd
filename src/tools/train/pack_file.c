/* train/pack_file.c - see pack_file.h. */
#include "train/pack_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/checksum.h"
#include "eval/packed_weights.h"
#include "eval/weights.h"
#include "train/pack_code.h"

int8_t *pack_read_rows(const uint8_t **at, int n_lanes)
{
    const size_t lanes = (size_t)n_lanes;
    const uint8_t *bitmap = *at;
    int8_t *rows = calloc(PATTERN_N_PACKED, lanes);
    *at += NETWORK_FILE_BITMAP;
    for (size_t i = 0; rows && i < PATTERN_N_PACKED; i++)
        if (bitmap[i / 8] >> i % 8 & 1) {
            memcpy(rows + i * lanes, *at, lanes);
            *at += lanes;
        }
    return rows;
}

/* The stream of the plies' numbers, as unpack_plies() reads it. */
static uint8_t *pack_plies(const uint8_t *plies, size_t *size)
{
    struct pack_code *code = calloc(1, sizeof *code);
    struct packed_differences *before = calloc(1, sizeof *before);
    for (int ply = 0; code && before && ply < BOARD_PLIES; ply++) {
        const uint8_t *at = plies + ply * NETWORK_FILE_PLY;
        for (int i = 0; i < PACKED_PLY_NUMBERS; i++) {
            const int n = packed_ply_bytes((int)(at - plies) % NETWORK_FILE_PLY);
            const struct packed_place place =
                packed_place_of_difference(*packed_difference(before, ply, i), ply);
            const uint32_t now =
                (uint32_t)bytes_read_signed_le(at, n) - packed_line(at, n, ply);
            pack_put_number(code, i % PACKED_STATES, place.context, place.bits, (int32_t)now);
            before->latest = before->last[packed_bends(ply)][i] = now;
            at += n;
        }
    }
    uint8_t *stream = code && before ? pack_finish(code, PACKED_OF_PLY, size) : NULL;
    if (code)
        pack_free(code);
    free(code);
    free(before);
    return stream;
}

uint8_t *pack_network(const uint8_t *file, const uint8_t *rows, size_t rows_size, size_t *size)
{
    const size_t n_buckets = (size_t)bytes_read_le(file + 12, 4);
    size_t plies_size = 0;
    uint8_t *plies = pack_plies(file + WEIGHTS_HEADER, &plies_size);
    const size_t payload = PACKED_BEFORE + plies_size + rows_size;
    uint8_t *bytes = malloc(WEIGHTS_HEADER + payload);
    uint8_t *unpacked = malloc(PACKED_ROOM_BEFORE_ROWS + n_buckets * PACKED_ROOM_OF_BUCKET);
    bool is_good = plies && bytes && unpacked;
    if (is_good) {
        memcpy(bytes, file, WEIGHTS_HEADER);
        uint8_t *at = bytes + WEIGHTS_HEADER;
        memcpy(at + PACKED_BEFORE, plies, plies_size);
        memcpy(at + PACKED_BEFORE + plies_size, rows, rows_size);
        is_good = packed_network(bytes, payload, unpacked) > 0;
        memcpy(at, unpacked + 32, PACKED_BEFORE); /* its size and its checksum */
        bytes_write_le(bytes + 8, PACKED_KIND, 4);
        bytes_write_le(bytes + 32, payload, 8);
        bytes_write_le(bytes + 40, checksum_of(at, payload), 8);
        *size = WEIGHTS_HEADER + payload;
    }
    free(plies);
    free(unpacked);
    if (!is_good) {
        free(bytes);
        bytes = NULL;
    }
    return bytes;
}

uint8_t *pack_student(const uint8_t *block, const uint8_t *rows, size_t rows_size, size_t *size)
{
    const size_t before = 16 + sizeof(struct student_dense);
    uint8_t *bytes = malloc(before + rows_size + 8);
    if (!bytes)
        return NULL;
    *size = before + rows_size + 8;
    memcpy(bytes, block, before);
    memcpy(bytes, PACKED_STUDENT_MAGIC, 8);
    bytes_write_le(bytes + 8, *size, 8);
    memcpy(bytes + before, rows, rows_size);
    bytes_write_le(bytes + *size - 8, checksum_of(bytes, *size - 8), 8);
    return bytes;
}
