/* train/net_fit.c - see net_fit.h. */
#include <math.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/rng.h"
#include "train/net_batch.h"
#include "train/net_fit.h"

struct fit {
    const struct dataset *data;
    const struct net_options *options;
    struct net_batch *batch;
    struct net_model best;
    double least;               /* weighted check error of `best` */
    uint32_t *order;
    atomic_bool is_over;
    sem_t start;                /* of each batch, once for each helper */
    int64_t start_us;
    size_t n_done;              /* positions */
    bool was_still;             /* the batch before took no step */
};

static const double STILL_PASSES = 0.1; /* see net_fit.h */

struct helper { struct fit *fit; int number; pthread_t thread; };

static void *help(void *argument)
{
    struct helper *helper = argument;
    for (;;) {
        sem_wait(&helper->fit->start);
        if (atomic_load(&helper->fit->is_over))
            return NULL;
        net_batch_part(helper->fit->batch, helper->number);
    }
}

static void wake_helpers(struct fit *fit, int n)
{
    for (int i = 0; i < n; i++)
        sem_post(&fit->start);
}

/* 1 / (usual squared error of a kind around a ply), with a mean of 1 over the positions. */
static void weigh(struct net_batch *b, const struct fit_error *error)
{
    enum { NEIGHBOURS = 2, SQUARE_LEAST = 4 }; /* discs^2 */
    double sum = 0, n_all = 0, weight[BOARD_PLIES][RECORD_KINDS];
    for (int ply = 0; ply < BOARD_PLIES; ply++)
        for (int kind = 0; kind < RECORD_KINDS; kind++) {
            double squares = 0, n = 0;
            for (int i = ply - NEIGHBOURS; i <= ply + NEIGHBOURS; i++)
                if (i >= 0 && i < BOARD_PLIES) {
                    squares += error->of[i][kind].label_squared;
                    n += (double)error->of[i][kind].n;
                }
            double usual = n > 0 ? squares / n : 0;
            weight[ply][kind] = 1 / (usual > SQUARE_LEAST ? usual : SQUARE_LEAST);
            sum += weight[ply][kind] * (double)error->of[ply][kind].n;
            n_all += (double)error->of[ply][kind].n;
        }
    for (int ply = 0; ply < BOARD_PLIES; ply++)
        for (int kind = 0; kind < RECORD_KINDS; kind++)
            b->importance[ply][kind] = (float)(weight[ply][kind] * n_all / sum);
}

static double weighted_rmse(const struct net_batch *b, const struct fit_error *error)
{
    double squares = 0, n = 0;
    for (int ply = 0; ply < BOARD_PLIES; ply++)
        for (int kind = 0; kind < RECORD_KINDS; kind++) {
            squares += (double)b->importance[ply][kind] * error->of[ply][kind].label_squared;
            n += (double)b->importance[ply][kind] * (double)error->of[ply][kind].n;
        }
    return n > 0 ? sqrt(squares / n) : NAN;
}

/* Adds up what the threads counted, and clears it. */
static void take_errors(struct net_batch *b, struct fit_error *sum)
{
    for (int t = 0; t < b->options->n_threads; t++) {
        for (int ply = 0; ply < BOARD_PLIES; ply++)
            for (int kind = 0; kind < RECORD_KINDS; kind++) {
                const struct fit_sums *from = &b->threads[t].error->of[ply][kind];
                struct fit_sums *to = &sum->of[ply][kind];
                to->n += from->n;
                to->absolute += from->absolute;
                to->squared += from->squared;
                to->label_squared += from->label_squared;
            }
        memset(b->threads[t].error, 0, sizeof *b->threads[t].error);
    }
}

static void shuffle(uint32_t *order, size_t n, struct rng *rng)
{
    for (size_t i = n; i > 1; i--) {
        size_t j = (size_t)(rng_next(rng) % i);
        uint32_t at = order[i - 1];
        order[i - 1] = order[j];
        order[j] = at;
    }
}

static void report(struct fit *fit, int pass, bool is_pass, double train, double check)
{
    double seconds = (double)(clock_us() - fit->start_us) * 1e-6;
    size_t n = fit->data->part[PART_TRAIN].n;
    const struct net_progress progress = {
        .is_pass = is_pass, .pass = pass, .train_rmse = train, .check_rmse = check,
        .done = (double)fit->n_done / ((double)n * fit->options->n_passes),
        .seconds = seconds, .positions_per_s = (double)fit->n_done / seconds,
    };
    if (fit->options->on_step)
        fit->options->on_step(fit->options->user, &progress);
}

/* Rows of the weights to go on from move more slowly from now on: squares of gradients are as those
 * of `keep` times as many positions. */
static void hold_rows(struct fit *fit)
{
    const struct net_model *start = fit->options->start;
    const size_t n_rows = (size_t)PATTERN_N_PACKED * (size_t)start->n_buckets;
    for (size_t i = 0; i < n_rows; i++) {
        const float *row = start->rows + i * NETWORK_LANES;
        bool is_there = false;
        for (int k = 0; k < NETWORK_LANES; k++)
            is_there |= row[k] != 0;
        if (is_there)
            fit->batch->steps.squares[i] *= (float)fit->options->keep;
    }
}

