/* search/hot.c - fills the kernel table of this build's CPU level. */
#include "board/board_check.h"
#include "board/children.h"
#include "board/flip.h"
#include "board/lastflip.h"
#include "board/moves.h"
#include "board/perft.h"
#include "board/stability.h"
#include "eval/eval.h"
#include "eval/network_run.h"
#include "eval/pattern_update.h"
#include "eval/student.h"
#include "eval/weights.h"
#include "isa/isa.h"
#include "isa/kernel.h"
#include "search/proof.h"
#include "search/moveloop.h"
#include "search/node.h"

#define TEXT2(x) #x
#define TEXT(x) TEXT2(x)

static uint64_t hot_legal_moves(ofl_board b) { return moves_legal(b.player, b.opponent); }
static uint64_t hot_potential_moves(ofl_board b) { return moves_potential(b.player, b.opponent); }
static uint64_t hot_flips(ofl_board b, int square)
{
    assert(check_square(square) && check_moves(b.player, b.opponent, bit_of(square)));
    return flip(b.player, b.opponent, square);
}

static int hot_children(ofl_board b, uint64_t moves, struct child *children)
{
    return children_make(b.player, b.opponent, moves, children);
}

static uint64_t hot_proof_number(ofl_board b, uint64_t moves, uint64_t limit,
                                 const struct tt_query *known)
{
    return ISA_FN(proof_number)(b.player, b.opponent, moves, limit, known);
}

static unsigned hot_last_flip_counts(uint64_t p, int square) { return lastflip_counts(p, square); }
static uint64_t hot_stable_discs(ofl_board b) { return stability_discs(b.player, b.opponent); }

static void hot_pattern_update(struct pattern_ids *to, const struct pattern_ids *from, int square,
                               uint64_t flips, int side)
{
    pattern_update(to, from, square, flips, side);
}

static int hot_evaluate_trained(const struct weights *weights, ofl_board b)
{
    struct pattern_ids ids;
    pattern_ids_of(b, &ids);
    return ISA_FN(network_evaluate)(weights->network, b.player, b.opponent, &ids, 0);
}

static int hot_evaluate_ids(const struct network *network, ofl_board b,
                            const struct pattern_ids *ids, int side)
{
    return ISA_FN(network_evaluate)(network, b.player, b.opponent, ids, side);
}

extern const struct kernel ISA_FN(kernel);
const struct kernel ISA_FN(kernel) = {
    .level = TEXT(ISA),
    .legal_moves = hot_legal_moves,
    .potential_moves = hot_potential_moves,
    .flips = hot_flips,
    .children = hot_children,
    .proof_number = hot_proof_number,
    .last_flip_counts = hot_last_flip_counts,
    .stable_discs = hot_stable_discs,
    .perft = ISA_FN(perft),
    .evaluate = ISA_FN(eval_classical),
    .evaluate_trained = hot_evaluate_trained,
    .evaluate_ids = hot_evaluate_ids,
    .evaluate_all = ISA_FN(network_evaluate_all),
    .student_values = ISA_FN(student_values),
    .pattern_update = hot_pattern_update,
    .search_root = ISA_FN(node_root),
    .split_work = ISA_FN(moveloop_help),
};
