/* Playing from a book: what a book file says, forced openings, and the engine's moves in a game.
 * The books are made here, of positions near the start. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <outflank/book.h>

#include "base/bits.h"
#include "book/choose.h"
#include "book/forced.h"
#include "book/book_games.h"
#include "book/pack.h"
#include "support.h"

static const char *at(const char *name) { return test_folder_at(name); }

/* ---- a book to play from ---- */

enum { PLIES = 5, DEPTH = 20 };

static struct ofl_game game_of(const char *moves)
{
    struct ofl_game game;
    ofl_game_init(&game, ofl_position_start());
    cr_assert(ofl_game_add_transcript(&game, moves, strlen(moves), NULL));
    return game;
}

/* A score that looks like one, from the board alone: -3.00 .. +3.00. */
static int16_t made_up_score(ofl_board key)
{
    struct rng rng = rng_seeded(key.player ^ (key.opponent << 1));
    return (int16_t)((int)rng_below(&rng, 601) - 300);
}

/* All positions of up to PLIES moves; each was searched for its least square. */
static void fill(struct book_store *store, ofl_board board, int plies)
{
    struct book_place place;
    struct reason reason;
    cr_assert(book_key_place(board, &place));
    struct book_record record = book_record_of(place.key);
    record.own = (struct book_evidence){
        .score_cd = made_up_score(place.key), .depth = DEPTH, .confidence = 73,
        .source = BOOK_SOURCE_OWN, .network = 7,
        .move = (uint8_t)bit_first(book_key_moves(place.key))};
    cr_assert(book_store_merge(store, &record, NULL, &reason), "%s", reason.text);
    for (uint64_t left = book_key_moves(place.key); left && plies; left = bit_drop(left))
        fill(store, ofl_play(place.key, bit_first(left)), plies - 1);
}

/* at("w") is the working book, at("p") the packed one. */
static void make_books(void)
{
    static const char *const games[] = {"f5d6c3d3c4f4c5b3c2", "f5f6e6f4", "f5f6e6d6", "f5d6c5f4e3"};
    struct book_store *store;
    struct pack_report report;
    struct reason reason;
    test_folder_make();
    cr_assert(book_store_open(at("w"), BOOK_STORE_CREATE, &store, &reason), "%s", reason.text);
    cr_assert(book_store_begin_bulk(store, &reason));
    fill(store, ofl_position_start().board, PLIES);
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct book_game form;
        struct ofl_game game = game_of(games[i]);
        snprintf(game.result, sizeof game.result, "2");
        cr_assert(book_game_of(&(struct reading){.game = game}, 20, &form, &reason));
        cr_assert_geq(book_games_add(store, &form, &reason), 0, "%s", reason.text);
    }
    cr_assert(book_store_commit(store, &reason) && book_store_refresh(store, &reason), "%s",
              reason.text);
    cr_assert(pack_write(store, at("p"), "for a test", NULL, &report, &reason), "%s", reason.text);
    book_store_close(store);
}

static ofl_book *open_book(const char *name)
{
    struct ofl_book_error error;
    ofl_book *book = ofl_book_open(at(name), &error);
    cr_assert_not_null(book, "%s", error.text);
    return book;
}

TestSuite(bookplay, .init = make_books, .fini = test_folder_remove);

/* ---- asking ---- */

static int score_of(const struct ofl_book_answer *answer, int move)
{
    for (int i = 0; i < answer->n_lines; i++)
        if (answer->lines[i].move == move)
            return answer->lines[i].score;
    return INT32_MIN;
}

/* The value is that of the best line; each line is legal, and its score is what the book says of
 * the position at the other end, seen from here. */
