/* train/irregular.c - see irregular.h. */
#include "train/irregular.h"

#include <outflank/game.h>

#include "base/bits.h"
#include "board/squares.h"

#define FILE_A UINT64_C(0x0101010101010101)
#define FILE_H (FILE_A << 7)
#define EDGES (FILE_A | FILE_H | UINT64_C(0xFF000000000000FF))

static const char *const names[IRREGULAR_KINDS] = {
    "handicap", "given", "edges", "sparse", "scattered", "cluster", "edited", "lopsided",
};

const char *irregular_name(enum irregular_kind kind) { return names[kind]; }

/* least .. most */
static int between(struct rng *rng, int least, int most)
{
    return least + (int)rng_below(rng, (uint32_t)(most - least) + 1);
}

static int random_square(struct rng *rng, uint64_t squares)
{
    for (int skip = between(rng, 0, bit_count(squares) - 1); skip > 0; skip--)
        squares = bit_drop(squares);
    return bit_first(squares);
}

/* A disc on the square, the player's in `percent` of the cases. */
static void put(struct rng *rng, ofl_board *board, int square, int percent)
{
    if (between(rng, 0, 99) < percent)
        board->player |= bit_of(square);
    else
        board->opponent |= bit_of(square);
}

/* n discs on empty squares of `squares`, or as many as there is room for. */
static void fill(struct rng *rng, ofl_board *board, uint64_t squares, int n, int percent)
{
    for (; n > 0; n--) {
        const uint64_t room = squares & ~(board->player | board->opponent);
        if (!room)
            return;
        put(rng, board, random_square(rng, room), percent);
    }
}

/* How one-sided the colours of a board are, in percent of the player's. */
static int random_percent(struct rng *rng)
{
    return between(rng, 0, 2) == 0 ? 100 * between(rng, 0, 1) : between(rng, 15, 85);
}

static uint64_t beside(uint64_t discs)
{
    const uint64_t rows = discs | (discs << 1 & ~FILE_A) | (discs >> 1 & ~FILE_H);
    return (rows | rows << 8 | rows >> 8) & ~discs;
}

/* Discs on n squares of the centre and beside. */
static ofl_board cluster(struct rng *rng, int n)
{
    const uint64_t centre = UINT64_C(0x0000001818000000);
    const int percent = between(rng, 20, 80);
    ofl_board board = {0, 0};
    put(rng, &board, random_square(rng, centre), percent);
    for (int i = 1; i < n; i++)
        put(rng, &board, random_square(rng, beside(board.player | board.opponent)), percent);
    return board;
}

/* The legal move that turns most (or fewest) discs. */
static int extreme_move(ofl_board board, uint64_t moves, bool is_most)
{
    int best = bit_first(moves), best_n = -1;
    for (; moves; moves = bit_drop(moves)) {
        const int n = bit_count(ofl_flips(board, bit_first(moves)));
        if (best_n < 0 || (is_most ? n > best_n : n < best_n)) {
            best = bit_first(moves);
            best_n = n;
        }
    }
    return best;
}

/* Random moves; with `odd_side` 0 or 1 that side plays extreme ones in three of four moves. */
static ofl_board random_game(struct rng *rng, int n_plies, int odd_side, bool is_most)
{
    ofl_board board = ofl_position_start().board;
    for (int side = 0; n_plies > 0 && !ofl_is_over(board); n_plies--, side ^= 1) {
        const uint64_t moves = ofl_legal_moves(board);
        int move = OFL_PASS;
        if (moves && side == odd_side && between(rng, 0, 3) > 0)
            move = extreme_move(board, moves, is_most);
        else if (moves)
            move = random_square(rng, moves);
        board = ofl_play(board, move);
    }
    return board;
}

/* Takes a disc away, turns one or adds one. */
static void edit(struct rng *rng, ofl_board *board)
{
    const uint64_t discs = board->player | board->opponent;
    const int what = between(rng, 0, 2);
    if (what == 0 || !discs) {
        fill(rng, board, ~discs, 1, 50);
        return;
    }
    const uint64_t disc = bit_of(random_square(rng, discs));
    const bool is_own = (board->player & disc) != 0;
    board->player &= ~disc;
    board->opponent &= ~disc;
    if (what == 1)
        *(is_own ? &board->opponent : &board->player) |= disc;
}

static ofl_board draw(struct rng *rng, enum irregular_kind kind)
{
    ofl_board board = ofl_position_start().board;
    switch (kind) {
    case IRREGULAR_HANDICAP:
        fill(rng, &board, SQUARES_CORNERS, between(rng, 1, 4), 100 * between(rng, 0, 1));
        break;
    case IRREGULAR_GIVEN:
        fill(rng, &board, ~UINT64_C(0), between(rng, 1, 8), random_percent(rng));
        break;
    case IRREGULAR_EDGES:
        fill(rng, &board, EDGES, between(rng, 2, 20), random_percent(rng));
        break;
    case IRREGULAR_SPARSE:
        board = (ofl_board){0, 0};
        fill(rng, &board, ~UINT64_C(0), between(rng, 3, 12), between(rng, 25, 75));
        break;
    case IRREGULAR_SCATTERED:
        board = (ofl_board){0, 0};
        fill(rng, &board, ~UINT64_C(0), between(rng, 10, 56), between(rng, 20, 80));
        break;
    case IRREGULAR_CLUSTER:
        board = cluster(rng, between(rng, 5, 56));
        break;
    case IRREGULAR_EDITED:
        board = random_game(rng, between(rng, 4, 50), -1, false);
        for (int n = between(rng, 1, 8); n > 0; n--)
            edit(rng, &board);
        break;
    case IRREGULAR_LOPSIDED:
    case IRREGULAR_KINDS:
        board = random_game(rng, between(rng, 8, 50), between(rng, 0, 1), between(rng, 0, 1));
        break;
    }
    return between(rng, 0, 1) ? board : ofl_swap(board);
}

ofl_board irregular_board(struct rng *rng, enum irregular_kind kind)
{
    for (;;) {
        const ofl_board board = draw(rng, kind);
        if (board.player && board.opponent && ofl_legal_moves(board))
            return board;
    }
}
