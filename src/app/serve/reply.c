/* serve/reply.c - see reply.h. */
#include "serve/reply.h"

#include <stdlib.h>
#include <string.h>

#include "text/json_build.h"

static void begin(struct strbuf *text, const struct reply_frame *frame, const char *type,
                  const char *action)
{
    strbuf_addf(text, "{\"schema\":%d,\"id\":", JSON_SCHEMA);
    strbuf_add_bytes(text, frame->id_length ? frame->id : "null",
                     frame->id_length ? frame->id_length : strlen("null"));
    strbuf_addf(text, ",\"type\":\"%s\"", type);
    if (action)
        strbuf_addf(text, ",\"action\":\"%s\"", action);
}

/* Any sentence, as a string of JSON. */
static void add_string(struct strbuf *text, const char *sentence)
{
    char *quoted = json_to_text(json_string(sentence));
    strbuf_add(text, quoted ? quoted : "\"out of memory\"");
    free(quoted);
}

void reply_add_answer(struct strbuf *text, const struct reply_frame *frame,
                      const struct answer *answer, const char *why)
{
    static const char *const types[] = {"progress", "result", "error"};
    const bool is_error = answer->kind == ANSWER_ERROR;
    char *limits = answer->limits ? json_to_text(json_incref((json_t *)answer->limits)) : NULL;
    begin(text, frame, types[answer->kind], answer->action);
    if (answer->has_position) {
        char board[OFL_BOARD_TEXT];
        strbuf_addf(text, ",\"position\":\"%s\"",
                    ofl_position_to_text(answer->position, board));
    }
    if (is_error) /* {"message":...}: the code goes into it */
        strbuf_addf(text, ",\"error\":{\"code\":\"%s\",%s",
                    answer->has_failed ? "failed" : "refused", answer->json + 1);
    else
        strbuf_add(text, ",\"result\":");
    if (!is_error)
        strbuf_add(text, answer->json);
    if (limits) {
        strbuf_add(text, ",\"limits\":");
        strbuf_add(text, limits);
    }
    why = why ? why : answer->kind == ANSWER_PROGRESS ? "progress" : answer->why;
    if (!is_error && why)
        strbuf_addf(text, ",\"exact\":false,\"why\":\"%s\"", why);
    else if (!is_error)
        strbuf_add(text, ",\"exact\":true");
    strbuf_add(text, frame->tail);
    free(limits);
}

void reply_add_error(struct strbuf *text, const struct reply_frame *frame,
                     const struct reply_error *error)
{
    begin(text, frame, "error", NULL);
    if (error->of) {
        strbuf_add(text, ",\"of\":");
        strbuf_add_bytes(text, error->of, error->of_length);
    }
    strbuf_addf(text, ",\"error\":{\"code\":\"%s\",\"message\":", error->code);
    add_string(text, error->message);
    if (error->column)
        strbuf_addf(text, ",\"column\":%zu", error->column);
    strbuf_add(text, "}");
    strbuf_add(text, frame->tail);
}

void reply_add_result(struct strbuf *text, const struct reply_frame *frame, const char *action,
                      json_t *result)
{
    char *json = json_to_text(result);
    begin(text, frame, "result", action);
    strbuf_add(text, ",\"result\":");
    strbuf_add(text, json ? json : "null");
    strbuf_add(text, ",\"exact\":true");
    strbuf_add(text, frame->tail);
    free(json);
}

char *reply_make_tail(json_t *provenance)
{
    char *text = json_to_text(provenance);
    const size_t length = text ? strlen(text) : 0;
    char *tail = text ? malloc(length + 2) : NULL;
    if (tail) {
        memcpy(tail, text, length);
        memcpy(tail + length, "\n", 2);
        tail[0] = ',';
    }
    free(text);
    return tail;
}
