/* cli/book/book_commands.h - the commands of "outflank book", each a row of the table in
 * cli/book/cmd_book.c. */
#ifndef CLI_BOOK_BOOK_COMMANDS_H
#define CLI_BOOK_BOOK_COMMANDS_H

#include "options/program.h"

/* cli/book/book_text.c: a book as text. */
extern const struct program_command book_dump, book_load;

/* cli/book/book_join.c: books and games into a book. */
extern const struct program_command book_merge, book_learn;

/* cli/book/book_repair.c: is it whole, and what if not. */
extern const struct program_command book_check, book_fix;

/* cli/book/book_look.c: what a book holds. */
extern const struct program_command book_show, book_stats;

/* cli/book/book_grow.c: searches that make it larger. */
extern const struct program_command book_grow, book_enhance, book_fill, book_tasks;
/* cli/book/book_prune.c: smaller books. */
extern const struct program_command book_prune, book_subtree;
/* cli/book/book_answer.c: searches elsewhere. */
extern const struct program_command book_answer, book_take;
/* cli/book/book_pack.c: packed books. */
extern const struct program_command book_pack, book_unpack;

/* cli/book/book_import.c: other programs' books. */
extern const struct program_command book_import;
/* cli/book/book_export.c */
extern const struct program_command book_export;

#endif
