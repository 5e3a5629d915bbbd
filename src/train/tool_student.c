/* train/tool_student.c - outflank-train student: teaches a small network what the large one says
 * of the boards whose order it has to find, and puts it behind the weights (eval/student.h). */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/clock.h"
#include "eval/student.h"
#include "train/student_fit.h"
#include "train/tool.h"
#include "train/tool_data.h"

enum { HELD_OUT = 200000, PART = 1 << 20 };

static const char usage[] =
    "usage: outflank-train student --weights FILE --out FILE [options] DATA...\n"
    "\n"
    "Teaches a small network to say what that of FILE says of boards with 12 to 14 empty squares,\n"
    "for the order of moves, and writes the weights with it. Boards are played from positions of\n"
    "the data files and WTHOR bases. Prints how far it is from its teacher on games held out.\n"
    "  -w, --weights FILE  the teacher\n"
    "  -o, --out FILE      the same weights with the student (may be the same file)\n"
    "  -n, --boards N      boards to learn from, 1000..1000000000 (32000000; 24 bytes each)\n"
    "  -e, --epochs N      passes over them (4)\n"
    "      --rate X        first size of steps of rows (0.05)\n"
    "      --dense-rate X  first size of steps of all else (0.002)\n"
    "      --prior X       how slowly rows start to move (0.001)\n"
    "  -s, --seed N        of all that is drawn (1)\n"
    "  -h, --help          print this\n";

struct args {
    const char *weights, *out;
    int n_boards, n_passes;
    struct student_rates rates;
    uint64_t seed;
};

enum { OPT_RATE = 256, OPT_DENSE_RATE, OPT_PRIOR };

static const struct option long_options[] = {
    {"weights", required_argument, NULL, 'w'}, {"out", required_argument, NULL, 'o'},
    {"boards", required_argument, NULL, 'n'}, {"epochs", required_argument, NULL, 'e'},
    {"rate", required_argument, NULL, OPT_RATE},
    {"dense-rate", required_argument, NULL, OPT_DENSE_RATE},
    {"prior", required_argument, NULL, OPT_PRIOR},
    {"seed", required_argument, NULL, 's'}, {"help", no_argument, NULL, 'h'}, {0},
};

static bool set_number(struct args *args, int option, const char *text)
{
    const char *name = tool_option_name(long_options, option);
    double x;
    switch (option) {
    case 'n':
        return tool_read_whole(name, text, 1000, 1000000000, &args->n_boards);
    case 'e':
        return tool_read_whole(name, text, 1, 1000, &args->n_passes);
    case OPT_RATE:
        return tool_read_number(name, text, 0, 1, false, &args->rates.row);
    case OPT_DENSE_RATE:
        return tool_read_number(name, text, 0, 1, false, &args->rates.dense);
    case OPT_PRIOR:
        return tool_read_number(name, text, 1e-9, 1e9, false, &args->rates.prior);
    case 's':
        if (!tool_read_number(name, text, 0, 9007199254740992.0, true, &x))
            return false;
        args->seed = (uint64_t)x;
        return true;
    default:
        return false;
    }
}

/* 0 to go on, -1 for help, else an exit code. */
static int read_args(int argc, char **argv, struct args *args)
{
    *args = (struct args){.n_boards = 32000000, .n_passes = 4, .seed = 1,
                          .rates = {.row = 0.05, .dense = 0.002, .prior = 0.001}};
    for (int option; (option = getopt_long(argc, argv, "w:o:n:e:s:h", long_options, NULL)) != -1;) {
        if (option == 'h')
            return -1;
        if (option == 'w')
            args->weights = optarg;
        else if (option == 'o')
            args->out = optarg;
        else if (option == '?' || !set_number(args, option, optarg))
            return EX_USAGE;
    }
    if (args->weights && args->out && optind < argc)
        return 0;
    fprintf(stderr, "outflank-train: expected --weights FILE, --out FILE and data files\n");
    return EX_USAGE;
}

/* Plays from positions drawn out of a part of the data until there are n boards. */
static int collect(const struct weights *weights, const struct sample_list *from, size_t n,
                   struct rng *rng, struct student_list *list)
{
    size_t n_tries = 0;
    while (list->n < n) {
        const ofl_board board = from->list[rng_next(rng) % from->n].board;
        const int e = ofl_count_empties(board);
        if (e >= STUDENT_FROM_LEAST && e <= STUDENT_FROM_MOST &&
            !student_play(weights, board, rng, list)) {
            fprintf(stderr, "outflank-train: out of memory\n");
            return EX_OSERR;
        }
        if (++n_tries > 1000 * (list->n + 1000)) {
            fprintf(stderr, "outflank-train: hardly any position of the files has %d to %d empty "
                    "squares\n", STUDENT_FROM_LEAST, STUDENT_FROM_MOST);
            return EX_DATAERR;
        }
    }
    student_shuffle(list, rng);
    return 0;
}

