/* book/store_absent.c - the working book in a build without SQLite: it cannot be opened, so the
 * other functions are never called. */
#include <stdlib.h>

#include "book/book_check.h"
#include "book/book_games.h"
#include "book/fix.h"
#include "book/rated.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"
#define NEVER_CALLED { abort(); }

static bool refuse(const char *path, struct reason *reason)
{
    return reason_set(reason, "%s: this program was built without SQLite, which working books need",
                      path);
}

bool book_store_open(const char *path, enum book_store_mode mode, struct book_store **store,
                     struct reason *reason)
{
    return refuse(path, reason);
}

bool book_fix_file(const char *path, struct book_fix *fix, struct reason *reason)
{
    return refuse(path, reason);
}

/* Nothing is closed that was not opened. */
void book_store_close(struct book_store *store) {}
void book_store_discard(struct book_store *store) {}

void book_store_rollback(struct book_store *store) NEVER_CALLED
bool book_store_is_stale(struct book_store *store) NEVER_CALLED
bool book_store_check_fresh(struct book_store *store, struct reason *reason) NEVER_CALLED
bool book_store_begin_read(struct book_store *store, struct reason *reason) NEVER_CALLED
bool book_store_begin(struct book_store *store, struct reason *reason) NEVER_CALLED
bool book_store_begin_bulk(struct book_store *store, struct reason *reason) NEVER_CALLED
bool book_store_settle(struct book_store *store, struct reason *reason) NEVER_CALLED
bool book_store_commit(struct book_store *store, struct reason *reason) NEVER_CALLED
bool book_store_refresh(struct book_store *store, struct reason *reason) NEVER_CALLED
int book_store_get(struct book_store *store, ofl_board key, struct book_record *record,
                   struct reason *reason) NEVER_CALLED
bool book_store_moves(struct book_store *store, ofl_board key, struct book_moves *moves,
                      struct reason *reason) NEVER_CALLED
bool book_store_merge(struct book_store *store, const struct book_record *facts, bool *has_changed,
                      struct reason *reason) NEVER_CALLED
bool book_store_replace(struct book_store *store, const struct book_record *facts,
                        struct reason *reason) NEVER_CALLED
bool book_store_remove(struct book_store *store, ofl_board key, struct reason *reason) NEVER_CALLED
bool book_store_walk(struct book_store *store, int least, int most, book_visitor visit, void *user,
                     struct reason *reason) NEVER_CALLED
int64_t book_store_count(struct book_store *store, int least, int most,
                         struct reason *reason) NEVER_CALLED
int book_games_add(struct book_store *store, const struct book_game *game,
                   struct reason *reason) NEVER_CALLED
bool book_games_count(struct book_store *store, ofl_board key, struct book_counts *counts,
                      struct reason *reason) NEVER_CALLED
bool book_games_walk(struct book_store *store, book_games_visitor visit, void *user,
                     struct reason *reason) NEVER_CALLED
bool book_games_walk_counts(struct book_store *store, book_counts_visitor visit, void *user,
                            struct reason *reason) NEVER_CALLED
bool rated_count(struct book_store *store, ofl_board key, struct rated_counts *counts,
                 struct reason *reason) NEVER_CALLED
bool book_check_run(struct book_store *store, struct book_check *check,
                    struct reason *reason) NEVER_CALLED
