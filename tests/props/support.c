/* support.c - see props.h. */
#include <string.h>

#include "props.h"

int n_failures;

ofl_board random_position(struct rng *rng, int n_empties)
{
    for (;;) {
        ofl_board b = ofl_position_start().board;
        while (ofl_count_empties(b) > n_empties) {
            uint64_t moves = ofl_legal_moves(b);
            if (!moves) {
                b = ofl_swap(b);
                if (!(moves = ofl_legal_moves(b)))
                    break;
            }
            for (uint32_t skip = rng_below(rng, (uint32_t)bit_count(moves)); skip > 0; skip--)
                moves = bit_drop(moves);
            b = ofl_play(b, bit_first(moves));
        }
        if (ofl_count_empties(b) == n_empties && ofl_legal_moves(b))
            return b;
    }
}

int brute_score(ofl_board board, enum ofl_score_rule rule)
{
    uint64_t moves = ofl_legal_moves(board);
    if (!moves) {
        ofl_board other = ofl_swap(board);
        return ofl_legal_moves(other) ? -brute_score(other, rule) : ofl_score(board, rule);
    }
    int best = -65;
    for (; moves; moves = bit_drop(moves)) {
        int score = -brute_score(ofl_play(board, bit_first(moves)), rule);
        if (score > best)
            best = score;
    }
    return best;
}

bool line_ends_on(ofl_board board, const struct ofl_line *line, int score_cd,
                  enum ofl_score_rule rule)
{
    int sign = 1;
    for (int i = 0; i < line->pv_length; i++) {
        if (!ofl_is_legal(board, line->pv[i]))
            return false;
        board = ofl_play(board, line->pv[i]);
        sign = -sign;
    }
    return ofl_is_over(board) && 100 * sign * ofl_score(board, rule) == score_cd;
}

bool same_line(const struct ofl_line *a, const struct ofl_line *b)
{
    return a->move == b->move && a->score == b->score && a->bound == b->bound &&
           a->depth == b->depth && a->confidence == b->confidence && a->solved == b->solved &&
           a->wld == b->wld && a->pv_length == b->pv_length && a->source == b->source &&
           memcmp(a->pv, b->pv, (size_t)a->pv_length) == 0;
}

void print_board(FILE *out, ofl_board board)
{
    for (int i = 0; i < 64; i++)
        fputc(board.player >> i & 1 ? 'X' : board.opponent >> i & 1 ? 'O' : '-', out);
    fputs(" X\n", out);
}
