/* request/forms.h - the JSON objects of answers, one maker each, for requests and commands.
 *
 * Those of searches are in analysis/analysis_json.h, those of reviews in report/report.h.
 * docs/json.md says
 * what they hold.
 *
 * Threads: functions touch only their arguments.
 * Errors:  NULL if there is no memory. Ownership: the caller decrefs.
 */
#ifndef REQUEST_FORMS_H
#define REQUEST_FORMS_H

#include <outflank/book.h>

#include "book/ask.h"
#include "book/opening.h"
#include "analysis/analysis_json.h"
#include "report/compare.h"

/* {"seconds":..., "nodes":..., "depth":...}: 0 is left out. With what else limits an analysis, a
 * solver, a review. */
json_t *form_of_limits(int64_t time_ms, int64_t nodes, int depth);
json_t *form_limits(const struct analysis_limits *limits);
json_t *form_solve_limits(int64_t time_ms, int64_t nodes, bool wld, bool ties, bool all_moves);
json_t *form_review_limits(const struct review_settings *settings);
/* The name of a network by its checksum; "classical" for 0. */
json_t *form_network(uint64_t network);

/* {"limits":..., "settings":..., "network":...}: what an analysis was made with. Takes `settings`
 * over. */
json_t *form_origin(const struct analysis_limits *limits, json_t *settings, uint64_t network);

/* As json_from_result(), with "proved" unless the score is exact, and "lacks_ties" if it is so. */
json_t *form_solved(ofl_position position, const struct ofl_result *result, bool lacks_ties);

json_t *form_evaluation(ofl_engine *engine, ofl_position position, int value_cd,
                        const struct ofl_term *terms, size_t n_terms);

/* The longest named line of a game in one language, and what was played of it; false in *is_named,
 * and NULL, if it has none. */
json_t *form_opening(const struct ofl_game *game, enum opening_language language, bool *is_named);

/* What a book says, as the result of a search, with the games of each move. */
json_t *form_book(ofl_position position, const struct ofl_book_answer *answer);

/* What people played there: of each move its games, and won, drawn and lost for who made it, also
 * by his rating, as far as the book knows. */
json_t *form_played(const struct book_played *played, int n);

json_t *form_perft(int depth, const char *rule, uint64_t leaves, double seconds);

json_t *form_comparison(const struct comparison *found);

#endif
