/* options/read.h - a command line, read by rows of options.
 *
 * Options stand before or after words alike, whatever POSIXLY_CORRECT says; what follows "--" is
 * words. Long names stand in full.
 */
#ifndef OPTIONS_READ_H
#define OPTIONS_READ_H

#include "base/reason.h"
#include "options/row.h"

/* What is done with an option (its value, or NULL) and with a word. They return 0 to go on,
 * OPTIONS_STOP to leave the rest of the line, or another number to end with it. */
enum { OPTIONS_STOP = -1000, OPTIONS_REFUSED };
struct options_taker {
    int (*option)(void *user, const struct option_row *row, const char *value);
    int (*word)(void *user, const char *word);
    /* May a name that there is not mean this option? NULL: any that is not hidden. */
    bool (*may_mean)(void *user, const struct option_row *row);
    void *user;
};

/* Reads argv from argv[1] on. Returns 0, with *rest the index of what was left (after "--" or
 * OPTIONS_STOP; else argc); what a taker returned; or OPTIONS_REFUSED with the reason. argv may
 * be put in another order. Not for two threads at once: getopt_long() has one state. */
int options_read(const struct option_row *rows, int argc, char **argv,
                 const struct options_taker *taker, int *rest, struct reason *reason);

/* Writes a value (NULL: a flag) into the struct at `base`, at the row's offset and by its type.
 * False with the reason, and nothing written, if the value is none of the row's. */
bool options_store(const struct option_row *row, const char *value, void *base,
                   struct reason *reason);

/* Is the value one of "one|two|three" (NULL: none)? */
bool options_is_choice(const char *choices, const char *value);

/* Writes the default values of all rows that have one. */
void options_store_defaults(const struct option_row *rows, void *base);

#endif
