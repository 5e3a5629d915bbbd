/* train/fit_classical.c - outflank-fit-classical: fits the classical evaluation to
 * recorded games. The command and its results are in docs/classical.md. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/regular.h"
#include "base/replace.h"
#include "text/wthor.h"
#include "train/whole_file.h"
#include "options/program.h"
#include "train/regress.h"
#include "train/fit_report.h"

enum { HELD_OUT_EACH = 10 };

struct args {
    const char *output;
    bool is_check;
};

static const struct option_row rows[] = {
    ROW_FILE(output, "output", 'o', "write the weights there (docs/classical.md says how to build "
             "them in)"),
    ROW_FLAG(is_check, "check", 'c',
             "fit nothing; print the error of the weights that are built in"),
    PROGRAM_HELP
};

/* The whole file; NULL after saying why. Free it. */
static uint8_t *read_file(const char *path, size_t *size)
{
    uint8_t *bytes = file_load(path, size);
    if (!bytes)
        fprintf(stderr, "%s: cannot be read: %s\n", path, regular_problem(errno));
    return bytes;
}

/* Adds the games of one base. Which games are held out depends on their order alone. */
static bool add_base(const char *path, const struct sampler *sampler, struct samples *samples,
                     size_t *n_seen)
{
    size_t size;
    uint8_t *bytes = read_file(path, &size);
    if (!bytes)
        return false;
    struct wthor_reader reader;
    struct wthor_error error;
    struct wthor_game game;
    bool good = wthor_open(&reader, bytes, size, &error);
    if (!good)
        fprintf(stderr, "%s: %s\n", path, error.text);
    else if (reader.n_missing)
        fprintf(stderr, "%s: cut off, %" PRIu32 " games are missing\n", path, reader.n_missing);
    for (int r; good && (r = wthor_next(&reader, &game, &error)) != 0;) {
        if (r < 0) {
            fprintf(stderr, "%s: byte %zu: %s; the game is left out\n", path, error.offset,
                    error.text);
            continue;
        }
        good = samples_add_game(sampler, samples, &game, (*n_seen)++ % HELD_OUT_EACH == 0);
        if (!good)
            fprintf(stderr, "%s: no memory for its positions\n", path);
    }
    free(bytes);
    return good;
}

static bool write_weights(const char *path, const double *weights, const struct samples *samples)
{
    static uint8_t bytes[CLASSICAL_FILE_BYTES];
    report_weights(weights, samples, bytes);
    if (replace_whole(path, bytes, sizeof bytes))
        return true;
    fprintf(stderr, "%s: cannot be written: %s\n", path, strerror(errno));
    return false;
}

static bool fit(const struct args *args, const struct samples *samples)
{
    /* Chosen on the held-out games; all are flat around these. */
    const struct regress_options options = {
        .bend = 30, .drift = 10, .shape = 10, .shape_drift = 100, .iterations = 80};
    double *weights = malloc(REGRESS_WEIGHTS * sizeof *weights);
    bool good = weights && regress_fit(samples, &options, weights);
    if (!good)
        fprintf(stderr, "no memory for the regression\n");
    if (good && args->output)
        good = write_weights(args->output, weights, samples);
    if (good) {
        report_round(weights);
        report_errors(stdout, weights, samples);
    }
    free(weights);
    return good;
}

static int run(const struct program_call *call)
{
    struct args args = {0};
    struct program_files files;
    const int code = program_read(call, &args, &files);
    if (code)
        return code;
    struct samples samples = {0};
    struct sampler *sampler = sampler_create();
    size_t n_seen = 0;
    bool good = sampler != NULL;
    if (!good)
        fprintf(stderr, "no memory for the tables of shapes\n");
    for (int i = 0; good && i < files.n; i++)
        good = add_base(files.paths[i], sampler, &samples, &n_seen);
    if (good) {
        fprintf(stderr, "%zu games (%zu more not finished), %zu positions\n", samples.n_games,
                samples.n_games_refused, samples.n);
        if (args.is_check)
            report_errors(stdout, NULL, &samples);
        else
            good = fit(&args, &samples);
    }
    sampler_destroy(sampler);
    free(samples.list);
    return good ? 0 : 1;
}

static const struct program_command command = {
    .name = "",
    .arguments = "FILE.wtb...",
    .file = "a WTHOR base",
    .text = "Fits the weights of the classical evaluation to the games of WTHOR bases, every "
            "tenth game left out, and prints the error on those left out by number of empties.",
    .options = rows,
    .run = run,
};

int main(int argc, char **argv)
{
    static const struct program_command *const commands[] = {&command, NULL};
    static const struct program program = {.name = "outflank-fit-classical", .commands = commands};
    return program_main(&program, argc, argv);
}
