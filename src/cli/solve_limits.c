/* cli/solve_limits.c - implements solve_limits.h. */
#include "cli/solve_limits.h"

#include <string.h>
#include <sysexits.h>

#include "cli/output.h"

/* "LOW:HIGH", whole discs. */
static bool read_window(const char *text, struct ofl_limits *limits)
{
    const char *colon = strchr(text, ':');
    int64_t low, high;
    if (!colon || !number_read_int(text, (size_t)(colon - text), -64, 64, &low, NULL) ||
        !number_read_int(colon + 1, NUMBER_TO_NUL, -64, 64, &high, NULL) || low > high) {
        complain("--window: expected two scores from -64 to 64 as LOW:HIGH, found \"%s\"", text);
        return false;
    }
    limits->has_window = true;
    limits->low = (int)low * 100;
    limits->high = (int)high * 100;
    return true;
}

int solve_read_limits(const struct cli_args *args, struct ofl_limits *limits)
{
    bool wants_all = args->has[OPT_ALL_MOVES], wants_window = args->has[OPT_WINDOW];
    *limits = (struct ofl_limits){.goal = OFL_GOAL_EXACT,
                                  .multi_pv = wants_all ? OFL_MAX_MOVES : 1};
    if (args->has[OPT_WLD] && (wants_all || args->has[OPT_TIES] || wants_window)) {
        complain("--wld asks for less than --all-moves, --ties and --window: it stands alone");
        return EX_USAGE;
    }
    if (args->has[OPT_WLD])
        limits->goal = OFL_GOAL_WLD;
    if (wants_window && !read_window(args->value[OPT_WINDOW], limits))
        return EX_USAGE;
    const struct number_range counts = {.min = 1, .max = INT64_MAX};
    const struct number_range seconds = {.min = 1, .max = INT64_C(1000000000), .decimals = 3,
                                         .unit = "seconds", .cuts_decimals = true};
    int64_t nodes = 0;
    if (args->has[OPT_NODES] &&
        !args_read_number("--nodes", args->value[OPT_NODES], &counts, &nodes))
        return EX_USAGE;
    limits->nodes = (uint64_t)nodes;
    if (args->has[OPT_SECONDS] &&
        !args_read_number("--seconds", args->value[OPT_SECONDS], &seconds, &limits->move_ms))
        return EX_USAGE;
    return 0;
}
