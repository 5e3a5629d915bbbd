/* cli/solve_line.h - one position of "solve": how it is searched, and what is printed of it.
 *
 * Threads: functions touch only their arguments. Errors: negative enum ofl_error. */
#ifndef CLI_SOLVE_LINE_H
#define CLI_SOLVE_LINE_H

#include <jansson.h>

#include "analysis/ties.h"
#include "base/strbuf.h"
#include "cli/analyze_request.h"

/* Searches found->obf, for the other moves of the best score, too, if `wants_ties`; else only those
 * that the file calls best. A komi (discs added to White's score) asks who wins with it. */
int solve_position(const struct ties_search *how, bool wants_ties, double komi,
                   struct found *found);

bool solve_is_answered(const struct found *found);

/* "+18  g8 ...", without index, verdict and line end. */
void solve_add_text(struct strbuf *text, const struct found *found, bool shows_all);

/* Positions solved by several engines, or into a file: as analyze_stream(). */
extern const struct stream_kind solve_kind;

/* The limits of rows; the caller decrefs. */
json_t *solve_limits_to_json(const struct ofl_limits *limits, const struct cli_args *args);

#endif
