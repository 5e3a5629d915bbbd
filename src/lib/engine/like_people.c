/* engine/like_people.c - see like_people.h. */
#include "engine/like_people.h"

#include <math.h>

#include "base/sample.h"
#include "engine/state.h"
#include "eval/score.h"
#include "people/people.h"

static int last_move(const struct ofl_game *game)
{
    return game->n_played > 0 ? game->moves[game->n_played - 1].move : OFL_NO_MOVE;
}

/* The lines of all moves in the order of `moves`; the move drawn becomes the only one. */
static void tell(const struct people_moves *moves, int drawn, struct ofl_result *result)
{
    int best = moves->value[0][1];
    for (int i = 1; i < moves->n; i++)
        best = moves->value[i][1] > best ? moves->value[i][1] : best;
    *result = (struct ofl_result){.n_lines = 1, .nodes = (uint64_t)moves->n,
                                  .proved_low = -6400, .proved_high = 6400};
    result->lines[0] = (struct ofl_line){
        .move = moves->move[drawn], .score = score_to_cd(moves->value[drawn][1]), .depth = 1,
        .confidence = 100, .pv_length = 1, .pv = {moves->move[drawn]}};
    result->given_cd = score_to_cd(best) - result->lines[0].score;
}

/* Moves drawn one by one level out what players differ in: measured in games, ratings must lie
 * twice as far from the middle. */
static int rating_for_play(int rating)
{
    const int spread = 1500 + 2 * (rating - 1500);
    return spread < 1000 ? 1000 : spread > 2000 ? 2000 : spread;
}

/* People rarely do what few do: chances to this power lose as many discs as they do. Few players
 * above 1700 taught the model; above 1500 the power grows instead, but for the last plies, where
 * even they err. */
static double power_for_play(int rating, ofl_board board)
{
    enum { AT_THE_END = 7 };
    const bool grows = rating > 1500 && ofl_count_empties(board) > AT_THE_END;
    return 1 / (0.85 - (grows ? fmin(0.001 * (rating - 1500), 0.35) : 0));
}

int like_people_take(ofl_engine *engine, const uint8_t *bytes, size_t size)
{
    struct people *people = people_from_bytes(bytes, size, &engine->error);
    if (!people)
        return OFL_ERR_DATA;
    people_free(engine->people);
    engine->people = people;
    return OFL_OK;
}

int like_people_moves(ofl_engine *engine, ofl_board board, struct people_moves *moves)
{
    if (!engine->people)
        engine->people = people_built_in(&engine->error);
    if (!engine->people)
        return OFL_ERR_DATA;
    people_moves_of(engine->options[OPTION_EVALUATION] == 0 ? engine->weights : NULL, board,
                    moves);
    return OFL_OK;
}

void like_people_shares(const ofl_engine *engine, ofl_board board, int last, int rating,
                        const struct people_moves *moves, double *share)
{
    people_shares(engine->people, board, last, rating, moves, share);
}

void like_people_shares_by(const ofl_engine *engine, ofl_board board, int last, int rating,
                           int step, int n, const struct people_moves *moves,
                           double (*share)[PEOPLE_MOVES])
{
    people_shares_by(engine->people, board, last, rating, step, n, moves, share);
}

bool like_people_by_games(ofl_engine *engine, ofl_board board, const struct people_moves *moves,
                          double *share)
{
    enum { GAMES_ENOUGH = 20 };
    struct ofl_book_answer answer = {0};
    double sum = 0;
    bookplay_ask(&engine->bookplay, board, 0, &answer);
    for (int k = 0; k < moves->n; k++) {
        share[k] = 0;
        for (int i = 0; i < answer.n_lines; i++)
            if (answer.lines[i].move == moves->move[k])
                share[k] = answer.n_games[i];
        sum += share[k];
    }
    return sum >= GAMES_ENOUGH && sample_normalize(share, moves->n);
}

/* What a person of that rating plays, sharpened for play. */
static void shares_for_play(ofl_engine *engine, const struct ofl_game *game,
                            const struct people_moves *moves, double *share)
{
    enum { EMPTIES_AT_PLY_8 = 53 };
    const ofl_board board = game->position.board;
    const int rating = (int)engine->options[OPTION_RATING];
    if (ofl_count_empties(board) >= EMPTIES_AT_PLY_8 &&
        like_people_by_games(engine, board, moves, share))
        return;
    like_people_shares(engine, board, last_move(game), rating_for_play(rating), moves, share);
    const double power = power_for_play(rating, board);
    for (int i = 0; i < moves->n; i++)
        share[i] = pow(share[i], power);
    sample_normalize(share, moves->n);
}

int like_people_choose(ofl_engine *engine, const struct ofl_game *game, struct ofl_result *result)
{
    const ofl_board board = game->position.board;
    struct rng rng = bookplay_rng(&engine->bookplay, board);
    struct people_moves moves;
    double share[PEOPLE_MOVES];
    if (like_people_moves(engine, board, &moves) != OFL_OK)
        return OFL_ERR_DATA;
    if (moves.n == 0)
        return engine_refuse(engine, OFL_ERR_BOARD, "no person has ever seen so many moves");
    shares_for_play(engine, game, &moves, share);
    tell(&moves, sample_draw(share, moves.n, &rng), result);
    return OFL_OK;
}
