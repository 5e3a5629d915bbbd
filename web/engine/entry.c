/* web/engine/entry.c - see entry.h. */
#include "entry.h"

#include <emscripten.h>
#include <stdlib.h>

#include "eval/packed_weights.h"
#include "request/request.h"

EM_JS(void, js_tell, (int kind, const char *json), { Module.tell(kind, UTF8ToString(json)); })

EM_JS(void, js_take, (const uint8_t *bytes, size_t n),
      { Module.takeUnpacked(HEAPU8.slice(bytes, bytes + n)); })

static struct requests *requests;

static void tell(void *user, const struct answer *answer)
{
    (void)user;
    js_tell((int)answer->kind, answer->json);
}

bool web_begin(void)
{
    ofl_engine *engine = ofl_engine_create();
    requests = engine ? requests_begin(engine, tell, NULL) : NULL;
    return requests != NULL;
}

void *web_block(size_t size) { return malloc(size ? size : 1); }

void web_unpack(uint8_t *bytes, size_t length)
{
    size_t size = 0;
    struct reason reason;
    uint8_t *unpacked =
        weights_are_packed(bytes, length) ? weights_unpack(bytes, length, &size, &reason) : NULL;
    if (unpacked)
        js_take(unpacked, size);
    free(unpacked);
    free(bytes);
}

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
