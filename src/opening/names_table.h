/* opening/names_table.h - what gen_names.c makes: all names, sorted as names.h says. */
#ifndef OPENING_NAMES_TABLE_H
#define OPENING_NAMES_TABLE_H

#include "opening/opening.h"

extern const struct opening opening_names_table[];
extern const size_t opening_n_names;

#endif
