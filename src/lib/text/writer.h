/* text/writer.h - the one table of formats that boards and games are written in.
 *
 * docs/texts.md lists them. All that is written is read again by text/reader.h.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef TEXT_WRITER_H
#define TEXT_WRITER_H

#include "base/reason.h"
#include "base/strbuf.h"
#include "text/reading.h"

/* What a format holds of a record. All hold a board. */
enum writer_holds {
    HOLDS_MOVES = 1 << 0,    /* of the game; else the board after them */
    HOLDS_NAMES = 1 << 1,    /* of the players */
    HOLDS_RESULTS = 1 << 2,
    HOLDS_SCORES = 1 << 3,   /* of moves of a board, as OBF has them */
    HOLDS_VALUES = 1 << 4,   /* and times of moves */
    HOLDS_COMMENTS = 1 << 5, /* of moves */
    HOLDS_TAGS = 1 << 6,
    HOLDS_LAST_PASS = 1 << 7, /* of moves that end with a pass before the game is over */
    HOLDS_VARIATIONS = 1 << 8, /* text/variations.h */
    N_HOLDS = 9
};

struct writer_row {
    const char *name;    /* "ggf" */
    const char *endings; /* of file names, parted by a blank: "json jsonl" */
    const char *what;    /* "Generic Game Format" */
    unsigned holds;
    bool is_binary;      /* WTHOR: text/wthor_write.h, for it needs a header */
    bool (*add)(struct strbuf *out, const struct reading *reading); /* false: no memory */
};

/* In any case; NULL if there is none. */
const struct writer_row *writer_find(const char *name, size_t length);
/* By the end of a file's name; NULL if it says nothing. */
const struct writer_row *writer_of_file(const char *path, size_t length);
const struct writer_row *writer_at(size_t index); /* NULL past the last */

/* Adds the record, its last line ended. False with the reason, and nothing is added, where the format
 * cannot hold it. */
bool writer_add(const struct writer_row *row, struct strbuf *out, const struct reading *reading,
                struct reason *reason);

/* What a record has and the format leaves out, of enum writer_holds; the word for one of its bits. */
unsigned writer_losses(const struct writer_row *row, const struct reading *reading);
const char *writer_loss_name(int bit);
/* Adds "left out: names, tags", or nothing. */
void writer_add_losses(const struct writer_row *row, const struct reading *reading,
                       struct strbuf *out);

/* Does a game begin elsewhere than at the usual start? */
bool writer_has_own_start(const struct reading *reading);

#endif
