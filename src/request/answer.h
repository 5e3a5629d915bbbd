/* request/answer.h - what comes back of a request (request/request.h). */
#ifndef REQUEST_ANSWER_H
#define REQUEST_ANSWER_H

/* Each as whole as what is known so far; then one result or one error. */
enum answer_kind { ANSWER_PROGRESS, ANSWER_RESULT, ANSWER_ERROR };

/* Hears of each answer, from the thread that asked. The text lives until it returns. */
typedef void (*answer_fn)(void *user, enum answer_kind kind, const char *json);

#endif
