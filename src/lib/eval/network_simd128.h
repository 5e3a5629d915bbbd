/* eval/network_simd128.h - steps of the layers that are one instruction each in WebAssembly
 * (network_narrow.h). */
#ifndef EVAL_NETWORK_SIMD128_H
#define EVAL_NETWORK_SIMD128_H

#include <wasm_simd128.h>

/* Products of words, two neighbours added up. */
static inline network_dwords network_madd(network_words x, network_words y)
{
    return (network_dwords)wasm_i32x4_dot_i16x8((v128_t)x, (v128_t)y);
}

static inline void network_active(network_words s[TURNS])
{
    UNROLLED
    for (int turn = 0; turn < TURNS; turn++) {
        v128_t x = wasm_i16x8_max((v128_t)s[turn], wasm_i16x8_const_splat(0));
        x = wasm_i16x8_shl(wasm_i16x8_min(x, wasm_i16x8_const_splat(1023)), NETWORK_ACTIVE_SHIFT);
        s[turn] = (network_words)wasm_i16x8_q15mulr_sat(x, x);
    }
}

static inline network_words network_clamp(network_dwords x, network_dwords y)
{
    return (network_words)wasm_u16x8_min(wasm_u16x8_narrow_i32x4((v128_t)x, (v128_t)y),
                                         wasm_u16x8_const_splat(NETWORK_ACTIVE));
}

#endif
