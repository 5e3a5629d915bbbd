/* train/fit_classical.c - outflank-fit-classical: fits the classical evaluation to
 * recorded games. The command and its results are in docs/classical.md. */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/regular.h"
#include "board/wthor.h"
#include "train/export.h"
#include "train/file.h"
#include "train/regress.h"
#include "train/report.h"

enum { HELD_OUT_EACH = 10 };

static const char usage[] =
    "usage: outflank-fit-classical [--output FILE] [--check] FILE.wtb...\n"
    "\n"
    "Fits the weights of the classical evaluation to the games of WTHOR bases, every\n"
    "tenth game left out, and prints the error on those left out by number of empties.\n"
    "  -o, --output FILE  write the weights there (docs/classical.md says how to build them in)\n"
    "  -c, --check        fit nothing; print the error of the weights that are built in\n"
    "  -h, --help         print this\n";

struct fit_args {
    const char *output;
    bool check;
};

/* The whole file; NULL after saying why. Free it. */
static uint8_t *read_file(const char *path, size_t *size)
{
    uint8_t *bytes = file_read(path, size);
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
    if (export_write(path, bytes, sizeof bytes) == 0)
        return true;
    fprintf(stderr, "%s: cannot be written: %s\n", path, strerror(errno));
    return false;
}

static bool fit(const struct fit_args *args, const struct samples *samples)
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

/* False, with the exit code, if there is nothing more to do. */
static bool read_args(struct fit_args *args, int argc, char **argv, int *code)
{
    static const struct option options[] = {{"output", required_argument, NULL, 'o'},
                                            {"check", no_argument, NULL, 'c'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    for (int c; (c = getopt_long(argc, argv, "o:ch", options, NULL)) != -1;)
        switch (c) {
        case 'o': args->output = optarg; break;
        case 'c': args->check = true; break;
        case 'h': fputs(usage, stdout); *code = 0; return false;
        default: fputs(usage, stderr); *code = 2; return false;
        }
    *code = 2;
    if (optind == argc)
        fputs(usage, stderr);
    return optind < argc;
}

int main(int argc, char **argv)
{
    struct fit_args args = {0};
    int code;
    if (!read_args(&args, argc, argv, &code))
        return code;
    struct samples samples = {0};
    struct sampler *sampler = sampler_create();
    size_t n_seen = 0;
    bool good = sampler != NULL;
    if (!good)
        fprintf(stderr, "no memory for the tables of shapes\n");
    for (int i = optind; good && i < argc; i++)
        good = add_base(argv[i], sampler, &samples, &n_seen);
    if (good) {
        fprintf(stderr, "%zu games (%zu more not finished), %zu positions\n", samples.n_games,
                samples.n_games_refused, samples.n);
        if (args.check)
            report_errors(stdout, NULL, &samples);
        else
            good = fit(&args, &samples);
    }
    sampler_destroy(sampler);
    free(samples.list);
    return good && !ferror(stdout) ? 0 : 1;
}
