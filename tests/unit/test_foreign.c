/* Books of other programs: what a byte more, less or different does to them. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bits.h"
#include "base/bytes.h"
#include "book/foreign.h"
#include "book/key.h"
#include "support.h"

enum { MOST = 512 };

/* A file in the making. */
struct file {
    uint8_t bytes[MOST];
    size_t n;
};

static void add(struct file *file, uint64_t value, int n)
{
    bytes_write_le(file->bytes + file->n, value, n);
    file->n += (size_t)n;
}

static void add_text(struct file *file, const char *text)
{
    memcpy(file->bytes + file->n, text, strlen(text));
    file->n += strlen(text);
}

static const uint64_t START[2] = {UINT64_C(0x0000000810000000), UINT64_C(0x0000001008000000)};
static const uint64_t F5[2] = {UINT64_C(0x0000000008000000), UINT64_C(0x0000003810000000)};

static void add_edax(struct file *file, const uint64_t board[2], int value, int n_links,
                     int leaf, int move)
{
    add(file, board[0], 8), add(file, board[1], 8);
    for (int i = 0; i < 4; i++)
        add(file, 7, 4);
    add(file, (uint64_t)value, 2), add(file, (uint64_t)-64, 2), add(file, 64, 2);
    add(file, (uint64_t)n_links, 1), add(file, 21, 1);
    for (int i = 0; i < n_links; i++)
        add(file, 0x1300, 2);
    add(file, (uint64_t)leaf, 1), add(file, (uint64_t)move, 1);
}

/* The start with a link and the position after f5 with a leaf, in each format. */
static struct file make_file(int format)
{
    struct file file = {.n = 0};
    if (format == 0) {
        add_text(&file, "XADEKOOB");
        add(&file, 4, 2), add(&file, 0, 8), add(&file, 21, 4), add(&file, 24, 4), add(&file, 2, 4);
        add(&file, 1, 4), add(&file, 0, 4), add(&file, 2, 4);
        add_edax(&file, START, 0, 1, -127, 65);
        add_edax(&file, F5, 0, 0, -3, 43);
    } else if (format == 1) {
        add_text(&file, "DICUORAGE\3");
        add(&file, 2, 4);
        for (int i = 0; i < 2; i++) {
            add(&file, (i ? F5 : START)[0], 8), add(&file, (i ? F5 : START)[1], 8);
            add(&file, 3, 1), add(&file, 21, 1), add(&file, 1, 4);
            add(&file, i ? 2 : 130, 1), add(&file, i ? 43 : 65, 1), add(&file, i ? 21 : 255, 1);
        }
    } else {
        add(&file, 2, 4), add(&file, 2, 4);
        add(&file, ~(START[0] | START[1]), 8), add(&file, START[0], 8);
        add(&file, 1, 4), add(&file, 2, 2), add(&file, 0, 2), add(&file, 19, 1);
        add(&file, 1, 4), add(&file, 1 | 12 << 4, 2), add(&file, 250, 2), add(&file, 255, 1);
        add(&file, 255, 1), add(&file, 0, 4);
    }
    return file;
}

static char path[64];

