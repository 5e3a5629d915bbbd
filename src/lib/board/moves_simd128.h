/* board/moves_simd128.h - moves of two boards at once, one a lane (board/moves.h), WebAssembly.
 *
 * Lanes are shifted by one number only, so a lane is a board, not a direction. For one board alone
 * plain C is faster. */
#ifndef BOARD_MOVES_SIMD128_H
#define BOARD_MOVES_SIMD128_H

#include <stdint.h>
#include <wasm_simd128.h>
#include "isa/isa.h"

/* Both directions of an axis. */
static inline v128_t moves_along_lanes(v128_t p, v128_t o, uint32_t step)
{
    v128_t left = wasm_v128_and(o, wasm_i64x2_shl(p, step));
    v128_t right = wasm_v128_and(o, wasm_u64x2_shr(p, step));
    left = wasm_v128_or(left, wasm_v128_and(o, wasm_i64x2_shl(left, step)));
    right = wasm_v128_or(right, wasm_v128_and(o, wasm_u64x2_shr(right, step)));
    const v128_t pair_left = wasm_v128_and(o, wasm_i64x2_shl(o, step));
    const v128_t pair_right = wasm_u64x2_shr(pair_left, step);
    UNROLLED
    for (int i = 0; i < 2; i++) {
        left = wasm_v128_or(left, wasm_v128_and(pair_left, wasm_i64x2_shl(left, 2 * step)));
        right = wasm_v128_or(right, wasm_v128_and(pair_right, wasm_u64x2_shr(right, 2 * step)));
    }
    return wasm_v128_or(wasm_i64x2_shl(left, step), wasm_u64x2_shr(right, step));
}

/* moves_along_rows() */
static inline v128_t moves_along_rows_lanes(v128_t p, v128_t inner)
{
    v128_t right = wasm_v128_and(inner, wasm_u64x2_shr(p, 1));
    const v128_t pair = wasm_v128_and(inner, wasm_u64x2_shr(inner, 1));
    right = wasm_v128_or(right, wasm_v128_and(inner, wasm_u64x2_shr(right, 1)));
    right = wasm_v128_or(right, wasm_v128_and(pair, wasm_u64x2_shr(right, 2)));
    right = wasm_v128_or(right, wasm_v128_and(pair, wasm_u64x2_shr(right, 2)));
    const v128_t left = wasm_i64x2_add(wasm_v128_and(inner, wasm_i64x2_shl(p, 1)), inner);
    return wasm_v128_or(left, wasm_u64x2_shr(right, 1));
}

/* Legal moves, occupied squares included. */
static inline v128_t moves_lanes(v128_t p, v128_t o)
{
    const v128_t inner = wasm_v128_and(o, wasm_i64x2_const_splat(0x7E7E7E7E7E7E7E7E));
    return wasm_v128_or(
        wasm_v128_or(moves_along_rows_lanes(p, inner), moves_along_lanes(p, o, 8)),
        wasm_v128_or(moves_along_lanes(p, inner, 7), moves_along_lanes(p, inner, 9)));
}

static inline struct moves_sides moves_both(uint64_t player, uint64_t opponent)
{
    const v128_t p = wasm_i64x2_make((int64_t)player, (int64_t)opponent);
    const v128_t o = wasm_i64x2_make((int64_t)opponent, (int64_t)player);
    const v128_t all = wasm_v128_andnot(moves_lanes(p, o), wasm_v128_or(p, o));
    return (struct moves_sides){(uint64_t)wasm_i64x2_extract_lane(all, 0),
                                (uint64_t)wasm_i64x2_extract_lane(all, 1)};
}

/* moves_potential() of two boards, occupied squares included. */
static inline v128_t moves_potential_lanes(v128_t opponent)
{
    const v128_t west_east = wasm_v128_or(
        wasm_v128_and(wasm_i64x2_shl(opponent, 1),
                      wasm_i64x2_const_splat((int64_t)UINT64_C(0xFEFEFEFEFEFEFEFE))),
        wasm_v128_and(wasm_u64x2_shr(opponent, 1), wasm_i64x2_const_splat(0x7F7F7F7F7F7F7F7F)));
    const v128_t rows = wasm_v128_or(opponent, west_east);
    return wasm_v128_or(west_east,
                        wasm_v128_or(wasm_i64x2_shl(rows, 8), wasm_u64x2_shr(rows, 8)));
}

#endif
