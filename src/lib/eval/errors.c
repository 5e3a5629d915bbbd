/* eval/errors.c - the block of the error model (errors.h). */
#include "eval/errors.h"

#include <string.h>

#include "base/bytes.h"
#include "base/checksum.h"

enum { N_COEFFICIENTS = 2 * (ERRORS_N_MEAN + ERRORS_N_SPREAD) };

/* 5 discs from the static value to depth 8 at 30 empties, 12 to an exact score. */
const struct error_model errors_default = {
    .to_horizon = {.spread = {8 * 65536 + 32768, 0, 0, -3000, 0, 4000, 0}},
    .to_end = {.spread = {9 * 65536 + 45000, 2600, 0, -5000, 0, 0, 0}},
};

/* The coefficients in the order of the file. */
static int32_t *coefficient_at(struct error_model *model, int i)
{
    struct error_fit *fit = i < N_COEFFICIENTS / 2 ? &model->to_horizon : &model->to_end;
    i %= N_COEFFICIENTS / 2;
    return i < ERRORS_N_MEAN ? &fit->mean[i] : &fit->spread[i - ERRORS_N_MEAN];
}

static bool is_within(const struct error_fit *fit)
{
    bool is_good = true;
    for (int i = 0; i < ERRORS_N_MEAN; i++)
        is_good &= fit->mean[i] >= -ERRORS_MOST_MEAN && fit->mean[i] <= ERRORS_MOST_MEAN;
    for (int i = 0; i < ERRORS_N_SPREAD; i++)
        is_good &= fit->spread[i] >= -ERRORS_MOST_SPREAD && fit->spread[i] <= ERRORS_MOST_SPREAD;
    return is_good;
}

bool errors_from_bytes(const uint8_t *bytes, size_t size, struct error_model *model,
                       struct reason *reason)
{
    if (size != ERRORS_BYTES || memcmp(bytes, ERRORS_MAGIC, 8) != 0) {
        reason_set(reason, "damaged: %zu bytes behind the weights are no error model", size);
        return false;
    }
    if (checksum_of(bytes, ERRORS_BYTES - 8) != bytes_read_le(bytes + ERRORS_BYTES - 8, 8)) {
        reason_set(reason, "damaged: the checksum of the error model does not agree");
        return false;
    }
    for (int i = 0; i < N_COEFFICIENTS; i++)
        *coefficient_at(model, i) = (int32_t)bytes_read_le(bytes + 8 + 4 * i, 4);
    if (!is_within(&model->to_horizon) || !is_within(&model->to_end)) {
        return reason_set(reason, "damaged: a coefficient of the error model is out of range");
    }
    return true;
}

void errors_to_bytes(const struct error_model *model, uint8_t bytes[ERRORS_BYTES])
{
    struct error_model copy = *model;
    memcpy(bytes, ERRORS_MAGIC, 8);
    for (int i = 0; i < N_COEFFICIENTS; i++)
        bytes_write_le(bytes + 8 + 4 * i, (uint32_t)*coefficient_at(&copy, i), 4);
    bytes_write_le(bytes + ERRORS_BYTES - 8, checksum_of(bytes, ERRORS_BYTES - 8), 8);
}
