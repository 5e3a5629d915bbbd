/* train/net_batch.c - see net_batch.h. */
#include "train/net_batch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { MOST_ROWS = 59049, MOST_INSTANCES = 8 };

static size_t sums_size(const struct net_batch *b)
{
    return (size_t)b->options->batch * sizeof *b->sums;
}

static void thread_free(struct net_thread *t)
{
    mem_free(t->ply, sizeof *t->ply);
    free(t->dense);
    free(t->error);
    free(t->first);
    free(t->touches);
}

void net_batch_destroy(struct net_batch *b)
{
    if (!b)
        return;
    for (int i = 0; b->threads && i < b->options->n_threads; i++)
        thread_free(&b->threads[i]);
    net_coder_destroy(b->coder);
    free(b->threads);
    free(b->tied);
    mem_free(b->wide, BOARD_PLIES * sizeof *b->wide);
    free(b->mean);
    free(b->square);
    free(b->steps.squares);
    free(b->steps.n_steps);
    free(b->samples);
    free(b->codes);
    free(b->values);
    mem_free(b->sums, sums_size(b));
    free(b->bucket);
    pthread_barrier_destroy(&b->barrier);
    free(b);
}

static bool thread_init(struct net_thread *t, size_t batch)
{
    t->ply = mem_alloc(sizeof *t->ply, NULL);
    t->dense = calloc(1, sizeof *t->dense);
    t->error = calloc(1, sizeof *t->error);
    t->first = calloc(MOST_ROWS + 2, sizeof *t->first);
    t->touches = calloc(batch * MOST_INSTANCES, sizeof *t->touches);
    return t->ply && t->dense && t->error && t->first && t->touches;
}

struct net_batch *net_batch_create(struct net_model *model, const struct net_options *options)
{
    size_t n = (size_t)options->batch, n_threads = (size_t)options->n_threads;
    struct net_batch *b = calloc(1, sizeof *b);
    if (!b || pthread_barrier_init(&b->barrier, NULL, (unsigned)n_threads) != 0) {
        free(b);
        return NULL;
    }
    b->model = model;
    b->options = options;
    b->kernel = net_kernel();
    b->coder = net_coder_create();
    b->threads = calloc(n_threads, sizeof *b->threads);
    b->tied = calloc(BOARD_PLIES, sizeof *b->tied);
    b->wide = mem_alloc(BOARD_PLIES * sizeof *b->wide, NULL);
    b->mean = calloc(1, sizeof *b->mean);
    b->square = calloc(1, sizeof *b->square);
    size_t n_rows = (size_t)PATTERN_N_PACKED * (size_t)model->n_buckets;
    b->steps.squares = calloc(n_rows, sizeof *b->steps.squares);
    b->steps.n_steps = calloc(PATTERN_N_PACKED, sizeof *b->steps.n_steps);
    b->samples = calloc(n, sizeof *b->samples);
    b->codes = calloc(n, sizeof *b->codes);
    b->values = calloc(n, sizeof *b->values);
    b->sums = mem_alloc(sums_size(b), NULL);
    b->bucket = calloc(n, 1);
    bool is_good = b->coder && b->threads && b->tied && b->wide && b->mean && b->square &&
                   b->steps.squares && b->steps.n_steps && b->samples && b->codes && b->values &&
                   b->sums && b->bucket;
    for (size_t i = 0; is_good && i < n_threads; i++)
        is_good = thread_init(&b->threads[i], n);
    if (!is_good) {
        net_batch_destroy(b);
        return NULL;
    }
    for (size_t i = 0; i < n_rows; i++)
        b->steps.squares[i] = (float)options->prior;
    b->steps.n_buckets = model->n_buckets;
    b->steps.rows = model->rows;
    b->steps.sums = (const float (*)[NETWORK_LANES])b->sums;
    b->steps.bucket = b->bucket;
    for (int p = 0; p < NETWORK_MAX_BUCKETS; p++)
        for (int q = 0; q < NETWORK_MAX_BUCKETS; q++)
            b->steps.share[p][q] = (float)pow(options->share_plies, abs(p - q));
    for (int ply = 0; ply < BOARD_PLIES; ply++)
        for (int kind = 0; kind < RECORD_KINDS; kind++)
            b->importance[ply][kind] = 1;
    return b;
}

static void sort_by_ply(struct net_batch *b)
{
    size_t at[BOARD_PLIES] = {0}, sum = 0;
    for (size_t i = 0; i < b->n; i++)
        at[dataset_ply(b->list[b->order[i]].board)]++;
    for (int ply = 0; ply < BOARD_PLIES; ply++) {
        b->first[ply] = sum;
        sum += at[ply];
        at[ply] = b->first[ply];
    }
    b->first[BOARD_PLIES] = sum;
    for (size_t i = 0; i < b->n; i++) {
        const struct sample *s = &b->list[b->order[i]];
        int ply = dataset_ply(s->board);
        b->bucket[at[ply]] = (uint8_t)network_bucket(b->model->n_buckets, ply);
        b->samples[at[ply]++] = s;
    }
}

