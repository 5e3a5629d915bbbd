/* match/option.h - an option of `outflank match`, as its help tells it. */
#ifndef MATCH_OPTION_H
#define MATCH_OPTION_H

/* It is written with one or two dashes; several values are several words:
 * -engine name=a cmd=./a -sprt elo0=0 elo1=10. */
struct match_option {
    const char *name;      /* without dashes */
    const char *argument;  /* what follows it; NULL for a flag */
    const char *help;      /* one sentence, no full stop */
};

#endif
