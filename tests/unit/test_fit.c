/* The fit of the classical evaluation: its labels, and that it learns, always the same. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <math.h>
#include <outflank/notation.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "text/wthor.h"
#include "eval/classical_file.h"
#include "eval/score.h"
#include "isa/kernel.h"
#include "support.h"
#include "train/late.h"
#include "train/regress.h"
#include "train/fit_report.h"

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

/* The file that the evaluation was built with. */
static void read_built_in(uint8_t bytes[CLASSICAL_FILE_BYTES])
{
    FILE *file = fopen(CLASSICAL_WEIGHTS, "rb");
    cr_assert(file, "%s", CLASSICAL_WEIGHTS);
    cr_assert_eq(fread(bytes, 1, CLASSICAL_FILE_BYTES, file), CLASSICAL_FILE_BYTES);
    cr_assert_eq(fgetc(file), EOF);
    fclose(file);
}

/* Its weights in the regression's order. */
static void committed_weights(double *weights)
{
    static uint8_t bytes[CLASSICAL_FILE_BYTES];
    static struct classical_fitted fitted;
    static int16_t list[CLASSICAL_N_WEIGHTS];
    read_built_in(bytes);
    const char *fault = classical_file_read(bytes, sizeof bytes, &fitted);
    cr_assert_null(fault, "%s", fault);
    memcpy(list, &fitted, sizeof list);
    for (int i = 0; i < REGRESS_WEIGHTS; i++)
        weights[i] = list[i] / (double)EVAL_DISC;
}

Test(fit, a_damaged_file_of_weights_is_refused_with_a_sentence)
{
    static uint8_t bytes[CLASSICAL_FILE_BYTES + 1];
    static struct classical_fitted fitted;
    read_built_in(bytes);
    const uint64_t seed = test_seed(78);
    struct rng rng = rng_seeded(seed);
    for (int i = 0; i < 200; i++) {
        const uint32_t at = i < 64 ? (uint32_t)i : rng_below(&rng, CLASSICAL_FILE_BYTES);
        bytes[at] ^= 4;
        cr_expect(classical_file_read(bytes, CLASSICAL_FILE_BYTES, &fitted),
                  "byte %u (seed %" PRIu64 ")", at, seed);
        bytes[at] ^= 4;
        cr_expect(classical_file_read(bytes, at, &fitted), "%u bytes", at);
    }
    cr_expect(classical_file_read(bytes, CLASSICAL_FILE_BYTES + 1, &fitted), "a byte too many");
    const char *lfs = "version https://git-lfs.github.com/spec/v1";
    cr_expect(classical_file_read((const uint8_t *)lfs, strlen(lfs), &fitted), "a pointer");
    /* With a checksum that agrees only the bounds can tell. */
    cr_assert_null(classical_file_read(bytes, CLASSICAL_FILE_BYTES, &fitted));
    const struct classical_origin origin = {1, 2};
    for (int weight = -32768; weight <= 32767; weight += 32767 / 4) {
        fitted.diagonals[1639][7] = (int16_t)weight;
        classical_file_write(&fitted, &origin, bytes);
        const bool is_good = !classical_file_read(bytes, CLASSICAL_FILE_BYTES, &fitted);
        cr_expect_eq(is_good, abs(weight) <= CLASSICAL_WEIGHT_MOST, "a weight of %d", weight);
    }
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
    static uint8_t bytes[CLASSICAL_FILE_BYTES];
    static struct classical_fitted fitted;
    static int16_t list[CLASSICAL_N_WEIGHTS];
    const struct samples none = {0};
    double *weights = malloc(REGRESS_WEIGHTS * sizeof *weights);
    cr_assert_not_null(weights);
    for (int i = 0; i < REGRESS_WEIGHTS; i++)
        weights[i] = (i % 7 - 3) / 2.0;
    weights[1] = 1000;
    weights[2] = -1000;
    report_weights(weights, &none, bytes);
    const char *fault = classical_file_read(bytes, sizeof bytes, &fitted);
    cr_assert_null(fault, "%s", fault);
    memcpy(list, &fitted, sizeof list);
    cr_expect(list[1] == CLASSICAL_WEIGHT_MOST && list[2] == -CLASSICAL_WEIGHT_MOST);
    for (int i = 3; i < REGRESS_WEIGHTS; i++)
        cr_assert_eq(list[i], (i % 7 - 3) * EVAL_DISC / 2, "weight %d", i);
    free(weights);
}
