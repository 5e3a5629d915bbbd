/* study/tell.h - what a study has found, as JSON (share/schema: "study", "study_move") and as text.
 *
 * Threads: functions touch only their arguments. Errors: NULL, or text->is_failed: out of memory.
 */
#ifndef STUDY_TELL_H
#define STUDY_TELL_H

#include <jansson.h>

#include "study/study.h"

/* The caller decrefs. */
json_t *study_to_json(const struct study *study, const struct who *who);
json_t *study_move_to_json(const struct study *study, const struct study_move *move);

void study_add_text(struct strbuf *text, const struct study *study, const struct who *who);

/* Bounds of the rows by time, in seconds; the last stands for any. */
enum { STUDY_N_TIMES = 5 };
extern const int study_times[STUDY_N_TIMES + 1];

#endif
