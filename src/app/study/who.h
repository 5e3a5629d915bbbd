/* study/who.h - whose games are studied.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef STUDY_WHO_H
#define STUDY_WHO_H

#include <stdbool.h>
#include <stddef.h>
#include <outflank/game.h>

#include "base/reason.h"

/* Names are patterns: '*' stands for any text, and letters A to Z are as good as a to z. */
struct who {
    const char **players;
    size_t n_players;
    const char *against; /* NULL: anybody */
    int since;           /* 20240531; 0: at any time */
    int color;           /* of ofl_color; -1: either */
};

/* "2024-05-31", "2024-05" or "2024" in any form that records have, also Unix seconds, as 20240531;
 * what is not said is 0. 0 if it is no date. */
int who_date(const char *text);

/* Which sides of a game are his, as it is asked for: bits by ofl_color. */
int who_sides(const struct who *who, const struct ofl_game *game);

#endif
