/* Plans, tasks and answers of a growing book, without a file. Priorities against all paths. */
#include <criterion/criterion.h>
#include <string.h>

#include "base/bits.h"
#include "base/rng.h"
#include "book/key.h"
#include "grow/answerer.h"
#include "grow/graph.h"
#include "grow/plan.h"
#include "grow/task.h"
#include "support.h"

static const struct task_effort effort = {.depth = 4, .selectivity = 87, .exact = 8};
static const struct plan_limits no_limits = {PLAN_NO_ERROR_LIMIT, 0, 200};

static ofl_board start(void) { return ofl_position_start().board; }

static ofl_board start_key(void)
{
    struct book_place place;
    cr_assert(book_key_place(start(), &place));
    return place.key;
}

static struct plan plan_of(const struct graph *graph, struct plan_limits limits)
{
    struct plan plan;
    const ofl_board root = start();
    struct reason reason = {.text = ""};
    const struct plan_request request = {.roots = {&root, 1}, .limits = limits, .effort = effort};
    cr_assert(plan_make(&plan, graph, &request, &reason), "%s", reason.text);
    return plan;
}

/* Adds facts to a record, which is made if it is not there. */
static void merge(struct graph *graph, const struct book_record *facts)
{
    struct reason reason = {.text = ""};
    cr_assert(book_record_check(facts, &reason), "%s", reason.text);
    size_t index = graph_find(graph, facts->board);
    if (index == GRAPH_NOT_THERE) {
        index = graph->n;
        cr_assert(graph_add(graph, facts, &reason));
    }
    cr_assert(book_record_merge(&graph->records[index], facts, NULL, &reason), "%s", reason.text);
}

/* Derived fields of all records, few empties first. */
static void derive(struct graph *graph)
{
    struct reason reason = {.text = ""};
    for (int n_empties = 0; n_empties <= 60; n_empties++)
        for (size_t i = 0; i < graph->n; i++) {
            struct book_moves moves;
            size_t children[OFL_MAX_MOVES];
            if (ofl_count_empties(graph->records[i].board) != n_empties)
                continue;
            graph_moves(graph, i, &moves, children);
            cr_assert(book_derive(&graph->records[i], &moves, &reason), "%s", reason.text);
        }
}

/* What a search would say: a best move and a score by lot, the same for the same task. */
static struct answer answer_by_lot(const struct task *task, uint64_t seed)
{
    struct rng rng = rng_seeded(task_id(task) ^ seed);
    uint64_t moves = book_key_moves(task->board) & ~task->excluded;
    for (uint32_t n = rng_below(&rng, (uint32_t)bit_count(moves)); n > 0; n--)
        moves = bit_drop(moves);
    return (struct answer){task->board, {.score_cd = (int16_t)((int)rng_below(&rng, 800) - 400),
                                         .move = (uint8_t)bit_first(moves), .depth = 4,
                                         .confidence = 87, .source = BOOK_SOURCE_OWN,
                                         .excluded = task->excluded}};
}

static void take(struct graph *graph, const struct answer *answer)
{
    const struct book_record record = task_record_of(answer);
    merge(graph, &record);
    derive(graph);
}

/* Grows by `n` answers of tasks taken by lot, or until there are none. */
static size_t grow(struct graph *graph, size_t n, struct plan_limits limits, struct rng *rng)
{
    size_t n_answers = 0;
    for (; n_answers < n; n_answers++) {
        struct plan plan = plan_of(graph, limits);
        if (plan.n > 0) {
            const uint32_t pick = rng ? rng_below(rng, (uint32_t)plan.n) : 0;
            const struct answer answer = answer_by_lot(&plan.entries[pick].task, 0);
            take(graph, &answer);
        }
        const bool has_ended = plan.n == 0;
        plan_free(&plan);
        if (has_ended)
            break;
    }
    return n_answers;
}

/* The least error and cost over all ways, one by one. */
struct reference {
    const struct graph *graph;
    int omega_cp;
    int32_t error_cd[4096], cost_cp[4096];
};

