/* board/board.c - implements outflank/board.h by the kernel in force. */
#include <outflank/board.h>
#include <outflank/notation.h>

#include <string.h>

#include "base/bits.h"
#include "board/board_check.h"
#include "board/squares.h"
#include "isa/kernel.h"

ofl_position ofl_position_start(void)
{
    return (ofl_position){
        .board = {.player = bit_of(28) | bit_of(35), .opponent = bit_of(27) | bit_of(36)},
        .turn = OFL_BLACK,
    };
}

bool ofl_board_is_valid(ofl_board board) { return (board.player & board.opponent) == 0; }

uint64_t ofl_legal_moves(ofl_board board) { return kernel()->legal_moves(board); }

uint64_t ofl_flips(ofl_board board, int square)
{
    if (square < 0 || square > 63 || (board.player | board.opponent) & bit_of(square))
        return 0;
    return kernel()->flips(board, square);
}

bool ofl_is_legal(ofl_board board, int move)
{
    if (move == OFL_PASS)
        return !ofl_legal_moves(board) && ofl_legal_moves(ofl_swap(board));
    return ofl_flips(board, move) != 0;
}

ofl_board ofl_swap(ofl_board board)
{
    return (ofl_board){.player = board.opponent, .opponent = board.player};
}

ofl_board ofl_play(ofl_board board, int move)
{
    if (move == OFL_PASS) /* which holes make legal on other boards than Othello's */
        return ofl_swap(board);
    assert(ofl_is_legal(board, move));
    uint64_t flips = ofl_flips(board, move);
    return (ofl_board){
        .player = board.opponent & ~flips,
        .opponent = board.player | flips | bit_of(move),
    };
}

bool ofl_is_over(ofl_board board)
{
    return !ofl_legal_moves(board) && !ofl_legal_moves(ofl_swap(board));
}

int ofl_score(ofl_board board, enum ofl_score_rule rule)
{
    int own = bit_count(board.player), other = bit_count(board.opponent);
    int difference = own - other;
    if (rule == OFL_SCORE_TOURNAMENT && difference)
        difference += difference > 0 ? 64 - own - other : own + other - 64;
    return difference;
}

int ofl_count_empties(ofl_board board) { return 64 - bit_count(board.player | board.opponent); }

uint64_t ofl_potential_moves(ofl_board board) { return kernel()->potential_moves(board); }

uint64_t ofl_stable_discs(ofl_board board) { return kernel()->stable_discs(board); }

uint64_t ofl_odd_quadrants(ofl_board board)
{
    return squares_in_odd_quadrants(~(board.player | board.opponent));
}

static uint64_t symmetry_of(uint64_t b, int symmetry)
{
    if (symmetry & 1)
        b = bit_mirror_columns(b);
    if (symmetry & 2)
        b = bit_mirror_rows(b);
    return symmetry & 4 ? bit_transpose(b) : b;
}

ofl_board ofl_symmetry(ofl_board board, int symmetry)
{
    assert(symmetry >= 0 && symmetry <= 7);
    return (ofl_board){symmetry_of(board.player, symmetry), symmetry_of(board.opponent, symmetry)};
}

int ofl_symmetry_square(int square, int symmetry)
{
    assert(symmetry >= 0 && symmetry <= 7);
    if (square < 0 || square > 63)
        return square;
    if (symmetry & 1)
        square ^= 7;
    if (symmetry & 2)
        square ^= 56;
    return symmetry & 4 ? square >> 3 | (square & 7) << 3 : square;
}

ofl_board ofl_canonical(ofl_board board, int *symmetry)
{
    ofl_board best = board;
    int best_symmetry = 0;
    for (int s = 1; s < 8; s++) {
        ofl_board turned = ofl_symmetry(board, s);
        if (turned.player < best.player ||
            (turned.player == best.player && turned.opponent < best.opponent)) {
            best = turned;
            best_symmetry = s;
        }
    }
    if (symmetry)
        *symmetry = best_symmetry;
    return best;
}

uint64_t ofl_perft(ofl_board board, int depth, enum ofl_perft_rule rule)
{
    assert(check_sides(board.player, board.opponent) && depth >= 0 && depth <= 60);
    return kernel()->perft(board, depth, rule);
}

const char *ofl_move_to_text(int move, bool upper, char out[8])
{
    if (move >= 0 && move < 64) {
        out[0] = (char)((upper ? 'A' : 'a') + (move & 7));
        out[1] = (char)('1' + (move >> 3));
        out[2] = '\0';
    } else {
        memcpy(out, move == OFL_PASS ? (upper ? "PASS" : "pass") : (upper ? "NONE" : "none"), 5);
    }
    return out;
}
