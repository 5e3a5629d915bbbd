/* Anti-Othello and boards within the board: rules, perft and exact scores against the slow
 * reference, which shares nothing with the kernels. OUTFLANK_BOARDS: so many boards of each. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/rng.h"
#include "board/variant.h"
#include "ref_board.h"
#include "support.h"
#include "text/variant_text.h"
#include "variant/variant_eval.h"
#include "variant/variant_search.h"

enum { HOLE = '#' };

static struct ofl_variant named(const char *name)
{
    struct ofl_variant variant = {0};
    struct reason reason = {.text = ""};
    cr_assert(variant_read(name, &variant, &reason), "%s: %s", name, reason.text);
    return variant;
}

static struct ref_board ref_with_holes(struct ofl_variant variant, ofl_board board)
{
    struct ref_board ref = ref_of(board);
    for (int i = 0; i < 64; i++)
        if (variant.holes >> i & 1)
            ref.cell[i] = HOLE;
    return ref;
}

static struct ref_board ref_other(const struct ref_board *ref)
{
    struct ref_board other = ref_swap(ref);
    for (int i = 0; i < 64; i++)
        if (ref->cell[i] == HOLE)
            other.cell[i] = HOLE;
    return other;
}

static struct ref_board ref_after(const struct ref_board *ref, int square)
{
    const struct ref_board after = ref_play(ref, square); /* it knows no holes */
    struct ref_board own = ref_swap(&after);
    for (int i = 0; i < 64; i++)
        if (ref->cell[i] == HOLE)
            own.cell[i] = HOLE;
    return ref_other(&own);
}

static int ref_result(struct ofl_variant variant, const struct ref_board *ref)
{
    const int score = ref_score(ref, OFL_SCORE_TOURNAMENT);
    return variant.fewer_wins ? -score : score;
}

static int ref_solve(struct ofl_variant variant, const struct ref_board *ref, int alpha, int beta,
                     bool has_passed)
{
    uint64_t moves = ref_legal_moves(ref);
    if (!moves && has_passed) {
        return ref_result(variant, ref);
    } else if (!moves) {
        const struct ref_board other = ref_other(ref);
        const uint64_t replies = ref_legal_moves(&other);
        return replies ? -ref_solve(variant, &other, -beta, -alpha, true)
                       : ref_result(variant, ref);
    }
    for (; moves && alpha < beta; moves = bit_drop(moves)) {
        const struct ref_board after = ref_after(ref, bit_first(moves));
        const int score = -ref_solve(variant, &after, -beta, -alpha, false);
        alpha = score > alpha ? score : alpha;
    }
    return alpha;
}

static uint64_t ref_perft(const struct ref_board *ref, int depth)
{
    uint64_t moves = ref_legal_moves(ref), leaves = 0;
    const struct ref_board other = ref_other(ref);
    if (depth == 0 || (!moves && !ref_legal_moves(&other)))
        return 1;
    if (!moves)
        return ref_perft(&other, depth - 1);
    for (; moves; moves = bit_drop(moves)) {
        const struct ref_board after = ref_after(ref, bit_first(moves));
        leaves += ref_perft(&after, depth - 1);
    }
    return leaves;
}

/* Random play down to so many empty squares; false if the game ends before. */
static bool play_down(struct rng *rng, struct ofl_variant variant, int n_empties, ofl_board *board)
{
    *board = variant_start(variant).board;
    while (variant_count_empties(variant, *board) > n_empties) {
        uint64_t moves = variant_moves(variant, *board);
        if (!moves)
            *board = ofl_swap(*board);
        if (variant_is_over(variant, *board))
            return false;
        moves = variant_moves(variant, *board);
        for (uint32_t skip = rng_below(rng, (uint32_t)bit_count(moves)); skip; skip--)
            moves = bit_drop(moves);
        *board = ofl_play(*board, bit_first(moves));
    }
    return !variant_is_over(variant, *board);
}

static struct ofl_variant draw_variant(struct rng *rng, bool is_anti)
{
    static const char *const shapes[] = {"4x4", "6x6", "6x6"};
    const uint32_t kind = rng_below(rng, 6);
    const uint64_t some = rng_next(rng) & rng_next(rng) & rng_next(rng);
    if (is_anti && kind < 3)
        return named("anti");
    struct ofl_variant variant = {.holes = some & UINT64_C(0xFFFFFFE7E7FFFFFF)};
    if (kind < 3)
        variant = named(shapes[kind]);
    variant.fewer_wins = is_anti;
    return variant;
}

/* The score, the move that reaches it, and the line of play. */
static void check_solved(struct ofl_variant variant, ofl_board board,
                         const struct ofl_result *result, const char *where)
{
    const struct ref_board ref = ref_with_holes(variant, board);
    const int score = ref_solve(variant, &ref, -99, 99, false);
    const struct ofl_line *line = &result->lines[0];
    cr_assert(line->solved && line->bound == OFL_BOUND_EXACT && !result->stopped, "%s", where);
    cr_assert_eq(line->score, 100 * score, "%s: %d, not %d", where, line->score / 100, score);
    cr_assert(result->proved_low == 100 * score && result->proved_high == 100 * score, "%s", where);
    cr_assert(variant_is_legal(variant, board, line->move), "%s", where);
    cr_assert_eq(line->pv[0], line->move, "%s", where);
    const struct ref_board after =
        line->move == OFL_PASS ? ref_other(&ref) : ref_after(&ref, line->move);
    cr_assert_eq(-ref_solve(variant, &after, -99, 99, line->move == OFL_PASS), score, "%s: move %d",
                 where, line->move);
}

