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

void pattern_configs_of(ofl_board board, struct pattern_ids *configs)
{
    const uint64_t own = ofl_legal_moves(board), other = ofl_legal_moves(ofl_swap(board));
    pattern_ids_of(board, configs);
    for (int square = 0; square < 64; square++) {
        const int digit = (int)(other >> square & 1) - (int)(own >> square & 1);
        for (int lane = PATTERN_FIRST_MOVE_LANE; lane < PATTERN_N_INSTANCES; lane++)
            configs->id[lane] = (uint16_t)(configs->id[lane] +
                                           digit * pattern_square_digits[square][lane] / 2);
    }
}
