/* train/export.c - see export.h. */
#include "train/export.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/replace.h"
#include "eval/weights.h"
#include "train/linear.h"

void export_put_header(uint8_t *bytes, size_t size, const struct export_header *header)
{
    size_t payload = size - WEIGHTS_HEADER;
    memcpy(bytes, "OFLWGHT1", 8);
    bytes_write_le(bytes + 8, header->kind, 4);
    bytes_write_le(bytes + 12, header->n_knots, 4);
    bytes_write_le(bytes + 16, PATTERN_HASH, 8);
    bytes_write_le(bytes + 24, PATTERN_N_PACKED, 4);
    bytes_write_le(bytes + 28, header->n_extra, 4);
    bytes_write_le(bytes + 32, payload, 8);
    bytes_write_le(bytes + 40, weights_checksum(bytes + WEIGHTS_HEADER, payload), 8);
    memcpy(bytes + 48, header->label, strnlen(header->label, 16));
}

uint8_t *export_linear(const struct linear_model *model, const char *label, size_t *size)
{
    size_t n = (size_t)model->n_knots * LINEAR_PER_KNOT;
    size_t payload = (2 * n + 7) & ~(size_t)7;
    uint8_t *bytes = calloc(1, WEIGHTS_HEADER + payload);
    if (!bytes)
        return NULL;
    for (size_t i = 0; i < n; i++) {
        double scaled = rint((double)model->weights[i] * 128);
        scaled = scaled > INT16_MAX ? INT16_MAX : scaled < -INT16_MAX ? -INT16_MAX : scaled;
        bytes_write_le(bytes + WEIGHTS_HEADER + 2 * i, (uint16_t)(int16_t)scaled, 2);
    }
    const struct export_header header = {
        .n_knots = (uint32_t)model->n_knots, .n_extra = WEIGHTS_N_EXTRA, .label = label,
    };
    export_put_header(bytes, WEIGHTS_HEADER + payload, &header);
    *size = WEIGHTS_HEADER + payload;
    return bytes;
}

int export_write(const char *path, const uint8_t *bytes, size_t size)
{
    struct replace file;
    if (!replace_begin(&file, path))
        return -1;
    if (replace_write(file.fd, bytes, size))
        return replace_commit(&file) ? 0 : -1;
    int error = errno;
    replace_abandon(&file);
    errno = error;
    return -1;
}
