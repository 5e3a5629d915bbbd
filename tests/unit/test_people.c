/* The model of people: chances of moves, its file, and an engine that plays by it. */
#include <criterion/criterion.h>
#include <math.h>
#include <outflank/book.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "eval/weights.h"
#include "people/people.h"
#include "support.h"

struct asked { struct weights *weights; struct people *people; };

static struct asked ask(void)
{
    struct reason reason;
    struct asked asked = {weights_built_in(&reason), people_built_in(&reason)};
    cr_assert(asked.people, "%s", reason.text);
    return asked;
}

static void end(struct asked asked)
{
    people_free(asked.people);
    weights_free(asked.weights);
}

/* A board that random moves lead to. */
static ofl_board random_board(struct rng *rng, int n_moves, int *last)
{
    ofl_board board = ofl_position_start().board;
    for (int i = 0; i < n_moves; i++) {
        uint64_t moves = ofl_legal_moves(board);
        if (!moves)
            return board;
        for (uint32_t skip = rng_below(rng, (uint32_t)__builtin_popcountll(moves)); skip; skip--)
            moves &= moves - 1;
        *last = __builtin_ctzll(moves);
        board = ofl_play(board, *last);
    }
    return board;
}

Test(people, chances_are_the_same_on_symmetric_boards)
{
    const struct asked asked = ask();
    struct rng rng = rng_seeded(test_seed(5));
    for (int i = 0; i < 60; i++) {
        int last = OFL_NO_MOVE;
        const ofl_board board = random_board(&rng, 1 + i, &last);
        struct people_moves moves, turned;
        double share[PEOPLE_MOVES], turned_share[PEOPLE_MOVES], sum = 0;
        const int turn = i % 8;
        people_moves_of(asked.weights, board, &moves);
        if (moves.n == 0)
            continue;
        people_shares(asked.people, board, last, 1500, &moves, share);
        people_moves_of(asked.weights, ofl_symmetry(board, turn), &turned);
        people_shares(asked.people, ofl_symmetry(board, turn), ofl_symmetry_square(last, turn),
                      1500, &turned, turned_share);
        for (int k = 0; k < moves.n; k++) {
            int at = 0;
            while (turned.move[at] != ofl_symmetry_square(moves.move[k], turn))
                at++;
            cr_expect(share[k] > 0 && fabs(share[k] - turned_share[at]) < 1e-4, "%d: %f, %f", i,
                      share[k], turned_share[at]);
            sum += share[k];
        }
        cr_expect(fabs(sum - 1) < 1e-9);
    }
    end(asked);
}

/* With a corner to take, whoever is rated higher takes it at least as often. */
Test(people, a_rating_changes_chances)
{
    const struct asked asked = ask();
    struct rng rng = rng_seeded(test_seed(6));
    double weak = 0, strong = 0;
    for (int i = 0; i < 200; i++) {
        int last = OFL_NO_MOVE;
        const ofl_board board = random_board(&rng, 10 + i % 40, &last);
        struct people_moves moves;
        double share[PEOPLE_MOVES];
        int best = 0;
        people_moves_of(asked.weights, board, &moves);
        if (moves.n < 2)
            continue;
        for (int k = 1; k < moves.n; k++)
            best = moves.value[k][1] > moves.value[best][1] ? k : best;
        people_shares(asked.people, board, last, 1200, &moves, share);
        weak += share[best];
        people_shares(asked.people, board, last, 1800, &moves, share);
        strong += share[best];
    }
    cr_expect_gt(strong, weak);
    end(asked);
}

Test(people, files_that_are_none)
{
    static const uint8_t zeros[400000];
    struct reason reason;
    cr_expect_null(people_from_bytes(zeros, 0, &reason));
    cr_expect_str_eq(reason.text, "it is no model of people");
    uint8_t *bytes = calloc(1, sizeof zeros);
    memcpy(bytes, "OFLPEOP1", 8);
    cr_expect_null(people_from_bytes(bytes, sizeof zeros, &reason));
    cr_expect_str_eq(reason.text, "its checksum is wrong: it is damaged");
    free(bytes);
}

