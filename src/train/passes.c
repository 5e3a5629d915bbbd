/* train/passes.c - see passes.h. Threads take contiguous ranges of the positions
 * sorted by ply, so each one meets few plies, and add into sums of their own. */
#include "train/passes.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "train/ids.h"

struct ply_sums {
    double own[WEIGHTS_MOBILITY], other[WEIGHTS_MOBILITY], pattern[PATTERN_N_CONFIGS + 1];
};

struct job {
    struct passes *passes;
    enum pass_kind kind;
    const float *x;
    size_t begin, end;
    double *out;               /* this thread's sums by knot */
    struct ply_weights *weights;
    struct ply_sums *sums;
    pthread_t thread;
    bool is_started;
};

struct passes {
    const struct sample_list *list;
    int n_knots, n_jobs;
    struct passes_importance importance;
    struct row_digits *digits;
    struct job *jobs;
};

static size_t vector_size(const struct passes *p)
{
    return (size_t)p->n_knots * LINEAR_PER_KNOT * sizeof(double);
}

void passes_destroy(struct passes *p)
{
    if (!p)
        return;
    for (int i = 0; p->jobs && i < p->n_jobs; i++) {
        mem_free(p->jobs[i].out, vector_size(p));
        mem_free(p->jobs[i].weights, sizeof(struct ply_weights));
        mem_free(p->jobs[i].sums, sizeof(struct ply_sums));
    }
    mem_free(p->digits, sizeof *p->digits);
    free(p->jobs);
    free(p);
}

struct passes *passes_create(const struct sample_list *list, int n_knots, int n_threads)
{
    struct passes *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    *p = (struct passes){.list = list, .n_knots = n_knots, .n_jobs = n_threads};
    p->digits = mem_alloc(sizeof *p->digits, NULL);
    p->jobs = calloc((size_t)n_threads, sizeof *p->jobs);
    bool is_good = p->digits && p->jobs;
    for (int i = 0; is_good && i < n_threads; i++) {
        struct job *job = &p->jobs[i];
        job->passes = p;
        job->begin = list->n / (size_t)n_threads * (size_t)i;
        job->end = i + 1 < n_threads ? list->n / (size_t)n_threads * (size_t)(i + 1) : list->n;
        job->out = mem_alloc(vector_size(p), NULL);
        job->weights = mem_alloc(sizeof *job->weights, NULL);
        job->sums = mem_alloc(sizeof *job->sums, NULL);
        is_good = job->out && job->weights && job->sums;
    }
    if (!is_good) {
        passes_destroy(p);
        return NULL;
    }
    row_digits_init(p->digits);
    for (int ply = 0; ply < DATASET_PLIES; ply++)
        for (int kind = 0; kind < RECORD_KINDS; kind++)
            p->importance.of[ply][kind] = 1;
    return p;
}

void passes_set_importance(struct passes *p, const struct passes_importance *importance)
{
    p->importance = *importance;
}

/* Knot below a ply, and the share of the knot above it. */
static int knot_of(int n_knots, int ply, double *part)
{
    int at = ply * (n_knots - 1), knot = at / 60;
    *part = at % 60 / 60.0;
    return knot;
}

void passes_spread(const float *x, int n_knots, int ply, struct ply_weights *out)
{
    double part;
    const float *low = x + (size_t)knot_of(n_knots, ply, &part) * LINEAR_PER_KNOT;
    const float *high = part > 0 ? low + LINEAR_PER_KNOT : low;
    float b = (float)part, a = 1 - b;
    for (int n = 0; n < WEIGHTS_MOBILITY; n++) {
        int own = 1 + n, other = 1 + WEIGHTS_MOBILITY + n;
        out->own[n] = a * (low[0] + low[own]) + b * (high[0] + high[own]);
        out->other[n] = a * low[other] + b * high[other];
    }
    low += WEIGHTS_N_EXTRA;
    high += WEIGHTS_N_EXTRA;
    for (uint32_t c = 0; c < PATTERN_N_CONFIGS; c++) {
        uint32_t at = pattern_packed_index[c];
        out->pattern[c] = a * low[at] + b * high[at];
    }
    out->pattern[PATTERN_N_CONFIGS] = 0;
}