static void check_many(bool is_anti)
{
    const char *wanted = getenv("OUTFLANK_BOARDS");
    const uint64_t n = wanted ? strtoull(wanted, NULL, 10) : 600;
    struct rng rng = rng_seeded(test_seed(58) + is_anti);
    struct variant_searcher *searcher = variant_searcher_create(4);
    for (uint64_t i = 0; i < n;) {
        const struct ofl_variant variant = draw_variant(&rng, is_anti);
        ofl_board board;
        if (!play_down(&rng, variant, 6 + (int)rng_below(&rng, 4), &board))
            continue;
        struct strbuf where = {0};
        char text[OFL_BOARD_TEXT];
        variant_add_name(&where, variant);
        strbuf_addf(&where, " %s", ofl_position_to_text((ofl_position){board, OFL_BLACK}, text));
        struct ofl_result result;
        variant_search(searcher, variant, board, &(struct ofl_limits){.goal = OFL_GOAL_EXACT},
                       &result);
        check_solved(variant, board, &result, where.data);
        strbuf_free(&where);
        i++;
    }
    variant_searcher_destroy(searcher);
}

Test(variant, boards_within_the_board_are_solved_as_brute_force_does) { check_many(false); }

Test(variant, anti_othello_is_solved_as_brute_force_does) { check_many(true); }

