/* board/pgn_write.h - writes a record in the Portable Game Notation. */
#ifndef BOARD_PGN_WRITE_H
#define BOARD_PGN_WRITE_H

#include "base/strbuf.h"
#include "board/reading.h"

void pgn_add(struct strbuf *out, const struct reading *reading);

#endif
