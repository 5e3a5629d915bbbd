/* match/cassio_line.h - a result line of Cassio's protocol, as Cassio reads it. */
#ifndef MATCH_CASSIO_LINE_H
#define MATCH_CASSIO_LINE_H

#include <stdint.h>

struct cassio_result {
    int move;      /* square or OFL_PASS */
    int depth;     /* plies */
    double value;  /* discs, for the side to move: the middle of its bounds */
    uint64_t nodes;
};

/* Reads "BOARD, move M, depth N, @P%, VALUE, MOVES, node N, time T". Returns NULL, or what is wrong
 * with the line (static text). */
const char *cassio_read_result(const char *line, struct cassio_result *result);

#endif
