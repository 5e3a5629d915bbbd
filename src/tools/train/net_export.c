/* train/net_export.c - see net_export.h. */
#include "train/net_export.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/checksum.h"
#include "eval/network_file.h"
#include "eval/weights.h"
#include "train/net_layout.h"

struct writer { uint8_t *at; };

static void put(struct writer *w, double value, double most, int n)
{
    value = rint(value);
    value = value > most ? most : value < -most ? -most : value;
    bytes_write_le(w->at, (uint64_t)(int64_t)value, n);
    w->at += n;
}

static void put_list(struct writer *w, const float *list, int n, double unit, double most,
                     int n_bytes)
{
    for (int i = 0; i < n; i++)
        put(w, (double)list[i] * unit, most, n_bytes);
}

static void put_ply(struct writer *w, struct net_tied *t, float *ply)
{
    const struct net_fields fields = net_fields_of(t, ply);
    uint8_t *begin = w->at;
    for (int i = 0; i < NET_FIELDS; i++) {
        const struct net_field *f = &fields.of[i];
        put_list(w, f->list, f->n, f->unit, f->most, f->n_bytes);
    }
    w->at = begin + NETWORK_FILE_PLY;
}

/* A configuration that is its own image: its row must be, too, to the last bit. */
static void even_out(uint8_t row[NETWORK_LANES], unsigned fixing)
{
    for (int k = 0; k < TURNS; k++) {
        int least = k;
        for (int m = 0; m < TURNS; m++)
            if ((fixing >> m & 1) && turn_product(m, k) < least)
                least = turn_product(m, k);
        memmove(row + k * NETWORK_CHANNELS, row + least * NETWORK_CHANNELS, NETWORK_CHANNELS);
    }
}

/* A row in the file's bytes; returns the sum of their squares. */
static uint32_t round_row(const struct net_model *model, size_t i, int bucket,
                          uint8_t row[NETWORK_LANES])
{
    struct writer w = {.at = row};
    put_list(&w, model->rows + (i * (size_t)model->n_buckets + (size_t)bucket) * NETWORK_LANES,
             NETWORK_LANES, NETWORK_SUM_UNIT, NETWORK_ROW_MOST, 1);
    even_out(row, pattern_packed_fixing[i]);
    uint32_t squares = 0;
    for (int k = 0; k < NETWORK_LANES; k++)
        squares += (uint32_t)((int8_t)row[k] * (int8_t)row[k]);
    return squares;
}

/* The least sum of squares of a row that is kept, 1 at least, so that no more than `most` rows are:
 * a row that was seldom seen in training is small, and what is small adds little to a value. False
 * if out of memory. */
static bool find_least(const struct net_model *model, size_t most, uint32_t *least)
{
    enum { SQUARES_MOST = NETWORK_LANES * NETWORK_ROW_MOST * NETWORK_ROW_MOST };
    size_t *n_rows = calloc(SQUARES_MOST + 1, sizeof *n_rows), n = 0;
    if (!n_rows)
        return false;
    uint8_t row[NETWORK_LANES];
    for (size_t i = 0; i < PATTERN_N_PACKED; i++)
        for (int bucket = 0; bucket < model->n_buckets; bucket++)
            n_rows[round_row(model, i, bucket, row)]++;
    *least = SQUARES_MOST + 1;
    while (*least > 1 && n + n_rows[*least - 1] <= most)
        n += n_rows[--*least];
    free(n_rows);
    return true;
}

/* One bucket's bitmap and rows. */
static void put_bucket(struct writer *w, const struct net_model *model, int bucket, uint32_t least)
{
    uint8_t *bitmap = w->at;
    w->at += NETWORK_FILE_BITMAP;
    for (size_t i = 0; i < PATTERN_N_PACKED; i++) {
        uint8_t row[NETWORK_LANES];
        if (round_row(model, i, bucket, row) < least)
            continue;
        bitmap[i / 8] |= (uint8_t)(1 << (i % 8));
        memcpy(w->at, row, sizeof row);
        w->at += sizeof row;
    }
}

/* The header (eval/weights.h) of a file whose payload is written. */
static void put_header(uint8_t *bytes, size_t size, size_t n_buckets, const char *label)
{
    const size_t payload = size - WEIGHTS_HEADER;
    memcpy(bytes, "OFLWGHT1", 8);
    bytes_write_le(bytes + 8, 1, 4);
    bytes_write_le(bytes + 12, n_buckets, 4);
    bytes_write_le(bytes + 16, PATTERN_HASH, 8);
    bytes_write_le(bytes + 24, PATTERN_N_PACKED, 4);
    bytes_write_le(bytes + 28, NETWORK_FILE_PLY, 4);
    bytes_write_le(bytes + 32, payload, 8);
    bytes_write_le(bytes + 40, checksum_of(bytes + WEIGHTS_HEADER, payload), 8);
    memcpy(bytes + 48, label, strnlen(label, 16));
}

uint8_t *net_export(const struct net_model *model, const char *label, size_t most_bytes,
                    size_t *size)
{
    const size_t n_buckets = (size_t)model->n_buckets;
    const size_t plain = WEIGHTS_HEADER + BOARD_PLIES * NETWORK_FILE_PLY +
                         n_buckets * NETWORK_FILE_BITMAP;
    const size_t room = most_bytes > plain ? (most_bytes - plain) / NETWORK_LANES : 0;
    const size_t all = n_buckets * PATTERN_N_PACKED, most_rows = room < all ? room : all;
    uint32_t least;
    uint8_t *bytes = calloc(1, plain + most_rows * NETWORK_LANES);
    if (!bytes || !find_least(model, most_rows, &least)) {
        free(bytes);
        return NULL;
    }
    struct writer w = {.at = bytes + WEIGHTS_HEADER};
    for (int ply = 0; ply < BOARD_PLIES; ply++) {
        struct net_tied tied;
        net_at_ply(model->dense, ply, &tied);
        put_ply(&w, &tied, model->dense->ply[ply]);
    }
    for (int bucket = 0; bucket < model->n_buckets; bucket++)
        put_bucket(&w, model, bucket, least);
    *size = (size_t)(w.at - bytes);
    put_header(bytes, *size, n_buckets, label);
    return bytes;
}
