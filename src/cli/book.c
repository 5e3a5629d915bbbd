/* cli/book.c - "outflank book COMMAND": the table of its commands. */
#include "cli/book_commands.h"
#include "cli/own.h"

static const struct program_command *const commands[] = {
    &book_show, &book_stats, &book_learn, &book_merge, &book_dump, &book_load,
    &book_grow, &book_enhance, &book_fill, &book_tasks, &book_answer, &book_take,
    &book_prune, &book_subtree,
    &book_check, &book_fix,
    &book_pack, &book_unpack, &book_import, &book_export,
    NULL,
};
const struct program book_program = {.name = "outflank book", .commands = commands};

int book_run(const struct cli_args *args) { return own_program_run(&book_program, args); }
