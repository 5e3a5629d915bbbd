/* report/facts.c - implements facts.h. */
#include "report/facts.h"

#include "base/bits.h"

uint64_t facts_grow(uint64_t set)
{
    const uint64_t not_a = UINT64_C(0xFEFEFEFEFEFEFEFE), not_h = UINT64_C(0x7F7F7F7F7F7F7F7F);
    const uint64_t row = set | (set << 1 & not_a) | (set >> 1 & not_h);
    return row | row << 8 | row >> 8;
}

uint64_t facts_region(uint64_t empty, int square)
{
    uint64_t region = UINT64_C(1) << square;
    for (uint64_t before = 0; region != before;) {
        before = region;
        region = facts_grow(region) & empty;
    }
    return region;
}

struct move_facts facts_of(ofl_board before, int square)
{
    const ofl_board after = ofl_play(before, square); /* seen by other */
    const ofl_board swapped = ofl_swap(after);
    const uint64_t empty = ~(after.player | after.opponent);
    return (struct move_facts){
        .square = square,
        .n_flips = bit_count(ofl_flips(before, square)),
        .own = after.opponent,
        .other = after.player,
        .moves_other = ofl_legal_moves(after),
        .moves_own = ofl_legal_moves(swapped),
        .stable_own = ofl_stable_discs(swapped),
        .stable_other = ofl_stable_discs(after),
        .n_frontier = bit_count(after.opponent & facts_grow(empty)),
        .n_potential = bit_count(empty & facts_grow(after.opponent)),
        .n_region = bit_count(facts_region(~(before.player | before.opponent), square)),
    };
}
