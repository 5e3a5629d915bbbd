/* engine/loss_record.c - see loss_record.h. */
#include "engine/loss_record.h"

void loss_record_note(struct loss_record *record, const struct ofl_game *game,
                      struct loss_entry entry)
{
    if (game->n_played >= OFL_MAX_PLIES)
        return;
    entry.board = game->position.board;
    entry.is_kept = true;
    record->entries[game->n_played] = entry;
}

static bool is_of(const struct loss_entry *entry, ofl_board board, int move)
{
    return entry->is_kept && entry->move == move && entry->board.player == board.player &&
           entry->board.opponent == board.opponent;
}

struct loss_sum loss_record_sum(const struct loss_record *record, const struct ofl_game *game)
{
    struct loss_sum sum = {0};
    ofl_position position = game->start;
    for (int ply = 0; ply < game->n_played; ply++) {
        const struct loss_entry *entry = &record->entries[ply];
        const int move = game->moves[ply].move;
        if (position.turn == game->position.turn && is_of(entry, position.board, move)) {
            sum.mean_cd += entry->mean_cd;
            sum.loss_cd += entry->loss_cd;
            sum.parts += entry->part;
        }
        position.board = ofl_play(position.board, move);
        position.turn = position.turn == OFL_BLACK ? OFL_WHITE : OFL_BLACK;
    }
    return sum;
}
