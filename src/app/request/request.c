/* request/request.c - reads requests by the table of actions, and sends answers. */
#include "request/request.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/visible.h"
#include "request/actions.h"

/* The keys that each action takes, besides "action". */
static const struct action_row {
    const char *name, *keys;
    call_action *run;
} actions[] = {
    {"analyze", "text best moves exact seconds nodes depth infinite", action_analyze},
    {"solve", "text seconds nodes ties all_moves wld", action_solve},
    {"play", "text strength loss rating level clock seconds nodes depth seed variety book",
     action_play},
    {"review", "text game exact_empties seconds nodes depth people", action_review},
    {"study", "text players drawn exact_empties seconds nodes depth", action_study},
    {"explain", "text move exact_empties seconds nodes depth beside", action_explain},
    {"evaluate", "text", action_evaluate},
    {"openings", "text", action_openings},
    {"book", "text", action_book},
    {"read", "text most", action_read},
    {"convert", "text to from record", action_convert},
    {"position", "text", action_position},
    {"svg", "text title", action_svg},
    {"perft", "text depth rule", action_perft},
    {"xot", "seed", action_xot},
    {"bench", "depth", action_bench},
    {"hello", "", action_hello},
    {"set", "hash threads weights book people cpu", action_set},
    {"new_game", "", action_new_game},
};
enum { N_ACTIONS = sizeof actions / sizeof *actions };

struct requests *requests_begin(ofl_engine *engine, answer_fn tell, void *user)
{
    struct requests *requests = calloc(1, sizeof *requests);
    if (requests)
        *requests = (struct requests){.engine = engine, .tell = tell, .user = user,
                                      .is_stopped = false};
    else
        ofl_engine_destroy(engine);
    return requests;
}

void requests_end(struct requests *requests)
{
    if (requests)
        ofl_engine_destroy(requests->engine);
    free(requests);
}

void request_stop(struct requests *requests)
{
    atomic_store(&requests->is_stopped, true);
    ofl_stop(requests->engine);
}

static bool is_listed(const char *keys, const char *key)
{
    const size_t length = strlen(key);
    for (const char *at = keys; length && (at = strstr(at, key)) != NULL; at += length)
        if ((at == keys || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

/* The row of the action, or NULL after saying what is wrong. */
static const struct action_row *find_action(struct call *call)
{
    const char *name = call_text(call, "action"), *key;
    const struct action_row *row = NULL;
    json_t *value;
    for (int i = 0; name && i < N_ACTIONS; i++)
        if (strcmp(actions[i].name, name) == 0)
            row = &actions[i];
    if (!row) {
        call_refuse(call, "action: there is no action %s",
                    name ? visible_word(name, strlen(name)).text : "in the request");
        return NULL;
    }
    json_object_foreach((json_t *)call->asked, key, value)
        if (strcmp(key, "action") != 0 && !is_listed(row->keys, key)) {
            call_refuse(call, "%s: there is no %s to be told", row->name,
                        visible_word(key, strlen(key)).text);
            return NULL;
        }
    return row;
}

void request_ready(struct requests *requests)
{
    atomic_store(&requests->is_stopped, false);
    ofl_clear_stop(requests->engine);
}

void request_run(struct requests *requests, const json_t *asked, const char *data,
                 size_t data_length, bool tells)
{
    struct call call = {.requests = requests, .engine = requests->engine, .asked = asked,
                        .data = data, .data_length = data_length, .told_ms = clock_ms(),
                        .reason = {.text = "out of memory"}};
    const struct action_row *row = NULL;
    requests->tells = tells;
    if (json_is_object(asked))
        row = find_action(&call);
    else
        call_refuse(&call, "expected a request as a JSON object");
    call.answer.action = row ? row->name : NULL;
    json_t *result = row ? row->run(&call) : NULL;
    call_end(&call, result);
    json_decref(call.limits);
}

void request_answer(struct requests *requests, const char *json, size_t length, const char *data,
                    size_t data_length)
{
    json_error_t error;
    json_t *asked = json_loadb(json, length, JSON_REJECT_DUPLICATES, &error);
    request_ready(requests);
    request_run(requests, asked, data, data_length, true);
    json_decref(asked);
}
