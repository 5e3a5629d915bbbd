/* The library's faces for other languages: outflank/records.h, analysis.h, review.h. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <outflank/analysis.h>
#include <outflank/review.h>
#include <outflank/think.h>

#include "support.h"

static struct ofl_game game_of(const char *text)
{
    struct ofl_game game;
    cr_assert(ofl_record_read(text, strlen(text), &game, NULL, NULL), "%s", text);
    return game;
}

static ofl_engine *small_engine(void)
{
    ofl_engine *engine = ofl_engine_create();
    cr_assert_not_null(engine);
    cr_assert_eq(ofl_set_option(engine, "hash", "1"), OFL_OK);
    return engine;
}

Test(faces, records_go_through_their_formats)
{
    const struct ofl_game game = game_of("F5 D6 C3");
    int n = 0;
    for (const char *name; (name = ofl_record_format((size_t)n)) != NULL; n++) {
        char *text = ofl_record_write(&game, name, NULL);
        cr_assert_not_null(text, "%s", name);
        const struct ofl_game again = game_of(text);
        /* These two are read as fen and hex unless the reader is told otherwise. */
        if (strcmp(name, "fen1") != 0 && strcmp(name, "hexmsb") != 0)
            cr_expect_eq(again.position.board.player, game.position.board.player, "%s", name);
        cr_expect_eq(again.position.turn, game.position.turn, "%s", name);
        ofl_text_free(text);
    }
    cr_expect_gt(n, 10);
}

Test(faces, records_that_cannot_be_read_or_written)
{
    struct ofl_game game = game_of("f5");
    struct ofl_text_error error;
    struct ofl_note note;
    cr_expect_not(ofl_record_read("f5d6d6", 6, &game, &note, &error));
    cr_expect_eq(error.column, 5);
    cr_expect_eq(game.n_played, 1, "it is left as it was");
    cr_expect_null(ofl_record_write(&game, "wthor", &error));
    cr_expect_null(ofl_record_write(&game, "x\x1b[y", &error));
    cr_expect_null(strchr(error.text, '\x1b'));
    cr_expect_not_null(strstr(error.text, "expected a format"));
    cr_expect_null(ofl_games_open("", &error));
    cr_expect_str_eq(error.text, "expected the name of a file, found nothing");
    cr_expect_null(ofl_games_open("/no/such/file", &error));
    cr_expect_neq(error.text[0], '\0');
    ofl_games_close(NULL);
    ofl_text_free(NULL);
    ofl_review_free(NULL);
}

Test(faces, games_of_a_file)
{
    ofl_games *games = ofl_games_open(TEST_DATA "/games/WTH_1977.wtb", NULL);
    struct ofl_game game;
    size_t n = 0;
    cr_assert_not_null(games);
    for (; ofl_games_next(games, &game, NULL, NULL) > 0; n++)
        cr_expect_eq(ofl_games_number(games), n + 1);
    cr_expect_gt(n, 5);
    ofl_games_close(games);
}

Test(faces, names_and_pictures)
{
    const struct ofl_game tiger = game_of("f5d6c3d3c4");
    cr_expect_str_eq(ofl_opening_name(tiger.position.board, "en"), "Tiger");
    cr_expect_str_eq(ofl_opening_name(tiger.position.board, "fr"), "tigre");
    cr_expect_null(ofl_opening_name(tiger.position.board, "xx"));
    cr_expect_null(ofl_opening_name((ofl_board){1, 1}, "en"));
    char *marked = ofl_position_to_svg(tiger.position, 26);
    char *plain = ofl_position_to_svg(tiger.position, OFL_NO_MOVE);
    cr_expect_eq(strncmp(marked, "<svg", 4), 0);
    cr_expect_str_neq(marked, plain);
    ofl_text_free(marked);
    ofl_text_free(plain);
}

static void count(void *user, const struct ofl_analysis *now)
{
    int *n = user;
    cr_expect_geq(now->result.nodes, 0);
    ++*n;
}

