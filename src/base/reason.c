/* base/reason.c - implements base/reason.h. */
#include "base/reason.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool reason_set(struct reason *reason, const char *format, ...)
{
    if (reason) {
        va_list list;
        va_start(list, format);
        vsnprintf(reason->text, sizeof reason->text, format, list);
        va_end(list);
    }
    return false;
}

bool reason_put_before(struct reason *reason, const char *format, ...)
{
    if (reason) {
        struct reason sentence = *reason;
        va_list list;
        va_start(list, format);
        vsnprintf(reason->text, sizeof reason->text, format, list);
        va_end(list);
        size_t length = strlen(reason->text);
        snprintf(reason->text + length, sizeof reason->text - length, "%s", sentence.text);
    }
    return false;
}
