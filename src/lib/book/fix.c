/* book/fix.c - see fix.h. */
#include "book/fix.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/regular.h"
#include "base/replace.h"
#include "book/book_built_in.h"
#include "book/book_check.h"
#include "book/book_games.h"
#include "book/place.h"
#include "book/rated.h"
#include "book/salvage.h"
#include "book/store_parts.h"
#include "book/view.h"

enum { COMMIT_EVERY = 10000 };

/* The files of a repair. */
struct names {
    char book[PATH_MAX], log[PATH_MAX], shared[PATH_MAX], damaged[PATH_MAX],
        damaged_log[PATH_MAX], fixed[PATH_MAX];
};

static bool make_names(const char *path, struct names *names)
{
    return book_place_name(path, "", names->book) && book_place_name(path, "-wal", names->log) &&
           book_place_name(path, "-shm", names->shared) &&
           book_place_name(path, ".damaged", names->damaged) &&
           book_place_name(path, ".damaged-wal", names->damaged_log) &&
           book_place_name(path, ".fixed", names->fixed);
}

static bool exists(const char *path) { return access(path, F_OK) == 0; }

static bool move(const char *from, const char *to, struct reason *reason)
{
    return rename(from, to) == 0 ||
           reason_set(reason, "%s: cannot be renamed to %s: %s", from, to, strerror(errno));
}

/* ---- a book that can be read ---- */

static bool count(struct book_store *store, struct book_fix *fix, struct reason *reason)
{
    fix->n_positions = book_store_count(store, 0, BOOK_MAX_EMPTIES, reason);
    fix->n_games = fix->n_positions < 0
                       ? -1 : book_db_number(&store->db, "SELECT count(*) FROM game", reason);
    return fix->n_games >= 0;
}

static bool recompute(struct book_store *store, struct book_fix *fix, struct reason *reason)
{
    if (!book_store_begin_bulk(store, reason))
        return false;
    if (book_games_recount(store, reason) &&
        book_store_refresh_against(store, &fix->n_refused, reason) &&
        count(store, fix, reason) && book_store_commit(store, reason))
        return true;
    book_store_rollback(store);
    return false;
}

/* ---- a damaged one ---- */

struct rescue {
    struct book_store *into;
    int64_t n_uncommitted, n_refused;
};

static bool keep_pace(struct rescue *rescue, struct reason *reason)
{
    if (++rescue->n_uncommitted < COMMIT_EVERY)
        return true;
    rescue->n_uncommitted = 0;
    return book_store_commit(rescue->into, reason) && book_store_begin_bulk(rescue->into, reason);
}

static bool rescue_record(void *user, const struct book_record *record, struct reason *reason)
{
    struct rescue *rescue = user;
    if (!book_store_merge(rescue->into, record, NULL, reason)) {
        struct book_record facts = *record; /* one proof contradicts another */
        book_record_take_back(&facts);
        rescue->n_refused++;
        if (!book_store_merge(rescue->into, &facts, NULL, reason))
            return false;
    }
    return keep_pace(rescue, reason);
}

static bool rescue_game(void *user, const struct book_game *game, struct reason *reason)
{
    struct rescue *rescue = user;
    return book_games_add(rescue->into, game, reason) >= 0 && keep_pace(rescue, reason);
}

static bool rescue_meta(void *user, const char *name, const char *text, struct reason *reason)
{
    struct rescue *rescue = user;
    return rated_is_count(name) ||
           (book_store_set_meta(rescue->into, name, text, reason) && keep_pace(rescue, reason));
}

/* All that can be read, into a new book. */
static bool rescue_all(const struct names *names, struct book_fix *fix, struct reason *reason)
{
    struct rescue rescue = {.n_refused = 0};
    const struct book_finder finder = {rescue_record, rescue_game, rescue_meta, &rescue};
    if (unlink(names->fixed) != 0 && errno != ENOENT)
        return reason_set(reason, "%s: %s", names->fixed, strerror(errno));
    if (!book_store_open(names->fixed, BOOK_STORE_CREATE, &rescue.into, reason))
        return false;
    const bool is_good = book_store_begin_bulk(rescue.into, reason) &&
                         book_salvage_file(names->book, &finder, reason) &&
                         (!exists(names->log) || book_salvage_file(names->log, &finder, reason)) &&
                         book_games_recount(rescue.into, reason) &&
                         book_store_commit(rescue.into, reason) &&
                         book_store_refresh_against(rescue.into, &fix->n_refused, reason) &&
                         count(rescue.into, fix, reason);
    fix->n_refused += rescue.n_refused;
    book_store_close(rescue.into);
    return is_good;
}

