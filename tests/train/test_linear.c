/* The trainer of the linear pattern evaluation: known weights are found again, the same
 * run gives the same bytes, files are written whole or not at all. */
#include <criterion/criterion.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "support.h"
#include "train/export.h"
#include "train/ids.h"
#include "train/label.h"
#include "train/linear.h"
#include "train/passes.h"

enum { N_KNOTS = 3 };

static double random_unit(struct rng *rng) /* -1 .. 1 */
{
    return (double)(rng_next(rng) >> 11) * 0x1p-52 - 1;
}

/* Positions of random games; labels are those of `model`, if there is one. */
static void fill(struct dataset *data, struct rng *rng, int n_games,
                 const struct linear_model *model)
{
    static struct row_digits digits;
    static struct ply_weights weights[DATASET_PLIES];
    row_digits_init(&digits);
    for (int ply = 0; model && ply < DATASET_PLIES; ply++)
        passes_spread(model->weights, model->n_knots, ply, &weights[ply]);
    for (int game = 0; game < n_games; game++) {
        ofl_board board = ofl_position_start().board;
        enum dataset_part part = game % 10 == 0 ? PART_CHECK : game % 10 == 1 ? PART_TEST
                                                                             : PART_TRAIN;
        for (int move; (move = test_random_move(board, rng)) != OFL_NO_MOVE;
             board = ofl_play(board, move)) {
            struct sample sample = dataset_sample(board, RECORD_EXACT, 0, 0);
            if (model)
                sample.label = (int16_t)lrint(
                    128 * passes_value(&digits, &weights[dataset_ply(board)], &sample));
            sample.truth = sample.label;
            sample.kind = (uint8_t)(game % RECORD_KINDS);
            if (move != OFL_PASS)
                cr_assert(dataset_add(&data->part[part], &sample));
        }
    }
    cr_assert(dataset_sort(data));
}

static struct linear_model random_model(struct rng *rng, double scale)
{
    struct linear_model model = {.n_knots = N_KNOTS};
    model.weights = calloc(N_KNOTS * (size_t)LINEAR_PER_KNOT, sizeof *model.weights);
    cr_assert(model.weights);
    for (size_t i = 0; i < N_KNOTS * (size_t)LINEAR_PER_KNOT; i++)
        model.weights[i] = (float)(scale * random_unit(rng));
    return model;
}

static double dot(const float *x, const double *y)
{
    double sum = 0;
    for (size_t i = 0; i < N_KNOTS * (size_t)LINEAR_PER_KNOT; i++)
        sum += (double)x[i] * y[i];
    return sum;
}

Test(train, ids_by_rows_are_those_from_scratch)
{
    struct rng rng = rng_seeded(test_seed(11));
    struct row_digits *digits = mem_alloc(sizeof *digits, NULL);
    cr_assert(digits);
    row_digits_init(digits);
    for (int i = 0; i < 2000; i++) {
        ofl_board board = {rng_next(&rng), rng_next(&rng)};
        board.opponent &= ~board.player;
        struct pattern_ids ids;
        uint16_t fast[PATTERN_LANES];
        pattern_configs_of(board, &ids);
        row_digits_configs(digits, board, fast);
        cr_assert(memcmp(ids.id, fast, sizeof fast) == 0);
    }
    mem_free(digits, sizeof *digits);
}

/* x'(A'A x) is the sum of squared values, x'(A'y) that of value times label: the passes
 * are the gradient of the squared error, whatever the number of threads. */