static void widen_plies(struct net_batch *b, int thread)
{
    for (int ply = thread; ply < BOARD_PLIES; ply += b->options->n_threads) {
        net_at_ply(b->model->dense, ply, &b->tied[ply]);
        net_widen(&b->tied[ply], b->model->dense->ply[ply], &b->wide[ply]);
    }
}

/* Positions begin..end of the batch, all of one ply. */
static void run_ply(struct net_batch *b, struct net_thread *t, int ply, size_t begin, size_t end)
{
    const struct net_run run = {
        .model = b->model, .wide = &b->wide[ply], .samples = b->samples + begin,
        .codes = (const net_code (*)[PATTERN_N_INSTANCES])(b->codes + begin),
        .n = end - begin, .ply = ply,
    };
    memset(t->ply, 0, sizeof *t->ply);
    b->kernel->gradients(&run, b->importance[ply], b->values + begin, t->ply, b->sums + begin);
    net_fold(&t->ply->wide, &t->ply->tied);
    net_to_knots(&t->ply->tied, ply, t->dense);
    for (int c = 0; c < NETWORK_CHANNELS; c++)
        t->dense->ply[ply][c] += t->ply->ply[c];
    for (size_t i = begin; i < end; i++)
        fit_error_count(t->error, ply, (double)b->values[i], b->samples[i]);
}

static void find_gradients(struct net_batch *b, int thread)
{
    struct net_thread *t = &b->threads[thread];
    size_t n_threads = (size_t)b->options->n_threads;
    size_t first = b->n * (size_t)thread / n_threads;
    size_t last = b->n * ((size_t)thread + 1) / n_threads;
    memset(t->dense, 0, sizeof *t->dense);
    for (size_t i = first; i < last; i++)
        b->kernel->encode(b->coder, b->samples[i]->board, b->codes[i]);
    for (int ply = 0; ply < BOARD_PLIES; ply++) {
        size_t begin = b->first[ply] > first ? b->first[ply] : first;
        size_t end = b->first[ply + 1] < last ? b->first[ply + 1] : last;
        if (begin < end)
            run_ply(b, t, ply, begin, end);
    }
}

/* Adam on everything but the rows. */
static void step_dense(struct net_batch *b)
{
    const float keep_mean = 0.9F, keep_square = 0.999F;
    float *weights = (float *)b->model->dense, *mean = (float *)b->mean;
    float *square = (float *)b->square;
    double n = (double)++b->n_steps;
    float mean_whole = (float)(1 / (1 - pow((double)keep_mean, n)));
    float square_whole = (float)(1 / (1 - pow((double)keep_square, n)));
    for (size_t i = 0; i < NET_DENSE_FLOATS; i++) {
        float g = 0;
        for (int t = 0; t < b->options->n_threads; t++)
            g += ((const float *)b->threads[t].dense)[i];
        g /= (float)b->n;
        mean[i] = keep_mean * mean[i] + (1 - keep_mean) * g;
        square[i] = keep_square * square[i] + (1 - keep_square) * g * g;
        weights[i] -= b->dense_rate * mean[i] * mean_whole /
                      (sqrtf(square[i] * square_whole) + 1e-7F);
    }
    net_bound(b->model->dense);
}

static void step_shape(struct net_batch *b, struct net_thread *t, int shape)
{
    int first_lane = 0;
    for (int s = 0; s < shape; s++)
        first_lane += pattern_shape_table[s].n_instances;
    int end_lane = first_lane + pattern_shape_table[shape].n_instances;
    uint32_t first_row = pattern_packed_index[pattern_shape_table[shape].first_config];
    uint32_t end_row = shape + 1 < PATTERN_N_SHAPES
                       ? pattern_packed_index[pattern_shape_table[shape + 1].first_config]
                       : PATTERN_N_PACKED;
    memset(t->first, 0, (end_row - first_row + 2) * sizeof *t->first);
    for (size_t i = 0; i < b->n; i++)
        for (int lane = first_lane; lane < end_lane; lane++)
            t->first[(b->codes[i][lane] >> 3) - first_row + 2]++;
    for (uint32_t r = 2; r < end_row - first_row + 2; r++)
        t->first[r] += t->first[r - 1];
    for (size_t i = 0; i < b->n; i++)
        for (int lane = first_lane; lane < end_lane; lane++) {
            net_code code = b->codes[i][lane];
            t->touches[t->first[(code >> 3) - first_row + 1]++] = (uint32_t)i << 3 | (code & 7);
        }
    for (uint32_t r = 0; r < end_row - first_row; r++)
        if (t->first[r + 1] > t->first[r])
            b->kernel->step_row(&b->steps, first_row + r, t->touches + t->first[r],
                                t->first[r + 1] - t->first[r]);
}

void net_batch_part(struct net_batch *b, int thread)
{
    if (thread == 0) {
        sort_by_ply(b);
        atomic_store(&b->next_shape, 0);
    }
    widen_plies(b, thread);
    pthread_barrier_wait(&b->barrier);
    find_gradients(b, thread);
    pthread_barrier_wait(&b->barrier);
    if (thread == 0)
        step_dense(b);
    for (int shape; (shape = atomic_fetch_add(&b->next_shape, 1)) < PATTERN_N_SHAPES;)
        step_shape(b, &b->threads[thread], shape);
    pthread_barrier_wait(&b->barrier);
}