/* Root of the mean squared distance to the teacher, in discs; by stage, and of all. */
static void measure(const struct student_fit *fit, const struct student_list *list,
                    double rmse[STUDENT_STAGES + 1])
{
    double sum[STUDENT_STAGES + 1] = {0}, n[STUDENT_STAGES + 1] = {0};
    for (size_t i = 0; i < list->n; i++) {
        const struct student_sample *sample = &list->list[i];
        const double error = student_fit_value(fit, sample) - sample->value / 128.0;
        const int stage = ofl_count_empties(sample->board) - STUDENT_EMPTIES_LEAST;
        sum[stage] += error * error;
        n[stage]++;
        sum[STUDENT_STAGES] += error * error;
        n[STUDENT_STAGES]++;
    }
    for (int i = 0; i <= STUDENT_STAGES; i++)
        rmse[i] = n[i] > 0 ? sqrt(sum[i] / n[i]) : 0;
}

static void teach(const struct args *args, struct student_fit *fit,
                  const struct student_list *list, const struct student_list *held_out)
{
    const double n_all = (double)list->n * args->n_passes;
    const int64_t start_us = clock_us();
    printf("%zu boards to learn from, %zu held out; distance to the teacher, discs (RMSE):\n",
           list->n, held_out->n);
    for (int pass = 0; pass < args->n_passes; pass++) {
        double squares = 0, rmse[STUDENT_STAGES + 1];
        for (size_t i = 0; i < list->n; i++) {
            const double done = ((double)pass * (double)list->n + (double)i) / n_all;
            const double error = student_fit_step(fit, &list->list[i],
                                                  0.5 * (1 + cos(3.14159265358979 * done)) + 0.002);
            squares += error * error;
            if (i % PART == 0 && isatty(2))
                fprintf(stderr, "\rpass %d of %d: %.1f %%", pass + 1, args->n_passes, 100 * done);
        }
        measure(fit, held_out, rmse);
        if (isatty(2))
            fprintf(stderr, "\r\033[K");
        printf("pass %d: %.3f learned from, %.3f held out (12 to 14 empty squares: %.3f, %.3f, "
               "%.3f), %.0f s\n", pass + 1, sqrt(squares / (double)list->n), rmse[STUDENT_STAGES],
               rmse[0], rmse[1], rmse[2], (double)(clock_us() - start_us) * 1e-6);
        fflush(stdout);
    }
}

/* A weights file as it was read, and the network in it. */
struct teacher {
    uint8_t *bytes;
    size_t size;
    struct weights *weights;
};

/* The file with the student behind its payload, in place of one that is there, and before the
 * error model. */
static int write_weights(const struct args *args, const struct teacher *teacher,
                         const struct student_fit *fit)
{
    size_t student_size = 0;
    uint8_t *student = student_fit_export(fit, &student_size);
    uint8_t *out = student ? malloc(teacher->size + student_size) : NULL;
    int result = 0;
    if (out) {
        const uint8_t *bytes = teacher->bytes; /* checked when the network was read from them */
        const size_t end = WEIGHTS_HEADER + (size_t)bytes_read_le(bytes + 32, 8);
        const size_t old = student_block_size(bytes + end, teacher->size - end);
        memcpy(out, bytes, end);
        memcpy(out + end, student, student_size);
        memcpy(out + end + student_size, bytes + end + old, teacher->size - end - old);
        result = tool_write_file(args->out, out, teacher->size - old + student_size);
    } else {
        fprintf(stderr, "outflank-train: out of memory\n");
        result = EX_OSERR;
    }
    free(out);
    free(student);
    return result;
}

static int load_teacher(const char *path, struct teacher *teacher)
{
    char why[160] = "";
    teacher->bytes = tool_read_file(path, &teacher->size);
    if (!teacher->bytes)
        return EX_NOINPUT;
    teacher->weights = weights_from_bytes(teacher->bytes, teacher->size, why);
    if (teacher->weights && teacher->weights->network)
        return 0;
    fprintf(stderr, "outflank-train: %s: %s\n", path,
            teacher->weights ? "expected a network to learn from, found linear weights" : why);
    return EX_DATAERR;
}

static int run(const struct args *args, char **paths, int n_paths)
{
    struct teacher teacher = {0};
    struct dataset data = {0};
    struct student_list list = {0}, held_out = {0};
    const struct dataset_rules rules = {.seed = args->seed, .holdout_percent = 10,
                                        .score_share = 0.75, .trace = 0.75};
    struct rng rng = rng_seeded(args->seed);
    int result = load_teacher(args->weights, &teacher);
    if (result == 0)
        result = tool_load_data(paths, n_paths, &rules, &data);
    if (result == 0)
        result = collect(teacher.weights, &data.part[PART_TRAIN], (size_t)args->n_boards, &rng,
                         &list);
    if (result == 0 && data.part[PART_TEST].n > 0)
        result = collect(teacher.weights, &data.part[PART_TEST], HELD_OUT, &rng, &held_out);
    dataset_free(&data);
    struct student_fit *fit = result == 0 ? student_fit_create(&args->rates, args->seed) : NULL;
    if (fit) {
        teach(args, fit, &list, &held_out);
        result = write_weights(args, &teacher, fit);
    } else if (result == 0) {
        fprintf(stderr, "outflank-train: out of memory\n");
        result = EX_OSERR;
    }
    student_fit_destroy(fit);
    free(list.list);
    free(held_out.list);
    weights_free(teacher.weights);
    free(teacher.bytes);
    return result;
}

int tool_student(int argc, char **argv)
{
    struct args args;
    const int result = read_args(argc, argv, &args);
    if (result < 0) {
        fputs(usage, stdout);
        return 0;
    }
    return result ? result : run(&args, argv + optind, argc - optind);
}
