/* protocol/load.h - one game of a text file that may hold several. */
#ifndef PROTOCOL_LOAD_H
#define PROTOCOL_LOAD_H

#include "text/reading.h"
#include "protocol/small_file.h"

enum { LOAD_ANY = INT32_MIN }; /* no number was given */

/* Cuts a number off the end of *line, the game of the file that stands before it; LOAD_ANY if there
 * is none, or if a file is called as the whole line. */
int64_t load_cut_number(struct word *line);

/* Reads game `number` of the file, from 1. LOAD_ANY: the only one; of several the first, with a note
 * that says how many there are and that `another` ("load FILE N") takes another. False with the
 * error; *reading is then as it was. Other games than Othello only if it `takes_variants`. */
bool load_game(const struct file_text *file, int64_t number, bool takes_variants,
               const char *another, struct reading *reading, struct ofl_text_error *error);

#endif
