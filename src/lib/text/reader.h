/* text/reader.h - says what a text is and reads it: a board, moves, GGF, SGF, PGN, WTHOR.
 *
 * The one reader of positions and games, for every command, protocol and file. docs/texts.md says
 * how a format is told, what is read leniently and what is refused; the formats are the rows of
 * the table in text/formats.c.
 *
 * Threads: functions touch only their arguments.
 * Errors:  false (or -1) with line, column and what was expected; the reading is left as it was.
 */
#ifndef TEXT_READER_H
#define TEXT_READER_H

#include "text/extent.h"
#include "text/reading.h"
#include "text/text.h"

/* The whole text is one position or one game; of Othello, or with reader_read_variant() of any game
 * in board/variant.h. */
bool reader_read(const char *text, size_t length, struct reading *reading,
                 struct ofl_text_error *error);
bool reader_read_variant(const char *text, size_t length, struct reading *reading,
                         struct ofl_text_error *error);

/* The same for one line, which may be blank or a remark (# or %): 1 read, 0 nothing there, -1. */
int reader_read_line(const char *line, size_t length, struct reading *reading,
                     struct ofl_text_error *error);

/* What it says of a record of more than EXTENT_MOST bytes; false. */
bool reader_fail_long(const struct text *text, size_t at, struct ofl_text_error *error);

/* One of many: the record that extent_find() found in the text. */
bool reader_read_record(struct text text, const struct extent *extent, struct reading *reading,
                        struct ofl_text_error *error);

const struct text_format *reader_find(const char *name, size_t length); /* in any case, or NULL */
const char *reader_name_at(size_t index); /* all names; NULL past the last */

/* What the text looks like: the name of a format, or NULL. */
const char *reader_format(const char *text, size_t length);

/* Written moves that come before `ply`: passes that a reader put in do not count. */
int reader_count_written(const struct ofl_game *game, int ply);

#endif
