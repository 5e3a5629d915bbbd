/* search/endgame.c - exact null-window search with 5..ENDGAME_EMPTIES empties (hot).
 *
 * 6 and more: mobility ordering (fastest first) and the worker's own cache.
 * 5: no lists; squares of odd quadrants first.
 * Sources: fastest-first after Buro 1997; parity and stability cut-offs as in
 * Zebra and Edax (read, not copied). */
#include "search/endgame.h"

#include "base/bits.h"
#include "board/flip.h"
#include "board/moves.h"
#include "board/squares.h"
#include "board/stability.h"
#include "board/tables.h"
#include "search/solve.h"

enum { SHALLOW_EMPTIES = 5 }; /* no lists and no cache from here on */

/* alpha from which counting stable discs pays, by empties (5 and more; tuned on FFO 20-39). */
enum { STABILITY_ROWS = 13 };
static const int8_t stability_alpha[STABILITY_ROWS] = {
    64, 64, 64, 64, 64, 8, 10, 12, 14, 16, 18, 20, 22};

int ISA_FN(endgame_stability_bound)(uint64_t player, uint64_t opponent, int alpha, int n_empties)
{
    int threshold = n_empties < STABILITY_ROWS ? stability_alpha[n_empties] : 24;
    if (alpha < threshold)
        return 64;
    return 64 - 2 * bit_count(stability_discs(opponent, player));
}

/* Moves are generated first: the squares of illegal ones cost a flip and a branch that
 * nobody predicts (5 % fewer instructions, 10 % fewer mispredicted branches than trying all). */
static int shallow_nws(struct worker *worker, uint64_t player, uint64_t opponent, int alpha,
                       int n_empties, bool passed)
{
    uint64_t moves = moves_legal(player, opponent);
    if (!moves) {
        if (passed)
            return solve_final(worker, bit_count(player), bit_count(opponent));
        return -shallow_nws(worker, opponent, player, -(alpha + 1), n_empties, true);
    }
    uint64_t first = worker->shared->switches.parity
        ? squares_in_odd_quadrants(~(player | opponent)) & moves : 0;
    int best = -65;
    uint64_t left = first ? first : moves;
    for (moves ^= left; left;) {
        int square = bit_first(left);
        left = bit_drop(left);
        if (!left) {
            left = moves;
            moves = 0;
        }
        uint64_t flips = flip(player, opponent, square);
        worker->nodes++;
        uint64_t next_player = opponent ^ flips, next_opponent = player ^ flips ^ bit_of(square);
        int score = n_empties == 5
            ? -ISA_FN(solve_last)(worker, next_player, next_opponent, -(alpha + 1), 4)
            : -shallow_nws(worker, next_player, next_opponent, -(alpha + 1), n_empties - 1, false);
        if (score > alpha)
            return score;
        best = score > best ? score : best;
    }
    return best;
}

/* Moves of a node and what they turn. Kept apart from their values, of which the best
 * is picked when it is wanted: most nodes search one or two moves, and a full sort cost
 * a quarter of all mispredicted branches of a solve. */
struct move_list {
    int n;
    int32_t key[OFL_MAX_MOVES];   /* 64 times the value, and lower squares first; -1: searched */
    uint64_t flips[OFL_MAX_MOVES];
};

enum { KEY_BASE = 1 << 14, VALUE_KNOWN = 1 << 20, VALUE_WIPE_OUT = 1 << 24 };

static inline int key_square(int32_t key) { return 63 - (key & 63); }

/* Fastest first: few replies, corners counted twice; odd quadrants and corners before others. */
static int move_value(uint64_t next_player, uint64_t next_opponent, int square, uint64_t odd)
{
    uint64_t replies = moves_legal(next_player, next_opponent);
    int mobility = bit_count(replies) + bit_count(replies & SQUARES_CORNERS);
    int value = -16 * mobility - bit_count(moves_potential(next_player, next_opponent));
    value += (int)(odd >> square & 1) * 8;
    value += (int)(SQUARES_CORNERS >> square & 1) * 12;
    return value;
}

static void list_moves(const struct worker *worker, uint64_t player, uint64_t opponent,
                       uint64_t moves, int known_move, struct move_list *list)
{
    uint64_t odd = squares_in_odd_quadrants(~(player | opponent));
    int n = 0;
    for (; moves; moves = bit_drop(moves), n++) {
        int square = bit_first(moves), value = 0;
        uint64_t flips = flip(player, opponent, square), next_player = opponent ^ flips;
        if (!next_player)
            value = VALUE_WIPE_OUT - KEY_BASE; /* nothing is better */
        else if (square == known_move)
            value = VALUE_KNOWN - KEY_BASE;
        else if (worker->shared->switches.ordering)
            value = move_value(next_player, player ^ flips ^ bit_of(square), square, odd);
        list->key[n] = (KEY_BASE + value) * 64 + 63 - square;
        list->flips[n] = flips;
    }
    list->n = n;
}

