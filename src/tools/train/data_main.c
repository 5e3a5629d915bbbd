/* train/data_main.c - outflank-data: makes, inspects and changes data files (docs/data.md). */
#include "train/data.h"

int main(int argc, char **argv)
{
    static const struct program_command *const commands[] = {
        &data_selfplay, &data_relabel, &data_inspect, &data_cat, &data_merge,
        &data_dedup,    &data_split,   &data_trace,   NULL,
    };
    static const struct program program = {.name = "outflank-data", .commands = commands};
    return program_main(&program, argc, argv);
}
