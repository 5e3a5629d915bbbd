/* book/games_row.h - games and counts as rows of the tables "game" and "visit", with checksums. */
#ifndef BOOK_GAMES_ROW_H
#define BOOK_GAMES_ROW_H

#include "book/game.h"

uint64_t book_games_row_sum(const struct book_game *game);
uint64_t book_games_row_visit_sum(ofl_board key, const struct book_counts *counts);

#endif
