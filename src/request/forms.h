/* request/forms.h - the JSON objects of answers, one maker each, for requests and commands.
 *
 * Those of searches are in analysis/json.h, those of reviews in review/report.h. docs/json.md says
 * what they hold.
 *
 * Threads: functions touch only their arguments.
 * Errors:  NULL if there is no memory. Ownership: the caller decrefs.
 */
#ifndef REQUEST_FORMS_H
#define REQUEST_FORMS_H

#include <outflank/book.h>

#include "opening/opening.h"
#include "analysis/json.h"
#include "review/compare.h"

/* {"best":..., "seconds":..., "exact":...} */
json_t *form_limits(const struct analysis_limits *limits);
/* The name of a network by its checksum; "classical" for 0. */
json_t *form_network(uint64_t network);

/* As json_from_result(), with "proved" unless the score is exact, and "lacks_ties" if it is so. */
json_t *form_solved(ofl_position position, const struct ofl_result *result, bool lacks_ties);

json_t *form_evaluation(ofl_position position, int value_cd, const struct ofl_term *terms,
                        size_t n_terms);

/* The longest named line of a game in one language, and what was played of it; false in *is_named,
 * and NULL, if it has none. */
json_t *form_opening(const struct ofl_game *game, enum opening_language language, bool *is_named);

/* What a book says, as the result of a search, with the games of each move. */
json_t *form_book(ofl_position position, const struct ofl_book_answer *answer);

json_t *form_comparison(const struct comparison *found);

#endif
