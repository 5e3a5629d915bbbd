/* book/games_row.c - see games_row.h. */
#include "book/games_row.h"

#include <string.h>

#include "base/bytes.h"
#include "base/checksum.h"

uint64_t book_games_row_sum(const struct book_game *game)
{
    uint8_t bytes[OFL_BOARD_TEXT + BOOK_GAME_MOVES + 2];
    size_t n = 0;
    const size_t n_start = strlen(game->start) + 1, n_moves = strlen(game->moves) + 1;
    memcpy(bytes, game->start, n_start);
    n += n_start;
    memcpy(bytes + n, game->moves, n_moves);
    n += n_moves;
    bytes[n++] = (uint8_t)game->result;
    bytes[n++] = (uint8_t)game->plies;
    return checksum_of(bytes, n);
}

uint64_t book_games_row_visit_sum(ofl_board key, const struct book_counts *counts)
{
    uint8_t bytes[28];
    bytes_write_le(bytes, key.player, 8);
    bytes_write_le(bytes + 8, key.opponent, 8);
    bytes_write_le(bytes + 16, counts->wins, 4);
    bytes_write_le(bytes + 20, counts->draws, 4);
    bytes_write_le(bytes + 24, counts->losses, 4);
    return checksum_of(bytes, sizeof bytes);
}
