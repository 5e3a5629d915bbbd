/* search/position.h - a board inside the tree, with what its evaluation needs (hot files only). */
#ifndef SEARCH_POSITION_H
#define SEARCH_POSITION_H

#include <string.h>

#include "base/bits.h"
#include "board/board_check.h"
#include "eval/eval.h"
#include "eval/network_run.h"
#include "eval/pattern_update.h"
#include "eval/weights.h"
#include "isa/isa.h"
#include "search/search.h"
#include "search/solve.h"

enum { POSITION_UNKNOWN = 1 << 30 };

/* The three values are in 1/128 disc for the player, or POSITION_UNKNOWN. */
struct position {
    uint64_t player, opponent;
    int n_empties;
    int static_value;       /* the evaluation of this board; position_value() finds it if need be */
    int estimate;           /* of the score: evaluation, student or shallow search, from the
                             * order of the parent's moves */
    int inherited;          /* an ancestor's estimate, where nothing estimates this board */
    int side;               /* 0: the ids are kept for the colour to move */
    struct pattern_ids ids; /* undefined where nothing below is evaluated */
};

/* In a search to the end, boards with fewer empties than this are never evaluated. Boards with
 * exactly so many are, by the node above, which orders its moves by that. */
enum { POSITION_EVAL_EMPTIES = ENDGAME_EMPTIES };

/* Is anything evaluated at or below a node? */
static inline bool position_needs_ids(int n_empties, int depth)
{
    return depth < n_empties || n_empties >= POSITION_EVAL_EMPTIES;
}

/* For assert(): sides, empties and side agree. */
static inline bool position_is_valid(const struct position *p)
{
    return check_empties(p->player, p->opponent, p->n_empties) && (p->side == 0 || p->side == 1);
}

/* For assert(): the ids, kept move by move, are those of the board. */
static inline bool position_has_ids(const struct position *p)
{
    struct pattern_ids ids UNINITIALIZED;
    const ofl_board board = p->side == 0 ? (ofl_board){p->player, p->opponent}
                                         : (ofl_board){p->opponent, p->player};
    pattern_ids_of(board, &ids);
    return memcmp(&ids, &p->ids, sizeof ids) == 0;
}

static inline void position_set(struct position *p, ofl_board board, const struct worker *worker)
{
    p->player = board.player;
    p->opponent = board.opponent;
    p->n_empties = 64 - bit_count(board.player | board.opponent);
    p->static_value = p->estimate = p->inherited = POSITION_UNKNOWN;
    p->side = 0;
    if (worker->weights)
        pattern_ids_of(board, &p->ids);
}

/* `child` = `parent` after a move; the ids only with `with_ids`. */
static inline void position_play(struct position *child, const struct position *parent,
                                 int square, uint64_t flips, bool with_ids)
{
    assert(check_flips(parent->player, parent->opponent, square, flips));
    child->player = parent->opponent ^ flips;
    child->opponent = parent->player ^ flips ^ bit_of(square);
    child->n_empties = parent->n_empties - 1;
    child->static_value = child->estimate = child->inherited = POSITION_UNKNOWN;
    child->side = parent->side ^ 1;
    if (with_ids)
        pattern_update(&child->ids, &parent->ids, square, flips, parent->side);
}

static inline void position_pass(struct position *child, const struct position *parent)
{
    *child = *parent;
    child->static_value = child->estimate = child->inherited = POSITION_UNKNOWN;
    child->player = parent->opponent;
    child->opponent = parent->player;
    child->side = parent->side ^ 1;
}

/* What a draw is worth to the player, 1/128 disc. */
static inline int position_draw(const struct worker *worker, const struct position *p)
{
    const int draw = worker->shared->draw;
    return p->side == 0 ? draw : -draw;
}

/* The board as the table knows it. */
static inline ofl_board position_key(const struct worker *worker, const struct position *p)
{
    return tt_key(p->player, p->opponent, position_draw(worker, p));
}

/* The worth of a finished game, 1/128 disc: its score, or that of a draw. */
static inline int position_final_score(const struct worker *worker, const struct position *p)
{
    const int score = solve_final(worker, bit_count(p->player), bit_count(p->opponent));
    return score ? EVAL_DISC * score : position_draw(worker, p);
}

/* Static value, 1/128 disc: trained weights if the engine has some, else classical. */
static inline int position_evaluate(const struct worker *worker, const struct position *p)
{
    assert(position_is_valid(p));
    if (worker->weights)
        return ISA_FN(network_evaluate)(worker->weights->network, p->player, p->opponent, &p->ids,
                                        p->side);
    return ISA_FN(eval_classical)((ofl_board){p->player, p->opponent});
}

/* The same; what the parent evaluated is not evaluated again. */
static inline int position_value(const struct worker *worker, const struct position *p)
{
    return p->static_value != POSITION_UNKNOWN ? p->static_value : position_evaluate(worker, p);
}

/* The best estimate of the score that is known without a search, or POSITION_UNKNOWN. */
static inline int position_expected(const struct position *p)
{
    return p->estimate != POSITION_UNKNOWN ? p->estimate : p->inherited;
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
    ISA_FN(network_evaluate_all)(worker->weights->network, in, n, values);
}

#endif
