/* The trainer of the embedding network: gradients against differences, the same run gives
 * the same bytes, the error falls, the file is worth what the fit is. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "eval/score.h"
#include "isa/kernel.h"
#include "support.h"
#include "train/net_export.h"
#include "train/net_fit.h"
#include "train/net_import.h"
#include "train/net_pass.h"

/* What is to be learned: corners, mobility, and that one corner is worth less beside others. */
static double taught(ofl_board b)
{
    const uint64_t corners = UINT64_C(0x8100000000000081);
    int own = __builtin_popcountll(b.player & corners);
    int other = __builtin_popcountll(b.opponent & corners);
    int moves = __builtin_popcountll(ofl_legal_moves(b));
    return 8 * sqrt((double)own) - 8 * sqrt((double)other) + 0.5 * moves +
           (own && other ? -3 : 0);
}

static void fill(struct dataset *data, uint64_t seed, int n_games)
{
    struct rng rng = rng_seeded(seed);
    for (int game = 0; game < n_games; game++) {
        ofl_board board = ofl_position_start().board;
        enum dataset_part part = game % 10 == 0 ? PART_CHECK : game % 10 == 1 ? PART_TEST
                                                                             : PART_TRAIN;
        for (int move; (move = test_random_move(board, &rng)) != OFL_NO_MOVE;
             board = ofl_play(board, move)) {
            struct sample sample = dataset_sample(board, RECORD_EXACT, taught(board),
                                                  taught(board));
            if (move != OFL_PASS)
                cr_assert(dataset_add(&data->part[part], &sample));
        }
    }
    cr_assert(dataset_sort(data));
}

static double rmse(const struct fit_error *error)
{
    double n = 0, squares = 0;
    for (int ply = 0; ply < BOARD_PLIES; ply++)
        for (int kind = 0; kind < RECORD_KINDS; kind++) {
            n += (double)error->of[ply][kind].n;
            squares += error->of[ply][kind].squared;
        }
    return sqrt(squares / n);
}

static const struct net_options options = {
    .n_buckets = 2, .n_threads = 1, .n_passes = 3, .batch = 256, .rate = 0.03, .prior = 0.1,
    .decay = 0.1, .share_plies = 0.8, .dense_rate = 0.005, .seed = 7,
};

Test(net, the_error_falls_and_the_file_is_worth_the_fit)
{
    struct dataset data = {0};
    struct net_model model;
    struct fit_error fitted, rounded;
    fill(&data, 31, 400);
    cr_assert(net_fit(&data, &options, &model));
    const struct sample_list *test = &data.part[PART_TEST];
    double before = 0;
    for (size_t i = 0; i < test->n; i++)
        before += pow(test->list[i].truth / 128.0, 2) / (double)test->n;
    cr_assert(net_measure(&model, test, &fitted));
    size_t size;
    struct reason reason = {.text = ""};
    uint8_t *bytes = net_export(&model, "a label of the test", SIZE_MAX, &size);
    struct weights *weights = weights_from_bytes(bytes, size, &reason);
    cr_assert_not_null(weights, "%s", reason.text);
    cr_expect_str_eq(weights->label, "a label of the t");
    fit_error_measure(weights, test, &rounded);
    cr_expect(rmse(&fitted) < 0.5 * sqrt(before), "%g of %g", rmse(&fitted), sqrt(before));
    cr_expect(fabs(rmse(&rounded) - rmse(&fitted)) < 0.02 * rmse(&fitted), "%g, %g",
              rmse(&rounded), rmse(&fitted));
    for (size_t i = 0; i < test->n; i += 7)
        for (int s = 1; s < 8; s++)
            cr_assert_eq(kernel()->evaluate_trained(weights, test->list[i].board),
                         kernel()->evaluate_trained(weights,
                                                    ofl_symmetry(test->list[i].board, s)));
    weights_free(weights);
    free(bytes);
    net_free(&model);
    dataset_free(&data);
}

