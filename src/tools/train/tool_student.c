/* train/tool_student.c - outflank-train student: teaches a small network what the large one says
 * of the boards whose order it has to find, and writes it as a part file (eval/student.h). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sysexits.h>
#include <unistd.h>

#include "base/clock.h"
#include "eval/student.h"
#include "train/student_fit.h"
#include "train/tool.h"
#include "train/tool_data.h"
#include "train/tool_weights.h"

enum { HELD_OUT = 200000, PART = 1 << 20 };

struct args {
    const char *weights, *out;
    int n_boards, n_passes;
    struct student_rates rates;
    uint64_t seed;
};

static const struct option_row rows[] = {
    ROW_NEEDED_FILE(weights, "weights", 'w', "the teacher"),
    ROW_NEEDED_FILE(out, "out", 'o',
                    "the part file; 'cat' puts it behind its network (docs/eval.md)"),
    ROW_INT(n_boards, "boards", 'n', 1000, 1000000000, "32000000",
            "boards to learn from, of 24 bytes each"),
    ROW_INT(n_passes, "epochs", 'e', 1, 1000, "4", "passes over them"),
    ROW_REAL(rates.row, "rate", 0, 1, "0.05", "first size of steps of rows"),
    ROW_REAL(rates.dense, "dense-rate", 0, 1, "0.002", "first size of steps of all else"),
    ROW_REAL(rates.prior, "prior", 1e-9, 1e9, "0.001", "how slowly rows start to move"),
    ROW_SEED(seed, PROGRAM_SEED_MOST, "of all that is drawn"),
    PROGRAM_HELP
};

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
            tool_say("out of memory");
            return EX_OSERR;
        }
        if (++n_tries > 1000 * (list->n + 1000)) {
            tool_say("hardly any position of the files has %d to %d empty squares",
                     STUDENT_FROM_LEAST, STUDENT_FROM_MOST);
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

static int write_student(const char *path, const struct weights *teacher,
                         const struct student_fit *fit)
{
    size_t size = 0;
    uint8_t *block = student_fit_export(fit, &size);
    if (!block) {
        tool_say("out of memory");
        return EX_OSERR;
    }
    const int result = tool_write_part(path, teacher, block, size);
    free(block);
    return result;
}

static int run(const struct args *args, char **paths, int n_paths)
{
    struct weights *teacher = NULL;
    struct dataset data = {0};
    struct student_list list = {0}, held_out = {0};
    const struct dataset_rules rules = {.seed = args->seed, .holdout_percent = 10,
                                        .score_share = 0.75, .trace = 0.75};
    struct rng rng = rng_seeded(args->seed);
    int result = tool_load_weights(args->weights, args->out, &teacher);
    if (result == 0)
        result = tool_load_data(paths, n_paths, &rules, &data);
    if (result == 0)
        result = collect(teacher, &data.part[PART_TRAIN], (size_t)args->n_boards, &rng,
                         &list);
    if (result == 0 && data.part[PART_TEST].n > 0)
        result = collect(teacher, &data.part[PART_TEST], HELD_OUT, &rng, &held_out);
    dataset_free(&data);
    struct student_fit *fit = result == 0 ? student_fit_create(&args->rates, args->seed) : NULL;
    if (fit) {
        teach(args, fit, &list, &held_out);
        result = write_student(args->out, teacher, fit);
    } else if (result == 0) {
        tool_say("out of memory");
        result = EX_OSERR;
    }
    student_fit_destroy(fit);
    free(list.list);
    free(held_out.list);
    weights_free(teacher);
    return result;
}

static int run_student(const struct program_call *call)
{
    struct args args = {0};
    struct program_files files;
    const int result = program_read(call, &args, &files);
    return result ? result : run(&args, files.paths, files.n);
}

const struct program_command tool_student = {
    .name = "student",
    .arguments = "DATA...",
    .file = "a data file",
    .summary = "teach a small network what the large one says, for the order of moves",
    .text = "Teaches a small network to say what that of FILE says of boards with 12 to 14 empty "
            "squares, for the order of moves, and writes it as a part file. Boards are played "
            "from positions of the data files and WTHOR bases. Prints how far it is from its "
            "teacher on games held out.",
    .options = rows,
    .run = run_student,
};
