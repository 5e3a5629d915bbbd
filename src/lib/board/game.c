/* board/game.c - a game as a list of moves, with undo and redo (outflank/game.h).
 *
 * Invariant: moves[0 .. n_known-1] are legal in a row from `start`, passes
 * included, and `position` is what the first n_played of them lead to. */
#include <outflank/game.h>

#include <math.h>
#include <string.h>

#include "base/checks.h"
#include "board/board_check.h"
#include "board/variant.h"

/* The part of the invariant that is cheap to look at. */
static ASSERT_ONLY bool is_sound(const struct ofl_game *game)
{
    return game->n_played >= 0 && game->n_played <= game->n_known &&
           game->n_known <= OFL_MAX_PLIES && ofl_board_is_valid(game->position.board);
}

void ofl_game_init(struct ofl_game *game, ofl_position start)
{
    *game = (struct ofl_game){.start = start, .position = start};
}

static ofl_position after_move(ofl_position position, int move)
{
    return (ofl_position){
        .board = ofl_play(position.board, move),
        .turn = position.turn == OFL_BLACK ? OFL_WHITE : OFL_BLACK,
    };
}

bool ofl_game_play(struct ofl_game *game, int move)
{
    assert(is_sound(game));
    if (!variant_is_legal(game->variant, game->position.board, move) ||
        game->n_played >= OFL_MAX_PLIES)
        return false;
    game->position = after_move(game->position, move);
    struct ofl_game_move *slot = &game->moves[game->n_played++];
    if (game->n_played <= game->n_known && slot->move == move)
        return true;
    *slot = (struct ofl_game_move){.move = (uint8_t)move};
    game->n_known = game->n_played;
    assert(is_sound(game));
    return true;
}

bool ofl_game_undo(struct ofl_game *game)
{
    assert(is_sound(game));
    if (game->n_played == 0)
        return false;
    game->position = ofl_game_position_at(game, --game->n_played);
    return true;
}

int ofl_draw_score(double komi, enum ofl_color side)
{
    const int komi_cd = isfinite(komi) ? (int)lround(100 * fmax(-64, fmin(64, komi))) : 0;
    return side == OFL_BLACK ? komi_cd : -komi_cd;
}

bool ofl_game_redo(struct ofl_game *game)
{
    return game->n_played < game->n_known && ofl_game_play(game, game->moves[game->n_played].move);
}

ofl_position ofl_game_position_at(const struct ofl_game *game, int ply)
{
    assert(is_sound(game));
    ofl_position position = game->start;
    for (int i = 0; i < ply && i < game->n_known; i++)
        position = after_move(position, game->moves[i].move);
    return position;
}

const char *ofl_illegal_reason(ofl_board board, int move)
{
    return variant_illegal_reason((struct ofl_variant){0}, board, move);
}

size_t ofl_game_to_transcript(const struct ofl_game *game, bool with_passes, char *out)
{
    assert(is_sound(game));
    size_t length = 0;
    for (int i = 0; i < game->n_played; i++) {
        char name[8];
        int move = game->moves[i].move;
        if (move == OFL_PASS && !with_passes)
            continue;
        memcpy(out + length, move == OFL_PASS ? "ps" : ofl_move_to_text(move, false, name), 2);
        length += 2;
    }
    out[length] = '\0';
    return length;
}
