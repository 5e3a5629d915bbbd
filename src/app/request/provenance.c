/* request/provenance.c - see provenance.h. */
#include "request/provenance.h"

#include <stdio.h>
#include <stdlib.h>
#include <outflank/book.h>

#include "book/ask.h"
#include "engine/calls.h"
#include "options/release.h"
#include "request/forms.h"

static bool name_book(ofl_engine *engine, char name[20], struct reason *reason)
{
    ofl_book *book = ofl_engine_book(engine);
    uint64_t id;
    snprintf(name, 20, "none");
    if (!book)
        return true;
    if (!book_ask_id(book, &id, reason))
        return false;
    snprintf(name, 20, "%016llx", (unsigned long long)id);
    return true;
}

json_t *provenance_of(ofl_engine *engine, json_t *settings, struct reason *reason)
{
    char book[20];
    reason_set(reason, "out of memory");
    if (!name_book(engine, book, reason)) {
        json_decref(settings);
        return NULL;
    }
    return json_pack("{s:s, s:s, s:I, s:o, s:s, s:i, s:o}", "version", ofl_version(), "commit",
                     release_commit(), "signature", (json_int_t)release_signature(), "network",
                     form_network(engine_network(engine)), "book", book, "threads",
                     (int)engine_option_number(engine, "threads"), "settings", settings);
}

/* ---- what differs ---- */

static bool is_same(const json_t *kept, const json_t *now, const char *key)
{
    const json_t *a = json_object_get(kept, key), *b = json_object_get(now, key);
    return a == b || (a && b && json_equal(a, b));
}

/* `it is of weights 01ab, and this is 02cd`. */
static bool refuse(const json_t *kept, const json_t *now, const char *key, const char *what,
                   struct reason *reason)
{
    const json_t *const values[] = {json_object_get(kept, key), json_object_get(now, key)};
    char *texts[2];
    for (int i = 0; i < 2; i++)
        texts[i] = values[i] ? json_dumps(values[i], JSON_ENCODE_ANY | JSON_COMPACT |
                                                         JSON_ENSURE_ASCII | JSON_SORT_KEYS |
                                                         JSON_REAL_PRECISION(12)) : NULL;
    reason_set(reason, "it is of %s %s, and this is %s", what, texts[0] ? texts[0] : "unknown",
               texts[1] ? texts[1] : "unknown");
    free(texts[0]);
    free(texts[1]);
    return false;
}

bool provenance_is_same(const json_t *kept, const json_t *now, struct reason *reason)
{
    static const char *const keys[][2] = {
        {"schema", "schema"}, {"version", "version"}, {"signature", "signature"},
        {"network", "weights"}, {"book", "book"}, {"limits", "limits"}, {"settings", "options"}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (!is_same(kept, now, keys[i][0]))
            return refuse(kept, now, keys[i][0], keys[i][1], reason);
    return true;
}
