/* Which iterations a search makes: levels rise evenly, and no move is far slower than others. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>
#include <outflank/engine.h>
#include <outflank/game.h>

#include "search/params.h"
#include "search/schedule.h"
#include "support.h"

enum { LEVELS = 60 };

static struct schedule make(struct ofl_limits limits, int level, int n_empties)
{
    return schedule_make(&limits, level, n_empties, INT64_MAX, 10);
}

Test(schedule, a_higher_level_searches_deeper_and_solves_earlier)
{
    for (int level = 1; level <= LEVELS; level++) {
        cr_expect_geq(schedule_level_depth(level), schedule_level_depth(level - 1));
        for (int s = 0; s < N_SELECTIVITIES; s++) {
            const int step =
                schedule_level_empties(level, s) - schedule_level_empties(level - 1, s);
            cr_expect(step >= 0 && step <= (level == 10 ? 3 : 2), "level %d, %d %%: %d more", level,
                      SELECTIVITY_PERCENT[s], step);
        }
    }
    for (int level = 1; level <= 30; level++)
        cr_expect_leq(schedule_level_empties(level, SELECTIVITY_NONE) -
                          schedule_level_empties(level - 1, SELECTIVITY_NONE), 1, "%d", level);
}

Test(schedule, the_bolder_a_search_to_the_end_the_earlier_it_comes)
{
    for (int level = 0; level <= LEVELS; level++) {
        for (int s = 1; s < N_SELECTIVITIES; s++)
            cr_expect_leq(schedule_level_empties(level, s), schedule_level_empties(level, s - 1));
        cr_expect_geq(schedule_level_empties(level, 0), schedule_level_depth(level));
    }
}

Test(schedule, the_stages_of_a_level_follow_each_other)
{
    static const struct { int empties, percent; } at_20[] = {
        {60, 0}, {30, 0}, {29, 73}, {25, 73}, {24, 87}, {23, 95}, {22, 98}, {21, 99}, {20, 100},
        {1, 100},
    };
    for (size_t i = 0; i < sizeof at_20 / sizeof *at_20; i++) {
        const struct schedule s = make((struct ofl_limits){0}, 20, at_20[i].empties);
        cr_expect_eq(s.max_depth, at_20[i].percent ? at_20[i].empties : 20);
        cr_expect_eq(s.end_empties >= at_20[i].empties, at_20[i].percent > 0);
        if (at_20[i].percent)
            cr_expect_eq(SELECTIVITY_PERCENT[s.end_selectivity], at_20[i].percent, "%d empties",
                         at_20[i].empties);
    }
    for (int empties = 1; empties <= 60; empties++) {
        const struct schedule s = make((struct ofl_limits){0}, LEVELS, empties);
        cr_expect(s.max_depth >= empties && s.end_selectivity == SELECTIVITY_NONE);
    }
}

Test(schedule, a_depth_beyond_the_level_counts_as_a_level)
{
    for (int empties = 1; empties <= 60; empties++) {
        const struct schedule level = make((struct ofl_limits){0}, 24, empties);
        const struct schedule depth = make((struct ofl_limits){.depth = 24}, 10, empties);
        const struct schedule less = make((struct ofl_limits){.depth = 6}, 24, empties);
        cr_expect_eq(memcmp(&level, &depth, sizeof level), 0, "%d empties", empties);
        cr_expect_eq(less.max_depth, level.end_empties ? level.max_depth : 6);
        cr_expect_eq(less.end_empties, level.end_empties);
        cr_expect_eq(less.end_selectivity, level.end_selectivity);
        const struct schedule strict =
            make((struct ofl_limits){.depth = 24, .strict_depth = true}, 40, empties);
        cr_expect(strict.max_depth == 24 && strict.end_empties == 24 &&
                  strict.end_selectivity == SELECTIVITY_NONE);
    }
}

Test(schedule, nodes_time_and_goals_know_no_level)
{
    for (int level = 0; level <= LEVELS; level += 10) {
        cr_expect_eq(make((struct ofl_limits){.goal = OFL_GOAL_EXACT}, level, 50).end_selectivity,
                     SELECTIVITY_NONE);
        const struct schedule nodes = make((struct ofl_limits){.nodes = 100000}, level, 20);
        cr_expect(nodes.max_depth > 60 && nodes.end_selectivity == SELECTIVITY_NONE);
        cr_expect_eq(nodes.end_empties,
                     make((struct ofl_limits){.nodes = 100000}, 5, 60).end_empties);
    }
}

Test(schedule, with_time_near_the_end_iterations_are_surer)
{
    const struct ofl_limits enough = {.nodes = SURER_NODES}, less = {.nodes = SURER_NODES - 1};
    cr_expect_eq(make(enough, 10, SURER_EMPTIES).instead_of_87, SELECTIVITY_95);
    cr_expect_eq(make(enough, 10, SURER_EMPTIES + 1).instead_of_87, SELECTIVITY_87);
    cr_expect_eq(make(less, 10, SURER_EMPTIES).instead_of_87, SELECTIVITY_87);
    cr_expect_eq(make((struct ofl_limits){0}, 60, SURER_EMPTIES).instead_of_87, SELECTIVITY_87);
    cr_expect_eq(make((struct ofl_limits){.infinite = true}, 60, SURER_EMPTIES).instead_of_87,
                 SELECTIVITY_87);
}

/* With INFINITE_EMPTIES it would turn later than a search of a second or more. */
Test(schedule, in_the_opponents_time_the_end_comes_where_the_moves_own_search_turns_to_it)
{
    for (int64_t ms = 10; ms <= 1000000; ms *= 10)
        for (int empties = 1; empties <= 60; empties++) {
            const struct schedule own =
                schedule_make(&(struct ofl_limits){.move_ms = ms}, 10, empties, ms, 10);
            const struct schedule before =
                schedule_make(&(struct ofl_limits){.infinite = true}, 10, empties, ms, 10);
            cr_expect_eq(memcmp(&own, &before, sizeof own), 0, "%d empties", empties);
        }
}

