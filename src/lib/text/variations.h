/* text/variations.h - lines of moves beside those that were played.
 *
 * Each is a tag "variation" (text/tags.h) of the move in whose place its first move stands. Its value is
 * moves parted by blanks, a pass as "--"; behind a move its comments {...}, then what might have been
 * played in its place (...). Readers put in only what is legal.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef TEXT_VARIATIONS_H
#define TEXT_VARIATIONS_H

#include <outflank/game.h>

#include "base/strbuf.h"
#include "text/tags.h"

enum { VARIATION_DEPTH = 16 }; /* of lines in lines */

enum variation_kind { VARIATION_MOVE, VARIATION_COMMENT, VARIATION_OPEN, VARIATION_CLOSE };

struct variation_part {
    enum variation_kind kind;
    int move;
    const char *text; /* of the comment */
    size_t length;
};

bool variation_is(const struct tag *tag);

/* The next part of a line; false at its end. */
bool variation_next(const char **at, struct variation_part *part);

/* Behind the ')' that closes the line that begins at `at`. */
const char *variation_behind(const char *at);

/* Adds the moves of the game from `ply` on; a comment, in which a '}' becomes ')'. */
void variation_add_moves(struct strbuf *line, const struct ofl_game *game, int ply);
void variation_add_comment(struct strbuf *line, const char *text, size_t length);

/* The variation `number` (from 1) of all in the list, in the order of their moves; false if there
 * are not so many. */
bool variation_find(const struct tags *tags, int number, struct tag *found);

/* The image of all moves: see ofl_symmetry_square(). */
void variations_turn(struct tags *tags, int symmetry);

#endif
