/* text/extent.h - where a record begins and ends, in texts of every format: the one place that says so.
 *
 *     struct extent extent = {0};
 *     while (!extent_find(&extent, text, has_ended))
 *         ... add to the text, or end
 *     ... the record stands at extent.start, up to extent.at
 *     extent_next(&extent, text);
 *
 * A record is told by its first bytes. It ends where its brackets close, where its line ends, or where
 * what cannot belong to it begins: no text of a record reaches another, and one that cannot be read
 * takes nothing with it. Each byte is looked at a bounded number of times. The pieces in which a text
 * arrives change nothing.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef TEXT_EXTENT_H
#define TEXT_EXTENT_H

#include "text/format.h"

enum { EXTENT_MOST = 1 << 20 }; /* bytes of a record */

struct extent {
    const struct text_format *forced; /* the user says the format; NULL: as it looks */
    enum text_kind kind;
    size_t start, at;  /* the record; while it is looked for, `at` is up to where all is known */
    size_t mark;       /* where it ends if it is never closed; 0: nowhere yet */
    size_t rows_end;   /* up to there each numbered row is a game of its own */
    int64_t number;    /* of the last row */
    int64_t list;      /* of the last game in a list with numbers; 0: none */
    int depth;         /* of brackets */
    unsigned seen;     /* tags of PGN that a record has once */
    char first_tag[16];
    bool has_begun;    /* else the place is between records */
    bool is_mid_line;  /* something stands before on this line */
    bool is_inner;     /* in a value, a text, a comment, a remark: brackets do not count */
    bool is_remark;    /* the rest of this line is one */
    bool is_plain;     /* brackets on this line begin no record */
    bool is_ggf;       /* a backslash has no meaning */
    bool is_blank_before; /* a blank line stands before */
    bool has_moves, has_result, was_json;
};

/* Finds the next record of the text. False: more of the text is needed, or nothing is left if it
 * `has_ended`. */
bool extent_find(struct extent *extent, struct text text, bool has_ended);

/* What was found has been taken: goes on behind it. */
void extent_next(struct extent *extent, struct text text);

/* The first n bytes of the text are taken away; n is not above `at`. */
void extent_shift(struct extent *extent, size_t n);

#endif
