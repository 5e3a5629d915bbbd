/* options/suggest.h - the word that somebody may have meant. */
#ifndef OPTIONS_SUGGEST_H
#define OPTIONS_SUGGEST_H

/* Begin with {.word = what was written}; then offer each word there is. `best` is the one closest
 * in spelling, or NULL if none is close. */
struct suggestion {
    const char *word, *best;
    int distance; /* of best */
};

void suggest_offer(struct suggestion *suggestion, const char *candidate);

#endif
