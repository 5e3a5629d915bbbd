/* board/children.h - all moves of a board at once: what they turn and what they leave.
 *
 * A solve values every move of a node by the replies it leaves, so flips and the child's
 * legal moves are wanted together: in vectors, which nothing leaves between the two. With 512-bit
 * registers two children cost what one does. */
#ifndef BOARD_CHILDREN_H
#define BOARD_CHILDREN_H

#include "base/bits.h"
#include "board/board_check.h"
#include "board/child.h"
#include "board/moves.h"
#include "board/splat.h"

#if HAVE_AVX512
#include "board/children_avx512.h"
#elif HAVE_AVX2
#include "board/children_avx2.h"
#elif HAVE_NEON
#include "board/children_neon.h"
#else

struct children_of { uint64_t player, opponent; };

static inline struct children_of children_of(uint64_t player, uint64_t opponent)
{
    return (struct children_of){player, opponent};
}

#if HAVE_SIMD128
#include "board/children_simd128.h"
#else

enum { CHILDREN_STEP = 1 };

static inline uint64_t children_step(const struct children_of *board, uint64_t moves,
                                     struct child to[CHILDREN_STEP])
{
    const int square = bit_first(moves);
    const uint64_t flips = flip(board->player, board->opponent, square);
    const uint64_t next_player = board->opponent ^ flips;
    const uint64_t next_opponent = board->player ^ flips ^ bit_of(square);
    to[0] = (struct child){flips, moves_legal(next_player, next_opponent),
                           moves_potential(next_player, next_opponent), (uint64_t)square};
    return bit_drop(moves);
}

#endif
#endif

/* Children of the moves, lowest square first; their number. */
static inline int children_make(uint64_t player, uint64_t opponent, uint64_t moves,
                                struct child children[CHILDREN_MAX])
{
    assert(check_sides(player, opponent) && check_moves(player, opponent, moves));
    const struct children_of board = children_of(player, opponent);
    const int n = bit_count(moves);
    for (int i = 0; i < n; i += CHILDREN_STEP)
        moves = children_step(&board, moves, &children[i]);
    for (int i = 0; i < n; i++)
        assert(check_flips(player, opponent, (int)children[i].square, children[i].flips));
    return n;
}

#endif
