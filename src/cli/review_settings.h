/* cli/review_settings.h - how "review" and "explain" search, by the options given. */
#ifndef CLI_REVIEW_SETTINGS_H
#define CLI_REVIEW_SETTINGS_H

#include "cli/args.h"
#include "review/review.h"

/* Returns 0, or an exit code after saying why. */
int review_read_settings(const struct cli_args *args, struct review_settings *settings);

/* Finished games are counted as the engine counts them. */
void review_set_rule(struct review_settings *settings, ofl_engine *engine);

#endif
