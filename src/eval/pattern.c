/* eval/pattern.c - configurations from scratch. */
#include "eval/pattern.h"

#include <string.h>

void pattern_ids_of(ofl_board board, struct pattern_ids *ids)
{
    memset(ids, 0, sizeof *ids);
    for (int square = 0; square < 64; square++) {
        int digit = board.player >> square & 1 ? 0 : board.opponent >> square & 1 ? 2 : 1;
        for (int lane = 0; lane < PATTERN_N_INSTANCES; lane++)
            ids->id[lane] = (uint16_t)(ids->id[lane] +
                                       digit * pattern_square_digits[square][lane]);
    }
}
