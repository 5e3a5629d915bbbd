/* board/reader.h - says what a text is and reads it: a board, moves, GGF, SGF, PGN, WTHOR.
 *
 * The one reader of positions and games, for every command, protocol and file. docs/texts.md says
 * how a format is told, what is read leniently and what is refused; the formats are the rows of
 * the table in board/reader.c.
 *
 * Threads: functions touch only their arguments.
 * Errors:  false (or -1) with line, column and what was expected; the reading is left as it was.
 */
#ifndef BOARD_READER_H
#define BOARD_READER_H

#include "board/reading.h"
#include "board/text.h"

/* The whole text is one position or one game. */
bool reader_read(const char *text, size_t length, struct reading *reading,
                 struct ofl_text_error *error);

/* The same for one line, which may be blank or a remark (# or %): 1 read, 0 nothing there, -1. */
int reader_read_line(const char *line, size_t length, struct reading *reading,
                     struct ofl_text_error *error);

/* The next of many: a line with a position or moves, or a game in GGF, SGF or PGN over several
 * lines. Begin with text_of(). 1 read, and the cursor is behind it; 0 at the end; -1. */
int reader_next(struct text *text, struct reading *reading, struct ofl_text_error *error);

/* The same as the format that the user says, not as what the text looks like; NULL: as that. */
struct text_format;
int reader_next_as(const struct text_format *forced, struct text *text, struct reading *reading,
                   struct ofl_text_error *error);
const struct text_format *reader_find(const char *name, size_t length); /* in any case, or NULL */
const char *reader_name_at(size_t index); /* all names; NULL past the last */

/* Moves behind what reader_next() could not read: a line, or a whole game of GGF, SGF or PGN, so that
 * its lines are not taken for games of their own. */
void reader_skip(struct text *text);

/* What the text looks like: the name of a format, or NULL. */
const char *reader_format(const char *text, size_t length);

/* Written moves that come before `ply`: passes that a reader put in do not count. */
int reader_count_written(const struct ofl_game *game, int ply);

#endif
