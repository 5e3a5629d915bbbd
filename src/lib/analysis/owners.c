/* analysis/owners.c - see owners.h. */
#include "analysis/owners.h"

#include <limits.h>

#include "base/bits.h"
#include "base/rng.h"

/* Near to normal, with a standard deviation of two discs, in 1/100 disc. */
static int blur(struct rng *rng)
{
    enum { N_PARTS = 4, WIDTH = 347 };
    int sum = 0;
    for (int i = 0; i < N_PARTS; i++)
        sum += (int)rng_below(rng, WIDTH);
    return sum - N_PARTS * WIDTH / 2;
}

static int choose(ofl_engine *engine, ofl_board board, struct rng *rng)
{
    int best = OFL_PASS, best_cd = INT_MIN;
    for (uint64_t left = ofl_legal_moves(board); left; left = bit_drop(left)) {
        const ofl_board child = ofl_play(board, bit_first(left));
        const int value_cd = blur(rng) - (ofl_is_over(child)
                                              ? 100 * ofl_score(child, OFL_SCORE_TOURNAMENT)
                                              : ofl_evaluate(engine, child));
        if (value_cd > best_cd) {
            best = bit_first(left);
            best_cd = value_cd;
        }
    }
    return best;
}

void owners_expect(ofl_engine *engine, ofl_board board, int owners[64])
{
    struct rng rng = rng_seeded(1);
    for (int square = 0; square < 64; square++)
        owners[square] = 0;
    for (int game = 0; game < OWNERS_GAMES; game++) {
        ofl_board now = board;
        bool is_other = false;
        for (; !ofl_is_over(now); is_other = !is_other) {
            const int move = choose(engine, now, &rng);
            now = move == OFL_PASS ? ofl_swap(now) : ofl_play(now, move);
        }
        if (is_other)
            now = ofl_swap(now);
        for (int square = 0; square < 64; square++)
            owners[square] += !!(now.player & bit_of(square)) - !!(now.opponent & bit_of(square));
    }
}
