/* options/program.h - a program with commands and options, each a row of a table. Command line,
 * help and errors are made from the rows (options/row.h). */
#ifndef OPTIONS_PROGRAM_H
#define OPTIONS_PROGRAM_H

#include <stdarg.h>

#include "base/reason.h"
#include "options/row.h"

struct program_call;

struct program_command {
    const char *name;      /* "" in a program without commands */
    const char *arguments; /* what stands behind the options: "DATA..."; NULL: nothing may */
    const char *file;      /* what an argument is, "a data file", of which one is needed; or NULL */
    const char *summary;   /* one line, for the list of commands */
    const char *text;      /* paragraphs, parted by an empty line */
    const struct option_row *options; /* the last is PROGRAM_HELP */
    int (*run)(const struct program_call *call); /* returns an exit code (sysexits.h) */
};

struct program {
    const char *name;
    const struct program_command *const *commands; /* up to NULL */
};

struct program_call {
    const struct program *program;
    const struct program_command *command;
    int argc;
    char **argv; /* argv[0]: the name of the command */
    const struct option_given *settings; /* of a file: they hold where a row has their name */
    size_t n_settings;
};

struct program_files {
    char **paths; /* in argv */
    int n;
};

/* Runs the command that the call's argv names, and fills in the call; the caller flushes stdout.
 * Returns the exit code. */
int program_run(struct program_call call);
/* The same for a whole program: what cannot be written is told and changes the exit code. */
int program_main(const struct program *program, int argc, char **argv);

/* Writes defaults and options into `values`, the command's struct, and finds the files. Returns 0;
 * PROGRAM_DONE after help; or an exit code after a sentence on stderr. */
enum { PROGRAM_DONE = -1 };
int program_read(const struct program_call *call, void *values, struct program_files *files);

/* One sentence on stderr behind the program's name; control bytes in it become '?'. */
void program_complain(const char *program, const char *format, va_list list)
    __attribute__((format(printf, 2, 0)));

/* Processors online, 1..most. */
int program_count_cores(int most);

/* Rows. FIELD is a member of `struct args`, of the type that the row stores. LETTER: 0 if there is
 * none. DEFAULT: the value as text, which help prints; NULL: `struct args` has it already. */
#define PROGRAM_FIELD(FIELD, TYPE) \
    .offset = _Generic(((struct args *)0)->FIELD, TYPE: offsetof(struct args, FIELD))
#define ROW_FILE(FIELD, NAME, LETTER, HELP)                                                  \
    {.name = NAME, .letter = LETTER, .argument = "FILE", .help = HELP, .type = OPTION_TEXT,  \
     PROGRAM_FIELD(FIELD, const char *)}
/* A file without which the command is refused. */
#define ROW_NEEDED_FILE(FIELD, NAME, LETTER, HELP)                                           \
    {.name = NAME, .letter = LETTER, .argument = "FILE", .help = HELP, .type = OPTION_TEXT,  \
     .is_required = true, PROGRAM_FIELD(FIELD, const char *)}
#define ROW_TEXT(FIELD, NAME, LETTER, DEFAULT, HELP)                                         \
    {.name = NAME, .letter = LETTER, .argument = "TEXT", .default_value = DEFAULT,           \
     .help = HELP, .type = OPTION_TEXT, PROGRAM_FIELD(FIELD, const char *)}
#define ROW_FLAG(FIELD, NAME, LETTER, HELP)                                                  \
    {.name = NAME, .letter = LETTER, .help = HELP, .type = OPTION_FLAG, PROGRAM_FIELD(FIELD, bool)}
#define ROW_INT(FIELD, NAME, LETTER, MIN, MAX, DEFAULT, HELP)                                \
    {.name = NAME, .letter = LETTER, .argument = "N", .default_value = DEFAULT, .help = HELP, \
     .type = OPTION_INT, .min = MIN, .max = MAX, PROGRAM_FIELD(FIELD, int)}
#define ROW_SEED(FIELD, MAX, HELP)                                                           \
    {.name = "seed", .letter = 's', .argument = "N", .default_value = "1", .help = HELP,     \
     .type = OPTION_WIDE, .max = MAX, PROGRAM_FIELD(FIELD, uint64_t)}
#define ROW_REAL(FIELD, NAME, LEAST, MOST, DEFAULT, HELP)                                    \
    {.name = NAME, .argument = "X", .default_value = DEFAULT, .help = HELP,                  \
     .type = OPTION_REAL, .least = LEAST, .most = MOST, PROGRAM_FIELD(FIELD, double)}
#define PROGRAM_SEED_MOST INT64_C(9007199254740992)
#define PROGRAM_HELP {.name = "help", .letter = 'h', .help = "print this"}, {0}

#endif
