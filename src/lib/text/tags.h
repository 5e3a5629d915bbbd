/* text/tags.h - what a record says beside its moves: ratings, events, comments, tags we do not know.
 *
 * What struct ofl_game has a field for (names, date, place, result, clocks, komi, values and times
 * of moves) is there and not here, but for spellings that a field cannot hold.
 *
 * Names are words that all formats share ("event", "black-rating", "comment"). A tag that has no such
 * name keeps its own behind that of its format: "ggf:XY", "pgn:ECO".
 *
 * Threads: functions touch only their arguments.
 */
#ifndef TEXT_TAGS_H
#define TEXT_TAGS_H

#include <stdbool.h>
#include <stddef.h>

enum { TAGS_SIZE = 16384, TAG_NAME = 40 };

/* All zero is an empty list. */
struct tags {
    bool is_cut;  /* one did not fit and was left out, or its end was */
    bool is_changed; /* a byte became '?' */
    char twice[TAG_NAME]; /* a name that came with two values, the first of which is kept; or "" */
    size_t length;
    char text[TAGS_SIZE];
};

struct tag {
    int ply;           /* of the move it belongs to, from 1; 0: to the whole record */
    const char *name;
    const char *value; /* UTF-8 of visible characters, on one line */
};

/* Adds a tag; a value without visible bytes is left out. A line end becomes a blank, what a terminal
 * would obey '?' (base/visible.h). A second comment of a move goes behind the first; of variations
 * (text/variations.h) a move may have many, and none is cut. False if it had to be cut or left out. */
bool tags_add(struct tags *tags, int ply, const char *name, const char *value, size_t length);

/* Takes out a tag of the list (tags_next()). */
void tags_drop(struct tags *tags, const struct tag *tag);

/* The tag at *at, which begins at 0 and goes on to the next one; false at the end. */
bool tags_next(const struct tags *tags, size_t *at, struct tag *tag);

/* The value of the first tag of that name that belongs to `ply`, or NULL. */
const char *tags_find(const struct tags *tags, int ply, const char *name);

#endif
