/* engine/options.h - the one table of engine options.
 *
 * A number may have a word in `choices` that stands for OPTION_AUTO: the engine then chooses. */
#ifndef ENGINE_OPTIONS_H
#define ENGINE_OPTIONS_H

#include <outflank/engine.h>

#include "base/reason.h"

enum option_id {
    OPTION_HASH, OPTION_THREADS, OPTION_LEVEL, OPTION_SELECTIVITY, OPTION_SCORE_RULE,
    OPTION_EVALUATION, OPTION_WEIGHTS, OPTION_STEADY,
    OPTION_OVERHEAD, OPTION_RESIGN, OPTION_RESIGN_MOVES, OPTION_PONDER,
    OPTION_BOOK, OPTION_BOOK_STYLE, OPTION_BOOK_LINES, OPTION_VARIETY, OPTION_CONTEMPT, OPTION_SEED,
    OPTION_STRENGTH, OPTION_LOSS, OPTION_ELO, OPTION_LOSS_MOST, OPTION_STYLE, OPTION_RATING,
    N_PUBLIC_OPTIONS, /* the rest are switches for tests: they can be set, but are not listed */
    OPTION_USE_TABLE = N_PUBLIC_OPTIONS, OPTION_USE_CACHE, OPTION_USE_ETC, OPTION_USE_STABILITY,
    OPTION_USE_PARITY, OPTION_USE_ORDERING, OPTION_USE_PROBCUT, OPTION_USE_SMALLTREE,
    OPTION_USE_EVALCACHE,
    N_OPTIONS
};

extern const struct ofl_option_info option_table[N_OPTIONS];

enum { OPTION_AUTO = -1 }; /* as a value */

/* -1 if there is no option of that name. */
int option_find(const char *name);

/* Reads `text` as a value of the option: an integer in range, discs in 1/100, on/off (1/0,
 * true/false, yes/no), or the index of a choice. False if it is none; `reason`
 * then says what is accepted. */
bool option_parse(int id, const char *text, int64_t *value, struct reason *reason);

/* The value as text, into out[32]. */
const char *option_format(int id, int64_t value, char *out);

#endif