Test(train, passes_are_the_gradient)
{
    struct rng rng = rng_seeded(test_seed(12));
    struct linear_model model = random_model(&rng, 0.5), other = random_model(&rng, 0.1);
    struct dataset data = {0};
    fill(&data, &rng, 60, &model);
    const struct sample_list *list = &data.part[PART_TRAIN];
    double squares = 0, products = 0;
    static struct row_digits digits;
    static struct ply_weights weights;
    row_digits_init(&digits);
    for (size_t i = 0; i < list->n; i++) {
        const struct sample *s = &list->list[i];
        passes_spread(other.weights, N_KNOTS, dataset_ply(s->board), &weights);
        double value = passes_value(&digits, &weights, s);
        squares += value * value;
        products += value * s->label / 128;
    }
    double *out = calloc(N_KNOTS * (size_t)LINEAR_PER_KNOT, sizeof *out);
    for (int n_threads = 1; n_threads <= 3; n_threads++) {
        struct passes *passes = passes_create(list, N_KNOTS, n_threads);
        cr_assert(passes && out);
        cr_assert(passes_run(passes, PASS_PRODUCT, other.weights, out));
        cr_expect(fabs(dot(other.weights, out) / squares - 1) < 1e-4, "A'A x, %d threads: %g, %g",
                  n_threads, dot(other.weights, out), squares);
        cr_assert(passes_run(passes, PASS_LABELS, NULL, out));
        cr_expect(fabs(dot(other.weights, out) - products) < 1e-4 * squares,
                  "A'y, %d threads: %g, %g", n_threads, dot(other.weights, out), products);
        passes_destroy(passes);
    }
    free(out);
    linear_free(&model);
    linear_free(&other);
    dataset_free(&data);
}

static double squared_error(const struct linear_model *model, const struct sample_list *list)
{
    struct linear_error error;
    double squares = 0;
    cr_assert(linear_measure(model, list, &error));
    for (int ply = 0; ply < DATASET_PLIES; ply++)
        for (int kind = 0; kind < RECORD_KINDS; kind++)
            squares += error.of[ply][kind].label_squared;
    return squares;
}

/* Weights of mobility and of the shortest patterns, each seen often. */
Test(train, known_weights_are_found_again)
{
    struct rng rng = rng_seeded(test_seed(13));
    struct linear_model model = random_model(&rng, 0), nothing = random_model(&rng, 0), found;
    const uint32_t first = pattern_packed_index[pattern_shape_table[11].first_config];
    for (int knot = 0; knot < N_KNOTS; knot++)
        for (size_t i = 0; i < LINEAR_PER_KNOT; i++)
            if (i < WEIGHTS_N_EXTRA || i >= WEIGHTS_N_EXTRA + first)
                model.weights[(size_t)knot * LINEAR_PER_KNOT + i] =
                    (float)(2 * random_unit(&rng));
    struct dataset data = {0};
    fill(&data, &rng, 800, &model);
    struct linear_options options = {.n_knots = N_KNOTS, .n_threads = 2, .max_steps = 40,
                                     .patience = 5, .shrink = 0.1, .smooth = 0.1};
    cr_assert(linear_fit(&data, &options, &found));
    static const double left[N_PARTS] = {[PART_TRAIN] = 0.002, [PART_TEST] = 0.2};
    for (int part = PART_TRAIN; part <= PART_TEST; part += PART_TEST - PART_TRAIN) {
        double error = squared_error(&found, &data.part[part]);
        double labels = squared_error(&nothing, &data.part[part]);
        cr_expect(error < left[part] * labels, "part %d: of squared labels %g, %g are left", part,
                  labels, error);
    }
    linear_free(&nothing);
    linear_free(&model);
    linear_free(&found);
    dataset_free(&data);
}

Test(train, same_run_same_weights)
{
    struct rng rng = rng_seeded(test_seed(14));
    struct linear_model model = random_model(&rng, 0.3), found[3];
    struct dataset data = {0};
    fill(&data, &rng, 60, &model);
    size_t size = N_KNOTS * (size_t)LINEAR_PER_KNOT * sizeof(float);
    for (int n_threads = 1; n_threads <= 3; n_threads += 2) {
        struct linear_options options = {.n_knots = N_KNOTS, .n_threads = n_threads,
                                         .max_steps = 5, .patience = 5, .shrink = 5, .smooth = 5};
        cr_assert(linear_fit(&data, &options, &found[0]));
        cr_assert(linear_fit(&data, &options, &found[n_threads == 1 ? 1 : 2]));
        cr_expect(memcmp(found[0].weights, found[n_threads == 1 ? 1 : 2].weights, size) == 0,
                  "two runs of %d threads differ", n_threads);
        linear_free(&found[0]);
    }
    double worst = 0;
    for (size_t i = 0; i < size / sizeof(float); i++)
        worst = fmax(worst, (double)fabsf(found[1].weights[i] - found[2].weights[i]));
    cr_expect(worst < 1e-3, "one thread and three differ by %g discs", worst);
    linear_free(&found[1]);
    linear_free(&found[2]);
    linear_free(&model);
    dataset_free(&data);
}

