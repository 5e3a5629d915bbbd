/* outflank/board.h - the board, the moves and the score of Othello.
 *
 * A board is two bitboards seen from the side to move: `player` holds its
 * discs, `opponent` those of the other side. Bit 0 is a1, bit 1 b1, ... bit 8
 * a2, ... bit 63 h8. Colour is not part of a board; ofl_position adds it.
 *
 * Every board whose two sets do not overlap is accepted, reachable or not
 * (no centre discs, one colour, corner handicaps, 0 or 64 discs).
 *
 * Threads: all functions are pure; call them from any thread.
 * Errors:  none; what a caller must guarantee is said at each function.
 */
#ifndef OFL_BOARD_H
#define OFL_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

typedef struct ofl_board {
    uint64_t player;   /* discs of the side to move */
    uint64_t opponent; /* discs of the other side */
} ofl_board;

enum ofl_color { OFL_BLACK = 0, OFL_WHITE = 1 };

/* A board with the colour of its side to move. */
typedef struct ofl_position {
    ofl_board board;
    enum ofl_color turn;
} ofl_position;

/* Another game on this board; {0} is Othello. 6x6 is a1..f6, 4x4 is a1..d4. Where fewer discs
 * win, the score is Othello's, negated. */
struct ofl_variant {
    uint64_t holes;  /* squares out of play: no disc lies there, none turns across them */
    bool fewer_wins;
};

enum {
    OFL_PASS = 64,    /* the only move of a side without a legal square */
    OFL_NO_MOVE = 65, /* no move at all: unknown, absent or game over */
    OFL_MAX_MOVES = 64, /* room for the legal moves of any board (34 is the most known) */
    OFL_MAX_PLIES = 128 /* room for a game: 60 squares, and a pass before each */
};

/* How a finished game is counted.
 * TOURNAMENT: empty squares go to the winner; a 13-0 wipe-out scores +64.
 * RAW: discs of the winner less discs of the loser; the same game scores +13. */
enum ofl_score_rule { OFL_SCORE_TOURNAMENT = 0, OFL_SCORE_RAW = 1 };

/* The usual start: white d4 e5, black d5 e4, black to move. */
ofl_position ofl_position_start(void);

/* True if the two sides do not share a square. */
bool ofl_board_is_valid(ofl_board board);

/* Squares where the side to move may play; 0 if it must pass or the game is over. */
uint64_t ofl_legal_moves(ofl_board board);

/* Opponent's discs turned by a disc of the side to move on `square` (0..63).
 * 0 if the square is occupied or nothing would turn: the move is not legal. */
uint64_t ofl_flips(ofl_board board, int square);

/* Exactly: `move` is a legal square, or OFL_PASS when passing is forced. */
bool ofl_is_legal(ofl_board board, int move);

/* The board after `move`, seen by the other side. `move` must be legal. */
ofl_board ofl_play(ofl_board board, int move);

/* Neither side can move. */
bool ofl_is_over(ofl_board board);

/* The same board with the other side to move. */
ofl_board ofl_swap(ofl_board board);

/* Disc difference for the side to move, counted as if the game ended here. */
int ofl_score(ofl_board board, enum ofl_score_rule rule);

int ofl_count_empties(ofl_board board);

/* Empty squares next to at least one opponent's disc (potential mobility). */
uint64_t ofl_potential_moves(ofl_board board);

/* Discs of the side to move that can be proved never to be turned again.
 * A lower bound, by full lines and an exact table of the edges
 * (Edax's and Zebra's idea of edge stability; see docs/sources.md). */
uint64_t ofl_stable_discs(ofl_board board);

/* Empty squares in the 4x4 quadrants that hold an odd number of them. */
uint64_t ofl_odd_quadrants(ofl_board board);

/* The board turned or mirrored: `symmetry` 0..7, 0 is the board itself.
 * Bit 0 mirrors left-right, bit 1 mirrors top-bottom, bit 2 (applied last)
 * exchanges rows and columns. */
ofl_board ofl_symmetry(ofl_board board, int symmetry);

/* Where `square` (0..63, or a pass, which stays) goes under `symmetry`. */
int ofl_symmetry_square(int square, int symmetry);

/* The smallest of the eight symmetric boards (player first, then opponent).
 * If `symmetry` is not NULL it receives the symmetry that leads there. */
ofl_board ofl_canonical(ofl_board board, int *symmetry);

/* Counting conventions of perft (docs/testing.md, tests/data/perft).
 * A: a pass is a ply, a finished game counts as one leaf (the usual one).
 * B: a pass is a ply, games finished earlier count nothing.
 * C: a pass is no ply, games finished earlier count nothing.
 * D: a pass is no ply, a finished game is a leaf.
 * E: as A, but the two closing passes are plies, and nothing follows. */
enum ofl_perft_rule { OFL_PERFT_A, OFL_PERFT_B, OFL_PERFT_C, OFL_PERFT_D, OFL_PERFT_E };

/* Number of leaves `depth` plies (0..60) below the board. */
uint64_t ofl_perft(ofl_board board, int depth, enum ofl_perft_rule rule);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
