/* Self-play: each game depends on its number only, is played by the rules, and the
 * labels are what they say. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support.h"
#include "train/selfplay.h"

static const struct selfplay_rules usual = {
    .seed = 3, .depth = 2, .exact_empties = 9, .random_least = 8, .random_most = 30, .n_strays = 6,
};

static ofl_engine *make_engine(void)
{
    ofl_engine *engine = ofl_engine_create();
    cr_assert(engine && ofl_set_option(engine, "hash", "1") == OFL_OK);
    return engine;
}

/* Plain minimax: shares nothing with the search. */
static int minimax(ofl_board board)
{
    uint64_t moves = ofl_legal_moves(board);
    int best = -65;
    if (!moves)
        return ofl_is_over(board) ? ofl_score(board, OFL_SCORE_TOURNAMENT)
                                  : -minimax(ofl_swap(board));
    for (; moves; moves &= moves - 1) {
        int score = -minimax(ofl_play(board, __builtin_ctzll(moves)));
        best = score > best ? score : best;
    }
    return best;
}

/* One move, and the pass it may force, leads from one board to the other. */
static bool follows(ofl_board from, ofl_board to)
{
    for (uint64_t moves = ofl_legal_moves(from); moves; moves &= moves - 1) {
        ofl_board next = ofl_play(from, __builtin_ctzll(moves));
        if (!ofl_legal_moves(next))
            next = ofl_swap(next);
        if (next.player == to.player && next.opponent == to.opponent)
            return true;
    }
    return false;
}

/* Not by memcmp(): a compiler leaves the padding as it was. */
static bool are_same(const struct record *a, const struct record *b, int n)
{
    for (int i = 0; i < n; i++, a++, b++)
        if (a->board.player != b->board.player || a->board.opponent != b->board.opponent ||
            a->game != b->game || a->score != b->score || a->result != b->result ||
            a->kind != b->kind || a->depth != b->depth || a->confidence != b->confidence ||
            a->ply_1 != b->ply_1)
            return false;
    return true;
}

Test(selfplay, a_game_depends_on_its_number_only)
{
    static struct record first[SELFPLAY_RECORDS], again[SELFPLAY_RECORDS];
    ofl_engine *one = make_engine(), *other = make_engine();
    for (uint32_t k = 0; k < 6; k++) {
        int n = selfplay_game(one, &usual, k, first);
        cr_assert_gt(n, 0);
        cr_assert(selfplay_game(other, &usual, 1000 + k, again) > 0);
        cr_expect_not(are_same(first, again, n));
        cr_assert_eq(selfplay_game(other, &usual, k, again), n);
        cr_expect(are_same(first, again, n), "game %u", k);
    }
    struct selfplay_rules another_seed = usual;
    another_seed.seed = 4;
    cr_expect_neq(selfplay_game_id(&usual, 5), selfplay_game_id(&another_seed, 5));
    ofl_engine_destroy(one);
    ofl_engine_destroy(other);
}

static void check_line(const struct record *list, int n_line)
{
    for (int i = 0; i < n_line; i++) {
        const struct record *r = &list[i];
        int empties = ofl_count_empties(r->board);
        cr_expect(ofl_legal_moves(r->board) && ofl_board_is_valid(r->board));
        cr_expect_eq(r->kind, empties <= usual.exact_empties ? RECORD_EXACT : RECORD_SEARCH);
        cr_expect_eq(r->depth, r->kind == RECORD_SEARCH ? usual.depth : 0);
        if (i + 1 < n_line) {
            cr_expect(follows(r->board, r[1].board));
            bool has_passed = r[1].ply_1 == r->ply_1 + 2;
            cr_expect(has_passed || r[1].ply_1 == r->ply_1 + 1);
            cr_expect_eq(r->result, has_passed ? r[1].result : -r[1].result);
        }
        if (r->kind == RECORD_EXACT)
            cr_expect_eq(r->score, 128 * r->result);
    }
}

Test(selfplay, labels_are_true)
{
    static struct record list[SELFPLAY_RECORDS];
    ofl_engine *engine = make_engine();
    int n_minimax = 0, n_strays = 0, plies_least = 99, plies_most = 0;
    for (uint32_t k = 0; k < 12; k++) {
        int n = selfplay_game(engine, &usual, k, list), n_line = 0;
        while (n_line < n && list[n_line].result != RECORD_NO_RESULT)
            n_line++;
        check_line(list, n_line);
        n_strays += n - n_line;
        int plies = list[0].ply_1 - 1;
        plies_least = plies < plies_least ? plies : plies_least;
        plies_most = plies > plies_most ? plies : plies_most;
        for (int i = 0; i < n; i++) {
            cr_expect_eq(list[i].game, selfplay_game_id(&usual, k));
            cr_expect(i < n_line || list[i].result == RECORD_NO_RESULT);
            if (ofl_count_empties(list[i].board) <= 7) {
                cr_expect_eq(list[i].kind, RECORD_EXACT);
                cr_expect_eq(list[i].score, 128 * minimax(list[i].board));
                n_minimax++;
            }
        }
    }
    cr_expect_gt(n_minimax, 50);
    cr_expect_gt(n_strays, 50);
    cr_expect(plies_least >= usual.random_least && plies_least < 14, "%d", plies_least);
    cr_expect(plies_most <= usual.random_most && plies_most > 14, "%d", plies_most);
    ofl_engine_destroy(engine);
}

