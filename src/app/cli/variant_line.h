/* cli/variant_line.h - positions of other games (board/variant.h) on the command line and in files.
 *
 * Threads: functions touch only their arguments. */
#ifndef CLI_VARIANT_LINE_H
#define CLI_VARIANT_LINE_H

#include "board/variant.h"
#include "cli/cli_options.h"
#include "text/reading.h"

/* What --variant says; Othello without it. Refuses options that do not go with it: `allowed` is
 * "|json|quiet|". Returns 0, or an exit code after a sentence. */
int variant_from_args(const struct cli_args *args, const char *allowed,
                      struct ofl_variant *variant);

/* As reader_read_line(): a board of its size and the side to move, "start" or moves from there, or
 * GGF of this game. */
int variant_read_line(struct ofl_variant variant, const char *line, size_t length,
                      struct reading *reading, struct ofl_text_error *error);

#endif
