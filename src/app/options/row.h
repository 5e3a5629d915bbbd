/* options/row.h - an option of a program or of one of its commands, as a row of a table.
 *
 * Parsing (options/read.h), help (options/print.h), manual page and completions are made from
 * rows. A list of rows ends with one without a name.
 */
#ifndef OPTIONS_ROW_H
#define OPTIONS_ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/reason.h"

/* What a value is, and as which type options_store() writes it. */
enum option_type {
    OPTION_PLAIN,  /* a flag or a text: `take` has it, or the program; not stored */
    OPTION_FLAG,   /* bool: true when given */
    OPTION_TEXT,   /* const char *, of argv */
    OPTION_WORD,   /* the same, one of `choices` */
    OPTION_INT,    /* int in min..max */
    OPTION_WIDE,   /* int64_t or uint64_t in min..max */
    OPTION_REAL,   /* double in least..most */
    OPTION_SECONDS /* int64_t: milliseconds in min..max */
};

struct option_row {
    const char *name;          /* without the dashes */
    char letter;               /* short form, 0 if none */
    const char *argument;      /* what the help calls its value; NULL for a flag */
    const char *choices;       /* "one|two|three", or NULL */
    const char *default_value; /* or NULL */
    const char *help;          /* one sentence without a full stop */
    bool is_optional;          /* the value may be left out */
    bool is_key;               /* no option, but a word name=value behind one */
    bool is_hidden;            /* not in the everyday help */
    bool is_required;          /* a command without it is refused */
    bool is_told;              /* its help says the range of its numbers */
    bool is_of_engine;         /* not the program's own */
    enum option_type type;
    int64_t min, max;          /* of OPTION_INT, OPTION_WIDE and OPTION_SECONDS */
    double least, most;        /* of OPTION_REAL */
    size_t offset;             /* where options_store() writes, in the program's struct */
    /* Of OPTION_PLAIN: takes the value into that struct. False with the reason. */
    bool (*take)(void *base, const char *value, struct reason *reason);
};

/* An option as it was given. */
struct option_given {
    const struct option_row *row;
    const char *value; /* NULL: a flag */
};

static inline bool option_is_whole(const struct option_row *row)
{
    return row->type == OPTION_INT || row->type == OPTION_WIDE;
}

/* Number of rows before the one without a name. */
static inline size_t options_count(const struct option_row *rows)
{
    size_t n = 0;
    while (rows[n].name)
        n++;
    return n;
}

#endif
