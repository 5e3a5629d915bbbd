/* book/pack.c - see pack.h. */
#include "book/pack.h"

#include <stdlib.h>

#include "book/derive.h"
#include "book/book_games.h"
#include "book/packed_code.h"
#include "book/packed_record.h"
#include "book/packed_write.h"

/* ---- counts ---- */

static int compare_counts(const void *a, const void *b)
{
    const struct book_count *left = a, *right = b;
    return book_key_compare(left->key, right->key);
}

bool pack_sort_counts(struct pack_counts *counts, struct reason *reason)
{
    if (counts->n)
        qsort(counts->counts, counts->n, sizeof *counts->counts, compare_counts);
    for (size_t i = 1; i < counts->n; i++)
        if (compare_counts(&counts->counts[i - 1], &counts->counts[i]) == 0) {
            char board[OFL_BOARD_TEXT];
            return reason_set(reason, "%s is counted twice",
                              ofl_position_to_text(
                                  (ofl_position){counts->counts[i].key, OFL_BLACK}, board));
        }
    return true;
}

static uint64_t count_of(const struct pack_counts *counts, ofl_board key)
{
    const struct book_count wanted = {.key = key}, *found = NULL;
    if (counts && counts->n)
        found = bsearch(&wanted, counts->counts, counts->n, sizeof wanted, compare_counts);
    return found ? found->n_games : 0;
}

/* ---- packing ---- */

struct packing {
    const struct pack_counts *counts;
    struct book_store *store;
    struct packed_writer *writer;
    struct pack_report *report;
};

/* The one piece of evidence that is kept: the best move outside; if there is none, what accounts
 * for all moves. */
static void choose_evidence(const struct book_record *record, const struct book_moves *moves,
                            struct packed_entry *entry)
{
    struct book_evidence rest;
    const bool is_known = book_derive_rest(record, moves, &rest) == BOOK_REST_KNOWN;
    const struct book_evidence *own = &record->own, *deviation = &record->deviation;
    entry->role = PACKED_NONE;
    if (is_known) {
        const bool is_own = book_evidence_compare(&rest, own, 60) == 0;
        entry->role = is_own ? PACKED_OWN : PACKED_DEVIATION;
        entry->evidence = rest;
    } else if (book_evidence_exists(own)) {
        entry->role = PACKED_KNOWN;
        entry->evidence = *own;
    } else if (book_evidence_exists(deviation) && !(deviation->excluded & ~moves->known)) {
        entry->role = PACKED_DEVIATION;
        entry->evidence = *deviation;
    }
    entry->evidence.excluded = 0;
}

static uint32_t sum_of(const struct book_counts *counts, uint64_t more)
{
    const uint64_t sum = more + counts->wins + counts->draws + counts->losses;
    return sum < UINT32_MAX ? (uint32_t)sum : UINT32_MAX;
}

static bool pack_record(void *user, const struct book_record *record, struct reason *reason)
{
    struct packing *packing = user;
    struct book_moves moves;
    struct book_counts counts;
    if (!packed_code_has_board(record->board)) {
        packing->report->n_dropped++;
        return true;
    }
    if (!book_store_moves(packing->store, record->board, &moves, reason) ||
        !book_games_count(packing->store, record->board, &counts, reason))
        return false;
    struct packed_entry entry = {
        .board = record->board,
        .value_cd = record->value_cd,
        .best = record->best,
        .low = record->low,
        .high = record->high,
        .flags = (uint8_t)record->flags,
        .n_games = sum_of(&counts, count_of(packing->counts, record->board)),
    };
    choose_evidence(record, &moves, &entry);
    packing->report->n_positions++;
    packing->report->cannot_write = !packed_write_add(packing->writer, &entry, reason);
    return !packing->report->cannot_write;
}

bool pack_write(struct book_store *store, const char *path, const char *note,
                const struct pack_counts *counts, struct pack_report *report,
                struct reason *reason)
{
    struct packing packing = {.counts = counts, .store = store, .report = report};
    *report = (struct pack_report){0};
    report->cannot_create =
        !packed_write_begin(path, PACKED_WRITE_MEMORY, &packing.writer, reason);
    if (report->cannot_create)
        return false;
    if (!book_store_walk(store, 0, 60, pack_record, &packing, reason)) {
        packed_write_abandon(packing.writer);
        return false;
    }
    report->n_simplified = packed_write_count_simplified(packing.writer);
    report->cannot_write = !packed_write_commit(packing.writer, note, reason);
    return !report->cannot_write;
}

/* ---- unpacking ---- */

struct unpacking {
    struct packed_book *packed;
    struct book_store *store;
    uint64_t n_changed;
};

static bool merge_entry(void *user, const struct packed_entry *entry, struct reason *reason)
{
    struct unpacking *unpacking = user;
    struct book_record record = packed_record_of(entry);
    bool has_changed;
    if (!packed_record_complete(unpacking->packed, &record, reason) ||
        !book_record_check(&record, reason) ||
        !book_store_merge(unpacking->store, &record, &has_changed, reason))
        return false;
    unpacking->n_changed += has_changed;
    return true;
}

bool pack_read(struct packed_book *packed, struct book_store *store, uint64_t *n_changed,
               struct reason *reason)
{
    struct unpacking unpacking = {.packed = packed, .store = store};
    if (!packed_check(packed, reason))
        return false;
    /* One transaction: the last entry may contradict a proof of the book. */
    if (!book_store_begin_bulk(store, reason))
        return false;
    if (!packed_walk(packed, merge_entry, &unpacking, reason) ||
        !book_store_refresh(store, reason) || !book_store_commit(store, reason)) {
        book_store_rollback(store);
        return false;
    }
    if (n_changed)
        *n_changed = unpacking.n_changed;
    return true;
}
