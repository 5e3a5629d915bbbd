/* eval/pattern_shapes.h - THE table of patterns: one row a shape.
 *
 * Everything else follows from it at build time (gen_patterns.c): the instances
 * on the board (all symmetric images of the shape that differ as sets of squares),
 * the index of a configuration, the symmetries between configurations, the
 * offsets in a weights file and the hash that file must carry.
 *
 * Squares of the image around corner a1, in the order of their digits in weights files. Digits say
 * what is on a square: own disc, empty, other disc; or, of an empty square, also who
 * may move there (pattern.h). Shapes that know moves stand behind the others.
 *
 * Shapes of discs after Buro (Logistello 1997) and Zebra, the centre after neural-reversi. Those
 * that know moves are ours: which ones, and what they are worth, docs/eval.md "Patterns that know
 * moves". A row added or dropped asks for new weights, nothing else, within 64 instances, 16 of
 * them with moves (gen_patterns.c); all are taken. */
#ifndef EVAL_PATTERN_SHAPES_H
#define EVAL_PATTERN_SHAPES_H

enum pattern_digits { PATTERN_DISCS = 3, PATTERN_MOVES = 5 }; /* kinds of square: the base */

static const struct {
    const char *name, *squares;
    enum pattern_digits digits;
} pattern_shapes[] = {
    {"corner 3x3", "a1b1c1a2b2c2a3b3c3", PATTERN_DISCS},
    {"corner 2x5", "a1b1c1d1e1a2b2c2d2e2", PATTERN_DISCS},
    {"edge+2X", "b2a1b1c1d1e1f1g1h1g2", PATTERN_DISCS},
    {"triangle", "a1b1c1d1a2b2c2a3b3a4", PATTERN_DISCS},
    {"edge block", "a1c1d1e1f1h1c2d2e2f2", PATTERN_DISCS},
    {"row 2", "a2b2c2d2e2f2g2h2", PATTERN_DISCS},
    {"row 3", "a3b3c3d3e3f3g3h3", PATTERN_DISCS},
    {"row 4", "a4b4c4d4e4f4g4h4", PATTERN_DISCS},
    {"diagonal 8", "a1b2c3d4e5f6g7h8", PATTERN_DISCS},
    {"diagonal 7", "b1c2d3e4f5g6h7", PATTERN_DISCS},
    {"diagonal 5", "d1e2f3g4h5", PATTERN_DISCS},
    {"centre", "c4d4e4f4c5d5e5f5", PATTERN_DISCS},
    {"corners of an edge", "a1b1c1f1g1h1", PATTERN_MOVES},
    {"middle of an edge", "c1d1e1f1d2e2", PATTERN_MOVES},
    {"corner", "a1b1c1a2b2a3", PATTERN_MOVES},
    {"inner corner", "b2c2d2b3c3b4", PATTERN_MOVES},
};

#endif
