/* train/tool_errors.c - outflank-train errors: how far shallow searches are from deep ones.
 *
 * Positions of data files are searched by the engine itself without selective
 * pruning, depth after depth, and those near the end solved. The error model
 * fitted to the differences (eval/errors.h) is written as a part file. */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sysexits.h>
#include <outflank/engine.h>

#include "base/array.h"
#include "base/rng.h"
#include "eval/score.h"
#include "eval/weights.h"
#include "train/errors_fit.h"
#include "train/train_record.h"
#include "train/tool.h"
#include "train/tool_weights.h"

enum { EMPTIES_LEAST = 6, EMPTIES_MOST = 58, DEPTH_MOST = 16, NO_VALUE = INT32_MIN };

struct args {
    const char *weights, *out;
    int n_positions, depth, exact, n_threads;
    uint64_t seed;
};

static const struct option_row rows[] = {
    ROW_NEEDED_FILE(weights, "weights", 'w', "the weights the searches use"),
    ROW_NEEDED_FILE(out, "out", 'o',
                    "the part file; 'cat' puts it behind its network (docs/eval.md)"),
    ROW_INT(n_positions, "positions", 'p', 1, 100000, "40",
            "positions for each number of empty squares"),
    ROW_INT(depth, "depth", 'd', 2, DEPTH_MOST, "10", "deepest search to a horizon"),
    ROW_INT(exact, "exact", 'n', 6, 30, "20", "solve positions of up to N empty squares"),
    ROW_SEED(seed, PROGRAM_SEED_MOST, "of the choice of positions"),
    ROW_INT(n_threads, "threads", 't', 1, 256, NULL, "threads; all cores if not given"),
    PROGRAM_HELP
};

/* A position and what the searches found, 1/128 disc. */
struct probe {
    ofl_board board;
    uint64_t game;
    int empties;
    int value[DEPTH_MOST + 1], exact;
};

struct probes {
    struct probe *list; /* rows of n_positions by empties */
    int n[EMPTIES_MOST + 1];
    uint64_t n_seen[EMPTIES_MOST + 1];
};

/* Keeps each position of a number of empty squares with the same chance. */
static void draw(struct probes *probes, const struct args *args, struct rng *rng,
                 const struct record *record)
{
    int e = ofl_count_empties(record->board);
    if (e < EMPTIES_LEAST || e > EMPTIES_MOST || !ofl_legal_moves(record->board))
        return;
    struct probe *row = probes->list + (size_t)e * (size_t)args->n_positions;
    uint64_t at = probes->n_seen[e]++;
    if (at >= (uint64_t)args->n_positions)
        at = rng_next(rng) % (at + 1);
    else
        probes->n[e]++;
    if (at < (uint64_t)args->n_positions)
        row[at] = (struct probe){.board = record->board, .game = record->game, .empties = e};
}

static int no_memory(void)
{
    tool_say("out of memory");
    return EX_OSERR;
}

static int draw_file(struct probes *probes, const struct args *args, struct rng *rng,
                     const char *path)
{
    size_t size;
    uint8_t *bytes = tool_read_file(path, &size);
    struct record *block = malloc(RECORD_BLOCK * sizeof *block);
    struct record_reader reader;
    struct reason reason;
    size_t n_damaged = 0;
    int result = !bytes ? EX_NOINPUT : !block ? no_memory() : 0;
    if (result == 0 && !record_open(&reader, bytes, size, &reason)) {
        tool_say("%s: %s", path, reason.text);
        result = EX_DATAERR;
    }
    for (int n; result == 0 && (n = record_next_block(&reader, block, &reason)) != 0;) {
        if (n < 0)
            n_damaged += record_resync(&reader);
        for (int i = 0; i < n; i++)
            draw(probes, args, rng, &block[i]);
    }
    if (n_damaged > 0)
        tool_say("%s: %zu damaged bytes are left out", path, n_damaged);
    free(block);
    free(bytes);
    return result;
}

struct work {
    const struct args *args;
    struct probe **list;
    int n;
    atomic_int next;
    atomic_bool has_failed;
};

static void note_depth(void *user, const struct ofl_info *info)
{
    struct probe *probe = user;
    if (info->rank == 0 && info->line.depth <= DEPTH_MOST && info->line.depth < probe->empties)
        probe->value[info->line.depth] = score_from_cd(info->line.score);
}

