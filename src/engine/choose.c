/* engine/choose.c - implements the second half of outflank/book.h: play and hints with a book.
 *
 * The tree search knows of no book. What a book knows of the root's moves stands beside it: those
 * moves are not searched, the others are, and the lines are put together. */
#include <outflank/book.h>

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "engine/options.h"
#include "engine/state.h"
#include "engine/weak.h"

/* Searched moves vary among so many lines: in the opening more of them are alike. Between these
 * empties several lines take high levels long. */
enum { OPENING_FROM = 51, OPENING_LINES = 6, VARIED_LINES = 3 };
enum { LONG_MOST = 24, LONG_LEAST = 17, LONG_LEVEL = 13 };

/* With a limit of nodes, from so many empties on a third of them is kept for other moves, and no
 * line counts that is more than so many plies shallower than the best. */
enum { SHARED_FROM = 33, SHALLOWER = 3 };

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

int ofl_ask_book(ofl_engine *engine, ofl_board board, const struct ofl_limits *limits,
                 struct ofl_book_answer *answer)
{
    return bookplay_ask(engine_bookplay(engine), board, least_depth(engine, limits), answer);
}

bool ofl_book_knows(ofl_engine *engine, ofl_board board, const struct ofl_limits *limits)
{
    struct ofl_book_answer answer;
    return bookplay_is_forced(engine_bookplay(engine), board) ||
           ofl_ask_book(engine, board, limits, &answer) > 0;
}

static bool is_for_play(const struct ofl_limits *limits)
{
    return limits->goal == OFL_GOAL_PLAY && !limits->has_window && !limits->moves;
}

/* A search may value a move more than the book has proved that any is worth. */
static void cap_lines(struct ofl_result *result, const struct ofl_book_answer *answer)
{
    for (int i = 0; i < result->n_lines; i++)
        if (result->lines[i].score > answer->high)
            result->lines[i].score = answer->high;
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
    rest.moves = ofl_legal_moves(board) & ~book_choose_squares(answer);
    if (!rest.moves) {
        begin_result(answer, result);
        return false;
    }
    *code = ofl_search(engine, board, &rest, result);
    cap_lines(result, answer);
    for (int i = 0; i < answer->n_lines; i++) {
        const int value = book_choose_value(&answer->lines[i], taste);
        best = value > best ? value : best;
    }
    return *code != OFL_OK || book_choose_value(&result->lines[0], taste) > best;
}

/* Keeps one line of a result, and what it gives away. */
static void give(struct ofl_result *result, int index)
{
    result->given_cd = result->lines[0].score - result->lines[index].score;
    result->lines[0] = result->lines[index];
    result->n_lines = 1;
}

/* Of equals a proved one comes before an estimate. */
static bool is_better(const struct ofl_line *a, const struct ofl_line *b)
{
    return a->score != b->score ? a->score > b->score : a->solved && !b->solved;
}

static void add_line(struct ofl_result *result, const struct ofl_line *line)
{
    int at = result->n_lines++;
    for (; at > 0 && is_better(line, &result->lines[at - 1]); at--)
        result->lines[at] = result->lines[at - 1];
    result->lines[at] = *line;
}

static void remove_move(struct ofl_result *result, int move)
{
    int n = 0;
    for (int i = 0; i < result->n_lines; i++)
        if (result->lines[i].move != move)
            result->lines[n++] = result->lines[i];
    result->n_lines = n;
}

/* Puts what the book knows of moves in place of what a search of moderate depth said. */
static void take_book_values(ofl_engine *engine, ofl_board board, struct ofl_result *result)
{
    struct ofl_book_answer answer;
    if (!bookplay_ask(engine_bookplay(engine), board, DEEP_ENOUGH, &answer))
        return;
    for (int i = 0; i < answer.n_lines; i++)
        remove_move(result, answer.lines[i].move);
    cap_lines(result, &answer);
    for (int i = 0; i < answer.n_lines && result->n_lines < OFL_MAX_MOVES; i++)
        add_line(result, &answer.lines[i]);
    result->proved_low = answer.low;
    result->proved_high = answer.high;
}

