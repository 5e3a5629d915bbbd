/* Names of openings: the table, symmetries, transpositions. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "book/fold.h"
#include "book/opening_names.h"
#include "support.h"

static struct ofl_game game_of(const char *moves)
{
    struct ofl_game game;
    struct ofl_text_error error;
    ofl_game_init(&game, ofl_position_start());
    cr_assert(ofl_game_add_transcript(&game, moves, strlen(moves), &error), "%s: %s", moves,
              error.text);
    return game;
}

static const char *name_of(const char *moves, enum opening_language language, int *ply)
{
    const struct ofl_game game = game_of(moves);
    const struct opening *opening = opening_of_game(&game, language, ply);
    return opening ? opening->name : "";
}

/* The keys were made by other code than board/. */
Test(opening, table)
{
    const struct opening *opening, *before = NULL;
    size_t n = 0;
    for (; (opening = opening_at(n)) != NULL; before = opening, n++) {
        const struct ofl_game game = game_of(opening->moves);
        const ofl_board key = ofl_canonical(game.position.board, NULL);
        char folded[OPENING_FOLDED];
        cr_expect(key.player == opening->key.player && key.opponent == opening->key.opponent,
                  "%s: key", opening->moves);
        opening_fold(opening->name, strlen(opening->name), folded);
        cr_expect_str_eq(folded, opening->folded);
        cr_expect(*folded && *opening->sources, "%s: empty", opening->name);
        for (const char *c = opening->name; *c && opening->language == OPENING_EN; c++)
            cr_expect((unsigned char)*c < 0x80, "%s: NBoard's status is ASCII", opening->name);
        cr_expect(!before || before->key.player <= key.player, "%s: order", opening->name);
    }
    cr_expect_eq(n, 1098);
    cr_expect_null(opening_at(n));
}

Test(opening, longest_line)
{
    int ply = -1;
    cr_expect_str_eq(name_of("f5d6c3d3c4", OPENING_EN, &ply), "Tiger");
    cr_expect_eq(ply, 5);
    cr_expect_str_eq(name_of("f5d6c3d3c4f4f6f3c2", OPENING_EN, &ply), "Comp'Oth");
}

Test(opening, nothing_to_name)
{
    int ply = -1;
    cr_expect_str_eq(name_of("", OPENING_EN, &ply), "");
    cr_expect_str_eq(name_of("f5", OPENING_JA, &ply), "");
    cr_expect_eq(ply, -1);
}

/* Every line under all symmetries that keep the start: four of the eight do; the other four
 * exchange the colours, which a board seen from its mover does not show. */
Test(opening, symmetries)
{
    const struct opening *opening;
    for (size_t i = 0; (opening = opening_at(i)) != NULL; i++) {
        const struct ofl_game game = game_of(opening->moves);
        const struct opening *shown = opening_of_board(game.position.board, opening->language);
        cr_assert_not_null(shown);
        for (int symmetry = 0; symmetry < 8; symmetry++) {
            struct ofl_game image;
            ofl_position start = ofl_position_start();
            start.board = ofl_symmetry(start.board, symmetry);
            ofl_game_init(&image, start);
            for (int ply = 0; ply < game.n_played; ply++)
                cr_assert(ofl_game_play(
                    &image, ofl_symmetry_square(game.moves[ply].move, symmetry)));
            int ply = 0;
            cr_expect_eq(opening_of_game(&image, opening->language, &ply), shown);
            cr_expect_eq(ply, game.n_played);
        }
    }
}

Test(opening, transposition)
{
    int ply = 0;
    cr_expect_str_eq(name_of("f5d6c4d3c3", OPENING_EN, &ply), "Tiger");
    cr_expect_eq(ply, 5);
}

/* The name with the most sources is shown; names taken back do not count. */
Test(opening, which_name)
{
    cr_expect_str_eq(name_of("f5f6e6d6c3", OPENING_EN, NULL), "Buffalo", "4 sources, not 3");
    struct ofl_game game = game_of("f5d6c3d3c4");
    while (game.n_played > 2)
        ofl_game_undo(&game);
    cr_expect_str_eq(opening_of_game(&game, OPENING_EN, NULL)->name, "Perpendicular Opening");
}

Test(opening, folding)
{
    static const struct { const char *text, *folded; } rows[] = {
        {"F.A.T. Draw", "fat draw"}, {"fat  draw", "fat draw"}, {"parall\303\250le", "parallele"},
        {"Comp'Oth", "compoth"}, {"No-Cat", "no cat"}, {"(Kling)", "kling"}, {"", ""}, {"--", ""},
        {"\350\231\216", "\350\231\216"}, {"\303", "\303"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char out[OPENING_FOLDED], *copy = test_exact(rows[i].text, strlen(rows[i].text));
        cr_expect_eq(opening_fold(copy, strlen(rows[i].text), out), strlen(rows[i].folded));
        cr_expect_str_eq(out, rows[i].folded);
        free(copy);
    }
    char out[OPENING_FOLDED], text[1000];
    memset(text, 'x', sizeof text);
    cr_expect_lt(opening_fold(text, sizeof text, out), (size_t)OPENING_FOLDED, "long ones are cut");
}

Test(opening, languages)
{
    enum opening_language language = OPENING_JA;
    cr_expect(opening_read_language("fr", 2, &language) && language == OPENING_FR);
    cr_expect_not(opening_read_language("de", 2, &language));
    cr_expect_not(opening_read_language("e", 1, &language));
    cr_expect_eq(language, OPENING_FR);
    cr_expect_str_eq(opening_language_code(OPENING_EN), "en");
}

Test(opening, by_name)
{
    const struct opening *tiger = opening_called("tiger", 5);
    cr_assert_not_null(tiger);
    cr_expect_str_eq(tiger->moves, "f5d6c3d3c4");
    cr_expect_str_eq(opening_called("semi wing VARIATION", 19)->name, "Semi-Wing Variation");
    cr_expect_eq(opening_called("縦取り", 9)->language, OPENING_JA);
    cr_expect_null(opening_called("tige", 4));
    cr_expect_null(opening_called("", 0));
    cr_expect_null(opening_called(" .", 2));
}
