/* book/games.c - see games.h. */
#include "book/games.h"

#include <stdlib.h>
#include <string.h>

#include "book/games_row.h"
#include "book/row.h"
#include "book/rows.h"

enum { WALK_GAMES = 256 };

static bool damaged(const struct book_store *store, const char *what, struct reason *reason)
{
    return reason_set(reason, "%s: the book is damaged; \"outflank book fix\" saves what can be "
                      "read: %s is wrong", store->db.path, what);
}

static bool take_count(sqlite3_stmt *statement, int column, uint32_t *count)
{
    const int64_t number = sqlite3_column_int64(statement, column);
    *count = (uint32_t)number;
    return sqlite3_column_type(statement, column) == SQLITE_INTEGER && number >= 0 &&
           number <= UINT32_MAX;
}

/* The counts of a row (wins, draws, losses, sum, ...). */
static bool take_counts(sqlite3_stmt *statement, ofl_board key, struct book_counts *counts)
{
    return take_count(statement, 0, &counts->wins) && take_count(statement, 1, &counts->draws) &&
           take_count(statement, 2, &counts->losses) &&
           sqlite3_column_int64(statement, 3) == (int64_t)book_games_row_visit_sum(key, counts);
}

bool book_games_count(struct book_store *store, ofl_board key, struct book_counts *counts,
                      struct reason *reason)
{
    sqlite3_stmt *statement = book_rows_statement(store, BOOK_SQL_GET_VISIT, reason);
    *counts = (struct book_counts){0};
    if (!statement)
        return false;
    bool is_good = true;
    const int code = book_row_bind_key(statement, 1, key) ? sqlite3_step(statement) : SQLITE_ERROR;
    if (code == SQLITE_ROW) {
        is_good = take_counts(statement, key, counts) ||
                  damaged(store, "a count of games", reason);
    } else if (code != SQLITE_DONE) {
        is_good = book_db_fail(&store->db, reason);
    }
    sqlite3_reset(statement);
    return is_good;
}

static bool put_counts(struct book_store *store, ofl_board key, const struct book_counts *counts,
                       struct reason *reason)
{
    sqlite3_stmt *statement = book_rows_statement(store, BOOK_SQL_PUT_VISIT, reason);
    if (!statement)
        return false;
    if (!book_row_bind_key(statement, 1, key) ||
        sqlite3_bind_int64(statement, 4, counts->wins) != SQLITE_OK ||
        sqlite3_bind_int64(statement, 5, counts->draws) != SQLITE_OK ||
        sqlite3_bind_int64(statement, 6, counts->losses) != SQLITE_OK ||
        sqlite3_bind_int64(statement, 7, (int64_t)book_games_row_visit_sum(key, counts)) !=
            SQLITE_OK)
        return book_db_fail(&store->db, reason);
    return book_db_step(&store->db, statement, reason);
}

/* A game whose plies from `first` on are new. */
struct visit {
    struct book_store *store;
    int first;
};

static bool count_visit(void *user, ofl_board key, int ply, int result, struct reason *reason)
{
    const struct visit *visit = user;
    struct book_counts counts;
    if (ply < visit->first)
        return true;
    if (!book_games_count(visit->store, key, &counts, reason))
        return false;
    uint32_t *count = result > 0 ? &counts.wins : result < 0 ? &counts.losses : &counts.draws;
    *count += *count < UINT32_MAX;
    return put_counts(visit->store, key, &counts, reason);
}

static bool bind_game(sqlite3_stmt *statement, const struct book_game *game)
{
    return sqlite3_bind_text(statement, 1, game->start, -1, SQLITE_TRANSIENT) == SQLITE_OK &&
           sqlite3_bind_text(statement, 2, game->moves, -1, SQLITE_TRANSIENT) == SQLITE_OK &&
           sqlite3_bind_int(statement, 3, game->result) == SQLITE_OK;
}

static bool take_text(sqlite3_stmt *statement, int column, char *out, size_t size)
{
    if (sqlite3_column_type(statement, column) != SQLITE_TEXT)
        return false;
    const char *text = (const char *)sqlite3_column_text(statement, column);
    const size_t length = (size_t)sqlite3_column_bytes(statement, column);
    if (!text || length >= size || strlen(text) != length)
        return false;
    memcpy(out, text, length + 1);
    return true;
}

/* The game of a row (start, moves, result, plies, sum). */
static bool take_game(sqlite3_stmt *statement, struct book_game *game)
{
    memset(game, 0, sizeof *game);
    for (int i = 2; i < 5; i++)
        if (sqlite3_column_type(statement, i) != SQLITE_INTEGER)
            return false;
    const int64_t result = sqlite3_column_int64(statement, 2);
    const int64_t plies = sqlite3_column_int64(statement, 3);
    if (!take_text(statement, 0, game->start, sizeof game->start) ||
        !take_text(statement, 1, game->moves, sizeof game->moves) || result < -64 || result > 64 ||
        plies < 0 || plies > 60)
        return false;
    game->result = (int)result;
    game->plies = (int)plies;
    return sqlite3_column_int64(statement, 4) == (int64_t)book_games_row_sum(game) &&
           book_game_check(game, NULL);
}