static void make_path(void)
{
    snprintf(path, sizeof path, "%s/outflank-foreign-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    const int fd = mkstemp(path);
    cr_assert_geq(fd, 0);
    close(fd);
}

static void remove_path(void)
{
    unlink(path);
}

/* What comes to the visitor is in order, whatever the file says. */
static bool expect_order(void *user, const struct foreign_entry *entry, struct reason *reason)
{
    uint64_t *n = user;
    (void)reason;
    ++*n;
    const uint64_t legal = ofl_legal_moves(entry->board);
    cr_assert(legal && book_key_is_canonical(entry->board));
    cr_assert(!entry->has_value || abs(entry->value_cd) <= 6400);
    cr_assert(!entry->has_leaf ||
              (abs(entry->leaf_cd) <= 6400 && entry->leaf_move < 64 &&
               (legal & bit_of(entry->leaf_move))));
    cr_assert(entry->search.depth <= 60 && entry->search.confidence <= 100);
    cr_assert(entry->leaf_search.depth <= 60 && entry->leaf_search.confidence <= 100);
    return true;
}

/* True if it was read; else there is a sentence. */
static bool reads(const uint8_t *bytes, size_t n, bool takes_damaged, uint64_t *n_entries)
{
    struct foreign_report report;
    struct reason reason = {.text = ""};
    FILE *file = fopen(path, "wb");
    cr_assert(file && fwrite(bytes, 1, n, file) == n && fclose(file) == 0);
    *n_entries = 0;
    const bool is_good =
        foreign_read(path, takes_damaged, expect_order, n_entries, &report, &reason);
    cr_assert(is_good || reason.text[0]);
    cr_assert_eq(report.n_entries, *n_entries);
    return is_good;
}

Test(foreign, every_byte_and_every_length, .init = make_path, .fini = remove_path)
{
    struct rng rng = rng_seeded(test_seed(41));
    uint64_t n;
    for (int format = 0; format < 3; format++) {
        struct file file = make_file(format);
        cr_assert(reads(file.bytes, file.n, false, &n) && n == 2, "format %d", format);
        for (size_t i = 0; i < file.n; i++) {
            cr_expect_not(reads(file.bytes, i, false, &n), "format %d, %zu bytes", format, i);
            reads(file.bytes, i, true, &n);
        }
        for (size_t i = 0; i < file.n; i++)
            for (int k = 0; k < 3; k++) {
                const uint8_t kept = file.bytes[i];
                file.bytes[i] = k ? (uint8_t)rng_next(&rng) : kept ^ 255;
                reads(file.bytes, file.n, k == 2, &n);
                file.bytes[i] = kept;
            }
    }
}

struct one {
    struct foreign_entry entry;
    ofl_board board;
};

static bool keep(void *user, const struct foreign_entry *entry, struct reason *reason)
{
    struct one *one = user;
    (void)reason;
    if (entry->board.player == one->board.player && entry->board.opponent == one->board.opponent)
        one->entry = *entry;
    return true;
}

/* A board whose side must pass, in the form in which Edax keeps it: its value is given for the
 * board behind the pass, wherever the record says it. */
Test(foreign, passes, .init = make_path, .fini = remove_path)
{
    static const struct { int value, leaf, move, n_links, given_cd; } rows[] = {
        {5, 5, 64, 0, -500}, {-64, -64, 64, 0, 6400}, {127, 7, 64, 0, -700},
        {5, -127, 65, 0, -500}, {5, -127, 65, 1, -500}, {127, -127, 65, 0, 0},
        {127, 127, 64, 0, 0}, {127, -127, 64, 0, 0},
    };
    const ofl_board behind = {UINT64_C(0x81C), UINT64_C(0x38180E0000)};
    const ofl_board before = ofl_canonical(ofl_swap(behind), NULL);
    cr_assert(!ofl_legal_moves(before) && ofl_legal_moves(behind));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct file file = make_file(0);
        struct one one = {.board = ofl_canonical(behind, NULL)};
        struct foreign_report report;
        struct reason reason;
        add_edax(&file, (uint64_t[]){before.player, before.opponent}, rows[i].value,
                 rows[i].n_links, rows[i].leaf, rows[i].move);
        file.bytes[38] = 3;
        FILE *out = fopen(path, "wb");
        cr_assert(out && fwrite(file.bytes, 1, file.n, out) == file.n && fclose(out) == 0);
        cr_assert(foreign_read(path, false, keep, &one, &report, &reason), "%s", reason.text);
        cr_expect(one.entry.has_value == (rows[i].given_cd != 0) && !one.entry.has_leaf &&
                      one.entry.value_cd == rows[i].given_cd &&
                      one.entry.is_passed == one.entry.has_value,
                  "row %zu: %d", i, one.entry.value_cd);
        cr_expect(report.n_passes == 1 && report.n_valueless == !one.entry.has_value);
    }
}

/* Levels of Edax at some numbers of empties; the moves are those of the key. */
Test(foreign, edax_levels, .init = make_path, .fini = remove_path)
{
    static const struct { int level, depth, confidence; } rows[] = {
        {0, 0, 100}, {10, 10, 100}, {12, 12, 73}, {21, 21, 73}, {35, 35, 73}, {49, 49, 73},
        {50, 59, 73}, {53, 59, 87}, {56, 59, 95}, {58, 59, 95}, {59, 59, 98},
        {60, 59, 100}, {255, 59, 100},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct file file = make_file(0);
        struct one one = {.board = {F5[0], F5[1]}};
        struct foreign_report report;
        struct reason reason;
        file.bytes[file.n - 3] = (uint8_t)rows[i].level;
        FILE *out = fopen(path, "wb");
        cr_assert(out && fwrite(file.bytes, 1, file.n, out) == file.n && fclose(out) == 0);
        cr_assert(foreign_read(path, false, keep, &one, &report, &reason), "%s", reason.text);
        const struct foreign_search *search = &one.entry.leaf_search;
        cr_expect(search->depth == rows[i].depth && search->confidence == rows[i].confidence,
                  "level %d: %d at %d %%", rows[i].level, search->depth, search->confidence);
        cr_expect(one.entry.has_leaf && one.entry.leaf_cd == -300 && one.entry.leaf_move == 43);
    }
}
