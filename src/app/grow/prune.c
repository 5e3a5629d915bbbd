/* grow/prune.c - see prune.h. */
#include "grow/prune.h"

#include <assert.h>
#include <stdlib.h>

#include "base/bits.h"
#include "grow/grow.h"

enum mark { UNREACHED, GOES, STAYS };

struct pruner {
    struct graph graph;
    const struct prune_request *request;
    unsigned char *marks; /* enum mark of the graph's records */
    struct prune_count *count;
};

static void choose_reached(void *user, const struct sweep_position *position)
{
    struct pruner *pruner = user;
    const struct prune_request *request = pruner->request;
    const bool is_root = position->label.cost_cp == 0; /* "grow" asks for it, whatever it is */
    const bool stays =
        is_root || (position->label.error_cd <= request->error_cd &&
                    ofl_count_empties(position->record->board) >= request->least_empties);
    pruner->marks[position->index] = stays ? STAYS : GOES;
}

/* Says of each record whether it stays. */
static bool choose(struct pruner *pruner, struct reason *reason)
{
    const struct prune_request *request = pruner->request;
    pruner->marks = calloc(pruner->graph.n + 1, sizeof *pruner->marks);
    if (!pruner->marks)
        return reason_set(reason, "out of memory");
    if (!sweep_run(&pruner->graph, &request->roots, 0, choose_reached, pruner, reason))
        return false;
    *pruner->count = (struct prune_count){0, 0};
    for (size_t i = 0; i < pruner->graph.n; i++) {
        if (pruner->marks[i] == UNREACHED)
            pruner->marks[i] = request->keeps_unreached ? STAYS : GOES;
        pruner->count->n_kept += pruner->marks[i] == STAYS;
        pruner->count->n_gone += pruner->marks[i] == GOES;
    }
    return true;
}

/* The moves of a kept record that go, and the best of them. */
struct loss_of_moves {
    bool has_gone;  /* one of any kind; without a value it may still have had bounds */
    const struct book_move *best; /* NULL: none that was known */
    size_t child;   /* the record it leads to */
    uint64_t known; /* what is still known */
};

static void find_losses(const struct pruner *pruner, const struct book_moves *moves,
                        const size_t *children, ofl_board key, struct loss_of_moves *losses)
{
    *losses = (struct loss_of_moves){.known = moves->known};
    for (int i = 0; i < moves->n; i++) {
        const struct book_move *move = &moves->list[i];
        if (children[i] == GRAPH_NOT_THERE || pruner->marks[children[i]] == STAYS)
            continue;
        losses->has_gone = true;
        if (!move->is_known)
            continue;
        losses->known &= ~book_key_all_squares(key, bit_of(move->square));
        if (!losses->best || move->value_cd > losses->best->value_cd) {
            losses->best = move;
            losses->child = children[i];
        }
    }
}

/* The record after the best move, if there is one with a value. */
static size_t best_child(const struct graph *graph, size_t index)
{
    const struct book_record *record = &graph->records[index];
    if (record->best >= 64)
        return GRAPH_NOT_THERE;
    const struct book_child child = book_key_child(record->board, record->best);
    const size_t found =
        child.kind == BOOK_CHILD_OVER ? GRAPH_NOT_THERE : graph_find(graph, child.board);
    return found != GRAPH_NOT_THERE && graph->records[found].value_cd != BOOK_NO_VALUE
               ? found : GRAPH_NOT_THERE;
}

/* What the book said of a move that goes, as a search of its position would: the evidence at the
 * end of its line carried the value up. It is no proof of the moves beside it. Where a proof did
 * that, or the rules, no search of this engine is claimed. */
static struct book_evidence evidence_of(const struct pruner *pruner,
                                        const struct loss_of_moves *losses, int n_empties)
{
    const struct graph *graph = &pruner->graph;
    int plies = 1;
    size_t last = losses->child, next;
    for (; (next = best_child(graph, last)) != GRAPH_NOT_THERE; last = next)
        plies++;
    struct book_evidence evidence = book_record_evidence(&graph->records[last]);
    const int depth = evidence.depth + plies;
    evidence.score_cd = losses->best->value_cd;
    evidence.move = losses->best->square;
    evidence.depth = (uint8_t)(depth < n_empties ? depth : n_empties);
    if (evidence.confidence > 99)
        evidence.confidence = 99;
    if (!book_evidence_exists(&evidence))
        evidence.source = BOOK_SOURCE_OTHER;
    return evidence;
}

/* The moves when no others than `known` are. */
static struct book_moves moves_left(const struct book_moves *moves, uint64_t known)
{
    struct book_moves left = *moves;
    left.outside |= left.known & ~known;
    left.known &= known;
    for (int i = 0; i < left.n; i++)
        if (!(left.known & bit_of(left.list[i].square))) {
            left.list[i].is_known = false;
            left.list[i].low = -BOOK_PROOF_MAX;
            left.list[i].high = BOOK_PROOF_MAX;
        }
    return left;
}

static bool keeps_value(const struct book_record *facts, const struct book_moves *left)
{
    struct book_record record = *facts;
    return book_derive(&record, left, NULL) && record.value_cd == facts->value_cd;
}

