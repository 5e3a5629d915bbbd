/* cli/book_commands.h - the commands of "outflank book", each a row of the table in cli/book.c. */
#ifndef CLI_BOOK_COMMANDS_H
#define CLI_BOOK_COMMANDS_H

#include "options/program.h"

extern const struct program book_program;

/* cli/book_look.c: what a book holds. */
extern const struct program_command book_show, book_stats;

#endif
