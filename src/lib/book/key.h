/* book/key.h - under which board a position stands in a book, and what its moves lead to.
 *
 * A key is the least of the eight images of a board whose side to move can move. Boards whose side
 * must pass have no key: the board after the pass has. Links between records are not stored: the
 * children of a key are computed and looked up.
 *
 * On boards with a symmetry of their own several squares are one move: the least square stands for
 * all, and a set of squares holds all or none of them.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef BOOK_KEY_H
#define BOOK_KEY_H

#include <stdbool.h>
#include <outflank/board.h>

enum book_child_kind {
    BOOK_CHILD_PLAIN, /* the other side moves */
    BOOK_CHILD_PASS,  /* the other side passed: the same side moves again */
    BOOK_CHILD_OVER   /* the game is over */
};

struct book_child {
    enum book_child_kind kind;
    ofl_board board;  /* canonical; undefined when the game is over */
    int score;        /* whole discs, for the side that moved; only when the game is over */
};

/* Where a position stands in books: its key, and how its squares get there. */
struct book_place {
    ofl_board key;
    int symmetry;   /* ofl_symmetry() that leads from the board to the key */
    bool is_passed; /* the side to move had to pass: values are seen by the other side */
};

/* False if the game is over. `board` may be any valid one. */
bool book_key_place(ofl_board board, struct book_place *place);

/* A square of the key as a square of the board that was placed, and the other way round. */
int book_key_square_back(int square, int symmetry);
int book_key_square_there(ofl_board key, int square, int symmetry);

/* After a legal move of `board`. */
struct book_child book_key_child(ofl_board board, int square);

/* The least image of a square, and all images of a set, under the symmetries of `key` itself. */
int book_key_least_square(ofl_board key, int square);
uint64_t book_key_all_squares(ofl_board key, uint64_t squares);

/* Legal squares, one for each class of symmetry. */
uint64_t book_key_moves(ofl_board key);

bool book_key_is_canonical(ofl_board board);

/* Order of books: by empties, then the sides as signed 64-bit numbers, as SQL has them. */
int book_key_compare(ofl_board a, ofl_board b);

#endif