static void check_answer(ofl_book *book, ofl_board board, int plies_left)
{
    struct ofl_book_answer answer, after;
    cr_assert_eq(ofl_book_ask(book, board, &answer, NULL), 1);
    cr_assert(answer.has_value && answer.is_complete && answer.n_lines >= 1);
    cr_expect_eq(answer.score, answer.lines[0].score);
    for (int i = 0; i < answer.n_lines; i++) {
        const struct ofl_line *line = &answer.lines[i];
        ofl_board end = board;
        int sign = 1;
        cr_assert(i == 0 || answer.lines[i - 1].score >= line->score);
        cr_assert_eq(line->pv[0], line->move);
        for (int k = 0; k < line->pv_length; k++) {
            cr_assert(ofl_is_legal(end, line->pv[k]), "move %d of line %d", k, i);
            end = ofl_play(end, line->pv[k]);
            sign = -sign;
            if (k < line->pv_length - 1 || line->pv_length <= plies_left)
                continue;
            cr_expect_eq(line->depth, DEPTH);
        }
        cr_expect(line->source == OFL_FROM_BOOK && line->confidence == 73 && !line->solved);
        if (plies_left == 0)
            continue;
        cr_assert_eq(ofl_book_ask(book, ofl_play(board, line->move), &after, NULL), 1);
        cr_expect_eq(after.score, -line->score);
    }
}

Test(bookplay, answers_hold_together)
{
    static const char *const names[] = {"w", "p"};
    const uint64_t seed = test_seed(51);
    for (int b = 0; b < 2; b++) {
        ofl_book *book = open_book(names[b]);
        struct rng rng = rng_seeded(seed);
        cr_expect_gt(ofl_book_count(book, NULL), 60);
        for (int i = 0; i < 100; i++) {
            ofl_board board = ofl_symmetry(ofl_position_start().board, (int)rng_below(&rng, 8));
            const int plies = (int)rng_below(&rng, PLIES + 1);
            for (int k = 0; k < plies; k++)
                board = ofl_play(board, test_random_move(board, &rng));
            check_answer(book, board, PLIES - plies);
        }
        ofl_book_close(book);
    }
}

Test(bookplay, symmetric_moves_are_equal)
{
    struct ofl_book_answer answer;
    ofl_book *book = open_book("p");
    cr_assert_eq(ofl_book_ask(book, ofl_position_start().board, &answer, NULL), 1);
    cr_assert_eq(answer.n_lines, 4);
    for (int i = 1; i < 4; i++) {
        cr_expect_eq(answer.lines[i].score, answer.lines[0].score);
        cr_expect_eq(answer.lines[i].depth, answer.lines[0].depth);
        cr_expect_eq(answer.n_games[i], 4);
    }
    ofl_book_close(book);
}

Test(bookplay, what_is_not_there)
{
    struct ofl_book_answer answer;
    struct ofl_book_error error;
    ofl_book *book = open_book("w");
    const struct ofl_game far = game_of("f5d6c3d3c4f4c5b3c2");
    const struct ofl_game won = game_of("e6f4e3f6g5d6e7f5"); /* c5 takes the last white disc */
    cr_expect_eq(ofl_book_ask(book, far.position.board, &answer, NULL), 0);
    cr_expect_eq(ofl_book_ask(book, won.position.board, &answer, NULL), 0, "the rules know it");
    cr_expect_eq(answer.n_lines, 0);
    cr_expect_eq(ofl_book_ask(book, (ofl_board){1, 0}, &answer, NULL), 0, "the game is over");
    cr_expect_eq(ofl_book_ask(book, (ofl_board){3, 2}, &answer, NULL), 0, "no board");
    ofl_book_close(book);
    cr_expect_null(ofl_book_open(at("nothing"), &error));
    cr_expect(strstr(error.text, "nothing") && strstr(error.text, "No such file"), "%s",
              error.text);
    cr_expect_null(ofl_book_open(at("."), &error));
    cr_expect_neq(error.text[0], '\0');
    ofl_book_close(NULL);
}

/* ---- forced openings ---- */

static bool read_lines(const char *text, size_t length, struct book_forced **forced,
                       struct reason *reason)
{
    FILE *file = fopen(at("lines"), "w");
    cr_assert(file && fwrite(text, 1, length, file) == length && fclose(file) == 0);
    return book_forced_open(at("lines"), forced, reason);
}

