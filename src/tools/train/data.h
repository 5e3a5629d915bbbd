/* train/data.h - the commands of outflank-data and what they share. */
#ifndef TRAIN_DATA_H
#define TRAIN_DATA_H

#include <stdbool.h>
#include <stdint.h>

#include "options/program.h"

extern const struct program_command data_selfplay, data_relabel, data_inspect, data_cat,
    data_merge, data_dedup, data_split, data_trace;

/* One sentence on standard error, after the program's name. */
void data_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
