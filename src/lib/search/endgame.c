/* search/endgame.c - exact null-window search with 5 empties and more (hot).
 *
 * 6 and more: mobility ordering (fastest first) and the worker's own cache.
 * More than ENDGAME_EMPTIES: only where the tree is expected to be small (search/smalltree.h).
 * 5: no lists; squares of odd quadrants first.
 * Sources: fastest-first after Buro 1997; parity and stability cut-offs as in
 * Zebra and Edax (read, not copied). */
#include "search/endgame.h"

#include "base/bits.h"
#include "board/children.h"
#include "board/flip.h"
#include "board/moves.h"
#include "board/squares.h"
#include "board/stability.h"
#include "board/tables.h"
#include "search/node.h"
#include "search/params.h"
#include "search/smalltree.h"
#include "search/solve.h"

/* Is alpha so high that stable discs of the opponent are likely to bound the score below it? */
static inline bool stability_may_cut(int alpha, int n_empties)
{
    enum { N_ROWS = sizeof STABILITY_ALPHA / sizeof *STABILITY_ALPHA };
    return alpha >= (n_empties < N_ROWS ? STABILITY_ALPHA[n_empties] : STABILITY_ALPHA_FAR);
}

/* A function of its own: it seldom runs, and its registers would be saved at every node. */
static __attribute__((noinline)) int stability_bound(uint64_t player, uint64_t opponent)
{
    return 64 - 2 * bit_count(stability_discs(opponent, player));
}

int ISA_FN(endgame_stability_bound)(uint64_t player, uint64_t opponent, int alpha, int n_empties)
{
    assert(check_empties(player, opponent, n_empties));
    return stability_may_cut(alpha, n_empties) ? stability_bound(player, opponent) : 64;
}

/* Moves are generated first: the squares of illegal ones cost a flip and a branch that
 * nobody predicts (5 % fewer instructions, 10 % fewer mispredicted branches than trying all). */
static int shallow_nws(struct worker *worker, uint64_t player, uint64_t opponent, uint64_t moves,
                       int alpha)
{
    if (!moves) {
        moves = moves_legal(opponent, player);
        if (!moves)
            return solve_final(worker, bit_count(player), bit_count(opponent));
        return -shallow_nws(worker, opponent, player, moves, -(alpha + 1));
    }
    uint64_t first = worker->shared->switches.parity
        ? squares_in_odd_quadrants(~(player | opponent)) & moves : 0;
    int best = SOLVE_NO_MOVE;
    uint64_t left = first ? first : moves;
    const splat own = splat_of(player), other = splat_of(opponent);
    const uint64_t empty = ~(player | opponent);
    for (moves ^= left; left;) {
        const int square = bit_first(left);
        left = bit_drop(left);
        if (!left) {
            left = moves;
            moves = 0;
        }
        const splat_flips flips = splat_flip(own, other, square);
        const splat placed = splat_placed(own, square);
        worker->nodes++;
        int score = -ISA_FN(solve_4)(worker, splat_turned(other, flips),
                                     splat_turned(placed, flips), empty ^ bit_of(square),
                                     -(alpha + 1));
        if (score > alpha)
            return score;
        best = score > best ? score : best;
    }
    return best;
}

/* Moves of a node. Kept apart from their values, of which the best is picked when it is
 * wanted: most nodes search one or two moves, and a full sort cost a quarter of all
 * mispredicted branches of a solve. */
enum { KEY_STEP = 4 }; /* so many keys are compared at a time: the last are filled up */
struct move_list {
    int n;
    /* KEY_PLACES times the value, and lower places first; -1: searched, or no move */
    int32_t key[CHILDREN_MAX + KEY_STEP];
    struct child children[CHILDREN_MAX];
};

/* The base keeps keys of moves positive. */
enum { KEY_PLACES = 64, KEY_BASE = 1 << 14 };

/* Fastest first: few replies, corners counted twice; odd quadrants and corners before others. */
static inline int move_key(const struct child *child, uint64_t odd)
{
    const uint64_t square = child->square;
    int key = -ENDGAME_REPLY * KEY_PLACES * squares_mobility(child->replies) -
              ENDGAME_POTENTIAL * KEY_PLACES * bit_count(child->potential);
    key += (int)(odd >> square & 1) * (ENDGAME_ODD * KEY_PLACES);
    return key + (int)(SQUARES_CORNERS >> square & 1) * (ENDGAME_CORNER * KEY_PLACES);
}

