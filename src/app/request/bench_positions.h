/* request/bench_positions.h - the fixed set of "outflank bench".
 *
 * Changing anything here changes the signature: say so in the commit. */
#ifndef REQUEST_BENCH_POSITIONS_H
#define REQUEST_BENCH_POSITIONS_H

#include <stdbool.h>

enum {
    BENCH_DEPTH = 10,    /* plies in the midgame positions; about 3 s in all */
    N_BENCH_POSITIONS = 24
};

/* The size of the table changes the number of nodes. */
#define BENCH_HASH_MIB "16"

struct bench_position {
    const char *text; /* ofl_position_from_text() */
    bool is_endgame;  /* solved exactly; else searched to BENCH_DEPTH */
};

extern const struct bench_position bench_positions[N_BENCH_POSITIONS];

#endif
