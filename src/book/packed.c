/* book/packed.c - see packed.h. */
#include "book/packed.h"

#include <stdlib.h>
#include <string.h>
#include <outflank/notation.h>

#include "base/visible.h"
#include "book/built_in.h"
#include "book/key.h"
#include "book/packed_pages.h"

struct packed_book {
    struct packed_pages *pages;
    struct packed_info info;
    struct packed_layout layout;
    uint64_t id;
    packed_kind kinds[PACKED_MAX_KINDS];
};

static bool fail(const struct packed_book *book, const char *what, struct reason *reason)
{
    return reason_set(reason, "%s: %s", visible(packed_pages_name(book->pages)).text, what);
}

/* ---- opening ---- */

static bool read_counts(struct packed_book *book, const uint8_t *page, struct reason *reason)
{
    struct packed_info *info = &book->info;
    const uint64_t n_kinds = bytes_read_le(page + PACKED_AT_KINDS, 4);
    uint64_t left = info->n_positions = bytes_read_le(page + PACKED_AT_POSITIONS, 8);
    if (left > PACKED_MAX_POSITIONS || n_kinds > PACKED_MAX_KINDS)
        return fail(book, "the header promises more than a book can hold", reason);
    for (int i = 0; i <= 60; i++) {
        info->by_empties[i] = bytes_read_le(page + PACKED_AT_EMPTIES + 8 * i, 8);
        if (info->by_empties[i] > left)
            return fail(book, "the counts of the header do not add up", reason);
        left -= info->by_empties[i];
    }
    if (left)
        return fail(book, "the counts of the header do not add up", reason);
    visible_copy(info->note, sizeof info->note, (const char *)page + PACKED_AT_NOTE,
                 strnlen((const char *)page + PACKED_AT_NOTE, PACKED_NOTE_SIZE - 1));
    book->layout = packed_layout_of(info->n_positions, (unsigned)n_kinds);
    if (info->size != book->layout.all_pages * PACKED_PAGE)
        return reason_set(reason, "%s: expected %llu bytes, found %llu",
                          visible(packed_pages_name(book->pages)).text,
                          (unsigned long long)(book->layout.all_pages * PACKED_PAGE),
                          (unsigned long long)info->size);
    return true;
}

static bool read_header(struct packed_book *book, struct reason *reason)
{
    uint8_t page[PACKED_PAGE];
    book->info.size = packed_pages_size(book->pages);
    if (book->info.size < PACKED_PAGE)
        return fail(book, "too short for a packed book", reason);
    if (!packed_pages_read(book->pages, 0, page, reason))
        return false;
    if (memcmp(page, PACKED_MAGIC, 8) != 0)
        return fail(book, "this is no packed book", reason);
    book->id = bytes_read_le(page + PACKED_AT_ID, 8);
    packed_pages_set_id(book->pages, book->id);
    if (!packed_layout_is_whole(page, book->id, 0))
        return fail(book, "the header is damaged", reason);
    if (bytes_read_le(page + PACKED_AT_VERSION, 4) != PACKED_VERSION ||
        bytes_read_le(page + PACKED_AT_PAGE, 4) != PACKED_PAGE)
        return fail(book, "a packed book of another version", reason);
    return read_counts(book, page, reason);
}

static bool read_kinds(struct packed_book *book, struct reason *reason)
{
    const unsigned n = book->layout.n_kinds;
    uint8_t page[PACKED_PAGE];
    for (unsigned i = 0; i < n; i++) {
        const unsigned at = i % PACKED_KINDS_PAGE;
        if (at == 0 && !packed_pages_read(book->pages, book->layout.first_of_kinds +
                                                           i / PACKED_KINDS_PAGE, page, reason))
            return false;
        book->kinds[i] = bytes_read_le(page + PACKED_KIND * at, PACKED_KIND);
        if (!packed_code_kind_is_valid(book->kinds[i]) ||
            (i && book->kinds[i - 1] >= book->kinds[i]))
            return fail(book, "the table of kinds is damaged", reason);
    }
    return true;
}

