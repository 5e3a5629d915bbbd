/* board/game.c - a game as a list of moves, with undo, redo and transcripts
 * (outflank/game.h).
 *
 * Invariant: moves[0 .. n_known-1] are legal in a row from `start`, passes
 * included, and `position` is what the first n_played of them lead to. */
#include <outflank/game.h>

#include <string.h>

#include "base/ascii.h"
#include "board/replay.h"
#include "board/text.h"

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
    if (!ofl_is_legal(game->position.board, move) || game->n_played >= OFL_MAX_PLIES)
        return false;
    game->position = after_move(game->position, move);
    struct ofl_game_move *slot = &game->moves[game->n_played++];
    if (game->n_played <= game->n_known && slot->move == move)
        return true;
    *slot = (struct ofl_game_move){.move = (uint8_t)move};
    game->n_known = game->n_played;
    return true;
}

bool ofl_game_undo(struct ofl_game *game)
{
    if (game->n_played == 0)
        return false;
    game->position = ofl_game_position_at(game, --game->n_played);
    return true;
}

bool ofl_game_redo(struct ofl_game *game)
{
    return game->n_played < game->n_known && ofl_game_play(game, game->moves[game->n_played].move);
}

ofl_position ofl_game_position_at(const struct ofl_game *game, int ply)
{
    ofl_position position = game->start;
    for (int i = 0; i < ply && i < game->n_known; i++)
        position = after_move(position, game->moves[i].move);
    return position;
}

const char *ofl_illegal_reason(ofl_board board, int move)
{
    if (move < 0 || move > OFL_PASS)
        return "out of board";
    if (ofl_is_legal(board, move))
        return NULL;
    if (ofl_is_over(board))
        return "game over";
    if (move == OFL_PASS)
        return "may not pass";
    if (!ofl_legal_moves(board))
        return "must pass";
    return (board.player | board.opponent) >> move & 1 ? "occupied" : "no flip";
}

/* "12.", "3)", "7" between blanks: a number that stands alone. */
static bool skip_move_number(struct text *text)
{
    int before = text->at ? text->begin[text->at - 1] : ' ';
    if (!ascii_is_blank(before) && before != ',' && before != ';')
        return false;
    size_t n = 0;
    while (ascii_is_digit(text_peek(text, n)))
        n++;
    int after = text_peek(text, n);
    if (after >= 0 && !ascii_is_blank(after) && after != '.' && after != ')' && after != ':')
        return false;
    while (after = text_peek(text, n), after == '.' || after == ')' || after == ':')
        n++;
    text->at += n;
    return true;
}

/* A square or a pass at the cursor, the longest spelling first; 0 if there is none. */
static size_t move_length(const struct text *text, int *move)
{
    for (size_t n = 4; n >= 2; n--) {
        if (n == 3 || text->length - text->at < n)
            continue;
        *move = ofl_move_from_text(text->begin + text->at, n);
        if (*move != OFL_NO_MOVE)
            return n;
    }
    return 0;
}

const char *replay_move(struct ofl_game *game, int move)
{
    if (move == OFL_PASS && ofl_is_over(game->position.board))
        return NULL;
    if (ofl_game_play(game, move))
        return NULL;
    const char *reason = ofl_illegal_reason(game->position.board, move);
    if (strcmp(reason, "must pass") == 0 && ofl_is_legal(ofl_swap(game->position.board), move)) {
        ofl_game_play(game, OFL_PASS);
        ofl_game_play(game, move);
        return NULL;
    }
    return reason;
}

bool ofl_game_add_transcript(struct ofl_game *game, const char *text, size_t length,
                             struct ofl_text_error *error)
{
    struct ofl_game copy = *game;
    struct text t = text_of(text, length);
    char found[TEXT_FOUND];
    for (text_skip_bom(&t); !text_at_end(&t);) {
        int move, c = text_peek(&t, 0);
        if (ascii_is_blank(c) || c == ',' || c == ';') {
            t.at++;
            continue;
        }
        if (ascii_is_digit(c) && skip_move_number(&t))
            continue;
        size_t n = move_length(&t, &move);
        if (!n)
            return text_fail(error, &t, t.at, "expected a square a1..h8 or a pass, found %s",
                             text_found(&t, t.at, found));
        const char *reason = replay_move(&copy, move);
        if (reason)
            return text_fail(error, &t, t.at, "'%.*s' is not legal for %s here: %s", (int)n,
                             t.begin + t.at,
                             copy.position.turn == OFL_BLACK ? "black" : "white", reason);
        t.at += n;
    }
    *game = copy;
    return true;
}

size_t ofl_game_to_transcript(const struct ofl_game *game, bool with_passes, char *out)
{
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
