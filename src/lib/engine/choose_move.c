/* engine/choose_move.c - implements the second half of outflank/book.h: play and hints with a book.
 *
 * The tree search knows of no book. What a book knows of the root's moves stands beside it: those
 * moves are not searched, the others are, and the lines are put together. */
#include <outflank/book.h>

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "engine/like_people.h"
#include "engine/play_numbers.h"
#include "engine/state.h"
#include "engine/weak.h"

static int least_depth(ofl_engine *engine, const struct ofl_limits *limits)
{
    const int level = limits && limits->depth ? limits->depth : engine_level(engine, limits);
    return level < BOOK_DEPTH_MOST ? level : BOOK_DEPTH_MOST;
}

ofl_book *ofl_engine_book(ofl_engine *engine) { return engine->bookplay.book; }

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
    return bookplay_ask(&engine->bookplay, board, least_depth(engine, limits), answer);
}

bool ofl_book_knows(ofl_engine *engine, ofl_board board, const struct ofl_limits *limits)
{
    struct ofl_book_answer answer;
    return bookplay_is_forced(&engine->bookplay, board) ||
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
                                 .depth = FORCED_MOVE_DEPTH, .nodes = limits->nodes};
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
    const struct book_style *style = &engine->bookplay.style;
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
        const int value = book_choose_value(&answer->lines[i], style);
        best = value > best ? value : best;
    }
    return *code != OFL_OK || book_choose_value(&result->lines[0], style) > best;
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
    if (!bookplay_ask(&engine->bookplay, board, BOOK_DEPTH_MOST, &answer))
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
static void count_by_style(ofl_engine *engine, const struct ofl_result *result,
                           struct ofl_line lines[OFL_MAX_MOVES])
{
    memcpy(lines, result->lines, (size_t)result->n_lines * sizeof *lines);
    for (int i = 0; i < result->n_lines; i++)
        lines[i].score = book_choose_value(&lines[i], &engine->bookplay.style);
}