/* Do the facts say this of the moves outside, and nothing else? */
static bool says(const struct book_record *facts, const struct book_moves *left,
                 enum book_rest what, const struct book_evidence *rest)
{
    struct book_evidence said;
    return book_derive_rest(facts, left, &said) == what && keeps_value(facts, left) &&
           (what != BOOK_REST_KNOWN ||
            (said.move == rest->move && said.score_cd == rest->score_cd));
}

/* `rest` speaks of the moves outside from now on. Own evidence may speak of them, too, with a value
 * that the book had refuted: it gives way. */
static void set_rest(struct book_record *facts, const struct book_moves *left,
                     struct book_evidence rest)
{
    rest.excluded = left->known;
    facts->deviation = left->known ? rest : (struct book_evidence){0};
    rest.excluded = 0;
    if (!left->known || !says(facts, left, BOOK_REST_KNOWN, &rest))
        facts->own = rest;
    assert(says(facts, left, BOOK_REST_KNOWN, &rest));
}

/* The facts of a kept record, without the moves that go. What is proved stays proved, and the value
 * as it was; without a value the rest still waits for its search. */
static struct book_record facts_of(const struct pruner *pruner, size_t index)
{
    struct book_record record = pruner->graph.records[index];
    struct book_moves moves;
    size_t children[OFL_MAX_MOVES];
    struct loss_of_moves losses;
    struct book_evidence rest;
    graph_moves(&pruner->graph, index, &moves, children);
    find_losses(pruner, &moves, children, record.board, &losses);
    if (!losses.has_gone)
        return record;
    record.proof_low = record.low;
    record.proof_high = record.high;
    if (!losses.best || record.value_cd == BOOK_NO_VALUE)
        return record;
    const struct book_moves left = moves_left(&moves, losses.known);
    const enum book_rest what = book_derive_rest(&record, &moves, &rest);
    const bool is_rest_best =
        what == BOOK_REST_KNOWN && rest.score_cd >= losses.best->value_cd;
    const bool is_own = is_rest_best && !rest.excluded; /* it speaks of all moves as it is */
    /* A search without a move that has gone would have "grow" bring that move back. */
    struct book_record facts = record;
    if (what == BOOK_REST_WANTED && (record.deviation.excluded & ~left.known))
        facts.deviation = (struct book_evidence){0};
    if ((is_own || what == BOOK_REST_WANTED) && says(&facts, &left, what, &rest))
        return facts;
    if (is_rest_best) {
        rest.confidence = rest.confidence < 100 ? rest.confidence : 99;
    } else {
        rest = evidence_of(pruner, &losses, ofl_count_empties(record.board));
    }
    set_rest(&record, &left, rest);
    return record;
}

/* Gives `put` the facts of each record that stays. */
static bool for_each_kept(struct pruner *pruner, struct book_store *into,
                          bool (*put)(struct book_store *into, const struct book_record *facts,
                                      struct reason *reason),
                          struct reason *reason)
{
    bool is_good = true;
    for (size_t i = 0; i < pruner->graph.n && is_good; i++) {
        if (pruner->marks[i] != STAYS)
            continue;
        const struct book_record facts = facts_of(pruner, i);
        is_good = put(into, &facts, reason);
    }
    return is_good;
}

/* Most records stay as they are. */
static bool replace(struct book_store *store, const struct book_record *facts,
                    struct reason *reason)
{
    struct book_record old;
    const int found = book_store_get(store, facts->board, &old, reason);
    if (found < 0)
        return false;
    return (found && book_record_is_equal(&old, facts)) || book_store_replace(store, facts, reason);
}

static bool merge(struct book_store *store, const struct book_record *facts, struct reason *reason)
{
    return book_store_merge(store, facts, NULL, reason);
}

static bool remove_others(struct pruner *pruner, struct book_store *store, struct reason *reason)
{
    bool is_good = true;
    for (size_t i = 0; i < pruner->graph.n && is_good; i++)
        if (pruner->marks[i] != STAYS)
            is_good = book_store_remove(store, pruner->graph.records[i].board, reason);
    return is_good;
}

static void end(struct pruner *pruner)
{
    graph_free(&pruner->graph);
    free(pruner->marks);
}

bool prune_run(struct book_store *store, const struct prune_request *request,
               struct prune_count *count, struct reason *reason)
{
    struct pruner pruner = {.request = request, .count = count};
    if (!book_store_begin(store, reason)) /* first: what another process commits is read, too */
        return false;
    const bool is_good = grow_load(&pruner.graph, store, reason) && choose(&pruner, reason) &&
                         for_each_kept(&pruner, store, replace, reason) &&
                         remove_others(&pruner, store, reason) && book_store_commit(store, reason);
    if (!is_good)
        book_store_rollback(store);
    end(&pruner);
    return is_good;
}

bool prune_copy(struct book_store *store, const struct prune_request *request,
                struct book_store *into, struct prune_count *count, struct reason *reason)
{
    struct pruner pruner = {.request = request, .count = count};
    bool is_good = grow_load(&pruner.graph, store, reason) && choose(&pruner, reason) &&
                   book_store_begin_bulk(into, reason);
    if (is_good && !(for_each_kept(&pruner, into, merge, reason) &&
                     book_store_refresh(into, reason) && book_store_commit(into, reason))) {
        book_store_rollback(into);
        is_good = false;
    }
    end(&pruner);
    return is_good;
}
