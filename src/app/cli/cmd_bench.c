/* cli/cmd_bench.c - the command "bench": a signature of the search, and its speed.
 *
 * With one thread the node count is the same for every CPU level, compiler and
 * optimisation; a change of it is a change of the search. */
#include <inttypes.h>
#include <sysexits.h>
#include <outflank/notation.h>

#include "cli/json_rows.h"
#include "cli/checked_output.h"
#include "cli/commands.h"
#include "cli/watch.h"
#include "options/signals.h"
#include "request/request_bench.h"

struct bench {
    ofl_engine *engine;
    struct watch watch;
    int depth;
    bool is_quiet, wants_json;
    uint64_t nodes;
    int64_t time_us;
};

/* One thread and a fixed table, unless the user asks for something else. */
static int set_defaults(ofl_engine *engine, const struct cli_args *args)
{
    static const struct { const char *name, *value; } defaults[] = {{"threads", "1"},
                                                                    {"hash", BENCH_HASH_MIB}};
    for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++) {
        int code = 0;
        if (!cli_option_is_given(args, defaults[i].name))
            code = args_set_option(engine, defaults[i].name, defaults[i].value);
        if (code)
            return code;
    }
    return 0;
}

/* Returns 0, or the exit code that ends the run. */
static int measure(struct bench *bench, int index)
{
    struct bench_row row;
    char move[8];
    if (bench_measure(bench->engine, index, bench->depth, &row) != OFL_OK) {
        complain("bench: %s", ofl_last_error(bench->engine));
        return EX_OSERR;
    }
    if (watch_must_end(&bench->watch))
        return signals_caught() ? 128 + signals_caught() : out_flush();
    bench->nodes += row.nodes;
    bench->time_us += row.time_us;
    if (bench->wants_json && !bench->is_quiet) {
        const int code = json_print(bench_to_json(&row));
        return code ? code : out_flush();
    }
    if (!bench->is_quiet)
        out_printf("%2d  %s %2d  %-4s %+7.2f %12" PRIu64 " nodes %8.3f s\n", index + 1,
                   row.is_endgame ? "exact" : "depth", row.depth,
                   ofl_move_to_text(row.move, false, move), row.score_cd / 100.0, row.nodes,
                   (double)row.time_us / 1e6);
    return out_flush();
}

static int bench_run(const struct cli_args *args)
{
    struct bench bench = {.depth = args->depth ? args->depth : BENCH_DEPTH,
                          .is_quiet = args->quiet, .wants_json = args->json};
    int code = 0;
    bench.engine = args_create_engine(args, &code);
    if (!bench.engine)
        return code;
    code = set_defaults(bench.engine, args);
    if (!code) {
        watch_begin(&bench.watch, bench.engine);
        for (int i = 0; !code && i < N_BENCH_POSITIONS; i++)
            code = measure(&bench, i);
        watch_end(&bench.watch);
    }
    const double per_second =
        bench.time_us ? (double)bench.nodes * 1e6 / (double)bench.time_us : 0.0;
    if (!code && bench.wants_json)
        code = json_print(bench_total_to_json(bench.nodes, bench.time_us));
    else if (!code)
        out_printf("%" PRIu64 " nodes %.0f nps\n", bench.nodes, per_second);
    ofl_engine_destroy(bench.engine);
    return code;
}

const struct cli_command cmd_bench = {
    .name = "bench",
    .summary = "search fixed positions: a signature and a speed",
    .text = "Searches 24 fixed positions, the midgame ones to a fixed depth, the endgame ones to "
            "the end, with one thread unless --threads is given. The last line is \"N nodes M "
            "nps\"; N is the same for every CPU level and compiler.",
    .options = "depth|json|quiet",
    .has_engine = true,
    .run = bench_run,
};
