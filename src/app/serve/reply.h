/* serve/reply.h - the lines that a service writes (docs/serve.md).
 *
 * Threads: functions touch only their arguments.
 */
#ifndef SERVE_REPLY_H
#define SERVE_REPLY_H

#include "base/strbuf.h"
#include "request/answer.h"

/* What all lines of one request have: its id as it was written (NULL: none), and what ends each
 * line: `,"version":...}` */
struct reply_frame {
    const char *id;
    size_t id_length;
    const char *tail;
};

/* Of a request that was run. `why` (or NULL) stands in place of the answer's. */
void reply_add_answer(struct strbuf *text, const struct reply_frame *frame,
                      const struct answer *answer, const char *why);

/* Of one that was not. `of` (or NULL): the id that it is about. */
struct reply_error {
    const char *code, *message;
    size_t column; /* 0: nowhere */
    const char *of;
    size_t of_length;
};
void reply_add_error(struct strbuf *text, const struct reply_frame *frame,
                     const struct reply_error *error);

/* A result that no engine gave; takes it over. */
void reply_add_result(struct strbuf *text, const struct reply_frame *frame, const char *action,
                      json_t *result);

/* `,"version":...}` and a line end, of an object, which it takes over. NULL if there is no memory;
 * the caller frees it. */
char *reply_make_tail(json_t *provenance);

#endif
