/* book/view.c - see view.h. */
#include "book/view.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/regular.h"
#include "book/book_built_in.h"
#include "book/packed_layout.h"
#include "book/packed_record.h"
#include "text/alike.h"

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
    if (!book_games_count(view->store, key, &games->results, reason) ||
        !rated_count(view->store, key, &games->rated, reason))
        return false;
    games->n = (uint64_t)games->results.wins + games->results.draws + games->results.losses;
    return true;
}

/* ---- what people play ---- */

/* 1 and the games of a move; 0 if there are none, or a move before it is the same. */
static int find_played(struct book_view *view, ofl_board board, int move,
                       struct book_played *played, struct reason *reason)
{
    struct book_place place;
    const uint64_t before = moves_alike(board, move) & (bit_of(move) - 1);
    *played = (struct book_played){.move = move};
    if (before || !book_key_place(ofl_play(board, move), &place))
        return 0;
    played->is_passed = place.is_passed;
    if (!book_view_count_games(view, place.key, &played->games, reason))
        return -1;
    return played->games.n > 0;
}

struct book_counts book_played_results(const struct book_played *played)
{
    const struct book_counts found = played->games.results;
    return played->is_passed ? found
                             : (struct book_counts){found.losses, found.draws, found.wins};
}

int book_view_played(struct book_view *view, ofl_board board,
                     struct book_played played[OFL_MAX_MOVES], struct reason *reason)
{
    int n = 0, found = 0;
    for (uint64_t left = ofl_legal_moves(board); left && found >= 0; left = bit_drop(left)) {
        struct book_played one;
        int to = n;
        found = find_played(view, board, bit_first(left), &one, reason);
        if (found <= 0)
            continue;
        for (n++; to > 0 && played[to - 1].games.n < one.games.n; to--)
            played[to] = played[to - 1];
        played[to] = one;
    }
    return found < 0 ? -1 : n;
}
