/* board/json.h - writes a game or a position as one JSON object on a line (docs/json.md).
 *
 * Threads: functions touch only their arguments.
 */
#ifndef BOARD_JSON_H
#define BOARD_JSON_H

#include "base/strbuf.h"
#include "board/reading.h"

/* False if there is no memory; nothing is added then. */
bool json_add(struct strbuf *out, const struct reading *reading);

#endif
