/* board/board_check.h - what always holds of boards, squares and moves, for assert(). Hot and cold files.
 *
 * Builds for debugging and with sanitizers run the asserts (b_ndebug=if-release); a release build
 * has none of them. What a caller may get wrong with input from outside is no assert: it is an
 * error with a sentence. */
#ifndef BOARD_BOARD_CHECK_H
#define BOARD_BOARD_CHECK_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <outflank/board.h>

#include "base/bits.h"

/* The two sides share no square. */
static inline bool check_sides(uint64_t player, uint64_t opponent)
{
    return (player & opponent) == 0;
}

/* And the board has so many empty squares. */
static inline bool check_empties(uint64_t player, uint64_t opponent, int n_empties)
{
    return check_sides(player, opponent) && 64 - bit_count(player | opponent) == n_empties;
}

static inline bool check_square(int square) { return square >= 0 && square <= 63; }

/* A square or a pass. */
static inline bool check_move(int move) { return check_square(move) || move == OFL_PASS; }

/* The moves are empty squares. */
static inline bool check_moves(uint64_t player, uint64_t opponent, uint64_t moves)
{
    return (moves & (player | opponent)) == 0;
}

/* The move is on an empty square and turns discs of the opponent, one or more. */
static inline bool check_flips(uint64_t player, uint64_t opponent, int square, uint64_t flips)
{
    return check_square(square) && check_moves(player, opponent, bit_of(square)) && flips &&
           (flips & ~opponent) == 0;
}

#endif
