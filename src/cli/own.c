/* cli/own.c - see own.h. */
#include "cli/own.h"

#include <stdlib.h>
#include <sysexits.h>

#include "cli/output.h"

int own_program_run(const struct program *program, const struct cli_args *args)
{
    static char name[] = "outflank", help[] = "--help";
    char **words = calloc((size_t)args->n_words + 3, sizeof *words);
    int n = 0;
    if (!words) {
        complain("out of memory");
        return EX_OSERR;
    }
    words[n++] = name;
    for (int i = 0; i < args->n_words; i++)
        words[n++] = (char *)args->words[i];
    if (args->has[OPT_HELP])
        words[n++] = help;
    const int code = program_run(program, n, words);
    free(words);
    return code;
}
