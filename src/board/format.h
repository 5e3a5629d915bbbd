/* board/format.h - the rows of the table of formats (board/reader.c).
 *
 * NAME_knows() says whether the text at the cursor, behind blanks and remarks, is of that format.
 * NAME_read() reads one position or game and moves the cursor behind it; it may fill everything in
 * `reading` but `format`. On an error the caller throws `reading` away. NAME_skip() moves the cursor
 * behind a game that could not be read, so that the next one can be.
 */
#ifndef BOARD_FORMAT_H
#define BOARD_FORMAT_H

#include "board/reading.h"
#include "board/text.h"

struct text_format {
    const char *name;
    const char *what; /* for "expected ..."; NULL: not named there */
    bool (*knows)(struct text text);
    bool (*read)(struct text *text, struct reading *reading, struct ofl_text_error *error);
    void (*skip)(struct text *text); /* of a framed format */
    bool is_framed; /* a game may run over lines, and text may stand around it */
};

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
void pgn_skip(struct text *text);

bool wthor_knows(struct text text);
bool wthor_read(struct text *text, struct reading *reading, struct ofl_text_error *error);
void wthor_skip(struct text *text);

bool json_knows(struct text text);
bool json_read(struct text *text, struct reading *reading, struct ofl_text_error *error);
void json_skip(struct text *text);

bool diagram_knows(struct text text);
bool diagram_read(struct text *text, struct reading *reading, struct ofl_text_error *error);

bool link_knows(struct text text);
bool link_read(struct text *text, struct reading *reading, struct ofl_text_error *error);

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

/* ---- what the rows share ---- */

/* Moves up to the end of the text, or to a '[' that begins a line. A result may end them; *n_moves
 * counts the moves. */
bool transcript_read_moves(struct text *text, struct reading *reading, int *n_moves,
                           struct ofl_text_error *error);

/* Behind the next "(;", or where there is none behind the first "(TAG["; false if there is neither.
 */
bool frame_find(struct text *text);
/* The same for a text that is said to be `format`; fails with a sentence. */
bool frame_expect(struct text *text, const char *format, struct ofl_text_error *error);

/* Behind the frame at the cursor: its last ')', or before the next line that begins one. */
void frame_skip(struct text *text);

/* Is the frame at hand GGF? If not it is SGF (board/frame.c). */
bool frame_is_ggf(struct text text);

#endif