Test(faces, analyses)
{
    ofl_engine *engine = small_engine();
    const ofl_board board = game_of("f5d6c3").position.board;
    struct ofl_analysis_limits limits = {.depth = 3, .n_best = 2};
    struct ofl_analysis analysis;
    int n_told = 0;
    cr_assert_eq(ofl_analyze(engine, board, &limits, count, &n_told, &analysis), OFL_OK);
    cr_expect_eq(analysis.result.n_lines, 2);
    cr_expect_gt(n_told, 0);
    cr_expect_gt(analysis.forecast.nodes, 1e9);
    limits.exact = true;
    cr_expect_eq(ofl_analyze(engine, board, &limits, NULL, NULL, &analysis), OFL_ERR_OPTION);
    limits = (struct ofl_analysis_limits){.depth = 61};
    cr_expect_eq(ofl_analyze(engine, board, &limits, NULL, NULL, &analysis), OFL_ERR_OPTION);
    cr_expect_not_null(strstr(ofl_last_error(engine), "0 to 60"));
    limits = (struct ofl_analysis_limits){.depth = 1};
    cr_expect_eq(ofl_analyze(engine, (ofl_board){1, 1}, &limits, NULL, NULL, &analysis),
                 OFL_ERR_BOARD);
    ofl_engine_destroy(engine);
}

static bool goes_on(void *user, int n_done, int n_all)
{
    const int *most = user;
    return n_done < *most && n_done <= n_all;
}

/* How often `part` occurs. */
static int occurrences(const char *text, const char *part)
{
    int n = 0;
    for (; (text = strstr(text, part)) != NULL; text++)
        n++;
    return n;
}

static ofl_review *review_of(ofl_engine *engine, const struct ofl_game *game, int most)
{
    const struct ofl_review_settings settings = {.depth = 2};
    ofl_review *review = NULL;
    cr_assert_eq(ofl_review_game(engine, game, &settings, goes_on, &most, &review), OFL_OK);
    return review;
}

Test(faces, reviews)
{
    ofl_engine *engine = small_engine();
    const struct ofl_game game = game_of("f5d6c3d3c4");
    ofl_review *review = review_of(engine, &game, 100);
    char *json = ofl_review_write(review, OFL_REVIEW_JSON);
    char *csv = ofl_review_write(review, OFL_REVIEW_CSV);
    char *html = ofl_review_write(review, OFL_REVIEW_HTML);
    cr_expect_eq(occurrences(json, "\"played\""), 5);
    cr_expect_not_null(strstr(json, "\"complete\":true"));
    cr_expect_eq(occurrences(csv, "\n"), 6);
    cr_expect_not_null(strstr(html, "</html>"));
    cr_expect_null(ofl_review_write(review, (enum ofl_review_form)99));
    ofl_text_free(json);
    ofl_text_free(csv);
    ofl_text_free(html);
    ofl_review_free(review);
    review = review_of(engine, &game, 2);
    json = ofl_review_write(review, OFL_REVIEW_JSON);
    cr_expect_not_null(strstr(json, "\"complete\":false"), "it was ended");
    ofl_text_free(json);
    ofl_review_free(review);
    ofl_engine_destroy(engine);
}

Test(faces, reviews_that_are_refused)
{
    ofl_engine *engine = small_engine();
    const struct ofl_game game = game_of("f5");
    const struct ofl_limits endless = {.infinite = true};
    struct ofl_review_settings settings = {.depth = -1};
    ofl_review *review = NULL;
    struct ofl_result result;
    cr_expect_eq(ofl_review_game(engine, &game, &settings, NULL, NULL, &review), OFL_ERR_OPTION);
    settings.depth = 2;
    cr_assert_eq(ofl_start(engine, game.position.board, &endless), OFL_OK);
    cr_expect_eq(ofl_review_game(engine, &game, &settings, NULL, NULL, &review), OFL_ERR_BUSY);
    cr_expect_not_null(strstr(ofl_last_error(engine), "running"));
    ofl_stop(engine);
    cr_expect_eq(ofl_wait(engine, -1, &result), OFL_OK);
    cr_expect_null(review);
    ofl_engine_destroy(engine);
}