/* Adds the sums of one ply to those by knot: the transpose of passes_spread(). */
static void fold(const struct job *job, int ply)
{
    double part;
    const struct ply_sums *sums = job->sums;
    double *low = job->out + (size_t)knot_of(job->passes->n_knots, ply, &part) * LINEAR_PER_KNOT;
    double *high = part > 0 ? low + LINEAR_PER_KNOT : low;
    bool is_squared = job->kind == PASS_DIAGONAL;
    double a = is_squared ? (1 - part) * (1 - part) : 1 - part;
    double b = is_squared ? part * part : part;
    for (int n = 0; n < WEIGHTS_MOBILITY; n++) {
        int own = 1 + n, other = 1 + WEIGHTS_MOBILITY + n;
        low[0] += a * sums->own[n];
        high[0] += b * sums->own[n];
        low[own] += a * sums->own[n];
        high[own] += b * sums->own[n];
        low[other] += a * sums->other[n];
        high[other] += b * sums->other[n];
    }
    low += WEIGHTS_N_EXTRA;
    high += WEIGHTS_N_EXTRA;
    for (uint32_t c = 0; c < PATTERN_N_CONFIGS; c++) {
        uint32_t at = pattern_packed_index[c];
        low[at] += a * sums->pattern[c];
        high[at] += b * sums->pattern[c];
    }
}

static inline float gather(const uint16_t *configs, const struct ply_weights *weights,
                           const struct sample *s)
{
    float sum[2] = {weights->own[s->own_moves], weights->other[s->other_moves]};
    for (int lane = 0; lane < PATTERN_N_INSTANCES; lane++)
        sum[lane & 1] += weights->pattern[pattern_lane_offsets[lane] + configs[lane]];
    return sum[0] + sum[1];
}

double passes_value(const struct row_digits *digits, const struct ply_weights *weights,
                    const struct sample *sample)
{
    uint16_t configs[PATTERN_LANES];
    row_digits_configs(digits, sample->board, configs);
    return (double)gather(configs, weights, sample);
}

static void run_ply(const struct job *job, int ply, size_t begin, size_t end)
{
    const double *importance = job->passes->importance.of[ply];
    const struct row_digits *digits = job->passes->digits;
    struct ply_sums *sums = job->sums;
    uint16_t configs[PATTERN_LANES];
    for (size_t i = begin; i < end; i++) {
        const struct sample *s = &job->passes->list->list[i];
        row_digits_configs(digits, s->board, configs);
        double value = job->kind == PASS_LABELS ? s->label / (double)DATASET_LABEL_UNIT
                       : job->kind == PASS_PRODUCT ? (double)gather(configs, job->weights, s) : 1;
        value *= importance[s->kind];
        sums->own[s->own_moves] += value;
        sums->other[s->other_moves] += value;
        for (int lane = 0; lane < PATTERN_N_INSTANCES; lane++)
            sums->pattern[pattern_lane_offsets[lane] + configs[lane]] += value;
    }
}

static void *run_job(void *argument)
{
    struct job *job = argument;
    const struct passes *p = job->passes;
    memset(job->out, 0, vector_size(p));
    for (int ply = 0; ply < DATASET_PLIES; ply++) {
        size_t begin = p->list->first[ply], end = p->list->first[ply + 1];
        begin = begin < job->begin ? job->begin : begin;
        end = end > job->end ? job->end : end;
        if (begin >= end)
            continue;
        if (job->kind == PASS_PRODUCT)
            passes_spread(job->x, p->n_knots, ply, job->weights);
        memset(job->sums, 0, sizeof *job->sums);
        run_ply(job, ply, begin, end);
        fold(job, ply);
    }
    return NULL;
}

bool passes_run(struct passes *p, enum pass_kind kind, const float *x, double *out)
{
    bool is_good = true;
    for (int i = 0; i < p->n_jobs; i++) {
        struct job *job = &p->jobs[i];
        job->kind = kind;
        job->x = x;
        job->is_started = i > 0 && pthread_create(&job->thread, NULL, run_job, job) == 0;
        is_good = is_good && (i == 0 || job->is_started);
    }
    if (is_good)
        run_job(&p->jobs[0]);
    for (int i = 1; i < p->n_jobs; i++)
        if (p->jobs[i].is_started)
            pthread_join(p->jobs[i].thread, NULL);
    size_t n = (size_t)p->n_knots * LINEAR_PER_KNOT;
    memcpy(out, p->jobs[0].out, n * sizeof *out);
    for (int i = 1; i < p->n_jobs; i++)
        for (size_t k = 0; k < n; k++)
            out[k] += p->jobs[i].out[k];
    return is_good;
}