Test(people, an_engine_plays_by_it)
{
    static const char *const seeds[] = {"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"};
    ofl_engine *engine = ofl_engine_create();
    struct ofl_game game;
    struct ofl_result result;
    const struct ofl_limits limits = {0};
    int moves[10], n_other = 0;
    ofl_game_init(&game, ofl_position_start());
    cr_assert(ofl_game_add_transcript(&game, "f5d6c3d3c4f4", 12, NULL));
    cr_assert_eq(ofl_set_option(engine, "hash", "1"), OFL_OK);
    cr_assert_eq(ofl_set_option(engine, "style", "people"), OFL_OK);
    cr_assert_eq(ofl_set_option(engine, "rating", "1300"), OFL_OK);
    for (int i = 0; i < 20; i++) {
        cr_assert_eq(ofl_set_option(engine, "seed", seeds[i % 10]), OFL_OK);
        cr_assert_eq(ofl_choose(engine, &game, &limits, &result), OFL_OK);
        cr_assert(ofl_is_legal(game.position.board, result.lines[0].move));
        if (i >= 10)
            cr_expect_eq(result.lines[0].move, moves[i - 10], "the same seed");
        else
            moves[i] = result.lines[0].move;
        n_other += result.lines[0].move != moves[0];
    }
    cr_expect_gt(n_other, 0, "seeds give other moves");
    cr_expect_neq(ofl_set_option(engine, "rating", "999"), OFL_OK);
    cr_expect_neq(ofl_set_option(engine, "style", "robots"), OFL_OK);
    ofl_engine_destroy(engine);
}

/* How often each move is drawn, of 200. */
static void draw(ofl_engine *engine, const char *moves, int n_drawn[64])
{
    struct ofl_game game;
    struct ofl_result result;
    char seed[16];
    memset(n_drawn, 0, 64 * sizeof *n_drawn);
    ofl_game_init(&game, ofl_position_start());
    cr_assert(ofl_game_add_transcript(&game, moves, strlen(moves), NULL));
    for (int i = 1; i <= 200; i++) {
        snprintf(seed, sizeof seed, "%d", i);
        cr_assert_eq(ofl_set_option(engine, "seed", seed), OFL_OK);
        cr_assert_eq(ofl_choose(engine, &game, &(struct ofl_limits){0}, &result), OFL_OK);
        n_drawn[result.lines[0].move]++;
    }
}

/* Of tournament games one in a hundred begins with the parallel opening; the model knows no better
 * than one in three. From ply 9 on the book is not asked. */
Test(people, openings_are_those_of_the_games_of_its_book)
{
    enum { F4 = 29, D6 = 43, F6 = 45 };
    ofl_engine *engine = ofl_engine_create();
    int by_book[64], by_model[64];
    cr_assert_eq(ofl_set_option(engine, "hash", "1"), OFL_OK);
    cr_assert_eq(ofl_set_option(engine, "style", "people"), OFL_OK);
    static const char *const lines[] = {"f5", "f5d6c3d3c4f4c5b3"};
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(ofl_set_option(engine, "book", "shipped"), OFL_OK);
        draw(engine, lines[i], by_book);
        cr_assert_eq(ofl_set_option(engine, "book", "none"), OFL_OK);
        draw(engine, lines[i], by_model);
        if (i == 0)
            cr_expect(by_book[D6] > by_book[F6] && by_book[F6] > 40 && by_book[F4] < 10 &&
                          by_model[F4] > 20, "%d %d %d, %d", by_book[D6], by_book[F6], by_book[F4],
                      by_model[F4]);
        else
            cr_expect(memcmp(by_book, by_model, sizeof by_book) == 0, "no book at ply 9");
    }
    ofl_engine_destroy(engine);
}
