/* props.c - properties that every exact search must have (tests/labels.md: D01 to D12).
 *
 * usage: props CHECK [COUNT [SEED]]
 * A plain program: the number of cases is an argument, the seed is printed. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "props.h"

static void fail(const char *what)
{
    fprintf(stderr, "%s\n", what);
    exit(99);
}

static ofl_engine *new_engine(int hash_mib)
{
    char text[16];
    ofl_engine *engine = ofl_engine_create();
    snprintf(text, sizeof text, "%d", hash_mib);
    if (!engine || ofl_set_option(engine, "hash", text) != OFL_OK)
        fail("no engine");
    return engine;
}

static void set(ofl_engine *engine, const char *name, const char *value)
{
    if (ofl_set_option(engine, name, value) != OFL_OK)
        fail(ofl_last_error(engine));
}

static struct ofl_result solve(ofl_engine *engine, ofl_board board, int multi_pv)
{
    struct ofl_limits limits = {.goal = OFL_GOAL_EXACT, .multi_pv = multi_pv};
    struct ofl_result result;
    if (ofl_search(engine, board, &limits, &result) != OFL_OK)
        fail(ofl_last_error(engine));
    return result;
}

/* D01: the score of every move equals that of plain minimax, under either rule. */
static void against_brute_force(int count, struct rng *rng, int n_empties)
{
    ofl_engine *engine = new_engine(1);
    for (int i = 0; i < count; i++) {
        ofl_board b = random_position(rng, n_empties);
        enum ofl_score_rule rule = i % 4 == 3 ? OFL_SCORE_RAW : OFL_SCORE_TOURNAMENT;
        set(engine, "score-rule", rule == OFL_SCORE_RAW ? "raw" : "tournament");
        struct ofl_result r = solve(engine, b, OFL_MAX_MOVES);
        CHECK(r.n_lines == bit_count(ofl_legal_moves(b)), b, "%d lines", r.n_lines);
        for (int k = 0; k < r.n_lines; k++) {
            int want = -brute_score(ofl_play(b, r.lines[k].move), rule);
            CHECK(r.lines[k].score == 100 * want, b, "move %d: %d, minimax %d", r.lines[k].move,
                  r.lines[k].score, want);
            CHECK(r.lines[k].solved && r.lines[k].bound == OFL_BOUND_EXACT, b, "rank %d", k);
            CHECK(k == 0 || r.lines[k].score <= r.lines[k - 1].score, b, "rank %d", k);
        }
    }
    ofl_engine_destroy(engine);
}

/* D03, where small trees are searched without a look: the same score and, of all positions
 * together, other nodes, or the switch switched nothing. */
static void without_small_trees(int count, struct rng *rng)
{
    ofl_engine *plain = new_engine(16), *varied = new_engine(16);
    set(varied, "use-smalltree", "off");
    uint64_t nodes = 0, nodes_varied = 0;
    ofl_board b = {0};
    for (int i = 0; i < count; i++) {
        b = random_position(rng, 15 + i % 4);
        set(plain, "score-rule", i % 3 == 2 ? "raw" : "tournament");
        set(varied, "score-rule", i % 3 == 2 ? "raw" : "tournament");
        const struct ofl_result r = solve(plain, b, 1), v = solve(varied, b, 1);
        CHECK(r.lines[0].score == v.lines[0].score, b, "%d, without %d", r.lines[0].score,
              v.lines[0].score);
        nodes += r.nodes;
        nodes_varied += v.nodes;
    }
    CHECK(nodes != nodes_varied, b, "%" PRIu64 " nodes with and without", nodes);
    ofl_engine_destroy(plain);
    ofl_engine_destroy(varied);
}