static int value_of(const struct weights *weights, ofl_board board)
{
    struct sample s = dataset_sample(board, RECORD_EXACT, 0, 0);
    const struct weights_ply *at = &weights->plies[dataset_ply(board)];
    struct pattern_ids ids;
    pattern_configs_of(board, &ids);
    int sum = at->own_mobility[s.own_moves] + at->other_mobility[s.other_moves];
    for (int lane = 0; lane < PATTERN_N_INSTANCES; lane++)
        sum += at->pattern[pattern_lane_offsets[lane] + ids.id[lane]];
    return sum;
}

/* The file means what was fitted, for all eight views of a board. */
Test(train, export_is_read_back)
{
    struct rng rng = rng_seeded(test_seed(15));
    struct linear_model model = random_model(&rng, 1);
    char path[] = "/tmp/outflank-train.XXXXXX";
    struct reason reason = {.text = ""};
    cr_assert(mkdtemp(path));
    char name[64];
    snprintf(name, sizeof name, "%s/weights", path);
    size_t size;
    uint8_t *bytes = export_linear(&model, "a label of the test", &size);
    cr_assert(bytes);
    cr_assert(export_write(name, bytes, size) == 0);
    struct weights *weights = weights_from_file(name, &reason);
    cr_assert(weights, "%s", reason.text);
    cr_expect_str_eq(weights->label, "a label of the t");
    static struct row_digits digits;
    static struct ply_weights at;
    row_digits_init(&digits);
    ofl_board board = ofl_position_start().board;
    for (int move; (move = test_random_move(board, &rng)) != OFL_NO_MOVE;
         board = ofl_play(board, move)) {
        struct sample s = dataset_sample(board, RECORD_EXACT, 0, 0);
        passes_spread(model.weights, N_KNOTS, dataset_ply(board), &at);
        double exact = 128 * passes_value(&digits, &at, &s);
        int rounded = value_of(weights, board);
        cr_expect(fabs(exact - rounded) <= (PATTERN_N_INSTANCES + 3) * 1.01, "%g, %d", exact,
                  rounded);
        for (int symmetry = 1; symmetry < 8; symmetry++)
            cr_expect(value_of(weights, ofl_symmetry(board, symmetry)) == rounded);
    }
    weights_free(weights);
    free(bytes);
    linear_free(&model);
    cr_expect(unlink(name) == 0 && rmdir(path) == 0, "something else lies in the folder");
}