Test(bookplay, forced_lines_and_their_weights)
{
    static const char text[] = 
        "# tiger and its kin\n\nf5d6c3 3\r\n  F5 D6 C5\t1 # cow\rf5f6# buffalo\n";
    struct book_forced *forced;
    struct reason reason;
    struct rng rng = rng_seeded(test_seed(53));
    cr_assert(read_lines(text, sizeof text - 1, &forced, &reason), "%s", reason.text);
    int n_f5d6 = 0, n_f6 = 0, n_images[64] = {0};
    for (int i = 0; i < 4000; i++) {
        struct ofl_game game = game_of("f5");
        n_images[book_forced_choose(forced, ofl_position_start().board, &rng)]++;
        const int reply = book_forced_choose(forced, game.position.board, &rng);
        cr_assert(ofl_game_play(&game, reply));
        n_f5d6 += reply == ofl_move_from_text("d6", 2);
        game = game_of("c4e3"); /* f5d6 in another image */
        const int third = book_forced_choose(forced, game.position.board, &rng);
        cr_assert(ofl_game_play(&game, third));
        n_f6 += third == ofl_move_from_text("f6", 2);
    }
    cr_expect(abs(n_f5d6 - 3200) < 150, "%d", n_f5d6);
    cr_expect(abs(n_f6 - 3000) < 150, "%d", n_f6);
    cr_expect_eq(n_images[19] + n_images[26] + n_images[37] + n_images[44], 4000);
    cr_expect(n_images[19] > 800 && n_images[37] > 800);
    cr_expect(book_forced_knows(forced, game_of("f5d6").position.board));
    cr_expect_not(book_forced_knows(forced, game_of("f5f4").position.board));
    cr_expect_eq(book_forced_choose(forced, game_of("f5f4").position.board, &rng), OFL_NO_MOVE);
    book_forced_free(forced);
}

