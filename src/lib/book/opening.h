/* book/opening.h - one name of an opening. */
#ifndef BOOK_OPENING_H
#define BOOK_OPENING_H

#include <stddef.h>
#include <outflank/board.h>

enum opening_language { OPENING_EN, OPENING_FR, OPENING_JA, OPENING_N_LANGUAGES };

struct opening {
    ofl_board key;                  /* canonical (ofl_canonical()) */
    enum opening_language language;
    const char *name;               /* UTF-8 */
    const char *folded;             /* the name as it is compared (book/fold.h) */
    const char *moves;              /* one line that leads there: "f5d6" */
    const char *sources;            /* "edax-en,welty" */
};

/* What gen_names.c makes: all names, sorted as opening_names.h says. */
extern const struct opening opening_names_table[];
extern const size_t opening_n_names;

#endif
