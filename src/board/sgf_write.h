/* board/sgf_write.h - writes a record in the Smart Game Format, FF[4], rows of squares from above. */
#ifndef BOARD_SGF_WRITE_H
#define BOARD_SGF_WRITE_H

#include "base/strbuf.h"
#include "board/reading.h"

void sgf_add(struct strbuf *out, const struct reading *reading);

#endif