static bool open_pages(struct packed_pages *pages, struct packed_book **result,
                       struct reason *reason)
{
    struct packed_book *book = calloc(1, sizeof *book);
    if (!book) {
        reason_set(reason, "%s: no memory", visible(packed_pages_name(pages)).text);
        packed_pages_close(pages);
        return false;
    }
    book->pages = pages;
    if (read_header(book, reason) && read_kinds(book, reason)) {
        *result = book;
        return true;
    }
    packed_close(book);
    return false;
}

bool packed_open(const char *path, struct packed_book **book, struct reason *reason)
{
    struct packed_pages *pages;
    const void *bytes;
    size_t size;
    if (!book_built_in_is(path))
        return packed_pages_open(path, &pages, reason) && open_pages(pages, book, reason);
    if (!book_built_in(&bytes, &size))
        return reason_set(reason, "%s: this program has no book built in", path);
    return packed_open_memory(bytes, size, "the book built in", book, reason);
}

bool packed_open_memory(const void *bytes, size_t size, const char *name,
                        struct packed_book **book, struct reason *reason)
{
    struct packed_pages *pages;
    return packed_pages_open_memory(bytes, size, name, &pages, reason) &&
           open_pages(pages, book, reason);
}

void packed_close(struct packed_book *book)
{
    if (book)
        packed_pages_close(book->pages);
    free(book);
}

const struct packed_info *packed_info(const struct packed_book *book) { return &book->info; }

bool packed_may_be_simplified(const struct packed_book *book)
{
    return book->layout.n_kinds >= PACKED_KINDS_WITH_BOUNDS;
}

/* ---- look-up ---- */

