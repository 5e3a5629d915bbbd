/* book/import.c - see import.h.
 *
 * Two passes, since what a record means depends on which others there are. The first one sorts the
 * file into a temporary packed book; the second one goes through that and looks children up. */
#include "book/import.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bits.h"
#include "base/visible.h"
#include "book/derive.h"
#include "book/packed.h"
#include "book/packed_write.h"

struct import {
    const char *path; /* of the other program's book */
    struct book_store *store;
    struct packed_book *sorted;
    struct import_report *report;
    bool has_links; /* a file without any says nothing by that */
};

/* ---- the first pass ---- */

/* In the temporary book the role says what is known: OWN the leaf and its score; KNOWN a value, and
 * if `best` is set, the best link and its score, else any legal move; DEVIATION a value of a record
 * that the file gives no links; NONE nothing, or the value of a board whose side must pass: without
 * a source any record of the board behind the pass holds against it. `value_cd` is the record's
 * own. */
struct gathering {
    struct packed_writer *writer;
    uint64_t n_linked, n_passed;
};

/* A move that ends the game with the value of the record; OFL_NO_MOVE. It needs no link. */
static uint8_t find_end(const struct foreign_entry *entry)
{
    struct book_moves moves;
    book_moves_init(&moves, entry->board);
    for (int i = 0; i < moves.n; i++)
        if (moves.list[i].is_known && moves.list[i].value_cd == entry->value_cd)
            return moves.list[i].square;
    return OFL_NO_MOVE;
}

static void gather_value(const struct foreign_entry *entry, struct packed_entry *kept)
{
    const bool is_linked = entry->has_links && entry->best_link != OFL_NO_MOVE;
    const uint8_t end = entry->has_links && !is_linked ? find_end(entry) : OFL_NO_MOVE;
    kept->role = entry->has_leaf || end != OFL_NO_MOVE ? PACKED_OWN
                 : entry->has_links && !is_linked      ? PACKED_DEVIATION : PACKED_KNOWN;
    if (is_linked)
        kept->best = entry->best_link;
    kept->evidence.score_cd = entry->has_leaf ? entry->leaf_cd
                              : is_linked     ? entry->best_link_cd : entry->value_cd;
    kept->evidence.move = entry->has_leaf      ? entry->leaf_move
                          : is_linked          ? entry->best_link
                          : end != OFL_NO_MOVE ? end
                                               : (uint8_t)bit_first(ofl_legal_moves(entry->board));
}

static bool gather(void *user, const struct foreign_entry *entry, struct reason *reason)
{
    struct gathering *gathering = user;
    struct packed_entry kept = {
        .board = entry->board,
        .value_cd = entry->has_value ? entry->value_cd : (int16_t)BOOK_NO_VALUE,
        .best = OFL_NO_MOVE,
        .low = -BOOK_PROOF_MAX,
        .high = BOOK_PROOF_MAX,
        .flags = entry->is_human ? BOOK_FLAG_HUMAN : 0,
    };
    const struct foreign_search *search = entry->has_leaf ? &entry->leaf_search : &entry->search;
    if (entry->is_passed) {
        kept.evidence.depth = search->depth;
        kept.evidence.confidence = search->confidence;
        gathering->n_passed++;
    } else if (entry->has_leaf || entry->has_value) {
        kept.evidence = (struct book_evidence){
            .depth = search->depth,
            .confidence = search->confidence,
            /* A person sets values, never leaves. */
            .source = entry->is_human && !entry->has_leaf ? BOOK_SOURCE_HUMAN : BOOK_SOURCE_OTHER,
        };
        gather_value(entry, &kept);
        gathering->n_linked += kept.best != OFL_NO_MOVE;
    }
    return packed_write_add(gathering->writer, &kept, reason);
}

static bool sort_file(const char *path, const char *sorted, bool takes_damaged,
                      struct import *import, struct reason *reason)
{
    struct gathering gathering = {0};
    if (!packed_write_begin(sorted, PACKED_WRITE_MEMORY, &gathering.writer, reason))
        return false;
    packed_write_allow_repeats(gathering.writer);
    if (!foreign_read(path, takes_damaged, gather, &gathering, &import->report->file, reason)) {
        packed_write_abandon(gathering.writer);
        return false;
    }
    import->has_links = gathering.n_linked > 0;
    import->report->n_repeated = import->report->file.n_entries - gathering.n_passed;
    return packed_write_commit(gathering.writer, "", reason);
}

/* ---- the second pass ---- */

enum { MAX_LOOK_UPS = 200 }; /* for a value that the file does not say */