Test(bookplay, forced_lines_that_are_none)
{
    static const struct { const char *text; size_t length; const char *says; } rows[] = {
        {"f5d6\nf5e6x\n", 11, "lines:2: "}, {"f5 0\n", 5, "weight"}, {"f5 -3\n", 6, "weight"},
        {"f5 1000001\n", 11, "weight"}, {"a1\n", 3, "lines:1: "}, {"", 0, "no line"},
        {"# f5\n", 5, "no line"}, {"7\n", 2, "lines:1: "}, {"f5\0d6\nf5\n", 9, "column 3"},
        {"\x1b[2Jf5\n", 7, "lines:1: "}, {"f5d6 (9)\n", 9, "weight"}, {"f5d6 .5\n", 8, "weight"},
        {"f5d6,9\n", 7, "lines:1: column 5"}, {"4 f5\n", 5, "column 1"}, {"f5 4 4\n", 7, "weight"},
        {"f5\0d6", 5, "column 3"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct book_forced *forced = NULL;
        struct reason reason = {.text = ""};
        cr_expect_not(read_lines(rows[i].text, rows[i].length, &forced, &reason), "row %zu", i);
        cr_expect(strstr(reason.text, rows[i].says), "row %zu: %s", i, reason.text);
        cr_expect_null(strchr(reason.text, '\x1b'));
    }
}

/* ---- the engine ---- */

static ofl_engine *engine_with(const char *book, const char *variety, const char *seed)
{
    ofl_engine *engine = ofl_engine_create();
    cr_assert_not_null(engine);
    cr_assert_eq(ofl_set_option(engine, "hash", "1"), OFL_OK);
    cr_assert_eq(ofl_set_option(engine, "level", "1"), OFL_OK);
    cr_assert_eq(ofl_set_option(engine, "book", book), OFL_OK, "%s", ofl_last_error(engine));
    cr_assert_eq(ofl_set_option(engine, "variety", variety), OFL_OK, "%s", ofl_last_error(engine));
    cr_assert_eq(ofl_set_option(engine, "seed", seed), OFL_OK);
    return engine;
}

/* The first `plies` moves of a game against itself; *loss is the sum for Black. */
static void play(ofl_engine *engine, ofl_book *book, int plies, char *moves, int *loss)
{
    struct ofl_limits limits = {.nodes = 200};
    struct ofl_result result;
    struct ofl_game game;
    const struct book_style style = {0};
    ofl_game_init(&game, ofl_position_start());
    *loss = 0;
    while (game.n_played < plies) {
        struct ofl_book_answer answer;
        cr_assert_eq(ofl_choose(engine, &game, &limits, &result), OFL_OK);
        cr_assert(result.n_lines >= 1 && result.lines[0].pv[0] == result.lines[0].move);
        if (ofl_book_ask(book, game.position.board, &answer, NULL) > 0) {
            cr_assert_eq(result.lines[0].source, OFL_FROM_BOOK);
            cr_assert_eq(result.nodes, 0);
            if (game.position.turn == OFL_BLACK)
                *loss += book_choose_loss(&answer, &style, result.lines[0].move);
        } else {
            cr_assert_eq(result.lines[0].source, OFL_FROM_SEARCH);
        }
        cr_assert(ofl_game_play(&game, result.lines[0].move));
    }
    ofl_game_to_transcript(&game, false, moves);
}

enum { N_GAMES = 100, GAME_PLIES = 12 };

static int n_different(char games[N_GAMES][2 * OFL_MAX_PLIES + 1])
{
    int n = 0;
    for (int i = 0; i < N_GAMES; i++) {
        bool is_new = true;
        for (int k = 0; k < i && is_new; k++)
            is_new = strcmp(games[i], games[k]) != 0;
        n += is_new;
    }
    return n;
}

Test(bookplay, a_seed_gives_the_same_games_again)
{
    static char games[2][N_GAMES][2 * OFL_MAX_PLIES + 1];
    ofl_book *book = open_book("p");
    double mean = 0;
    for (int pass = 0; pass < 2; pass++) {
        ofl_engine *engine = engine_with(at(pass ? "w" : "p"), "1", "77");
        for (int i = 0; i < N_GAMES; i++) {
            int loss;
            ofl_new_game(engine);
            play(engine, book, GAME_PLIES, games[pass][i], &loss);
            cr_expect_leq(loss, 100, "a game loses a disc at most");
            mean += loss / 200.0;
        }
        ofl_engine_destroy(engine);
    }
    for (int i = 0; i < N_GAMES; i++)
        cr_expect_str_eq(games[0][i], games[1][i]);
    cr_expect_geq(n_different(games[0]), 40, "%d", n_different(games[0]));
    cr_expect(mean > 1 && mean < 100, "mean loss %g", mean);
    ofl_book_close(book);
}

Test(bookplay, one_game_repeats_by_the_seed_it_tells)
{
    char games[3][2 * OFL_MAX_PLIES + 1], seed[32];
    int loss;
    ofl_book *book = open_book("p");
    ofl_engine *engine = engine_with(at("p"), "1", "0");
    play(engine, book, GAME_PLIES, games[0], &loss);
    ofl_new_game(engine);
    play(engine, book, GAME_PLIES, games[1], &loss);
    snprintf(seed, sizeof seed, "%s", ofl_get_option(engine, "seed"));
    ofl_engine_destroy(engine);
    engine = engine_with(at("p"), "1", seed);
    ofl_new_game(engine);
    ofl_new_game(engine);
    play(engine, book, GAME_PLIES, games[2], &loss);
    cr_expect_str_eq(games[1], games[2], "seed %s", seed);
    ofl_engine_destroy(engine);
    ofl_book_close(book);
}

Test(bookplay, hints_put_book_and_search_together)
{
    struct ofl_limits limits = {.nodes = 2000, .multi_pv = 64};
    struct ofl_result result;
    ofl_engine *engine = engine_with(at("p"), "0", "1");
    struct ofl_game game = game_of("f5d6c5f4e3"); /* the last ply of the book: one move is known */
    cr_assert_eq(ofl_hint(engine, game.position.board, &limits, &result), OFL_OK);
    cr_expect_eq(result.n_lines, bit_count(ofl_legal_moves(game.position.board)));
    int n_book = 0;
    for (int i = 0; i < result.n_lines; i++) {
        n_book += result.lines[i].source == OFL_FROM_BOOK;
        cr_expect(i == 0 || result.lines[i - 1].score >= result.lines[i].score);
    }
    cr_expect_eq(n_book, 1);
    limits.multi_pv = 1;
    cr_assert_eq(ofl_hint(engine, game.position.board, &limits, &result), OFL_OK);
    cr_expect(result.n_lines == 1 && result.lines[0].source == OFL_FROM_BOOK && !result.nodes);
    ofl_engine_destroy(engine);
}

/* Level 60 wants 16 plies: DEPTH is enough. A position whose record is gone is searched for the
 * moves that its children do not know. */
Test(bookplay, where_replies_are_missing)
{
    struct ofl_limits limits = {.nodes = 2000};
    struct ofl_result result;
    struct book_store *store;
    struct book_place place;
    struct reason reason;
    struct ofl_game game = game_of("f5d6c5f4"); /* its children are the last ply */
    cr_assert(book_key_place(game.position.board, &place));
    const int gone = bit_first(book_key_moves(place.key));
    cr_assert(book_store_open(at("w"), BOOK_STORE_WRITE, &store, &reason));
    cr_assert(book_store_begin(store, &reason));
    cr_assert(book_store_remove(store, place.key, &reason));
    cr_assert(book_store_remove(store, book_key_child(place.key, gone).board, &reason));
    cr_assert(book_store_commit(store, &reason), "%s", reason.text);
    book_store_close(store);
    ofl_engine *engine = engine_with(at("w"), "0", "1");
    ofl_book *book = open_book("w");
    struct ofl_book_answer answer;
    cr_assert_eq(ofl_book_ask(book, game.position.board, &answer, NULL), 1);
    cr_expect(!answer.has_value && !answer.is_complete && answer.n_lines >= 2);
    cr_assert_eq(ofl_choose(engine, &game, &limits, &result), OFL_OK);
    cr_expect_gt(result.nodes, 0);
    const struct ofl_line *line = &result.lines[0];
    if (line->source == OFL_FROM_SEARCH)
        cr_expect(line->move == book_key_square_back(gone, place.symmetry) &&
                  line->score > answer.lines[0].score);
    else
        cr_expect_eq(line->score, answer.lines[0].score);
    ofl_book_close(book);
    ofl_engine_destroy(engine);
}

Test(bookplay, shallow_values_are_searched_again)
{
    struct ofl_limits limits = {.nodes = 2000};
    struct ofl_result result;
    struct ofl_game game = game_of("f5d6c5f4e3");
    ofl_engine *engine = engine_with(at("p"), "0", "1");
    struct ofl_book_answer answer;
    cr_assert_eq(ofl_set_option(engine, "level", "60"), OFL_OK);
    cr_assert_eq(ofl_choose(engine, &game, &limits, &result), OFL_OK);
    cr_expect_eq(result.lines[0].source, OFL_FROM_BOOK, "%d plies are enough", DEPTH);
    ofl_engine_destroy(engine);
    struct book_store *store;
    struct book_place place;
    struct reason reason;
    cr_assert(book_key_place(game.position.board, &place));
    cr_assert(book_store_open(at("w"), BOOK_STORE_WRITE, &store, &reason));
    struct book_record record;
    cr_assert_eq(book_store_get(store, place.key, &record, &reason), 1);
    record.own.depth = 6;
    cr_assert(book_store_begin(store, &reason) && book_store_replace(store, &record, &reason) &&
              book_store_commit(store, &reason), "%s", reason.text);
    book_store_close(store);
    engine = engine_with(at("w"), "0", "1");
    cr_assert_eq(ofl_set_option(engine, "level", "6"), OFL_OK);
    cr_expect_eq(ofl_ask_book(engine, game.position.board, NULL, &answer), 1);
    cr_assert_eq(ofl_set_option(engine, "level", "7"), OFL_OK);
    cr_expect_eq(ofl_ask_book(engine, game.position.board, NULL, &answer), 0);
    cr_assert_eq(ofl_choose(engine, &game, &limits, &result), OFL_OK);
    cr_expect_eq(result.lines[0].source, OFL_FROM_SEARCH);
    ofl_engine_destroy(engine);
}

Test(bookplay, without_a_book_the_engine_searches)
{
    struct ofl_limits limits = {.nodes = 2000};
    struct ofl_result a, b;
    struct ofl_game game = game_of("f5");
    ofl_engine *engine = engine_with("none", "0", "1");
    cr_assert_eq(ofl_choose(engine, &game, &limits, &a), OFL_OK);
    ofl_new_game(engine);
    cr_assert_eq(ofl_search(engine, game.position.board, &limits, &b), OFL_OK);
    cr_expect(a.lines[0].move == b.lines[0].move && a.nodes == b.nodes && !a.lines[0].source);
    cr_expect_str_eq(ofl_get_option(engine, "book"), "none");
    cr_expect_null(ofl_engine_book(engine));
    cr_expect_eq(ofl_set_option(engine, "book", at("nothing")), OFL_ERR_DATA);
    cr_expect(strstr(ofl_last_error(engine), "nothing"), "%s", ofl_last_error(engine));
    cr_expect_eq(ofl_set_option(engine, "variety", "1.005"), OFL_ERR_OPTION);
    cr_expect_eq(ofl_set_option(engine, "variety", "-1"), OFL_ERR_OPTION);
    cr_expect_eq(ofl_set_option(engine, "variety", "0.5"), OFL_OK);
    cr_expect_str_eq(ofl_get_option(engine, "variety"), "0.50");
    ofl_engine_destroy(engine);
}

/* Another process loads positions; the book answers again when their values are there. */
Test(bookplay, a_book_that_is_being_loaded_is_asked_again)
{
    struct ofl_limits limits = {.nodes = 500};
    struct ofl_book_answer answer;
    struct ofl_result result;
    struct book_store *store;
    struct reason reason;
    const struct ofl_game game = game_of("f5d6");
    ofl_engine *engine = engine_with(at("w"), "0", "1");
    cr_assert(book_store_open(at("w"), BOOK_STORE_WRITE, &store, &reason), "%s", reason.text);
    cr_assert(book_store_begin_bulk(store, &reason) && book_store_commit(store, &reason));
    for (int i = 0; i < 2; i++) {
        cr_expect_eq(ofl_choose(engine, &game, &limits, &result), OFL_OK);
        cr_expect_eq(result.lines[0].source, OFL_FROM_SEARCH);
        const char *problem = ofl_book_take_problem(engine);
        cr_expect(i ? !*problem : strstr(problem, "until then") != NULL, "told once: %s", problem);
    }
    cr_assert(book_store_refresh(store, &reason), "%s", reason.text);
    book_store_close(store);
    cr_expect_eq(ofl_ask_book(engine, game.position.board, NULL, &answer), 1);
    cr_expect_eq(ofl_choose(engine, &game, &limits, &result), OFL_OK);
    cr_expect_eq(result.lines[0].source, OFL_FROM_BOOK);
    cr_expect_str_empty(ofl_book_take_problem(engine));
    ofl_engine_destroy(engine);
}

/* A weak player draws among the moves of the book by what the book says they lose. */
Test(bookplay, weak_play_takes_values_from_the_book)
{
    enum { GAMES = 60 };
    struct ofl_game game = game_of("f5d6c3");
    struct ofl_book_answer answer;
    struct ofl_result result;
    struct ofl_limits limits = {0};
    int n_best = 0, n_played[64] = {0}, n_moves = 0;
    ofl_engine *engine = engine_with(at("p"), "0", "5");
    cr_assert_eq(ofl_set_option(engine, "strength", "9"), OFL_OK);
    cr_assert_eq(ofl_ask_book(engine, game.position.board, NULL, &answer), 1);
    for (int i = 0; i < GAMES; i++) {
        ofl_new_game(engine);
        cr_assert_eq(ofl_choose(engine, &game, &limits, &result), OFL_OK);
        const struct ofl_line *line = &result.lines[0];
        cr_expect_eq(line->source, OFL_FROM_BOOK);
        cr_expect_eq(line->score, score_of(&answer, line->move));
        n_best += line->score == answer.lines[0].score;
        n_moves += n_played[line->move]++ == 0;
    }
    cr_expect_gt(n_moves, 1);
    cr_expect_gt(n_best, GAMES / answer.n_lines, "%d of %d", n_best, GAMES);
    ofl_engine_destroy(engine);
}

Test(bookplay, forced_openings_come_first)
{
    static const char text[] = "f5f6\n";
    struct ofl_limits limits = {.nodes = 2000};
    struct ofl_result result;
    struct ofl_game game = game_of("f5");
    ofl_engine *engine = engine_with(at("p"), "0", "1");
    FILE *file = fopen(at("lines"), "w");
    cr_assert(file && fputs(text, file) >= 0 && fclose(file) == 0);
    cr_assert_eq(ofl_set_option(engine, "book-lines", at("lines")), OFL_OK);
    cr_assert_eq(ofl_choose(engine, &game, &limits, &result), OFL_OK);
    cr_expect_eq(result.lines[0].move, ofl_move_from_text("f6", 2));
    cr_expect_eq(result.lines[0].source, OFL_FROM_LINES);
    cr_assert_eq(ofl_set_option(engine, "book-lines", "none"), OFL_OK);
    cr_assert_eq(ofl_choose(engine, &game, &limits, &result), OFL_OK);
    cr_expect_eq(result.lines[0].source, OFL_FROM_BOOK);
    ofl_engine_destroy(engine);
}

/* ---- hostile files ---- */

static char *read_bytes(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    cr_assert(file && fseek(file, 0, SEEK_END) == 0);
    *size = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*size);
    cr_assert(bytes && fread(bytes, 1, *size, file) == *size && fclose(file) == 0);
    return bytes;
}

