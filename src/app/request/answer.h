/* request/answer.h - what comes back of a request (request/request.h). */
#ifndef REQUEST_ANSWER_H
#define REQUEST_ANSWER_H

#include <jansson.h>
#include <stdbool.h>
#include <outflank/notation.h>

/* Each as whole as what is known so far; then one result or one error. */
enum answer_kind { ANSWER_PROGRESS, ANSWER_RESULT, ANSWER_ERROR };

struct answer {
    enum answer_kind kind;
    const char *json;     /* {"message":"...","column":3} of an error */
    const char *action;   /* or NULL: there is none */
    bool has_position;
    ofl_position position; /* what it is about */
    const json_t *limits; /* as used; NULL: nothing is searched */
    bool has_failed;      /* of an error: the system did, not the request */
    const char *why;      /* it is not exact, and why; NULL: what was asked is known exactly */
};

/* Hears of each answer, from the thread that asked. What is in it lives until it returns. */
typedef void (*answer_fn)(void *user, const struct answer *answer);

#endif
