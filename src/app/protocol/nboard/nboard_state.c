/* protocol/nboard/nboard_state.c - implements nboard_state.h. */
#include "protocol/nboard/nboard_state.h"

#include <stdarg.h>

#include "base/visible.h"

enum { STATUS_TEXT = 400 };

bool nboard_fail(struct nboard *nboard, const char *format, ...)
{
    char text[STATUS_TEXT];
    va_list list;
    va_start(list, format);
    visible_format(text, sizeof text, format, list);
    va_end(list);
    strbuf_clear(&nboard->session->reply);
    strbuf_addf(&nboard->session->reply, "status Error: %s\n", text);
    session_send(nboard->session);
    return false;
}
