/* book/view.c - see view.h. */
#include "book/view.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/regular.h"
#include "book/book_built_in.h"
#include "book/packed_layout.h"
#include "book/packed_record.h"

struct book_view {
    struct book_store *store;   /* one of the two is NULL */
    struct packed_book *packed;
};

bool book_view_is_packed_file(const char *path)
{
    return book_built_in_is(path) ||
           regular_begins_with(path, PACKED_MAGIC, sizeof PACKED_MAGIC - 1);
}

static bool begin(struct book_store *store, struct reason *reason)
{
    return book_store_begin_read(store, reason) && book_store_check_fresh(store, reason);
}

static bool open_store(const char *path, struct book_store **store, struct reason *reason)
{
    if (!book_store_open(path, BOOK_STORE_READ, store, reason))
        return false;
    if (begin(*store, reason))
        return true;
    book_store_close(*store);
    return false;
}

bool book_view_open(const char *path, struct book_view **view, struct reason *reason)
{
    struct book_view *opened = *path ? calloc(1, sizeof *opened) : NULL;
    if (!*path)
        return reason_set(reason, "expected the name of a book, found nothing");
    if (!opened)
        return reason_set(reason, "out of memory");
    if (book_view_is_packed_file(path) ? packed_open(path, &opened->packed, reason)
                                       : open_store(path, &opened->store, reason)) {
        *view = opened;
        return true;
    }
    free(opened);
    return false;
}

void book_view_end(struct book_view *view)
{
    if (view->store)
        book_store_rollback(view->store);
}

bool book_view_begin(struct book_view *view, struct reason *reason)
{
    if (!view->store || begin(view->store, reason))
        return true;
    book_store_rollback(view->store);
    return false;
}

void book_view_close(struct book_view *view)
{
    if (!view)
        return;
    if (view->store)
        book_store_close(view->store);
    packed_close(view->packed);
    free(view);
}

struct book_store *book_view_store(struct book_view *view) { return view->store; }

struct packed_book *book_view_packed(struct book_view *view) { return view->packed; }

int book_view_get(struct book_view *view, ofl_board key, struct book_record *record,
                  struct reason *reason)
{
    struct packed_entry entry;
    if (view->store)
        return book_store_get(view->store, key, record, reason);
    const int found = packed_get(view->packed, key, &entry, reason);
    if (found <= 0)
        return found;
    *record = packed_record_of(&entry);
    return packed_record_complete(view->packed, record, reason) ? 1 : -1;
}

bool book_view_moves(struct book_view *view, ofl_board key, struct book_moves *moves,
                     struct reason *reason)
{
    return view->store ? book_store_moves(view->store, key, moves, reason)
                       : packed_record_moves(view->packed, key, moves, reason);
}

struct walk {
    book_visitor visit;
    void *user;
    int least, most;
};

static bool visit_entry(void *user, const struct packed_entry *entry, struct reason *reason)
{
    const struct walk *walk = user;
    const struct book_record record = packed_record_of(entry);
    const int n_empties = ofl_count_empties(entry->board);
    return n_empties < walk->least || n_empties > walk->most ||
           walk->visit(walk->user, &record, reason);
}

bool book_view_walk(struct book_view *view, int least, int most, book_visitor visit, void *user,
                    struct reason *reason)
{
    struct walk walk = {visit, user, least, most};
    if (view->store)
        return book_store_walk(view->store, least, most, visit, user, reason);
    return book_view_count(view, least, most, reason) == 0 ||
           packed_walk(view->packed, visit_entry, &walk, reason);
}

int64_t book_view_count(struct book_view *view, int least, int most, struct reason *reason)
{
    int64_t n = 0;
    assert(0 <= least && least <= most && most <= BOOK_MAX_EMPTIES);
    if (view->store)
        return book_store_count(view->store, least, most, reason);
    for (int i = least; i <= most; i++)
        n += (int64_t)packed_info(view->packed)->by_empties[i];
    return n;
}

bool book_view_count_games(struct book_view *view, ofl_board key, struct book_view_games *games,
                           struct reason *reason)
{
    struct packed_entry entry = {0};
    *games = (struct book_view_games){.has_results = view->store != NULL};
    if (!view->store) {
        const int found = packed_get(view->packed, key, &entry, reason);
        games->n = entry.n_games;
        games->is_rounded = entry.n_games >= 2 * PACKED_GAMES_EXACT;
        return found >= 0;
    }
    if (!book_games_count(view->store, key, &games->results, reason))
        return false;
    games->n = (uint64_t)games->results.wins + games->results.draws + games->results.losses;
    return true;
}
