/* cli/proof_file.c - see proof_file.h. */
#include "cli/proof_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <outflank/notation.h>

#include "base/bits.h"
#include "base/hash.h"
#include "base/regular.h"
#include "base/strbuf.h"

/* A position of a tree, and whether the tree's side moves. */
struct place {
    ofl_board board;
    uint64_t is_own;
};

/* One tree. */
struct tree {
    struct proof_file *proofs;
    struct hash seen;
    struct place *places;
    size_t n_places;
    struct ofl_limits limits; /* of a search for a move that reaches the score */
    struct strbuf *moves;
    int error;
};

static bool is_new(struct tree *tree, const struct place *place)
{
    if (hash_find(&tree->seen, tree->places, sizeof *place, place, sizeof *place) != HASH_NONE)
        return false;
    if (!hash_push(&tree->seen, &tree->places, &tree->n_places, place, sizeof *place,
                   sizeof *place))
        tree->error = OFL_ERR_NOMEM;
    return !tree->error;
}

/* A move by which the side to move reaches the score. */
static int find_move(struct tree *tree, ofl_board board)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    struct ofl_result result;
    tree->error = ofl_search(tree->proofs->engine, board, &tree->limits, &result);
    if (tree->error)
        return OFL_NO_MOVE;
    strbuf_add_bytes(tree->moves, &letters[result.lines[0].move], 1);
    return result.lines[0].move;
}

/* The order of moves and what ends a branch are the checker's. */
static void write_tree(struct tree *tree, ofl_board board, bool is_own)
{
    const struct place place = {board, is_own};
    uint64_t legal = ofl_legal_moves(board);
    if (!legal) {
        if (!ofl_is_over(board))
            write_tree(tree, ofl_swap(board), !is_own);
        return;
    }
    if (ofl_count_empties(board) <= PROOF_LEAF || !is_new(tree, &place) ||
        tree->proofs->must_end(tree->proofs->user))
        return;
    if (is_own) {
        const int move = find_move(tree, board);
        legal = tree->error ? 0 : UINT64_C(1) << move;
    }
    for (; legal && !tree->error; legal = bit_drop(legal))
        write_tree(tree, ofl_play(board, bit_first(legal)), !is_own);
}

/* The tree by which one side reaches `score`, in discs for it. */
static bool add_tree(struct proof_file *proofs, ofl_board board, bool is_own, int score,
                     struct strbuf *text)
{
    struct tree tree = {.proofs = proofs, .moves = text};
    const int below_cd = 100 * (score - 1);
    if (score > -64) { /* else there is nothing to prove */
        tree.limits = (struct ofl_limits){.goal = OFL_GOAL_EXACT, .has_window = true,
                                          .low = below_cd, .high = below_cd};
        write_tree(&tree, board, is_own);
    }
    free(tree.places);
    free(tree.seen.slots);
    return !tree.error && !text->is_failed;
}

bool proof_begin(struct proof_file *proofs, struct reason *reason)
{
    return replace_begin_output(&proofs->file, proofs->path) ||
           reason_set(reason, "%s: %s", proofs->path, regular_problem(errno));
}

bool proof_write(struct proof_file *proofs, ofl_position position, int score,
                 struct reason *reason)
{
    struct strbuf text = {0};
    char board[OFL_BOARD_TEXT];
    strbuf_addf(&text, "%s; %+d; %d; ", ofl_position_to_text(position, board), score, PROOF_LEAF);
    bool is_good = add_tree(proofs, position.board, true, score, &text);
    strbuf_add(&text, "; ");
    is_good = is_good && add_tree(proofs, position.board, false, -score, &text);
    strbuf_add(&text, "\n");
    if (!is_good || text.is_failed)
        is_good = reason_set(reason, "no memory for a proof");
    else if (!proofs->must_end(proofs->user) &&
             !replace_write(proofs->file.fd, text.data, text.length))
        is_good = reason_set(reason, "%s: %s", proofs->path, strerror(errno));
    strbuf_free(&text);
    return is_good || reason_is(reason, REASON_SYSTEM);
}

bool proof_end(struct proof_file *proofs, struct reason *reason)
{
    if (replace_commit(&proofs->file))
        return true;
    reason_set(reason, "%s: %s", proofs->path, strerror(errno));
    return reason_is(reason, REASON_SYSTEM);
}
