/* web/engine/entry.c - see entry.h. */
#include "entry.h"

#include <emscripten.h>
#include <stdlib.h>

#include "eval/pattern_at_start.h"
#include "request/request.h"

EM_JS(void, js_tell, (int kind, const char *json), { Module.tell(kind, UTF8ToString(json)); })

static struct requests *requests;

static void tell(void *user, const struct answer *answer)
{
    (void)user;
    js_tell((int)answer->kind, answer->json);
}

bool web_begin(void)
{
    ofl_engine *engine = pattern_at_start() ? ofl_engine_create() : NULL;
    requests = engine ? requests_begin(engine, tell, NULL) : NULL;
    return requests != NULL;
}

void *web_block(size_t size) { return malloc(size ? size : 1); }

void web_answer(char *json, size_t length, char *data, size_t data_length)
{
    request_answer(requests, json, length, data, data_length);
    free(json);
    free(data);
}

void web_stop(void)
{
    if (requests)
        request_stop(requests);
}
