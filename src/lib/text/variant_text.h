/* text/variant_text.h - names and boards of other games (board/variant.h) as text.
 *
 * Threads: functions touch only their arguments. */
#ifndef TEXT_VARIANT_TEXT_H
#define TEXT_VARIANT_TEXT_H

#include "base/reason.h"
#include "base/strbuf.h"
#include "board/variant.h"
#include "text/text.h"

/* "anti", "4x4", "6x6", "holes:c3,f6", and several joined by '+'. False with the reason. */
bool variant_read(const char *text, struct ofl_variant *variant, struct reason *reason);
void variant_add_name(struct strbuf *out, struct ofl_variant variant); /* as it is read */

/* Reads size x size squares and the side to move: "-----OX--XO----- X" is a board of 4x4. */
bool variant_read_position(struct ofl_variant variant, struct text *text, ofl_position *position,
                           struct ofl_text_error *error);
/* The same, written: squares with '*' for Black, 'O', '-'; a blank, the side. `out`: 67 bytes. */
void variant_write_position(struct ofl_variant variant, ofl_position position, char *out);

#endif
