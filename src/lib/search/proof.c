/* search/proof.c - the proof number of a board (hot; one build per CPU level). */
#include "search/proof.h"

#include "board/children.h"
#include "board/moves.h"
#include "board/squares.h"

static inline int weigh_replies(uint64_t replies)
{
    const int n = squares_mobility(replies);
    return n < PROOF_REPLIES_MOST ? n : PROOF_REPLIES_MOST;
}

/* The fewest replies that one of the moves leaves; 1 is as good as none. */
static inline int fewest_replies(uint64_t player, uint64_t opponent, uint64_t moves)
{
    const struct children_of board = children_of(player, opponent);
    int fewest = PROOF_REPLIES_MOST;
    while (moves && fewest > 1) {
        struct child children[CHILDREN_STEP] UNINITIALIZED;
        moves = children_step(&board, moves, children);
        for (int i = 0; i < CHILDREN_STEP; i++) {
            const int n = weigh_replies(children[i].replies);
            fewest = n < fewest ? n : fewest;
        }
    }
    return fewest > 1 ? fewest : 1;
}

uint64_t ISA_FN(proof_number)(uint64_t player, uint64_t opponent, uint64_t moves, uint64_t limit,
                              const struct tt_query *known)
{
    struct child children[CHILDREN_MAX] UNINITIALIZED;
    const int n_moves = children_make(player, opponent, moves, children);
    const bool looks_up = known && bit_count(player | opponent) <= 64 - PROOF_TABLE_EMPTIES;
    for (int i = 0; looks_up && i < n_moves; i++)
        tt_prefetch(known->tt, opponent ^ children[i].flips,
                    player ^ children[i].flips ^ bit_of((int)children[i].square), known->draw);
    int n_added = 0;
    uint64_t sum = 0;
    for (; n_added < n_moves && sum < limit; n_added++) {
        const struct child *child = &children[n_added];
        const uint64_t own = opponent ^ child->flips;
        const uint64_t other = player ^ child->flips ^ bit_of((int)child->square);
        if (looks_up && tt_fails_high(known, own, other))
            sum += 1;
        else if (child->replies)
            sum += UINT64_C(1) << fewest_replies(own, other, child->replies);
        else
            sum += UINT64_C(2) << weigh_replies(moves_legal(other, own));
    }
    return n_added < n_moves ? sum * (uint64_t)n_moves / (uint64_t)n_added : sum;
}
