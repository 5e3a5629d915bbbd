/* request/request_bench.h - one position of the fixed set, searched: a signature of the search.
 *
 * Threads: as the engine.
 */
#ifndef REQUEST_REQUEST_BENCH_H
#define REQUEST_REQUEST_BENCH_H

#include <jansson.h>
#include <outflank/engine.h>

#include "request/bench_positions.h"

struct bench_row {
    int index;         /* of the position, from 0 */
    bool is_endgame;
    int depth;         /* plies */
    int move, score_cd;
    uint64_t nodes;
    int64_t time_us;
};

/* One thread and a table of BENCH_HASH_MIB give the signature. OFL_OK, or the engine's error. */
int bench_measure(ofl_engine *engine, int index, int depth, struct bench_row *row);

/* docs/json.md: of one position; of all of them. NULL if there is no memory. */
json_t *bench_to_json(const struct bench_row *row);
json_t *bench_total_to_json(uint64_t nodes, int64_t time_us);

#endif
