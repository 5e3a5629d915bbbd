/* match/match_record.h - a finished game as a line of the journal, of CSV, of GGF.
 *
 * Threads: functions touch only their arguments.
 * Ownership: the json_t returned is the caller's; NULL if memory is short.
 */
#ifndef MATCH_MATCH_RECORD_H
#define MATCH_MATCH_RECORD_H

#include <jansson.h>
#include <stdio.h>
#include "match/match_config.h"
#include "match/match_tally.h"

json_t *record_from_game(const struct match_config *config, const struct schedule_game *plan,
                         const struct play_result *result);

/* Takes a line of the journal back. False (and a sentence) if it is not a game
 * of this schedule; *index is its number. */
bool record_to_tally(const struct match_config *config, const struct schedule *schedule,
                     const json_t *record, uint32_t *index, struct tally_game *game,
                     struct reason *reason);

void record_write_csv_header(FILE *stream);
void record_write_csv(FILE *stream, const json_t *record);
void record_write_ggf(FILE *stream, const json_t *record);

#endif
