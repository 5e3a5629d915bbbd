/* eval/constants.c - see constants.h. The reader trusts no byte. */
#include "eval/constants.h"

#include <string.h>

#include "base/bytes.h"
#include "base/checksum.h"

enum { MAGIC = 8, FIRST = 16, BEFORE_CHECKSUM = CONSTANTS_BYTES - 8 };

bool constants_from_bytes(const uint8_t *bytes, size_t size, struct constants *constants,
                          struct reason *reason)
{
    if (size != CONSTANTS_BYTES || memcmp(bytes, CONSTANTS_MAGIC, MAGIC) != 0)
        return reason_set(reason, "damaged: %zu bytes are no constants by ply", size);
    if (checksum_of(bytes, BEFORE_CHECKSUM) != bytes_read_le(bytes + BEFORE_CHECKSUM, 8))
        return reason_set(reason, "damaged: the checksum of the constants does not agree");
    const uint64_t n_early = bytes_read_le(bytes + 8, 4);
    bool is_good = n_early <= CONSTANTS_EARLY_MOST && bytes_read_le(bytes + 12, 4) == 0;
    constants->n_early = (int)n_early;
    for (int ply = 0; ply < BOARD_PLIES; ply++) {
        const int64_t constant = bytes_read_signed_le(bytes + FIRST + 4 * ply, 4);
        is_good &= constant <= NETWORK_MAX_BIAS && constant >= -NETWORK_MAX_BIAS;
        constants->of_ply[ply] = (int32_t)constant;
    }
    return is_good || reason_set(reason, "damaged: constants that no program of ours wrote");
}

void constants_to_bytes(const struct constants *constants, uint8_t bytes[CONSTANTS_BYTES])
{
    memcpy(bytes, CONSTANTS_MAGIC, MAGIC);
    bytes_write_le(bytes + 8, (uint64_t)constants->n_early, 4);
    bytes_write_le(bytes + 12, 0, 4);
    for (int ply = 0; ply < BOARD_PLIES; ply++)
        bytes_write_le(bytes + FIRST + 4 * ply, (uint32_t)constants->of_ply[ply], 4);
    bytes_write_le(bytes + BEFORE_CHECKSUM, checksum_of(bytes, BEFORE_CHECKSUM), 8);
}

struct constants constants_of(const struct network *network)
{
    struct constants constants = {.n_early = 0};
    for (int ply = 0; ply < BOARD_PLIES; ply++)
        constants.of_ply[ply] = network->plies[ply].bias;
    return constants;
}

bool constants_apply(const struct constants *constants, struct network *network,
                     struct reason *reason)
{
    const int n_early = constants->n_early;
    if (n_early > 0 && network_bucket(network->n_buckets, n_early + 1) > 0)
        return reason_set(reason, "plies %d and %d have other rows than ply 0", n_early,
                          n_early + 1);
    for (int ply = 0; ply < n_early; ply++)
        network->plies[ply] = network->plies[n_early + (n_early - ply) % 2];
    for (int ply = 0; ply < BOARD_PLIES; ply++)
        network->plies[ply].bias = constants->of_ply[ply];
    return true;
}
