/* base/reason.c - implements base/reason.h. */
#include "base/reason.h"

#include <stdio.h>
#include <string.h>

#include "base/visible.h"

bool reason_set_list(struct reason *reason, const char *format, va_list list)
{
    if (reason) {
        vsnprintf(reason->text, sizeof reason->text, format, list);
        visible_copy(reason->text, sizeof reason->text, reason->text, strlen(reason->text));
        reason->kind = REASON_INPUT;
    }
    return false;
}

bool reason_set(struct reason *reason, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    reason_set_list(reason, format, list);
    va_end(list);
    return false;
}

bool reason_is(struct reason *reason, enum reason_kind kind)
{
    if (reason)
        reason->kind = kind;
    return false;
}

bool reason_put_before(struct reason *reason, const char *format, ...)
{
    if (reason) {
        const struct reason sentence = *reason;
        va_list list;
        va_start(list, format);
        reason_set_list(reason, format, list);
        va_end(list);
        size_t length = strlen(reason->text);
        snprintf(reason->text + length, sizeof reason->text - length, "%s", sentence.text);
        reason->kind = sentence.kind;
    }
    return false;
}
