/* analysis/analysis_json.h - results of a search as JSON, shared by all commands.
 *
 * Schema 2 (docs/json.md): {"schema":2, "position":"---... X", "moves":[{"move":
 * "d3", "score":1.25, "bound":"exact|estimate|lower|upper", "depth":12, "confidence":73,
 * "solved":false, "wld":false, "pv":["d3","c5"]}], "nodes":1234, "time_ms":17}
 * A line from a book has "source":"book" or the like (ofl_source_text()).
 * Scores are discs for the side to move; moves as ofl_move_to_text() in lower case.
 *
 * Errors: NULL or false if there is no memory. Ownership: the caller decrefs.
 */
#ifndef ANALYSIS_ANALYSIS_JSON_H
#define ANALYSIS_ANALYSIS_JSON_H

#include <outflank/engine.h>

#include "analysis/analysis.h"
#include "text/json_build.h"

json_t *json_from_line(const struct ofl_line *line);
json_t *json_from_result(ofl_position position, const struct ofl_result *result);

/* As json_from_result(), with more: "side", "empties", for each move "loss" and, if the position
 * behind it has a name, "opening"; "stopped" if a limit ended the analysis before all was solved;
 * and "forecast" unless the best move is exact. */
json_t *json_from_analysis(const struct analysis *analysis);

/* Adds "opening":{"en":"Tiger", "ja":"..."}, if the position has a name in any language, and
 * returns `value`; NULL, and `value` is given back, if there is no memory or it was NULL. */
json_t *json_add_opening(json_t *value, ofl_board board);

#endif
