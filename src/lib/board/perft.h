/* board/perft.h - entry of perft.c for the kernel table (hot files only). */
#ifndef BOARD_PERFT_H
#define BOARD_PERFT_H

#include <outflank/board.h>
#include "isa/isa.h"

uint64_t ISA_FN(perft)(ofl_board board, int depth, enum ofl_perft_rule rule);

#endif