/* The lines with what they count to the side to move for scores: contempt counts. */
static void count_by_taste(ofl_engine *engine, const struct ofl_result *result,
                           struct ofl_line lines[OFL_MAX_MOVES])
{
    memcpy(lines, result->lines, (size_t)result->n_lines * sizeof *lines);
    for (int i = 0; i < result->n_lines; i++)
        lines[i].score = book_choose_value(&lines[i], &engine_bookplay(engine)->taste);
}

/* What counts most first. */
static void sort_by_taste(ofl_engine *engine, struct ofl_result *result)
{
    const struct book_taste *taste = &engine_bookplay(engine)->taste;
    for (int i = 1; i < result->n_lines; i++) {
        const struct ofl_line line = result->lines[i];
        int at = i;
        for (; at > 0 && book_choose_value(&result->lines[at - 1], taste) <
                             book_choose_value(&line, taste); at--)
            result->lines[at] = result->lines[at - 1];
        result->lines[at] = line;
    }
}

/* A move that gives away what the options ask for. */
static int play_weakly(ofl_engine *engine, const struct ofl_game *game,
                       const struct ofl_limits *limits, struct ofl_result *result)
{
    const ofl_board board = game->position.board;
    const int loss_cd = ofl_loss(engine);
    const struct account_sum sum = account_add(engine_account(engine), game);
    const double part = weak_part(ofl_count_empties(board));
    struct ofl_limits shallow = *limits;
    struct rng rng = bookplay_rng(engine_bookplay(engine), board);
    weak_limit(loss_cd, board, &shallow);
    const int level = engine_swap_level(engine, 1); /* the depth says how the end is searched */
    const int code = engine_search_afresh(engine, board, &shallow, result);
    engine_swap_level(engine, level);
    if (code != OFL_OK)
        return code;
    take_book_values(engine, board, result);
    sort_by_taste(engine, result);
    struct ofl_line lines[OFL_MAX_MOVES];
    count_by_taste(engine, result, lines);
    const struct weak_choice choice =
        weak_choose(board, lines, result->n_lines, loss_cd,
                    sum.parts - sum.mean_cd / weak_own_loss(loss_cd), &rng);
    account_note(engine_account(engine), game,
                 (struct account_entry){.move = result->lines[choice.index].move, .part = part,
                                        .mean_cd = choice.mean_cd, .loss_cd = choice.loss_cd});
    give(result, choice.index);
    return OFL_OK;
}

static int variety_left(ofl_engine *engine, const struct ofl_game *game)
{
    const struct account_sum sum = account_add(engine_account(engine), game);
    return bookplay_left(engine_bookplay(engine), game, sum.mean_cd);
}

/* May a searched move vary? */
static bool is_varied(ofl_engine *engine, const struct ofl_game *game)
{
    const int n_empties = ofl_count_empties(game->position.board);
    const bool is_long = n_empties <= LONG_MOST && n_empties >= LONG_LEAST &&
                         engine_level(engine) >= LONG_LEVEL;
    const struct bookplay *play = engine_bookplay(engine);
    return play->taste.variety_cd > 0 && !play->varies_only_book && !is_long &&
           variety_left(engine, game) > 0;
}