static void walk(struct reference *reference, ofl_board board, int32_t error_cd, int32_t cost_cp)
{
    const size_t index = graph_find(reference->graph, ofl_canonical(board, NULL));
    if (index == GRAPH_NOT_THERE)
        return;
    const struct book_record *record = &reference->graph->records[index];
    if (error_cd < reference->error_cd[index])
        reference->error_cd[index] = error_cd;
    if (cost_cp < reference->cost_cp[index])
        reference->cost_cp[index] = cost_cp;
    for (uint64_t left = ofl_legal_moves(board); left; left = bit_drop(left)) {
        ofl_board after = ofl_play(board, bit_first(left));
        const bool is_pass = ofl_is_legal(after, OFL_PASS);
        after = is_pass ? ofl_swap(after) : after;
        const size_t child = graph_find(reference->graph, ofl_canonical(after, NULL));
        if (child == GRAPH_NOT_THERE)
            continue;
        const int value_cd = reference->graph->records[child].value_cd * (is_pass ? 1 : -1);
        const int loss_cd = record->value_cd > value_cd ? record->value_cd - value_cd : 0;
        walk(reference, after, error_cd + loss_cd,
             cost_cp + 100 + reference->omega_cp * loss_cd / 100);
    }
}

/* The cheapest price at which some position of the book asks for exactly this task. */
static int32_t price_of(const struct reference *reference, const struct task *task)
{
    const struct graph *graph = reference->graph;
    int32_t price_cp = INT32_MAX;
    const size_t own = graph_find(graph, task->board);
    if (own != GRAPH_NOT_THERE) { /* a deviation: it cannot score more than what was used up */
        const struct book_record *record = &graph->records[own];
        const int bound_cd = record->deviation.source ? record->deviation.score_cd
                                                      : record->own.score_cd;
        const int loss_cd = record->value_cd > bound_cd ? record->value_cd - bound_cd : 0;
        return reference->cost_cp[own] + 100 + reference->omega_cp * loss_cd / 100;
    }
    for (size_t i = 0; i < graph->n; i++) {
        struct book_moves moves;
        size_t children[OFL_MAX_MOVES];
        struct book_evidence deviation;
        graph_moves(graph, i, &moves, children);
        if (reference->cost_cp[i] == INT32_MAX ||
            book_derive_rest(&graph->records[i], &moves, &deviation) != BOOK_REST_KNOWN ||
            book_key_compare(book_key_child(graph->records[i].board, deviation.move).board,
                             task->board) != 0)
            continue;
        const int loss_cd = graph->records[i].value_cd - deviation.score_cd;
        const int32_t price = reference->cost_cp[i] + 100 +
                              reference->omega_cp * (loss_cd > 0 ? loss_cd : 0) / 100;
        price_cp = price < price_cp ? price : price_cp;
    }
    return price_cp;
}

Test(expand, an_empty_book_asks_for_its_root)
{
    struct graph graph = {0};
    struct plan plan = plan_of(&graph, no_limits);
    cr_assert_eq(plan.n, 1);
    cr_expect_eq(plan.entries[0].priority_cp, 0);
    cr_expect_eq(book_key_compare(plan.entries[0].task.board, start_key()), 0);
    cr_expect_eq(plan.entries[0].task.excluded, 0);
    plan_free(&plan);
}

Test(expand, symmetric_moves_are_one_task_and_known_together)
{
    struct graph graph = {0};
    grow(&graph, 1, no_limits, NULL);
    struct plan plan = plan_of(&graph, no_limits);
    cr_assert_eq(plan.n, 1, "the four moves of the start are one");
    cr_expect_eq(ofl_count_empties(plan.entries[0].task.board), 59);
    cr_expect_eq(plan.entries[0].priority_cp, 100);
    plan_free(&plan);
    grow(&graph, 1, no_limits, NULL);
    plan = plan_of(&graph, no_limits);
    cr_assert_eq(plan.n, 1, "nothing is wanted at the start");
    cr_expect_eq(ofl_count_empties(plan.entries[0].task.board), 58);
    cr_expect_eq(plan.entries[0].priority_cp, 200);
    plan_free(&plan);
    graph_free(&graph);
}

