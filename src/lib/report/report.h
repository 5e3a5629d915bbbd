/* report/report.h - a reviewed game as text, as a table and as JSON.
 *
 * Names come from files of strangers: the text shows control bytes as '?' (base/visible.h), the
 * table guards against formulas of spreadsheets, JSON is ASCII.
 *
 * Threads: functions touch only their arguments.
 * Errors:  a strbuf without memory remembers it; JSON is NULL then.
 */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include <jansson.h>

#include "base/strbuf.h"
#include "report/explain.h"
#include "report/review.h"

/* Where the game came from. */
struct review_origin {
    const char *file;  /* path, or "stdin"; NULL: not told */
    int64_t index;     /* of the games in the file, from 1 */
    int64_t n_in_file;
};

void review_add_text(struct strbuf *text, const struct review *review,
                     const struct review_origin *origin);

/* Comma-separated values (RFC 4180), a row a move; the head names the columns. `sides`: of whom,
 * a bit for each ofl_color. */
enum { REVIEW_BOTH_SIDES = 3 };
void review_add_csv_head(struct strbuf *text);
void review_add_csv(struct strbuf *text, const struct review *review,
                    const struct review_origin *origin, int sides);

/* One object a game (docs/review.md). The caller decrefs. */
json_t *review_to_json(const struct review *review, const struct review_origin *origin);

/* Why a move was worse than the best one, weightiest first (report/explain.h): how many sentences.
 * The last one tells of people, if they were asked. None for moves that lose less than
 * REVIEW_EXPLAIN_CD. Room for EXPLAIN_N_KINDS. */
enum { REVIEW_EXPLAIN_CD = 200, REVIEW_SENTENCES = 2 };
int review_explain(const struct review *review, const struct review_move *move,
                   struct explain_sentence *sentences);

/* What "why" of a review, and "sentences" of an explanation, hold: [{"kind":"corner-given",
 * "text":"...", "square":"a1" or null, "worse":3, "better":2}], the counts that differ. */
json_t *review_sentences_to_json(const struct explain_sentence *sentences, int n);

/* "black" or "white". */
const char *review_side_word(enum ofl_color side);

#endif
