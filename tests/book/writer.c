/* writer FILE SEED FIRST COUNT: writes transactions into a book, for tests that kill it.
 *
 * Transaction number i is the same in every run with that seed, whatever came before. Its number is
 * printed when it is committed, so whoever reads "7" may rely on the first 7. Every fifth is a bulk
 * load without values, every third also learns a game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/number.h"
#include "base/rng.h"
#include "book/book_games.h"
#include "book/store.h"

enum { FACTS = 5 };

/* Few branches, so that lines meet again. */
static void play_random(struct rng *rng, struct ofl_game *game, int plies)
{
    for (int i = 0; i < plies && !ofl_is_over(game->position.board); i++) {
        uint64_t moves = ofl_legal_moves(game->position.board);
        const uint32_t n = moves ? (uint32_t)bit_count(moves) : 0;
        for (uint32_t skip = n ? rng_below(rng, n < 3 ? n : 3) : 0; skip; skip--)
            moves = bit_drop(moves);
        ofl_game_play(game, moves ? bit_first(moves) : OFL_PASS);
    }
}

static bool write_fact(struct book_store *store, struct rng *rng, struct reason *reason)
{
    struct ofl_game game;
    struct book_place place;
    ofl_game_init(&game, ofl_position_start());
    play_random(rng, &game, (int)rng_below(rng, 9));
    if (!book_key_place(game.position.board, &place))
        return true;
    struct book_record facts = book_record_of(place.key);
    const uint64_t moves = book_key_moves(place.key);
    if (rng_below(rng, 4))
        facts.own = (struct book_evidence){
            .score_cd = (int16_t)((int)rng_below(rng, 2000) - 1000),
            .move = (uint8_t)(rng_below(rng, 2) ? bit_first(moves) : bit_last(moves)),
            .depth = (uint8_t)rng_below(rng, 20), .confidence = 73, .source = BOOK_SOURCE_OWN,
            .network = rng_below(rng, 2)};
    return book_store_merge(store, &facts, NULL, reason);
}

static bool write_game(struct book_store *store, struct rng *rng, struct reason *reason)
{
    struct ofl_game game;
    struct book_game form;
    ofl_game_init(&game, ofl_position_start());
    play_random(rng, &game, 12);
    snprintf(game.result, sizeof game.result, "%d", (int)rng_below(rng, 21) - 10);
    return book_game_of(&(struct reading){.game = game}, 8, &form, reason) &&
           book_games_add(store, &form, reason) >= 0;
}

static bool write_one(struct book_store *store, uint64_t seed, int64_t number,
                      struct reason *reason)
{
    struct rng rng = rng_seeded(seed ^ (uint64_t)number << 32);
    const bool is_bulk = number % 5 == 4;
    bool is_good = is_bulk ? book_store_begin_bulk(store, reason) : book_store_begin(store, reason);
    for (int i = 0; i < FACTS && is_good; i++)
        is_good = write_fact(store, &rng, reason);
    if (is_good && number % 3 == 0)
        is_good = write_game(store, &rng, reason);
    return is_good && book_store_commit(store, reason);
}

int main(int argc, char **argv)
{
    struct book_store *store;
    struct reason reason;
    int64_t numbers[3];
    if (argc != 5)
        return 64;
    for (int i = 0; i < 3; i++)
        if (!number_read_int(argv[2 + i], NUMBER_TO_NUL, 0, INT64_MAX / 2, &numbers[i], &reason))
            return 64;
    bool is_good = book_store_open(argv[1], BOOK_STORE_CREATE, &store, &reason);
    for (int64_t i = 0; i < numbers[2] && is_good; i++) {
        is_good = write_one(store, (uint64_t)numbers[0], numbers[1] + i, &reason);
        if (is_good)
            printf("%lld\n", (long long)(numbers[1] + i + 1));
        fflush(stdout);
    }
    if (!is_good) {
        fprintf(stderr, "%s\n", reason.text);
        return 1;
    }
    is_good = book_store_refresh(store, &reason);
    book_store_close(store);
    return is_good ? 0 : 1;
}