/* Adds what some nodes say of the moves that the search before did not prefer. */
static int add_others(ofl_engine *engine, ofl_board board, const struct ofl_limits *limits,
                      struct ofl_result *result)
{
    struct ofl_limits rest = *limits;
    struct ofl_result others;
    const int depth = result->lines[0].depth;
    rest.moves = ofl_legal_moves(board) & ~bit_of(result->lines[0].move);
    if (!rest.moves || !depth || result->nodes >= limits->nodes)
        return OFL_OK;
    rest.nodes -= result->nodes;
    rest.depth = depth;
    rest.strict_depth = true;
    rest.multi_pv = VARIED_LINES - 1;
    const int code = ofl_search(engine, board, &rest, &others);
    if (code != OFL_OK)
        return code;
    result->nodes += others.nodes;
    result->time_ms += others.time_ms;
    const bool has_contempt = engine_bookplay(engine)->taste.contempt_cd != 0;
    for (int i = 0; i < others.n_lines && result->n_lines < OFL_MAX_MOVES; i++)
        if (others.lines[i].depth < depth - SHALLOWER)
            continue;
        else if (has_contempt)
            result->lines[result->n_lines++] = others.lines[i];
        else
            add_line(result, &others.lines[i]);
    return OFL_OK;
}

/* Lines to choose from. Within a limit of nodes, several lines at once would be plies shallower,
 * and the best of them worse by more than variety may cost: the best move is found first. */
static int search_several(ofl_engine *engine, ofl_board board, const struct ofl_limits *limits,
                          struct ofl_result *result)
{
    const int n_empties = ofl_count_empties(board);
    struct ofl_limits first = *limits;
    if (!limits->nodes || n_empties >= OPENING_FROM) {
        first.multi_pv = n_empties >= OPENING_FROM ? OPENING_LINES : VARIED_LINES;
        return ofl_search(engine, board, &first, result);
    }
    if (n_empties >= SHARED_FROM)
        first.nodes -= first.nodes / 3;
    const int code = ofl_search(engine, board, &first, result);
    return code == OFL_OK ? add_others(engine, board, limits, result) : code;
}

/* After a search of this depth. Of moves as good as the best the other searches may have said more;
 * that is cut, since the first search has shown that none is better. It errs, shallow ones most. */
static struct weak_doubt doubt_after(const struct ofl_line *best)
{
    const double most_cd = 90, least_cd = 20, worse_cd = 300, shallow = 5, deep = 10;
    const int depth = best->depth;
    if (best->solved)
        return (struct weak_doubt){0};
    const double part = fmax(0, fmin(1, (deep - depth) / (deep - shallow)));
    return (struct weak_doubt){.equal_cd = least_cd + part * (most_cd - least_cd),
                               .worse_cd = worse_cd / (depth + 1)};
}

/* With contempt a search orders moves by more than their scores. Where a score is above one before
 * it, nobody can tell what the move would cost: it is left out, and those after it. */
static int n_in_order(const struct ofl_line *lines, int n)
{
    int i = 1;
    while (i < n && lines[i].score <= lines[i - 1].score)
        i++;
    return i < n ? i : n;
}

/* One of the lines found. Together the moves of a game lose what they may on average: were it a
 * bound, few games would differ. A move may spend a sixth of what is left: who spends it at once
 * has none where there are more choices. Cool, it takes many cheap moves instead of one that costs
 * as much, and more games differ: 198 of 200 instead of 177 at level 10. Where the search has not
 * solved the position, a move that looks as good as the best, or a little worse, loses more on
 * average (docs/lab/strength.md). */
static int play_varied(ofl_engine *engine, const struct ofl_game *game,
                       const struct ofl_limits *limits, struct ofl_result *result)
{
    const double part = 1.0 / 6, warmest = 1.0 / 3; /* of the variety left, and of all of it */
    struct rng rng = bookplay_rng(engine_bookplay(engine), game->position.board);
    const int code = search_several(engine, game->position.board, limits, result);
    if (code != OFL_OK)
        return code;
    struct ofl_line lines[OFL_MAX_MOVES];
    count_by_taste(engine, result, lines);
    const struct weak_choice choice =
        weak_vary(game->position.board, lines, n_in_order(lines, result->n_lines),
                  part * variety_left(engine, game),
                  warmest * engine_bookplay(engine)->taste.variety_cd,
                  doubt_after(&result->lines[0]), &rng);
    account_note(engine_account(engine), game,
                 (struct account_entry){.move = result->lines[choice.index].move,
                                        .mean_cd = choice.mean_cd, .loss_cd = choice.loss_cd});
    give(result, choice.index);
    return OFL_OK;
}

