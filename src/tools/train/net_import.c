/* train/net_import.c - see net_import.h. */
#include "train/net_import.h"

#include <stdlib.h>

#include "base/bytes.h"
#include "eval/network_file.h"
#include "eval/packed_weights.h"
#include "eval/weights.h"
#include "train/net_layout.h"

static void take(const uint8_t **at, const struct net_field *field)
{
    for (int i = 0; i < field->n; i++, *at += field->n_bytes)
        field->list[i] = (float)((double)bytes_read_signed_le(*at, field->n_bytes) / field->unit);
}

static void take_ply(const uint8_t *at, struct net_tied *t, float ply[NETWORK_CHANNELS])
{
    const struct net_fields fields = net_fields_of(t, ply);
    for (int i = 0; i < NET_FIELDS; i++)
        take(&at, &fields.of[i]);
}

/* One bucket's bitmap and rows; returns what stands behind them. */
static const uint8_t *take_bucket(const uint8_t *at, struct net_model *model, int bucket)
{
    const uint8_t *bitmap = at;
    at += NETWORK_FILE_BITMAP;
    for (size_t i = 0; i < PATTERN_N_PACKED; i++)
        if (bitmap[i / 8] >> (i % 8) & 1) {
            const size_t row = i * (size_t)model->n_buckets + (size_t)bucket;
            float *to = model->rows + row * NETWORK_LANES;
            take(&at, &(struct net_field){to, NETWORK_LANES, 1, NETWORK_SUM_UNIT,
                                          NETWORK_ROW_MOST});
        }
    return at;
}

bool net_import(const uint8_t *bytes, size_t size, struct net_model *model, struct reason *reason)
{
    if (weights_are_packed(bytes, size)) {
        uint8_t *unpacked = weights_unpack(bytes, size, &size, reason);
        const bool is_good = unpacked && net_import(unpacked, size, model, reason);
        free(unpacked);
        return is_good;
    }
    struct weights *weights = weights_from_bytes(bytes, size, reason); /* checks every byte */
    if (!weights)
        return false;
    const int n_buckets = weights->network->n_buckets;
    weights_free(weights);
    if (!net_init(model, n_buckets, 0))
        return reason_set(reason, "no memory for the network");
    const uint8_t *at = bytes + WEIGHTS_HEADER;
    for (int ply = 0; ply < BOARD_PLIES; ply++) {
        struct net_tied between; /* the file has every ply, the model knots: those are exact */
        struct net_tied *at_knot = &model->dense->knot[ply / NET_KNOT_PLIES];
        take_ply(at, ply % NET_KNOT_PLIES ? &between : at_knot, model->dense->ply[ply]);
        at += NETWORK_FILE_PLY;
    }
    for (int bucket = 0; bucket < n_buckets; bucket++)
        at = take_bucket(at, model, bucket);
    return true;
}
