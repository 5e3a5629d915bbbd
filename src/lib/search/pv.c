/* search/pv.c - see pv.h. */
#include "search/pv.h"

#include <assert.h>

#include "base/bits.h"
#include "isa/kernel.h"

void pv_extend(const struct tt *tt, ofl_board board, int draw, struct ofl_line *line)
{
    for (int i = 0; i < line->pv_length; i++, draw = -draw)
        board = ofl_play(board, line->pv[i]);
    while (line->pv_length < line->depth && line->pv_length < OFL_MAX_PV) {
        struct tt_data entry;
        int move = OFL_PASS;
        const ofl_board key = tt_key(board.player, board.opponent, draw);
        if (ofl_legal_moves(board))
            move = tt_probe(tt, key.player, key.opponent, &entry) ? entry.move : OFL_NO_MOVE;
        if (!ofl_is_legal(board, move))
            return;
        line->pv[line->pv_length++] = (uint8_t)move;
        board = ofl_play(board, move);
        draw = -draw;
    }
}

/* The best move, given the score; OFL_NO_MOVE if the search was stopped. */
static int find_move(struct worker *worker, ofl_board board, int draw, int score)
{
    uint64_t moves = ofl_legal_moves(board);
    if (!moves)
        return OFL_PASS;
    struct root_move list[OFL_MAX_MOVES];
    int n = 0;
    for (; moves; moves = bit_drop(moves))
        list[n++] = (struct root_move){.move = (uint8_t)bit_first(moves)};
    struct root_task task = {
        .board = board, .depth = ofl_count_empties(board), .selectivity = SELECTIVITY_NONE,
        .draw = draw, .alpha = score - 1, .beta = score + 1, .n_moves = n, .moves = list,
    };
    kernel()->search_root(worker, &task);
    return worker->stopped ? OFL_NO_MOVE : list[0].move;
}

void pv_complete(struct worker *worker, ofl_board board, int draw, int score,
                 struct ofl_line *line)
{
    const ofl_board first = board;
    for (int i = 0; i < OFL_MAX_PV; i++) {
        if (i == line->pv_length) {
            const int move = ofl_is_over(board) ? OFL_NO_MOVE
                                                : find_move(worker, board, draw, score);
            if (move == OFL_NO_MOVE)
                return;
            line->pv[line->pv_length++] = (uint8_t)move;
        }
        board = ofl_play(board, line->pv[i]);
        score = -score;
        draw = -draw;
    }
    assert(pv_is_legal(first, line));
    (void)first;
}
