/* train/data_files.h - many data files in, a new one out, for the commands of outflank-data.
 *
 * What is damaged is left out and told on standard error: the rest is still good. */
#ifndef TRAIN_DATA_FILES_H
#define TRAIN_DATA_FILES_H

#include "train/train_record.h"

struct data_totals {
    uint64_t n_files, n_blocks, n_records, n_damaged_bytes, n_bytes;
};

/* Called for each file before its records (`record` is NULL then) and for each record;
 * an exit code ends the reading. */
typedef int (*data_fn)(void *user, const struct record_reader *reader,
                       const struct record *record);

/* Reads all files in order. 0, or an exit code after a sentence: a file that cannot be
 * read or is foreign, or what `each` returned. */
int data_read_files(char **paths, int n_paths, data_fn each, void *user,
                    struct data_totals *totals);

/* A file that appears under its name only when it is complete; until then it is PATH.part, which
 * must not be there either: nothing is replaced or removed but what this run wrote. */
struct data_sink {
    const char *path;
    char *part_path; /* owned: PATH.part */
    struct record_writer *writer;
    uint64_t n_records;
};

/* Each returns 0 or an exit code after a sentence. A file that exists is not replaced. */
int data_sink_open(struct data_sink *sink, const char *path, const char *label);
int data_sink_add(struct data_sink *sink, const struct record *record);
/* With `result` 0 the file is completed, else removed. Returns the exit code of both. */
int data_sink_close(struct data_sink *sink, int result);

#endif
