/* match/match.c - implements match/match.h. */
#include "match/match.h"

#include <stdio.h>
#include <sysexits.h>

#include "base/visible.h"
#include "match/compliance.h"
#include "match/match_config.h"
#include "match/match_journal.h"
#include "match/runner.h"
#include "match/runner_files.h"

static int complain(const char *what, int code)
{
    fprintf(stderr, "outflank: match: %s\n", visible(what).text);
    return code;
}

static int run(struct match_config *config, int argc, char *const *argv)
{
    struct reason reason = {.text = ""};
    int code = EX_USAGE;
    if (!config_read(config, argc, argv, &reason) || !config_interpret(config, &reason))
        return complain(reason.text, EX_USAGE);
    if (config->is_resumed && config->out != NULL && config->n_players == 0 &&
        (!runner_recall(config, &code, &reason) || !config_interpret(config, &reason)))
        return complain(reason.text, code);
    if (config->wants_compliance)
        return config->n_players > 0 ? compliance_run(config)
                                     : complain("-compliance needs an engine: cmd=COMMAND",
                                                EX_USAGE);
    if (!config_check(config, &reason))
        return complain(reason.text, EX_USAGE);
    if (config->cpu != NULL && ofl_cpu_select(config->cpu) != OFL_OK) {
        reason_set(&reason, "this machine or build has no CPU level '%.60s'", config->cpu);
        return complain(reason.text, EX_USAGE);
    }
    return runner_play(config);
}

int match_main(int n_words, char *const *words)
{
    struct match_config config = {0};
    int code = run(&config, n_words, words);
    config_free(&config);
    return code;
}