/* One pass over the positions; weights of errors are found while the first one goes on. */
static void run_pass(struct fit *fit, int pass, struct fit_error *error)
{
    enum { WEIGH_EVERY = 8, REPORT_EVERY = 16 }; /* parts of the first pass; batches */
    struct net_batch *b = fit->batch;
    const struct sample_list *train = &fit->data->part[PART_TRAIN];
    size_t batch = (size_t)fit->options->batch, n_batches = (train->n + batch - 1) / batch;
    memset(error, 0, sizeof *error);
    for (size_t i = 0; i < n_batches; i++) {
        b->list = train->list;
        b->order = fit->order + i * batch;
        b->n = train->n - i * batch < batch ? train->n - i * batch : batch;
        double done = ((double)pass - 1 + (double)i / (double)n_batches) / fit->options->n_passes;
        double fall = 0.5 * (1 + cos(3.14159265358979 * done)) + 0.002;
        const bool is_still = fit->options->start && done * fit->options->n_passes < STILL_PASSES;
        if (is_still)
            fall = 0;
        else if (fit->was_still)
            hold_rows(fit);
        fit->was_still = is_still;
        b->steps.rate = (float)(fit->options->rate * fall);
        b->dense_rate = (float)(fit->options->dense_rate * fall);
        b->steps.pull = (float)(fit->options->decay * done * fit->options->n_passes);
        wake_helpers(fit, fit->options->n_threads - 1);
        net_batch_part(b, 0);
        fit->n_done += b->n;
        if (pass == 1 && (i + 1) % (n_batches / WEIGH_EVERY + 1) == 0) {
            memset(error, 0, sizeof *error);
            take_errors(b, error);
            weigh(b, error);
        }
        if (i % REPORT_EVERY == 0)
            report(fit, pass, false, NAN, NAN);
    }
    take_errors(b, error);
}

static bool run_passes(struct fit *fit, struct net_model *model)
{
    struct rng rng = rng_seeded(fit->options->seed);
    struct fit_error error, check;
    size_t n = fit->data->part[PART_TRAIN].n;
    for (int pass = 1; pass <= fit->options->n_passes; pass++) {
        shuffle(fit->order, n, &rng);
        run_pass(fit, pass, &error);
        if (!net_measure(model, &fit->data->part[PART_CHECK], &check))
            return false;
        double train = weighted_rmse(fit->batch, &error);
        double rmse = weighted_rmse(fit->batch, &check);
        report(fit, pass, true, train, rmse);
        /* Weights of errors change a little from pass to pass: the first does not count.
         * NAN (nothing to check with): the last pass counts. */
        if (pass <= 2 || !(rmse >= fit->least)) {
            fit->least = isnan(rmse) ? INFINITY : rmse;
            net_copy(&fit->best, model);
        }
        weigh(fit->batch, &error);
    }
    return true;
}

/* Starts the helpers, trains, ends them. */
static bool run(struct fit *fit, struct net_model *model)
{
    int n_helpers = fit->options->n_threads - 1, n_started = 0;
    struct helper *helpers = calloc((size_t)n_helpers + 1, sizeof *helpers);
    if (!helpers)
        return false;
    for (; n_started < n_helpers; n_started++) {
        helpers[n_started] = (struct helper){.fit = fit, .number = n_started + 1};
        if (pthread_create(&helpers[n_started].thread, NULL, help, &helpers[n_started]) != 0)
            break;
    }
    bool is_good = n_started == n_helpers && run_passes(fit, model);
    atomic_store(&fit->is_over, true);
    wake_helpers(fit, n_started);
    for (int i = 0; i < n_started; i++)
        pthread_join(helpers[i].thread, NULL);
    free(helpers);
    return is_good;
}

bool net_fit(const struct dataset *data, const struct net_options *options,
             struct net_model *model)
{
    size_t n = data->part[PART_TRAIN].n;
    struct fit fit = {.data = data, .options = options, .least = INFINITY,
                      .start_us = clock_us()};
    bool is_good = net_init(model, options->n_buckets, options->seed) &&
                   net_init(&fit.best, options->n_buckets, options->seed);
    if (is_good && options->start)
        net_copy(model, options->start);
    fit.batch = is_good ? net_batch_create(model, options) : NULL;
    fit.order = malloc((n + 1) * sizeof *fit.order);
    is_good = fit.batch && fit.order;
    for (size_t i = 0; is_good && i < n; i++)
        fit.order[i] = (uint32_t)i;
    sem_init(&fit.start, 0, 0);
    is_good = is_good && run(&fit, model);
    sem_destroy(&fit.start);
    net_batch_destroy(fit.batch);
    free(fit.order);
    net_free(model);
    *model = fit.best;
    if (!is_good)
        net_free(model);
    return is_good;
}

bool net_measure(const struct net_model *model, const struct sample_list *list,
                 struct fit_error *error)
{
    enum { RUN = 256 };
    struct net_coder *coder = net_coder_create();
    struct net_wide *wide = mem_alloc(sizeof *wide, NULL);
    const struct net_kernel *kernel = net_kernel();
    struct net_tied tied;
    net_code codes[RUN][PATTERN_N_INSTANCES];
    const struct sample *samples[RUN];
    float values[RUN];
    memset(error, 0, sizeof *error);
    for (int ply = 0; coder && wide && ply < BOARD_PLIES; ply++) {
        net_at_ply(model->dense, ply, &tied);
        net_widen(&tied, model->dense->ply[ply], wide);
        for (size_t i = list->first[ply]; i < list->first[ply + 1]; i += RUN) {
            size_t n = list->first[ply + 1] - i;
            n = n < RUN ? n : RUN;
            for (size_t j = 0; j < n; j++) {
                samples[j] = &list->list[i + j];
                kernel->encode(coder, samples[j]->board, codes[j]);
            }
            const struct net_run run = {
                .model = model, .wide = wide, .samples = samples, .n = n, .ply = ply,
                .codes = (const net_code (*)[PATTERN_N_INSTANCES])codes,
            };
            kernel->values(&run, values);
            for (size_t j = 0; j < n; j++)
                fit_error_count(error, ply, (double)values[j], samples[j]);
        }
    }
    bool is_good = coder && wide;
    net_coder_destroy(coder);
    mem_free(wide, sizeof *wide);
    return is_good;
}
