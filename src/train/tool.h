/* train/tool.h - the commands of outflank-train and what they share. */
#ifndef TRAIN_TOOL_H
#define TRAIN_TOOL_H

#include <stdbool.h>
#include <stdint.h>

/* Each gets argv[0] = its name and returns an exit code (sysexits.h). */
int tool_e0(int argc, char **argv);
int tool_e1(int argc, char **argv);
int tool_bias(int argc, char **argv);
int tool_errors(int argc, char **argv);
int tool_label(int argc, char **argv);
int tool_compare(int argc, char **argv);
int tool_measure(int argc, char **argv);
int tool_student(int argc, char **argv);

/* A number of an option, all of `text`, within a range; else a sentence on stderr. */
bool tool_read_number(const char *option, const char *text, double min, double max,
                      bool is_whole, double *value);
bool tool_read_whole(const char *option, const char *text, int min, int max, int *number);
/* The long name of an option by its value; "" if there is none. */
struct option;
const char *tool_option_name(const struct option *options, int value);
/* Processors online, 1..256. */
int tool_count_cores(void);
/* A whole file; NULL after a sentence on stderr. The caller frees it. */
uint8_t *tool_read_file(const char *path, size_t *size);
/* Says that a WTHOR base has fewer games than it claims, if so. */
void tool_say_missing(const char *path, size_t n_games);
/* Writes a whole file (export_write). 0, or EX_CANTCREAT after a sentence on stderr. */
int tool_write_file(const char *path, const uint8_t *bytes, size_t size);

#endif
