/* bench/packed.c - the packed book at a size no test has.
 *
 *     packed make FILE POSITIONS     writes a book of made-up positions, in random order
 *     packed open FILE               from the disk: opening, then 1,000 look-ups; memory
 *     packed look FILE [THREADS]     1,000,000 look-ups with the file in the system's cache
 *     packed mapped FILE             the same through mmap, for comparison
 *
 * Position i of a book follows from i alone, so that it can be looked up without a list.
 * bench/packed.sh runs all. */
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/number.h"
#include "base/rng.h"
#include "book/key.h"
#include "book/packed.h"
#include "book/packed_write.h"

enum { FEW = 1000, MANY = 1000000, MAX_THREADS = 64 };

static const uint64_t CENTRE = UINT64_C(0x0000001818000000);

static int fail(const char *what)
{
    fprintf(stderr, "packed: %s\n", what);
    return 1;
}

/* Discs on about half of the squares, colours at random; 96 bits make a repetition unlikely. */
static ofl_board board_of(uint64_t index)
{
    struct rng rng = rng_seeded(index * UINT64_C(0xD1342543DE82EF95));
    for (;;) {
        const uint64_t discs = rng_next(&rng) | CENTRE, mine = rng_next(&rng);
        struct book_place place;
        if (book_key_place((ofl_board){discs & mine, discs & ~mine}, &place))
            return place.key;
    }
}

static struct packed_entry entry_of(uint64_t index)
{
    struct packed_entry entry = {.board = board_of(index), .low = -64, .high = 64};
    const uint64_t legal = ofl_legal_moves(entry.board);
    entry.value_cd = (int16_t)((int)(index % 6401) - 3200);
    entry.best = (uint8_t)__builtin_ctzll(legal);
    entry.role = PACKED_OWN;
    entry.evidence = (struct book_evidence){
        .score_cd = entry.value_cd, .move = entry.best, .depth = (uint8_t)(16 + index % 20),
        .confidence = (uint8_t)(index % 2 ? 100 : 87), .source = BOOK_SOURCE_OWN, .network = 1};
    return entry;
}

static int make(const char *path, uint64_t n)
{
    struct packed_writer *writer;
    struct reason reason;
    const int64_t start_ms = clock_ms();
    if (!packed_write_begin(path, PACKED_WRITE_MEMORY, &writer, &reason))
        return fail(reason.text);
    for (uint64_t i = 0; i < n; i++) {
        const struct packed_entry entry = entry_of(i);
        if (!packed_write_add(writer, &entry, &reason)) {
            packed_write_abandon(writer);
            return fail(reason.text);
        }
    }
    const int64_t added_ms = clock_ms();
    if (!packed_write_commit(writer, "made-up positions", &reason))
        return fail(reason.text);
    printf("make: %" PRIu64 " positions, %.1f s to add, %.1f s to merge and write\n", n,
           (double)(added_ms - start_ms) / 1000.0, (double)(clock_ms() - added_ms) / 1000.0);
    return 0;
}

/* A line of /proc/self/status, in MiB. */
static double memory_mib(const char *name)
{
    char line[256];
    double kib = 0;
    FILE *file = fopen("/proc/self/status", "r");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, name, strlen(name)) == 0) {
            const size_t at = strcspn(line, "0123456789");
            number_scan_real(line + at, strlen(line + at), NUMBER_PLAIN, &kib);
        }
    if (file)
        fclose(file);
    return kib / 1024.0;
}

/* Right entries only, or the program ends. */
static void look(struct packed_book *book, const uint64_t *indices, const ofl_board *keys, int n)
{
    for (int i = 0; i < n; i++) {
        struct packed_entry entry;
        struct reason reason = {.text = "not found"};
        if (packed_get(book, keys[i], &entry, &reason) != 1 ||
            entry.value_cd != (int16_t)((int)(indices[i] % 6401) - 3200))
            exit(fail(reason.text));
    }
}

struct looker {
    struct packed_book *book;
    uint64_t *indices;
    ofl_board *keys;
    int n;
};

