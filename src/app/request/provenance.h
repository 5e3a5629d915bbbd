/* request/provenance.h - which program, weights and book made a result, and with which options.
 *
 *     {"version":"0.1.0","commit":"...","signature":10248609,"network":"...","book":"none",
 *      "threads":1,"settings":{"hash":"64"}}
 *
 * docs/serve.md says what the keys mean. Answers of a service and rows of files have the same ones.
 *
 * Threads: as the engine. */
#ifndef REQUEST_PROVENANCE_H
#define REQUEST_PROVENANCE_H

#include <jansson.h>
#include <outflank/engine.h>

#include "base/reason.h"

/* What the engine is now; `settings`, which it takes over, are the options that were given. A
 * working book is read as a whole. NULL with the reason; the caller decrefs. */
json_t *provenance_of(ofl_engine *engine, json_t *settings, struct reason *reason);

/* May rows of both stand in one file? Another commit of the same release may. False with a sentence
 * that names what differs. */
bool provenance_is_same(const json_t *kept, const json_t *now, struct reason *reason);

#endif
