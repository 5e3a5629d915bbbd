/* cli/cmd_match.c - "outflank match": hands its words over to the match runner. */
#include "match/match.h"

#include <limits.h>

#include "cli/commands.h"
#include "match/match_config.h"

/* The options of the match, then the keys that describe an engine. */
static bool match_row_at(size_t index, struct option_row *option)
{
    const struct option_row *row = match_option_at(index);
    if (row)
        *option = *row;
    return row != NULL;
}

static int match_run(const struct cli_args *args)
{
    return match_main(args->n_words, (char *const *)args->words);
}

const struct cli_command cmd_match = {
    .name = "match",
    .arguments = "-engine KEY=VALUE... -engine KEY=VALUE...",
    .summary = "play engines against each other and tell who is stronger",
    .text = "Plays games between engines that speak GTP, NBoard, UCI, Edax's console or Cassio's "
            "protocol, or between versions of this program, with SPRT, journal and resume; or "
            "checks one engine (--compliance). Its options follow the command and take one dash or "
            "two (docs/match.md).\n\n"
            "Exit status: 0 played, without a fault, and with --sprt H1 accepted; 1 H0 accepted or "
            "nothing decided; 2 games were lost by a crash, a disconnect, a stall, a protocol "
            "error, an illegal move or time.",
    .own_option_at = match_row_at,
    .max_words = INT_MAX,
    .run = match_run,
};
