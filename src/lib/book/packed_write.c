/* book/packed_write.c - see packed_write.h. */
#include "book/packed_write.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/hash.h"
#include "base/regular.h"
#include "base/replace.h"
#include "base/visible.h"
#include "book/packed.h"
#include "book/packed_layout.h"
#include "book/packed_sort.h"

enum { BATCH = 64 };

/* The first boards of pages, for the level of the index above them. */
struct level {
    uint8_t (*keys)[PACKED_KEY];
    size_t n;
};

struct packed_writer {
    char *path;                        /* for sentences */
    struct replace file;
    struct packed_sort *sort;
    uint64_t n_positions, by_empties[61], n_simplified;
    uint64_t id;                       /* sum over the entries; the order does not matter */
    size_t n_kinds;
    packed_kind *kinds;
    struct hash hash;                  /* of the kinds */
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
    free(writer->kinds);
    free(writer->hash.slots);
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
    writer->sort = packed_sort_begin(writer->file.path, memory);
    if (writer->sort) {
        *result = writer;
        return true;
    }
    packed_write_abandon(writer);
    return reason_set(reason, "%s: no memory to sort positions", visible(path).text);
}

/* ---- entries ---- */

static size_t find_kind(const struct packed_writer *writer, packed_kind kind)
{
    return hash_find(&writer->hash, writer->kinds, sizeof kind, &kind, sizeof kind);
}

static bool is_new(const struct packed_writer *writer, packed_kind kind)
{
    return find_kind(writer, kind) == HASH_NONE;
}

/* The number of a kind, which may be new. False with a sentence if there are too many. */
static bool number_of(struct packed_writer *writer, packed_kind kind, unsigned *number,
                      struct reason *reason)
{
    size_t found = find_kind(writer, kind);
    if (found == HASH_NONE && writer->n_kinds == PACKED_MAX_KINDS)
        return reason_set(reason, "%s: the evidence is of more than %d kinds",
                          visible(writer->path).text, PACKED_MAX_KINDS);
    if (found == HASH_NONE) {
        found = writer->n_kinds;
        if (!hash_push(&writer->hash, &writer->kinds, &writer->n_kinds, &kind, sizeof kind,
                       sizeof kind))
            return reason_set(reason, "%s: no memory", visible(writer->path).text);
    }
    *number = (unsigned)found;
    return true;
}

/* Half of the numbers is kept for kinds without bounds, half of that for those without a network,
 * either. */
static packed_kind simplify(struct packed_writer *writer, packed_kind kind)
{
    const packed_kind all = kind;
    if (writer->n_kinds >= PACKED_KINDS_WITH_BOUNDS && is_new(writer, kind))
        kind = packed_code_kind_without_bounds(kind);
    if (writer->n_kinds >= PACKED_KINDS_WITH_NETWORK && is_new(writer, kind))
        kind &= UINT32_MAX;
    writer->n_simplified += kind != all;
    return kind;
}

bool packed_write_add(struct packed_writer *writer, const struct packed_entry *entry,
                      struct reason *reason)
{
    if (!packed_code_check(entry, reason))
        return reason_put_before(reason, "%s: ", visible(writer->path).text);
    const packed_kind kind = simplify(writer, packed_code_kind(entry));
    unsigned number;
    if (!number_of(writer, kind, &number, reason))
        return false;
    if (writer->n_positions == PACKED_MAX_POSITIONS)
        return reason_set(reason, "%s: too many positions", visible(writer->path).text);
    const struct packed_record record = packed_code_write(entry, number);
    writer->id += packed_code_sum(entry, kind);
    writer->n_positions++;
    writer->by_empties[ofl_count_empties(entry->board)]++;
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
    return array_push(&level->keys, &level->n, key, PACKED_KEY) ||
           reason_set(reason, "%s: no memory for the index", visible(writer->path).text);
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
    if (!writer->has_ahead)
        writer->has_ahead = packed_sort_next(writer->sort, &writer->ahead);
    if (!writer->has_ahead)
        return 0;
    *record = writer->ahead;
    while ((writer->has_ahead = packed_sort_next(writer->sort, &writer->ahead)) &&
           packed_code_compare(&writer->ahead, record) == 0) {
        if (!writer->allows_repeats) {
            reason_set(reason, "%s: a board was added twice", visible(writer->path).text);
            return -1;
        }
        count_repeat(writer, record);
        if (is_better(writer, &writer->ahead, record))
            *record = writer->ahead;
    }
    return 1;
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
    for (size_t i = 0; i < below->n; i += PACKED_FAN) {
        uint8_t *page = page_begin(writer);
        memcpy(page, below->keys[i], (size_t)packed_layout_items(below->n, i / PACKED_FAN,
                                                                 PACKED_FAN) * PACKED_KEY);
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
        free(level->keys);
        *level = above;
    }
    return is_good;
}

static bool write_kinds(struct packed_writer *writer, const packed_kind *sorted,
                        struct reason *reason)
{
    for (size_t i = 0; i < writer->n_kinds; i += PACKED_KINDS_PAGE) {
        uint8_t *page = page_begin(writer);
        for (size_t k = i; k < writer->n_kinds && k < i + PACKED_KINDS_PAGE; k++)
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
    if (writer->n_kinds)
        memcpy(sorted, writer->kinds, writer->n_kinds * sizeof *sorted);
    qsort(sorted, writer->n_kinds, sizeof *sorted, compare_kinds);
    for (size_t i = 0; i < writer->n_kinds; i++)
        writer->final[find_kind(writer, sorted[i])] = (uint16_t)i;
}

/* Goes on writing at a page. */
static bool seek(struct packed_writer *writer, uint64_t page, struct reason *reason)
{
    writer->next_page = page;
    return lseek(writer->file.fd, (off_t)(page * PACKED_PAGE), SEEK_SET) >= 0 ||
           fail(writer, reason);
}

/* The header comes last: repeats are counted while the leaves are written. */
static bool write_all(struct packed_writer *writer, const char *note, struct reason *reason)
{
    packed_kind sorted[PACKED_MAX_KINDS];
    struct level level = {0};
    sort_kinds(writer, sorted);
    const bool is_good = packed_sort_finish(writer->sort, reason) && seek(writer, 1, reason) &&
                         write_leaves(writer, &level, reason) &&
                         write_index(writer, &level, reason) &&
                         write_kinds(writer, sorted, reason) && write_batch(writer, reason) &&
                         seek(writer, 0, reason) && write_header(writer, note, reason) &&
                         write_batch(writer, reason);
    free(level.keys);
    return is_good;
}

bool packed_write_commit(struct packed_writer *writer, const char *note, struct reason *reason)
{
    const bool is_good =
        write_all(writer, note, reason) && (replace_commit(&writer->file) || fail(writer, reason));
    packed_write_abandon(writer);
    return is_good;
}
