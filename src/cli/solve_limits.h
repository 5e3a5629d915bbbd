/* cli/solve_limits.h - what "outflank solve" asks of each position. */
#ifndef CLI_SOLVE_LIMITS_H
#define CLI_SOLVE_LIMITS_H

#include "cli/args.h"

/* From --all-moves, --wld, --window, --seconds and --nodes. Returns 0, or an exit code after
 * saying why. */
int solve_read_limits(const struct cli_args *args, struct ofl_limits *limits);

#endif