static inline int32_t greater(int32_t a, int32_t b) { return a > b ? a : b; }

/* Returns the key of the best move. */
static int32_t list_moves(const struct worker *worker, uint64_t player, uint64_t opponent,
                          uint64_t moves, struct move_list *list)
{
    const uint64_t odd = squares_in_odd_quadrants(~(player | opponent));
    const bool is_ordered = worker->shared->switches.ordering;
    const int n = children_make(player, opponent, moves, list->children);
    int32_t best = -1;
    list->n = n;
    SHORT_LOOP
    for (int i = 0; i < n; i++) {
        const struct child *child = &list->children[i];
        const int key = is_ordered ? move_key(child, odd) : 0;
        list->key[i] = key + KEY_BASE * KEY_PLACES + KEY_PLACES - 1 - i;
        best = greater(best, list->key[i]);
    }
    for (int i = n; i < n + KEY_STEP - 1; i++)
        list->key[i] = -1;
    return best;
}

/* Farther from the end, X squares and corners given away cost more than replies tell. Returns the
 * key of the best move. */
static int32_t weigh_corners(struct move_list *list)
{
    int32_t best = -1;
    for (int i = 0; i < list->n; i++) {
        const struct child *child = &list->children[i];
        const int loss =
            (int)(SQUARES_X >> child->square & 1) * ENDGAME_FAR_X +
            bit_count(child->replies & SQUARES_CORNERS) * ENDGAME_FAR_CORNER_REPLY;
        list->key[i] -= loss * KEY_PLACES;
        best = greater(best, list->key[i]);
    }
    return best;
}

/* Key of the best move that is still in the list. No branch but the loop's, and two chains of
 * comparisons: 1 % of a solve. */
static inline int32_t best_key(const struct move_list *list)
{
    const int32_t *key = list->key;
    int32_t best = greater(key[0], key[1]), other = greater(key[2], key[3]);
    SHORT_LOOP
    for (int i = KEY_STEP; i < list->n; i += KEY_STEP) {
        best = greater(best, greater(key[i], key[i + 1]));
        other = greater(other, greater(key[i + 2], key[i + 3]));
    }
    return greater(best, other);
}

/* Takes the move with this key out of the list. */
static inline const struct child *take_move(struct move_list *list, int32_t key)
{
    const int place = KEY_PLACES - 1 - (int)((uint32_t)key % KEY_PLACES);
    list->key[place] = -1;
    return &list->children[place];
}

/* Enhanced transposition cut-off in the cache: a child known to fail low. */
static bool cached_child_cuts(const struct worker *worker, uint64_t player, uint64_t opponent,
                              int alpha, int n_empties, const struct move_list *list, int *score)
{
    for (int i = 0; i < list->n; i++) {
        const struct child *child = &list->children[i];
        uint64_t after = opponent ^ child->flips;
        uint64_t other = player ^ child->flips ^ bit_of((int)child->square);
        const struct cache_place place =
            cache_place_of(worker->cache, after, other, n_empties - 1);
        uint64_t rest;
        if (cache_finds(place, after, &rest) && -cache_upper(rest) > alpha) {
            *score = -cache_upper(rest);
            return true;
        }
    }
    return false;
}

static int search_moves(struct worker *worker, uint64_t player, uint64_t opponent, uint64_t moves,
                        int alpha, int n_empties);

/* A part of a small tree, or all of it, that is not small: a general node. */
static int search_large(struct worker *worker, uint64_t player, uint64_t opponent, uint64_t moves,
                        int alpha, int n_empties)
{
    const struct smalltree tree = worker->smalltree;
    const struct position *position = tree.position;
    assert(tree.margin > 0 && worker->selectivity == SELECTIVITY_NONE);
    struct position inner UNINITIALIZED;
    if (position->player != player || position->opponent != opponent) {
        position_set(&inner, (ofl_board){player, opponent}, worker);
        inner.inherited = EVAL_DISC * alpha + tree.margin;
        position = &inner;
    }
    const int score =
        ISA_FN(node_large)(worker, position, moves, n_empties, EVAL_DISC * alpha) / EVAL_DISC;
    worker->smalltree = tree; /* there may have been small trees below */
    return score;
}

static int passed(struct worker *worker, uint64_t player, uint64_t opponent, int alpha,
                  int n_empties);

