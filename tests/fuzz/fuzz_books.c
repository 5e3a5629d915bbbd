/* Files of books, as bytes from anywhere: the packed reader and the importers.
 *
 * libFuzzer calls it and looks for new paths in a build by clang with -Dfuzzer=true
 * (scripts/full.sh, step fuzz-books):
 *     tests/fuzz/fuzz_books_long [--format=NAME] -max_total_time=600 FOLDER tests/fuzz/corpus
 * --formats prints the names. Else it is a program that reads the files and folders named once
 * each: the corpus as a test.
 *
 * The first byte says which reader: P the packed one, else the importers, which tell formats by
 * content. Whatever the bytes are: no signal, no answer outside its ranges, or one sentence. */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "book/check_packed.h"
#include "book/foreign.h"
#include "book/key.h"
#include "book/packed_layout.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { MAX_SIZE = 1 << 20 };

static void expect(bool is_true, const char *what)
{
    if (is_true)
        return;
    fprintf(stderr, "fuzz_books: %s\n", what);
    abort();
}

/* ---- the packed book ---- */

static bool look(void *user, const struct packed_entry *entry, struct reason *reason)
{
    struct packed_entry again;
    const int found = packed_get(user, entry->board, &again, reason);
    expect(entry->low <= entry->high && entry->role < N_PACKED_ROLES, "an entry out of range");
    expect(found <= 1, "a look-up answers 1, 0 or -1");
    return found >= 0;
}

/* Pages get the checksums they should have, or mutations would reach nothing behind them. */
static void seal(uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size / PACKED_PAGE; i++)
        packed_layout_seal(bytes + i * PACKED_PAGE, bytes_read_le(bytes + PACKED_AT_ID, 8), i);
}

static void fuzz_packed(const uint8_t *bytes, size_t size)
{
    struct packed_book *book;
    struct reason reason = {.text = ""};
    uint8_t *copy = malloc(size + 1);
    if (!copy)
        return;
    memcpy(copy, bytes, size);
    seal(copy, size);
    if (packed_open_memory(copy, size, "book", &book, &reason)) {
        struct book_check check = {0};
        if (!packed_walk(book, look, book, &reason))
            expect(reason.text[0], "a walk ends with a sentence");
        check_packed_run(book, &check);
        packed_close(book);
    } else {
        expect(reason.text[0], "a book is refused with a sentence");
    }
    free(copy);
}

/* ---- importers ---- */

static bool take(void *user, const struct foreign_entry *entry, struct reason *reason)
{
    (void)user, (void)reason;
    expect(book_key_is_canonical(entry->board) && ofl_legal_moves(entry->board), "a bad board");
    expect(!entry->has_value || (entry->value_cd >= -6400 && entry->value_cd <= 6400),
           "a value out of range");
    expect(!entry->has_leaf || entry->leaf_move < 64, "a leaf without a move");
    expect(entry->search.depth <= 60 && entry->search.confidence <= 100, "a search out of range");
    return true;
}

static void fuzz_foreign(const uint8_t *bytes, size_t size)
{
    struct foreign_report report;
    struct reason reason = {.text = ""};
    char path[64];
    const int fd = memfd_create("book", 0);
    if (fd < 0 || write(fd, bytes, size) != (ssize_t)size) {
        close(fd);
        return;
    }
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    for (int takes_damaged = 0; takes_damaged < 2; takes_damaged++)
        if (!foreign_read(path, takes_damaged, take, NULL, &report, &reason))
            expect(reason.text[0], "a file is refused with a sentence");
    close(fd);
}

/* ---- one format ---- */

#ifdef BOOK_FUZZER
/* Bytes by which a file is known. Egaroucid's oldest format has the number of records instead. */
static const struct format {
    const char *name, *head;
    size_t head_size;
    bool is_packed, is_counted;
} formats[] = {
    {.name = "packed", .is_packed = true},
    {.name = "edax", .head = "XADEKOOB", .head_size = 8},
    {.name = "egbk", .is_counted = true},
    {.name = "egbk2", .head = "DICUORAGE\2", .head_size = 10},
    {.name = "egbk3", .head = "DICUORAGE\3", .head_size = 10},
    {.name = "ntest", .head = "\2\0\0\0", .head_size = 4},
};
enum { N_FORMATS = sizeof formats / sizeof *formats, OLD_HEAD = 4, OLD_RECORD = 25 };

static const struct format *forced; /* by --format; NULL: the input tells */

/* The input as a file of the forced format. */
static void fuzz_as(const struct format *format, const uint8_t *bytes, size_t size)
{
    static uint8_t file[MAX_SIZE];
    memcpy(file, bytes, size);
    if (format->is_counted && size >= OLD_HEAD) {
        const size_t n = (size - OLD_HEAD) / OLD_RECORD;
        bytes_write_le(file, n, OLD_HEAD);
        size = OLD_HEAD + n * OLD_RECORD;
    } else if (size >= format->head_size && format->head) {
        memcpy(file, format->head, format->head_size);
    }
    (format->is_packed ? fuzz_packed : fuzz_foreign)(file, size);
}

int LLVMFuzzerInitialize(int *argc, char ***argv);

/* libFuzzer leaves options of two dashes to us. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static const char option[] = "--format=";
    for (int i = 1; i < *argc; i++) {
        const char *word = (*argv)[i];
        if (strcmp(word, "--formats") == 0) {
            for (int k = 0; k < N_FORMATS; k++)
                puts(formats[k].name);
            exit(0);
        }
        if (strncmp(word, option, strlen(option)) != 0)
            continue;
        for (int k = 0; k < N_FORMATS; k++)
            if (strcmp(word + strlen(option), formats[k].name) == 0)
                forced = &formats[k];
        if (!forced) {
            printf("no format is called %s\n", word + strlen(option));
            exit(64);
        }
    }
    return 0;
}
#endif

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (!size || size > MAX_SIZE)
        return 0;
#ifdef BOOK_FUZZER
    if (forced) {
        fuzz_as(forced, bytes + 1, size - 1);
        return 0;
    }
#endif
    (*bytes == 'P' ? fuzz_packed : fuzz_foreign)(bytes + 1, size - 1);
    return 0;
}

/* ---- without libFuzzer ---- */

#ifndef BOOK_FUZZER
static int read_one(const char *path)
{
    static uint8_t bytes[MAX_SIZE];
    FILE *file = fopen(path, "rb");
    if (!file)
        return -1;
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    LLVMFuzzerTestOneInput(bytes, size);
    return 1;
}

int main(int argc, char **argv)
{
    int n = 0;
    for (int i = 1; i < argc; i++) {
        char path[4096];
        DIR *folder = opendir(argv[i]);
        for (struct dirent *item; folder && (item = readdir(folder));)
            if (item->d_name[0] != '.' &&
                snprintf(path, sizeof path, "%s/%s", argv[i], item->d_name) < (int)sizeof path)
                n += read_one(path) > 0;
        if (folder)
            closedir(folder);
        else
            n += read_one(argv[i]) > 0;
    }
    printf("%d files\n", n);
    return n > 0 ? 0 : 1;
}
#endif
