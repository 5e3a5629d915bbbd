/* cli/replay.c - "outflank replay": hands over to the match runner's processes. */
#include "match/replay.h"

#include <sysexits.h>

#include "cli/args.h"
#include "cli/command.h"

int replay_run_command(const struct cli_args *args)
{
    static const struct number_range seconds = {
        .min = 100, .max = INT64_C(1000000000), .decimals = 3, .unit = "seconds"};
    int64_t timeout_ms = 60000;
    if (args->has[OPT_TIMEOUT] &&
        !args_read_number("--timeout", args->value[OPT_TIMEOUT], &seconds, &timeout_ms))
        return EX_USAGE;
    const struct replay replay = {
        .path = args->words[0],
        .command = args->n_words > 1 ? (const char *const *)args->words + 1 : NULL,
        .is_exact = args->has[OPT_STRICT],
        .is_quiet = args->has[OPT_QUIET],
        .wants_json = args->has[OPT_JSON],
        .timeout_ms = (int)timeout_ms,
    };
    return replay_run(&replay);
}
