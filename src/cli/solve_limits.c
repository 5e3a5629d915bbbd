/* cli/solve_limits.c - implements solve_limits.h. */
#include "cli/solve_limits.h"

#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "cli/output.h"

/* "LOW:HIGH", whole discs. */
static bool read_window(const char *text, struct ofl_limits *limits)
{
    const char *colon = strchr(text, ':');
    char low_text[8];
    int64_t low, high;
    if (!colon || colon - text >= (int)sizeof low_text)
        return false;
    memcpy(low_text, text, (size_t)(colon - text));
    low_text[colon - text] = '\0';
    if (!args_read_int(low_text, -64, 64, &low) || !args_read_int(colon + 1, -64, 64, &high) ||
        low > high)
        return false;
    limits->has_window = true;
    limits->low = (int)low * 100;
    limits->high = (int)high * 100;
    return true;
}

static bool read_seconds(const char *text, struct ofl_limits *limits)
{
    char *end;
    double seconds = strtod(text, &end);
    if (*end || end == text || !(seconds >= 0.001 && seconds <= 1e6))
        return false;
    limits->move_ms = (int64_t)(seconds * 1000);
    return true;
}

static int refuse(const char *option, const char *expected, const char *found)
{
    complain("--%s: expected %s, found \"%s\"", option, expected, found);
    return EX_USAGE;
}

int solve_read_limits(const struct cli_args *args, struct ofl_limits *limits)
{
    bool wants_all = args->has[OPT_ALL_MOVES], wants_window = args->has[OPT_WINDOW];
    *limits = (struct ofl_limits){.goal = OFL_GOAL_EXACT, .multi_pv = wants_all ? OFL_MAX_MOVES : 1};
    if (args->has[OPT_WLD] && (wants_all || args->has[OPT_TIES] || wants_window)) {
        complain("--wld asks for less than --all-moves, --ties and --window: it stands alone");
        return EX_USAGE;
    }
    if (args->has[OPT_WLD])
        limits->goal = OFL_GOAL_WLD;
    if (wants_window && !read_window(args->value[OPT_WINDOW], limits))
        return refuse("window", "two scores from -64 to 64 as LOW:HIGH", args->value[OPT_WINDOW]);
    int64_t nodes = 0;
    if (args->has[OPT_NODES] && !args_read_int(args->value[OPT_NODES], 1, INT64_MAX, &nodes))
        return refuse("nodes", "a whole number from 1 on", args->value[OPT_NODES]);
    limits->nodes = (uint64_t)nodes;
    if (args->has[OPT_SECONDS] && !read_seconds(args->value[OPT_SECONDS], limits))
        return refuse("seconds", "0.001 to 1000000", args->value[OPT_SECONDS]);
    return 0;
}
