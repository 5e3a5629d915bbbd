/* board/children_simd128.h - two children at a time (board/children.h), one a lane, WebAssembly.
 *
 * Flips are numbers: two moves' flips in vectors took a solve 8 % more time (docs/lab/web.md). */
#ifndef BOARD_CHILDREN_SIMD128_H
#define BOARD_CHILDREN_SIMD128_H

#include "base/bits.h"
#include "board/child.h"
#include "board/flip.h"
#include "board/moves.h"

enum { CHILDREN_STEP = 2 };

/* The children of the lowest moves (a single one is made twice); returns the other moves. */
static inline uint64_t children_step(const struct children_of *board, uint64_t moves,
                                     struct child to[CHILDREN_STEP])
{
    const int s1 = bit_first(moves);
    moves = bit_drop(moves);
    const int s2 = moves ? bit_first(moves) : s1;
    to[0].flips = flip(board->player, board->opponent, s1);
    to[1].flips = flip(board->player, board->opponent, s2);
    const v128_t flips = wasm_i64x2_make((int64_t)to[0].flips, (int64_t)to[1].flips);
    const v128_t discs = wasm_i64x2_make((int64_t)bit_of(s1), (int64_t)bit_of(s2));
    const v128_t player = wasm_v128_xor(wasm_i64x2_splat((int64_t)board->opponent), flips);
    const v128_t opponent = wasm_v128_xor(wasm_i64x2_splat((int64_t)board->player),
                                          wasm_v128_or(flips, discs));
    const v128_t occupied = wasm_v128_or(player, opponent);
    const v128_t replies = wasm_v128_andnot(moves_lanes(player, opponent), occupied);
    const v128_t potential = wasm_v128_andnot(moves_potential_lanes(opponent), occupied);
    wasm_v128_store(&to[0].replies, wasm_i64x2_shuffle(replies, potential, 0, 2));
    wasm_v128_store(&to[1].replies, wasm_i64x2_shuffle(replies, potential, 1, 3));
    to[0].square = (uint64_t)s1;
    to[1].square = (uint64_t)s2;
    return bit_drop(moves);
}

#endif
