/* train/ids.h - configurations of a board, fast: by whole rows of eight squares.
 *
 * For hot loops of the trainer; the same numbers as pattern_configs_of(). */
#ifndef TRAIN_IDS_H
#define TRAIN_IDS_H

#include "eval/pattern_moves.h"

/* Sum of the digits of the squares in one row's set of discs, by lane. */
struct row_digits {
    _Alignas(64) uint16_t all_empty[PATTERN_LANES];
    _Alignas(64) uint16_t row[8][256][PATTERN_LANES];
};

void row_digits_init(struct row_digits *digits);

/* An empty square counts as pattern_square_digits has it, the opponent's disc twice that, an own
 * one nothing; then the moves of both sides. */
static inline void row_digits_configs(const struct row_digits *digits, ofl_board board,
                                      uint16_t configs[static PATTERN_LANES])
{
    const uint16_t *own[8], *other[8];
    for (int y = 0; y < 8; y++) {
        own[y] = digits->row[y][board.player >> 8 * y & 0xFF];
        other[y] = digits->row[y][board.opponent >> 8 * y & 0xFF];
    }
    for (int lane = 0; lane < PATTERN_LANES; lane++) {
        uint16_t sum = digits->all_empty[lane];
        for (int y = 0; y < 8; y++)
            sum = (uint16_t)(sum + other[y][lane] - own[y][lane]);
        configs[lane] = sum;
    }
    pattern_add_moves(ofl_legal_moves(board), ofl_legal_moves(ofl_swap(board)),
                      configs + PATTERN_FIRST_MOVE_LANE);
}

#endif