/* D03: every device off, alone and all together, tiny tables: the same score. */
static void without_devices(int count, struct rng *rng)
{
    static const char *const names[] = {"use-table", "use-cache", "use-etc", "use-stability",
                                        "use-parity", "use-ordering",
                                        "use-probcut", "use-smalltree", "use-evalcache"};
    enum { N = sizeof names / sizeof *names };
    ofl_engine *plain = new_engine(64), *varied = new_engine(1);
    for (int i = 0; i < count; i++) {
        /* All off is the slowest by far, so its positions are smaller. */
        ofl_board b = random_position(rng, 14);
        int want = solve(plain, b, 1).lines[0].score;
        CHECK(solve(varied, b, 1).lines[0].score == want, b, "hash of 1 MiB");
        for (int off = 0; off < N; off++) {
            set(varied, names[off], "off");
            int score = solve(varied, b, 1).lines[0].score;
            CHECK(score == want, b, "%s off: %d, want %d", names[off], score, want);
            set(varied, names[off], "on");
        }
        ofl_board small = random_position(rng, 10);
        want = solve(plain, small, 1).lines[0].score;
        for (int off = 0; off < N; off++)
            set(varied, names[off], "off");
        CHECK(solve(varied, small, 1).lines[0].score == want, small, "all devices off");
        for (int off = 0; off < N; off++)
            set(varied, names[off], "on");
    }
    ofl_engine_destroy(plain);
    ofl_engine_destroy(varied);
}

/* D03 for selective pruning: passes that prune, at any confidence and in any window, and
 * searches of play before, leave the exact score as it is. */
static void after_selective_passes(int count, struct rng *rng)
{
    static const char *const confidences[] = {"73", "87", "95", "98", "99", "100"};
    ofl_engine *plain = new_engine(16), *varied = new_engine(1 + 3 * (count & 1));
    set(plain, "use-probcut", "off");
    for (int i = 0; i < count; i++) {
        ofl_board b = random_position(rng, 16 + i % 3);
        int want = solve(plain, b, 1).lines[0].score;
        struct ofl_limits play = {.nodes = 1 + rng_below(rng, 300000)};
        struct ofl_result r;
        set(varied, "selectivity", confidences[i % 6]);
        if (i % 2)
            set(varied, "threads", i % 4 == 1 ? "1" : "2");
        if (i % 3)
            ofl_search(varied, b, &play, &r);
        r = solve(varied, b, 1);
        CHECK(r.lines[0].score == want, b, "%d, want %d", r.lines[0].score, want);
        CHECK(r.lines[0].solved && r.lines[0].confidence == 100, b, "not called solved");
        CHECK(line_ends_on(b, &r.lines[0], want, OFL_SCORE_TOURNAMENT), b, "line");
    }
    ofl_engine_destroy(plain);
    ofl_engine_destroy(varied);
}

/* D04: symmetric boards have the same score and evaluation; swapping the sides of a
 * board in which the mover must pass negates the score. */
static void under_symmetry(int count, struct rng *rng)
{
    ofl_engine *engine = new_engine(16);
    for (int i = 0; i < count; i++) {
        ofl_board b = random_position(rng, 12);
        int want = solve(engine, b, 1).lines[0].score, eval = ofl_evaluate(engine, b);
        for (int s = 1; s < 8; s++) {
            ofl_board turned = ofl_symmetry(b, s);
            int score = solve(engine, turned, 1).lines[0].score;
            CHECK(score == want, b, "symmetry %d: %d, want %d", s, score, want);
            CHECK(ofl_evaluate(engine, turned) == eval, b, "evaluation, symmetry %d", s);
        }
        ofl_board other = ofl_swap(b);
        if (!ofl_legal_moves(other)) {
            int passed = solve(engine, other, 1).lines[0].score;
            CHECK(passed == -want, b, "after the pass %d, before %d", want, passed);
        }
    }
    ofl_engine_destroy(engine);
}

/* D05: the exact score does not depend on the number of threads. */
static void with_threads(int count, struct rng *rng)
{
    static const char *const threads[] = {"2", "3", "4", "8"};
    ofl_engine *one = new_engine(64), *many = new_engine(64);
    for (int i = 0; i < count; i++) {
        ofl_board b = random_position(rng, 18 + i % 3);
        struct ofl_result want = solve(one, b, 1);
        for (int t = 0; t < 4; t++) {
            set(many, "threads", threads[t]);
            ofl_new_game(many);
            struct ofl_result r = solve(many, b, 1);
            CHECK(r.lines[0].score == want.lines[0].score, b, "%s threads: %d, want %d",
                  threads[t], r.lines[0].score, want.lines[0].score);
            CHECK(line_ends_on(b, &r.lines[0], r.lines[0].score, OFL_SCORE_TOURNAMENT), b,
                  "line with %s threads", threads[t]);
        }
    }
    ofl_engine_destroy(one);
    ofl_engine_destroy(many);
}

