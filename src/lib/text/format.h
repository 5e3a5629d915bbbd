/* text/format.h - the table of formats (text/formats.c), and its rows.
 *
 * NAME_knows() says whether the text at the cursor, behind blanks and remarks, is of that format.
 * NAME_read() reads one position or game and moves the cursor behind it; it may fill everything in
 * `reading` but `format`. On an error the caller throws `reading` away. Where a text is one of many
 * it ends where the record does (text/extent.h). NAME_add() writes a record.
 */
#ifndef TEXT_FORMAT_H
#define TEXT_FORMAT_H

#include "base/strbuf.h"
#include "text/reading.h"
#include "text/text.h"

/* Where a record of a format ends. */
enum text_kind {
    KIND_LINE,
    KIND_ROWS,    /* lines with the numbers of moves */
    KIND_DIAGRAM, /* rows of a board */
    KIND_TREE,    /* "(;" ... ")", text may stand around it */
    KIND_TAGS,    /* tags, then moves, up to the next tags */
    KIND_JSON,
    KIND_FILE
};

struct text_format {
    const char *name;
    const char *what; /* for "expected ..."; NULL: not named there */
    bool (*knows)(struct text text);
    bool (*read)(struct text *text, struct reading *reading, struct ofl_text_error *error);
    enum text_kind kind;
};

/* The first row that knows the text, or NULL. */
const struct text_format *format_find(struct text text);
const struct text_format *format_at(size_t index); /* NULL past the last */

bool obf_knows(struct text text);
bool obf_read(struct text *text, struct reading *reading, struct ofl_text_error *error);

bool transcript_knows(struct text text);
bool transcript_read(struct text *text, struct reading *reading, struct ofl_text_error *error);
bool ggf_knows(struct text text);
bool ggf_read(struct text *text, struct reading *reading, struct ofl_text_error *error);
bool sgf_knows(struct text text);
bool sgf_read(struct text *text, struct reading *reading, struct ofl_text_error *error);
bool pgn_knows(struct text text);
bool pgn_read(struct text *text, struct reading *reading, struct ofl_text_error *error);

bool wthor_knows(struct text text);
bool wthor_read(struct text *text, struct reading *reading, struct ofl_text_error *error);

bool json_knows(struct text text);
bool json_read(struct text *text, struct reading *reading, struct ofl_text_error *error);

bool diagram_knows(struct text text);
bool diagram_read(struct text *text, struct reading *reading, struct ofl_text_error *error);
/* Behind the lines that belong to a diagram. False: more text may, if it has not `has_ended`. */
bool diagram_skip(struct text *text, bool has_ended);

bool link_knows(struct text text);
bool link_read(struct text *text, struct reading *reading, struct ofl_text_error *error);

bool logbook_knows(struct text text);
bool logbook_read(struct text *text, struct reading *reading, struct ofl_text_error *error);
bool logbook_add(struct strbuf *out, const struct reading *reading);

bool startpos_knows(struct text text);
bool startpos_read(struct text *text, struct reading *reading, struct ofl_text_error *error);

/* Rows from 8 to 1; those from 1 to 8 only where the user says so. */
bool fen_knows(struct text text);
bool fen_read(struct text *text, struct reading *reading, struct ofl_text_error *error);
bool fen1_knows(struct text text);
bool fen1_read(struct text *text, struct reading *reading, struct ofl_text_error *error);

/* Numbers with 0x; without it, which moves may look like; the other order of bits, only where the
 * user says so. */
bool bitboards_knows(struct text text);
bool bitboards_knows_bare(struct text text);
bool bitboards_knows_never(struct text text);
bool bitboards_read(struct text *text, struct reading *reading, struct ofl_text_error *error);
bool bitboards_read_reversed(struct text *text, struct reading *reading,
                             struct ofl_text_error *error);

/* One line, as ofl_game_to_ggf() with the tags that GGF has. False if there is no memory. */
bool ggf_add(struct strbuf *out, const struct reading *reading);
/* Can a tag be written, so that it is read again? */
bool ggf_holds(const char *name, const char *value);

/* FF[4], rows of squares from above. */
void sgf_add(struct strbuf *out, const struct reading *reading);
void pgn_add(struct strbuf *out, const struct reading *reading);

/* ---- what the rows share ---- */

/* The tag of PGN with which the text begins (pgn_knows()). False: it is not closed, and tag->end is the
 * end of the line. */
struct pgn_tag {
    const char *name;
    size_t name_length;
    size_t value, value_end; /* offsets; quotes inside keep their backslashes */
    size_t end;              /* behind the ']' */
    size_t seen;             /* what stands behind does not matter */
};
bool pgn_find_tag(struct text text, struct pgn_tag *tag);

/* The numbers in a row such as "3. f5 d6 4. c3". False if it is none: no number stands in front, they
 * do not follow one another, or more than two moves follow one. */
struct row_numbers {
    int64_t first, last;
    bool goes_on;  /* "3... d6": white's move of a row before */
    size_t behind; /* offset behind the first number */
};
bool transcript_numbers(struct text row, struct row_numbers *numbers);

/* Is the line another row of the game from `start` on, whose row `last` stands before? With a wrong
 * number it is; so is another line that is no game of its own. */
bool transcript_goes_on(struct text line, size_t start, int64_t last, struct row_numbers *numbers);

/* Bytes of a result at the cursor, alone there; 0: none. Is all of the text one? */
size_t transcript_result_length(const struct text *text);
bool transcript_is_result(struct text text);

/* Does the ';' at the cursor begin a comment, up to the end of the line? */
bool transcript_begins_comment(const struct text *text);

/* Skips the comment {...} or "; words" at the cursor, which becomes one of the start. False: there is none. */
bool transcript_keep_comment(struct text *text, struct tags *tags);

/* Are the moves from one offset to another a game? */
bool transcript_is_game(struct text text, size_t start, size_t end);

/* Keeps moves that might be played in place of move `ply` of the game. False: not all of them are legal. */
bool transcript_keep_variation(const struct ofl_game *game, int ply, struct text text, struct tags *tags);

/* Moves up to the end of the text. A result may end them; *n_moves counts the moves. */
bool transcript_read_moves(struct text *text, struct reading *reading, int *n_moves,
                           struct ofl_text_error *error);

/* Behind the next "(;", or where there is none behind the first "(TAG["; false if there is neither.
 */
bool frame_find(struct text *text);
/* The same for a text that is said to be `format`; fails with a sentence. */
bool frame_expect(struct text *text, const char *format, struct ofl_text_error *error);

/* Is the frame at hand GGF? If not it is SGF (text/frame.c). */
bool frame_is_ggf(struct text text);

#endif
