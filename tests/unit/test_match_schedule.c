/* Who plays whom: pairs, colours, openings, round robin, gauntlet. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match/openings.h"
#include "match/match_schedule.h"

static struct schedule make(struct schedule s)
{
    struct reason reason = {.text = ""};
    cr_assert(schedule_init(&s, &reason), "%s", reason.text);
    return s;
}

Test(match_schedule, pairs_swap_colours_on_the_same_opening)
{
    struct schedule s = make((struct schedule){
        .n_players = 2, .n_rounds = 50, .is_paired = true, .n_openings = 7, .is_shuffled = true,
        .seed = 3});
    cr_assert_eq(schedule_n_games(&s), 100);
    for (uint32_t i = 0; i < 100; i += 2) {
        struct schedule_game a = schedule_game(&s, i), b = schedule_game(&s, i + 1);
        cr_assert_eq(a.opening, b.opening);
        cr_assert_eq(a.black, b.white);
        cr_assert_eq(a.white, b.black);
        cr_assert_eq(a.black, a.first);
        cr_assert_lt(a.opening, 7);
    }
    schedule_finish(&s);
}

Test(match_schedule, every_opening_comes_once_before_any_comes_again)
{
    struct schedule s = make((struct schedule){
        .n_players = 2, .n_rounds = 60, .is_paired = true, .n_openings = 20, .is_shuffled = true,
        .seed = 11});
    int seen[20] = {0}, in_order = 0;
    for (uint32_t i = 0; i < 40; i += 2) {
        struct schedule_game g = schedule_game(&s, i);
        seen[g.opening]++;
        in_order += g.opening == i / 2;
    }
    for (int i = 0; i < 20; i++)
        cr_assert_eq(seen[i], 1, "opening %d came %d times", i, seen[i]);
    cr_assert_lt(in_order, 10, "the order is random");
    schedule_finish(&s);
}

Test(match_schedule, the_order_depends_on_the_seed_alone)
{
    struct schedule a = {.n_players = 2, .n_rounds = 30, .n_openings = 30, .is_shuffled = true,
                         .seed = 5};
    struct schedule b = make(a), c = a;
    a = make(a);
    c.seed = 6;
    c = make(c);
    int n_different = 0;
    for (uint32_t i = 0; i < 30; i++) {
        cr_assert_eq(schedule_game(&a, i).opening, schedule_game(&b, i).opening);
        n_different += schedule_game(&a, i).opening != schedule_game(&c, i).opening;
    }
    cr_assert_gt(n_different, 10);
    schedule_finish(&a);
    schedule_finish(&b);
    schedule_finish(&c);
}

Test(match_schedule, round_robin_lets_everybody_meet)
{
    struct schedule s = make((struct schedule){.n_players = 5, .n_rounds = 3, .is_paired = true});
    int meetings[5][5] = {0};
    cr_assert_eq(schedule_n_encounters(&s), 10);
    cr_assert_eq(schedule_n_games(&s), 60);
    for (uint32_t i = 0; i < 60; i++) {
        struct schedule_game g = schedule_game(&s, i);
        cr_assert_lt(g.first, g.second);
        cr_assert_eq(g.opening, g.round, "one opening per round");
        meetings[g.black][g.white]++;
    }
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++)
            cr_assert_eq(meetings[i][j], i == j ? 0 : 3);
    schedule_finish(&s);
}

Test(match_schedule, gauntlet_is_played_by_the_first)
{
    struct schedule s = make((struct schedule){
        .n_players = 4, .format = SCHEDULE_GAUNTLET, .n_rounds = 2, .is_paired = true});
    cr_assert_eq(schedule_n_games(&s), 12);
    for (uint32_t i = 0; i < 12; i++) {
        struct schedule_game g = schedule_game(&s, i);
        cr_assert_eq(g.first, 0);
        cr_assert_eq(g.second, (int)(i % 6 / 2) + 1);
    }
    schedule_finish(&s);
}

Test(match_schedule, single_games_have_the_colours_asked_for)
{
    struct schedule s = make((struct schedule){.n_players = 2, .n_rounds = 4});
    for (uint32_t i = 0; i < 4; i++)
        cr_assert_eq(schedule_game(&s, i).black, (int)(i % 2));
    s.colors = SCHEDULE_FIRST_BLACK;
    for (uint32_t i = 0; i < 4; i++)
        cr_assert_eq(schedule_game(&s, i).black, 0);
    s.colors = SCHEDULE_SECOND_BLACK;
    for (uint32_t i = 0; i < 4; i++)
        cr_assert_eq(schedule_game(&s, i).black, 1);
    schedule_finish(&s);
}

Test(match_schedule, nonsense_is_refused)
{
    struct reason reason = {.text = ""};
    struct schedule one = {.n_players = 1, .n_rounds = 1};
    struct schedule none = {.n_players = 2};
    struct schedule many = {.n_players = 1000, .n_rounds = 4000000, .is_paired = true};
    cr_assert(!schedule_init(&one, &reason) && *reason.text);
    cr_assert(!schedule_init(&none, &reason) && *reason.text);
    cr_assert(!schedule_init(&many, &reason) && *reason.text);
}

static bool load(const char *text, int plies, struct openings *openings, struct reason *reason)
{
    char path[] = "/tmp/outflank-openings-XXXXXX";
    int fd = mkstemp(path);
    cr_assert(fd >= 0);
    FILE *file = fdopen(fd, "w");
    fputs(text, file);
    fclose(file);
    bool is_good = openings_load(openings, path, plies, 0, reason);
    remove(path);
    return is_good;
}

struct opening_row { const char *text; int plies; unsigned n; int n_moves; const char *error; };

Test(match_openings, files_of_every_kind)
{
    static const struct opening_row rows[] = {
        {"f5d6c3\nf5f6\n", 0, 2, 3, NULL},
        {"# comment\n\nF5 D6 C3 d3\r\n", 2, 1, 2, NULL},
        {"f5d6c3d3c4b5c2d2\t+0.55\t8.6\n", 0, 1, 8, NULL},
        {"Ganglion\tf5d6c3g5\n", 0, 1, 4, NULL},
        {"---------------------------OX------XO--------------------------- X;\n", 0, 1, 0, NULL},
        {"---------------------------OX------XO--------------------------- O; % White begins\n",
         0, 1, 0, NULL},
        {"2 (;GM[Othello]TY[8]BO[8 ---------------------------O*------*O------------------------"
         "--- *]B[F5]W[D6];)(;GM[Othello]TY[8]BO[8 ---------------------------O*------*O--------"
         "------------------- *]B[F5//1.5];)\n", 0, 2, 2, NULL},
        {"f5d6c3\nf5a1\n", 0, 0, 0, ":2:3: "},
        {"---- X\n", 0, 0, 0, ":1:"},
        {"# nothing\n", 0, 0, 0, "no opening"},
        {"d3c3b3d2e1d6d7e3f4\n", 0, 0, 0, "over"},
        {"d3c3b3d2e1d6d7e3f4\n", 8, 1, 8, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct openings o;
        struct reason reason = {.text = ""};
        bool is_good = load(rows[i].text, rows[i].plies, &o, &reason);
        cr_assert_eq(is_good, rows[i].error == NULL, "row %zu: %s", i, reason.text);
        if (rows[i].error) {
            cr_assert(strstr(reason.text, rows[i].error), "row %zu: %s", i, reason.text);
            continue;
        }
        cr_assert_eq(o.n, rows[i].n, "row %zu: %u openings", i, o.n);
        cr_assert_eq(o.list[0].n_moves, rows[i].n_moves, "row %zu", i);
        openings_free(&o);
    }
}

Test(match_openings, random_ones_depend_on_seed_and_number)
{
    struct openings a = {.random_plies = 8, .seed = 1}, b = a;
    struct play_opening first, second;
    int n_same = 0;
    b.seed = 2;
    for (uint32_t i = 0; i < 100; i++) {
        openings_get(&a, i, NULL, &first);
        openings_get(&a, i, NULL, &second);
        cr_assert_eq(first.n_moves, 8);
        cr_assert(memcmp(first.moves, second.moves, 8) == 0);
        openings_get(&b, i, NULL, &second);
        n_same += memcmp(first.moves, second.moves, 8) == 0;
        struct ofl_game game;
        ofl_game_init(&game, first.start);
        for (int k = 0; k < first.n_moves; k++)
            cr_assert(ofl_game_play(&game, first.moves[k]), "opening %u, move %d", i, k);
    }
    cr_assert_lt(n_same, 5);
}