/* A board with 5 empties or more, of whose player `moves` are the legal ones. Not a function of its
 * own: to save and restore registers would take it as long as its work. */
__attribute__((always_inline)) static inline int
nws(struct worker *worker, uint64_t player, uint64_t opponent, uint64_t moves, int alpha,
    int n_empties)
{
    assert(check_empties(player, opponent, n_empties) && moves == moves_legal(player, opponent));
    assert(alpha >= -65 && alpha <= 64); /* -65: can the other side do better than a wipe-out? */

    /* 1. Stable discs of the opponent bound the score. */
    if (stability_may_cut(alpha, n_empties) && worker->shared->switches.stability) {
        int bound = stability_bound(player, opponent);
        if (bound <= alpha)
            return bound;
    }
    if (n_empties <= SHALLOW_EMPTIES)
        return shallow_nws(worker, player, opponent, moves, alpha);
    if (worker_must_stop(worker))
        return alpha;

    /* 2. No move: pass, or the end. */
    if (!moves)
        return passed(worker, player, opponent, alpha, n_empties);
    return search_moves(worker, player, opponent, moves, alpha, n_empties);
}

static int passed(struct worker *worker, uint64_t player, uint64_t opponent, int alpha,
                  int n_empties)
{
    const uint64_t moves = moves_legal(opponent, player);
    if (!moves)
        return solve_final(worker, bit_count(player), bit_count(opponent));
    return -nws(worker, opponent, player, moves, -(alpha + 1), n_empties);
}

static int search_moves(struct worker *worker, uint64_t player, uint64_t opponent, uint64_t moves,
                        int alpha, int n_empties)
{
    const struct search_switches *switches = &worker->shared->switches;
    /* 1. The cache. */
    const struct cache_place place = cache_place_of(worker->cache, player, opponent, n_empties);
    uint64_t rest;
    if (switches->cache && cache_finds(place, player, &rest)) {
        if (cache_lower(rest) > alpha)
            return cache_lower(rest);
        if (cache_upper(rest) <= alpha)
            return cache_upper(rest);
    }

    /* 2. Make the moves; with many empties, leave it where that shows a large tree. */
    struct move_list list UNINITIALIZED;
    int32_t first = list_moves(worker, player, opponent, moves, &list);
    if (n_empties > ENDGAME_EMPTIES) {
        const struct smalltree *tree = &worker->smalltree;
        if (alpha == tree->alpha &&
            !smalltree_is_small(list.children, list.n, tree->margin, n_empties))
            return search_large(worker, player, opponent, moves, alpha, n_empties);
        first = weigh_corners(&list);
    }

    /* 3. Search them, best first. */
    int best = SOLVE_NO_MOVE;
    if (n_empties >= CACHE_ETC_EMPTIES && switches->etc && switches->cache &&
        cached_child_cuts(worker, player, opponent, alpha, n_empties, &list, &best))
        return best;
    for (int i = 0; i < list.n; i++) {
        const struct child *child = take_move(&list, i > 0 ? best_key(&list) : first);
        const int square = (int)child->square;
        worker->nodes++;
        int score = -nws(worker, opponent ^ child->flips, player ^ child->flips ^ bit_of(square),
                         child->replies, -(alpha + 1), n_empties - 1);
        if (worker->stopped)
            return alpha;
        best = score > best ? score : best; /* no branch: nobody can predict it */
        if (score > alpha)
            break;
    }
    if (switches->cache)
        cache_store(place, player, alpha, best);
    return best;
}

int ISA_FN(endgame_nws)(struct worker *worker, uint64_t player, uint64_t opponent, int alpha,
                        int n_empties)
{
    assert(check_empties(player, opponent, n_empties));
    if (n_empties <= LAST_EMPTIES)
        return ISA_FN(solve_last)(worker, player, opponent, alpha, n_empties);
    worker->cache_is_used = true;
    return nws(worker, player, opponent, moves_legal(player, opponent), alpha, n_empties);
}

int ISA_FN(endgame_smalltree)(struct worker *worker, const struct position *position,
                              uint64_t moves, int alpha, int margin)
{
    assert(position_is_valid(position) && moves && worker->selectivity == SELECTIVITY_NONE);
    worker->cache_is_used = true;
    worker->smalltree = (struct smalltree){position, alpha, margin};
    return search_moves(worker, position->player, position->opponent, moves, alpha,
                        position->n_empties);
}
