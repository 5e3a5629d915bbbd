/* cli/verdict.h - scores that a file gives, against what was found.
 *
 * They are checked as far as they were found: the best score, that the moves the file calls best
 * have it, that no score lies above it, and each move that was solved. Where the best score is only
 * bounded, the file's best is checked against the bounds, and its moves are not.
 *
 * Threads: functions touch only their arguments. */
#ifndef CLI_VERDICT_H
#define CLI_VERDICT_H

#include <jansson.h>
#include <stdbool.h>
#include <outflank/engine.h>
#include <outflank/notation.h>

#include "analysis/analysis.h"
#include "base/strbuf.h"

struct verdict {
    bool is_checked, is_wrong;
    int expected; /* best score of the file */
    int n_wrong_moves;
};

/* With `has_ties` the moves that were not found are known to have less than the best. */
struct verdict verdict_of(const struct ofl_obf *obf, const struct ofl_result *result,
                          bool has_ties);

/* Of an analysis; where it considered some moves only, if the file has scores of all of them. */
struct verdict verdict_of_analysis(const struct ofl_obf *obf, const struct analysis *analysis,
                                   bool has_ties);

/* What was found for `move`, or NULL. A file gives the score of a finished game as that of a
 * pass, and its one line has no move. */
const struct ofl_line *verdict_find_line(const struct ofl_result *result, int move);

/* "  WRONG: the file says ...", or nothing. */
void verdict_add_text(struct strbuf *text, const struct verdict *verdict);

/* Adds "expected" and "wrong", if anything was checked; as text/json_build.h. */
json_t *verdict_add_json(json_t *value, const struct verdict *verdict);

#endif
