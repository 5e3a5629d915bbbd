/* cli/book/cmd_book.c - "outflank book COMMAND": the table of its commands. */
#include <limits.h>

#include "cli/book/book_commands.h"
#include "cli/commands.h"

static const struct program_command *const commands[] = {
    &book_show, &book_stats, &book_learn, &book_merge, &book_dump, &book_load,
    &book_grow, &book_enhance, &book_fill, &book_tasks, &book_answer, &book_take,
    &book_prune, &book_subtree,
    &book_check, &book_fix,
    &book_pack, &book_unpack, &book_import, &book_export,
    NULL,
};
static const struct program program = {.name = "outflank book", .commands = commands};

const struct cli_command cmd_book = {
    .name = "book",
    .arguments = "COMMAND",
    .summary = "make, ask and repair opening books",
    .text = "An opening book keeps what searches say of positions, and what follows from it "
            "(docs/book.md). FILE is a working book, an SQLite file. \"outflank book COMMAND "
            "--help\" tells more of a command.",
    .options = "config",
    .program = &program,
    .takes_files = true,
    .max_words = INT_MAX,
    .run = args_run_program,
};