Test(expand, a_wanted_deviation_costs_what_it_loses_at_least)
{
    struct graph graph = {0};
    struct task task = {.board = start_key(), .effort = effort};
    struct answer answer = answer_by_lot(&task, 0);
    answer.evidence.score_cd = 0;
    take(&graph, &answer);
    task.board = book_key_child(start_key(), answer.evidence.move).board;
    answer = answer_by_lot(&task, 0); /* the second position, +1.00 by its best move */
    answer.evidence.score_cd = 100;
    take(&graph, &answer);
    const ofl_board second = task.board;
    task.board = book_key_child(second, answer.evidence.move).board;
    answer = answer_by_lot(&task, 0); /* which turns out to be +2.50 */
    answer.evidence.score_cd = -250;
    take(&graph, &answer);
    struct plan plan = plan_of(&graph, no_limits);
    cr_assert_eq(plan.n, 2);
    cr_expect_eq(plan.entries[0].priority_cp, 300, "the best line goes on");
    cr_expect_eq(plan.entries[1].priority_cp, 200 + 2 * 150, "plies, and 1.5 discs at 2 a disc");
    cr_expect_eq(book_key_compare(plan.entries[1].task.board, second), 0);
    cr_expect_eq(bit_count(plan.entries[1].task.excluded), 1);
    plan_free(&plan);
    struct plan_limits limits = no_limits;
    limits.error_cd = 149;
    plan = plan_of(&graph, limits);
    cr_expect_eq(plan.n, 1, "1.5 discs are beyond the limit");
    plan_free(&plan);
    limits.error_cd = 0;
    limits.least_empties = 58;
    plan = plan_of(&graph, limits);
    cr_expect_eq(plan.n, 0, "so are 57 empty squares");
    plan_free(&plan);
    graph_free(&graph);
}

Test(expand, priorities_are_those_of_all_paths)
{
    static struct reference reference;
    struct rng rng = rng_seeded(test_seed(7));
    size_t n_deviations = 0, n_tasks = 0;
    for (int run = 0; run < 6; run++) {
        struct graph graph = {0};
        struct plan_limits limits = no_limits;
        limits.least_empties = 53;
        limits.omega_cp = 50 + 100 * run;
        grow(&graph, 250, limits, &rng);
        reference = (struct reference){.graph = &graph, .omega_cp = limits.omega_cp};
        cr_assert_lt(graph.n, sizeof reference.cost_cp / sizeof *reference.cost_cp);
        for (size_t i = 0; i < graph.n; i++)
            reference.cost_cp[i] = reference.error_cd[i] = INT32_MAX;
        walk(&reference, start(), 0, 0);
        struct plan plan = plan_of(&graph, limits);
        cr_assert_gt(plan.n, 10);
        for (size_t i = 0; i < plan.n; i++) {
            const struct plan_entry *entry = &plan.entries[i];
            cr_expect_eq(entry->priority_cp, price_of(&reference, &entry->task));
            cr_expect(i == 0 || plan.entries[i - 1].priority_cp <= entry->priority_cp);
            n_deviations += entry->task.excluded != 0;
            n_tasks++;
        }
        cr_expect_eq(plan.n_reached, graph.n, "all that was grown can be reached");
        plan_free(&plan);
        graph_free(&graph);
    }
    cr_expect_gt(n_deviations, 20, "%zu of %zu tasks", n_deviations, n_tasks);
}

Test(expand, without_limits_of_error_every_position_is_found)
{
    /* Positions of the first plies up to symmetry: 1, 1, 3, 14, 60. */
    struct rng rng = rng_seeded(test_seed(8));
    struct graph graph = {0};
    struct plan_limits limits = no_limits;
    limits.least_empties = 56;
    const size_t n_answers = grow(&graph, 1000, limits, &rng);
    cr_expect_eq(graph.n, 1 + 1 + 3 + 14 + 60, "%zu positions", graph.n);
    cr_expect_lt(n_answers, 1000);
    graph_free(&graph);
}

