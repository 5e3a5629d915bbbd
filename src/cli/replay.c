/* cli/replay.c - "outflank replay": hands over to the match runner's processes. */
#include "match/replay.h"

#include "cli/command.h"

enum { TIMEOUT_MS = 60000 };

int replay_run_command(const struct cli_args *args)
{
    const struct replay replay = {
        .path = args->words[0],
        .command = args->n_words > 1 ? (const char *const *)args->words + 1 : NULL,
        .is_exact = args->has[OPT_STRICT],
        .is_quiet = args->has[OPT_QUIET],
        .wants_json = args->has[OPT_JSON],
        .timeout_ms = TIMEOUT_MS,
    };
    return replay_run(&replay);
}
