/* eval/pattern_shapes.h - THE table of patterns: one row a shape.
 *
 * Everything else follows from it at build time (gen_patterns.c): the instances
 * on the board (all symmetric images of the shape that differ as sets of squares),
 * the index of a configuration, the symmetries between configurations, the
 * offsets in a weights file and the hash that file must carry.
 *
 * Squares of the image around corner a1, in the order of their ternary digits.
 * Shapes after Buro (Logistello 1997) and Zebra; a row added or dropped asks for
 * new weights, nothing else. */
#ifndef EVAL_PATTERN_SHAPES_H
#define EVAL_PATTERN_SHAPES_H

static const struct {
    const char *name, *squares;
} pattern_shapes[] = {
    {"corner 3x3", "a1b1c1a2b2c2a3b3c3"},
    {"corner 2x5", "a1b1c1d1e1a2b2c2d2e2"},
    {"edge+2X", "b2a1b1c1d1e1f1g1h1g2"},
    {"triangle", "a1b1c1d1a2b2c2a3b3a4"},
    {"edge block", "a1c1d1e1f1h1c2d2e2f2"},
    {"row 2", "a2b2c2d2e2f2g2h2"},
    {"row 3", "a3b3c3d3e3f3g3h3"},
    {"row 4", "a4b4c4d4e4f4g4h4"},
    {"diagonal 8", "a1b2c3d4e5f6g7h8"},
    {"diagonal 7", "b1c2d3e4f5g6h7"},
    {"diagonal 6", "c1d2e3f4g5h6"},
    {"diagonal 5", "d1e2f3g4h5"},
    {"diagonal 4", "e1f2g3h4"},
};

#endif
