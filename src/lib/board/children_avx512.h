/* board/children_avx512.h - two children at a time (board/children.h), AVX-512.
 *
 * Each half of a vector holds one board, its four lanes the four axes, and nothing leaves the
 * vectors between the flips and the replies. */
#ifndef BOARD_CHILDREN_AVX512_H
#define BOARD_CHILDREN_AVX512_H

#include <immintrin.h>
#include "base/bits.h"
#include "board/child.h"
#include "board/moves.h"
#include "board/tables.h"

/* In each half, all lanes become the or of its four. */
static inline __m512i children_or(__m512i v)
{
    v = _mm512_or_si512(v, _mm512_permutex_epi64(v, 0x4E));
    return _mm512_or_si512(v, _mm512_shuffle_epi32(v, _MM_PERM_BADC));
}

/* One value for each half. */
static inline __m512i children_halves(uint64_t low, uint64_t high)
{
    return _mm512_inserti64x4(_mm512_castsi256_si512(_mm256_set1_epi64x((long long)low)),
                              _mm256_set1_epi64x((long long)high), 1);
}

static inline __m512i children_rays(int s1, int s2, int at)
{
    return _mm512_inserti64x4(
        _mm512_castsi256_si512(_mm256_load_si256((const __m256i *)(ray_masks[s1] + at))),
        _mm256_load_si256((const __m256i *)(ray_masks[s2] + at)), 1);
}

/* flip_lanes() of two moves. */
static inline __m512i children_flips(__m512i player, __m512i opponent, int s1, int s2)
{
    const __m512i up = children_rays(s1, s2, 0), down = children_rays(s1, s2, 4);
    __m512i near_down = _mm512_srlv_epi64(_mm512_set1_epi64((long long)(UINT64_C(1) << 63)),
                                          _mm512_lzcnt_epi64(_mm512_andnot_si512(opponent, down)));
    __m512i anchor = _mm512_and_si512(near_down, player);
    __m512i above = _mm512_sub_epi64(_mm512_setzero_si512(), _mm512_add_epi64(anchor, anchor));
    __m512i filled = _mm512_ternarylogic_epi64(opponent, up, up, 0xF3); /* opponent | ~up */
    __m512i carried = _mm512_sub_epi64(filled, _mm512_set1_epi64(-1));
    __mmask8 held = _mm512_test_epi64_mask(_mm512_and_si512(carried, up), player);
    __m512i run = _mm512_maskz_andnot_epi64(held, carried, _mm512_and_si512(opponent, up));
    return _mm512_ternarylogic_epi64(above, down, run, 0xEA); /* (above & down) | run */
}

/* moves_legal() of two boards, occupied squares included. */
static inline __m512i children_replies(__m512i p, __m512i opponent)
{
    const __m512i step = _mm512_set_epi64(9, 7, 8, 1, 9, 7, 8, 1);
    const __m512i step2 = _mm512_add_epi64(step, step);
    const long long inner = (long long)MOVES_INNER_COLUMNS;
    const __m512i o = _mm512_and_si512(
        opponent, _mm512_set_epi64(inner, inner, -1, inner, inner, inner, -1, inner));
    __m512i left = _mm512_and_si512(o, _mm512_sllv_epi64(p, step));
    __m512i right = _mm512_and_si512(o, _mm512_srlv_epi64(p, step));
    /* 0xF8: a | (b & c) */
    left = _mm512_ternarylogic_epi64(left, o, _mm512_sllv_epi64(left, step), 0xF8);
    right = _mm512_ternarylogic_epi64(right, o, _mm512_srlv_epi64(right, step), 0xF8);
    const __m512i pair_left = _mm512_and_si512(o, _mm512_sllv_epi64(o, step));
    const __m512i pair_right = _mm512_srlv_epi64(pair_left, step);
    for (int i = 0; i < 2; i++) {
        left = _mm512_ternarylogic_epi64(left, pair_left, _mm512_sllv_epi64(left, step2), 0xF8);
        right = _mm512_ternarylogic_epi64(right, pair_right, _mm512_srlv_epi64(right, step2), 0xF8);
    }
    return _mm512_or_si512(_mm512_sllv_epi64(left, step), _mm512_srlv_epi64(right, step));
}

