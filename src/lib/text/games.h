/* text/games.h - the positions and games of a file or a text, one after the other, in any format.
 *
 *     struct games *games = games_open(path, &reason);
 *     struct reading reading;
 *     struct ofl_text_error error;
 *     for (int found; (found = games_next(games, &reading, &error)) != 0;)
 *         if (found > 0) ... reading.game, reading.tags; games_number(games) is its number
 *         else           ... error.line, error.column, error.text; it was skipped
 *     if (games_has_failed(games)) ... errno of read(2) was games_has_failed()
 *     games_close(games);
 *
 * Memory is bounded: a window of the file is kept, of a few MiB. A game may be GAMES_MAX_TEXT bytes
 * long. What has arrived is given out as soon as it is whole, so that a pipe can be read line by
 * line.
 *
 * In a base of WTHOR, error.line is the number of the game. The names of its players are taken from
 * the lists that lie beside it, or from those that were given.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef TEXT_GAMES_H
#define TEXT_GAMES_H

#include "text/extent.h"
#include "text/reading.h"
#include "text/wthor_names.h"

enum { GAMES_MAX_TEXT = EXTENT_MOST };

struct games;

/* "-" is stdin. Files, pipes, terminals and /dev/null are read; folders and other devices refused.
 * NULL with the reason. */
struct games *games_open(const char *path, struct reason *reason);

/* Of a text in memory, which must live as long as they do. NULL if there is no memory. */
struct games *games_open_text(const char *text, size_t length);

void games_close(struct games *games); /* NULL: nothing */

/* Names for a base of WTHOR instead of those beside it; they must live as long as the games. */
void games_set_names(struct games *games, const struct wthor_names *names);

/* Games of board/variant.h are read, too. */
void games_take_variants(struct games *games);

/* A wait for input ends, as by a signal (EINTR), when `fd` can be read; -1: none. */
void games_end_by(struct games *games, int fd);

/* Reads all of it as the format that the user says (text/reader.h); NULL: as what it looks like. */
struct text_format;
void games_set_format(struct games *games, const struct text_format *format);

/* 1: *reading is the next one. -1: the next one could not be read, *error (or NULL) says where and
 * why, and the call after this one goes on behind it. 0: the end. */
int games_next(struct games *games, struct reading *reading, struct ofl_text_error *error);

/* Of the last one that games_next() told of, read or not: its number from 1, and its first line. */
size_t games_number(const struct games *games);
size_t games_line(const struct games *games);

/* errno, if the end came because reading failed (EINTR after a signal); else 0. */
int games_has_failed(const struct games *games);

/* How many there are in a file, those that cannot be read included; -1 with the reason. */
int64_t games_count(const char *path, struct reason *reason);

#endif
