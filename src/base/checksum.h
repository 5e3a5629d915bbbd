/* base/checksum.h - tells damaged bytes from whole ones; not for security.
 *
 * FNV-1a over 8-byte little-endian words, the last one padded with 0, each folded
 * by a multiplication. */
#ifndef BASE_CHECKSUM_H
#define BASE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"

static inline uint64_t checksum_of(const uint8_t *bytes, size_t size)
{
    uint64_t h = UINT64_C(0xCBF29CE484222325) ^ size;
    for (size_t i = 0; i < size; i += 8) {
        const uint64_t word = bytes_read_le(bytes + i, size - i < 8 ? (int)(size - i) : 8);
        h ^= word;
        h *= UINT64_C(0x9E3779B97F4A7C15);
        h ^= h >> 29;
    }
    return h;
}

#endif
