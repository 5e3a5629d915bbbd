/* book/book_games.c - see book_games.h. */
#include "book/book_games.h"

#include <assert.h>
#include <string.h>

#include "base/bytes.h"
#include "base/checksum.h"
#include "book/rated.h"
#include "book/store_parts.h"

/* ---- rows ---- */

static uint64_t sum_of_counts(ofl_board key, const struct book_counts *counts)
{
    uint8_t bytes[28];
    bytes_write_le(bytes, key.player, 8);
    bytes_write_le(bytes + 8, key.opponent, 8);
    bytes_write_le(bytes + 16, counts->wins, 4);
    bytes_write_le(bytes + 20, counts->draws, 4);
    bytes_write_le(bytes + 24, counts->losses, 4);
    return checksum_of(bytes, sizeof bytes);
}

/* Key and counts of a row (empties, mover, opponent, wins, draws, losses, sum). */
static bool take_counts(struct book_store *store, sqlite3_stmt *statement, ofl_board *key,
                        struct book_counts *counts, struct reason *reason)
{
    int64_t numbers[7];
    bool is_good = true;
    for (int i = 0; i < 7; i++) {
        numbers[i] = sqlite3_column_int64(statement, i);
        is_good = is_good && sqlite3_column_type(statement, i) == SQLITE_INTEGER;
    }
    *key = (ofl_board){(uint64_t)numbers[1], (uint64_t)numbers[2]};
    *counts = (struct book_counts){(uint32_t)numbers[3], (uint32_t)numbers[4],
                                   (uint32_t)numbers[5]};
    return (is_good && (uint64_t)numbers[6] == sum_of_counts(*key, counts)) ||
           book_rows_damaged(store, "a count of games is wrong", reason);
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
static bool take_game(struct book_store *store, sqlite3_stmt *statement, struct book_game *game,
                      struct reason *reason)
{
    *game = (struct book_game){.result = sqlite3_column_int(statement, 2),
                               .plies = sqlite3_column_int(statement, 3)};
    return (take_text(statement, 0, game->start, sizeof game->start) &&
            take_text(statement, 1, game->moves, sizeof game->moves) &&
            (uint64_t)sqlite3_column_int64(statement, 4) == book_game_row_sum(game) &&
            book_game_check(game, NULL)) ||
           book_rows_damaged(store, "a game is wrong", reason);
}

/* A statement bound to the key of a game. */
static sqlite3_stmt *of_game(struct book_store *store, enum book_statement which,
                             const struct book_game *game, struct reason *reason)
{
    sqlite3_stmt *statement = book_rows_statement(store, which, reason);
    if (!statement ||
        (sqlite3_bind_text(statement, 1, game->start, -1, SQLITE_TRANSIENT) == SQLITE_OK &&
         sqlite3_bind_text(statement, 2, game->moves, -1, SQLITE_TRANSIENT) == SQLITE_OK &&
         sqlite3_bind_int(statement, 3, game->result) == SQLITE_OK))
        return statement;
    book_db_fail(&store->db, reason);
    return NULL;
}

/* ---- counts ---- */

bool book_games_count(struct book_store *store, ofl_board key, struct book_counts *counts,
                      struct reason *reason)
{
    sqlite3_stmt *statement = book_rows_of_key(store, BOOK_SQL_GET_VISIT, key, reason);
    const int found = book_rows_step(store, statement, reason);
    *counts = (struct book_counts){0};
    const bool is_good =
        found > 0 ? take_counts(store, statement, &key, counts, reason) : found == 0;
    sqlite3_reset(statement);
    return is_good;
}

/* A game whose plies from `first` on are new. */
struct visit {
    struct book_store *store;
    int first;
};

static bool count_visit(void *user, ofl_board key, int ply, int result, int by,
                        struct reason *reason)
{
    const struct visit *visit = user;
    struct book_store *store = visit->store;
    struct book_counts counts;
    if (ply < visit->first)
        return true;
    if (!book_games_count(store, key, &counts, reason))
        return false;
    uint32_t *count = result > 0 ? &counts.wins : result < 0 ? &counts.losses : &counts.draws;
    *count += *count < UINT32_MAX;
    const int64_t numbers[] = {ofl_count_empties(key), (int64_t)key.player, (int64_t)key.opponent,
                               counts.wins, counts.draws, counts.losses,
                               (int64_t)sum_of_counts(key, &counts)};
    return book_rows_run(store, book_rows_bound(store, BOOK_SQL_PUT_VISIT, numbers, 7, reason),
                         reason);
}

/* ---- games ---- */

/* The plies that the book counts of a game: -1 if it does not have it, -2 after an error. */
static int known_plies(struct book_store *store, const struct book_game *game,
                       struct reason *reason)
{
    struct book_game known = {.plies = -1};
    sqlite3_stmt *statement = of_game(store, BOOK_SQL_GET_GAME, game, reason);
    const int found = book_rows_step(store, statement, reason);
    const bool is_good = found > 0 ? take_game(store, statement, &known, reason) : found == 0;
    sqlite3_reset(statement);
    return is_good ? known.plies : -2;
}

static bool put_game(struct book_store *store, const struct book_game *game,
                     struct reason *reason)
{
    sqlite3_stmt *statement = of_game(store, BOOK_SQL_PUT_GAME, game, reason);
    if (statement &&
        (sqlite3_bind_int(statement, 4, game->plies) != SQLITE_OK ||
         sqlite3_bind_int64(statement, 5, (int64_t)book_game_row_sum(game)) != SQLITE_OK))
        return book_db_fail(&store->db, reason);
    return book_rows_run(store, statement, reason);
}

int book_games_add(struct book_store *store, const struct book_game *game, struct reason *reason)
{
    assert(store->db.is_open);
    if (!book_game_check(game, reason))
        return -1;
    const int known = known_plies(store, game, reason);
    if (known == -2)
        return -1;
    const int rated = rated_add(store, game, known, reason);
    if (rated < 0 || known >= game->plies)
        return rated;
    struct visit visit = {store, known + 1};
    return put_game(store, game, reason) && book_game_visit(game, count_visit, &visit, reason)
               ? 1 : -1;
}

bool book_games_walk(struct book_store *store, book_games_visitor visit, void *user,
                     struct reason *reason)
{
    sqlite3_stmt *statement = book_rows_statement(store, BOOK_SQL_WALK_GAMES, reason);
    struct book_game game;
    int found;
    while ((found = book_rows_step(store, statement, reason)) > 0 &&
           take_game(store, statement, &game, reason) && rated_find(store, &game, reason) &&
           visit(user, &game, reason))
        continue;
    sqlite3_reset(statement);
    return found == 0;
}

bool book_games_walk_counts(struct book_store *store, book_counts_visitor visit, void *user,
                            struct reason *reason)
{
    sqlite3_stmt *statement = book_rows_statement(store, BOOK_SQL_WALK_VISITS, reason);
    struct book_counts counts;
    ofl_board key;
    int found;
    while ((found = book_rows_step(store, statement, reason)) > 0 &&
           take_counts(store, statement, &key, &counts, reason) &&
           visit(user, key, &counts, reason))
        continue;
    sqlite3_reset(statement);
    return found == 0;
}

static bool recount_game(void *user, const struct book_game *game, struct reason *reason)
{
    struct visit visit = {user, 0};
    return book_game_visit(game, count_visit, &visit, reason) &&
           rated_recount(user, game, reason);
}

bool book_games_recount(struct book_store *store, struct reason *reason)
{
    return book_db_run(&store->db, "DELETE FROM visit", reason) && rated_forget(store, reason) &&
           book_games_walk(store, recount_game, store, reason);
}
