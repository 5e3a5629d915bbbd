/* board/ggf_write.h - writes a record as one line of GGF, with its tags. */
#ifndef BOARD_GGF_WRITE_H
#define BOARD_GGF_WRITE_H

#include "base/strbuf.h"
#include "board/reading.h"

/* As ofl_game_to_ggf(), and the tags that GGF has. False if there is no memory. */
bool ggf_add(struct strbuf *out, const struct reading *reading);

#endif
