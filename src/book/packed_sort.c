/* book/packed_sort.c - see packed_sort.h. A merge of sorted runs by a heap (Knuth, "Sorting and
 * Searching", 5.4.1). */
#include "book/packed_sort.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "base/visible.h"

enum { MAX_RUNS = 128, LEAST_RECORDS = 4 * MAX_RUNS };

/* A sorted part of the file, read through a part of the memory. */
struct run {
    off_t at, end;                  /* what of it is unread, in bytes of the file */
    struct packed_record *buffer;
    size_t n, used, size;
};

struct packed_sort {
    int fd;                         /* -1: no run was written */
    char *folder;
    struct packed_record *records;
    size_t n, size, used;           /* gathered; room; given out, if there is no file */
    off_t length;                   /* of the file */
    int n_runs, n_heap;
    struct run runs[MAX_RUNS];
    int heap[MAX_RUNS];             /* runs with a next record, the least one first */
};

static bool fail(const struct packed_sort *sort, const char *what, struct reason *reason)
{
    return reason_set(reason, "%s: cannot %s a temporary file: %s", visible(sort->folder).text,
                      what, strerror(errno));
}

struct packed_sort *packed_sort_begin(const char *folder, size_t memory)
{
    struct packed_sort *sort = calloc(1, sizeof *sort);
    if (!sort)
        return NULL;
    sort->fd = -1;
    sort->size = memory / sizeof *sort->records;
    sort->size = sort->size < LEAST_RECORDS ? LEAST_RECORDS : sort->size;
    sort->folder = strdup(folder);
    sort->records = malloc(sort->size * sizeof *sort->records);
    if (sort->folder && sort->records)
        return sort;
    packed_sort_end(sort);
    return NULL;
}

void packed_sort_end(struct packed_sort *sort)
{
    if (!sort)
        return;
    if (sort->fd >= 0)
        close(sort->fd);
    free(sort->folder);
    free(sort->records);
    free(sort);
}

