/* report/html.h - reviewed games as one page that a browser opens from a file.
 *
 * The page fetches nothing and needs nothing else. Begin, then a game at a time, then end: memory
 * is that of one game. Text of strangers is only in the JSON, in which '<' and '&' are escaped.
 *
 * Threads: functions touch only their arguments. Errors: text->is_failed, out of memory.
 */
#ifndef REPORT_HTML_H
#define REPORT_HTML_H

#include "report/report.h"

enum { HTML_MOST_GAMES = 1000 }; /* a browser holds no more with ease */

void html_add_begin(struct strbuf *text);
void html_add_game(struct strbuf *text, const struct review *review,
                   const struct review_origin *origin, bool is_first);
/* Any JSON, which it takes over. */
void html_add_value(struct strbuf *text, json_t *value, bool is_first);
void html_add_end(struct strbuf *text);

#endif
