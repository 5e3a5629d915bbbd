/* match/config_options.h - the options of a match: from words to settings. */
#ifndef MATCH_CONFIG_OPTIONS_H
#define MATCH_CONFIG_OPTIONS_H

#include "match/config.h"
#include "match/option.h"

/* Options in the order of the help; NULL past the last. Static storage. */
const struct match_option *match_option_at(size_t index);

/* From words to settings, anew each time. Engines may be missing. */
bool config_interpret(struct match_config *config, struct reason *reason);

/* All settings that decide the games (not -rounds, -concurrency, -out ...), as
 * one text with a LF behind each word. The caller frees it; NULL: no memory. */
char *config_signature(const struct match_config *config);

#endif
