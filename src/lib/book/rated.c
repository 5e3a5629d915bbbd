/* book/rated.c - see rated.h. */
#include "book/rated.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "book/store_parts.h"

#define COUNT_NAME "rated:"

static int band_of(int rating)
{
    const int band = rating < RATED_LEAST ? 0 : 1 + (rating - RATED_LEAST) / RATED_STEP;
    return band < RATED_BANDS ? band : RATED_BANDS - 1;
}

bool rated_is_count(const char *name) { return strncmp(name, COUNT_NAME, 6) == 0; }

static void name_count(ofl_board key, char name[BOOK_META_NAME])
{
    snprintf(name, BOOK_META_NAME, COUNT_NAME "%016" PRIx64 "%016" PRIx64, key.player,
             key.opponent);
}

static void name_game(const struct book_game *game, char name[BOOK_META_NAME])
{
    struct book_game whole = *game;
    whole.plies = 0; /* may grow */
    snprintf(name, BOOK_META_NAME, "ratings:%016" PRIx64, book_game_row_sum(&whole));
}

/* The number that *at begins with; goes on behind the blank. */
static bool next_number(const char **at, int64_t most, int64_t *number)
{
    const size_t length = strcspn(*at, " ");
    const char *text = *at;
    *at += length + (text[length] == ' ');
    return number_read_int(text, length, 0, most, number, NULL);
}

/* ---- counts: "BAND WINS DRAWS LOSSES" of each band that has some ---- */

bool rated_count(struct book_store *store, ofl_board key, struct rated_counts *counts,
                 struct reason *reason)
{
    char name[BOOK_META_NAME], text[BOOK_META_SIZE];
    *counts = (struct rated_counts){0};
    name_count(key, name);
    const int found = book_store_get_meta(store, name, text, reason);
    const char *at = text;
    while (found > 0 && *at) {
        int64_t n[4];
        for (int i = 0; i < 4; i++)
            if (!next_number(&at, i ? UINT32_MAX : RATED_BANDS - 1, &n[i]))
                return book_rows_damaged(store, "a count of games by rating is wrong", reason);
        counts->of[n[0]] = (struct book_counts){(uint32_t)n[1], (uint32_t)n[2], (uint32_t)n[3]};
    }
    return found >= 0;
}

static bool put_counts(struct book_store *store, ofl_board key, const struct rated_counts *counts,
                       struct reason *reason)
{
    char name[BOOK_META_NAME], text[BOOK_META_SIZE] = "";
    size_t length = 0;
    name_count(key, name);
    for (int i = 0; i < RATED_BANDS; i++) {
        const struct book_counts *one = &counts->of[i];
        if (one->wins || one->draws || one->losses)
            length += (size_t)snprintf(text + length, sizeof text - length,
                                       "%d %" PRIu32 " %" PRIu32 " %" PRIu32 " ", i, one->wins,
                                       one->draws, one->losses);
    }
    return book_store_set_meta(store, name, text, reason);
}

/* What a game adds to, or NULL. */
static uint32_t *count_in(struct rated_counts *counts, const struct book_game *game, int by)
{
    if (by < 0 || !game->ratings[by])
        return NULL;
    struct book_counts *one = &counts->of[band_of(game->ratings[by])];
    const int score = by == 0 ? game->result : -game->result;
    return score > 0 ? &one->wins : score < 0 ? &one->losses : &one->draws;
}

void rated_tally(struct rated_counts *counts, const struct book_game *game, int by)
{
    uint32_t *count = count_in(counts, game, by);
    if (count)
        *count += *count < UINT32_MAX;
}

/* A game whose plies from `first` on are counted, or taken back. */
struct visit {
    struct book_store *store;
    const struct book_game *game;
    int first, step;
};

static bool count_visit(void *user, ofl_board key, int ply, int result, int by,
                        struct reason *reason)
{
    const struct visit *visit = user;
    struct rated_counts counts;
    if (ply < visit->first || by < 0 || !visit->game->ratings[by])
        return true;
    if (!rated_count(visit->store, key, &counts, reason))
        return false;
    uint32_t *count = count_in(&counts, visit->game, by);
    if (visit->step > 0 ? *count < UINT32_MAX : *count > 0)
        *count += (uint32_t)visit->step;
    return put_counts(visit->store, key, &counts, reason);
}

static bool count_game(struct book_store *store, const struct book_game *game, int first, int step,
                       struct reason *reason)
{
    struct visit visit = {store, game, first, step};
    return (!game->ratings[0] && !game->ratings[1]) ||
           book_game_visit(game, count_visit, &visit, reason);
}

/* ---- games: "1512 1490" ---- */

bool rated_find(struct book_store *store, struct book_game *game, struct reason *reason)
{
    char name[BOOK_META_NAME], text[BOOK_META_SIZE];
    name_game(game, name);
    game->ratings[0] = game->ratings[1] = 0;
    const int found = book_store_get_meta(store, name, text, reason);
    if (found <= 0)
        return found == 0;
    const char *at = text;
    int64_t n[2];
    if (next_number(&at, BOOK_MOST_RATING, &n[0]) && next_number(&at, BOOK_MOST_RATING, &n[1])) {
        game->ratings[0] = (int)n[0];
        game->ratings[1] = (int)n[1];
        return true;
    }
    return book_rows_damaged(store, "the ratings of a game are wrong", reason);
}

static bool put_ratings(struct book_store *store, const struct book_game *game,
                        struct reason *reason)
{
    char name[BOOK_META_NAME], text[BOOK_META_SIZE];
    name_game(game, name);
    snprintf(text, sizeof text, "%d %d", game->ratings[0], game->ratings[1]);
    return book_store_set_meta(store, name, text, reason);
}

static bool is_larger(const int a[2], const int b[2])
{
    return a[0] != b[0] ? a[0] > b[0] : a[1] > b[1];
}

int rated_add(struct book_store *store, const struct book_game *game, int known,
              struct reason *reason)
{
    struct book_game was = *game, now = *game;
    if (!rated_find(store, &was, reason))
        return -1;
    was.plies = known < 0 ? 0 : known;
    now.plies = game->plies > known ? game->plies : known;
    const bool is_new = is_larger(game->ratings, was.ratings);
    if (!is_new)
        memcpy(now.ratings, was.ratings, sizeof now.ratings);
    if (is_new && (!count_game(store, &was, 0, -1, reason) || !put_ratings(store, &now, reason)))
        return -1;
    return count_game(store, &now, is_new ? 0 : known + 1, 1, reason) ? is_new : -1;
}

bool rated_forget(struct book_store *store, struct reason *reason)
{
    return book_db_run(&store->db, "DELETE FROM meta WHERE name GLOB '" COUNT_NAME "*'", reason);
}

bool rated_recount(struct book_store *store, const struct book_game *game, struct reason *reason)
{
    return count_game(store, game, 0, 1, reason);
}
