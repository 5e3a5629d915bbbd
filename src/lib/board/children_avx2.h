/* board/children_avx2.h - one child at a time (board/children.h), its board in vectors, AVX2. */
#ifndef BOARD_CHILDREN_AVX2_H
#define BOARD_CHILDREN_AVX2_H

#include "base/bits.h"
#include "board/child.h"
#include "board/moves.h"
#include "board/splat.h"

enum { CHILDREN_STEP = 1 };
struct children_of { splat player, opponent; };

static inline struct children_of children_of(uint64_t player, uint64_t opponent)
{
    return (struct children_of){splat_of(player), splat_of(opponent)};
}

/* moves_potential() in four parts, occupied squares included. */
static inline __m256i children_potential(__m256i opponent)
{
    const __m256i step = _mm256_set_epi64x(9, 7, 8, 1);
    const long long not_a = (long long)UINT64_C(0xFEFEFEFEFEFEFEFE),
                    not_h = (long long)UINT64_C(0x7F7F7F7F7F7F7F7F);
    return _mm256_or_si256(_mm256_and_si256(_mm256_sllv_epi64(opponent, step),
                                            _mm256_set_epi64x(not_a, not_h, -1, not_a)),
                           _mm256_and_si256(_mm256_srlv_epi64(opponent, step),
                                            _mm256_set_epi64x(not_h, not_a, -1, not_h)));
}

static inline uint64_t children_step(const struct children_of *board, uint64_t moves,
                                     struct child to[CHILDREN_STEP])
{
    const int square = bit_first(moves);
    const splat flips = splat_all(splat_flip(board->player, board->opponent, square));
    const splat next_player = _mm256_xor_si256(board->opponent, flips);
    const splat next_opponent = _mm256_xor_si256(splat_placed(board->player, square), flips);
    const __m256i occupied = _mm256_or_si256(next_player, next_opponent);
    const __m256i replies = moves_lanes(next_player, next_opponent);
    const __m256i potential = children_potential(next_opponent);
    /* Both sets share one reduction: replies in the low word, potential moves in the high one. */
    const __m256i sets = _mm256_or_si256(_mm256_unpacklo_epi64(replies, potential),
                                         _mm256_unpackhi_epi64(replies, potential));
    const __m128i both = _mm_or_si128(_mm256_castsi256_si128(sets),
                                      _mm256_extracti128_si256(sets, 1));
    to->flips = splat_discs(flips);
    _mm_storeu_si128((__m128i *)&to->replies,
                     _mm_andnot_si128(_mm256_castsi256_si128(occupied), both));
    to->square = (uint64_t)square;
    return bit_drop(moves);
}

#endif