/* D06: score = max(-child); win/loss/draw = its sign; the line leads to it. */
static void algebra(int count, struct rng *rng)
{
    ofl_engine *engine = new_engine(16);
    for (int i = 0; i < count; i++) {
        ofl_board b = random_position(rng, 10 + i % 6);
        struct ofl_result r = solve(engine, b, 1);
        int score = r.lines[0].score, best = -6500;
        CHECK(line_ends_on(b, &r.lines[0], score, OFL_SCORE_TOURNAMENT), b, "line, score %d",
              score);
        for (uint64_t left = ofl_legal_moves(b); left; left = bit_drop(left)) {
            int move = bit_first(left);
            ofl_board child = ofl_play(b, move);
            int value = -solve(engine, child, 1).lines[0].score;
            best = value > best ? value : best;
            CHECK(move != r.lines[0].move || value == score, b, "best move scores %d", value);
        }
        CHECK(best == score, b, "score %d, best child %d", score, best);
        struct ofl_limits wld = {.goal = OFL_GOAL_WLD};
        struct ofl_result w;
        ofl_search(engine, b, &wld, &w);
        int sign = (score > 0) - (score < 0), got = w.lines[0].score;
        CHECK((got > 0) - (got < 0) == sign && w.lines[0].wld, b, "wld %d, score %d", got, score);
    }
    ofl_engine_destroy(engine);
}

/* D12: a search stopped anywhere still gives a legal move and a legal line, and the
 * same stop gives the same answer again. */
static void stopped_anywhere(int count, struct rng *rng)
{
    ofl_engine *engine = new_engine(4);
    for (int i = 0; i < count; i++) {
        ofl_board b = random_position(rng, 8 + (int)rng_below(rng, 50));
        struct ofl_limits limits = {.nodes = 1 + rng_below(rng, 1 + (1u << rng_below(rng, 18)))};
        struct ofl_result first, second;
        ofl_new_game(engine);
        ofl_search(engine, b, &limits, &first);
        ofl_new_game(engine);
        ofl_search(engine, b, &limits, &second);
        const struct ofl_line *line = &first.lines[0];
        ofl_board at = b;
        for (int k = 0; k < line->pv_length; k++) {
            CHECK(ofl_is_legal(at, line->pv[k]), b, "move %d of the line", k);
            at = ofl_play(at, line->pv[k]);
        }
        CHECK(ofl_is_legal(b, line->move), b, "move %d", line->move);
        CHECK(line->pv_length > 0 && line->pv[0] == line->move, b, "line without its move");
        CHECK(same_line(line, &second.lines[0]), b, "not the same again");
        CHECK(first.nodes == second.nodes, b, "%" PRIu64 " and %" PRIu64 " nodes", first.nodes,
              second.nodes);
        CHECK(first.nodes <= limits.nodes + 64 || first.n_lines == 1, b, "node limit");
    }
    ofl_engine_destroy(engine);
}

int main(int argc, char **argv)
{
    if (argc < 2)
        fail("usage: props brute8|brute10|devices|small-trees|selective|symmetry|threads|algebra|"
             "stops [COUNT [SEED]]");
    const char *level = getenv("OUTFLANK_CPU");
    if (level && ofl_cpu_select(level) != OFL_OK) {
        printf("this machine has no %s level\n", level);
        return 77;
    }
    int count = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 100;
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 20261120;
    struct rng rng = rng_seeded(seed);
    if (strcmp(argv[1], "brute8") == 0)
        against_brute_force(count, &rng, 8);
    else if (strcmp(argv[1], "brute10") == 0)
        against_brute_force(count, &rng, 10);
    else if (strcmp(argv[1], "devices") == 0)
        without_devices(count, &rng);
    else if (strcmp(argv[1], "small-trees") == 0)
        without_small_trees(count, &rng);
    else if (strcmp(argv[1], "selective") == 0)
        after_selective_passes(count, &rng);
    else if (strcmp(argv[1], "symmetry") == 0)
        under_symmetry(count, &rng);
    else if (strcmp(argv[1], "threads") == 0)
        with_threads(count, &rng);
    else if (strcmp(argv[1], "algebra") == 0)
        algebra(count, &rng);
    else if (strcmp(argv[1], "stops") == 0)
        stopped_anywhere(count, &rng);
    else
        fail("no such check");
    printf("%s: %d cases, seed %" PRIu64 ", level %s, %d failures\n", argv[1], count, seed,
           ofl_cpu_level(), n_failures);
    return n_failures ? 1 : 0;
}
