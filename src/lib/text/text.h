/* text/text.h - a cursor over bounded text, shared by all readers of this room.
 *
 * Invariant: at <= length <= whole; begin[0 .. whole-1] may be read, nothing beyond.
 * A part of a text (one field) is a cursor with a smaller length, but the same
 * begin and whole: errors count lines and columns from the start of the whole
 * text, and name the byte that ended the field. */
#ifndef TEXT_TEXT_H
#define TEXT_TEXT_H

#include <outflank/notation.h>

struct text {
    const char *begin;
    size_t length, at, whole;
    bool has_variants; /* records of other games (board/variant.h) are read, too */
};

static inline struct text text_of(const char *begin, size_t length)
{
    return (struct text){.begin = begin, .length = length, .whole = length};
}

/* The byte `ahead` of the cursor, or -1 past the end. */
static inline int text_peek(const struct text *text, size_t ahead)
{
    const size_t left = text->at < text->length ? text->length - text->at : 0;
    return ahead < left ? (unsigned char)text->begin[text->at + ahead] : -1;
}

static inline bool text_at_end(const struct text *text) { return text->at >= text->length; }

void text_skip_blanks(struct text *text);

/* A byte order mark at the start of a file is no part of its text. */
void text_skip_bom(struct text *text);

/* Offset of the end of the cursor's line: of its LF, CR LF or CR, or the end of the text. */
size_t text_line_end(const struct text *text);

/* Bytes of a blank, a dash or an arrow beyond ASCII: no-break and ideographic space, dashes, ellipsis,
 * commas of East Asia, arrows. */
size_t text_wide_length(const struct text *text);

/* Moves behind the end of the line. */
void text_skip_line(struct text *text);

/* Blanks, and lines that begin with # or %. */
void text_skip_remarks(struct text *text);

/* Fills *error (if not NULL) for the byte at offset `at`; returns false.
 * "%s" arguments that quote input must come from text_found(). */
__attribute__((format(printf, 4, 5)))
bool text_fail(struct ofl_text_error *error, const struct text *text, size_t at,
               const char *format, ...);

enum { TEXT_FOUND = 32 };

/* The line, from 1, on which offset `at` stands; `*start` (or NULL) is where it begins. */
size_t text_line_number(const struct text *text, size_t at, size_t *start);

/* What stands at offset `at`, for a message: "'i9'", "end of text", "byte 0xFF". */
const char *text_found(const struct text *text, size_t at, char out[TEXT_FOUND]);

/* An unsigned integer of any number of digits; values above `max` become max + 1.
 * False, and nothing moves, if there is no digit. */
bool text_read_integer(struct text *text, int64_t max, int64_t *value);

/* A decimal "-1.5", "+.5", "3.", "1e-4"; a comma may stand for the point.
 * Any number of digits; very large ones become huge but finite. */
bool text_read_decimal(struct text *text, double *value);

/* The size of a board that stands before its squares, "8 ", and the blanks behind it. False, and
 * nothing moves, if there is none: 0 and 1 are squares. */
bool text_skip_size(struct text *text, int64_t *size);

/* 64 squares and the side to move, as ofl_position_from_text() says. With `lacks_side` (else NULL)
 * the side may be missing, where nothing can be mistaken for it; black is to move then. */
bool text_read_position(struct text *text, ofl_position *position, bool *lacks_side,
                        struct ofl_text_error *error);

/* The move that a text begins with: a square or the longest word for a pass. How long it is; 0, and
 * *move (or NULL) is OFL_NO_MOVE, if it begins with none. */
size_t text_leading_move(const char *text, size_t length, int *move);

#endif