Test(expand, the_error_of_a_line_keeps_the_book_small)
{
    struct graph small = {0}, large = {0};
    struct plan_limits limits = {.error_cd = 200, .least_empties = 54, .omega_cp = 200};
    grow(&small, 4000, limits, NULL);
    limits.error_cd = 400;
    grow(&large, 4000, limits, NULL);
    cr_expect_gt(small.n, 10);
    cr_expect_gt(large.n, small.n);
    struct plan plan = plan_of(&small, (struct plan_limits){200, 54, 200});
    cr_expect_eq(plan.n, 0, "complete within its limits");
    plan_free(&plan);
    graph_free(&small);
    graph_free(&large);
}

/* Answers everything that a plan of that kind asks for; how often the last plan asked. */
static size_t answer_all(struct graph *graph, enum plan_kind kind, int depth, int most)
{
    const ofl_board root = start();
    const struct plan_request request = {.kind = kind, .roots = {&root, 1}, .limits = no_limits,
                                         .effort = {(uint8_t)depth, 87, 0}, .network = 0};
    size_t n = 1;
    for (int round = 0; round < most && n > 0; round++) {
        struct plan plan;
        cr_assert(plan_make(&plan, graph, &request, NULL));
        for (size_t i = 0; i < plan.n; i++) {
            struct answer answer = answer_by_lot(&plan.entries[i].task, 0);
            const struct book_record record = task_record_of(&answer);
            answer.evidence.depth = (uint8_t)depth;
            struct book_record facts = record;
            facts.own = record.own.source ? answer.evidence : record.own;
            facts.deviation = record.own.source ? record.deviation : answer.evidence;
            merge(graph, &facts);
        }
        derive(graph);
        n = plan.n;
        plan_free(&plan);
    }
    return n;
}

Test(expand, enhance_asks_for_what_is_shallower_and_then_for_nothing)
{
    struct rng rng = rng_seeded(test_seed(10));
    struct graph graph = {0};
    struct plan_limits limits = no_limits;
    limits.least_empties = 54;
    grow(&graph, 120, limits, &rng);
    const size_t n = graph.n;
    cr_expect_eq(answer_all(&graph, PLAN_ENHANCE, 4, 1), 0, "all is of depth 4");
    cr_expect_gt(answer_all(&graph, PLAN_ENHANCE, 6, 1), 20);
    cr_expect_eq(answer_all(&graph, PLAN_ENHANCE, 6, 1), 0);
    cr_expect_eq(answer_all(&graph, PLAN_ENHANCE, 5, 1), 0, "deeper ones are kept");
    cr_expect_eq(graph.n, n, "no position is added");
    for (size_t i = 0; i < graph.n; i++) {
        struct book_moves moves;
        size_t children[OFL_MAX_MOVES];
        struct book_evidence used;
        graph_moves(&graph, i, &moves, children);
        if (book_derive_rest(&graph.records[i], &moves, &used) == BOOK_REST_KNOWN)
            cr_expect_eq(used.depth, 6);
    }
    graph_free(&graph);
}