/* What one record of the file becomes. */
struct facts {
    struct book_evidence outside; /* the best of the moves whose child gets no record */
    struct book_evidence inside;  /* the best of the others, valued by the file */
    uint64_t excluded;            /* squares of the others */
    bool has_child;
};

/* The child of a move in the file: 1, 0, -1. Ends of games are none. */
static int find_child(struct packed_book *sorted, const struct book_move *move,
                      struct packed_entry *child, struct reason *reason)
{
    if (move->child.kind == BOOK_CHILD_OVER)
        return 0;
    return packed_get(sorted, move->child.board, child, reason);
}

static bool is_passed(const struct packed_entry *entry)
{
    return entry->role == PACKED_NONE && entry->value_cd != BOOK_NO_VALUE;
}

/* A value without a move; children in the file are there for other positions. */
static bool is_alone(const struct import *import, const struct packed_entry *entry)
{
    return (import->has_links && entry->role == PACKED_DEVIATION) || is_passed(entry);
}

/* Becomes a record one of its own: with a leaf, or a child in the file? 1, 0, -1. */
static int gets_record(const struct import *import, const struct packed_entry *entry,
                       struct reason *reason)
{
    struct book_moves moves;
    struct packed_entry child;
    int found = entry->role == PACKED_OWN;
    if (found || is_alone(import, entry))
        return found;
    book_moves_init(&moves, entry->board);
    for (int i = 0; i < moves.n && found == 0; i++)
        found = find_child(import->sorted, &moves.list[i], &child, reason);
    return found;
}

static void raise_to(struct book_evidence *best, const struct packed_entry *child,
                     const struct book_move *move)
{
    const int score = move->child.kind == BOOK_CHILD_PASS ? child->value_cd : -child->value_cd;
    if (book_evidence_exists(best) && best->score_cd >= score)
        return;
    *best = child->evidence;
    if (best->depth == ofl_count_empties(child->board)) /* to the end */
        best->depth++;
    best->score_cd = (int16_t)score;
    best->move = move->square;
    if (!book_evidence_exists(best))
        best->source = BOOK_SOURCE_OTHER;
}

/* The file's own word for its best link. Others' values alone that say more than that are not those
 * of its links. */
static void raise_outside(const struct packed_entry *entry, const struct packed_entry *child,
                          const struct book_move *move, struct facts *facts)
{
    const bool has_link = entry->best != OFL_NO_MOVE;
    const struct book_evidence before = facts->outside;
    if (has_link && book_key_least_square(entry->board, entry->best) == move->square) {
        facts->outside = entry->evidence;
        facts->outside.move = move->square;
        return;
    }
    raise_to(&facts->outside, child, move);
    if (has_link && facts->outside.score_cd > entry->evidence.score_cd)
        facts->outside = before;
}

/* Gives a record without a value the best of its leaf and of its children in the file. `*n_left`
 * bounds the look-ups: hostile files have many ways to the same boards. False on errors. */
static bool find_value(const struct import *import, struct packed_entry *entry, int *n_left,
                       struct reason *reason)
{
    struct book_evidence best = {0};
    struct book_moves moves;
    if (entry->value_cd != BOOK_NO_VALUE)
        return true;
    if (entry->role == PACKED_OWN)
        best = entry->evidence;
    book_moves_init(&moves, entry->board);
    for (int i = 0; i < moves.n && *n_left > 0; i++) {
        struct packed_entry child;
        const int found = find_child(import->sorted, &moves.list[i], &child, reason);
        --*n_left;
        if (found < 0 || (found && !find_value(import, &child, n_left, reason)))
            return false;
        if (found && child.value_cd != BOOK_NO_VALUE)
            raise_to(&best, &child, &moves.list[i]);
    }
    if (!book_evidence_exists(&best))
        return true;
    entry->value_cd = best.score_cd;
    entry->evidence = best;
    return true;
}

static bool take_move(struct import *import, const struct packed_entry *entry,
                         const struct book_move *move, struct facts *facts, struct reason *reason)
{
    struct packed_entry child;
    int n_left = MAX_LOOK_UPS;
    const int found = find_child(import->sorted, move, &child, reason);
    if (found <= 0)
        return found == 0;
    facts->has_child = true;
    const int is_inside = gets_record(import, &child, reason);
    if (is_inside < 0 || !find_value(import, &child, &n_left, reason))
        return false;
    if (child.value_cd == BOOK_NO_VALUE)
        return true;
    if (is_inside) {
        raise_to(&facts->inside, &child, move);
        facts->excluded |= book_key_all_squares(entry->board, bit_of(move->square));
    } else {
        raise_outside(entry, &child, move, facts);
    }
    return true;
}