static uint8_t *fit_bytes(const struct dataset *data, const struct net_options *o, size_t *size)
{
    struct net_model model;
    cr_assert(net_fit(data, o, &model));
    uint8_t *bytes = net_export(&model, "test", SIZE_MAX, size);
    cr_assert(bytes);
    net_free(&model);
    return bytes;
}

Test(net, the_same_seed_and_threads_give_the_same_file)
{
    struct dataset data = {0};
    fill(&data, 32, 60);
    for (int n_threads = 1; n_threads <= 3; n_threads += 2) {
        struct net_options o = options;
        size_t size[2];
        o.n_threads = n_threads;
        uint8_t *a = fit_bytes(&data, &o, &size[0]), *b = fit_bytes(&data, &o, &size[1]);
        cr_assert_eq(size[0], size[1]);
        cr_expect(memcmp(a, b, size[0]) == 0, "%d threads", n_threads);
        free(b);
        o.seed++;
        b = fit_bytes(&data, &o, &size[1]);
        cr_expect(size[0] != size[1] || memcmp(a, b, size[0]) != 0, "another seed");
        free(a);
        free(b);
    }
    dataset_free(&data);
}

/* A model with random rows, so that every part of it is at work. */
static void random_model(struct net_model *model, uint64_t seed)
{
    cr_assert(net_init(model, 2, seed));
    struct rng rng = rng_seeded(seed);
    for (uint32_t i = 0; i < PATTERN_N_PACKED; i++)
        for (int j = 0; j < 2 * NETWORK_LANES; j++)
            model->rows[(size_t)i * 2 * NETWORK_LANES + (size_t)j] =
                pattern_packed_fixing[i] == 1 ? (float)((int)rng_below(&rng, 201) - 100) / 1500 : 0;
}

/* Every number of its own, or one taken for another would not be seen. */
static void random_dense(struct net_dense *dense, uint64_t seed)
{
    struct rng rng = rng_seeded(seed);
    float *x = (float *)dense;
    for (size_t i = 0; i < NET_DENSE_FLOATS; i++)
        x[i] = (float)((int)rng_below(&rng, 1001) - 500) / 10000;
}

/* Weights are in 1/128 at least, rows in 1/1024, skip and v finer. */
static void compare_dense(const struct net_dense *a, const struct net_dense *b)
{
    for (int knot = 0; knot < NET_KNOTS; knot++) {
        const struct net_tied *x = &a->knot[knot], *y = &b->knot[knot];
        const float *p = (const float *)x, *q = (const float *)y;
        for (size_t i = 0; i < sizeof *x / sizeof *p; i++)
            cr_assert_leq(fabsf(p[i] - q[i]), 0.5F / 128 + 1e-6F, "knot %d, number %zu", knot, i);
        for (int n = 0; n < NETWORK_MOBILITY; n++)
            for (int c = 0; c < NETWORK_CHANNELS; c++)
                cr_assert(fabsf(x->own[n][c] - y->own[n][c]) <= 0.5F / 1024 + 1e-6F &&
                          fabsf(x->other[n][c] - y->other[n][c]) <= 0.5F / 1024 + 1e-6F);
        for (int c = 0; c < NETWORK_CHANNELS; c++)
            cr_assert_leq(fabsf(x->skip[c] - y->skip[c]), 0.0003F);
        cr_assert_leq(fabsf(x->bias - y->bias), 0.0001F);
    }
    for (int ply = 0; ply < BOARD_PLIES; ply++)
        for (int c = 0; c < NETWORK_CHANNELS; c++)
            cr_assert_leq(fabsf(a->ply[ply][c] - b->ply[ply][c]), 0.5F / 1024 + 1e-6F, "ply %d",
                          ply);
}

/* What is read back is what was written but for rounding; a smaller file leaves out the smallest
 * rows, hardly more than it must, also where a bucket ends with one. */
