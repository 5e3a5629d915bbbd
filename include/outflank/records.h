/* outflank/records.h - positions and games in every format that Outflank reads and writes, the
 * names of openings, and a board as a picture.
 *
 * docs/texts.md lists the formats. A struct ofl_game holds moves, names, result and clocks of a
 * record. What else it says (event, ratings, comments) stays in its text: ofl_record_rewrite()
 * takes it from there.
 *
 * Threads:   functions touch only their arguments.
 * Errors:    false, NULL or a negative number, with the place and a sentence in *error (or NULL).
 * Ownership: a text that is returned as `char *` belongs to the caller, who gives it back to
 *            ofl_text_free().
 */
#ifndef OFL_RECORDS_H
#define OFL_RECORDS_H

#include <outflank/game.h>

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

/* What a reader had to assume, in one sentence; "" if nothing. */
struct ofl_note { char text[512]; };

/* Reads the one position or game that `text` is, in whatever format. Of a position the game has no
 * moves and begins there. *note may be NULL. Several games are refused: ofl_games_next() reads
 * them. */
bool ofl_record_read(const char *text, size_t length, struct ofl_game *game,
                     struct ofl_note *note, struct ofl_text_error *error);

/* Writes a game ("moves", "ggf", "sgf", "pgn", "json") or the board after its moves ("obf",
 * "board", "fen", "diagram" ...). NULL with the reason, if there is no such format, it cannot hold
 * the game, or there is no memory. */
char *ofl_record_write(const struct ofl_game *game, const char *format,
                       struct ofl_text_error *error);

/* The same for a game that came from a record and may have gone on since. What the record says
 * beside the moves is written, too; but its result only if the moves are the same and `game` has
 * no other, and comments only on moves that are. `record` is a text that ofl_record_read() reads.
 * *note (or NULL) says what the format cannot hold: "left out: names, tags". */
char *ofl_record_rewrite(const struct ofl_game *game, const char *record, size_t length,
                         const char *format, struct ofl_note *note, struct ofl_text_error *error);

/* Names of the formats that ofl_record_write() takes; NULL past the last. Static storage. */
const char *ofl_record_format(size_t index);

/* The games of a file, one after the other, in constant memory. */
typedef struct ofl_games ofl_games;

/* NULL with the reason. The caller closes it. */
ofl_games *ofl_games_open(const char *path, struct ofl_text_error *error);
void ofl_games_close(ofl_games *games); /* NULL: nothing */

/* 1: *game is the next one. 0: the end. -1: the next one cannot be read, *error says where and why,
 * and the call after this one goes on behind it; but error->line is 0 if the file itself cannot be
 * read any further. */
int ofl_games_next(ofl_games *games, struct ofl_game *game, struct ofl_note *note,
                   struct ofl_text_error *error);

/* All that the record of the last game says, as JSON on a line: for ofl_record_rewrite(). NULL:
 * there is no memory, or no game was read. */
char *ofl_games_record(const ofl_games *games);

/* The number, from 1, of the game that ofl_games_next() told of last, read or not. */
size_t ofl_games_number(const ofl_games *games);

/* What the opening that leads to a board is called, in the language "en", "fr" or "ja". UTF-8,
 * static storage. NULL if it has no name. */
const char *ofl_opening_name(ofl_board board, const char *language);

/* A board as an SVG document. `last_move`, a square or OFL_NO_MOVE, is marked. NULL: no memory. */
char *ofl_position_to_svg(ofl_position position, int last_move);

void ofl_text_free(char *text); /* NULL: nothing */

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
