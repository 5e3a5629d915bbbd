/* report/html.c - implements html.h: page.html with its marks @NAME@ replaced. */
#include "report/html.h"

#include <stdlib.h>
#include <string.h>

#include "text/json_build.h"
#include "report/page.h"

static void add_mark(struct strbuf *text, const char *name, size_t length)
{
    if (length == 5 && memcmp(name, "STYLE", 5) == 0)
        strbuf_add(text, page_css);
    else if (length == 6 && memcmp(name, "SCRIPT", 6) == 0)
        strbuf_add(text, page_js);
}

/* The part of the page from `at` to `end`, with its marks replaced. */
static void add_part(struct strbuf *text, const char *at, const char *end)
{
    while (at < end) {
        const char *mark = memchr(at, '@', (size_t)(end - at));
        const char *close = mark ? memchr(mark + 1, '@', (size_t)(end - mark - 1)) : NULL;
        if (!close) {
            strbuf_add_bytes(text, at, (size_t)(end - at));
            return;
        }
        strbuf_add_bytes(text, at, (size_t)(mark - at));
        add_mark(text, mark + 1, (size_t)(close - mark - 1));
        at = close + 1;
    }
}

static const char *data_mark(void) { return strstr(page_html, "@DATA@"); }

void html_add_begin(struct strbuf *text)
{
    add_part(text, page_html, data_mark());
    strbuf_add(text, "[");
}

/* In a script element "<" could end it; JSON.parse() reads \u003c all the same. */
static void add_json(struct strbuf *text, const char *json)
{
    for (const char *c = json; *c; c++) {
        if (*c == '<' || *c == '>' || *c == '&')
            strbuf_addf(text, "\\u%04x", (unsigned)*c);
        else
            strbuf_add_bytes(text, c, 1);
    }
}

void html_add_value(struct strbuf *text, json_t *value, bool is_first)
{
    char *json = json_to_text(value);
    strbuf_add(text, is_first ? "\n" : ",\n");
    if (json)
        add_json(text, json);
    else
        text->is_failed = true;
    free(json);
}

void html_add_game(struct strbuf *text, const struct review *review,
                   const struct review_origin *origin, bool is_first)
{
    html_add_value(text, review_to_json(review, origin), is_first);
}

void html_add_end(struct strbuf *text)
{
    strbuf_add(text, "]");
    const char *rest = data_mark() + strlen("@DATA@");
    add_part(text, rest, rest + strlen(rest));
}
