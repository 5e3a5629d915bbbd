/* train/trainer.c - outflank-train: the programs that make data and weights. How to
 * use them and what they reached is in docs/eval.md. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "base/regular.h"
#include "train/export.h"
#include "train/file.h"
#include "train/tool.h"

void tool_say(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    program_complain("outflank-train", format, list);
    va_end(list);
}

uint8_t *tool_read_file(const char *path, size_t *size)
{
    uint8_t *bytes = file_load(path, size);
    if (!bytes)
        tool_say("%s: cannot be read: %s", path, regular_problem(errno));
    return bytes;
}

bool tool_add_path(const char **paths, int *n, int most, const char *path, struct reason *reason)
{
    if (*n == most)
        return reason_set(reason, "expected at most %d files", most);
    paths[(*n)++] = path;
    return true;
}

void tool_say_missing(const char *path, size_t n_games)
{
    if (n_games > 0)
        tool_say("%s: cut off, %zu games are missing", path, n_games);
}

int tool_write_file(const char *path, const uint8_t *bytes, size_t size)
{
    if (export_write(path, bytes, size) == 0)
        return 0;
    tool_say("%s: cannot be written: %s", path, regular_problem(errno));
    return EX_CANTCREAT;
}

int main(int argc, char **argv)
{
    static const struct program_command *const commands[] = {
        &tool_label,  &tool_e0,      &tool_e1,      &tool_bias, &tool_errors,
        &tool_student, &tool_blend,   &tool_compare, &tool_measure, NULL,
    };
    static const struct program program = {.name = "outflank-train", .commands = commands};
    return program_main(&program, argc, argv);
}
