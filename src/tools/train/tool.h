/* train/tool.h - the commands of outflank-train and what they share. */
#ifndef TRAIN_TOOL_H
#define TRAIN_TOOL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/reason.h"
#include "options/program.h"

extern const struct program_command tool_e1, tool_bias, tool_errors, tool_compare, tool_measure,
    tool_student, tool_blend, tool_pack, tool_people;

/* One sentence on standard error, after the program's name. */
void tool_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A whole file; NULL after a sentence on stderr. The caller frees it. */
uint8_t *tool_read_file(const char *path, size_t *size);
/* Says that a WTHOR base has fewer games than it claims, if so. */
void tool_say_missing(const char *path, size_t n_games);
/* Adds a file's name to a list of at most `most`. False with `reason` if it is full. */
bool tool_add_path(const char **paths, int *n, int most, const char *path, struct reason *reason);
/* Writes a whole file (replace_whole()). 0, or EX_CANTCREAT after a sentence on stderr. */
int tool_write_file(const char *path, const uint8_t *bytes, size_t size);

#endif
