/* match/config_engine.h - what is said about an engine: the keys of -engine and -each. */
#ifndef MATCH_CONFIG_ENGINE_H
#define MATCH_CONFIG_ENGINE_H

#include "match/match_config.h"
#include "options/row.h"

/* The keys, in the order of the help; NULL past the last. Static storage. */
const struct option_row *match_engine_key_at(size_t index);

/* Adds an engine; `each` are the words of all -each, applied first. */
bool config_add_engine(struct match_config *config, const struct config_words *each,
                       const struct config_word *words, size_t n, struct reason *reason);

/* Fills in an engine's defaults, and refuses what it cannot play. */
bool config_check_engine(struct match_config *config, struct player_config *player,
                         struct reason *reason);

#endif
