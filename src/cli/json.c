/* cli/json.c - implements json.h. */
#include "cli/json.h"

#include <stdlib.h>
#include <sysexits.h>

#include "cli/output.h"

int json_print(json_t *value)
{
    char *text = value ? json_to_text(value) : NULL;
    json_decref(value);
    if (!text) {
        complain("out of memory");
        return EX_OSERR;
    }
    out_printf("%s\n", text);
    free(text);
    return 0;
}

int json_print_counts(const char *type, const struct json_count *counts)
{
    json_t *value = json_pack("{s:i, s:s}", "schema", (int)JSON_SCHEMA, "type", type);
    for (; counts->key && value; counts++)
        if (json_object_set_new(value, counts->key, json_integer((json_int_t)counts->n)) != 0) {
            json_decref(value);
            value = NULL;
        }
    return json_print(value);
}
