/* cli/position_argument.h - positions given on the command line. */
#ifndef CLI_POSITION_ARGUMENT_H
#define CLI_POSITION_ARGUMENT_H

#include <stdbool.h>
#include <outflank/board.h>

#include "text/reading.h"
#include "cli/args.h"

/* Reads a whole text: a board, "start", the moves of a game ("f5d6c3"), or any other that
 * text/reader.h knows. What had to be assumed is said on stderr. False after saying why; `what`
 * names it there. */
bool position_read(const char *what, const char *text, ofl_position *position);

/* Words as one position or game, or as the name of a file that holds one and no other; "-" is
 * stdin. 0; or after a sentence EX_USAGE for a text that cannot be read, else the exit code for a
 * file. `what` is the command. */
int position_read_any(const char *what, const char *const *words, int n_words,
                      struct reading *reading);

/* The words behind a command as one position or game: 1, and *reading is it; 0 if they are no such
 * text or the first is a file; -1 after saying what is wrong. */
int position_read_words(const struct cli_args *args, struct reading *reading);

#endif
