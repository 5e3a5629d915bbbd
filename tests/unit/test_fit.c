/* The fit of the classical evaluation: its labels, and that it learns, always the same. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <math.h>
#include <outflank/notation.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "board/wthor.h"
#include "eval/classical_weights.h"
#include "eval/score.h"
#include "isa/kernel.h"
#include "support.h"
#include "train/late.h"
#include "train/regress.h"
#include "train/report.h"

Test(fit, solves_late_positions_exactly)
{
    FILE *file = test_open("endgame/exact-1-18.obf");
    char line[2048];
    int n = 0;
    while (fgets(line, sizeof line, file)) {
        struct ofl_obf obf;
        if (ofl_obf_from_text(line, strlen(line), &obf, NULL) != 1 || !obf.n_scores ||
            ofl_count_empties(obf.position.board) > 11)
            continue;
        int best = -64;
        for (int i = 0; i < obf.n_scores; i++)
            if (obf.scores[i].score > best)
                best = obf.scores[i].score;
        const ofl_board board = obf.position.board;
        cr_assert_eq(late_search(board, -64, 64), best, "%s", line);
        cr_assert_leq(late_search(board, best, best + 1), best, "%s", line);
        cr_assert_geq(late_search(board, best - 1, best), best, "%s", line);
        n++;
    }
    fclose(file);
    cr_assert_gt(n, 100);
}

/* The samples of the games of a year; every `each`th game held out. */
static struct samples samples_of(const char *name, uint32_t each)
{
    struct samples samples = {0};
    struct sampler *sampler = sampler_create();
    size_t size;
    char *bytes = test_read(name, &size);
    struct wthor_reader reader;
    struct wthor_game game;
    cr_assert(sampler && wthor_open(&reader, (const uint8_t *)bytes, size, NULL));
    for (int r; (r = wthor_next(&reader, &game, NULL)) != 0;)
        if (r > 0)
            cr_assert(samples_add_game(sampler, &samples, &game, game.index % each == 0));
    sampler_destroy(sampler);
    free(bytes);
    cr_assert_gt(samples.n, 50 * samples.n_games);
    return samples;
}

Test(fit, labels_are_the_games_results)
{
    struct sampler *sampler = sampler_create();
    size_t size;
    char *bytes = test_read("games/WTH_1977.wtb", &size);
    struct wthor_reader reader;
    struct wthor_game game;
    cr_assert(sampler && wthor_open(&reader, (const uint8_t *)bytes, size, NULL));
    do
        cr_assert_eq(wthor_next(&reader, &game, NULL), 1);
    while (!game.is_over);
    struct samples one = {0};
    cr_assert(samples_add_game(sampler, &one, &game, false));
    cr_assert_eq(one.n_games, 1);
    cr_assert_eq((int)one.n, game.n_moves);
    const int theory = 2 * game.theoretical_discs - 64;
    ofl_position p = game.start;
    for (int i = 0; i < game.n_moves; i++) {
        const struct sample *s = &one.list[i];
        const int sign = p.turn == OFL_BLACK ? 1 : -1;
        cr_assert(s->board.player == p.board.player && s->board.opponent == p.board.opponent);
        if (s->empties >= game.exact_empties)
            cr_assert_eq((int)s->target, sign * theory, "%d empties", s->empties);
        if (s->empties <= 10)
            cr_assert_eq((int)s->target, late_search(p.board, -64, 64), "%d empties", s->empties);
        cr_assert(fabs(s->target) <= 64);
        p = (ofl_position){ofl_play(p.board, game.moves[i]), !p.turn};
    }
    /* A wrong score in the record: the game is left out, not learned. */
    const size_t before = one.n;
    game.black_discs ^= 1;
    cr_assert(samples_add_game(sampler, &one, &game, false));
    cr_assert(one.n == before && one.n_games == 1 && one.n_games_refused == 1);
    free(one.list);
    free(bytes);
    sampler_destroy(sampler);
}

/* Boards worth what a simple rule says; half of them held out. */
static struct samples made_up_samples(struct rng *rng, int n)
{
    struct sampler *sampler = sampler_create();
    struct samples samples = {.list = calloc((size_t)n, sizeof *samples.list), .n = (size_t)n};
    cr_assert(sampler && samples.list);
    for (int i = 0; i < n; i++) {
        const uint64_t discs = rng_next(rng), own = rng_next(rng);
        struct sample *s = &samples.list[i];
        *s = sampler_sample(sampler, (ofl_board){discs & own, discs & ~own});
        const int corners = s->count[CLASSICAL_CORNERS][0] - s->count[CLASSICAL_CORNERS][1];
        const int moves = s->count[CLASSICAL_MOBILITY][0] - s->count[CLASSICAL_MOBILITY][1];
        s->target = (float)(7 * corners + moves);
        s->held_out = i & 1;
    }
    sampler_destroy(sampler);
    return samples;
}