Test(variant, perft_agrees_with_the_reference)
{
    static const struct { const char *name; int depth; } cases[] = {
        {"4x4", 12}, {"6x6", 6}, {"anti", 5}, {"holes:c3,f5,a1,h8", 5}, {"holes:c4,d3+anti", 5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct ofl_variant variant = named(cases[i].name);
        const ofl_board start = variant_start(variant).board;
        const struct ref_board ref = ref_with_holes(variant, start);
        for (int depth = 0; depth <= cases[i].depth; depth++)
            cr_assert_eq(variant_perft(variant, start, depth), ref_perft(&ref, depth), "%s %d",
                         cases[i].name, depth);
    }
}

/* Published: on 4x4 White wins by 11 to 3, and the empty squares are White's. */
Test(variant, four_by_four_is_solved_from_the_start)
{
    struct variant_searcher *searcher = variant_searcher_create(1);
    const struct ofl_variant variant = named("4x4");
    struct ofl_result result;
    ofl_board board = variant_start(variant).board;
    variant_search(searcher, variant, board, &(struct ofl_limits){0}, &result);
    cr_assert(result.lines[0].bound == OFL_BOUND_EXACT && result.lines[0].score == -1000, "%d",
              result.lines[0].score);
    for (int i = 0; i < result.lines[0].pv_length; i++)
        board = ofl_play(board, result.lines[0].pv[i]);
    cr_assert(variant_is_over(variant, board));
    variant_searcher_destroy(searcher);
}

static bool stop_at_once(void *user)
{
    ++*(int *)user;
    return true;
}

Test(variant, limits_hold_and_leave_a_legal_move)
{
    struct variant_searcher *searcher = variant_searcher_create(1);
    const struct ofl_variant variant = named("anti");
    const ofl_board start = variant_start(variant).board;
    struct ofl_result result;
    variant_search(searcher, variant, start, &(struct ofl_limits){.depth = 4}, &result);
    cr_assert(!result.stopped && result.lines[0].depth == 4 && !result.lines[0].solved);
    variant_search(searcher, variant, start, &(struct ofl_limits){.nodes = 20000}, &result);
    cr_assert(result.stopped && result.nodes < 20000 + 5000);
    cr_assert(variant_is_legal(variant, start, result.lines[0].move));
    int n_asked = 0;
    variant_searcher_ask(searcher, stop_at_once, &n_asked);
    variant_search(searcher, variant, start, &(struct ofl_limits){.infinite = true}, &result);
    cr_assert(n_asked == 1 && variant_is_legal(variant, start, result.lines[0].move));
    variant_searcher_destroy(searcher);
}

/* Each move's score when all are wanted, and a window that proves no more than it asks. */
Test(variant, all_moves_and_windows)
{
    struct variant_searcher *searcher = variant_searcher_create(1);
    struct rng rng = rng_seeded(test_seed(58));
    const struct ofl_variant variant = named("6x6");
    for (int i = 0; i < 20;) {
        ofl_board board;
        if (!play_down(&rng, variant, 8, &board) || !variant_moves(variant, board))
            continue;
        i++;
        const struct ref_board ref = ref_with_holes(variant, board);
        struct ofl_result all, one;
        struct ofl_limits limits = {.goal = OFL_GOAL_EXACT, .multi_pv = OFL_MAX_MOVES};
        variant_search(searcher, variant, board, &limits, &all);
        cr_assert_eq(all.n_lines, bit_count(variant_moves(variant, board)));
        for (int k = 0; k < all.n_lines; k++) {
            const struct ref_board after = ref_after(&ref, all.lines[k].move);
            cr_assert_eq(all.lines[k].score, -100 * ref_solve(variant, &after, -99, 99, false));
            cr_assert(k == 0 || all.lines[k].score <= all.lines[k - 1].score);
        }
        const int best = all.lines[0].score;
        limits = (struct ofl_limits){.goal = OFL_GOAL_EXACT, .has_window = true,
                                     .low = best - 600, .high = best - 200};
        variant_search(searcher, variant, board, &limits, &one);
        cr_assert(one.lines[0].bound == OFL_BOUND_LOWER && one.lines[0].score > best - 200 &&
                  one.lines[0].score <= best);
    }
    variant_searcher_destroy(searcher);
}

/* Discs that are called stable are never turned by what follows. */
Test(variant, stable_discs_stay)
{
    struct rng rng = rng_seeded(test_seed(58));
    int n_stable = 0;
    for (int i = 0; i < 300; i++) {
        const struct ofl_variant variant = draw_variant(&rng, false);
        const struct variant_shape shape = variant_shape_of(variant);
        ofl_board board;
        if (!play_down(&rng, variant, (int)rng_below(&rng, 16), &board))
            continue;
        uint64_t own = variant_stable(&shape, board);
        n_stable += bit_count(own);
        while (!variant_is_over(variant, board)) {
            uint64_t moves = variant_moves(variant, board);
            if (moves) {
                for (uint32_t skip = rng_below(&rng, (uint32_t)bit_count(moves)); skip; skip--)
                    moves = bit_drop(moves);
                board = ofl_play(board, bit_first(moves));
            } else {
                board = ofl_swap(board);
            }
            cr_assert((own & board.player) == own || (own & board.opponent) == own);
        }
    }
    cr_assert(n_stable > 300, "%d", n_stable);
}

Test(variant, names_are_read_and_refused)
{
    static const char *const good[] = {"anti",     "4x4",         "6x6",
                                       "6x6+anti", "holes:c3,f6", "holes:a1+anti"};
    static const char *const bad[] = {"",         "10x10",        "octagon",     "anti+",
                                      "4x4+6x6",  "holes:",       "holes:d4",    "holes:c3,",
                                      "holes:pa", "holes:c3 f6",  "holes:i9",    "Anti",
                                      "holes",    "6x6+holes:a1"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct strbuf name = {0};
        variant_add_name(&name, named(good[i]));
        cr_assert_str_eq(name.data, good[i]);
        strbuf_free(&name);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct ofl_variant variant;
        struct reason reason = {.text = ""};
        cr_assert(!variant_read(bad[i], &variant, &reason) && reason.text[0], "'%s'", bad[i]);
    }
}

Test(variant, boards_are_written_and_read)
{
    struct rng rng = rng_seeded(test_seed(58));
    for (int i = 0; i < 100; i++) {
        const struct ofl_variant variant = draw_variant(&rng, i % 2);
        ofl_position position = {.turn = (enum ofl_color)(i / 2 % 2)}, read = {{0, 0}, OFL_BLACK};
        struct ofl_text_error error = {.text = ""};
        char text[OFL_BOARD_TEXT];
        play_down(&rng, variant, (int)rng_below(&rng, 9), &position.board);
        variant_write_position(variant, position, text);
        struct text whole = text_of(text, strlen(text)), part = text_of(text, strlen(text) - 1);
        cr_assert(variant_read_position(variant, &whole, &read, &error), "%s: %s", text,
                  error.text);
        cr_assert(read.turn == position.turn && read.board.player == position.board.player &&
                  read.board.opponent == position.board.opponent, "%s", text);
        cr_assert(text_at_end(&whole) && !variant_read_position(variant, &part, &read, &error));
    }
}

/* A game's own rules: holes are out of play for moves and passes. */
Test(variant, games_are_played_by_their_rules)
{
    struct ofl_game game;
    const struct ofl_variant variant = named("4x4");
    ofl_game_init(&game, variant_start(variant));
    game.variant = variant;
    struct rng rng = rng_seeded(1);
    while (!variant_is_over(variant, game.position.board)) {
        uint64_t moves = variant_moves(variant, game.position.board);
        cr_assert(!ofl_game_play(&game, 4) && !ofl_game_play(&game, 63), "on a hole");
        for (uint32_t skip = moves ? rng_below(&rng, (uint32_t)bit_count(moves)) : 0; skip; skip--)
            moves = bit_drop(moves);
        cr_assert(ofl_game_play(&game, moves ? bit_first(moves) : OFL_PASS));
    }
    const int n = game.n_known;
    while (ofl_game_undo(&game))
        continue;
    while (ofl_game_redo(&game))
        continue;
    cr_assert_eq(game.n_played, n);
    const ofl_board start = variant_start(variant).board;
    cr_assert_str_eq(variant_illegal_reason(variant, start, 4), "out of board");
}
