/* board/variant.c - see variant.h. */
#include "board/variant.h"

#include "base/bits.h"

bool variant_is_usual(struct ofl_variant variant) { return !variant.holes && !variant.fewer_wins; }

bool variant_is_same(struct ofl_variant a, struct ofl_variant b)
{
    return a.holes == b.holes && a.fewer_wins == b.fewer_wins;
}

uint64_t variant_holes_of(int size)
{
    uint64_t in_play = 0;
    for (int row = 0; row < size; row++)
        in_play |= ((UINT64_C(1) << size) - 1) << (8 * row);
    return ~in_play;
}

int variant_size(struct ofl_variant variant)
{
    return variant.holes == variant_holes_of(4) ? 4 : variant.holes == variant_holes_of(6) ? 6 : 8;
}

ofl_position variant_start(struct ofl_variant variant)
{
    const int low = variant_size(variant) / 2 - 1, high = low + 1;
    return (ofl_position){
        .board = {.player = bit_of(8 * low + high) | bit_of(8 * high + low),
                  .opponent = bit_of(9 * low) | bit_of(9 * high)},
        .turn = OFL_BLACK};
}

uint64_t variant_moves(struct ofl_variant variant, ofl_board board)
{
    return ofl_legal_moves(board) & ~variant.holes;
}

bool variant_is_legal(struct ofl_variant variant, ofl_board board, int move)
{
    const uint64_t moves = variant_moves(variant, board);
    if (move == OFL_PASS)
        return !moves && variant_moves(variant, ofl_swap(board));
    return move >= 0 && move < OFL_PASS && (moves >> move & 1);
}

bool variant_is_over(struct ofl_variant variant, ofl_board board)
{
    return !variant_moves(variant, board) && !variant_moves(variant, ofl_swap(board));
}

int variant_count_empties(struct ofl_variant variant, ofl_board board)
{
    return 64 - bit_count(board.player | board.opponent | variant.holes);
}

int variant_score(struct ofl_variant variant, ofl_board board, enum ofl_score_rule rule)
{
    int score = bit_count(board.player) - bit_count(board.opponent);
    const int n = rule == OFL_SCORE_RAW ? 0 : variant_count_empties(variant, board);
    score += score > 0 ? n : score < 0 ? -n : 0;
    return variant.fewer_wins ? -score : score;
}

const char *variant_illegal_reason(struct ofl_variant variant, ofl_board board, int move)
{
    if (move < 0 || move > OFL_PASS)
        return "out of board";
    if (variant_is_legal(variant, board, move))
        return NULL;
    if (variant_is_over(variant, board))
        return "game over";
    if (move == OFL_PASS)
        return "may not pass";
    if (!variant_moves(variant, board))
        return "must pass";
    return variant.holes >> move & 1                      ? "out of board"
           : (board.player | board.opponent) >> move & 1 ? "occupied"
                                                          : "no flip";
}

uint64_t variant_perft(struct ofl_variant variant, ofl_board board, int depth)
{
    uint64_t moves = variant_moves(variant, board), leaves = 0;
    if (depth <= 0 || variant_is_over(variant, board))
        return 1;
    if (!moves)
        return variant_perft(variant, ofl_swap(board), depth - 1);
    if (depth == 1)
        return (uint64_t)bit_count(moves);
    for (; moves; moves = bit_drop(moves))
        leaves += variant_perft(variant, ofl_play(board, bit_first(moves)), depth - 1);
    return leaves;
}
