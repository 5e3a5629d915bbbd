/* text/ggf_field.h - the small parts of a GGF value: numbers, clocks, names. */
#ifndef TEXT_GGF_FIELD_H
#define TEXT_GGF_FIELD_H

#include <outflank/game.h>

#include "board/variant.h"
#include "text/text.h"

/* The value without blanks at both ends. */
struct text ggf_trim(struct text value);

/* The part up to the next '/' (or the end); the cursor goes behind the '/'. */
struct text ggf_next_part(struct text *value);

/* A number that may be missing. *is_known is false for an empty field, for NaN
 * and infinity in any spelling, and beyond +-limit. False for anything else. */
bool ggf_read_number(struct text field, double limit, double *number, bool *is_known,
                     struct ofl_text_error *error);

/* "main/increment/extension". False if it is not a clock at all. */
bool ggf_read_clock(struct text value, struct ofl_game_clock *clock, struct ofl_text_error *error);

/* A type of board, TY, of 8x8, 6x6 or 4x4; another one than of Othello only if value.has_variants. */
bool ggf_read_type(struct text value, struct ofl_variant *variant, struct ofl_text_error *error);
bool ggf_read_size(struct text *value, int64_t *size, struct ofl_text_error *error);

/* Copies a trimmed name into `out`; blanks become spaces, what a terminal would
 * obey or is no UTF-8 becomes '?' (base/visible.h), and a cut never splits a character. */
void ggf_copy_text(char out[OFL_NAME_TEXT], struct text value);

#endif