/* The plies that the book counts of a game: -1 if it does not have it, -2 after an error. */
static int known_plies(struct book_store *store, const struct book_game *game,
                       struct reason *reason)
{
    sqlite3_stmt *statement = book_rows_statement(store, BOOK_SQL_GET_GAME, reason);
    struct book_game known;
    int plies = -2;
    if (!statement)
        return -2;
    const int code = bind_game(statement, game) ? sqlite3_step(statement) : SQLITE_ERROR;
    if (code == SQLITE_DONE)
        plies = -1;
    else if (code != SQLITE_ROW)
        book_db_fail(&store->db, reason);
    else if (take_game(statement, &known))
        plies = known.plies;
    else
        damaged(store, "a game", reason);
    sqlite3_reset(statement);
    return plies;
}

static bool put_game(struct book_store *store, const struct book_game *game,
                     struct reason *reason)
{
    sqlite3_stmt *statement = book_rows_statement(store, BOOK_SQL_PUT_GAME, reason);
    if (!statement)
        return false;
    if (!bind_game(statement, game) ||
        sqlite3_bind_int(statement, 4, game->plies) != SQLITE_OK ||
        sqlite3_bind_int64(statement, 5, (int64_t)book_games_row_sum(game)) != SQLITE_OK)
        return book_db_fail(&store->db, reason);
    return book_db_step(&store->db, statement, reason);
}

int book_games_add(struct book_store *store, const struct book_game *game, struct reason *reason)
{
    if (!book_game_check(game, reason))
        return -1;
    const int known = known_plies(store, game, reason);
    if (known == -2)
        return -1;
    if (known >= game->plies)
        return 0;
    struct visit visit = {store, known + 1};
    return put_game(store, game, reason) && book_game_visit(game, count_visit, &visit, reason)
               ? 1 : -1;
}

/* Up to WALK_GAMES games behind `last`, which moves on. Their number, or -1. */
static int read_some(struct book_store *store, struct book_game *last,
                     struct book_game games[WALK_GAMES], struct reason *reason)
{
    sqlite3_stmt *statement = book_rows_statement(store, BOOK_SQL_WALK_GAMES, reason);
    int n = 0, code = SQLITE_ERROR;
    if (!statement)
        return -1;
    if (bind_game(statement, last) && sqlite3_bind_int(statement, 4, WALK_GAMES) == SQLITE_OK)
        while ((code = sqlite3_step(statement)) == SQLITE_ROW && n < WALK_GAMES) {
            if (!take_game(statement, &games[n])) {
                damaged(store, "a game", reason);
                return book_rows_end(store, statement, code, -1, reason);
            }
            n++;
        }
    n = book_rows_end(store, statement, code, n, reason);
    if (n > 0)
        *last = games[n - 1];
    return n;
}

bool book_games_walk(struct book_store *store, book_games_visitor visit, void *user,
                     struct reason *reason)
{
    struct book_game *games = malloc(WALK_GAMES * sizeof *games);
    struct book_game last = {.result = -65};
    if (!games)
        return reason_set(reason, "out of memory");
    bool is_good = true;
    int n = WALK_GAMES;
    while (is_good && n == WALK_GAMES) {
        n = read_some(store, &last, games, reason);
        is_good = n >= 0;
        for (int i = 0; i < n && is_good; i++)
            is_good = visit(user, &games[i], reason);
    }
    free(games);
    return is_good;
}

/* Up to WALK_GAMES counts behind a key. Their number, or -1. */
static int read_counts(struct book_store *store, int64_t last[3], ofl_board keys[WALK_GAMES],
                       struct book_counts counts[WALK_GAMES], struct reason *reason)
{
    sqlite3_stmt *statement = book_rows_statement(store, BOOK_SQL_WALK_VISITS, reason);
    int n = 0, code = SQLITE_OK;
    if (!statement)
        return -1;
    for (int i = 0; i < 3 && code == SQLITE_OK; i++)
        code = sqlite3_bind_int64(statement, i + 1, last[i]);
    if (code == SQLITE_OK)
        code = sqlite3_bind_int(statement, 4, WALK_GAMES);
    if (code == SQLITE_OK)
        while ((code = sqlite3_step(statement)) == SQLITE_ROW && n < WALK_GAMES) {
            for (int i = 0; i < 3; i++)
                last[i] = sqlite3_column_int64(statement, 4 + i);
            keys[n] = (ofl_board){(uint64_t)last[1], (uint64_t)last[2]};
            if (!take_counts(statement, keys[n], &counts[n])) {
                damaged(store, "a count of games", reason);
                return book_rows_end(store, statement, code, -1, reason);
            }
            n++;
        }
    return book_rows_end(store, statement, code, n, reason);
}

bool book_games_walk_counts(struct book_store *store, book_counts_visitor visit, void *user,
                            struct reason *reason)
{
    ofl_board keys[WALK_GAMES];
    struct book_counts counts[WALK_GAMES];
    int64_t last[3] = {-1, 0, 0};
    bool is_good = true;
    int n = WALK_GAMES;
    while (is_good && n == WALK_GAMES) {
        n = read_counts(store, last, keys, counts, reason);
        is_good = n >= 0;
        for (int i = 0; i < n && is_good; i++)
            is_good = visit(user, keys[i], &counts[i], reason);
    }
    return is_good;
}

static bool recount_game(void *user, const struct book_game *game, struct reason *reason)
{
    struct visit visit = {user, 0};
    return book_game_visit(game, count_visit, &visit, reason);
}

bool book_games_recount(struct book_store *store, struct reason *reason)
{
    return book_db_run(&store->db, "DELETE FROM visit", reason) &&
           book_games_walk(store, recount_game, store, reason);
}
