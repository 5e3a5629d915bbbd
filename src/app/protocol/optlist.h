/* protocol/optlist.h - the engine's options, listed for people and programs. */
#ifndef PROTOCOL_OPTLIST_H
#define PROTOCOL_OPTLIST_H

#include <outflank/engine.h>
#include <stdbool.h>

#include "base/strbuf.h"
#include "protocol/word.h"

/* NULL if there is no such option. */
const struct ofl_option_info *optlist_find(struct word name);

/* Does this value of the option name a file of the user's? "none" does not, nor does the book that
 * is built in. */
bool optlist_is_file(const struct ofl_option_info *info, struct word value);

/* One line for each: "name NAME type int value V default D min A max B". */
void optlist_write(struct strbuf *text, ofl_engine *engine);

#endif
