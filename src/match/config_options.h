/* match/config_options.h - the table of options, for the parts of config.h. */
#ifndef MATCH_CONFIG_OPTIONS_H
#define MATCH_CONFIG_OPTIONS_H

#include "match/config.h"
#include "match/match.h"

/* True if `word` is the option `name`, with one dash or two. */
bool config_is_option(const char *word, const char *name);

/* True if the word begins an option: a dash and a letter. */
bool config_begins_option(const char *word);

/* "key=value": compares the key; *value then points behind the '='. */
bool config_is_key(const char *word, const char *key, const char **value);

#endif
