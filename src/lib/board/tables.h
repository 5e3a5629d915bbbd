/* board/tables.h - constant tables, made at build time by gen_tables.c. */
#ifndef BOARD_TABLES_H
#define BOARD_TABLES_H

#include <stdint.h>

/* [own * 256 + other]: discs of own on one edge that can never be turned, whatever
 * is played on that edge (exact; 0 where the two overlap). */
extern const uint8_t edge_stability[256 * 256];

/* [at][line]: discs turned by a disc at `at` on a full line where `line` holds the
 * mover's discs and every other square the opponent's. */
extern const uint8_t last_flips[8][256];

/* The same, and 256 times what a disc of the other side there would turn. */
extern const uint16_t last_flips_both[8][256];

/* Squares seen from a square: first the four rays to higher squares (+1 +8 +7 +9),
 * then the four to lower ones (-1 -8 -7 -9). */
extern const uint64_t ray_masks[64][8];

/* For vectors of a board and its reverse (board/pair_neon.h): the same four axes, [0] towards
 * higher squares, [1] towards lower ones with the order of all bits reversed; a disc alike. */
extern const uint64_t ray_pairs[64][4][2];
extern const uint64_t disc_pairs[64][2];

/* Both diagonals through a square, itself included: +7 direction, then +9. */
extern const uint64_t diagonal_masks[64][2];

/* The columns of these diagonals, the square's own left out. */
extern const uint8_t diagonal_columns[64][2];

extern const uint64_t neighbour_masks[64];

/* Orders in which four empty squares are searched, by their quadrants: those alone in their
 * quadrant first, then those of threes, then pairs and fours; after each of them the other
 * three, a lone one first. [bits 0-2: squares 0..2 lie in other columns of quadrants than
 * square 3; bits 3-5: in other rows]: four bytes, each four places of two bits. */
extern const uint32_t parity_orders[64];

#endif