/* Rules at their ends: nothing random, random to the end, no exact part, the whole game. */
Test(selfplay, unusual_rules)
{
    static struct record list[SELFPLAY_RECORDS];
    ofl_engine *engine = make_engine();
    struct selfplay_rules rules = usual;
    rules.random_least = rules.random_most = 0;
    cr_assert_gt(selfplay_game(engine, &rules, 0, list), 60 - 15);
    cr_expect_eq(list[0].ply_1, 1);
    cr_expect_eq(list[0].board.player, ofl_position_start().board.player);
    rules.random_least = rules.random_most = 50;
    rules.n_strays = SELFPLAY_STRAYS_MOST;
    for (uint32_t k = 0; k < 20; k++) {
        int n = selfplay_game(engine, &rules, k, list);
        cr_assert(n > 0 && n <= SELFPLAY_RECORDS);
        cr_expect(list[0].kind == RECORD_EXACT || ofl_count_empties(list[0].board) > 9);
    }
    rules = usual;
    rules.exact_empties = 1;
    rules.depth = 1;
    cr_assert_gt(selfplay_game(engine, &rules, 0, list), 20);
    ofl_engine_destroy(engine);
}

Test(selfplay, openings)
{
    static struct record list[SELFPLAY_RECORDS];
    static const char text[] = "# two openings\n\nf5d6c4d3c2b3b4b5\r\n  F5F6e6d6f7\n";
    char path[] = "/tmp/outflank-openings-XXXXXX";
    struct reason reason;
    struct openings openings;
    int fd = mkstemp(path);
    cr_assert(fd >= 0 && write(fd, text, sizeof text - 1) == sizeof text - 1 && close(fd) == 0);
    cr_assert(openings_read(path, &openings, &reason), "%s", reason.text);
    cr_assert(openings.n == 2 && openings.list[0].ply == 8 && openings.list[1].ply == 5);
    struct selfplay_rules rules = usual;
    rules.openings = openings.list;
    rules.n_openings = openings.n;
    rules.openings_percent = 100;
    rules.random_least = rules.random_most = 8;
    ofl_engine *engine = make_engine();
    int seen = 0;
    for (uint32_t k = 0; k < 8; k++) {
        cr_assert_gt(selfplay_game(engine, &rules, k, list), 0);
        for (int i = 0; i < 2; i++)
            if (list[0].board.player == openings.list[i].board.player &&
                list[0].ply_1 == openings.list[i].ply + 1)
                seen |= 1 << i;
    }
    cr_expect_eq(seen, 3);
    ofl_engine_destroy(engine);
    free(openings.list);
    FILE *file = fopen(path, "w");
    cr_assert(file && fputs("f5d6\nf5a1\n", file) >= 0 && fclose(file) == 0);
    cr_expect(!openings_read(path, &openings, &reason) && strstr(reason.text, "line 2"), "%s",
              reason.text);
    cr_assert(truncate(path, 0) == 0);
    cr_expect(!openings_read(path, &openings, &reason));
    unlink(path);
    cr_expect(!openings_read(path, &openings, &reason));
}

Test(irregular, boards_can_be_played_and_depend_on_the_seed_only)
{
    for (int kind = 0; kind < IRREGULAR_KINDS; kind++) {
        struct rng rng = rng_seeded(31), again = rng_seeded(31);
        int n_different = 0;
        ofl_board last = {0, 0};
        for (int i = 0; i < 500; i++) {
            const ofl_board board = irregular_board(&rng, (enum irregular_kind)kind);
            const ofl_board same = irregular_board(&again, (enum irregular_kind)kind);
            cr_assert(board.player == same.player && board.opponent == same.opponent);
            cr_assert_eq(board.player & board.opponent, 0);
            cr_assert(board.player && board.opponent && ofl_legal_moves(board));
            n_different += board.player != last.player;
            last = board;
        }
        cr_expect_gt(n_different, kind == IRREGULAR_HANDICAP ? 200 : 450, "%s",
                     irregular_name((enum irregular_kind)kind));
    }
}

Test(irregular, handicaps_are_the_start_and_corners)
{
    const uint64_t corners = UINT64_C(0x8100000000000081);
    const ofl_board start = ofl_position_start().board;
    const uint64_t centre = start.player | start.opponent;
    struct rng rng = rng_seeded(7);
    int n_of[5] = {0};
    for (int i = 0; i < 400; i++) {
        const ofl_board board = irregular_board(&rng, IRREGULAR_HANDICAP);
        const uint64_t given = (board.player | board.opponent) ^ centre;
        cr_assert_eq(given & ~corners, 0);
        cr_assert(!(given & board.player) || !(given & board.opponent), "to one side");
        n_of[__builtin_popcountll(given)]++;
    }
    for (int n = 1; n <= 4; n++)
        cr_expect_gt(n_of[n], 50, "%d corners", n);
    cr_expect_eq(n_of[0], 0);
}

Test(selfplay, irregular_games_are_asked_for_by_percent)
{
    static struct record records[SELFPLAY_RECORDS], plain[SELFPLAY_RECORDS];
    ofl_engine *engine = make_engine();
    struct selfplay_rules rules = usual;
    rules.irregular_kinds = 1u << IRREGULAR_SPARSE;
    const int n_plain = selfplay_game(engine, &usual, 2, plain);
    cr_assert_eq(selfplay_game(engine, &rules, 2, records), n_plain);
    cr_expect_eq(records[0].board.player, plain[0].board.player, "0 percent change nothing");
    rules.irregular_percent = 100;
    int n_early = 0;
    for (uint32_t k = 0; k < 20; k++) {
        cr_assert_gt(selfplay_game(engine, &rules, k, records), 0);
        const uint64_t centre = UINT64_C(0x0000001818000000);
        const uint64_t discs = records[0].board.player | records[0].board.opponent;
        n_early += (discs & centre) != centre;
    }
    cr_expect_gt(n_early, 10, "the centre need not be full");
    ofl_engine_destroy(engine);
}
