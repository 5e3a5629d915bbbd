/* book/packed_sort.c - see packed_sort.h. A merge of sorted runs by a heap (Knuth, "Sorting and
 * Searching", 5.4.1). */
#include "book/packed_sort.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/replace.h"
#include "base/visible.h"

enum { LEAST_RECORDS = 512 };

/* What of a sorted run is unread; not empty. */
struct run {
    const struct packed_record *next, *end;
};

struct packed_sort {
    const char *path;
    int fd;                                  /* -1: no run was written */
    struct packed_record *records;           /* gathered */
    size_t n, size;                          /* their number; room: the length of runs */
    size_t n_written;                        /* records in the file */
    struct packed_record *mapped;            /* the file; NULL: there is none */
    struct run *heap;                        /* the run with the least record first */
    size_t n_heap;
};

static bool fail(const struct packed_sort *sort, const char *what, struct reason *reason)
{
    return reason_set(reason, "%s: cannot %s a temporary file: %s", visible(sort->path).text, what,
                      strerror(errno));
}

struct packed_sort *packed_sort_begin(const char *path, size_t memory)
{
    struct packed_sort *sort = calloc(1, sizeof *sort);
    if (!sort)
        return NULL;
    sort->path = path;
    sort->fd = -1;
    sort->size = memory / sizeof *sort->records;
    sort->size = sort->size < LEAST_RECORDS ? LEAST_RECORDS : sort->size;
    sort->records = malloc(sort->size * sizeof *sort->records);
    if (sort->records)
        return sort;
    packed_sort_end(sort);
    return NULL;
}

void packed_sort_end(struct packed_sort *sort)
{
    if (!sort)
        return;
    if (sort->mapped)
        munmap(sort->mapped, sort->n_written * sizeof *sort->mapped);
    if (sort->fd >= 0)
        close(sort->fd);
    free(sort->records);
    free(sort->heap);
    free(sort);
}

static int compare(const void *a, const void *b) { return packed_code_compare(a, b); }

static void sort_records(struct packed_sort *sort)
{
    size_t i = 1;
    while (i < sort->n && compare(&sort->records[i - 1], &sort->records[i]) <= 0)
        i++;
    if (i < sort->n)
        qsort(sort->records, sort->n, sizeof *sort->records, compare);
}

static bool write_run(struct packed_sort *sort, struct reason *reason)
{
    sort_records(sort);
    if (sort->fd < 0 && (sort->fd = replace_unnamed(sort->path)) < 0)
        return fail(sort, "make", reason);
    if (!replace_write(sort->fd, sort->records, sort->n * sizeof *sort->records))
        return fail(sort, "write", reason);
    sort->n_written += sort->n;
    sort->n = 0;
    return true;
}

bool packed_sort_add(struct packed_sort *sort, const struct packed_record *record,
                     struct reason *reason)
{
    if (sort->n == sort->size && !write_run(sort, reason))
        return false;
    sort->records[sort->n++] = *record;
    return true;
}

static void sink(struct packed_sort *sort, size_t place)
{
    for (;;) {
        size_t least = place;
        for (size_t child = 2 * place + 1; child <= 2 * place + 2; child++)
            if (child < sort->n_heap && compare(sort->heap[child].next, sort->heap[least].next) < 0)
                least = child;
        if (least == place)
            return;
        const struct run run = sort->heap[place];
        sort->heap[place] = sort->heap[least];
        sort->heap[least] = run;
        place = least;
    }
}

static bool map_file(struct packed_sort *sort, struct reason *reason)
{
    const size_t size = sort->n_written * sizeof *sort->mapped;
    void *mapped = mmap(NULL, size, PROT_READ, MAP_SHARED, sort->fd, 0);
    if (mapped == MAP_FAILED)
        return fail(sort, "read", reason);
    posix_madvise(mapped, size, POSIX_MADV_SEQUENTIAL);
    sort->mapped = mapped;
    free(sort->records);
    sort->records = NULL;
    return true;
}

bool packed_sort_finish(struct packed_sort *sort, struct reason *reason)
{
    const bool is_in_file = sort->fd >= 0;
    sort_records(sort);
    if (is_in_file && ((sort->n && !write_run(sort, reason)) || !map_file(sort, reason)))
        return false;
    const struct packed_record *all = is_in_file ? sort->mapped : sort->records;
    const size_t n = is_in_file ? sort->n_written : sort->n;
    sort->heap = malloc((n / sort->size + 1) * sizeof *sort->heap);
    if (!sort->heap)
        return reason_set(reason, "%s: no memory to sort positions", visible(sort->path).text);
    for (size_t at = 0; at < n; at += sort->size)
        sort->heap[sort->n_heap++] =
            (struct run){all + at, all + (n - at < sort->size ? n : at + sort->size)};
    for (size_t i = sort->n_heap / 2; i-- > 0;)
        sink(sort, i);
    return true;
}

bool packed_sort_next(struct packed_sort *sort, struct packed_record *record)
{
    if (sort->n_heap == 0)
        return false;
    struct run *least = &sort->heap[0];
    *record = *least->next++;
    if (least->next == least->end)
        *least = sort->heap[--sort->n_heap];
    sink(sort, 0);
    return true;
}
