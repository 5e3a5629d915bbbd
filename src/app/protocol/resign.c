/* protocol/resign.c - implements resign.h. */
#include "protocol/resign.h"

/* Moves of the side to move in a row that looked lost, up to now. */
static int count_bad(const struct resign *resign, const struct ofl_game *game)
{
    const enum ofl_color color = game->position.turn;
    struct ofl_game before = *game;
    int n = 0;
    while (ofl_game_undo(&before)) {
        const int ply = before.n_played;
        const bool is_own = before.position.turn == color &&
                            resign->found[ply].is_known &&
                            resign->found[ply].move == game->moves[ply].move;
        if (is_own && !resign->found[ply].is_bad)
            break;
        n += is_own;
    }
    return n;
}

bool resign_is_due(const struct session *session, struct resign *resign,
                   const struct ofl_game *game, const struct ofl_result *result)
{
    const int64_t discs = session_option_int(session, "resign", 0);
    const struct ofl_line *line = &result->lines[0];
    const int own_cd = line->score + result->given_cd -
                       ofl_draw_score(game->komi, game->position.turn);
    const bool is_bad = discs > 0 && own_cd <= -100 * discs;
    resign->found[game->n_played].is_known = true;
    resign->found[game->n_played].is_bad = is_bad;
    resign->found[game->n_played].move = (uint8_t)line->move;
    return is_bad &&
           count_bad(resign, game) + 1 >= session_option_int(session, "resign-moves", 1);
}
