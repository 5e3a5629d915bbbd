/* book/packed_write.c - see packed_write.h. */
#include "book/packed_write.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/regular.h"
#include "base/replace.h"
#include "base/visible.h"
#include "book/packed.h"
#include "book/packed_layout.h"
#include "book/packed_sort.h"

enum { HASH_SIZE = 4 * PACKED_MAX_KINDS, BATCH = 64 };

/* A file of one level of the index while it is made. */
struct level {
    FILE *keys;
    uint64_t n;
};

struct packed_writer {
    char *path;                        /* for sentences */
    struct replace file;
    struct packed_sort *sort;
    uint64_t n_positions, by_empties[61], n_simplified;
    uint64_t id;                       /* sum over the entries; the order does not matter */
    unsigned n_kinds;
    packed_kind kinds[PACKED_MAX_KINDS];
    uint16_t number_of[HASH_SIZE];     /* open addressing: number + 1; 0 is free */
    uint16_t final[PACKED_MAX_KINDS];  /* number in the file, where kinds are sorted */
    uint8_t pages[BATCH][PACKED_PAGE]; /* written together */
    int n_batch;
    bool allows_repeats;
    struct packed_record ahead;        /* read from the sort, and not written yet */
    bool has_ahead;
    uint64_t next_page;
};

static bool fail(const struct packed_writer *writer, struct reason *reason)
{
    return reason_set(reason, "%s: cannot write: %s", visible(writer->path).text, strerror(errno));
}

/* ---- begin and end ---- */

static void release(struct packed_writer *writer)
{
    packed_sort_end(writer->sort);
    free(writer->path);
    free(writer);
}

void packed_write_abandon(struct packed_writer *writer)
{
    if (!writer)
        return;
    replace_abandon(&writer->file);
    release(writer);
}

bool packed_write_begin(const char *path, size_t memory, struct packed_writer **result,
                        struct reason *reason)
{
    struct packed_writer *writer = calloc(1, sizeof *writer);
    const bool is_made = writer && (writer->path = strdup(path)) != NULL;
    if (!is_made || !replace_begin(&writer->file, path)) {
        reason_set(reason, "%s: cannot write: %s", visible(path).text,
                   is_made ? regular_problem(errno) : strerror(ENOMEM));
        if (writer)
            release(writer);
        return false;
    }
    const char *slash = strrchr(writer->file.path, '/');
    char *folder = slash ? strndup(writer->file.path, (size_t)(slash - writer->file.path) + 1)
                         : strdup(".");
    writer->sort = folder ? packed_sort_begin(folder, memory) : NULL;
    free(folder);
    if (writer->sort) {
        *result = writer;
        return true;
    }
    packed_write_abandon(writer);
    return reason_set(reason, "%s: no memory to sort positions", visible(path).text);
}

/* ---- entries ---- */

/* The place of a kind in the hash table, or the free one where it belongs. */
static unsigned slot_of(const struct packed_writer *writer, packed_kind kind)
{
    unsigned slot = (unsigned)(kind * UINT64_C(0x9E3779B97F4A7C15) >> 40) % HASH_SIZE;
    while (writer->number_of[slot] && writer->kinds[writer->number_of[slot] - 1] != kind)
        slot = (slot + 1) % HASH_SIZE;
    return slot;
}

/* The number of a kind, which may be new; -1 if there are too many. */
static int number_of(struct packed_writer *writer, packed_kind kind)
{
    const unsigned slot = slot_of(writer, kind);
    if (!writer->number_of[slot]) {
        if (writer->n_kinds == PACKED_MAX_KINDS)
            return -1;
        writer->kinds[writer->n_kinds++] = kind;
        writer->number_of[slot] = (uint16_t)writer->n_kinds;
    }
    return writer->number_of[slot] - 1;
}

static bool is_new(const struct packed_writer *writer, packed_kind kind)
{
    return !writer->number_of[slot_of(writer, kind)];
}

/* Half of the numbers is kept for kinds without bounds, half of that for those without a network,
 * either. */
static int number_of_any(struct packed_writer *writer, packed_kind *kind)
{
    const packed_kind all = *kind;
    if (is_new(writer, *kind) && writer->n_kinds >= PACKED_KINDS_WITH_BOUNDS)
        *kind = packed_code_kind_without_bounds(*kind);
    if (is_new(writer, *kind) && writer->n_kinds >= PACKED_KINDS_WITH_NETWORK)
        *kind &= UINT32_MAX;
    writer->n_simplified += *kind != all;
    return number_of(writer, *kind);
}

