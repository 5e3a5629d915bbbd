/* cli/json_rows.c - implements json_rows.h. */
#include "cli/json_rows.h"

#include <stdlib.h>
#include <sysexits.h>

#include "cli/checked_output.h"

int json_print(json_t *value)
{
    char *text = json_to_text(value);
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
    json_t *value = json_pack("{s:i, s:s}", "schema", JSON_SCHEMA, "type", type);
    for (; counts->key; counts++)
        value = json_with(value, counts->key, json_integer((json_int_t)counts->n));
    return json_print(value);
}
