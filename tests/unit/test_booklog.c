/* The log beside a working book: a kill at any write of a transaction leaves a book that opens,
 * with all that was committed; what a flipped bit does to a committed transaction is told. */
#include <criterion/criterion.h>
#include <outflank/game.h>
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/rng.h"
#include "book/store.h"
#include "book/wal.h"
#include "support.h"

#define MUST(call) cr_assert(call, "%s", reason.text)

static char path[128], log_path[160];

static void make_folder(void)
{
    test_folder_make();
    snprintf(path, sizeof path, "%s", test_folder_at("a.book"));
    snprintf(log_path, sizeof log_path, "%s-wal", path);
}

TestSuite(booklog, .init = make_folder, .fini = test_folder_remove, .timeout = 600);

/* ---- a process that is killed at one of its writes ---- */

static int n_writes_left; /* 0: no limit */

static void count_write(void)
{
    if (n_writes_left && --n_writes_left == 0)
        raise(SIGKILL);
}

static ssize_t write_or_die(int fd, const void *bytes, size_t size, off_t at)
{
    count_write();
    return pwrite(fd, bytes, size, at);
}

static ssize_t write_plainly_or_die(int fd, const void *bytes, size_t size)
{
    count_write();
    return write(fd, bytes, size);
}

static void count_writes(int n_left)
{
    sqlite3_vfs *vfs = sqlite3_initialize() == SQLITE_OK ? sqlite3_vfs_find(NULL) : NULL;
    cr_assert(vfs && vfs->iVersion >= 3);
    const sqlite3_syscall_ptr at = (sqlite3_syscall_ptr)write_or_die;
    const bool is_set = (vfs->xSetSystemCall(vfs, "pwrite64", at) == SQLITE_OK) +
                        (vfs->xSetSystemCall(vfs, "pwrite", at) == SQLITE_OK);
    cr_assert(is_set);
    vfs->xSetSystemCall(vfs, "write", (sqlite3_syscall_ptr)write_plainly_or_die);
    n_writes_left = n_left;
}

/* Positions of `n` random lines of eight plies. */
static void add_positions(struct book_store *store, uint64_t seed, int n)
{
    struct reason reason;
    struct rng rng = rng_seeded(seed);
    MUST(book_store_begin(store, &reason));
    for (int i = 0; i < n; i++) {
        struct book_place place;
        ofl_position position = ofl_position_start();
        for (int ply = 0; ply < 8; ply++) {
            uint64_t moves = ofl_legal_moves(position.board);
            for (uint32_t skip = rng_below(&rng, 3); skip && (moves & (moves - 1)); skip--)
                moves &= moves - 1;
            position.board = ofl_play(position.board, __builtin_ctzll(moves));
        }
        if (!book_key_place(position.board, &place))
            continue;
        const struct book_record record = book_record_of(place.key);
        MUST(book_store_merge(store, &record, NULL, &reason));
    }
    MUST(book_store_commit(store, &reason));
}

/* In a process of its own, which ends without closing the book. True if it came to the end. */
static bool commit_and_die(uint64_t seed, int n, int n_writes)
{
    const pid_t child = fork();
    int status;
    if (child == 0) {
        struct book_store *store;
        struct book_wal_state state;
        struct reason reason;
        count_writes(0);
        if (!book_store_open(path, BOOK_STORE_CREATE, &store, &reason)) {
            fprintf(stderr, "%s\n", reason.text);
            _exit(2);
        }
        n_writes_left = n_writes;
        add_positions(store, seed, n);
        /* The log is looked at while it lies there, as another process would. */
        if (!book_wal_check(path, 0, &state, &reason)) {
            fprintf(stderr, "%s\n", reason.text);
            _exit(3);
        }
        _exit(0);
    }
    cr_assert_gt(child, 0);
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_assert(WIFSIGNALED(status) ? WTERMSIG(status) == SIGKILL : WEXITSTATUS(status) == 0,
              "status %d", status);
    return !WIFSIGNALED(status);
}

static int64_t count_in_book(void)
{
    struct book_store *store;
    struct reason reason;
    MUST(book_store_open(path, BOOK_STORE_INSPECT, &store, &reason));
    const int64_t n = book_store_count(store, 0, 60, &reason);
    book_store_close(store);
    return n;
}

