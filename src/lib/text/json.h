/* text/json.h - writes a game or a position as one JSON object on a line (docs/json.md).
 *
 * Threads: functions touch only their arguments.
 */
#ifndef TEXT_JSON_H
#define TEXT_JSON_H

#include "base/strbuf.h"
#include "text/reading.h"

/* False if there is no memory; nothing is added then. */
bool json_add(struct strbuf *out, const struct reading *reading);

#endif
