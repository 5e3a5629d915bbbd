/* cli/book.c - "outflank book COMMAND": the table of its commands. */
#include <stdlib.h>
#include <sysexits.h>

#include "cli/book_commands.h"
#include "cli/command.h"
#include "cli/output.h"

static const struct program_command *const commands[] = {
    &book_show, &book_stats, &book_learn, &book_merge, &book_dump, &book_load,
    &book_grow, &book_enhance, &book_fill, &book_tasks, &book_answer, &book_take,
    &book_prune, &book_subtree,
    &book_check, &book_fix,
    &book_pack, &book_unpack, &book_import, &book_export,
    NULL,
};
const struct program book_program = {.name = "outflank book", .commands = commands};

int book_run(const struct cli_args *args)
{
    static char name[] = "book", help[] = "--help";
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
    const int code = program_run(&book_program, n, words);
    free(words);
    return code;
}
