/* book/wal.c - see wal.h. */
#include "book/wal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/regular.h"
#include "book/place.h"
#include "book/vfs.h"

enum {
    HEADER = 32, FRAME_HEADER = 24, FRAME = FRAME_HEADER + BOOK_PAGE_SIZE
};
static const uint32_t MAGIC = 0x377F0682; /* the lowest bit: checksums are big-endian */
static const uint32_t FORMAT = 3007000;

enum { NUMBER_BITS = 14, NUMBER_MASK = (1 << NUMBER_BITS) - 1 };

uint32_t book_wal_number(int32_t version) { return (uint32_t)version >> 17 & NUMBER_MASK; }

int32_t book_wal_next_version(int32_t version, uint32_t chance)
{
    const uint32_t before = book_wal_number(version);
    uint32_t number = 1 + chance % NUMBER_MASK; /* not 0 */
    if (number == before)
        number = number % NUMBER_MASK + 1;
    return (int32_t)(number << 17 | before << 3 | BOOK_WAL_FORMAT);
}

struct sum {
    uint32_t a, b;
};

static uint32_t word(const uint8_t *p, bool is_big)
{
    return (uint32_t)(is_big ? bytes_read_be(p, 4) : bytes_read_le(p, 4));
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

/* What the heads of the book in whole transactions of a log say. */
struct heads {
    int32_t book, version;
    bool has_version; /* the transaction that is being read changes the head */
    bool has_any, fits, has_transactions;
};

static uint32_t before_of(int32_t version) { return (uint32_t)version >> 3 & NUMBER_MASK; }

static void take_frame(struct heads *heads, const uint8_t *frame)
{
    if (word(frame, true) == 1) {
        heads->has_version = true;
        heads->version = (int32_t)word(frame + FRAME_HEADER + BOOK_WAL_VERSION_AT, true);
    }
    if (!is_commit(frame))
        return;
    heads->has_transactions = true;
    if (!heads->has_version)
        return;
    const bool goes_on =
        !heads->has_any && before_of(heads->version) == book_wal_number(heads->book);
    heads->fits |= goes_on || heads->version == heads->book;
    heads->has_any = true;
    heads->has_version = false;
}

/* Offset of what is damaged; -1: nothing; -2: cannot be read. */
static off_t find_damage(int fd, struct heads *heads)
{
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
                take_frame(heads, frame);
            if (!is_good && is_present && is_successor(frame, before, is_big))
                return at;
        }
        if (!is_good && is_present && is_commit(frame))
            return first_bad;
    }
    return n < 0 ? -2 : -1;
}

bool book_wal_check(const char *path, int32_t version, struct book_wal_state *state,
                    struct reason *reason)
{
    struct heads heads = {.book = version};
    char name[PATH_MAX];
    if (!book_place_name(path, "-wal", name))
        return reason_set(reason, "%s: the name is too long", path);
    const int fd = regular_open(name, O_RDONLY | O_CLOEXEC);
    const off_t at = fd >= 0 ? find_damage(fd, &heads) : errno == ENOENT ? -1 : -2;
    if (fd >= 0)
        close(fd);
    if (at == -2)
        reason_set(reason, "%s: cannot be read", name);
    else if (at >= 0)
        reason_set(reason, "%s: the log of the last changes is damaged at byte %" PRIdMAX
                   "; \"outflank book fix\" saves what can be read", name, (intmax_t)at);
    *state = (struct book_wal_state){heads.has_transactions, heads.fits || !heads.has_any};
    return at == -1;
}
