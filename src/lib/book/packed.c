/* book/packed.c - see packed.h. */
#include "book/packed.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <outflank/notation.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/regular.h"
#include "base/visible.h"
#include "book/book_built_in.h"
#include "book/key.h"
#include "book/packed_layout.h"

/* The cache: a part for the index, which nearly every look-up needs, and one for the leaves. The
 * index of 100 million positions has 6,326 pages. */
enum { INDEX_SLOTS = 8192, LEAF_SLOTS = 1024, N_SLOTS = INDEX_SLOTS + LEAF_SLOTS };

struct slot {
    pthread_mutex_t lock;
    uint64_t number; /* of the page at hand; 0: none, page 0 is the header */
    uint8_t *bytes;  /* NULL until it is needed */
};

struct packed_book {
    char *name;             /* for sentences */
    int fd;                 /* -1: in memory */
    const uint8_t *memory;
    struct slot *slots;     /* INDEX_SLOTS, then LEAF_SLOTS */
    struct packed_info info;
    struct packed_layout layout;
    uint64_t id;
    packed_kind kinds[PACKED_MAX_KINDS];
};

static bool fail(const struct packed_book *book, const char *what, struct reason *reason)
{
    return reason_set(reason, "%s: %s", visible(book->name).text, what);
}

/* ---- pages ---- */

/* One page past the cache; it is checked but for the header, which says which book it is. */
static bool read_page(const struct packed_book *book, uint64_t number, uint8_t *page,
                      struct reason *reason)
{
    const off_t at = (off_t)(number * PACKED_PAGE);
    ssize_t n = number < book->info.size / PACKED_PAGE ? PACKED_PAGE : 0;
    if (book->memory && n)
        memcpy(page, book->memory + at, PACKED_PAGE);
    else if (!book->memory)
        n = regular_read_at(book->fd, page, PACKED_PAGE, at);
    if (n < 0)
        return reason_set(reason, "%s: page %llu: %s", visible(book->name).text,
                          (unsigned long long)number, strerror(errno));
    if (n < PACKED_PAGE)
        return reason_set(reason, "%s: the file ends within page %llu", visible(book->name).text,
                          (unsigned long long)number);
    return number == 0 || packed_layout_is_whole(page, book->id, number) ||
           reason_set(reason, "%s: page %llu is damaged", visible(book->name).text,
                      (unsigned long long)number);
}

/* The slot with a page, whose lock is held; NULL with a sentence. */
static struct slot *take_page(struct packed_book *book, uint64_t number, bool is_index,
                              struct reason *reason)
{
    struct slot *slot = &book->slots[is_index ? number % INDEX_SLOTS
                                              : INDEX_SLOTS + number % LEAF_SLOTS];
    pthread_mutex_lock(&slot->lock);
    if (slot->number == number)
        return slot;
    if (!slot->bytes)
        slot->bytes = malloc(PACKED_PAGE);
    slot->number = 0;
    if (slot->bytes ? read_page(book, number, slot->bytes, reason)
                    : fail(book, "no memory", reason)) {
        slot->number = number;
        return slot;
    }
    pthread_mutex_unlock(&slot->lock);
    return NULL;
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
                          visible(book->name).text,
                          (unsigned long long)(book->layout.all_pages * PACKED_PAGE),
                          (unsigned long long)info->size);
    return true;
}

static bool read_header(struct packed_book *book, struct reason *reason)
{
    uint8_t page[PACKED_PAGE];
    if (book->info.size < PACKED_PAGE)
        return fail(book, "too short for a packed book", reason);
    if (!read_page(book, 0, page, reason))
        return false;
    if (memcmp(page, PACKED_MAGIC, 8) != 0)
        return fail(book, "this is no packed book", reason);
    book->id = bytes_read_le(page + PACKED_AT_ID, 8);
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
        if (at == 0 && !read_page(book, book->layout.first_of_kinds +
                                                           i / PACKED_KINDS_PAGE, page, reason))
            return false;
        book->kinds[i] = bytes_read_le(page + PACKED_KIND * at, PACKED_KIND);
        if (!packed_code_kind_is_valid(book->kinds[i]) ||
            (i && book->kinds[i - 1] >= book->kinds[i]))
            return fail(book, "the table of kinds is damaged", reason);
    }
    return true;
}

/* Opens the file `name`, or bytes in memory (else NULL) that are called so. */
static bool open_pages(struct packed_book *book, const char *name, const void *bytes, size_t size,
                       struct reason *reason)
{
    struct stat status = {.st_size = (off_t)size};
    book->memory = bytes;
    book->fd = bytes ? -1 : regular_open(name, O_RDONLY | O_CLOEXEC);
    if (!bytes && (book->fd < 0 || fstat(book->fd, &status) != 0))
        return reason_set(reason, "%s: %s", visible(name).text, regular_problem(errno));
    book->info.size = (uint64_t)status.st_size;
    book->name = strdup(name);
    return book->name || reason_set(reason, "%s: no memory", visible(name).text);
}

static bool make_cache(struct packed_book *book, struct reason *reason)
{
    book->slots = calloc(N_SLOTS, sizeof *book->slots);
    for (int i = 0; book->slots && i < N_SLOTS; i++)
        pthread_mutex_init(&book->slots[i].lock, NULL);
    return book->slots || fail(book, "no memory", reason);
}

