/* The error model: its block in a weights file, its shape, and the fit that makes it. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "eval/errors.h"
#include "eval/weights.h"
#include "train/errors_fit.h"

static const struct error_model sample_model = {
    .to_horizon = {{-5, 6, 7, -8, 9}, {600000, -4000, 64, -17000, 229, 6000, 359}},
    .to_end = {{1, -2, 3, 0, 5}, {640000, -326, 0, -7565, 192, 0, -40}},
};

Test(errors, block_comes_back_as_it_was_written)
{
    uint8_t bytes[ERRORS_BYTES];
    struct error_model model;
    struct reason reason;
    errors_to_bytes(&sample_model, bytes);
    cr_assert(errors_from_bytes(bytes, sizeof bytes, &model, &reason), "%s", reason.text);
    cr_expect_eq(memcmp(&model, &sample_model, sizeof model), 0);
}

Test(errors, every_damaged_byte_and_every_length_is_refused)
{
    uint8_t bytes[ERRORS_BYTES];
    struct error_model model;
    struct reason reason;
    errors_to_bytes(&sample_model, bytes);
    for (size_t i = 0; i < sizeof bytes; i++) {
        cr_expect_not(errors_from_bytes(bytes, i, &model, &reason), "%zu bytes", i);
        bytes[i] ^= 0x10;
        cr_expect_not(errors_from_bytes(bytes, sizeof bytes, &model, &reason), "byte %zu", i);
        bytes[i] ^= 0x10;
    }
}

Test(errors, a_coefficient_out_of_range_is_refused)
{
    enum { N = ERRORS_N_MEAN + ERRORS_N_SPREAD };
    for (int i = 0; i < 2 * N; i++) {
        const int32_t most = i % N < ERRORS_N_MEAN ? ERRORS_MOST_MEAN : ERRORS_MOST_SPREAD;
        const int32_t bad[] = {most + 1, -most - 1, INT32_MAX, INT32_MIN};
        for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
            struct error_model model = sample_model, read;
            struct error_fit *fit = i < N ? &model.to_horizon : &model.to_end;
            *(i % N < ERRORS_N_MEAN ? &fit->mean[i % N] : &fit->spread[i % N - ERRORS_N_MEAN]) =
                bad[k];
            uint8_t bytes[ERRORS_BYTES];
            errors_to_bytes(&model, bytes);
            struct reason reason;
            cr_expect_not(errors_from_bytes(bytes, sizeof bytes, &read, &reason), "%d, %d", i,
                          bad[k]);
        }
    }
}

Test(errors, spread_is_two_to_the_sum_within_half_a_percent_and_bounded)
{
    struct rng rng = rng_seeded(7);
    for (int i = 0; i < 100000; i++) {
        struct error_fit fit = {{0}, {0}};
        int x = (int)rng_below(&rng, 16 * 65536);
        fit.spread[0] = x;
        double want = exp2(x / 65536.0);
        want = want < 16 ? 16 : want > 8192 ? 8192 : want;
        int got = errors_spread(&fit, 30, 4, 12, 0);
        cr_assert(fabs(got - want) <= 1 + 0.005 * want, "%d: %d, want %.1f", x, got, want);
    }
}

Test(errors, few_moves_widen_the_spread_and_many_narrow_it)
{
    const struct error_fit *fit = &errors_default.to_horizon;
    for (int e = 12; e <= 56; e++) {
        const int typical = (int)lround(23.5 - (38 - e) * (38 - e) / 55.0);
        cr_expect_leq(abs(errors_volatility(e, typical)), 6000 / 2 + 100, "%d empties", e);
        for (int n = 2; n < 40; n++)
            cr_expect_gt(errors_volatility(e, n - 1), errors_volatility(e, n));
        /* 6,000 of 65,536 a move: eleven moves make a factor of two. */
        double few = errors_spread(fit, e, 0, 8, errors_volatility(e, typical - 6));
        double many = errors_spread(fit, e, 0, 8, errors_volatility(e, typical + 5));
        cr_expect(fabs(few / many - 2) < 0.05, "%d empties: %.0f, %.0f", e, few, many);
    }
}