/* The head of an empty book: its application's number, or pages as ours, if one of them is damaged.
 * An SQLite file of another program has neither. */
static bool has_head(const char *path)
{
    enum { HEAD = 72, AT_APPLICATION = 68 };
    static const char magic[] = "SQLite format 3";
    uint8_t head[HEAD] = {0};
    const int fd = regular_open(path, O_RDONLY | O_CLOEXEC);
    const bool is_read = fd >= 0 && regular_read_at(fd, head, sizeof head, 0) == HEAD;
    if (fd >= 0)
        close(fd);
    return is_read && memcmp(head, magic, sizeof magic) == 0 &&
           (bytes_read_be(head + AT_APPLICATION, 4) == BOOK_DB_APPLICATION ||
            book_db_has_pages(head));
}

/* A file of another kind stays what it is. */
static bool has_found(const struct names *names, const struct book_fix *fix, struct reason *reason)
{
    return fix->n_positions || fix->n_games || fix->n_refused || has_head(names->book) ||
           reason_set(reason, "%s: nothing of a book was found in it; it stays as it is",
                      names->book);
}

/* The log goes after its book and before the new one comes, so that no log ever lies beside a book
 * that it is not of. */
static bool put_in_place(const struct names *names, struct reason *reason)
{
    if (!move(names->book, names->damaged, reason) ||
        (exists(names->log) && !move(names->log, names->damaged_log, reason)))
        return false;
    unlink(names->shared);
    if (!move(names->fixed, names->book, reason))
        return false;
    replace_sync_folder(names->book);
    return true;
}

/* What a repair that was cut off has put away. */
static bool take_back(const struct names *names, struct reason *reason)
{
    if (exists(names->book) || !exists(names->damaged))
        return true;
    return (!exists(names->damaged_log) || move(names->damaged_log, names->log, reason)) &&
           move(names->damaged, names->book, reason);
}

/* What is damaged, without the advice to run the command that is running. */
static void cut_advice(struct reason *damage)
{
    char *advice = strstr(damage->text, "; \"outflank book fix\"");
    if (advice)
        *advice = '\0';
}

/* A log without its book: an empty file stands for that. */
static bool make_empty(const char *path, struct reason *reason)
{
    const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    return (fd >= 0 && close(fd) == 0) || reason_set(reason, "%s: %s", path, strerror(errno));
}

static bool fix_named(const struct names *names, struct book_fix *fix, struct reason *reason)
{
    struct book_store *store = NULL;
    if (!take_back(names, reason))
        return false;
    if (exists(names->log) && !exists(names->book) && !make_empty(names->book, reason))
        return false;
    const int fd = regular_open(names->book, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return reason_set(reason, "%s: %s", names->book, regular_problem(errno));
    close(fd);
    if (book_view_is_packed_file(names->book))
        return reason_set(reason, "%s: a packed book; there is nothing in it to compute anew, and "
                          "\"outflank book unpack\" takes it if it is whole", names->book);
    fix->was_damaged = !book_store_open(names->book, BOOK_STORE_INSPECT, &store, &fix->damage) ||
                       !book_check_reads(store, &fix->damage);
    book_store_close(store);
    if (!fix->was_damaged) {
        if (!book_store_open(names->book, BOOK_STORE_WRITE, &store, reason))
            return false;
        const bool is_recomputed = recompute(store, fix, reason);
        book_store_close(store);
        return is_recomputed;
    }
    if (exists(names->damaged))
        return reason_set(reason, "%s: move it away first; it is what an earlier repair has kept",
                          names->damaged);
    cut_advice(&fix->damage);
    snprintf(fix->kept, sizeof fix->kept, "%s", names->damaged);
    if (rescue_all(names, fix, reason) && has_found(names, fix, reason))
        return put_in_place(names, reason);
    unlink(names->fixed);
    return false;
}

bool book_fix_file(const char *path, struct book_fix *fix, struct reason *reason)
{
    struct names names;
    *fix = (struct book_fix){0};
    if (book_built_in_is(path))
        return reason_set(reason, "%s: the book built in does not change", path);
    char *real = regular_follow(path); /* the log lies beside the file that a link names */
    bool is_good = real || reason_set(reason, "%s: %s", path, strerror(errno));
    is_good = is_good &&
              (make_names(real, &names) || reason_set(reason, "%s: the name is too long", real)) &&
              fix_named(&names, fix, reason);
    free(real);
    return is_good;
}
