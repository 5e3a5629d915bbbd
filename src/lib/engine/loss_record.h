/* engine/loss_record.h - what the moves that an engine chose in a game have lost.
 *
 * An entry belongs to a board and a move at a ply: moves taken back, and games that go on
 * otherwise, do not count.
 *
 * Units:   1/100 disc.
 * Threads: as the engine.
 */
#ifndef ENGINE_LOSS_RECORD_H
#define ENGINE_LOSS_RECORD_H

#include <outflank/game.h>

struct loss_entry {
    ofl_board board;
    int move;
    bool is_kept;
    double mean_cd;        /* expected when the move was chosen; */
    int loss_cd;           /* that of the move */
    double part;           /* of the loss of a game, 1 on average */
};

struct loss_record {
    struct loss_entry entries[OFL_MAX_PLIES];
};

struct loss_sum {
    int loss_cd;
    double mean_cd, parts;
};

/* Keeps what the next move of the game, chosen just now, loses. */
void loss_record_note(struct loss_record *record, const struct ofl_game *game,
                      struct loss_entry entry);

/* Of the moves that the side to move has made by such choices. */
struct loss_sum loss_record_sum(const struct loss_record *record, const struct ofl_game *game);

#endif
