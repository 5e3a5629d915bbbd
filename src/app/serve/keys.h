/* serve/keys.h - what the service itself reads of a request (docs/serve.md).
 *
 * Threads: functions touch only their arguments.
 */
#ifndef SERVE_KEYS_H
#define SERVE_KEYS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct keys {
    enum { KEYS_REQUEST, KEYS_CANCEL, KEYS_STATS } kind; /* the last two have no engine */
    int64_t deadline_ms; /* of clock_ms(); 0: none */
    bool tells;          /* progress is wanted */
};

/* Takes them out of the object, but not an "id" that is no string or number. NULL, or a sentence
 * that refuses the request. */
const char *keys_take(json_t *asked, bool may_read_files, struct keys *keys);

#endif