static double held_out_error(const struct samples *samples, const double *weights)
{
    double sum = 0;
    for (size_t i = 0; i < samples->n; i++) {
        const struct sample *s = &samples->list[i];
        const double target = s->target;
        if (s->held_out)
            sum += fabs((weights ? regress_predict(weights, s) : 0) - target);
    }
    return 2 * sum / (double)samples->n;
}

Test(fit, learns_a_rule_and_always_learns_the_same)
{
    const struct regress_options options = {
        .bend = 1, .drift = 1, .shape = 10, .shape_drift = 10, .iterations = 30};
    const uint64_t seed = test_seed(78);
    struct rng rng = rng_seeded(seed);
    const struct samples samples = made_up_samples(&rng, 20000);
    double *weights = malloc(REGRESS_WEIGHTS * sizeof *weights);
    double *again = malloc(REGRESS_WEIGHTS * sizeof *again);
    cr_assert(weights && again);
    cr_assert(regress_fit(&samples, &options, weights));
    cr_assert(regress_fit(&samples, &options, again));
    cr_assert_eq(memcmp(weights, again, REGRESS_WEIGHTS * sizeof *weights), 0);
    const double fitted = held_out_error(&samples, weights);
    const double nothing = held_out_error(&samples, NULL);
    cr_assert(fitted < 0.1 * nothing, "%.2f discs, %.2f without weights (seed %" PRIu64 ")", fitted,
              nothing, seed);
    free(weights);
    free(again);
    free(samples.list);
}

/* The weights of the header in the regression's order. */
static void committed_weights(double *weights)
{
    const struct { const int16_t *from; size_t n; } parts[] = {
        {&fitted_counts[0][0][0], sizeof fitted_counts / sizeof(int16_t)},
        {&fitted_parity[0][0], sizeof fitted_parity / sizeof(int16_t)},
        {&fitted_edges[0][0], sizeof fitted_edges / sizeof(int16_t)},
        {&fitted_blocks[0][0], sizeof fitted_blocks / sizeof(int16_t)},
        {&fitted_seconds[0][0], sizeof fitted_seconds / sizeof(int16_t)},
        {&fitted_diagonals[0][0], sizeof fitted_diagonals / sizeof(int16_t)},
    };
    size_t at = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        for (size_t j = 0; j < parts[i].n; j++)
            weights[at++] = (double)parts[i].from[j] / EVAL_DISC;
    cr_assert_eq(at, REGRESS_WEIGHTS);
}

/* The evaluation in the binary is what the regression would predict, but for rounding:
 * every weight was unpacked to its place. */
Test(fit, prediction_is_the_evaluation)
{
    const uint64_t seed = test_seed(77);
    struct rng rng = rng_seeded(seed);
    struct sampler *sampler = sampler_create();
    double *weights = malloc(REGRESS_WEIGHTS * sizeof *weights);
    cr_assert(sampler && weights);
    committed_weights(weights);
    for (int i = 0; i < 20000; i++) {
        const uint64_t discs = i & 1 ? rng_next(&rng) : rng_next(&rng) | rng_next(&rng);
        const uint64_t own = rng_next(&rng);
        const ofl_board board = {discs & own, discs & ~own};
        const struct sample s = sampler_sample(sampler, board);
        const double predicted = regress_predict(weights, &s);
        const double value = (double)kernel()->evaluate(board) / EVAL_DISC;
        if (fabs(predicted) < 63)
            cr_assert_lt(fabs(predicted - value), 0.1, "board %d (seed %" PRIu64 "): %f, not %f",
                         i, seed, value, predicted);
    }
    free(weights);
    sampler_destroy(sampler);
}

Test(fit, reports_errors_by_stage)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    struct samples samples = samples_of("games/WTH_1977.wtb", 2);
    report_errors(out, NULL, &samples);
    fclose(out);
    const char *row = strstr(text, "| 20-23 |");
    double positions, mae;
    cr_assert(row && strstr(text, "| all |"), "%s", text);
    cr_assert_eq(sscanf(row, "| 20-23 | %lf | %lf", &positions, &mae), 2);
    cr_assert(positions > 10 && mae > 0 && mae < 15, "%s", text);
    free(text);
    free(samples.list);
}

Test(fit, writes_every_weight)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    const struct samples none = {0};
    double *weights = malloc(REGRESS_WEIGHTS * sizeof *weights);
    cr_assert_not_null(weights);
    for (int i = 0; i < REGRESS_WEIGHTS; i++)
        weights[i] = (i % 7 - 3) / 2.0;
    cr_assert(report_weights(out, weights, &none));
    fclose(out);
    const char *at = strstr(text, "{\n");
    int n = 0;
    for (; at && *at; at++)
        if ((*at == '{' || *at == ',') && (at[1] == '-' || (at[1] >= '0' && at[1] <= '9')))
            cr_assert_eq(atoi(at + 1), (n++ % 7 - 3) * EVAL_DISC / 2, "weight %d", n - 1);
    cr_assert_eq(n, REGRESS_WEIGHTS);
    free(weights);
    free(text);
}