Test(net, a_file_is_read_back_and_cut_to_size)
{
    enum { LAST = PATTERN_N_PACKED - 1 };
    struct net_model model, again, cut, none;
    struct reason reason = {.text = ""};
    size_t size, size_cut;
    random_model(&model, 35);
    random_dense(model.dense, 35);
    for (uint32_t i = 0; i < PATTERN_N_PACKED; i++)
        for (size_t k = (size_t)i * 2 * NETWORK_LANES; k < (i + 1) * 2UL * NETWORK_LANES; k++)
            model.rows[k] = i == LAST ? 0.002F : model.rows[k] * (i % 3 ? 1 : 0.1F);
    uint8_t *bytes = net_export(&model, "test", SIZE_MAX, &size);
    cr_assert(bytes && net_import(bytes, size, &again, &reason), "%s", reason.text);
    compare_dense(model.dense, again.dense);
    uint8_t *less = net_export(&model, "test", size - 1000 * NETWORK_LANES, &size_cut);
    cr_assert(less && net_import(less, size_cut, &cut, &reason), "%s", reason.text);
    cr_expect(size_cut <= size - 1000 * NETWORK_LANES && size_cut >= size - 4000 * NETWORK_LANES,
              "%zu of %zu", size_cut, size);
    size_t n_cut = 0;
    for (size_t i = 0; i < 2 * (size_t)PATTERN_N_PACKED; i++) {
        const float *was = again.rows + i * NETWORK_LANES, *is = cut.rows + i * NETWORK_LANES;
        const float *want = model.rows + i * NETWORK_LANES;
        for (int k = 0; k < NETWORK_LANES; k++)
            cr_assert(fabsf(was[k] - want[k]) <= 0.5F / 1024 + 1e-6F ||
                      fabsf(was[k]) >= 63.0F / 1024, "row %zu", i);
        if (memcmp(was, is, NETWORK_LANES * sizeof *was) == 0)
            continue;
        n_cut++;
        cr_assert(i / 2 % 3 == 0 || i / 2 == LAST, "row %zu is a large one", i);
    }
    cr_expect(n_cut >= 1000 && cut.rows[2 * (size_t)LAST * NETWORK_LANES] == 0, "%zu", n_cut);
    bytes[size - 1] ^= 1;
    cr_expect(!net_import(bytes, size, &none, &reason) && strlen(reason.text) > 10);
    free(bytes);
    free(less);
    net_free(&model);
    net_free(&again);
    net_free(&cut);
}

/* How far rows of the weights it went on from moved, those that are there and those that are not.
 * */
static void go_on(const struct dataset *data, struct net_model *start, double keep,
                  double moved[2])
{
    struct net_options o = options;
    struct net_model model;
    o.start = start;
    o.n_buckets = start->n_buckets;
    o.keep = keep;
    cr_assert(net_fit(data, &o, &model));
    moved[0] = moved[1] = 0;
    for (size_t i = 0; i < 2 * (size_t)PATTERN_N_PACKED; i++)
        for (size_t k = i * NETWORK_LANES; k < (i + 1) * NETWORK_LANES; k++)
            moved[start->rows[i * NETWORK_LANES] != 0] +=
                fabs((double)model.rows[k] - (double)start->rows[k]);
    net_free(&model);
}

Test(net, weights_to_go_on_from_are_kept_as_much_as_asked)
{
    struct dataset data = {0};
    struct net_model start;
    double free_rows[2], held[2];
    fill(&data, 36, 100);
    random_model(&start, 36);
    for (size_t i = 0; i < 2 * (size_t)PATTERN_N_PACKED * NETWORK_LANES; i++) /* half are new */
        start.rows[i] *= i / (2 * NETWORK_LANES) % 2 ? 0.9F : 0; /* the others within bounds */
    go_on(&data, &start, 1, free_rows);
    go_on(&data, &start, 1e8, held);
    cr_expect(free_rows[0] > 0 && free_rows[1] > 0);
    cr_expect(held[1] < 0.01 * free_rows[1], "held %g, free %g", held[1], free_rows[1]);
    cr_expect(held[0] > 0.3 * free_rows[0], "held %g, free %g", held[0], free_rows[0]);
    net_free(&start);
    dataset_free(&data);
}

