/* train/tool.c - see tool.h. */
#include "train/tool.h"

#include <errno.h>
#include <stdarg.h>
#include <sysexits.h>

#include "base/regular.h"
#include "base/replace.h"
#include "train/whole_file.h"

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
    if (replace_whole(path, bytes, size))
        return 0;
    tool_say("%s: cannot be written: %s", path, regular_problem(errno));
    return EX_CANTCREAT;
}
