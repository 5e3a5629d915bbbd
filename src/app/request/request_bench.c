/* request/request_bench.c - see request_bench.h; and the request "bench". */
#include "request/request_bench.h"

#include <string.h>
#include <outflank/notation.h>

#include "base/clock.h"
#include "text/json_build.h"
#include "request/actions.h"

int bench_measure(ofl_engine *engine, int index, int depth, struct bench_row *row)
{
    const struct bench_position *position = &bench_positions[index];
    ofl_position read;
    struct ofl_result result;
    ofl_position_from_text(position->text, strlen(position->text), &read, NULL, NULL);
    struct ofl_limits limits = {.goal = OFL_GOAL_EXACT};
    if (!position->is_endgame)
        limits = (struct ofl_limits){.depth = depth, .strict_depth = true};
    ofl_new_game(engine);
    const int64_t start_us = clock_us();
    const int error = ofl_search(engine, read.board, &limits, &result);
    if (error)
        return error;
    *row = (struct bench_row){
        .index = index, .is_endgame = position->is_endgame,
        .depth = position->is_endgame ? ofl_count_empties(read.board) : depth,
        .move = result.lines[0].move, .score_cd = result.lines[0].score, .nodes = result.nodes,
        .time_us = clock_us() - start_us};
    return OFL_OK;
}

json_t *bench_to_json(const struct bench_row *row)
{
    char move[8];
    return json_pack("{s:i, s:i, s:s, s:i, s:s, s:f, s:I, s:f}", "schema", JSON_SCHEMA,
                     "index", row->index + 1, "kind", row->is_endgame ? "exact" : "depth", "depth",
                     row->depth, "move", ofl_move_to_text(row->move, false, move), "score",
                     row->score_cd / 100.0, "nodes", (json_int_t)row->nodes, "seconds",
                     (double)row->time_us / 1e6);
}

json_t *bench_total_to_json(uint64_t nodes, int64_t time_us)
{
    return json_pack("{s:i, s:{s:I, s:f, s:f}}", "schema", JSON_SCHEMA, "total", "nodes",
                     (json_int_t)nodes, "seconds", (double)time_us / 1e6, "nodes_per_second",
                     time_us ? (double)nodes * 1e6 / (double)time_us : 0.0);
}

/* On the table of the signature; the engine's own comes back. */
json_t *action_bench(struct call *call)
{
    char hash[32];
    int64_t depth = BENCH_DEPTH, time_us = 0;
    uint64_t nodes = 0;
    int error = OFL_OK;
    if (!call_read_int(call, "depth", 1, 60, &depth))
        return NULL;
    strncpy(hash, ofl_get_option(call->engine, "hash"), sizeof hash - 1);
    hash[sizeof hash - 1] = '\0';
    error = ofl_set_option(call->engine, "hash", BENCH_HASH_MIB);
    for (int i = 0; i < N_BENCH_POSITIONS && !error; i++) {
        struct bench_row row;
        error = bench_measure(call->engine, i, (int)depth, &row);
        if (!error && call_is_stopped(call))
            break;
        nodes += error ? 0 : row.nodes;
        time_us += error ? 0 : row.time_us;
        if (!error)
            call_tell(call, bench_to_json(&row));
    }
    if (error)
        call_refuse_engine(call);
    call_judge(call, !call_is_stopped(call), "stopped");
    ofl_set_option(call->engine, "hash", hash);
    return error ? NULL : bench_total_to_json(nodes, time_us);
}
