/* request/request.h - questions and answers as JSON, for pages and other programs.
 *
 * A request is an object with an "action" and what that takes, by the names of the command line's
 * options:
 *
 *     {"action":"analyze","text":"f5d6c3","seconds":2,"best":3}
 *
 * Answers are the objects that the command line prints (docs/json.md). One request gives any number
 * of ANSWER_PROGRESS, each as whole as what is known so far, and then one ANSWER_RESULT or one
 * ANSWER_ERROR. An error is {"message":"...","column":3}: a sentence, and where in the text. A
 * request that is refused changes nothing. web/api/outflank.d.ts lists the actions.
 *
 * Threads: one engine each; call from one thread at a time. request_stop() is for any thread, and
 *          for what `tell` calls.
 */
#ifndef REQUEST_REQUEST_H
#define REQUEST_REQUEST_H

#include <stddef.h>
#include <outflank/engine.h>

#include "request/answer.h"

struct requests;

/* Takes the engine over. NULL, and the engine is destroyed, if there is no memory. */
struct requests *requests_begin(ofl_engine *engine, answer_fn tell, void *user);
void requests_end(struct requests *requests); /* NULL: nothing */

/* The same in two steps, for who has read the object. request_ready() takes back an order to stop;
 * one that comes behind it ends the request. With `tells` the progress is told. */
void request_ready(struct requests *requests);
void request_run(struct requests *requests, const json_t *asked, const char *data,
                 size_t data_length, bool tells);

/* Answers one request. `data` are the bytes of a file, for actions that take one instead of "text";
 * NULL: none. */
void request_answer(struct requests *requests, const char *json, size_t length, const char *data,
                    size_t data_length);

/* The request at work ends soon, with what is known. Nothing is stopped if there is none. */
void request_stop(struct requests *requests);

#endif
