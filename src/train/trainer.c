/* train/trainer.c - outflank-train: the programs that make data and weights. How to
 * use them and what they reached is in docs/eval.md. */
#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "base/number.h"
#include "base/regular.h"
#include "train/export.h"
#include "train/file.h"
#include "train/tool.h"

static const char usage[] =
    "usage: outflank-train COMMAND [options] DATA...\n"
    "\n"
    "  label    solve late positions of recorded games, write labelled positions\n"
    "  e0       fit the linear pattern evaluation, write a weights file\n"
    "  e1       train the embedding network, write a weights file\n"
    "  bias     add to weights what their values are off in the mean of known scores\n"
    "  errors   fit how far shallow searches are from deep ones (for Multi-ProbCut)\n"
    "  student  teach a small network what the large one says, for the order of moves\n"
    "  compare  errors of evaluations by number of empties on games held out\n"
    "  measure  compare an evaluation with known scores\n"
    "\n"
    "'outflank-train COMMAND --help' says more.\n";

bool tool_read_number(const char *option, const char *text, double min, double max,
                      bool is_whole, double *value)
{
    struct reason reason;
    double number;
    bool is_good = number_read_real(text, NUMBER_TO_NUL, min, max, &number, &reason);
    if (is_good && is_whole && number != rint(number))
        is_good = reason_set(&reason, "expected a whole number, found '%.40s'", text);
    if (!is_good) {
        fprintf(stderr, "outflank-train: --%s: %s\n", option, reason.text);
        return false;
    }
    *value = number;
    return true;
}

bool tool_read_whole(const char *option, const char *text, int min, int max, int *number)
{
    double x;
    bool is_good = tool_read_number(option, text, min, max, true, &x);
    if (is_good)
        *number = (int)x;
    return is_good;
}

const char *tool_option_name(const struct option *options, int value)
{
    for (; options->name; options++)
        if (options->val == value)
            return options->name;
    return "";
}

int tool_count_cores(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > 256 ? 256 : (int)cores;
}

uint8_t *tool_read_file(const char *path, size_t *size)
{
    uint8_t *bytes = file_read(path, size);
    if (!bytes)
        fprintf(stderr, "outflank-train: %s: cannot be read: %s\n", path, regular_problem(errno));
    return bytes;
}

void tool_say_missing(const char *path, size_t n_games)
{
    if (n_games > 0)
        fprintf(stderr, "outflank-train: %s: cut off, %zu games are missing\n", path, n_games);
}

int tool_write_file(const char *path, const uint8_t *bytes, size_t size)
{
    if (export_write(path, bytes, size) == 0)
        return 0;
    fprintf(stderr, "outflank-train: %s: cannot be written: %s\n", path, strerror(errno));
    return EX_CANTCREAT;
}

int main(int argc, char **argv)
{
    static const struct { const char *name; int (*run)(int, char **); } commands[] = {
        {"label", tool_label},
        {"e0", tool_e0},
        {"e1", tool_e1},
        {"bias", tool_bias},
        {"errors", tool_errors},
        {"compare", tool_compare},
        {"measure", tool_measure},
        {"student", tool_student},
    };
    int result = EX_USAGE;
    size_t n = sizeof commands / sizeof *commands, i = 0;
    while (i < n && (argc < 2 || strcmp(argv[1], commands[i].name) != 0))
        i++;
    if (i < n) {
        result = commands[i].run(argc - 1, argv + 1);
    } else {
        bool is_help = argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0);
        fputs(usage, is_help ? stdout : stderr);
        result = is_help ? 0 : EX_USAGE;
    }
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "outflank-train: standard output cannot be written\n");
        return result ? result : EX_IOERR;
    }
    return result;
}
