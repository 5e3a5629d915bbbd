/* match/config_check.h - the last look at the settings before a match. */
#ifndef MATCH_CONFIG_CHECK_H
#define MATCH_CONFIG_CHECK_H

#include "match/config.h"

/* Fills in what was left out, and refuses what cannot be played. */
bool config_check(struct match_config *config, struct reason *reason);

#endif
