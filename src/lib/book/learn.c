/* book/learn.c - see learn.h. */
#include "book/learn.h"

struct learning {
    struct book_store *store;
    uint64_t n_games;
    int64_t *n_asked;
};

/* Asks for a search of a position where enough games came. */
static bool ask(void *user, ofl_board key, int ply, int result, int by, struct reason *reason)
{
    const struct learning *learning = user;
    struct book_counts counts;
    bool is_new;
    if (!book_games_count(learning->store, key, &counts, reason))
        return false;
    if ((uint64_t)counts.wins + counts.draws + counts.losses < learning->n_games)
        return true;
    const struct book_record nothing = book_record_of(key);
    if (!book_store_merge(learning->store, &nothing, &is_new, reason))
        return false;
    *learning->n_asked += is_new;
    return true;
}

int book_learn_game(struct book_store *store, const struct book_game *game, int n_games,
                    int64_t *n_asked, struct reason *reason)
{
    struct learning learning = {store, (uint64_t)n_games, n_asked};
    const int added = book_games_add(store, game, reason);
    if (added < 0 || n_games == 0)
        return added;
    return book_game_visit(game, ask, &learning, reason) ? added : -1;
}

bool book_learn_file(const char *path, const struct reading *record, struct reason *reason)
{
    struct book_game form;
    struct book_store *store;
    int64_t n_asked = 0;
    if (!book_game_of(record, BOOK_LEARN_PLIES, &form, reason) ||
        !book_store_open(path, BOOK_STORE_WRITE, &store, reason))
        return false;
    const bool is_learned =
        book_store_begin(store, reason) &&
        book_learn_game(store, &form, BOOK_LEARN_GAMES, &n_asked, reason) >= 0 &&
        book_store_commit(store, reason);
    book_store_close(store);
    return is_learned;
}