/* The last of `n` boards that is not above `key`; -1 if all are. */
static int find_below(const uint8_t *page, int n, int step, const struct packed_record *key)
{
    int low = 0, high = n;
    while (low < high) {
        const int middle = (low + high) / 2;
        const uint8_t *at = page + middle * step;
        const struct packed_record record =
            step == PACKED_KEY ? packed_layout_read_key(at) : packed_code_from_bytes(at);
        if (packed_code_compare(&record, key) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low - 1;
}

/* The leaf that may hold the board, counted from the first one; -1 if none may, -2 on an error. */
static int64_t find_leaf(struct packed_book *book, const struct packed_record *key,
                         struct reason *reason)
{
    const struct packed_layout *layout = &book->layout;
    uint64_t page = 0;
    for (int level = layout->n_levels; level > 0; level--) {
        struct packed_view view;
        if (!packed_pages_take(book->pages, layout->first[level] + page, true, &view, reason))
            return -2;
        const int n = packed_layout_items(layout->n_pages[level - 1], page, PACKED_FAN);
        const int child = find_below(view.bytes, n, PACKED_KEY, key);
        packed_pages_give_back(&view);
        if (child < 0)
            return -1;
        page = page * PACKED_FAN + (uint64_t)child;
    }
    return (int64_t)page;
}

static bool read_entry(const struct packed_book *book, const struct packed_record *record,
                       struct packed_entry *entry, struct reason *reason)
{
    if (packed_code_read(record, book->kinds, book->layout.n_kinds, entry, reason))
        return true;
    char text[OFL_BOARD_TEXT];
    return reason_put_before(reason, "%s: %s: ", visible(packed_pages_name(book->pages)).text,
                             ofl_position_to_text((ofl_position){entry->board, OFL_BLACK}, text));
}

int packed_get(struct packed_book *book, ofl_board key, struct packed_entry *entry,
               struct reason *reason)
{
    if (!packed_code_has_board(key) || book->info.n_positions == 0)
        return 0;
    const struct packed_record wanted = packed_code_board(key);
    const int64_t leaf = find_leaf(book, &wanted, reason);
    if (leaf < 0)
        return leaf == -1 ? 0 : -1;
    struct packed_view view;
    if (!packed_pages_take(book->pages, book->layout.first[0] + (uint64_t)leaf, false, &view,
                           reason))
        return -1;
    const int n = packed_layout_items(book->info.n_positions, (uint64_t)leaf, PACKED_LEAF);
    const int at = find_below(view.bytes, n, PACKED_RECORD, &wanted);
    struct packed_record record = {0};
    if (at >= 0)
        record = packed_code_from_bytes(view.bytes + at * PACKED_RECORD);
    packed_pages_give_back(&view);
    if (at < 0 || packed_code_compare(&record, &wanted) != 0)
        return 0;
    struct packed_entry found = {.board = key};
    if (!read_entry(book, &record, &found, reason))
        return -1;
    *entry = found;
    return 1;
}

/* ---- all of it ---- */

typedef bool (*record_visitor)(void *user, uint64_t index, const struct packed_record *record,
                               const struct packed_entry *entry, struct reason *reason);

static bool walk_records(struct packed_book *book, record_visitor visit, void *user,
                         struct reason *reason)
{
    uint8_t page[PACKED_PAGE];
    for (uint64_t i = 0; i < book->info.n_positions; i++) {
        const int at = (int)(i % PACKED_LEAF);
        if (at == 0 && !packed_pages_read(book->pages, book->layout.first[0] + i / PACKED_LEAF,
                                          page, reason))
            return false;
        const struct packed_record record = packed_code_from_bytes(page + at * PACKED_RECORD);
        struct packed_entry entry = {0};
        if (!packed_code_read_board(&record, &entry.board))
            return fail(book, "a board cannot be read", reason);
        if (!read_entry(book, &record, &entry, reason) ||
            !visit(user, i, &record, &entry, reason))
            return false;
    }
    return true;
}

struct walk {
    packed_visitor visit;
    void *user;
};

static bool visit_entry(void *user, uint64_t index, const struct packed_record *record,
                        const struct packed_entry *entry, struct reason *reason)
{
    const struct walk *walk = user;
    (void)index;
    (void)record;
    return walk->visit(walk->user, entry, reason);
}

bool packed_walk(struct packed_book *book, packed_visitor visit, void *user,
                 struct reason *reason)
{
    struct walk walk = {visit, user};
    return walk_records(book, visit_entry, &walk, reason);
}

struct check {
    struct packed_book *book;
    struct packed_record before;
    uint64_t by_empties[61], id;
};

/* In order, canonical, and found where the index says it is. */
static bool check_record(void *user, uint64_t index, const struct packed_record *record,
                         const struct packed_entry *entry, struct reason *reason)
{
    struct check *check = user;
    struct packed_book *book = check->book;
    if (index && packed_code_compare(&check->before, record) >= 0)
        return fail(book, "positions are not in order", reason);
    if (!book_key_is_canonical(entry->board) || !ofl_legal_moves(entry->board))
        return fail(book, "a board is not as it should be", reason);
    if (index % PACKED_LEAF == 0) {
        const int64_t leaf = find_leaf(book, record, reason);
        if (leaf != (int64_t)(index / PACKED_LEAF))
            return leaf == -2 ? false : fail(book, "the index leads to the wrong page", reason);
    }
    uint8_t bytes[PACKED_RECORD + PACKED_KIND];
    const struct packed_record plain = packed_code_with_kind(*record, 0);
    packed_code_to_bytes(&plain, bytes);
    bytes_write_le(bytes + PACKED_RECORD, book->kinds[packed_code_kind_number(record)],
                   PACKED_KIND);
    check->id += checksum_of(bytes, sizeof bytes);
    check->by_empties[ofl_count_empties(entry->board)]++;
    check->before = *record;
    return true;
}

bool packed_check(struct packed_book *book, struct reason *reason)
{
    struct check check = {.book = book};
    if (!walk_records(book, check_record, &check, reason))
        return false;
    if (check.id != book->id)
        return fail(book, "the sum of all positions is not that of the header", reason);
    if (memcmp(check.by_empties, book->info.by_empties, sizeof check.by_empties) != 0)
        return fail(book, "the counts by empties are not those of the header", reason);
    return true;
}