static void take_leaf(const struct packed_entry *entry, struct facts *facts)
{
    struct book_evidence leaf = entry->evidence;
    leaf.move = (uint8_t)book_key_least_square(entry->board, leaf.move);
    const bool is_inside = (facts->excluded & bit_of(leaf.move)) != 0;
    if (entry->role == PACKED_OWN && !is_inside &&
        (!book_evidence_exists(&facts->outside) || facts->outside.score_cd <= leaf.score_cd))
        facts->outside = leaf;
}

/* A person's value of the position is that of the best move. */
static void set_human(const struct packed_entry *entry, const struct facts *facts,
                      struct book_record *record)
{
    const struct book_evidence *best =
        book_evidence_exists(&facts->outside) &&
                (!book_evidence_exists(&facts->inside) || facts->inside.score_cd < entry->value_cd)
            ? &facts->outside : &facts->inside;
    if (!(entry->flags & BOOK_FLAG_HUMAN) || entry->value_cd == BOOK_NO_VALUE ||
        !book_evidence_exists(best))
        return;
    record->own = (struct book_evidence){.score_cd = entry->value_cd, .move = best->move,
                                         .source = BOOK_SOURCE_HUMAN};
}

static void set_facts(const struct packed_entry *entry, const struct facts *facts,
                      struct book_record *record)
{
    *record = book_record_of(entry->board);
    record->flags = BOOK_FLAG_IMPORTED | entry->flags;
    if (book_evidence_exists(&facts->outside)) {
        struct book_evidence *into = facts->excluded ? &record->deviation : &record->own;
        *into = facts->outside;
        into->excluded = facts->excluded;
    } else if (book_evidence_exists(&facts->inside)) {
        /* Its move is the best one of the file; how it was searched, the record says. */
        record->own = facts->inside;
        if (entry->value_cd != BOOK_NO_VALUE) {
            if (book_evidence_exists(&entry->evidence))
                record->own = entry->evidence;
            record->own.score_cd = entry->value_cd;
            record->own.move = facts->inside.move;
        }
    } else if (entry->role == PACKED_OWN) {
        record->own = entry->evidence;
        record->own.move = (uint8_t)book_key_least_square(entry->board, record->own.move);
    }
    set_human(entry, facts, record);
}

static bool merge_entry(void *user, const struct packed_entry *entry, struct reason *reason)
{
    struct import *import = user;
    struct book_moves moves;
    struct book_record record;
    struct facts facts = {0};
    bool is_new;
    import->report->n_repeated -= !is_passed(entry);
    book_moves_init(&moves, entry->board);
    for (int i = 0; i < moves.n; i++)
        if (!take_move(import, entry, &moves.list[i], &facts, reason))
            return false;
    if (entry->role != PACKED_OWN && (!facts.has_child || is_alone(import, entry))) {
        import->report->n_moveless++;
        return true;
    }
    take_leaf(entry, &facts);
    set_facts(entry, &facts, &record);
    if (!book_record_check(&record, reason))
        return reason_put_before(reason, "%s: ", visible(import->path).text);
    if (!book_store_merge(import->store, &record, &is_new, reason))
        return false;
    import->report->n_merged++;
    import->report->n_new += is_new;
    return true;
}

static bool merge_all(struct import *import, struct reason *reason)
{
    if (!book_store_begin_bulk(import->store, reason))
        return false;
    if (packed_walk(import->sorted, merge_entry, import, reason) &&
        book_store_commit(import->store, reason))
        return book_store_refresh(import->store, reason);
    book_store_rollback(import->store);
    return false;
}

/* A name for the temporary file. The caller frees it and unlinks the file. */
static char *make_name(const char *store_path, struct reason *reason)
{
    const size_t size = strlen(store_path) + sizeof ".import-XXXXXX";
    char *name = malloc(size);
    if (name)
        snprintf(name, size, "%s.import-XXXXXX", store_path);
    const int fd = name ? mkstemp(name) : -1;
    if (fd >= 0) {
        close(fd);
        return name;
    }
    reason_set(reason, "%s: cannot make a file beside it: %s", visible(store_path).text,
               strerror(errno));
    free(name);
    return NULL;
}

bool import_book(struct book_store *store, const char *store_path, const char *path,
                 bool takes_damaged, struct import_report *report, struct reason *reason)
{
    struct import import = {.path = path, .store = store, .report = report};
    *report = (struct import_report){0};
    char *name = make_name(store_path, reason);
    bool is_good = name && sort_file(path, name, takes_damaged, &import, reason) &&
                   packed_open(name, &import.sorted, reason);
    if (name)
        unlink(name); /* before the long work: a kill leaves nothing */
    free(name);
    if (is_good) {
        is_good = merge_all(&import, reason);
        packed_close(import.sorted);
    }
    return is_good;
}