static bool search_probe(ofl_engine *engine, const struct args *args, struct probe *probe)
{
    for (int d = 0; d <= DEPTH_MOST; d++)
        probe->value[d] = NO_VALUE;
    probe->exact = NO_VALUE;
    probe->value[0] = score_from_cd(ofl_evaluate(engine, probe->board));
    int depth = probe->empties - 1 < args->depth ? probe->empties - 1 : args->depth;
    struct ofl_limits limits = {.depth = depth, .strict_depth = true};
    struct ofl_result result;
    ofl_new_game(engine);
    ofl_on_info(engine, note_depth, probe);
    bool is_good = ofl_search(engine, probe->board, &limits, &result) == OFL_OK;
    ofl_on_info(engine, NULL, NULL);
    if (!is_good || probe->empties > args->exact)
        return is_good;
    limits = (struct ofl_limits){.goal = OFL_GOAL_EXACT};
    ofl_new_game(engine);
    is_good = ofl_search(engine, probe->board, &limits, &result) == OFL_OK;
    probe->exact = score_from_cd(result.lines[0].score);
    return is_good;
}

static void *search_probes(void *argument)
{
    struct work *work = argument;
    ofl_engine *engine = ofl_engine_create();
    bool is_good = engine && ofl_set_option(engine, "hash", "16") == OFL_OK &&
                   ofl_set_option(engine, "selectivity", "100") == OFL_OK &&
                   ofl_set_option(engine, "steady-scores", "off") == OFL_OK &&
                   ofl_set_option(engine, "weights", work->args->weights) == OFL_OK;
    for (int i; is_good && !atomic_load(&work->has_failed) &&
                (i = atomic_fetch_add(&work->next, 1)) < work->n;)
        is_good = search_probe(engine, work->args, work->list[i]);
    if (!is_good && !atomic_exchange(&work->has_failed, true))
        tool_say("%s", engine ? ofl_last_error(engine) : "no memory for an engine");
    ofl_engine_destroy(engine);
    return NULL;
}

/* All searches, on all threads. */
static int search_all(const struct args *args, struct probes *probes)
{
    struct work work = {.args = args};
    pthread_t threads[256];
    bool is_started[256] = {false};
    size_t room = (size_t)(EMPTIES_MOST + 1) * (size_t)args->n_positions;
    work.list = malloc(room * sizeof *work.list);
    if (!work.list)
        return no_memory();
    for (int e = EMPTIES_LEAST; e <= EMPTIES_MOST; e++)
        for (int i = 0; i < probes->n[e]; i++)
            work.list[work.n++] = &probes->list[(size_t)e * (size_t)args->n_positions + (size_t)i];
    for (int i = 1; i < args->n_threads; i++)
        is_started[i] = pthread_create(&threads[i], NULL, search_probes, &work) == 0;
    search_probes(&work);
    for (int i = 1; i < args->n_threads; i++)
        if (is_started[i])
            pthread_join(threads[i], NULL);
    free(work.list);
    return atomic_load(&work.has_failed) ? EX_SOFTWARE : 0;
}

struct samples {
    struct error_sample *list;
    size_t n;
};

static bool add_sample(struct samples *samples, const struct probe *probe, int s, int d, int deep)
{
    if (probe->value[s] == NO_VALUE || deep == NO_VALUE)
        return true;
    uint64_t h = (probe->game + 1) * UINT64_C(0x9E3779B97F4A7C15);
    const struct error_sample sample = {
        .empties = probe->empties, .shallow = s, .deep = d, .error = deep - probe->value[s],
        .is_held_out = (h >> 60) < 4, /* a quarter of the games */
    };
    return array_push(&samples->list, &samples->n, &sample, sizeof sample);
}

static bool collect(const struct args *args, const struct probes *probes, enum error_kind kind,
                    struct samples *samples)
{
    for (int e = EMPTIES_LEAST; e <= EMPTIES_MOST; e++)
        for (int i = 0; i < probes->n[e]; i++) {
            const struct probe *p =
                &probes->list[(size_t)e * (size_t)args->n_positions + (size_t)i];
            for (int d = 1; kind == ERRORS_TO_HORIZON && d <= args->depth; d++)
                for (int s = 0; s < d; s++)
                    if (!add_sample(samples, p, s, d, p->value[d]))
                        return false;
            for (int s = 0; kind == ERRORS_TO_END && s <= args->depth && s < e - 4; s++)
                if (!add_sample(samples, p, s, e, p->exact))
                    return false;
        }
    return true;
}

/* Held-out positions: how wide the errors are, how wide the model says, and how many lie
 * within 1.1, 2 and 3.3 times that. */