/* Takes the best move out of the list. */
static inline int take_best(struct move_list *list, uint64_t *flips)
{
    int best = 0;
    int32_t key = list->key[0];
    for (int i = 1; i < list->n; i++) {
        best = list->key[i] > key ? i : best;
        key = list->key[i] > key ? list->key[i] : key;
    }
    *flips = list->flips[best];
    list->key[best] = -1;
    return key_square(key);
}

static inline struct cache_slot *cache_slot_of(const struct worker *worker, uint64_t player,
                                               uint64_t opponent)
{
    return worker->cache + (tt_hash(player, opponent) >> 32 & (CACHE_SLOTS - 1));
}

static void cache_store(struct cache_slot *slot, uint64_t player, uint64_t opponent, int alpha,
                        int score, int move)
{
    if (slot->player != player || slot->opponent != opponent) {
        slot->player = player;
        slot->opponent = opponent;
        slot->lower = -64;
        slot->upper = 64;
    }
    if (score > alpha)
        slot->lower = (int8_t)score;
    else
        slot->upper = (int8_t)score;
    slot->move = (uint8_t)move;
}

/* Enhanced transposition cut-off in the cache: a child known to fail low (3 % fewer nodes
 * from 8 empties on; with 7, no fewer and slower). */
enum { CACHE_ETC_EMPTIES = 8 };

static bool cached_child_cuts(const struct worker *worker, uint64_t player, uint64_t opponent,
                              int alpha, const struct move_list *list, int *score)
{
    for (int i = 0; i < list->n; i++) {
        uint64_t after = opponent ^ list->flips[i];
        uint64_t other = player ^ list->flips[i] ^ bit_of(key_square(list->key[i]));
        const struct cache_slot *slot = cache_slot_of(worker, after, other);
        if (slot->player == after && slot->opponent == other && -slot->upper > alpha) {
            *score = -slot->upper;
            return true;
        }
    }
    return false;
}

int ISA_FN(endgame_nws)(struct worker *worker, uint64_t player, uint64_t opponent, int alpha,
                        int n_empties)
{
    /* 1. Few empties have functions of their own. */
    if (n_empties <= 4)
        return ISA_FN(solve_last)(worker, player, opponent, alpha, n_empties);
    struct cache_slot *slot = NULL;
    if (n_empties > SHALLOW_EMPTIES) {
        slot = cache_slot_of(worker, player, opponent);
        __builtin_prefetch(slot);
    }
    if (worker->shared->switches.stability) {
        /* 2. Stable discs of the opponent bound the score. */
        int bound = ISA_FN(endgame_stability_bound)(player, opponent, alpha, n_empties);
        if (bound <= alpha)
            return bound;
    }
    if (n_empties <= SHALLOW_EMPTIES)
        return shallow_nws(worker, player, opponent, alpha, n_empties, false);
    if (worker_must_stop(worker))
        return alpha;

    /* 3. No move: pass, or the end. */
    uint64_t moves = moves_legal(player, opponent);
    if (!moves) {
        if (!moves_legal(opponent, player))
            return solve_final(worker, bit_count(player), bit_count(opponent));
        return -ISA_FN(endgame_nws)(worker, opponent, player, -(alpha + 1), n_empties);
    }

    /* 4. The worker's cache. */
    int known_move = OFL_NO_MOVE;
    if (worker->shared->switches.cache && slot->player == player && slot->opponent == opponent) {
        if (slot->lower > alpha)
            return slot->lower;
        if (slot->upper <= alpha)
            return slot->upper;
        known_move = slot->move;
    }

    /* 5. Search the moves, best first. */
    struct move_list list UNINITIALIZED;
    list_moves(worker, player, opponent, moves, known_move, &list);
    int best = -65, best_move = OFL_NO_MOVE;
    const struct search_switches *switches = &worker->shared->switches;
    if (n_empties >= CACHE_ETC_EMPTIES && switches->etc && switches->cache &&
        cached_child_cuts(worker, player, opponent, alpha, &list, &best))
        return best;
    for (int i = 0; i < list.n; i++) {
        uint64_t flips;
        int square = take_best(&list, &flips);
        worker->nodes++;
        int score = -ISA_FN(endgame_nws)(worker, opponent ^ flips,
                                         player ^ flips ^ bit_of(square), -(alpha + 1),
                                         n_empties - 1);
        if (worker->stopped)
            return alpha;
        if (score > best) {
            best = score;
            best_move = square;
            if (score > alpha)
                break;
        }
    }
    if (worker->shared->switches.cache)
        cache_store(slot, player, opponent, alpha, best, best_move);
    return best;
}