/* A write that fails (here: by a limit of file size) leaves the old file and no other. */
Test(train, failed_write_leaves_the_old_file)
{
    char path[] = "/tmp/outflank-train.XXXXXX", name[64];
    cr_assert(mkdtemp(path));
    snprintf(name, sizeof name, "%s/weights", path);
    static const uint8_t bytes[4096] = {1, 2, 3};
    cr_assert(export_write(name, bytes, 100) == 0);
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit before, limit;
    getrlimit(RLIMIT_FSIZE, &before);
    limit = (struct rlimit){.rlim_cur = 1000, .rlim_max = before.rlim_max};
    cr_assert(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    int result = export_write(name, bytes, sizeof bytes), error = errno;
    setrlimit(RLIMIT_FSIZE, &before);
    cr_expect(result == -1 && error == EFBIG, "%d, %s", result, strerror(error));
    struct stat status;
    cr_expect(stat(name, &status) == 0 && status.st_size == 100);
    cr_expect(export_write("/nowhere/at/all", bytes, 10) == -1 && errno == ENOENT);
    cr_expect(unlink(name) == 0 && rmdir(path) == 0, "something else lies in the folder");
}

Test(train, damaged_input_is_refused)
{
    struct rng rng = rng_seeded(test_seed(16));
    struct dataset_rules rules = {.seed = 1, .holdout_percent = 10, .score_share = 0.7};
    struct dataset data = {0};
    struct reason reason = {.text = ""};
    size_t size;
    uint8_t *base = (uint8_t *)test_read("games/WTH_1977.wtb", &size);
    cr_assert(dataset_add_wthor(&data, &rules, base, size, &reason), "%s", reason.text);
    cr_expect(data.n_games == 12, "%zu games", data.n_games);
    cr_expect(!dataset_add_wthor(&data, &rules, base, 10, &reason));
    cr_expect(strlen(reason.text) > 20, "%s", reason.text);
    cr_expect(!dataset_add_records(&data, &rules, base, size, &reason));
    cr_expect(strlen(reason.text) > 20, "%s", reason.text);
    for (int i = 0; i < 2000; i++) { /* whatever it holds, nothing impossible comes out */
        uint8_t *copy = (uint8_t *)test_exact(base, size);
        for (int k = 0; k < 4; k++)
            copy[rng_below(&rng, (uint32_t)size)] = (uint8_t)rng_next(&rng);
        dataset_add_wthor(&data, &rules, copy, size - rng_below(&rng, (uint32_t)size), &reason);
        free(copy);
    }
    for (int part = 0; part < N_PARTS; part++)
        for (size_t i = 0; i < data.part[part].n; i++) {
            const struct sample *s = &data.part[part].list[i];
            cr_assert(ofl_board_is_valid(s->board) && s->own_moves > 0);
            cr_assert(abs(s->truth) <= 64 * 128 && abs(s->label) <= 64 * 128);
        }
    free(base);
    dataset_free(&data);
}

/* Labels of a game: exact ones are those of the engine, and the order of the games, which
 * changes the engine's table, changes nothing. */
Test(train, labels_do_not_depend_on_the_past)
{
    size_t size;
    uint8_t *base = (uint8_t *)test_read("games/WTH_1977.wtb", &size);
    struct wthor_reader reader;
    static struct wthor_game games[2];
    cr_assert(wthor_open(&reader, base, size, NULL) && wthor_next(&reader, &games[0], NULL) == 1 &&
              wthor_next(&reader, &games[1], NULL) == 1);
    struct label_rules rules = {.empties = 11, .n_strays = 3, .seed = 5};
    static struct record first[2][LABEL_RECORDS], second[2][LABEL_RECORDS];
    int n[2];
    ofl_engine *engine = ofl_engine_create(), *fresh = ofl_engine_create();
    cr_assert(engine && fresh);
    for (int i = 0; i < 2; i++)
        n[i] = label_game(engine, &rules, &games[i], first[i]);
    for (int i = 1; i >= 0; i--)
        cr_assert(label_game(fresh, &rules, &games[i], second[i]) == n[i]);
    for (int i = 0; i < 2; i++) {
        cr_expect(n[i] > 50 && n[i] <= LABEL_RECORDS);
        cr_expect(memcmp(first[i], second[i], (size_t)n[i] * sizeof first[i][0]) == 0);
        int n_exact = 0;
        for (int k = 0; k < n[i]; k++) {
            const struct record *r = &first[i][k];
            int empties = ofl_count_empties(r->board);
            cr_expect(ofl_legal_moves(r->board));
            cr_expect(r->kind != RECORD_EXACT || r->score % 256 == 0);
            n_exact += r->kind == RECORD_EXACT;
            cr_expect((r->kind == RECORD_EXACT) == (empties <= 11 || empties == 24));
        }
        cr_expect(n_exact >= 10);
    }
    ofl_engine_destroy(engine);
    ofl_engine_destroy(fresh);
    free(base);
}
