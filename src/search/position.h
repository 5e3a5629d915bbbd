/* search/position.h - a board inside the tree, with what its evaluation needs (hot files only). */
#ifndef SEARCH_POSITION_H
#define SEARCH_POSITION_H

#include "base/bits.h"
#include "eval/eval.h"
#include "eval/linear.h"
#include "eval/trained.h"
#include "isa/isa.h"
#include "search/search.h"
#include "search/solve.h"

enum { POSITION_NO_SCORE = 1 << 30 };

struct position {
    uint64_t player, opponent;
    int n_empties;
    int score;              /* what the node above found it worth, for its player, if it looked;
                             * else, to the end, where that node was expected to fail low: that
                             * node's own score, turned; in a large part of a small tree: what the
                             * small tree's root was taken for */
    int value;              /* the static one, if the node above asked for it: position_value() */
    int side;               /* 0: the ids are kept for the colour to move */
    struct pattern_ids ids; /* undefined where nothing below is evaluated */
};

/* A search to the end evaluates nothing below so many empties: not the nodes of search/endgame.c,
 * but their roots, which the node above orders. */
enum { POSITION_EVAL_EMPTIES = ENDGAME_EMPTIES };

/* Is anything evaluated at or below a node? */
static inline bool position_needs_ids(int n_empties, int depth)
{
    return depth < n_empties || n_empties >= POSITION_EVAL_EMPTIES;
}

static inline void position_set(struct position *p, ofl_board board, const struct worker *worker)
{
    p->player = board.player;
    p->opponent = board.opponent;
    p->n_empties = 64 - bit_count(board.player | board.opponent);
    p->score = p->value = POSITION_NO_SCORE;
    p->side = 0;
    if (worker->weights)
        pattern_ids_of(board, &p->ids);
}

/* `child` = `parent` after a move; the ids only with `with_ids`. */
static inline void position_play(struct position *child, const struct position *parent,
                                 int square, uint64_t flips, bool with_ids)
{
    child->player = parent->opponent ^ flips;
    child->opponent = parent->player ^ flips ^ bit_of(square);
    child->n_empties = parent->n_empties - 1;
    child->score = child->value = POSITION_NO_SCORE;
    child->side = parent->side ^ 1;
    if (with_ids)
        linear_update(&child->ids, &parent->ids, square, flips, parent->side);
}

static inline void position_pass(struct position *child, const struct position *parent)
{
    *child = *parent;
    child->score = child->value = POSITION_NO_SCORE;
    child->player = parent->opponent;
    child->opponent = parent->player;
    child->side = parent->side ^ 1;
}

/* The score of a finished game, 1/128 disc. */
static inline int position_final_score(const struct worker *worker, const struct position *p)
{
    return EVAL_DISC * solve_final(worker, bit_count(p->player), bit_count(p->opponent));
}

/* Static value, 1/128 disc: trained weights if the engine has some, else classical. */
static inline int position_evaluate(const struct worker *worker, const struct position *p)
{
    if (worker->weights)
        return ISA_FN(trained_evaluate)(worker->weights, p->player, p->opponent, &p->ids, p->side);
    return ISA_FN(eval_classical)((ofl_board){p->player, p->opponent});
}

/* The same if a node above asked for it; it need not be found again. */
static inline int position_value(const struct worker *worker, const struct position *p)
{
    return p->value != POSITION_NO_SCORE ? p->value : position_evaluate(worker, p);
}

/* The static values of n positions with as many discs each; several at once cost less. */
static inline void position_evaluate_all(const struct worker *worker,
                                         const struct position *const *positions, int n,
                                         int *values)
{
    struct pattern_input in[OFL_MAX_MOVES] UNINITIALIZED;
    for (int i = 0; i < n && !worker->weights; i++)
        values[i] = position_evaluate(worker, positions[i]);
    if (n <= 0 || !worker->weights)
        return;
    for (int i = 0; i < n; i++)
        in[i] = (struct pattern_input){positions[i]->player, positions[i]->opponent,
                                       &positions[i]->ids, positions[i]->side};
    ISA_FN(trained_evaluate_all)(worker->weights, in, n, values);
}

#endif
