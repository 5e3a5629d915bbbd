/* eval/network_run.h - the value of a position by the embedding network (hot files only).
 *
 * Three steps: where the rows lie (network_find), their sum (network_sum), and the value of
 * the sum (network_tail). Each is written for vectors of 64 bytes, of 32 and of 16. */
#ifndef EVAL_NETWORK_RUN_H
#define EVAL_NETWORK_RUN_H

#include "base/bits.h"
#include "board/moves.h"
#include "eval/network.h"
#include "eval/score.h"
#include "isa/isa.h"

/* One number for each channel. */
typedef uint16_t network_v8 __attribute__((vector_size(16), aligned(16)));

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "pairs of bytes are read as words");

#if HAVE_AVX512
#include "eval/network_avx512.h"
#elif HAVE_AVX2
#include "eval/network_avx2.h"
#else
#include "eval/network_narrow.h"
#endif

#if !HAVE_AVX512

/* Where the rows of all instances lie, in bytes from the first one. */
static inline void network_find(const struct pattern_ids *ids, int side, uint32_t *at)
{
    for (int lane = 0; lane < PATTERN_LANES; lane++) {
        uint16_t id = ids->id[lane];
        id = side ? (uint16_t)(pattern_lane_max[lane] - id) : id;
        at[lane] = (id + pattern_lane_offsets[lane]) * NETWORK_LANES;
    }
}

#endif

/* For the side to move, 1/128 disc. `side`: 0 if the ids are kept for the mover's colour. */
static inline int network_evaluate(const struct network *network, uint64_t player,
                                   uint64_t opponent, const struct pattern_ids *ids, int side)
{
    int at_ply = bit_count(player | opponent) - 4;
    const struct network_ply *ply = &network->plies[at_ply < 0 ? 0 : at_ply];
    const uint8_t *rows = network->rows[(size_t)ply->bucket * PATTERN_N_CONFIGS];
    _Alignas(64) uint32_t at[PATTERN_LANES] UNINITIALIZED;
    network_find(ids, side, at);
    struct moves_counts moves = moves_count_both(player, opponent);
    network_v8 start = *(const network_v8 *)ply->start + *(const network_v8 *)ply->own[moves.own] +
                       *(const network_v8 *)ply->other[moves.other];
    struct network_turns s = network_sum(rows, at, start);
    return score_bound((network_tail(ply, &s) + 512) >> 10);
}

#endif
