/* train/data.c - outflank-data: makes, inspects and changes data files (docs/data.md). */
#include "train/data.h"

#include <getopt.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>

#include "base/number.h"

static const char usage[] =
    "usage: outflank-data COMMAND [options] FILE...\n"
    "\n"
    "  selfplay  play games of the engine against itself, write labelled positions\n"
    "  harvest   solve positions, write boards the solves met with exact scores\n"
    "  relabel   solve positions, or search them deeper, for better labels\n"
    "  inspect   what is in data files: positions by stage and kind, scores\n"
    "  cat       one line of text for each position\n"
    "  merge     several data files into one\n"
    "  dedup     the same, each position once, with its best label\n"
    "  split     into two files, by game\n"
    "\n"
    "'outflank-data COMMAND --help' says more.\n";

void data_say(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fputs("outflank-data: ", stderr);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
}

bool data_read_number(const char *option, const char *text, int64_t min, int64_t max,
                      int64_t *value)
{
    struct reason reason;
    if (number_read_int(text, NUMBER_TO_NUL, min, max, value, &reason))
        return true;
    data_say("--%s: %s", option, reason.text);
    return false;
}

const char *data_option_name(const struct option *options, int value)
{
    for (; options->name; options++)
        if (options->val == value)
            return options->name;
    return "";
}

int main(int argc, char **argv)
{
    static const struct { const char *name; int (*run)(int, char **); } commands[] = {
        {"selfplay", data_selfplay}, {"harvest", data_harvest}, {"relabel", data_relabel},
        {"inspect", data_inspect}, {"cat", data_cat}, {"merge", data_merge}, {"dedup", data_dedup},
        {"split", data_split},
    };
    int result = EX_USAGE;
    signal(SIGXFSZ, SIG_IGN); /* a full quota is an error of write() like others */
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
        data_say("standard output cannot be written");
        return result ? result : EX_IOERR;
    }
    return result;
}