static void report(const struct samples *samples, enum error_kind kind, const struct error_fit *fit)
{
    printf("%s, held-out games:\nempties shallow deep | samples   mean  model | spread  model |"
           "  1.1    2.0    3.3\n", kind == ERRORS_TO_END ? "to the end" : "to a horizon");
    for (int e = EMPTIES_LEAST; e <= EMPTIES_MOST; e += 6)
        for (int s = 0; s < DEPTH_MOST; s += 2)
            for (int d = kind == ERRORS_TO_END ? 60 : s + 2; d <= 60; d += 2) {
                double n = 0, sum = 0, squares = 0, mean = 0, spread = 0, in[3] = {0};
                for (size_t i = 0; i < samples->n; i++) {
                    const struct error_sample *x = &samples->list[i];
                    if (!x->is_held_out || x->empties < e || x->empties >= e + 6 ||
                        x->shallow != s || (kind == ERRORS_TO_HORIZON && x->deep != d))
                        continue;
                    double mu = errors_mean(fit, x->empties, s, x->deep);
                    double sigma = errors_spread(fit, x->empties, s, x->deep, 0);
                    double off = fabs(x->error - mu) / sigma;
                    n++;
                    sum += x->error;
                    squares += x->error * x->error;
                    mean += mu;
                    spread += sigma;
                    in[0] += off <= 1.1;
                    in[1] += off <= 2;
                    in[2] += off <= 3.3;
                }
                if (n >= 5)
                    printf("%4d-%-3d %4d  %4.0d  | %6.0f %7.2f %6.2f | %6.2f %6.2f | %5.3f  %5.3f"
                           "  %5.3f\n", e, e + 5, s, kind == ERRORS_TO_END ? 0 : d, n,
                           sum / n / EVAL_DISC, mean / n / EVAL_DISC,
                           sqrt(squares / n - sum / n * (sum / n)) / EVAL_DISC,
                           spread / n / EVAL_DISC, in[0] / n, in[1] / n, in[2] / n);
            }
}

static void print_fit(const char *name, const struct error_fit *fit)
{
    printf("%s: mean", name);
    for (int i = 0; i < ERRORS_N_MEAN; i++)
        printf(" %d", fit->mean[i]);
    printf("; spread");
    for (int i = 0; i < ERRORS_N_SPREAD; i++)
        printf(" %d", fit->spread[i]);
    printf("\n");
}

static int fit_all(const struct args *args, const struct probes *probes, struct error_model *model)
{
    int result = 0;
    for (int kind = ERRORS_TO_HORIZON; result == 0 && kind <= ERRORS_TO_END; kind++) {
        struct samples samples = {0};
        struct error_fit *fit = kind == ERRORS_TO_END ? &model->to_end : &model->to_horizon;
        if (!collect(args, probes, (enum error_kind)kind, &samples)) {
            result = no_memory();
        } else if (!errors_fit(samples.list, samples.n, (enum error_kind)kind, fit)) {
            tool_say("too few positions%s to fit errors to",
                     kind == ERRORS_TO_END ? " that were solved" : "");
            result = EX_DATAERR;
        } else {
            report(&samples, (enum error_kind)kind, fit);
        }
        free(samples.list);
    }
    if (result == 0) {
        print_fit("to a horizon", &model->to_horizon);
        print_fit("to the end", &model->to_end);
    }
    return result;
}

static int write_model(const char *path, const struct weights *weights,
                       const struct error_model *model)
{
    uint8_t block[ERRORS_BYTES];
    errors_to_bytes(model, block);
    return tool_write_part(path, weights, block, sizeof block);
}

static int run_errors(const struct program_call *call)
{
    struct args args = {.n_threads = program_count_cores(256)};
    struct program_files files;
    int result = program_read(call, &args, &files);
    if (result)
        return result;
    struct probes probes = {0};
    struct rng rng = rng_seeded(args.seed);
    struct weights *weights = NULL;
    result = tool_load_weights(args.weights, args.out, &weights);
    probes.list = calloc((size_t)(EMPTIES_MOST + 1) * (size_t)args.n_positions,
                         sizeof *probes.list);
    if (result == 0 && !probes.list)
        result = no_memory();
    for (int i = 0; result == 0 && i < files.n; i++)
        result = draw_file(&probes, &args, &rng, files.paths[i]);
    struct error_model model;
    if (result == 0)
        result = search_all(&args, &probes);
    if (result == 0)
        result = fit_all(&args, &probes, &model);
    if (result == 0)
        result = write_model(args.out, weights, &model);
    free(probes.list);
    weights_free(weights);
    return result;
}

const struct program_command tool_errors = {
    .name = "errors",
    .arguments = "DATA.ofd...",
    .file = "a data file",
    .summary = "fit how far shallow searches are from deep ones (for Multi-ProbCut)",
    .text = "Searches positions of data files at all depths and to the end of the game, fits how "
            "far the shallow values are from the deep ones, and writes that error model as a "
            "part file.",
    .options = rows,
    .run = run_errors,
};
