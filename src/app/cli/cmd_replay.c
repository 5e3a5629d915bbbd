/* cli/cmd_replay.c - "outflank replay": hands over to the match runner's processes. */
#include "match/session_replay.h"

#include <limits.h>

#include "cli/commands.h"

static int run(const struct cli_args *args)
{
    const struct replay replay = {
        .path = args->words[0],
        .command = args->n_words > 1 ? (const char *const *)args->words + 1 : NULL,
        .is_exact = args->strict,
        .is_quiet = args->quiet,
        .wants_json = args->json,
        .timeout_ms = (int)args->timeout_ms,
    };
    return replay_run(&replay);
}

const struct cli_command cmd_replay = {
    .name = "replay",
    .arguments = "FILE [COMMAND ...]",
    .summary = "play a recorded session again and tell where answers differ",
    .text = "FILE is what --log wrote. Its lines are sent to this program, started as the record "
            "says, or to the engine that COMMAND starts; each answer is compared with the recorded "
            "one. Numbers that the speed of a machine decides may differ, unless --strict is "
            "given. The exit status is 1 if answers differ.",
    .options = "strict|timeout|json|quiet",
    .takes_files = true,
    .min_words = 1,
    .max_words = INT_MAX,
    .run = run,
};
