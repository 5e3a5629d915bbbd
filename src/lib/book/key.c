/* book/key.c - see key.h. */
#include "book/key.h"

#include <stddef.h>

#include "base/bits.h"

bool book_key_place(ofl_board board, struct book_place *place)
{
    place->is_passed = false;
    if (!ofl_legal_moves(board)) {
        board = ofl_swap(board);
        place->is_passed = true;
        if (!ofl_legal_moves(board))
            return false;
    }
    place->key = ofl_canonical(board, &place->symmetry);
    return true;
}

/* Bits 0 and 1 mirror, bit 2 exchanges rows and columns afterwards: going back, the mirrors have
 * changed places. */
static int inverse(int symmetry)
{
    return symmetry & 4 ? 4 | (symmetry & 1) << 1 | (symmetry & 2) >> 1 : symmetry;
}

int book_key_square_back(int square, int symmetry)
{
    return ofl_symmetry_square(square, inverse(symmetry));
}

int book_key_square_there(ofl_board key, int square, int symmetry)
{
    return book_key_least_square(key, ofl_symmetry_square(square, symmetry));
}

struct book_child book_key_child(ofl_board board, int square)
{
    const ofl_board after = ofl_play(board, square);
    struct book_place place;
    struct book_child child = {0};
    if (book_key_place(after, &place)) {
        child.kind = place.is_passed ? BOOK_CHILD_PASS : BOOK_CHILD_PLAIN;
        child.board = place.key;
    } else {
        child.kind = BOOK_CHILD_OVER;
        child.score = -ofl_score(after, OFL_SCORE_TOURNAMENT);
    }
    return child;
}

static bool is_same(ofl_board a, ofl_board b)
{
    return a.player == b.player && a.opponent == b.opponent;
}

int book_key_least_square(ofl_board key, int square)
{
    int least = square;
    for (int symmetry = 1; symmetry < 8; symmetry++) {
        const int image = ofl_symmetry_square(square, symmetry);
        if (image < least && is_same(ofl_symmetry(key, symmetry), key))
            least = image;
    }
    return least;
}

uint64_t book_key_all_squares(ofl_board key, uint64_t squares)
{
    uint64_t all = squares;
    for (int symmetry = 1; symmetry < 8 && squares; symmetry++)
        if (is_same(ofl_symmetry(key, symmetry), key))
            all |= ofl_symmetry((ofl_board){squares, 0}, symmetry).player;
    return all;
}

uint64_t book_key_moves(ofl_board key)
{
    uint64_t moves = ofl_legal_moves(key), least = 0;
    while (moves) {
        const int square = bit_first(moves);
        least |= bit_of(square);
        moves &= ~book_key_all_squares(key, bit_of(square));
    }
    return least;
}

bool book_key_is_canonical(ofl_board board)
{
    return is_same(ofl_canonical(board, NULL), board);
}

int book_key_compare(ofl_board a, ofl_board b)
{
    const int64_t left[] = {ofl_count_empties(a), (int64_t)a.player, (int64_t)a.opponent};
    const int64_t right[] = {ofl_count_empties(b), (int64_t)b.player, (int64_t)b.opponent};
    for (int i = 0; i < 3; i++)
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
    return 0;
}
