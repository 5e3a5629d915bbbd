/* book/book_lines.h - a book as lines of text: a position, game or count each, fields parted by
 * tabs.
 *
 * The format is part of docs/book.md, "Text". Blank lines and lines that begin with # say nothing.
 * Derived fields are written for people; they are checked to be numbers, and not taken over.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef BOOK_BOOK_LINES_H
#define BOOK_BOOK_LINES_H

#include <stddef.h>

#include "book/book_game.h"
#include "book/record.h"

enum { BOOK_LINE_SIZE = 512 };

enum book_line_kind {
    BOOK_LINE_NOTHING,
    BOOK_LINE_POSITION,
    BOOK_LINE_GAME,
    BOOK_LINE_COUNT /* games that came to a position, for packing where the games are not */
};

struct book_line {
    enum book_line_kind kind;
    struct book_record record; /* derived fields as of book_record_of() */
    struct book_game game;
    struct book_count { ofl_board key; uint32_t n_games; } count;
};

/* The lines that head a text. */
extern const char book_lines_head[];

/* Without the end of line; returns the length. */
size_t book_lines_write_record(const struct book_record *record, char out[BOOK_LINE_SIZE]);
size_t book_lines_write_game(const struct book_game *game, char out[BOOK_LINE_SIZE]);
size_t book_lines_write_count(const struct book_count *count, char out[BOOK_LINE_SIZE]);

/* Reads and checks one line. Boards may be any image of theirs. */
bool book_lines_read(const char *line, size_t length, struct book_line *read,
                     struct reason *reason);

#endif