/* A file that nobody else sees and that goes when it is closed. */
static bool open_file(struct packed_sort *sort, struct reason *reason)
{
    sort->fd = open(sort->folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (sort->fd < 0) {
        const size_t size = strlen(sort->folder) + sizeof "/.outflank-XXXXXX";
        char *path = malloc(size);
        if (!path)
            return fail(sort, "make", reason);
        snprintf(path, size, "%s/.outflank-XXXXXX", sort->folder);
        sort->fd = mkostemp(path, O_CLOEXEC);
        if (sort->fd >= 0)
            unlink(path);
        free(path);
    }
    return sort->fd >= 0 || fail(sort, "make", reason);
}

static bool write_at(struct packed_sort *sort, const void *bytes, size_t size,
                     struct reason *reason)
{
    const char *at = bytes;
    while (size > 0) {
        const ssize_t n = pwrite(sort->fd, at, size, sort->length);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return fail(sort, "write", reason);
        at += n;
        size -= (size_t)n;
        sort->length += n;
    }
    return true;
}

static int compare(const void *a, const void *b)
{
    return packed_code_compare(a, b);
}

static void sort_records(struct packed_sort *sort)
{
    size_t i = 1;
    while (i < sort->n && compare(&sort->records[i - 1], &sort->records[i]) <= 0)
        i++;
    if (i < sort->n)
        qsort(sort->records, sort->n, sizeof *sort->records, compare);
}

/* ---- runs ---- */

/* 1, 0 at the end of the run, -1. */
static int fill(struct packed_sort *sort, struct run *run, struct reason *reason)
{
    const size_t record = sizeof *run->buffer, left = (size_t)(run->end - run->at) / record;
    const size_t wanted = (left < run->size ? left : run->size) * record;
    size_t got = 0;
    while (got < wanted) {
        const ssize_t n = pread(sort->fd, (char *)run->buffer + got, wanted - got,
                                run->at + (off_t)got);
        if (n < 0 && errno == EINTR)
            continue;
        if (n == 0)
            errno = EIO;
        if (n <= 0)
            return fail(sort, "read", reason), -1;
        got += (size_t)n;
    }
    run->at += (off_t)wanted;
    run->used = 0;
    run->n = wanted / record;
    return run->n > 0;
}

static const struct packed_record *head(const struct packed_sort *sort, int place)
{
    const struct run *run = &sort->runs[sort->heap[place]];
    return &run->buffer[run->used];
}

static void sink(struct packed_sort *sort, int place)
{
    for (;;) {
        int least = place;
        for (int child = 2 * place + 1; child <= 2 * place + 2; child++)
            if (child < sort->n_heap && compare(head(sort, child), head(sort, least)) < 0)
                least = child;
        if (least == place)
            return;
        const int run = sort->heap[place];
        sort->heap[place] = sort->heap[least];
        sort->heap[least] = run;
        place = least;
    }
}

/* Shares the memory out among the runs and reads the beginning of each. */
static bool begin_merge(struct packed_sort *sort, size_t size, struct reason *reason)
{
    sort->n_heap = 0;
    for (int i = 0; i < sort->n_runs; i++) {
        struct run *run = &sort->runs[i];
        run->size = size / (size_t)sort->n_runs;
        run->buffer = sort->records + (size_t)i * run->size;
        const int code = fill(sort, run, reason);
        if (code < 0)
            return false;
        if (code > 0)
            sort->heap[sort->n_heap++] = i;
    }
    for (int i = sort->n_heap / 2 - 1; i >= 0; i--)
        sink(sort, i);
    return true;
}

static int next_of_runs(struct packed_sort *sort, struct packed_record *record,
                        struct reason *reason)
{
    if (sort->n_heap == 0)
        return 0;
    struct run *run = &sort->runs[sort->heap[0]];
    *record = run->buffer[run->used++];
    const int code = run->used < run->n ? 1 : fill(sort, run, reason);
    if (code < 0)
        return -1;
    if (code == 0)
        sort->heap[0] = sort->heap[--sort->n_heap];
    sink(sort, 0);
    return 1;
}

/* All runs become one, at the end of the file. A quarter of the memory gathers it. */
static bool merge_runs(struct packed_sort *sort, struct reason *reason)
{
    const size_t out_size = sort->size / 4, in_size = sort->size - out_size;
    struct packed_record *out = sort->records + in_size;
    const off_t begin = sort->length;
    size_t n = 0;
    int code;
    if (!begin_merge(sort, in_size, reason))
        return false;
    while ((code = next_of_runs(sort, &out[n], reason)) > 0)
        if (++n == out_size) {
            if (!write_at(sort, out, n * sizeof *out, reason))
                return false;
            n = 0;
        }
    if (code < 0 || !write_at(sort, out, n * sizeof *out, reason))
        return false;
    sort->n_runs = 1;
    sort->runs[0] = (struct run){.at = begin, .end = sort->length};
    return true;
}

static bool write_run(struct packed_sort *sort, struct reason *reason)
{
    sort_records(sort);
    if (sort->fd < 0 && !open_file(sort, reason))
        return false;
    const off_t begin = sort->length;
    if (!write_at(sort, sort->records, sort->n * sizeof *sort->records, reason))
        return false;
    sort->runs[sort->n_runs++] = (struct run){.at = begin, .end = sort->length};
    sort->n = 0;
    return sort->n_runs < MAX_RUNS || merge_runs(sort, reason);
}

/* ---- what others call ---- */

bool packed_sort_add(struct packed_sort *sort, const struct packed_record *record,
                     struct reason *reason)
{
    if (sort->n == sort->size && !write_run(sort, reason))
        return false;
    sort->records[sort->n++] = *record;
    return true;
}

bool packed_sort_finish(struct packed_sort *sort, struct reason *reason)
{
    if (sort->fd < 0) {
        sort_records(sort);
        return true;
    }
    return (sort->n == 0 || write_run(sort, reason)) && begin_merge(sort, sort->size, reason);
}

int packed_sort_next(struct packed_sort *sort, struct packed_record *record,
                     struct reason *reason)
{
    if (sort->fd >= 0)
        return next_of_runs(sort, record, reason);
    if (sort->used == sort->n)
        return 0;
    *record = sort->records[sort->used++];
    return 1;
}
