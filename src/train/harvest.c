/* train/harvest.c - see harvest.h. */
#include "train/harvest.h"

#include <stdlib.h>
#include <outflank/engine.h>

#include "base/bits.h"
#include "base/rng.h"
#include "search/pool.h"
#include "search/root.h"

enum { HASH_MIB = 8 };

struct harvester {
    struct searcher searcher;
    atomic_bool stop; /* never set */
};

struct harvester *harvester_create(const struct weights *weights)
{
    struct harvester *h = calloc(1, sizeof *h);
    if (!h || !searcher_init(&h->searcher, HASH_MIB, 1)) {
        free(h);
        return NULL;
    }
    h->searcher.config = (struct search_config){
        .selectivity = SELECTIVITY_NONE, .rule = OFL_SCORE_TOURNAMENT, .weights = weights,
        /* Boards of small trees would not get into the table. */
        .switches = {.tt = true, .cache = true, .etc = true, .stability = true, .parity = true,
                     .ordering = true, .probcut = true, .evalcache = true, .smalltree = false},
    };
    return h;
}

void harvester_destroy(struct harvester *h)
{
    if (h)
        searcher_finish(&h->searcher);
    free(h);
}

static bool solve(struct harvester *h, ofl_board board, struct ofl_line *line)
{
    const struct ofl_limits limits = {.goal = OFL_GOAL_EXACT};
    struct ofl_result result;
    searcher_run(&h->searcher, board, &limits, &h->stop, NULL, NULL, &result);
    *line = result.lines[0];
    return line->solved;
}

static uint64_t count_places(const struct searcher *s, bool in_cache)
{
    return in_cache ? CACHE_SLOTS : (s->tt.n_buckets + s->tt.n_near) * TT_WAYS;
}

/* The board in a place of the worker's cache, or of the table; none: 0, 0. */
static ofl_board board_at(const struct searcher *s, bool in_cache, uint64_t place)
{
    if (in_cache) {
        const struct cache_slot *cache = s->pool->workers[0].cache;
        return cache[place].player
            ? (ofl_board){cache[place].player, cache_opponent(cache, place)} : (ofl_board){0};
    }
    const struct tt_slot *slot = &s->tt.buckets[place / TT_WAYS].slots[place % TT_WAYS];
    if (!atomic_load_explicit(&slot->data, memory_order_relaxed))
        return (ofl_board){0};
    return (ofl_board){atomic_load_explicit(&slot->player, memory_order_relaxed),
                       atomic_load_explicit(&slot->opponent, memory_order_relaxed)};
}

/* The first board with so many empties from a random place on, in which there is a move. Boards
 * of up to ENDGAME_EMPTIES are in the cache, others in the table. False if there is none. */
static bool draw(const struct searcher *s, struct rng *rng, int empties, ofl_board *board)
{
    const bool in_cache = empties <= ENDGAME_EMPTIES;
    const uint64_t n = count_places(s, in_cache), start = rng_next(rng) % n;
    for (uint64_t i = 0; i < n; i++) {
        *board = board_at(s, in_cache, (start + i) % n);
        if (board->player && ofl_count_empties(*board) == empties && ofl_legal_moves(*board))
            return true;
    }
    return false;
}

int harvest(struct harvester *h, const struct harvest_rules *rules, const struct record *from,
            uint32_t k, struct record *out)
{
    struct rng mixer = rng_seeded((uint64_t)rules->seed << 32 | k);
    struct rng rng = rng_seeded(rng_next(&mixer));
    struct ofl_line line;
    int n = 0;
    tt_clear(&h->searcher.tt);
    if (!solve(h, from->board, &line))
        return 0;
    /* All are drawn before one is solved: solving clears the cache. */
    const int n_kinds = ofl_count_empties(from->board) - rules->least;
    for (int i = 0; n_kinds > 0 && i < rules->n_each; i++) {
        struct record r = {.game = from->game, .result = RECORD_NO_RESULT, .kind = RECORD_EXACT,
                           .confidence = 100};
        if (draw(&h->searcher, &rng, rules->least + i % n_kinds, &r.board))
            out[n++] = r;
    }
    int n_good = 0;
    for (int i = 0; i < n; i++) {
        if (!solve(h, out[i].board, &line))
            continue;
        out[i].score = (int16_t)(line.score / 100 * 128);
        out[n_good++] = out[i];
    }
    return n_good;
}
