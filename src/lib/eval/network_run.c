/* eval/network_run.c - see network_run.h (hot; one build per CPU level).
 *
 * Three steps: where the rows lie (pattern_find_rows), their sum (network_sum), and the value of
 * the sum (network_tail). Each is written for vectors of 64 bytes, of 32 and of 16. */
#include "eval/network_run.h"

#include "base/bits.h"
#include "board/moves.h"
#include "eval/network.h"
#include "eval/pattern_rows.h"
#include "eval/score.h"
#include "isa/isa.h"

/* One number for each channel. */
typedef uint16_t network_v8 __attribute__((vector_size(16), aligned(16)));

#if HAVE_AVX512
#include "eval/network_avx512.h"
#elif HAVE_AVX2
#include "eval/network_avx2.h"
#else
#include "eval/network_narrow.h"
#endif

static inline const struct network_ply *network_ply_of(const struct network *network,
                                                       uint64_t player, uint64_t opponent)
{
    int ply = bit_count(player | opponent) - 4;
    return &network->plies[ply < 0 ? 0 : ply];
}

/* S of one position, its rows found. */
static inline struct network_turns network_rows(const struct network *network,
                                                const struct network_ply *ply,
                                                struct moves_sides moves, const uint32_t *at)
{
    const uint8_t *rows = network->rows[(size_t)ply->bucket * PATTERN_N_CONFIGS];
    network_v8 start = *(const network_v8 *)ply->start +
                       *(const network_v8 *)ply->own[bit_count(moves.own)] +
                       *(const network_v8 *)ply->other[bit_count(moves.other)];
    return network_sum(rows, at, start);
}

static inline int network_round(int value) { return score_bound((value + 512) >> 10); }

int ISA_FN(network_evaluate)(const struct network *network, uint64_t player, uint64_t opponent,
                             const struct pattern_ids *ids, int side)
{
    const struct network_ply *ply = network_ply_of(network, player, opponent);
    _Alignas(64) uint32_t at[PATTERN_LANES] UNINITIALIZED;
    const struct moves_sides moves = moves_both(player, opponent);
    pattern_find_rows((struct pattern_place){ids, side, moves.own, moves.other},
                      NETWORK_ROW_SHIFT, at);
    struct network_turns s = network_rows(network, ply, moves, at);
    int value;
    network_tail(ply, &s, 1, &value);
    return network_round(value);
}

__attribute__((always_inline)) static inline void
evaluate_some(const struct network *network, const struct network_ply *ply,
              const struct pattern_input *in, int n, int *values)
{
    struct network_turns s[NETWORK_TOGETHER] UNINITIALIZED;
    _Alignas(64) uint32_t at[NETWORK_TOGETHER][PATTERN_LANES] UNINITIALIZED;
    struct moves_sides moves[NETWORK_TOGETHER] UNINITIALIZED;
    for (int p = 0; p < n; p++) {
        moves[p] = moves_both(in[p].player, in[p].opponent);
        pattern_find_rows((struct pattern_place){in[p].ids, in[p].side, moves[p].own,
                                                 moves[p].other}, NETWORK_ROW_SHIFT, at[p]);
    }
    for (int p = 0; p < n; p++)
        s[p] = network_rows(network, ply, moves[p], at[p]);
    network_tail(ply, s, n, values);
    for (int p = 0; p < n; p++)
        values[p] = network_round(values[p]);
}

void ISA_FN(network_evaluate_all)(const struct network *network, const struct pattern_input *in,
                                  int n, int *values)
{
    const struct network_ply *ply = network_ply_of(network, in->player, in->opponent);
    int i = 0;
    for (; NETWORK_TOGETHER >= 4 && i + 4 <= n; i += 4)
        evaluate_some(network, ply, in + i, 4, values + i);
    for (; NETWORK_TOGETHER >= 2 && i + 2 <= n; i += 2)
        evaluate_some(network, ply, in + i, 2, values + i);
    for (; i < n; i++)
        evaluate_some(network, ply, in + i, 1, values + i);
}