/* A level costs about the same everywhere. Of the first two games the last position took over a
 * minute at level 20, or gave no move at 21, when the end was solved at once from far out. */
Test(schedule, no_move_of_a_level_is_far_slower_than_the_others)
{
    static const char scorpion[] = "f5d6c3d3c4f4f6f3e6e7f7c5c2g6b6e3g4g3c6d2d7h5g5h6f2e2d1e1f1b1";
    static const char other[] = "f5d6c3d3c4f4f6f3e6e7f7c5b6g6g5c6e8b5e3d2b3h4d7b4a5";
    static const char whole[] = "f5d6c7f4c3d7d3f6g3c2e3c4c6e6g5b5d8c8b8d2c5b4b6a6d1f2e2f3e1c1b3f1g6"
                                "a3g4h7f7g7h5h2a4a5h3b1";
    static const struct {
        const char *game;
        int n_empties, level;
        uint64_t most_nodes;
    } rows[] = {
        {scorpion, 30, 20, 50000000}, {scorpion, 30, 18, 30000000}, {scorpion, 30, 10, 2000000},
        {other, 35, 21, 70000000},    {other, 35, 24, 200000000},   {whole, 24, 16, 15000000},
        {whole, 18, 14, 10000000},    {whole, 24, 10, 2000000},     {whole, 20, 10, 2000000},
        {whole, 18, 10, 2000000},     {whole, 16, 10, 2000000},     {whole, 16, 5, 20000},
    };
    ofl_engine *engine = ofl_engine_create();
    cr_assert_not_null(engine);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static struct ofl_game game;
        const size_t length = 2 * (60 - (size_t)rows[i].n_empties);
        const struct ofl_limits limits = {.multi_pv = 1};
        char level[16];
        struct ofl_result result;
        ofl_game_init(&game, ofl_position_start());
        cr_assert(ofl_game_add_transcript(&game, rows[i].game, length, NULL));
        snprintf(level, sizeof level, "%d", rows[i].level);
        cr_assert_eq(ofl_set_option(engine, "level", level), OFL_OK);
        ofl_new_game(engine);
        cr_assert_eq(ofl_search(engine, game.position.board, &limits, &result), OFL_OK);
        cr_expect_leq(result.nodes, rows[i].most_nodes, "level %d, %d empties: %" PRIu64 " nodes",
                      rows[i].level, rows[i].n_empties, result.nodes);
        cr_expect_geq(result.lines[0].depth, rows[i].level);
    }
    ofl_engine_destroy(engine);
}
