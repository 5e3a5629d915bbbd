/* text/replay.c - see text/replay.h. */
#include "text/replay.h"

#include <assert.h>
#include <string.h>

#include "board/variant.h"

void replay_implied_pass(struct ofl_game *game)
{
    if (ofl_game_play(game, OFL_PASS))
        game->moves[game->n_played - 1].is_implied = true;
}

const char *replay_move(struct ofl_game *game, int move)
{
    assert(game->n_played >= 0 && game->n_played <= OFL_MAX_PLIES);
    const ofl_board board = game->position.board;
    if (move == OFL_PASS && variant_is_over(game->variant, board))
        return NULL;
    if (ofl_game_play(game, move))
        return NULL;
    const char *reason = variant_illegal_reason(game->variant, board, move);
    if (strcmp(reason, "must pass") == 0 &&
        variant_is_legal(game->variant, ofl_swap(board), move)) {
        replay_implied_pass(game);
        ofl_game_play(game, move);
        return NULL;
    }
    return reason;
}