bool packed_write_add(struct packed_writer *writer, const struct packed_entry *entry,
                      struct reason *reason)
{
    if (!packed_code_check(entry, reason))
        return reason_put_before(reason, "%s: ", visible(writer->path).text);
    packed_kind kind = packed_code_kind(entry);
    const int number = number_of_any(writer, &kind);
    if (number < 0)
        return reason_set(reason, "%s: the evidence is of more than %d kinds",
                          visible(writer->path).text, PACKED_MAX_KINDS);
    if (writer->n_positions == PACKED_MAX_POSITIONS)
        return reason_set(reason, "%s: too many positions", visible(writer->path).text);
    uint8_t bytes[PACKED_RECORD + PACKED_KIND];
    struct packed_record record = packed_code_write(entry, 0);
    packed_code_to_bytes(&record, bytes);
    bytes_write_le(bytes + PACKED_RECORD, kind, PACKED_KIND);
    writer->id += checksum_of(bytes, sizeof bytes);
    writer->n_positions++;
    writer->by_empties[ofl_count_empties(entry->board)]++;
    record = packed_code_with_kind(record, (unsigned)number);
    return packed_sort_add(writer->sort, &record, reason);
}

void packed_write_allow_repeats(struct packed_writer *writer)
{
    writer->allows_repeats = true;
}

uint64_t packed_write_count_simplified(const struct packed_writer *writer)
{
    return writer->n_simplified;
}

/* ---- pages ---- */

static bool write_batch(struct packed_writer *writer, struct reason *reason)
{
    const size_t size = (size_t)writer->n_batch * PACKED_PAGE;
    writer->n_batch = 0;
    return replace_write(writer->file.fd, writer->pages, size) || fail(writer, reason);
}

static uint8_t *page_begin(struct packed_writer *writer)
{
    uint8_t *page = writer->pages[writer->n_batch];
    memset(page, 0, PACKED_PAGE);
    return page;
}

static bool page_end(struct packed_writer *writer, struct reason *reason)
{
    packed_layout_seal(writer->pages[writer->n_batch++], writer->id, writer->next_page++);
    return writer->n_batch < BATCH || write_batch(writer, reason);
}

static bool add_key(struct packed_writer *writer, struct level *level, const uint8_t *key,
                    struct reason *reason)
{
    if (!level->keys)
        level->keys = tmpfile();
    level->n++;
    return (level->keys && fwrite(key, 1, PACKED_KEY, level->keys) == PACKED_KEY) ||
           fail(writer, reason);
}

static bool write_header(struct packed_writer *writer, const char *note, struct reason *reason)
{
    uint8_t *page = page_begin(writer);
    memcpy(page, PACKED_MAGIC, 8);
    bytes_write_le(page + PACKED_AT_VERSION, PACKED_VERSION, 4);
    bytes_write_le(page + PACKED_AT_PAGE, PACKED_PAGE, 4);
    bytes_write_le(page + PACKED_AT_POSITIONS, writer->n_positions, 8);
    bytes_write_le(page + PACKED_AT_KINDS, writer->n_kinds, 4);
    bytes_write_le(page + PACKED_AT_ID, writer->id, 8);
    for (int i = 0; i <= 60; i++)
        bytes_write_le(page + PACKED_AT_EMPTIES + 8 * i, writer->by_empties[i], 8);
    visible_copy((char *)page + PACKED_AT_NOTE, PACKED_NOTE_SIZE, note, strlen(note));
    return page_end(writer, reason);
}

/* Does a record hold against another of the same board? */
static bool is_better(const struct packed_writer *writer, const struct packed_record *a,
                      const struct packed_record *b)
{
    const int order = packed_code_compare_searches(
        writer->kinds[packed_code_kind_number(a)], writer->kinds[packed_code_kind_number(b)]);
    if (order != 0)
        return order > 0;
    return a->middle != b->middle ? a->middle > b->middle : a->low > b->low;
}

static void count_repeat(struct packed_writer *writer, const struct packed_record *record)
{
    ofl_board board;
    if (!packed_code_read_board(record, &board))
        return;
    writer->n_positions--;
    writer->by_empties[ofl_count_empties(board)]--;
}

/* The next board, once: 1, 0, -1. */
static int next_board(struct packed_writer *writer, struct packed_record *record,
                      struct reason *reason)
{
    int code = 1;
    if (!writer->has_ahead)
        code = packed_sort_next(writer->sort, &writer->ahead, reason);
    if (code <= 0)
        return code;
    *record = writer->ahead;
    while ((code = packed_sort_next(writer->sort, &writer->ahead, reason)) > 0 &&
           packed_code_compare(&writer->ahead, record) == 0) {
        if (!writer->allows_repeats) {
            reason_set(reason, "%s: a board was added twice", visible(writer->path).text);
            return -1;
        }
        count_repeat(writer, record);
        if (is_better(writer, &writer->ahead, record))
            *record = writer->ahead;
    }
    writer->has_ahead = code > 0;
    return code < 0 ? -1 : 1;
}

