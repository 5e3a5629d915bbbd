/* eval/classical_file.c - see classical_file.h. The reader trusts no byte. */
#include "eval/classical_file.h"

#include <string.h>

#include "base/bytes.h"
#include "base/checksum.h"

static const char magic[8] = {'O', 'F', 'L', 'C', 'L', 'A', 'S', '1'};
enum { BEFORE_CHECKSUM = CLASSICAL_FILE_BYTES - 8 };

/* The structure holds nothing but int16, so it is one list. */
static int16_t *list_of(struct classical_fitted *fitted) { return (int16_t *)fitted; }

const char *classical_file_read(const uint8_t *bytes, size_t size,
                                struct classical_fitted *fitted)
{
    if (size < sizeof magic || memcmp(bytes, magic, sizeof magic - 1) != 0)
        return "no weights of the classical evaluation: OFLCLAS is expected at the start";
    if (bytes[7] != magic[7])
        return "weights of another format: this program reads format 1";
    if (size != CLASSICAL_FILE_BYTES || bytes_read_le(bytes + 8, 8) != CLASSICAL_N_WEIGHTS)
        return "cut off, or weights for other terms: another number of weights is expected";
    if (checksum_of(bytes, BEFORE_CHECKSUM) != bytes_read_le(bytes + BEFORE_CHECKSUM, 8))
        return "damaged: the checksum does not agree";
    for (int i = 0; i < CLASSICAL_N_WEIGHTS; i++) {
        const int64_t weight = bytes_read_signed_le(bytes + CLASSICAL_FILE_HEADER + 2 * i, 2);
        if (weight > CLASSICAL_WEIGHT_MOST || weight < -CLASSICAL_WEIGHT_MOST)
            return "damaged: a weight of more than 64 discs";
        list_of(fitted)[i] = (int16_t)weight;
    }
    return NULL;
}

void classical_file_write(const struct classical_fitted *fitted,
                          const struct classical_origin *origin,
                          uint8_t bytes[CLASSICAL_FILE_BYTES])
{
    struct classical_fitted copy = *fitted;
    memcpy(bytes, magic, sizeof magic);
    bytes_write_le(bytes + 8, CLASSICAL_N_WEIGHTS, 8);
    bytes_write_le(bytes + 16, origin->n_games, 8);
    bytes_write_le(bytes + 24, origin->n_positions, 8);
    for (int i = 0; i < CLASSICAL_N_WEIGHTS; i++)
        bytes_write_le(bytes + CLASSICAL_FILE_HEADER + 2 * i, (uint16_t)list_of(&copy)[i], 2);
    bytes_write_le(bytes + BEFORE_CHECKSUM, checksum_of(bytes, BEFORE_CHECKSUM), 8);
}
