/* book/wal.c - see wal.h. */
#include "book/wal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/regular.h"
#include "book/vfs.h"

enum {
    HEADER = 32, FRAME_HEADER = 24, FRAME = FRAME_HEADER + BOOK_PAGE_SIZE,
    TRIES = 4, WAIT_MS = 50 /* another process may be in the middle of a write */
};
static const uint32_t MAGIC = 0x377F0682; /* the lowest bit: checksums are big-endian */
static const uint32_t FORMAT = 3007000;

struct sum {
    uint32_t a, b;
};

static uint32_t word(const uint8_t *p, bool is_big)
{
    return is_big ? (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3]
                  : (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
}

static void add(struct sum *sum, const uint8_t *bytes, size_t size, bool is_big)
{
    for (size_t i = 0; i < size; i += 8) {
        sum->a += word(bytes + i, is_big) + sum->b;
        sum->b += word(bytes + i + 4, is_big) + sum->a;
    }
}

static bool is_sum(const struct sum *sum, const uint8_t *stored)
{
    return word(stored, true) == sum->a && word(stored + 4, true) == sum->b;
}

/* The sum that has become `sum` by these bytes. */
static void take_back(struct sum *sum, const uint8_t *bytes, size_t size, bool is_big)
{
    for (size_t i = size; i > 0; i -= 8) {
        sum->b -= word(bytes + i - 4, is_big) + sum->a;
        sum->a -= word(bytes + i - 8, is_big) + sum->b;
    }
}

/* A frame does not hold. Was it written behind the frame whose sum is `before`? Then one of the
 * parts that its sum follows from, or that follow from it, is still right: a salt does not count,
 * the page's number, the size of the book, or half of the sum. */
static bool is_successor(const uint8_t *frame, struct sum before, bool is_big)
{
    const struct sum stored = {word(frame + 16, true), word(frame + 20, true)};
    struct sum after = before, header = stored;
    add(&after, frame, 8, is_big);
    add(&after, frame + FRAME_HEADER, BOOK_PAGE_SIZE, is_big);
    take_back(&header, frame + FRAME_HEADER, BOOK_PAGE_SIZE, is_big);
    const uint32_t number = header.a - before.a - before.b;
    const uint32_t n_pages = header.b - before.b - header.a;
    return after.a == stored.a || after.b == stored.b || number == word(frame, is_big) ||
           n_pages == word(frame + 4, is_big);
}

/* The last frame of a transaction tells how many pages the book has after it. */
static bool is_commit(const uint8_t *frame) { return word(frame + 4, true) != 0; }

/* The counts in a log: those of the heads of the book in transactions that are whole. */
struct counting {
    struct book_wal_counts counts;
    bool has_head; /* the transaction that is being read changes the head */
    uint32_t count;
};

static void count_frame(struct counting *counting, const uint8_t *frame)
{
    if (word(frame, true) == 1) {
        counting->has_head = true;
        counting->count =
            word(frame + FRAME_HEADER + BOOK_WAL_VERSION_AT, true) >> BOOK_WAL_COUNT_SHIFT;
    }
    if (!is_commit(frame) || !counting->has_head)
        return;
    if (!counting->counts.has_any)
        counting->counts.first = counting->count;
    counting->counts.last = counting->count;
    counting->counts.has_any = true;
    counting->has_head = false;
}

/* Offset of what is damaged; -1: nothing; -2: cannot be read. */
static off_t find_damage(int fd, struct book_wal_counts *counts)
{
    struct counting counting = {0};
    uint8_t header[HEADER], frame[FRAME];
    ssize_t n = regular_read_at(fd, header, HEADER, 0);
    if (n < HEADER)
        return n < 0 ? -2 : -1;
    const uint32_t magic = word(header, true);
    const bool is_big = magic & 1;
    struct sum sum = {0};
    add(&sum, header, 24, is_big);
    if ((magic & ~UINT32_C(1)) != MAGIC || word(header + 4, true) != FORMAT ||
        word(header + 8, true) != BOOK_PAGE_SIZE || !is_sum(&sum, header + 24))
        return 0;
    bool is_good = true;
    off_t first_bad = -1;
    for (off_t at = HEADER; (n = regular_read_at(fd, frame, FRAME, at)) == FRAME; at += FRAME) {
        const bool is_first = memcmp(frame + 8, header + 16, 4) == 0;
        const bool is_second = memcmp(frame + 12, header + 20, 4) == 0;
        const bool is_present = is_first || is_second; /* frames of an older log have others */
        if (is_good) {
            const struct sum before = sum;
            add(&sum, frame, 8, is_big);
            add(&sum, frame + FRAME_HEADER, BOOK_PAGE_SIZE, is_big);
            is_good = is_first && is_second && is_sum(&sum, frame + 16);
            first_bad = is_good ? -1 : at;
            if (is_good)
                count_frame(&counting, frame);
            if (!is_good && is_present && is_successor(frame, before, is_big))
                return at;
        }
        if (!is_good && is_present && is_commit(frame))
            return first_bad;
    }
    *counts = counting.counts;
    return n < 0 ? -2 : -1;
}

bool book_wal_check(const char *path, struct book_wal_counts *counts, struct reason *reason)
{
    const size_t size = strlen(path) + 5;
    char *name = malloc(size);
    off_t at = -1;
    if (!name)
        return reason_set(reason, "out of memory");
    snprintf(name, size, "%s-wal", path);
    for (int i = 0; i < TRIES; i++) {
        const int fd = regular_open(name, O_RDONLY | O_CLOEXEC);
        const int error = errno;
        *counts = (struct book_wal_counts){0};
        at = fd >= 0 ? find_damage(fd, counts) : error == ENOENT ? -1 : -2;
        if (fd >= 0)
            close(fd);
        if (at == -1)
            break;
        if (i + 1 < TRIES)
            nanosleep(&(struct timespec){.tv_nsec = WAIT_MS * 1000000L}, NULL);
    }
    if (at == -2)
        reason_set(reason, "%s: cannot be read", name);
    else if (at >= 0)
        reason_set(reason, "%s: the log of the last changes is damaged at byte %" PRIdMAX
                   "; \"outflank book fix\" saves what can be read", name, (intmax_t)at);
    free(name);
    return at == -1;
}

static const uint32_t COUNT_MASK = UINT32_MAX >> (BOOK_WAL_COUNT_SHIFT + 1); /* no sign */

int32_t book_wal_version(uint32_t count)
{
    return (int32_t)((count & COUNT_MASK) << BOOK_WAL_COUNT_SHIFT | BOOK_WAL_FORMAT);
}

bool book_wal_fits(const struct book_wal_counts *counts, int32_t version)
{
    const uint32_t before = counts->first - 1; /* the book before the log's first transaction */
    const uint32_t carried = ((uint32_t)version >> BOOK_WAL_COUNT_SHIFT) - before;
    const uint32_t most = counts->last - before;
    const bool is_new = version == 0; /* made, and all that was written since is in the log */
    return is_new || !counts->has_any || (carried & COUNT_MASK) <= (most & COUNT_MASK);
}
