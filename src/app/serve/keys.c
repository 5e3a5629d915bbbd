/* serve/keys.c - see keys.h. */
#include "serve/keys.h"

#include <string.h>

#include "base/clock.h"

static bool is_one_of(const char *name, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static const char *take_deadline(json_t *asked, struct keys *keys)
{
    enum { MOST = 1000000, MS = 1000 };
    const json_t *deadline = json_object_get(asked, "deadline");
    const double ms = json_number_value(deadline) * MS;
    if (!deadline)
        return NULL;
    if (!json_is_number(deadline) || !(ms >= 1) || !(ms <= (double)MOST * MS))
        return "deadline: expected a number from 0.001 to 1000000";
    keys->deadline_ms = clock_ms() + (int64_t)ms;
    json_object_del(asked, "deadline");
    return NULL;
}

static const char *take_progress(json_t *asked, struct keys *keys)
{
    const json_t *progress = json_object_get(asked, "progress");
    if (progress && !json_is_boolean(progress))
        return "progress: expected true or false";
    keys->tells = json_is_true(progress);
    json_object_del(asked, "progress");
    return NULL;
}

/* A file stays in the object. */
static const char *check_file(const json_t *asked, const char *action, bool may_read_files)
{
    static const char *const takers[] = {"review", "study", "read", "convert"};
    const json_t *file = json_object_get(asked, "file");
    if (!file)
        return NULL;
    if (!may_read_files)
        return "file: the service reads no files; it does with --allow-files";
    if (!is_one_of(action, takers, sizeof takers / sizeof *takers))
        return "file: only review, study, read and convert take one";
    return json_is_string(file) && !json_object_get(asked, "text")
               ? NULL : "file: expected a name, and no text beside it";
}

const char *keys_take(json_t *asked, bool may_read_files, struct keys *keys)
{
    static const char *const of_page[] = {"set", "new_game"};
    const char *action = json_string_value(json_object_get(asked, "action")), *problem;
    const json_t *id = json_object_get(asked, "id");
    action = action ? action : "";
    *keys = (struct keys){.kind = strcmp(action, "cancel") == 0  ? KEYS_CANCEL
                                  : strcmp(action, "stats") == 0 ? KEYS_STATS
                                                                 : KEYS_REQUEST};
    if (json_is_string(id) || json_is_number(id))
        json_object_del(asked, "id");
    if (is_one_of(action, of_page, sizeof of_page / sizeof *of_page))
        return "a service keeps the options it was started with, and begins each request with an "
               "empty table";
    if (keys->kind == KEYS_CANCEL)
        return json_object_size(asked) <= 2 ? NULL : "cancel: there is nothing but of to be told";
    if (keys->kind == KEYS_STATS)
        return json_object_size(asked) == 1 ? NULL : "stats: there is nothing to be told";
    problem = take_deadline(asked, keys);
    problem = problem ? problem : take_progress(asked, keys);
    return problem ? problem : check_file(asked, action, may_read_files);
}