static void write_bytes(const char *path, const char *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    cr_assert(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
}

/* Plays a few moves from a book that may be damaged: it is refused in a sentence, or the game goes
 * on, with moves whose scores are those of the book that is whole. */
static bool try_damaged(ofl_engine *engine, ofl_book *whole)
{
    struct ofl_limits limits = {.nodes = 100};
    struct ofl_result result;
    struct ofl_game game;
    bool is_found = ofl_set_option(engine, "book", at("q")) != OFL_OK;
    if (is_found) {
        cr_assert_neq(ofl_last_error(engine)[0], '\0');
        return true;
    }
    ofl_game_init(&game, ofl_position_start());
    for (int ply = 0; ply <= PLIES; ply++) {
        struct ofl_book_answer answer;
        cr_assert_eq(ofl_choose(engine, &game, &limits, &result), OFL_OK);
        is_found |= *ofl_book_take_problem(engine) != '\0';
        const struct ofl_line *line = &result.lines[0];
        if (line->source != OFL_FROM_SEARCH) {
            cr_assert_eq(ofl_book_ask(whole, game.position.board, &answer, NULL), 1);
            cr_assert_eq(score_of(&answer, line->move), line->score);
        }
        cr_assert(ofl_game_play(&game, line->move));
    }
    return is_found;
}

Test(bookplay, hostile_files, .timeout = 600)
{
    static const char *const names[] = {"p", "w"};
    struct rng rng = rng_seeded(test_seed(54));
    ofl_book *whole = open_book("p");
    for (int b = 0; b < 2; b++) {
        size_t size;
        char *bytes = read_bytes(at(names[b]), &size);
        ofl_engine *engine = engine_with("none", "1", "5");
        int n_found = 0, n_tries = IS_SANITIZED ? 60 : 200;
        for (int i = 0; i < n_tries; i++) {
            const bool is_cut = rng_below(&rng, 4) == 0;
            const size_t at_byte = rng_below(&rng, (uint32_t)size);
            bytes[at_byte] = (char)(bytes[at_byte] ^ 1 << rng_below(&rng, 8));
            write_bytes(at("q"), bytes, is_cut ? at_byte : size);
            n_found += try_damaged(engine, whole);
            free(bytes);
            bytes = read_bytes(at(names[b]), &size);
        }
        cr_expect_gt(n_found, n_tries / 8, "%s: %d of %d found", names[b], n_found, n_tries);
        ofl_engine_destroy(engine);
        free(bytes);
    }
    ofl_book_close(whole);
}

Test(bookplay, other_files_are_no_books)
{
    static const char *const texts[] = {
        "", "OFLPACK\n", "SQLite format 3", "EDAX", "f5d6c3\n", "OFLPACK\nOFLPACK\nOFLPACK\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct ofl_book_error error = {""};
        write_bytes(at("q"), texts[i], strlen(texts[i]));
        cr_expect_null(ofl_book_open(at("q"), &error), "%s", texts[i]);
        cr_expect(strstr(error.text, "/q"), "%zu: %s", i, error.text);
    }
}