static int play_searched(ofl_engine *engine, const struct ofl_game *game,
                         const struct ofl_limits *limits, struct ofl_result *result)
{
    return is_varied(engine, game) ? play_varied(engine, game, limits, result)
                                   : ofl_search(engine, game->position.board, limits, result);
}

/* By the book, or by search. */
static int play_well(ofl_engine *engine, const struct ofl_game *game,
                     const struct ofl_limits *limits, struct ofl_result *result)
{
    const ofl_board board = game->position.board;
    struct bookplay *play = engine_bookplay(engine);
    struct ofl_book_answer answer;
    int code = OFL_OK;
    if (!bookplay_ask(play, board, least_depth(engine, limits), &answer))
        return play_searched(engine, game, limits, result);
    if (answer.is_complete)
        begin_result(&answer, result);
    else if (is_beaten(engine, board, limits, &answer, result, &code))
        return code;
    result->proved_low = answer.low;
    result->proved_high = answer.high;
    result->stopped = false;
    result->n_lines = answer.n_lines;
    memcpy(result->lines, answer.lines, (size_t)answer.n_lines * sizeof *answer.lines);
    give(result, bookplay_choose(play, game, variety_left(engine, game), &answer));
    return OFL_OK;
}

int ofl_choose(ofl_engine *engine, const struct ofl_game *game, const struct ofl_limits *limits,
               struct ofl_result *result)
{
    const ofl_board board = game->position.board;
    if (!is_for_play(limits) || limits->infinite || !ofl_board_is_valid(board) ||
        !ofl_legal_moves(board))
        return ofl_search(engine, board, limits, result);
    const int move = bookplay_forced(engine_bookplay(engine), board);
    if (move != OFL_NO_MOVE)
        return play_forced(engine, board, move, limits, result);
    if (ofl_loss(engine) > 0)
        return play_weakly(engine, game, limits, result);
    if (engine_strength(engine) != STRENGTH_FULL)
        return play_well(engine, game, limits, result);
    const int level = engine_swap_level(engine, STRENGTH_FULL);
    const int code = play_well(engine, game, limits, result);
    engine_swap_level(engine, level);
    return code;
}

bool ofl_choose_is_search(ofl_engine *engine, const struct ofl_game *game,
                          const struct ofl_limits *limits)
{
    return engine_strength(engine) == OPTION_AUTO && ofl_loss(engine) == 0 &&
           !ofl_book_knows(engine, game->position.board, limits) && !is_varied(engine, game);
}

/* ---- hints ---- */

int ofl_hint(ofl_engine *engine, ofl_board board, const struct ofl_limits *limits,
             struct ofl_result *result)
{
    struct ofl_book_answer answer;
    const int wanted = limits->multi_pv > 1 ? limits->multi_pv : 1;
    if (!is_for_play(limits) || !ofl_board_is_valid(board) || !ofl_legal_moves(board) ||
        !bookplay_ask(engine_bookplay(engine), board, least_depth(engine, limits), &answer))
        return ofl_search(engine, board, limits, result);
    struct ofl_limits rest = *limits;
    rest.moves = ofl_legal_moves(board) & ~book_choose_squares(&answer);
    begin_result(&answer, result);
    if (rest.moves && (wanted > 1 || !answer.is_complete)) {
        const int code = ofl_search(engine, board, &rest, result);
        if (code != OFL_OK)
            return code;
        cap_lines(result, &answer);
        result->proved_low = answer.low;
        result->proved_high = answer.high;
    }
    for (int i = 0; i < answer.n_lines && result->n_lines < OFL_MAX_MOVES; i++)
        add_line(result, &answer.lines[i]);
    if (result->n_lines > wanted)
        result->n_lines = wanted;
    return OFL_OK;
}