/* Effort asked for: depth 10, 87 %, exact from so many empties. */
Test(expand, enhance_leaves_alone_what_others_say_as_well)
{
    static const struct {
        uint8_t source, depth, confidence;
        int exact;
        bool is_asked;
        const char *what;
    } rows[] = {
        {BOOK_SOURCE_HUMAN, 0, 0, 0, false, "what a person set"},
        {BOOK_SOURCE_HUMAN, 0, 0, 60, false, "what a person set, where a proof is asked for"},
        {BOOK_SOURCE_OTHER, 32, 73, 0, false, "another program's deep search"},
        {BOOK_SOURCE_OTHER, 10, 73, 0, false, "another program's equally deep search"},
        {BOOK_SOURCE_OTHER, 9, 100, 0, true, "another program's shallower search"},
        {BOOK_SOURCE_OTHER, 60, 100, 60, false, "another program's search to the end"},
        {BOOK_SOURCE_OTHER, 60, 99, 60, true, "one to the end that was selective"},
        {BOOK_SOURCE_OTHER, 32, 100, 60, true, "a deep one where a proof is asked for"},
        {BOOK_SOURCE_OWN, 10, 73, 0, true, "an own search of less confidence"},
        {BOOK_SOURCE_OWN, 32, 73, 0, false, "an own deeper search"},
    };
    const ofl_board root = start();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct graph graph = {0};
        struct plan plan;
        struct reason reason = {.text = ""};
        struct book_record facts = book_record_of(start_key());
        facts.own = (struct book_evidence){
            .source = rows[i].source, .depth = rows[i].depth, .confidence = rows[i].confidence,
            .move = (uint8_t)bit_first(book_key_moves(facts.board))};
        merge(&graph, &facts);
        derive(&graph);
        const struct plan_request request = {
            .kind = PLAN_ENHANCE, .roots = {&root, 1}, .limits = no_limits, .network = 7,
            .effort = {.depth = 10, .selectivity = 87, .exact = (uint8_t)rows[i].exact}};
        cr_assert(plan_make(&plan, &graph, &request, &reason), "%s", reason.text);
        cr_expect_eq(plan.n, rows[i].is_asked, "%s", rows[i].what);
        plan_free(&plan);
        graph_free(&graph);
    }
}

/* Moves that leave the book and may come back by the reply. */
static size_t count_holes(const struct graph *graph)
{
    size_t n = 0;
    for (size_t i = 0; i < graph->n; i++) {
        const ofl_board board = graph->records[i].board;
        for (uint64_t left = ofl_legal_moves(board); left; left = bit_drop(left)) {
            const ofl_board child = ofl_play(board, bit_first(left));
            bool is_hole = false;
            if (graph_find(graph, ofl_canonical(child, NULL)) != GRAPH_NOT_THERE)
                continue;
            for (uint64_t more = ofl_legal_moves(child); more; more = bit_drop(more))
                is_hole |= graph_find(graph, ofl_canonical(ofl_play(child, bit_first(more)),
                                                           NULL)) != GRAPH_NOT_THERE;
            n += is_hole;
        }
    }
    return n;
}

Test(expand, fill_leaves_no_hole)
{
    struct rng rng = rng_seeded(test_seed(13));
    struct graph graph = {0};
    struct plan_limits limits = no_limits;
    limits.least_empties = 54;
    grow(&graph, 120, limits, &rng);
    cr_expect_gt(count_holes(&graph), 0);
    cr_expect_eq(answer_all(&graph, PLAN_FILL, 4, 20), 0);
    cr_expect_eq(count_holes(&graph), 0);
    graph_free(&graph);
}

Test(expand, a_proved_value_does_not_end_the_growth)
{
    struct graph graph = {0};
    struct book_record proof = book_record_of(start_key());
    proof.proof_low = proof.proof_high = 0;
    merge(&graph, &proof);
    struct plan_limits limits = no_limits;
    limits.least_empties = 50;
    cr_expect_eq(grow(&graph, 100, limits, NULL), 100, "the start is a draw, and the book grows");
    cr_expect_eq(graph.records[0].value_cd, 0);
    graph_free(&graph);
}