static struct looker make_looker(struct packed_book *book, int n, uint64_t seed)
{
    struct rng rng = rng_seeded(seed);
    struct looker looker = {book, calloc((size_t)n, sizeof(uint64_t)),
                            calloc((size_t)n, sizeof(ofl_board)), n};
    if (!looker.indices || !looker.keys)
        exit(fail("no memory"));
    for (int i = 0; i < n; i++) {
        looker.indices[i] = rng_next(&rng) % packed_info(book)->n_positions;
        looker.keys[i] = board_of(looker.indices[i]);
    }
    return looker;
}

static void *run_looker(void *user)
{
    const struct looker *looker = user;
    look(looker->book, looker->indices, looker->keys, looker->n);
    return NULL;
}

static int open_cold(const char *path)
{
    struct packed_book *book;
    struct reason reason;
    const int fd = open(path, O_RDONLY);
    if (fd < 0 || fsync(fd) != 0 || posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED) != 0)
        return fail("the file cannot be put out of the cache");
    close(fd);
    const int64_t start_us = clock_us();
    if (!packed_open(path, &book, &reason))
        return fail(reason.text);
    const int64_t opened_us = clock_us();
    const struct looker looker = make_looker(book, FEW, 1);
    const int64_t begin_us = clock_us();
    look(book, looker.indices, looker.keys, FEW);
    printf("open: %.2f ms; then %d look-ups from the disk in %.0f ms; resident %.1f MiB, of it "
           "%.1f MiB anonymous\n",
           (double)(opened_us - start_us) / 1000.0, FEW, (double)(clock_us() - begin_us) / 1000.0,
           memory_mib("VmHWM"), memory_mib("RssAnon"));
    return 0;
}

static int look_warm(struct packed_book *book, int n_threads, const char *name)
{
    struct looker lookers[MAX_THREADS] = {0};
    pthread_t threads[MAX_THREADS];
    for (int i = 0; i < n_threads; i++)
        lookers[i] = make_looker(book, MANY, 2 + (uint64_t)i);
    look(book, lookers[0].indices, lookers[0].keys, MANY);
    const int64_t start_us = clock_us();
    const clock_t start = clock();
    for (int i = 0; i < n_threads; i++)
        if (pthread_create(&threads[i], NULL, run_looker, &lookers[i]))
            return fail("no thread");
    for (int i = 0; i < n_threads; i++)
        pthread_join(threads[i], NULL);
    const double seconds = (double)(clock_us() - start_us) / 1e6;
    const double work = (double)(clock() - start) / CLOCKS_PER_SEC, all = (double)n_threads * MANY;
    printf("%s: %d threads, %d look-ups each: %.0f a second, %.0f a second of processor time; "
           "resident %.1f MiB\n",
           name, n_threads, MANY, all / seconds, all / work, memory_mib("VmRSS"));
    return 0;
}

static int look_mapped(const char *path)
{
    struct packed_book *book;
    struct reason reason;
    struct stat status;
    const int fd = open(path, O_RDONLY);
    if (fd < 0 || fstat(fd, &status) != 0)
        return fail("the file cannot be opened");
    void *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_SHARED, fd, 0);
    if (bytes == MAP_FAILED)
        return fail("the file cannot be mapped");
    if (!packed_open_memory(bytes, (size_t)status.st_size, path, &book, &reason))
        return fail(reason.text);
    return look_warm(book, 1, "mapped");
}

int main(int argc, char **argv)
{
    struct packed_book *book;
    struct reason reason;
    int64_t number = 1;
    const char *what = argc > 2 ? argv[1] : "";
    if (strcmp(what, "make") == 0 && argc == 4)
        return number_read_int(argv[3], NUMBER_TO_NUL, 0, INT64_C(1) << 40, &number, &reason)
                   ? make(argv[2], (uint64_t)number) : fail(reason.text);
    if (strcmp(what, "open") == 0)
        return open_cold(argv[2]);
    if (strcmp(what, "mapped") == 0)
        return look_mapped(argv[2]);
    if (strcmp(what, "look") != 0)
        return fail("usage: packed make FILE POSITIONS | open FILE | look FILE [N] | mapped FILE");
    if (argc > 3 && !number_read_int(argv[3], NUMBER_TO_NUL, 1, MAX_THREADS, &number, &reason))
        return fail(reason.text);
    return packed_open(argv[2], &book, &reason) ? look_warm(book, (int)number, "look")
                                                : fail(reason.text);
}