static bool write_leaves(struct packed_writer *writer, struct level *index, struct reason *reason)
{
    struct packed_record record;
    uint8_t *page = NULL;
    int n = 0, code;
    while ((code = next_board(writer, &record, reason)) > 0) {
        if (n == 0) {
            uint8_t key[PACKED_KEY];
            page = page_begin(writer);
            packed_layout_write_key(key, &record);
            if (!add_key(writer, index, key, reason))
                return false;
        }
        const unsigned kind = writer->final[packed_code_kind_number(&record)];
        record = packed_code_with_kind(record, kind);
        packed_code_to_bytes(&record, page + n * PACKED_RECORD);
        if (++n == PACKED_LEAF) {
            n = 0;
            if (!page_end(writer, reason))
                return false;
        }
    }
    return code == 0 && (n == 0 || page_end(writer, reason));
}

/* One level of the index from the first boards of the pages below; theirs go up. */
static bool write_level(struct packed_writer *writer, struct level *below, struct level *above,
                        struct reason *reason)
{
    rewind(below->keys);
    for (uint64_t i = 0; i < below->n; i += PACKED_FAN) {
        uint8_t *page = page_begin(writer);
        const size_t size = (size_t)packed_layout_items(below->n, i / PACKED_FAN, PACKED_FAN) *
                            PACKED_KEY;
        if (fread(page, 1, size, below->keys) != size)
            return fail(writer, reason);
        if (!add_key(writer, above, page, reason) || !page_end(writer, reason))
            return false;
    }
    return true;
}

static bool write_index(struct packed_writer *writer, struct level *level, struct reason *reason)
{
    bool is_good = true;
    while (is_good && level->n > 1) {
        struct level above = {0};
        is_good = write_level(writer, level, &above, reason);
        fclose(level->keys);
        *level = above;
    }
    return is_good;
}

static bool write_kinds(struct packed_writer *writer, const packed_kind *sorted,
                        struct reason *reason)
{
    for (unsigned i = 0; i < writer->n_kinds; i += PACKED_KINDS_PAGE) {
        uint8_t *page = page_begin(writer);
        for (unsigned k = i; k < writer->n_kinds && k < i + PACKED_KINDS_PAGE; k++)
            bytes_write_le(page + PACKED_KIND * (k - i), sorted[k], PACKED_KIND);
        if (!page_end(writer, reason))
            return false;
    }
    return true;
}

static int compare_kinds(const void *left, const void *right)
{
    const packed_kind a = *(const packed_kind *)left, b = *(const packed_kind *)right;
    return a < b ? -1 : a > b;
}

/* In the file kinds are sorted, whatever the order of the entries was. */
static void sort_kinds(struct packed_writer *writer, packed_kind sorted[PACKED_MAX_KINDS])
{
    memcpy(sorted, writer->kinds, sizeof writer->kinds);
    qsort(sorted, writer->n_kinds, sizeof *sorted, compare_kinds);
    for (unsigned i = 0; i < writer->n_kinds; i++)
        writer->final[writer->number_of[slot_of(writer, sorted[i])] - 1] = (uint16_t)i;
}

/* Repeats were counted while the leaves were written. */
static bool write_header_again(struct packed_writer *writer, const char *note,
                               struct reason *reason)
{
    const uint64_t end = writer->next_page;
    if (lseek(writer->file.fd, 0, SEEK_SET) != 0)
        return fail(writer, reason);
    writer->next_page = 0;
    const bool is_good = write_header(writer, note, reason) && write_batch(writer, reason);
    writer->next_page = end;
    return is_good;
}

static bool write_all(struct packed_writer *writer, const char *note, struct reason *reason)
{
    packed_kind sorted[PACKED_MAX_KINDS];
    struct level level = {0};
    sort_kinds(writer, sorted);
    const bool is_good = packed_sort_finish(writer->sort, reason) &&
                         write_header(writer, note, reason) &&
                         write_leaves(writer, &level, reason) &&
                         write_index(writer, &level, reason) &&
                         write_kinds(writer, sorted, reason) && write_batch(writer, reason) &&
                         (!writer->allows_repeats || write_header_again(writer, note, reason));
    if (level.keys)
        fclose(level.keys);
    return is_good;
}

bool packed_write_commit(struct packed_writer *writer, const char *note, struct reason *reason)
{
    const bool is_good =
        write_all(writer, note, reason) && (replace_commit(&writer->file) || fail(writer, reason));
    packed_write_abandon(writer);
    return is_good;
}