enum { N = 40 };
struct setting {
    struct net_model model;
    struct net_coder *coder;
    struct net_tied tied;
    struct net_wide *wide;
    struct sample sample[N];
    const struct sample *samples[N];
    net_code codes[N][PATTERN_N_INSTANCES];
    struct net_run run;
};

static void set_up(struct setting *s, uint64_t seed)
{
    struct dataset data = {0};
    fill(&data, seed, 100);
    random_model(&s->model, seed);
    s->coder = net_coder_create();
    s->wide = mem_alloc(sizeof *s->wide, NULL);
    cr_assert(s->coder && s->wide);
    const struct sample_list *train = &data.part[PART_TRAIN];
    for (int i = 0; i < N; i++) {
        s->sample[i] = train->list[train->first[33] + (size_t)i];
        s->samples[i] = &s->sample[i];
        net_kernel()->encode(s->coder, s->sample[i].board, s->codes[i]);
    }
    s->run = (struct net_run){
        .model = &s->model, .wide = s->wide, .samples = s->samples, .n = N, .ply = 33,
        .codes = (const net_code (*)[PATTERN_N_INSTANCES])s->codes,
    };
    dataset_free(&data);
}

/* Half the squared error of the run, in NET_UNIT discs. */
static double loss(struct setting *s)
{
    float values[N];
    double sum = 0;
    net_at_ply(s->model.dense, 33, &s->tied);
    net_widen(&s->tied, s->model.dense->ply[33], s->wide);
    net_kernel()->values(&s->run, values);
    for (int i = 0; i < N; i++) {
        double off = ((double)values[i] - s->sample[i].label / 128.0) / NET_UNIT;
        sum += off * off / 2;
    }
    return sum;
}

Test(net, gradients_are_those_of_the_squared_error)
{
    struct setting *s = mem_alloc(sizeof *s, NULL);
    cr_assert(s);
    set_up(s, 33);
    struct net_gradient *gradient = mem_alloc(sizeof *gradient, NULL);
    struct net_dense *dense = calloc(1, sizeof *dense);
    float (*sums)[NETWORK_LANES] = mem_alloc(N * sizeof *sums, NULL);
    const float weights[RECORD_KINDS] = {1, 1, 1, 1};
    float values[N];
    cr_assert(gradient && dense && sums);
    loss(s);
    net_kernel()->gradients(&s->run, weights, values, gradient, sums);
    net_fold(&gradient->wide, &gradient->tied);
    net_to_knots(&gradient->tied, 33, dense);
    memcpy(dense->ply[33], gradient->ply, sizeof gradient->ply);
    struct rng rng = rng_seeded(test_seed(34));
    int n_far = 0, n_not_0 = 0;
    enum { TRIES = 400 };
    for (int i = 0; i < TRIES; i++) {
        size_t at = rng_below(&rng, NET_DENSE_FLOATS);
        if (i % 2) /* half of them among w1, w2, b1, b2, v, skip of the knot below */
            at = offsetof(struct net_dense, knot[3]) / sizeof(float) + at % 408;
        float *weight = (float *)s->model.dense + at, old = *weight, step = 2e-3F;
        *weight = old + step;
        double high = loss(s);
        *weight = old - step;
        double difference = (high - loss(s)) / (2 * (double)step);
        *weight = old;
        double is = (double)((float *)dense)[at];
        n_far += fabs(is - difference) > 0.02 * fabs(is) + 0.01;
        n_not_0 += fabs(is) > 0.02;
    }
    cr_expect(n_far <= TRIES / 50, "%d of %d gradients are off", n_far, TRIES); /* kinks */
    cr_expect(n_not_0 > TRIES / 4, "%d", n_not_0);
    mem_free(gradient, sizeof *gradient);
    mem_free(sums, N * sizeof *sums);
    free(dense);
    net_coder_destroy(s->coder);
    mem_free(s->wide, sizeof *s->wide);
    net_free(&s->model);
    mem_free(s, sizeof *s);
}
