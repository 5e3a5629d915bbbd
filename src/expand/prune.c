/* expand/prune.c - see prune.h. */
#include "expand/prune.h"

#include <stdlib.h>

#include "base/bits.h"
#include "expand/grow.h"

enum fate { UNREACHED, GOES, STAYS };

struct pruner {
    struct graph graph;
    const struct prune_request *request;
    unsigned char *fates; /* enum fate of the graph's records */
    struct prune_count *count;
};

static void choose_reached(void *user, const struct sweep_position *position)
{
    struct pruner *pruner = user;
    const struct prune_request *request = pruner->request;
    const bool stays = position->label.error_cd <= request->error_cd &&
                       ofl_count_empties(position->record->board) >= request->least_empties;
    pruner->fates[position->index] = stays ? STAYS : GOES;
}

/* Says of each record whether it stays. */
static bool choose(struct pruner *pruner, struct reason *reason)
{
    const struct prune_request *request = pruner->request;
    pruner->fates = calloc(pruner->graph.n + 1, sizeof *pruner->fates);
    if (!pruner->fates)
        return reason_set(reason, "out of memory");
    if (!sweep_run(&pruner->graph, &request->roots, 0, choose_reached, pruner, reason))
        return false;
    *pruner->count = (struct prune_count){0, 0};
    for (size_t i = 0; i < pruner->graph.n; i++) {
        if (pruner->fates[i] == UNREACHED)
            pruner->fates[i] = request->keeps_unreached ? STAYS : GOES;
        pruner->count->n_kept += pruner->fates[i] == STAYS;
        pruner->count->n_gone += pruner->fates[i] == GOES;
    }
    return true;
}

/* The moves of a kept record that go, and the best of them. */
struct loss_of_moves {
    const struct book_move *best;
    size_t child;   /* the record it leads to */
    uint64_t known; /* what is still known */
};

static bool find_losses(const struct pruner *pruner, const struct book_moves *moves,
                        const size_t *children, ofl_board key, struct loss_of_moves *losses)
{
    *losses = (struct loss_of_moves){.known = moves->known};
    for (int i = 0; i < moves->n; i++) {
        const struct book_move *move = &moves->list[i];
        if (children[i] == GRAPH_NOT_THERE || pruner->fates[children[i]] == STAYS ||
            !move->is_known)
            continue;
        losses->known &= ~book_key_all_squares(key, bit_of(move->square));
        if (!losses->best || move->value_cd > losses->best->value_cd) {
            losses->best = move;
            losses->child = children[i];
        }
    }
    return losses->best != NULL;
}

/* What the book said of a move that goes, as a search of its position would. It is no proof of
 * the moves beside it. */
static struct book_evidence evidence_of(const struct book_move *move,
                                        const struct book_record *child, int n_empties)
{
    const int depth = child->own.depth + 1;
    return (struct book_evidence){
        .score_cd = move->value_cd,
        .move = move->square,
        .depth = (uint8_t)(depth < n_empties ? depth : n_empties),
        .confidence = child->own.confidence < 100 ? child->own.confidence : 99,
        .source = book_evidence_exists(&child->own) ? child->own.source : BOOK_SOURCE_OWN,
        .network = child->own.network,
    };
}

/* The facts of a kept record, without the moves that go. What is proved stays proved. */
static struct book_record facts_of(const struct pruner *pruner, size_t index)
{
    struct book_record record = pruner->graph.records[index];
    struct book_moves moves;
    size_t children[OFL_MAX_MOVES];
    struct loss_of_moves losses;
    struct book_evidence rest;
    graph_moves(&pruner->graph, index, &moves, children);
    if (!find_losses(pruner, &moves, children, record.board, &losses))
        return record;
    record.proof_low = record.low;
    record.proof_high = record.high;
    const bool has_rest = book_derive_rest(&record, &moves, &rest) == BOOK_REST_KNOWN;
    if (has_rest && rest.score_cd >= losses.best->value_cd) {
        if (!rest.excluded)
            return record; /* own evidence speaks of all moves as it is */
        rest.confidence = rest.confidence < 100 ? rest.confidence : 99;
    } else {
        rest = evidence_of(losses.best, &pruner->graph.records[losses.child],
                           ofl_count_empties(record.board));
    }
    rest.excluded = losses.known;
    if (rest.excluded)
        record.deviation = rest;
    else
        record.own = rest; /* nothing is known any more: it speaks for all moves */
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
        if (pruner->fates[i] != STAYS)
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
        if (pruner->fates[i] != STAYS)
            is_good = book_store_remove(store, pruner->graph.records[i].board, reason);
    return is_good;
}

static void end(struct pruner *pruner)
{
    graph_free(&pruner->graph);
    free(pruner->fates);
}

bool prune_run(struct book_store *store, const struct prune_request *request,
               struct prune_count *count, struct reason *reason)
{
    struct pruner pruner = {.request = request, .count = count};
    bool is_good = grow_load(&pruner.graph, store, reason) && choose(&pruner, reason) &&
                   book_store_begin(store, reason);
    if (is_good && !(for_each_kept(&pruner, store, replace, reason) &&
                     remove_others(&pruner, store, reason) && book_store_commit(store, reason))) {
        book_store_rollback(store);
        is_good = false;
    }
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