/* What counts most first. */
static void sort_by_style(ofl_engine *engine, struct ofl_result *result)
{
    const struct book_style *style = &engine->bookplay.style;
    for (int i = 1; i < result->n_lines; i++) {
        const struct ofl_line line = result->lines[i];
        int at = i;
        for (; at > 0 && book_choose_value(&result->lines[at - 1], style) <
                             book_choose_value(&line, style); at--)
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
    const struct loss_sum sum = loss_record_sum(&engine->losses, game);
    const double part = weak_part(ofl_count_empties(board));
    struct ofl_limits shallow = *limits;
    struct rng rng = bookplay_rng(&engine->bookplay, board);
    weak_limit(loss_cd, board, &shallow);
    const int code = ofl_search(engine, board, &shallow, result);
    if (code != OFL_OK)
        return code;
    take_book_values(engine, board, result);
    sort_by_style(engine, result);
    struct ofl_line lines[OFL_MAX_MOVES];
    count_by_style(engine, result, lines);
    const int64_t most_cd = engine->options[OPTION_LOSS_MOST];
    int n = result->n_lines;
    while (most_cd && n > 1 && lines[0].score - lines[n - 1].score > most_cd)
        n--;
    const struct weak_choice choice =
        weak_choose(board, lines, n, loss_cd,
                    sum.parts - sum.mean_cd / weak_seen_loss(loss_cd), &rng);
    loss_record_note(&engine->losses, game,
                 (struct loss_entry){.move = result->lines[choice.index].move, .part = part,
                                        .mean_cd = choice.mean_cd, .loss_cd = choice.loss_cd});
    give(result, choice.index);
    return OFL_OK;
}

static int variety_left(ofl_engine *engine, const struct ofl_game *game)
{
    const struct loss_sum sum = loss_record_sum(&engine->losses, game);
    return bookplay_left(&engine->bookplay, game, sum.mean_cd);
}

/* May a searched move vary? */
static bool is_varied(ofl_engine *engine, const struct ofl_game *game,
                      const struct ofl_limits *limits)
{
    const int n_empties = ofl_count_empties(game->position.board);
    const bool is_long = n_empties <= LONG_EMPTIES_MOST && n_empties >= LONG_EMPTIES_LEAST &&
                         engine_level(engine, limits) >= LONG_LEVEL;
    const struct bookplay *play = &engine->bookplay;
    return play->style.variety_cd > 0 && !play->varies_only_book && !is_long &&
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
    const bool has_contempt = engine->bookplay.style.contempt_cd != 0;
    for (int i = 0; i < others.n_lines && result->n_lines < OFL_MAX_MOVES; i++)
        if (others.lines[i].depth < depth - SHALLOWER_MOST)
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
    if (!limits->nodes || n_empties >= OPENING_EMPTIES) {
        first.multi_pv = n_empties >= OPENING_EMPTIES ? OPENING_LINES : VARIED_LINES;
        return ofl_search(engine, board, &first, result);
    }
    if (n_empties >= SHARED_EMPTIES)
        first.nodes -= first.nodes / 3;
    const int code = ofl_search(engine, board, &first, result);
    return code == OFL_OK ? add_others(engine, board, limits, result) : code;
}

/* After a search of this depth. Of moves as good as the best the other searches may have said more;
 * that is cut, since the first search has shown that none is better. It errs, shallow ones most. */
static struct weak_doubt doubt_after(const struct ofl_line *best)
{
    const int depth = best->depth;
    if (best->solved)
        return (struct weak_doubt){0};
    const double part =
        fmax(0, fmin(1, (double)(DOUBT_DEEP - depth) / (DOUBT_DEEP - DOUBT_SHALLOW)));
    return (struct weak_doubt){
        .equal_cd = DOUBT_TIE_LEAST_CD + part * (DOUBT_TIE_MOST_CD - DOUBT_TIE_LEAST_CD),
        .worse_cd = (double)DOUBT_WORSE_CD / (depth + 1)};
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
 * bound, few games would differ. */
static int play_varied(ofl_engine *engine, const struct ofl_game *game,
                       const struct ofl_limits *limits, struct ofl_result *result)
{
    struct rng rng = bookplay_rng(&engine->bookplay, game->position.board);
    const int code = search_several(engine, game->position.board, limits, result);
    if (code != OFL_OK)
        return code;
    struct ofl_line lines[OFL_MAX_MOVES];
    count_by_style(engine, result, lines);
    const struct weak_choice choice =
        weak_vary(game->position.board, lines, n_in_order(lines, result->n_lines),
                  VARIED_PART * variety_left(engine, game),
                  VARIED_WARMEST * engine->bookplay.style.variety_cd,
                  doubt_after(&result->lines[0]), &rng);
    loss_record_note(&engine->losses, game,
                 (struct loss_entry){.move = result->lines[choice.index].move,
                                        .mean_cd = choice.mean_cd, .loss_cd = choice.loss_cd});
    give(result, choice.index);
    return OFL_OK;
}

static int play_searched(ofl_engine *engine, const struct ofl_game *game,
                         const struct ofl_limits *limits, struct ofl_result *result)
{
    return is_varied(engine, game, limits) ? play_varied(engine, game, limits, result)
                                   : ofl_search(engine, game->position.board, limits, result);
}

/* By the book, or by search. */
static int play_well(ofl_engine *engine, const struct ofl_game *game,
                     const struct ofl_limits *limits, struct ofl_result *result)
{
    const ofl_board board = game->position.board;
    struct bookplay *play = &engine->bookplay;
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
    const int wrong = engine_check(engine, board, limits);
    if (wrong)
        return wrong;
    if (!is_for_play(limits) || limits->infinite || !ofl_legal_moves(board))
        return ofl_search(engine, board, limits, result);
    engine->bookplay.style.contempt_cd = engine_contempt(engine, limits);
    const int move = bookplay_forced(&engine->bookplay, board);
    if (move != OFL_NO_MOVE)
        return play_forced(engine, board, move, limits, result);
    if (engine->options[OPTION_STYLE])
        return like_people_choose(engine, game, result);
    if (ofl_loss(engine) > 0)
        return play_weakly(engine, game, limits, result);
    struct ofl_limits full = *limits;
    if (engine->options[OPTION_STRENGTH] == STRENGTH_FULL)
        full.level = STRENGTH_FULL;
    return play_well(engine, game, &full, result);
}

bool ofl_choose_is_search(ofl_engine *engine, const struct ofl_game *game,
                          const struct ofl_limits *limits)
{
    engine->bookplay.style.contempt_cd = engine_contempt(engine, limits);
    return engine->options[OPTION_STRENGTH] == OPTION_AUTO &&
           !engine->options[OPTION_STYLE] && ofl_loss(engine) == 0 &&
           !ofl_book_knows(engine, game->position.board, limits) &&
           !is_varied(engine, game, limits);
}

/* ---- hints ---- */

int ofl_hint(ofl_engine *engine, ofl_board board, const struct ofl_limits *limits,
             struct ofl_result *result)
{
    struct ofl_book_answer answer;
    const int wanted = limits->multi_pv > 1 ? limits->multi_pv : 1;
    const int wrong = engine_check(engine, board, limits);
    if (wrong)
        return wrong;
    if (!is_for_play(limits) || !ofl_legal_moves(board) ||
        !bookplay_ask(&engine->bookplay, board, least_depth(engine, limits), &answer))
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
