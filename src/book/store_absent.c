/* book/store_absent.c - the working book in a build without SQLite: it cannot be opened, so nothing
 * else is ever asked of it. */
#include "book/check.h"
#include "book/fix.h"
#include "book/games.h"
#include "book/store.h"

static bool refuse(struct reason *reason)
{
    return reason_set(reason, "this program was built without SQLite, which working books need");
}

bool book_store_open(const char *path, enum book_store_mode mode, struct book_store **store,
                     struct reason *reason)
{
    (void)mode, (void)store;
    return refuse(reason) || reason_put_before(reason, "%s: ", path);
}

void book_store_close(struct book_store *store)
{
    (void)store;
}

void book_store_discard(struct book_store *store)
{
    (void)store;
}

void book_store_rollback(struct book_store *store)
{
    (void)store;
}

bool book_store_is_stale(struct book_store *store)
{
    (void)store;
    return true;
}

bool book_store_check_fresh(struct book_store *store, struct reason *reason)
{
    (void)store;
    return refuse(reason);
}

bool book_store_begin_read(struct book_store *store, struct reason *reason)
{
    (void)store;
    return refuse(reason);
}

bool book_store_begin(struct book_store *store, struct reason *reason)
{
    (void)store;
    return refuse(reason);
}

bool book_store_begin_bulk(struct book_store *store, struct reason *reason)
{
    (void)store;
    return refuse(reason);
}

bool book_store_settle(struct book_store *store, struct reason *reason)
{
    (void)store;
    return refuse(reason);
}

bool book_store_commit(struct book_store *store, struct reason *reason)
{
    (void)store;
    return refuse(reason);
}

bool book_store_refresh(struct book_store *store, struct reason *reason)
{
    (void)store;
    return refuse(reason);
}

int book_store_get(struct book_store *store, ofl_board key, struct book_record *record,
                   struct reason *reason)
{
    (void)store, (void)key, (void)record;
    refuse(reason);
    return -1;
}

bool book_store_moves(struct book_store *store, ofl_board key, struct book_moves *moves,
                      struct reason *reason)
{
    (void)store, (void)key, (void)moves;
    return refuse(reason);
}

bool book_store_merge(struct book_store *store, const struct book_record *facts,
                      bool *has_changed, struct reason *reason)
{
    (void)store, (void)facts, (void)has_changed;
    return refuse(reason);
}

bool book_store_replace(struct book_store *store, const struct book_record *facts,
                        struct reason *reason)
{
    (void)store, (void)facts;
    return refuse(reason);
}

bool book_store_remove(struct book_store *store, ofl_board key, struct reason *reason)
{
    (void)store, (void)key;
    return refuse(reason);
}

bool book_store_walk(struct book_store *store, int least, int most, book_visitor visit,
                     void *user, struct reason *reason)
{
    (void)store, (void)least, (void)most, (void)visit, (void)user;
    return refuse(reason);
}

int64_t book_store_count(struct book_store *store, int n_empties, struct reason *reason)
{
    (void)store, (void)n_empties;
    refuse(reason);
    return -1;
}

int book_store_get_meta(struct book_store *store, const char *name, char text[BOOK_META_SIZE],
                        struct reason *reason)
{
    (void)store, (void)name, (void)text;
    refuse(reason);
    return -1;
}

bool book_store_set_meta(struct book_store *store, const char *name, const char *text,
                         struct reason *reason)
{
    (void)store, (void)name, (void)text;
    return refuse(reason);
}

int book_games_add(struct book_store *store, const struct book_game *game, struct reason *reason)
{
    (void)store, (void)game;
    refuse(reason);
    return -1;
}

bool book_games_count(struct book_store *store, ofl_board key, struct book_counts *counts,
                      struct reason *reason)
{
    (void)store, (void)key, (void)counts;
    return refuse(reason);
}

bool book_games_walk(struct book_store *store, book_games_visitor visit, void *user,
                     struct reason *reason)
{
    (void)store, (void)visit, (void)user;
    return refuse(reason);
}

bool book_games_recount(struct book_store *store, struct reason *reason)
{
    (void)store;
    return refuse(reason);
}

bool book_check_run(struct book_store *store, struct book_check *check, struct reason *reason)
{
    (void)store, (void)check;
    return refuse(reason);
}

bool book_fix_file(const char *path, struct book_fix *fix, struct reason *reason)
{
    (void)path, (void)fix;
    return refuse(reason);
}
