/* train/ids.c - the table behind ids.h. */
#include "train/ids.h"

#include <string.h>

void row_digits_init(struct row_digits *digits)
{
    memset(digits, 0, sizeof *digits);
    for (int square = 0; square < 64; square++) {
        for (int lane = 0; lane < PATTERN_LANES; lane++)
            digits->all_empty[lane] = (uint16_t)(digits->all_empty[lane] +
                                                 pattern_square_digits[square][lane]);
        uint16_t (*row)[PATTERN_LANES] = digits->row[square >> 3];
        for (int set = 0; set < 256; set++)
            for (int lane = 0; (set >> (square & 7) & 1) && lane < PATTERN_LANES; lane++)
                row[set][lane] = (uint16_t)(row[set][lane] +
                                            pattern_square_digits[square][lane]);
    }
}
