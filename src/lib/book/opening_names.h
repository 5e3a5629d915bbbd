/* book/opening_names.h - what openings are called in English, French and Japanese.
 *
 * A name belongs to a position, not to a sequence of moves: symmetric games and transpositions have
 * the same name. The table is made from book/openings/names.tsv at build time.
 *
 * Threads: functions touch only their arguments. Ownership: all is static.
 */
#ifndef BOOK_OPENING_NAMES_H
#define BOOK_OPENING_NAMES_H

#include <outflank/game.h>

#include "book/opening.h"

/* The table in the order of keys, then of languages; the name to be shown is the first of its key
 * and language. NULL past the end. */
const struct opening *opening_at(size_t index);

/* What the position is called, or NULL. */
const struct opening *opening_of_board(ofl_board board, enum opening_language language);

/* The longest named line of the game: the last of the positions played that has a name. `*ply` (or
 * NULL) receives the plies that lead there. NULL if none has a name. */
const struct opening *opening_of_game(const struct ofl_game *game, enum opening_language language,
                                      int *ply);

/* The opening of this name as book/fold.h compares names, in any language; of several positions
 * that have it, the first in the game. NULL if none has. */
const struct opening *opening_called(const char *text, size_t length);

/* "en", "fr", "ja". */
const char *opening_language_code(enum opening_language language);
bool opening_read_language(const char *text, size_t length, enum opening_language *language);

#endif
