/* train/data.c - outflank-data: makes, inspects and changes data files (docs/data.md). */
#include "train/data.h"

#include <stdarg.h>

void data_say(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    program_complain("outflank-data", format, list);
    va_end(list);
}

int main(int argc, char **argv)
{
    static const struct program_command *const commands[] = {
        &data_selfplay, &data_harvest, &data_relabel, &data_inspect, &data_cat,
        &data_merge,    &data_dedup,   &data_split, &data_trace,   NULL,
    };
    static const struct program program = {.name = "outflank-data", .commands = commands};
    return program_main(&program, argc, argv);
}
