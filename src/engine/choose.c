/* engine/choose.c - implements the second half of outflank/book.h: play and hints with a book.
 *
 * The tree search knows of no book. What a book knows of the root's moves stands beside it: those
 * moves are not searched, the others are, and the lines are put together. */
#include <outflank/book.h>

#include <string.h>

#include "base/bits.h"
#include "engine/state.h"

/* Lines as deep as this are good enough for any level: they stand for much more work. */
enum { DEEP_ENOUGH = 16, FORCED_DEPTH = 8 };

static int least_depth(ofl_engine *engine, const struct ofl_limits *limits)
{
    const int level = limits && limits->depth ? limits->depth : engine_level(engine);
    return level < DEEP_ENOUGH ? level : DEEP_ENOUGH;
}

ofl_book *ofl_engine_book(ofl_engine *engine) { return engine_bookplay(engine)->book; }

const char *ofl_book_take_problem(ofl_engine *engine)
{
    return engine_take_problem(engine);
}

const char *ofl_source_text(enum ofl_source source)
{
    static const char *const texts[] = {
        [OFL_FROM_SEARCH] = "", [OFL_FROM_BOOK] = "book",
        [OFL_FROM_BOOK_PERSON] = "book:person", [OFL_FROM_BOOK_OTHER] = "book:other",
        [OFL_FROM_BOOK_PROOF] = "book:proof", [OFL_FROM_LINES] = "line"};
    return (size_t)source < sizeof texts / sizeof *texts ? texts[source] : "";
}

int ofl_ask_book(ofl_engine *engine, ofl_board board, struct ofl_book_answer *answer)
{
    return bookplay_ask(engine_bookplay(engine), board, least_depth(engine, NULL), answer);
}

bool ofl_book_knows(ofl_engine *engine, ofl_board board)
{
    struct bookplay *play = engine_bookplay(engine);
    struct ofl_book_answer answer;
    return play->forced || ofl_ask_book(engine, board, &answer) > 0;
}

static bool is_for_play(const struct ofl_limits *limits)
{
    return limits->goal == OFL_GOAL_PLAY && !limits->has_window && !limits->moves;
}

static uint64_t squares_of(const struct ofl_book_answer *answer)
{
    uint64_t squares = 0;
    for (int i = 0; i < answer->n_lines; i++)
        squares |= bit_of(answer->lines[i].move);
    return squares;
}

/* A result without a search; what it proves is what the book does. */
static void begin_result(const struct ofl_book_answer *answer, struct ofl_result *result)
{
    *result = (struct ofl_result){.proved_low = answer->low, .proved_high = answer->high};
}

/* ---- play ---- */

/* The forced move with a short search for its score. */
static int play_forced(ofl_engine *engine, ofl_board board, int move,
                       const struct ofl_limits *limits, struct ofl_result *result)
{
    struct ofl_limits shallow = {.moves = bit_of(move), .strict_depth = true,
                                 .depth = FORCED_DEPTH, .nodes = limits->nodes};
    const int code = ofl_search(engine, board, &shallow, result);
    if (code == OFL_OK)
        result->lines[0].source = OFL_FROM_LINES;
    return code;
}

/* The moves that the book does not know are searched. False if none of them beats its best one:
 * `result` then has what the search took. */
static bool is_beaten(ofl_engine *engine, ofl_board board, const struct ofl_limits *limits,
                      const struct ofl_book_answer *answer, struct ofl_result *result, int *code)
{
    const struct book_taste *taste = &engine_bookplay(engine)->taste;
    struct ofl_limits rest = *limits;
    int best = INT32_MIN;
    rest.moves = ofl_legal_moves(board) & ~squares_of(answer);
    if (!rest.moves) {
        begin_result(answer, result);
        return false;
    }
    *code = ofl_search(engine, board, &rest, result);
    for (int i = 0; i < answer->n_lines; i++) {
        const int value = book_choose_value(&answer->lines[i], taste);
        best = value > best ? value : best;
    }
    return *code != OFL_OK || book_choose_value(&result->lines[0], taste) > best;
}

int ofl_choose(ofl_engine *engine, const struct ofl_game *game, const struct ofl_limits *limits,
               struct ofl_result *result)
{
    const ofl_board board = game->position.board;
    struct bookplay *play = engine_bookplay(engine);
    struct ofl_book_answer answer;
    int code = OFL_OK;
    if (!is_for_play(limits) || limits->infinite || !ofl_board_is_valid(board) ||
        !ofl_legal_moves(board))
        return ofl_search(engine, board, limits, result);
    const int move = bookplay_forced(play, board);
    if (move != OFL_NO_MOVE)
        return play_forced(engine, board, move, limits, result);
    if (!bookplay_ask(play, board, least_depth(engine, limits), &answer))
        return ofl_search(engine, board, limits, result);
    if (answer.is_complete)
        begin_result(&answer, result);
    else if (is_beaten(engine, board, limits, &answer, result, &code))
        return code;
    result->proved_low = answer.low;
    result->proved_high = answer.high;
    result->stopped = false;
    result->n_lines = 1;
    result->lines[0] = answer.lines[bookplay_choose(play, game, &answer)];
    return OFL_OK;
}

/* ---- hints ---- */

static void add_line(struct ofl_result *result, const struct ofl_line *line)
{
    int at = result->n_lines++;
    for (; at > 0 && result->lines[at - 1].score < line->score; at--)
        result->lines[at] = result->lines[at - 1];
    result->lines[at] = *line;
}

int ofl_hint(ofl_engine *engine, ofl_board board, const struct ofl_limits *limits,
             struct ofl_result *result)
{
    struct ofl_book_answer answer;
    const int wanted = limits->multi_pv > 1 ? limits->multi_pv : 1;
    if (!is_for_play(limits) || !ofl_board_is_valid(board) || !ofl_legal_moves(board) ||
        !bookplay_ask(engine_bookplay(engine), board, least_depth(engine, limits), &answer))
        return ofl_search(engine, board, limits, result);
    struct ofl_limits rest = *limits;
    rest.moves = ofl_legal_moves(board) & ~squares_of(&answer);
    begin_result(&answer, result);
    if (rest.moves && (wanted > 1 || !answer.is_complete)) {
        const int code = ofl_search(engine, board, &rest, result);
        if (code != OFL_OK)
            return code;
        result->proved_low = answer.low;
        result->proved_high = answer.high;
    }
    for (int i = 0; i < answer.n_lines && result->n_lines < OFL_MAX_MOVES; i++)
        add_line(result, &answer.lines[i]);
    if (result->n_lines > wanted)
        result->n_lines = wanted;
    return OFL_OK;
}
