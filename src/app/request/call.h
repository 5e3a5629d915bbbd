/* request/call.h - one request at work: what it asks, and how it is answered (request.h).
 *
 * Threads: that of the request. */
#ifndef REQUEST_CALL_H
#define REQUEST_CALL_H

#include <jansson.h>
#include <stdatomic.h>
#include <outflank/engine.h>

#include "base/reason.h"
#include "text/reading.h"
#include "request/answer.h"

struct requests {
    ofl_engine *engine;
    answer_fn tell;
    void *user;
    bool tells;             /* progress is wanted */
    atomic_bool is_stopped; /* the request at work */
};

struct call {
    struct requests *requests;
    ofl_engine *engine;
    const json_t *asked;
    const char *data;      /* of a file, or NULL */
    size_t data_length;
    struct reason reason;  /* why it is refused, or has failed */
    bool is_refused;
    size_t column;         /* in the text; 0: nowhere */
    int64_t told_ms;       /* of the last progress */
    struct answer answer;  /* what the action says of itself */
    json_t *limits;        /* of the answer; the call's */
};

/* Keeps the sentence; NULL for the action to return. */
__attribute__((format(printf, 2, 3))) json_t *call_refuse(struct call *call, const char *format,
                                                          ...);

/* What the engine says is wrong. */
json_t *call_refuse_engine(struct call *call);

/* What the answer says of itself: the limits as used, which it takes over, and why a search within
 * them is not exact (NULL: it is). `nodes` are those of the search. */
void call_set_limits(struct call *call, json_t *limits);
void call_judge(struct call *call, bool is_exact, const char *why);
bool call_lines_are_exact(const struct ofl_line *lines, int n);
const char *call_why(const struct call *call, uint64_t nodes);

/* Ends the request at work soon, if that was asked for. */
bool call_is_stopped(const struct call *call);

/* Is it time for another progress? They come about ten times a second. */
bool call_may_tell(struct call *call);
/* Takes `value` over; NULL is not told. */
void call_tell(struct call *call, json_t *value);
/* The last answer: the result, which it takes over, or why there is none. */
void call_end(struct call *call, json_t *result);

/* A number of the request, unless it is left out: false after refusing it. */
bool call_read_int(struct call *call, const char *key, int64_t min, int64_t max, int64_t *value);
/* "seconds" in ms, "nodes" and "depth", as far as the action takes them. */
bool call_read_limits(struct call *call, int64_t *time_ms, int64_t *nodes, int64_t *depth);
/* true or false; false if it is left out. */
bool call_flag(const struct call *call, const char *key);
/* A string; NULL if it is left out. */
const char *call_text(const struct call *call, const char *key);

/* "text" as one position or game. False after refusing it. */
bool call_read_game(struct call *call, struct reading *reading);

#endif
