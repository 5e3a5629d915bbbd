/* eval/errors.h - how far a shallow search is from a deeper one: the error model.
 *
 * For a position with e empty squares, the value found at depth D is the value
 * found at depth s (0: the static value) plus an error of mean mu and standard
 * deviation sigma. Both are smooth in e, s and D (Buro 1995; the smooth form as
 * in Edax):
 *
 *   mu         = m0 + m1 e + m2 s + m3 D + m4 p,   p: +1 or -1 when D - s is odd
 *   log2 sigma = c0 + c1 e + c2 e^2 + c3 s + c4 s^2 + c5 D + c6 s D + volatility
 *
 * The volatility of a position is 0 on average and falls with the legal moves of both
 * sides: where there are few, one of them decides much. All in 1/128 disc, coefficients
 * in 1/65536, integers throughout: the same at every CPU level. One set holds for
 * searches to a horizon, one for searches to the end of the game (there D = e).
 * `outflank-train errors` fits both to a weights file and writes them as a block of a part file
 * (eval/parts.h):
 *
 *   0  8  magic "OFLERRM1"
 *   8     coefficients, int32 little endian: mean and spread to a horizon, then to the end
 *  end 8  checksum of what stands before it (base/checksum.h)
 *
 * Weights without this block get errors_default, which is wide: safe, and slower. */
#ifndef EVAL_ERRORS_H
#define EVAL_ERRORS_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/reason.h"

enum { ERRORS_N_MEAN = 5, ERRORS_N_SPREAD = 7 };

struct error_fit {
    int32_t mean[ERRORS_N_MEAN], spread[ERRORS_N_SPREAD];
};

struct error_model {
    struct error_fit to_horizon, to_end;
};
_Static_assert(sizeof(struct error_model) == 2 * 4 * (ERRORS_N_MEAN + ERRORS_N_SPREAD),
               "no padding: tests compare it");

#define ERRORS_MAGIC "OFLERRM1"

enum { ERRORS_BYTES = 8 + 2 * 4 * (ERRORS_N_MEAN + ERRORS_N_SPREAD) + 8 };

/* What a file may hold. A coefficient of the mean is at most 64 discs, one of the spread at most a
 * factor of 2^64: far more than any fit gives, and every sum below stays in its type. */
enum { ERRORS_MOST_MEAN = 64 * 128 * 65536, ERRORS_MOST_SPREAD = 64 * 65536 };

extern const struct error_model errors_default;

/* False with `reason` if this is no such block, a damaged one, or one out of range. */
bool errors_from_bytes(const uint8_t *bytes, size_t size, struct error_model *model,
                       struct reason *reason);
void errors_to_bytes(const struct error_model *model, uint8_t bytes[ERRORS_BYTES]);

/* What the coefficients are multiplied by. */
static inline void errors_mean_terms(int e, int s, int d, int terms[ERRORS_N_MEAN])
{
    terms[0] = 1;
    terms[1] = e;
    terms[2] = s;
    terms[3] = d;
    terms[4] = (d - s) & 1 ? (s & 1 ? -1 : 1) : 0;
}

static inline void errors_spread_terms(int e, int s, int d, int terms[ERRORS_N_SPREAD])
{
    terms[0] = 1;
    terms[1] = e;
    terms[2] = e * e;
    terms[3] = s;
    terms[4] = s * s;
    terms[5] = d;
    terms[6] = s * d;
}

/* Mean of (value at depth d - value at depth s), 1/128 disc. */
static inline int errors_mean(const struct error_fit *fit, int e, int s, int d)
{
    int terms[ERRORS_N_MEAN];
    errors_mean_terms(e, s, d, terms);
    int64_t sum = 0;
    for (int i = 0; i < ERRORS_N_MEAN; i++)
        sum += (int64_t)fit->mean[i] * terms[i];
    return (int)(sum / 65536);
}

/* The part of it that goes from odd to even depths and back; the rest was fitted to small depths
 * and is not to be trusted beyond them. */
static inline int errors_mean_parity(const struct error_fit *fit, int s, int d)
{
    int terms[ERRORS_N_MEAN];
    errors_mean_terms(0, s, d, terms);
    return fit->mean[4] * terms[4] / 65536;
}

/* The tempo: half of the mean difference between values of odd and of even depths, 1/128 disc.
 * Static values favour the side that moved last. The tempo, added to the static value at the
 * horizon for the side to move there, makes odd and even depths agree in the mean. */
static inline int errors_tempo(const struct error_fit *to_horizon)
{
    return to_horizon->mean[4] / (2 * 65536);
}

/* How much a tempo at the horizon changes the value at the root of a search to `depth` plies. */
static inline int errors_shift(int tempo, int depth) { return depth & 1 ? -tempo : tempo; }

/* What so many legal moves of both sides together add to log2 sigma, 1/65536. On 521,000 positions
 * of self-play, 15-47 empties, the spread of E1's errors falls by 3.4 to 5.2 % a move (3,200 to
 * 4,900), the classical evaluation's by a fifth less; 6,000 saved the solver more nodes. On
 * average there are 23.5 - (38 - e)^2 / 55 moves, within 0.5
 * (15-45 empties; docs/lab/midgame.md). */
static inline int errors_volatility(int e, int n_moves)
{
    enum { SLOPE = 6000, TYPICAL_55 = 1292 };
    return SLOPE * (TYPICAL_55 - (38 - e) * (38 - e) - 55 * n_moves) / 55;
}

/* Its standard deviation, 1/128 disc, kept between 1/8 and 64 discs. `volatility` is that of the
 * position, or 0 for all of e empties together. */
static inline int errors_spread(const struct error_fit *fit, int e, int s, int d, int volatility)
{
    assert(e >= 0 && e <= 64 && s >= 0 && s < d && d <= 64);
    int terms[ERRORS_N_SPREAD];
    errors_spread_terms(e, s, d, terms);
    int64_t x = volatility;
    for (int i = 0; i < ERRORS_N_SPREAD; i++)
        x += (int64_t)fit->spread[i] * terms[i];
    x = x < 4 * 65536 ? 4 * 65536 : x > 13 * 65536 ? 13 * 65536 : x;
    /* 2^f for 0 <= f < 1 by a parabola, within 0.3 %. */
    int64_t f = x & 65535;
    int64_t m = 65536 + (f * (43024 + (22512 * f >> 16)) >> 16);
    return (int)(m << (x >> 16) >> 16);
}

#endif
