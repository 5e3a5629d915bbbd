/* board/splat.h - a bitboard in all lanes of a vector (a splat), as flips are found.
 *
 * Where move follows move, as in the last five empties, boards stay in vectors, all four lanes
 * alike: the way from vector to register and back takes as long as half a flip (4 % of a solve at
 * AVX-512). With NEON it is a pair (board/pair_neon.h), else a number like any other. */
#ifndef BOARD_SPLAT_H
#define BOARD_SPLAT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bits.h"
#include "board/flip.h"

#if HAVE_AVX2

typedef __m256i splat;
typedef __m256i splat_flips; /* four parts, to be or-ed together */

static inline splat splat_of(uint64_t discs) { return _mm256_set1_epi64x((long long)discs); }

static inline uint64_t splat_discs(splat discs)
{
    return (uint64_t)_mm_cvtsi128_si64(_mm256_castsi256_si128(discs));
}

/* `discs` and one on an empty square. */
static inline splat splat_placed(splat discs, int square)
{
    return _mm256_xor_si256(discs, splat_of(bit_of(square)));
}

static inline splat_flips splat_flip(splat player, splat opponent, int square)
{
    return flip_lanes(player, opponent, square);
}

static inline bool splat_any(splat_flips flips) { return !_mm256_testz_si256(flips, flips); }

static inline splat splat_all(splat_flips flips)
{
    flips = _mm256_or_si256(flips, _mm256_permute4x64_epi64(flips, 0x4E));
    return _mm256_or_si256(flips, _mm256_shuffle_epi32(flips, 0x4E));
}

/* `discs` after the flips have changed sides. */
static inline splat splat_turned(splat discs, splat_flips flips)
{
    return _mm256_xor_si256(discs, splat_all(flips));
}

static inline uint64_t splat_turned_discs(splat discs, splat_flips flips)
{
    return flip_reduce(flips) ^ splat_discs(discs);
}

#elif HAVE_NEON

typedef uint64x2_t splat;
typedef uint64x2_t splat_flips;

static inline splat splat_of(uint64_t discs) { return pair_of(discs); }
static inline uint64_t splat_discs(splat discs) { return vgetq_lane_u64(discs, 0); }

static inline splat splat_placed(splat discs, int square)
{
    return veorq_u64(discs, vld1q_u64(disc_pairs[square]));
}

static inline splat_flips splat_flip(splat player, splat opponent, int square)
{
    return pair_flip(player, opponent, square);
}

static inline bool splat_any(splat_flips flips) { return pair_any(flips); }
static inline splat splat_all(splat_flips flips) { return vorrq_u64(flips, pair_turned(flips)); }

static inline splat splat_turned(splat discs, splat_flips flips)
{
    return veorq_u64(discs, splat_all(flips));
}

static inline uint64_t splat_turned_discs(splat discs, splat_flips flips)
{
    return splat_discs(splat_turned(discs, flips));
}

#else

typedef uint64_t splat;
typedef uint64_t splat_flips;

static inline splat splat_of(uint64_t discs) { return discs; }
static inline uint64_t splat_discs(splat discs) { return discs; }
static inline splat splat_placed(splat discs, int square) { return discs ^ bit_of(square); }

/* In WebAssembly a call saves all registers: written out, flips save 2 % of a solve. */
#if HAVE_SIMD128
__attribute__((always_inline))
#endif
static inline splat_flips splat_flip(splat player, splat opponent, int square)
{
    return neighbour_masks[square] & opponent ? flip(player, opponent, square) : 0;
}

static inline bool splat_any(splat_flips flips) { return flips != 0; }
static inline splat splat_turned(splat discs, splat_flips flips) { return discs ^ flips; }
static inline uint64_t splat_turned_discs(splat discs, splat_flips flips) { return discs ^ flips; }

#endif
#endif
