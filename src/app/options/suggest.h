/* options/suggest.h - the word that somebody may have meant. */
#ifndef OPTIONS_SUGGEST_H
#define OPTIONS_SUGGEST_H

#include <stdbool.h>
#include <stddef.h>

#include "book/opening_names.h"

/* Begin with what was written and its length; then offer each word there is. `best` is the one
 * closest in spelling, whatever the case of letters, or NULL if none is close: two mistakes are
 * close, one in words of up to three letters. */
struct suggestion {
    const char *word;
    size_t length;
    const char *best;
    int distance; /* of best */
};

void suggest_offer(struct suggestion *suggestion, const char *candidate);

/* The opening whose name is closest in spelling, or else has the text within; NULL if none. `only`:
 * names of this language, or NULL. */
const struct opening *suggest_opening(const char *text, size_t length,
                                      const enum opening_language *only);

/* Do people try this word for this option? ("time" for "seconds") */
bool suggest_is_tried_for(const char *word, const char *option);

#endif
