/* base/bytes.h - whole numbers in bytes: little-endian, as our files hold them; big-endian, as
 * SQLite does. */
#ifndef BASE_BYTES_H
#define BASE_BYTES_H

#include <stdint.h>

/* n bytes, 1..8. */
static inline uint64_t bytes_read_le(const uint8_t *p, int n)
{
    uint64_t value = 0;
    for (int i = 0; i < n; i++)
        value |= (uint64_t)p[i] << 8 * i;
    return value;
}

static inline uint64_t bytes_read_be(const uint8_t *p, int n)
{
    uint64_t value = 0;
    for (int i = 0; i < n; i++)
        value = value << 8 | p[i];
    return value;
}

/* Little-endian in two's complement. */
static inline int64_t bytes_read_signed_le(const uint8_t *p, int n)
{
    const uint64_t sign = UINT64_C(1) << (8 * n - 1);
    return (int64_t)((bytes_read_le(p, n) ^ sign) - sign);
}

static inline void bytes_write_le(uint8_t *p, uint64_t value, int n)
{
    for (int i = 0; i < n; i++)
        p[i] = (uint8_t)(value >> 8 * i);
}

#endif