Test(booklog, a_kill_at_any_write_leaves_what_was_committed)
{
    bool is_whole = false;
    int64_t before = 0, all = 0;
    for (int n_writes = 1; !is_whole; n_writes++) {
        unlink(path);
        unlink(log_path);
        cr_assert(commit_and_die(1, 20, 0));
        before = before ? before : count_in_book();
        /* Frames without an end, in whose places the next ones are written. */
        cr_assert_not(commit_and_die(5, 3000, 20));
        is_whole = commit_and_die(2, 120, n_writes);
        /* A kill at the sync after the last write leaves all of it. */
        const int64_t n = count_in_book();
        all = n > before ? n : all;
        cr_assert(n == before || n == all, "killed at write %d: %d positions", n_writes, (int)n);
        /* Shorter than what was cut off: some of that stays behind it. */
        cr_assert(commit_and_die(3, 1, 0));
        cr_assert_geq(count_in_book(), n);
        cr_assert(commit_and_die(4, 10, 0));
        cr_assert_geq(count_in_book(), n);
        cr_assert_lt(n_writes, 1000);
    }
    cr_assert_gt(all, before + 20);
}

/* ---- damage ---- */

enum { FRAMES = 32, FRAME = 4120 }; /* where frames begin in a log, and their bytes */
static unsigned char log_bytes[1 << 20];

/* How many pages the book has after the transaction that ends with a frame; 0: none does. */
static unsigned pages_after(const unsigned char *frame)
{
    return (unsigned)frame[4] << 24 | (unsigned)frame[5] << 16 | (unsigned)frame[6] << 8 | frame[7];
}

/* Reads the log; the byte behind the last end of a transaction: nothing behind it counts. */
static ssize_t read_log(int fd, ssize_t *size)
{
    ssize_t end = 0;
    *size = pread(fd, log_bytes, sizeof log_bytes, 0);
    cr_assert(*size > FRAMES + FRAME && *size < (ssize_t)sizeof log_bytes);
    for (ssize_t at = FRAMES; at + FRAME <= *size; at += FRAME)
        if (pages_after(log_bytes + at))
            end = at + FRAME;
    return end;
}

/* The bit that makes the end of the last transaction a frame in its middle. */
Test(booklog, a_flipped_end_of_a_transaction_is_told)
{
    struct book_wal_state state;
    struct reason reason;
    unsigned n_pages = 0;
    ssize_t size, end = 0;
    for (int i = 1; !n_pages || (n_pages & (n_pages - 1)); i++) {
        cr_assert(commit_and_die((uint64_t)i, 20, 0) && i < 200);
        const int fd = open(log_path, O_RDONLY);
        end = read_log(fd, &size);
        n_pages = pages_after(log_bytes + end - FRAME);
        close(fd);
    }
    const int fd = open(log_path, O_RDWR);
    cr_assert_eq(pwrite(fd, (char[4]){0}, 4, end - FRAME + 4), 4);
    close(fd);
    cr_expect_not(book_wal_check(path, 0, &state, &reason), "%u pages", n_pages);
}

Test(booklog, a_flipped_bit_of_a_committed_transaction_is_told)
{
    struct book_wal_state state;
    struct reason reason;
    struct rng rng = rng_seeded(3612);
    int n_headers = 0;
    cr_assert(commit_and_die(1, 40, 0));
    cr_assert_not(commit_and_die(2, 3000, 20)); /* leaves frames without an end */
    cr_assert(commit_and_die(3, 1, 0));
    cr_assert(commit_and_die(4, 1, 0));
    MUST(book_wal_check(path, 0, &state, &reason));
    const int fd = open(log_path, O_RDWR);
    ssize_t size;
    const ssize_t end = read_log(fd, &size);
    cr_assert(end > 0 && end < size, "%zd of %zd", end, size);
    for (int i = 0; i < 60; i++) {
        /* Every second one in the header of a frame. */
        const uint32_t n_frames = (uint32_t)((end - FRAMES) / FRAME);
        const off_t at = i % 2 ? rng_below(&rng, (uint32_t)end)
                               : FRAMES + FRAME * rng_below(&rng, n_frames) + rng_below(&rng, 24);
        const unsigned char bad = log_bytes[at] ^ (unsigned char)(1u << rng_below(&rng, 8));
        cr_assert_eq(pwrite(fd, &bad, 1, at), 1);
        cr_expect_not(book_wal_check(path, 0, &state, &reason), "byte %d", (int)at);
        cr_assert_eq(pwrite(fd, &log_bytes[at], 1, at), 1);
        n_headers += i % 2 == 0;
    }
    cr_assert_eq(n_headers, 30);
    MUST(book_wal_check(path, 0, &state, &reason));
    close(fd);
}
