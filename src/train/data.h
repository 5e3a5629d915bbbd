/* train/data.h - the commands of outflank-data and what they share. */
#ifndef TRAIN_DATA_H
#define TRAIN_DATA_H

#include <stdbool.h>
#include <stdint.h>

/* Each gets argv[0] = its name and returns an exit code (sysexits.h). */
int data_selfplay(int argc, char **argv);
int data_harvest(int argc, char **argv);
int data_relabel(int argc, char **argv);
int data_inspect(int argc, char **argv);
int data_cat(int argc, char **argv);
int data_merge(int argc, char **argv);
int data_dedup(int argc, char **argv);
int data_split(int argc, char **argv);

/* One sentence on standard error, after the program's name. */
void data_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A decimal number within a range, all of `text`; else a sentence. */
bool data_read_number(const char *option, const char *text, int64_t min, int64_t max,
                      int64_t *value);

/* The long name of an option by its value; "" if there is none. */
struct option;
const char *data_option_name(const struct option *options, int value);

#endif
