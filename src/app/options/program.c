/* options/program.c - see program.h. */
#include "options/program.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>

#include "base/cpus.h"
#include "base/visible.h"
#include "options/print.h"
#include "options/read.h"
#include "options/suggest.h"

enum { WANTS_HELP = 1000 };

/* A command line on its way. */
struct reading {
    const struct program_call *call;
    void *values;
    struct program_files *files;
    struct reason *reason;
};

__attribute__((format(printf, 1, 2))) static void print(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}

void program_complain(const char *program, const char *format, va_list list)
{
    char text[VISIBLE_SIZE];
    vsnprintf(text, sizeof text, format, list);
    fprintf(stderr, "%s: %s\n", program, visible(text).text);
}

__attribute__((format(printf, 2, 3)))
static int refuse(const struct program *program, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    program_complain(program->name, format, list);
    va_end(list);
    return EX_USAGE;
}

static void print_help(const struct program_call *call)
{
    const struct program_command *command = call->command;
    print("usage: %s%s%s", call->program->name, *command->name ? " " : "", command->name);
    for (const struct option_row *row = command->options; row->name; row++)
        if (row->is_required)
            print(" --%s %s", row->name, row->argument);
    print(" [OPTION ...]%s%s\n\n", command->arguments ? " " : "",
          command->arguments ? command->arguments : "");
    options_print_wrapped(print, command->text, 0, 0);
    print("\n");
    for (const struct option_row *row = command->options; row->name; row++)
        options_print_row(print, row);
}

static int take_option(void *user, const struct option_row *row, const char *value)
{
    const struct reading *reading = user;
    if (strcmp(row->name, "help") == 0)
        return WANTS_HELP;
    return options_store(row, value, reading->values, reading->reason) ? 0 : OPTIONS_REFUSED;
}

/* Files move to the front of argv: their places have been read already. */
static int take_file(void *user, const char *word)
{
    const struct reading *reading = user;
    struct program_files *files = reading->files;
    if (!*word && reading->call->command->arguments) {
        reason_set(reading->reason, "expected %s, found ''", reading->call->command->arguments);
        return OPTIONS_REFUSED;
    }
    files->paths[files->n++] = (char *)word;
    return 0;
}

/* What is missing, or too much. */
static int check(const struct program_call *call, const void *values,
                 const struct program_files *files)
{
    const struct program_command *command = call->command;
    for (const struct option_row *row = command->options; row->name; row++)
        if (row->is_required && !*(const char *const *)((const char *)values + row->offset))
            return refuse(call->program, "expected --%s %s, %s", row->name, row->argument,
                          row->help);
    if (command->arguments && command->file && files->n == 0)
        return refuse(call->program, "expected %s", command->file);
    if (!command->arguments && files->n > 0)
        return refuse(call->program, "%s takes no files, found '%s'", command->name,
                      files->paths[0]);
    return 0;
}

/* What the command line gives holds against settings of a file. */
static int take_settings(struct reading *reading)
{
    const struct program_call *call = reading->call;
    int code = 0;
    for (size_t i = 0; i < call->n_settings; i++)
        for (const struct option_row *row = call->command->options; row->name && !code; row++) {
            const bool is_auto = strcmp(call->settings[i].value, "auto") == 0; /* a number here */
            if (strcmp(row->name, call->settings[i].row->name) == 0)
                code = take_option(reading, row, is_auto ? "0" : call->settings[i].value);
        }
    return code;
}

int program_read(const struct program_call *call, void *values, struct program_files *files)
{
    struct reason reason;
    struct reading reading = {call, values, files, &reason};
    const struct options_taker taker = {.option = take_option, .word = take_file,
                                        .user = &reading};
    int rest = call->argc;
    options_store_defaults(call->command->options, values);
    *files = (struct program_files){.paths = call->argv + 1};
    int code = take_settings(&reading);
    code = code ? code : options_read(call->command->options, call->argc, call->argv, &taker, &rest,
                                      &reason);
    for (int i = rest; code == 0 && i < call->argc; i++) /* behind "--" */
        code = take_file(&reading, call->argv[i]);
    if (code == OPTIONS_REFUSED)
        return refuse(call->program, "%s", reason.text);
    if (code == WANTS_HELP) {
        print_help(call);
        return PROGRAM_DONE;
    }
    return check(call, values, files);
}

static void print_commands(FILE *out, const struct program *program)
{
    fprintf(out, "usage: %s COMMAND [OPTION ...] FILE...\n\n", program->name);
    for (const struct program_command *const *c = program->commands; *c; c++)
        fprintf(out, "  %-10s%s\n", (*c)->name, (*c)->summary);
    fprintf(out, "\n'%s COMMAND --help' says more.\n", program->name);
}

int program_run(struct program_call call)
{
    const struct program *program = call.program;
    const char *name = call.argc > 1 ? call.argv[1] : "";
    struct suggestion meant = {.word = name, .length = strlen(name)};
    for (const struct program_command *const *c = program->commands; *c; c++) {
        const bool is_only = !*(*c)->name;
        if (is_only || strcmp(meant.word, (*c)->name) == 0) {
            call.command = *c;
            call.argc -= !is_only;
            call.argv += !is_only;
            const int code = (*c)->run(&call);
            return code == PROGRAM_DONE ? 0 : code;
        }
        suggest_offer(&meant, (*c)->name);
    }
    const bool is_help = strcmp(meant.word, "--help") == 0 || strcmp(meant.word, "-h") == 0;
    if (is_help || call.argc < 2) {
        print_commands(is_help ? stdout : stderr, program);
        return is_help ? 0 : EX_USAGE;
    }
    if (meant.best)
        return refuse(program, "unknown command '%.60s'; did you mean '%s'?", meant.word,
                      meant.best);
    return refuse(program, "unknown command '%.60s'; '%s --help' lists all", meant.word,
                  program->name);
}

int program_main(const struct program *program, int argc, char **argv)
{
    signal(SIGXFSZ, SIG_IGN); /* a full quota is an error of write() like others */
    const int result = program_run((struct program_call){.program = program, .argc = argc,
                                                         .argv = argv});
    if (fflush(stdout) != 0 || ferror(stdout)) {
        refuse(program, "standard output cannot be written");
        return result > 0 ? result : EX_IOERR;
    }
    return result;
}

int program_count_cores(int most)
{
    return cpus_usable(most);
}
