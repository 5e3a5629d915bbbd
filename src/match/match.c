/* match/match.c - implements match/match.h. */
#include "match/match.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/visible.h"
#include "match/compliance.h"
#include "match/config_check.h"
#include "match/config_file.h"
#include "match/config_options.h"
#include "match/journal.h"
#include "match/runner.h"
#include "match/runner_files.h"

enum { CODE_USAGE = 64 };

static int complain(const char *what, int code)
{
    fprintf(stderr, "outflank: match: %s\n", visible(what).text);
    return code;
}

static int run(struct match_config *config, int argc, char **argv)
{
    struct reason reason = {.text = ""};
    int code = CODE_USAGE;
    if (!config_read(config, argc, argv, &reason) || !config_interpret(config, &reason))
        return complain(reason.text, CODE_USAGE);
    if (config->is_resumed && config->out != NULL && config->n_players == 0 &&
        (!runner_recall(config, &code, &reason) || !config_interpret(config, &reason)))
        return complain(reason.text, code);
    if (config->wants_compliance)
        return config->n_players > 0 ? compliance_run(config)
                                     : complain("-compliance needs an engine: cmd=COMMAND",
                                                CODE_USAGE);
    if (!config_check(config, &reason))
        return complain(reason.text, CODE_USAGE);
    if (config->cpu != NULL && ofl_cpu_select(config->cpu) != OFL_OK) {
        reason_set(&reason, "this machine or build has no CPU level '%.60s'", config->cpu);
        return complain(reason.text, CODE_USAGE);
    }
    return runner_play(config);
}

int match_main(int argc, char **argv)
{
    struct match_config config = {0};
    signal(SIGPIPE, SIG_IGN);
    int code = run(&config, argc - 1, argv + 1);
    config_free(&config);
    return code;
}
