/* cli/review_settings.c - implements review_settings.h. */
#include "cli/review_settings.h"

#include <string.h>
#include <sysexits.h>

/* A number of the option, if it was given; false after saying what is wrong with it. */
static bool read_one(const struct cli_args *args, enum cli_option_id id, const char *what,
                     struct number_range range, int64_t *value)
{
    return !args->has[id] || args_read_number(what, args->value[id], &range, value);
}

int review_read_settings(const struct cli_args *args, struct review_settings *settings)
{
    const bool is_limited = args->has[OPT_SECONDS] || args->has[OPT_NODES];
    const bool has_level = args_has_setting(args, "level");
    int64_t depth = is_limited || has_level ? 0 : REVIEW_DEPTH, empties = REVIEW_EXACT_EMPTIES;
    int64_t ms = 0, nodes = 0;
    if (!read_one(args, OPT_DEPTH, "--depth", (struct number_range){.min = 1, .max = 60}, &depth) ||
        !read_one(args, OPT_EXACT_EMPTIES, "--exact-empties", (struct number_range){.max = 60},
                  &empties) ||
        !read_one(args, OPT_NODES, "--nodes", (struct number_range){.min = 1, .max = INT64_MAX},
                  &nodes) ||
        !read_one(args, OPT_SECONDS, "--seconds",
                  (struct number_range){.min = 1, .max = INT64_C(1000000000), .decimals = 3,
                                        .unit = "seconds"}, &ms))
        return EX_USAGE;
    *settings = (struct review_settings){.depth = (int)depth, .exact_empties = (int)empties,
                                         .move_ms = ms, .nodes = (uint64_t)nodes};
    return 0;
}

void review_set_rule(struct review_settings *settings, ofl_engine *engine)
{
    const char *rule = ofl_get_option(engine, "score-rule");
    settings->rule = rule && strcmp(rule, "raw") == 0 ? OFL_SCORE_RAW : OFL_SCORE_TOURNAMENT;
}