Test(errors, default_is_wide_everywhere)
{
    for (int e = 5; e <= 60; e++)
        for (int s = 0; s <= 8; s++) {
            if (s < e)
                cr_expect_geq(errors_spread(&errors_default.to_end, e, s, e, 0), 4 * 128);
            for (int d = s + 1; d < 30; d++)
                cr_expect_geq(errors_spread(&errors_default.to_horizon, e, s, d, 0), 2 * 128);
        }
}

/* Normal by the sum of twelve uniform numbers. */
static double draw_normal(struct rng *rng)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += (double)(rng_next(rng) >> 11) / 9007199254740992.0;
    return sum;
}

enum { N_SAMPLES = 40000 };

/* Every fourth sample is held out, and of another law. */
static struct error_sample draw_sample(const struct error_fit *truth, enum error_kind kind, int i,
                                       struct rng *rng)
{
    const int e = 10 + (int)rng_below(rng, 45);
    const int d = kind == ERRORS_TO_END ? e : 2 + (int)rng_below(rng, 9);
    const int s = (int)rng_below(rng, d < 10 ? (uint32_t)d : 10);
    const double error =
        errors_mean(truth, e, s, d) + errors_spread(truth, e, s, d, 0) * draw_normal(rng);
    return (struct error_sample){e, s, d, i % 4 ? error : 2000 - 3 * error, i % 4 == 0};
}

/* Means of up to two discs, which fall with the depth and know odd from even. */
static const struct error_fit means_and_spreads[] = {
    [ERRORS_TO_HORIZON] = {{-6000000, 200000, 300000, -400000, 4000000},
                           {600000, -4000, 64, -17000, 229, 6000, 359}},
    [ERRORS_TO_END] = {{5000000, -300000, 400000, 0, -3000000},
                       {540000, 2500, 0, -7565, 192, 0, -40}},
};

static void expect_fit(enum error_kind kind)
{
    static struct error_sample samples[N_SAMPLES];
    struct rng rng = rng_seeded(11);
    const struct error_fit *truth = &means_and_spreads[kind];
    for (int i = 0; i < N_SAMPLES; i++)
        samples[i] = draw_sample(truth, kind, i, &rng);
    struct error_fit fit;
    cr_assert(errors_fit(samples, N_SAMPLES, kind, &fit));
    for (int e = 12; e <= 52; e += 8)
        for (int s = 0; s <= 5; s++) {
            const int d = kind == ERRORS_TO_END ? e : 2 * s + 1 - s % 2;
            const double got = errors_spread(&fit, e, s, d, 0);
            const double want = errors_spread(truth, e, s, d, 0);
            cr_expect(fabs(got / want - 1) < 0.08, "e %d s %d d %d: %.0f, want %.0f", e, s, d, got,
                      want);
            const int mean = errors_mean(&fit, e, s, d), true_mean = errors_mean(truth, e, s, d);
            cr_expect_lt(abs(mean - true_mean), 4 + 0.05 * want, "e %d s %d d %d: %d, want %d", e,
                         s, d, mean, true_mean);
        }
}

Test(errors, fit_finds_the_model_that_drew_the_samples)
{
    expect_fit(ERRORS_TO_HORIZON);
    expect_fit(ERRORS_TO_END);
}

Test(errors, too_few_samples_are_no_model)
{
    struct error_sample samples[64];
    struct error_fit fit;
    for (int i = 0; i < 64; i++)
        samples[i] = (struct error_sample){20 + i % 8, i % 3, 4, i, i % 4 != 0};
    cr_expect_not(errors_fit(samples, 64, ERRORS_TO_HORIZON, &fit), "16 that are not held out");
    for (int i = 0; i < 64; i++)
        samples[i].is_held_out = i % 2;
    cr_expect(errors_fit(samples, 64, ERRORS_TO_HORIZON, &fit), "32");
}
