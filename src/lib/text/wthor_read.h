/* text/wthor_read.h - a game of a WTHOR base as a reading. */
#ifndef TEXT_WTHOR_READ_H
#define TEXT_WTHOR_READ_H

#include "text/reading.h"
#include "text/wthor.h"
#include "text/wthor_names.h"

/* Moves, year, real and theoretical result; names and tournament where `names` (or NULL) has them,
 * else their numbers as tags. */
void wthor_to_reading(const struct wthor_game *game, int year, const struct wthor_names *names,
                      struct reading *reading);

#endif
