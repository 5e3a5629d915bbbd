/* cli/perft.c - the command "perft". */
#include <inttypes.h>
#include <string.h>
#include <sysexits.h>
#include <outflank/notation.h>

#include "base/clock.h"
#include "cli/args.h"
#include "cli/json.h"
#include "cli/output.h"
#include "cli/position.h"

int perft_run(const struct cli_args *args)
{
    int64_t depth;
    const struct number_range depths = {.max = 60};
    if (!args_read_number("perft: depth", args->words[0], &depths, &depth))
        return EX_USAGE;
    const char *rule = args->has[OPT_RULE] ? args->value[OPT_RULE] : "A";
    if (strlen(rule) != 1 || *rule < 'A' || *rule > 'E') {
        complain("--rule: expected A, B, C, D or E, found \"%s\"", rule);
        return EX_USAGE;
    }
    ofl_position position = ofl_position_start();
    const char *board = args->value[OPT_POSITION];
    if (board && !position_read("--position", board, &position))
        return EX_USAGE;
    int64_t start_us = clock_us();
    uint64_t leaves = ofl_perft(position.board, (int)depth, (enum ofl_perft_rule)(*rule - 'A'));
    double seconds = (double)(clock_us() - start_us) / 1e6;
    double per_second = seconds > 0 ? (double)leaves / seconds : 0;
    if (args->has[OPT_JSON])
        return json_print(json_pack("{s:i, s:i, s:s, s:I, s:f}", "schema", JSON_SCHEMA, "depth",
                                    (int)depth, "rule", rule, "leaves", (json_int_t)leaves,
                                    "seconds", seconds));
    out_printf("perft %d: %" PRIu64 " leaves, %.3f s, %.1f M leaves/s\n", (int)depth, leaves,
               seconds, per_second / 1e6);
    return 0;
}