static bool open_book(const char *name, const void *bytes, size_t size,
                      struct packed_book **result, struct reason *reason)
{
    struct packed_book *book = calloc(1, sizeof *book);
    if (!book)
        return reason_set(reason, "%s: no memory", visible(name).text);
    if (open_pages(book, name, bytes, size, reason) && read_header(book, reason) &&
        read_kinds(book, reason) && make_cache(book, reason)) {
        *result = book;
        return true;
    }
    packed_close(book);
    return false;
}

bool packed_open(const char *path, struct packed_book **book, struct reason *reason)
{
    const void *bytes;
    size_t size;
    if (!book_built_in_is(path))
        return open_book(path, NULL, 0, book, reason);
    if (!book_built_in(&bytes, &size))
        return reason_set(reason, "%s: this program has no book built in", path);
    return open_book("the book built in", bytes, size, book, reason);
}

bool packed_open_memory(const void *bytes, size_t size, const char *name,
                        struct packed_book **book, struct reason *reason)
{
    assert(bytes);
    return open_book(name, bytes, size, book, reason);
}

void packed_close(struct packed_book *book)
{
    if (!book)
        return;
    for (int i = 0; book->slots && i < N_SLOTS; i++) {
        pthread_mutex_destroy(&book->slots[i].lock);
        free(book->slots[i].bytes);
    }
    if (book->fd >= 0)
        close(book->fd);
    free(book->slots);
    free(book->name);
    free(book);
}

const struct packed_info *packed_info(const struct packed_book *book) { return &book->info; }

uint64_t packed_id(const struct packed_book *book) { return book->id; }

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
        struct slot *slot = take_page(book, layout->first[level] + page, true, reason);
        if (!slot)
            return -2;
        const int n = packed_layout_items(layout->n_pages[level - 1], page, PACKED_FAN);
        const int child = find_below(slot->bytes, n, PACKED_KEY, key);
        pthread_mutex_unlock(&slot->lock);
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
    return reason_put_before(reason, "%s: %s: ", visible(book->name).text,
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
    struct slot *slot = take_page(book, book->layout.first[0] + (uint64_t)leaf, false, reason);
    if (!slot)
        return -1;
    const int n = packed_layout_items(book->info.n_positions, (uint64_t)leaf, PACKED_LEAF);
    const int at = find_below(slot->bytes, n, PACKED_RECORD, &wanted);
    struct packed_record record = {0};
    if (at >= 0)
        record = packed_code_from_bytes(slot->bytes + at * PACKED_RECORD);
    pthread_mutex_unlock(&slot->lock);
    if (at < 0 || packed_code_compare(&record, &wanted) != 0)
        return 0;
    struct packed_entry found = {.board = key};
    if (!read_entry(book, &record, &found, reason))
        return -1;
    *entry = found;
    return 1;
}

/* ---- all of it ---- */

bool packed_walk(struct packed_book *book, packed_visitor visit, void *user,
                 struct reason *reason)
{
    uint8_t page[PACKED_PAGE];
    for (uint64_t i = 0; i < book->info.n_positions; i++) {
        const int at = (int)(i % PACKED_LEAF);
        if (at == 0 && !read_page(book, book->layout.first[0] + i / PACKED_LEAF,
                                          page, reason))
            return false;
        const struct packed_record record = packed_code_from_bytes(page + at * PACKED_RECORD);
        struct packed_entry entry = {0};
        if (!packed_code_read_board(&record, &entry.board))
            return fail(book, "a board cannot be read", reason);
        if (!read_entry(book, &record, &entry, reason) || !visit(user, &entry, reason))
            return false;
    }
    return true;
}

struct check {
    struct packed_book *book;
    struct packed_record before;
    uint64_t n, by_empties[61], id;
};

/* In order, canonical, and found where the index says it is. */
static bool check_entry(void *user, const struct packed_entry *entry, struct reason *reason)
{
    struct check *check = user;
    struct packed_book *book = check->book;
    const struct packed_record record = packed_code_board(entry->board);
    if (check->n && packed_code_compare(&check->before, &record) >= 0)
        return fail(book, "positions are not in order", reason);
    if (!book_key_is_canonical(entry->board) || !ofl_legal_moves(entry->board))
        return fail(book, "a board is not as it should be", reason);
    if (check->n % PACKED_LEAF == 0) {
        const int64_t leaf = find_leaf(book, &record, reason);
        if (leaf != (int64_t)(check->n / PACKED_LEAF))
            return leaf == -2 ? false : fail(book, "the index leads to the wrong page", reason);
    }
    check->id += packed_code_sum(entry, packed_code_kind(entry));
    check->by_empties[ofl_count_empties(entry->board)]++;
    check->before = record;
    check->n++;
    return true;
}

bool packed_check(struct packed_book *book, struct reason *reason)
{
    struct check check = {.book = book};
    if (!packed_walk(book, check_entry, &check, reason))
        return false;
    if (check.id != book->id)
        return fail(book, "the sum of all positions is not that of the header", reason);
    if (memcmp(check.by_empties, book->info.by_empties, sizeof check.by_empties) != 0)
        return fail(book, "the counts by empties are not those of the header", reason);
    return true;
}