Test(expand, a_move_that_was_excluded_and_is_not_there_is_asked_for)
{
    struct graph graph = {0};
    struct task task = {.board = start_key(), .effort = effort};
    struct answer answer = answer_by_lot(&task, 0);
    take(&graph, &answer);
    task.board = book_key_child(start_key(), answer.evidence.move).board;
    answer = answer_by_lot(&task, 0);
    take(&graph, &answer);
    const ofl_board second = task.board;
    const int best = answer.evidence.move;
    task.board = book_key_child(second, best).board;
    answer = answer_by_lot(&task, 0);
    take(&graph, &answer);
    /* A search without the best move and another, whose position nobody has. */
    task = (struct task){second, book_key_moves(second) & ~bit_of(best), effort};
    const int missing = bit_first(task.excluded);
    task.excluded = bit_of(best) | bit_of(missing);
    answer = answer_by_lot(&task, 0);
    take(&graph, &answer);
    struct plan plan = plan_of(&graph, no_limits);
    const ofl_board wanted = book_key_child(second, missing).board;
    bool is_asked = false;
    for (size_t i = 0; i < plan.n; i++)
        is_asked |= book_key_compare(plan.entries[i].task.board, wanted) == 0;
    cr_expect(is_asked);
    plan_free(&plan);
    graph_free(&graph);
}

Test(expand, lines_are_read_as_written_and_refused_when_changed)
{
    struct rng rng = rng_seeded(test_seed(9));
    struct graph graph = {0};
    struct plan_limits limits = no_limits;
    limits.least_empties = 50;
    grow(&graph, 60, limits, &rng);
    struct plan plan = plan_of(&graph, limits);
    for (size_t i = 0; i < plan.n; i++) {
        const struct task *task = &plan.entries[i].task;
        const struct answer answer = answer_by_lot(task, 3);
        char line[TASK_LINE], reply[TASK_ANSWER_LINE];
        struct task read;
        struct answer taken;
        struct reason reason = {.text = ""};
        task_write(task, line);
        cr_assert(task_read(line, strlen(line), &read, &reason), "%s: %s", line, reason.text);
        cr_expect(task_id(&read) == task_id(task) && read.excluded == task->excluded);
        task_write_answer(&answer, task_id(task), i % 2 ? "" : " version=0.1.0 signature=7 hash=64",
                          reply);
        cr_assert(task_read_answer(reply, strlen(reply), &taken, &reason), "%s: %s", reply,
                  reason.text);
        cr_expect_eq(book_evidence_compare(&taken.evidence, &answer.evidence, 50), 0);
        for (size_t k = 0; k < strlen(reply); k++)
            cr_expect_not(task_read_answer(reply, k, &taken, NULL), "cut after %zu bytes", k);
        for (size_t k = 0; k < strlen(line); k++) {
            const char old = line[k];
            line[k] = (char)(old ^ (1 << rng_below(&rng, 7)));
            cr_expect_not(task_read(line, strlen(line), &read, NULL), "%s", line);
            line[k] = old;
        }
    }
    plan_free(&plan);
    graph_free(&graph);
}

Test(expand, an_engine_answers_the_same_again)
{
    struct reason reason = {.text = ""};
    struct answerer answerer;
    ofl_engine *engine = ofl_engine_create();
    cr_assert(ofl_set_option(engine, "hash", "1") == OFL_OK);
    const uint32_t network = answerer_network(engine);
    cr_expect(network == 0 || network >> 24 > 0,
              "the weights that are built in lack a row in grow/answerer.c");
    cr_assert(answerer_init(&answerer, engine, network, &reason), "%s", reason.text);
    struct task tasks[2] = {{.board = start_key(), .effort = effort}};
    tasks[1].board = book_key_child(start_key(), bit_first(book_key_moves(start_key()))).board;
    tasks[1].excluded = bit_of(bit_first(book_key_moves(tasks[1].board)));
    tasks[1].effort = (struct task_effort){7, 95, 0};
    struct answer first[2], again;
    for (int i = 0; i < 4; i++) {
        struct answer *answer = i < 2 ? &first[i] : &again;
        cr_assert_eq(answerer_search(&answerer, &tasks[i % 2], answer, &reason), 1, "%s",
                     reason.text);
        cr_expect_eq(answer->evidence.depth, tasks[i % 2].effort.depth);
        cr_expect_eq(answer->evidence.excluded, tasks[i % 2].excluded);
        cr_expect(i < 2 || book_evidence_compare(&again.evidence, &first[i % 2].evidence, 60) == 0);
    }
    answerer_free(&answerer);
}
