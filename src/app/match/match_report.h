/* match/match_report.h - the standing of a match for people and for programs.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef MATCH_MATCH_REPORT_H
#define MATCH_MATCH_REPORT_H

#include <jansson.h>
#include <stdio.h>
#include "match/match_config.h"
#include "match/match_tally.h"

/* Why a match is over, or that it is not. */
enum report_state {
    REPORT_RUNNING, REPORT_ALL_PLAYED, REPORT_SPRT_H0, REPORT_SPRT_H1, REPORT_SERIES,
    REPORT_INTERRUPTED, REPORT_FAILED
};

struct report {
    const struct match_config *config;
    const struct tally *tally;
    const struct ofl_series *series;   /* NULL: none */
    enum report_state state;
    uint32_t n_games;                  /* of the whole match */
};

/* A finished game in one line. */
void report_game(FILE *stream, const struct match_config *config,
                 const struct schedule_game *plan, struct tally_game game, const char *detail);

/* The standing: two players as a paragraph, more as a table. */
void report_standing(FILE *stream, const struct report *report);

/* Standing and how it ended. */
void report_end(FILE *stream, const struct report *report);

/* The standing in one line of at most `size` - 1 bytes, for a terminal. */
void report_line(const struct report *report, char *out, size_t size);

/* The caller's; NULL if memory is short. Depends only on the games counted. */
json_t *report_to_json(const struct report *report);

/* A finished game; the caller's, or NULL. */
json_t *report_game_to_json(const struct match_config *config, const struct schedule_game *plan,
                            struct tally_game game, const char *detail);

/* LLR of the only encounter; 0 without SPRT. */
double report_llr(const struct report *report);

#endif