/* moves_potential() of two boards, occupied squares included. */
static inline __m512i children_potential(__m512i opponent)
{
    const __m512i step = _mm512_set_epi64(9, 7, 8, 1, 9, 7, 8, 1);
    const long long not_a = (long long)UINT64_C(0xFEFEFEFEFEFEFEFE),
                    not_h = (long long)UINT64_C(0x7F7F7F7F7F7F7F7F);
    const __m512i left_mask = _mm512_set_epi64(not_a, not_h, -1, not_a, not_a, not_h, -1, not_a);
    const __m512i right_mask = _mm512_set_epi64(not_h, not_a, -1, not_h, not_h, not_a, -1, not_h);
    __m512i left = _mm512_and_si512(_mm512_sllv_epi64(opponent, step), left_mask);
    return _mm512_ternarylogic_epi64(left, _mm512_srlv_epi64(opponent, step), right_mask, 0xF8);
}

/* The value of each half. */
static inline uint64_t children_low(__m512i v)
{
    return (uint64_t)_mm_cvtsi128_si64(_mm512_castsi512_si128(v));
}

static inline uint64_t children_high(__m512i v)
{
    return (uint64_t)_mm_cvtsi128_si64(_mm512_extracti32x4_epi32(v, 2));
}

static inline void children_two(__m512i player, __m512i opponent, int s1, int s2,
                                struct child two[2])
{
    const __m512i flips = children_or(children_flips(player, opponent, s1, s2));
    const __m512i disc = children_halves(bit_of(s1), bit_of(s2));
    const __m512i next_player = _mm512_xor_si512(opponent, flips);
    const __m512i next_opponent = _mm512_ternarylogic_epi64(player, flips, disc, 0x96);
    const __m512i occupied = _mm512_or_si512(next_player, next_opponent);
    const __m512i replies = children_replies(next_player, next_opponent);
    const __m512i potential = children_potential(next_opponent);
    /* Both sets share one reduction: replies in the even words, potential moves in the odd ones
     * (2 % of a solve). */
    __m512i sets = _mm512_or_si512(_mm512_unpacklo_epi64(replies, potential),
                                   _mm512_unpackhi_epi64(replies, potential));
    sets = _mm512_or_si512(sets, _mm512_permutex_epi64(sets, 0x4E));
    sets = _mm512_andnot_si512(occupied, sets);
    two[0].flips = children_low(flips);
    two[1].flips = children_high(flips);
    _mm_storeu_si128((__m128i *)&two[0].replies, _mm512_castsi512_si128(sets));
    _mm_storeu_si128((__m128i *)&two[1].replies, _mm512_extracti32x4_epi32(sets, 2));
    two[0].square = (uint64_t)s1;
    two[1].square = (uint64_t)s2;
}

/* Children are made CHILDREN_STEP at a time. */
enum { CHILDREN_STEP = 2 };
struct children_of { __m512i player, opponent; };

static inline struct children_of children_of(uint64_t player, uint64_t opponent)
{
    return (struct children_of){_mm512_set1_epi64((long long)player),
                                _mm512_set1_epi64((long long)opponent)};
}

/* The children of the lowest moves (a single one is made twice); returns the other moves. */
static inline uint64_t children_step(const struct children_of *board, uint64_t moves,
                                     struct child to[CHILDREN_STEP])
{
    const int s1 = bit_first(moves);
    moves = bit_drop(moves);
    children_two(board->player, board->opponent, s1, moves ? bit_first(moves) : s1, to);
    return bit_drop(moves);
}

#endif
