/* book/book_game.c - see book_game.h. */
#include "book/book_game.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "base/checksum.h"
#include "base/number.h"
#include "text/result.h"

/* The result for the side that moves at the start. What is left of half a disc still wins. */
static bool find_result(const struct reading *record, int *result, struct reason *reason)
{
    const struct ofl_game *game = &record->game;
    const ofl_position end = game->position;
    if (ofl_is_over(end.board)) {
        const int score = ofl_score(end.board, OFL_SCORE_TOURNAMENT);
        *result = end.turn == game->start.turn ? score : -score;
        return true;
    }
    const struct result told = result_of(record);
    const double size = fabs(told.difference);
    if (!told.is_known || size > 64)
        return reason_set(reason, "the game is not over, and its text does not tell who won");
    const int discs = size > 0 && size < 1 ? 1 : (int)size;
    *result = (told.difference < 0) != (game->start.turn != OFL_BLACK) ? -discs : discs;
    return true;
}

static bool is_usual(ofl_board board)
{
    const ofl_board usual = ofl_position_start().board;
    return board.player == usual.player && board.opponent == usual.opponent;
}

/* < 0 if the first start is preferred. */
static int compare_starts(ofl_board a, ofl_board b)
{
    if (is_usual(a) != is_usual(b))
        return is_usual(a) ? -1 : 1;
    return book_key_compare(a, b);
}

static void write_moves(const struct ofl_game *game, int symmetry, char out[BOOK_GAME_MOVES])
{
    size_t length = 0;
    for (int i = 0; i < game->n_played; i++) {
        char name[8];
        if (game->moves[i].move == OFL_PASS)
            continue;
        ofl_move_to_text(ofl_symmetry_square(game->moves[i].move, symmetry), false, name);
        memcpy(out + length, name, 2);
        length += 2;
    }
    out[length] = '\0';
}

uint64_t book_game_row_sum(const struct book_game *game)
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

bool book_game_has_ratings(const struct book_game *game)
{
    const int a = game->ratings[0], b = game->ratings[1];
    return (a || b) && a >= 0 && b >= 0 && a <= BOOK_MOST_RATING && b <= BOOK_MOST_RATING;
}

/* "1512", "1512.5"; 0 if it is none. */
static int rating_of(const struct reading *record, const char *name)
{
    static const struct number_range range = {.min = 0, .max = 100 * BOOK_MOST_RATING,
                                              .decimals = 2, .unit = "points"};
    const char *text = tags_find(&record->tags, 0, name);
    int64_t rating = 0;
    return text && number_read(text, strlen(text), &range, &rating, NULL) ? (int)(rating / 100) : 0;
}

bool book_game_of(const struct reading *record, int plies, struct book_game *form,
                  struct reason *reason)
{
    const struct ofl_game *game = &record->game;
    struct book_game found = {.plies = plies};
    ofl_board best = {0};
    if (!find_result(record, &found.result, reason))
        return false;
    for (int s = 0; s < 8; s++) {
        const ofl_board start = ofl_symmetry(game->start.board, s);
        char moves[BOOK_GAME_MOVES] = "";
        const int order = s ? compare_starts(start, best) : -1;
        if (order > 0)
            continue;
        write_moves(game, s, moves);
        if (order == 0 && strcmp(moves, found.moves) >= 0)
            continue;
        best = start;
        memcpy(found.moves, moves, sizeof moves);
    }
    if (!is_usual(best))
        ofl_position_to_text((ofl_position){best, OFL_BLACK}, found.start);
    const int n_moves = (int)strlen(found.moves) / 2;
    if (found.plies > n_moves)
        found.plies = n_moves;
    const bool is_black = game->start.turn == OFL_BLACK;
    found.ratings[!is_black] = rating_of(record, "black-rating");
    found.ratings[is_black] = rating_of(record, "white-rating");
    *form = found;
    return true;
}

/* Plays the moves; false if the text is not that of a game. */
static bool replay(const struct book_game *game, struct ofl_game *played)
{
    ofl_position start = ofl_position_start();
    const size_t n_start = strlen(game->start);
    if (n_start && !ofl_position_from_text(game->start, n_start, &start, NULL, NULL))
        return false;
    ofl_game_init(played, start);
    return ofl_game_add_transcript(played, game->moves, strlen(game->moves), NULL);
}

bool book_game_check(const struct book_game *game, struct reason *reason)
{
    struct reading record = {0};
    struct ofl_game *played = &record.game;
    struct book_game form;
    if (game->result < -64 || game->result > 64 || game->plies < 0 || game->plies > 60)
        return reason_set(reason, "the result or the plies of a game are out of range");
    if (!replay(game, played))
        return reason_set(reason, "a game has illegal moves");
    if (!ofl_is_over(played->position.board))
        snprintf(played->result, sizeof played->result, "%d",
                 played->start.turn == OFL_BLACK ? game->result : -game->result);
    if (!book_game_of(&record, game->plies, &form, reason))
        return false;
    return (strcmp(form.start, game->start) == 0 && strcmp(form.moves, game->moves) == 0 &&
            form.result == game->result && form.plies == game->plies) ||
           reason_set(reason, "the game is not in the form that \"book dump\" writes; \"outflank "
                      "book learn\" takes games in any");
}

bool book_game_visit(const struct book_game *game, book_game_visitor visit, void *user,
                     struct reason *reason)
{
    struct ofl_game played;
    if (!replay(game, &played))
        return reason_set(reason, "a game has illegal moves");
    int ply = 0, by = -1; /* discs that were played */
    for (int i = 0; i <= played.n_played && ply <= game->plies; i++) {
        const ofl_position position = ofl_game_position_at(&played, i);
        struct book_place place;
        const bool is_pass = i < played.n_played && played.moves[i].move == OFL_PASS;
        if (!book_key_place(position.board, &place))
            break;
        const bool is_first = position.turn == played.start.turn;
        const int result = is_first != place.is_passed ? game->result : -game->result;
        if (!is_pass && !visit(user, place.key, ply, result, by, reason))
            return false;
        by = is_pass ? by : !is_first;
        ply += !is_pass;
    }
    return true;
}
