/* base/checksum.h - tells damaged bytes from whole ones; not for security.
 *
 * FNV-1a over 8-byte little-endian words, the last one padded with 0, each folded
 * by a multiplication. */
#ifndef BASE_CHECKSUM_H
#define BASE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/bytes.h"

static inline uint64_t checksum_step(uint64_t h, uint64_t word)
{
    h ^= word;
    h *= UINT64_C(0x9E3779B97F4A7C15);
    return h ^ h >> 29;
}

static inline uint64_t checksum_of(const uint8_t *bytes, size_t size)
{
    uint64_t h = UINT64_C(0xCBF29CE484222325) ^ size;
    size_t i = 0;
    for (; i + 8 <= size; i += 8)
        h = checksum_step(h, bytes_read_le(bytes + i, 8));
    if (i < size)
        h = checksum_step(h, bytes_read_le(bytes + i, (int)(size - i)));
    return h;
}

/* Four checksums side by side, of the words 0, 4, 8 .., of 1, 5, 9 .. and so on; then the checksum
 * of these and of the up to 31 bytes left. For pages: 0.3 instead of 0.9 us for 4 KiB. */
static inline uint64_t checksum_wide_of(const uint8_t *bytes, size_t size)
{
    uint64_t lanes[4] = {1, 2, 3, 4};
    uint8_t all[8 * 4 + 31] = {0};
    size_t i = 0;
    for (; i + 32 <= size; i += 32)
        for (int k = 0; k < 4; k++) {
            uint64_t word; /* in one load, which compilers do not make of bytes_read_le() */
            memcpy(&word, bytes + i + 8 * k, 8);
            word = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? __builtin_bswap64(word) : word;
            lanes[k] = checksum_step(lanes[k], word);
        }
    for (int k = 0; k < 4; k++)
        bytes_write_le(all + 8 * k, lanes[k], 8);
    for (size_t k = 0; i + k < size; k++)
        all[32 + k] = bytes[i + k];
    return checksum_of(all, 32 + size - i);
}

#endif
