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
