/* book/export.c - see export.h. */
#include "book/export.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "base/bits.h"
#include "base/regular.h"
#include "base/replace.h"
#include "base/visible.h"
#include "book/key.h"

/* In the table, where it stands for no value: the board is there for a leaf, and no link. */
enum { UNKNOWN = -128 };
static const uint64_t CENTRE = UINT64_C(0x0000001818000000);

/* ---- values of boards, found in any order ---- */

/* A hash table whose size is known before. It lies in a file that has no name and all of its space,
 * and is mapped: the memory that it takes is the system's to give away. Nobody else can cut it
 * off. */
struct slot {
    ofl_board board;
    int64_t value;
};

struct table {
    struct slot *slots;
    uint64_t n_slots; /* a power of two */
};

/* Room for `n` boards; the file is made beside `path`. False with errno. */
static bool table_begin(struct table *table, const char *path, uint64_t n)
{
    uint64_t n_slots = 1024;
    while (n_slots < 2 * n)
        n_slots *= 2;
    const uint64_t size = n_slots * sizeof(struct slot);
    const int fd = replace_unnamed(path);
    *table = (struct table){.n_slots = n_slots};
    if (fd < 0)
        return false;
    void *slots = MAP_FAILED;
    int error = posix_fallocate(fd, 0, (off_t)size);
    if (!error) {
        slots = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        error = errno;
    }
    close(fd);
    errno = error;
    table->slots = slots == MAP_FAILED ? NULL : slots;
    return table->slots != NULL;
}

static void table_end(struct table *table)
{
    if (table->slots)
        munmap(table->slots, (size_t)(table->n_slots * sizeof *table->slots));
    table->slots = NULL;
}

/* The place of a board, or the free one where it belongs. No board is without discs. */
static struct slot *slot_of(const struct table *table, ofl_board board)
{
    uint64_t hash = board.player * UINT64_C(0x9E3779B97F4A7C15);
    hash = (hash ^ hash >> 32 ^ board.opponent) * UINT64_C(0xD1342543DE82EF95);
    for (uint64_t i = hash >> 20;; i++) {
        struct slot *slot = &table->slots[i & (table->n_slots - 1)];
        const ofl_board other = slot->board;
        if ((other.player == board.player && other.opponent == board.opponent) ||
            !(other.player | other.opponent))
            return slot;
    }
}

/* The value of a board; NULL if it is not there. */
static const int64_t *table_find(const struct table *table, ofl_board board)
{
    const struct slot *slot = slot_of(table, board);
    return slot->board.player | slot->board.opponent ? &slot->value : NULL;
}

/* Of a board that is not there; there are fewer than `n`. */
static void table_add(struct table *table, ofl_board board, int64_t value)
{
    *slot_of(table, board) = (struct slot){board, value};
}

struct exporting {
    struct book_view *view;
    struct foreign_writer *writer;
    struct table table; /* values of what is written, whole discs */
    struct export_report *report;
    const char *path;
};

static bool fail(const struct exporting *exporting, struct reason *reason)
{
    exporting->report->cannot_write = true;
    return reason_set(reason, "%s: cannot write: %s", visible(exporting->path).text,
                      strerror(errno));
}

/* To the nearest whole disc; the two sides see the same. */
static int8_t round_score(int score_cd)
{
    return (int8_t)(score_cd < 0 ? -((50 - score_cd) / 100) : (50 + score_cd) / 100);
}

/* ---- a record ---- */

/* The value of a move whose child is written; UNKNOWN if there is none. */
static int link_score(const struct exporting *exporting, const struct book_move *move)
{
    if (move->child.kind == BOOK_CHILD_OVER)
        return UNKNOWN;
    const int64_t *value = table_find(&exporting->table, move->child.board);
    return !value || *value == UNKNOWN ? UNKNOWN
           : (int)(move->child.kind == BOOK_CHILD_PASS ? *value : -*value);
}

/* All images of a move are links. */
static void add_link(struct foreign_record *record, int square, int score)
{
    for (uint64_t left = book_key_all_squares(record->board, bit_of(square)); left;
         left = bit_drop(left))
        record->links[record->n_links++] =
            (struct foreign_move){(int8_t)score, (uint8_t)bit_first(left)};
}

static void set_leaf(struct foreign_record *record, int square, int score,
                     struct foreign_search search)
{
    if (record->has_leaf && record->leaf.score >= score)
        return;
    record->has_leaf = true;
    record->leaf = (struct foreign_move){(int8_t)score, (uint8_t)square};
    record->search = search;
}

/* Links, and as leaf the best of the moves whose value is known though they are none. */
static void take_moves(const struct exporting *exporting, const struct book_moves *moves,
                       const struct book_evidence *rest, struct foreign_record *record)
{
    const uint8_t n_empties = (uint8_t)ofl_count_empties(record->board);
    if (rest)
        set_leaf(record, rest->move, round_score(rest->score_cd),
                 (struct foreign_search){rest->depth, rest->confidence});
    for (int i = 0; i < moves->n; i++) {
        const struct book_move *move = &moves->list[i];
        const int score = link_score(exporting, move);
        if (score != UNKNOWN)
            add_link(record, move->square, score);
        else if (move->is_known)
            set_leaf(record, move->square, round_score(move->value_cd),
                     move->child.kind == BOOK_CHILD_OVER
                         ? (struct foreign_search){n_empties, 100} : record->search);
    }
}

static int compare_links(const void *left, const void *right)
{
    const struct foreign_move *a = left, *b = right;
    return a->score != b->score ? b->score - a->score : a->move - b->move;
}

/* Edax takes a record without a leaf for one whose moves are all links. */
static void complete_leaf(enum foreign_format format, struct foreign_record *record)
{
    const int n_moves = bit_count(ofl_legal_moves(record->board));
    qsort(record->links, (size_t)record->n_links, sizeof *record->links, compare_links);
    if (format != FOREIGN_EDAX || record->has_leaf || record->n_links == 0 ||
        record->n_links == n_moves)
        return;
    record->has_leaf = true;
    record->leaf = record->links[--record->n_links];
}

/* The leaf of a format without leaves is a link to a record without links. Two positions may say
 * different things of one leaf: each has its own score in its link. The end of a game needs no
 * record. */
static bool write_leaf(struct exporting *exporting, struct foreign_record *record,
                       struct reason *reason)
{
    const struct book_child child = book_key_child(record->board, record->leaf.move);
    const int sign = child.kind == BOOK_CHILD_PASS ? 1 : -1;
    if (child.kind == BOOK_CHILD_OVER)
        return true;
    if (!table_find(&exporting->table, child.board)) {
        const struct foreign_record leaf = {
            .board = child.board, .value = (int8_t)(sign * record->leaf.score),
            .is_human = record->is_human, .search = record->search};
        table_add(&exporting->table, child.board, UNKNOWN);
        if (!foreign_write_add(exporting->writer, &leaf))
            return fail(exporting, reason);
    }
    add_link(record, record->leaf.move, record->leaf.score);
    return true;
}

static int best_score(const struct foreign_record *record)
{
    int best = record->has_leaf ? record->leaf.score : UNKNOWN;
    for (int i = 0; i < record->n_links; i++)
        best = record->links[i].score > best ? record->links[i].score : best;
    return best;
}

static bool write_record(struct exporting *exporting, const struct book_record *record,
                         struct foreign_record *out, struct reason *reason)
{
    const enum foreign_format format = exporting->writer->format;
    if (format == FOREIGN_EGBK2 && out->has_leaf && !write_leaf(exporting, out, reason))
        return false;
    complete_leaf(format, out);
    const int value = best_score(out);
    if (value == UNKNOWN) {
        exporting->report->n_moveless++;
        return true;
    }
    out->value = (int8_t)value;
    exporting->report->n_unproved += value != round_score(record->value_cd);
    if (out->low > value || out->high < value) {
        out->low = -BOOK_PROOF_MAX;
        out->high = BOOK_PROOF_MAX;
    }
    table_add(&exporting->table, out->board, value);
    return foreign_write_add(exporting->writer, out) || fail(exporting, reason);
}

static bool export_record(void *user, const struct book_record *record, struct reason *reason)
{
    struct exporting *exporting = user;
    struct book_moves moves;
    struct book_evidence rest;
    struct book_view_games games;
    if (record->value_cd == BOOK_NO_VALUE) {
        exporting->report->n_valueless++;
        return true;
    }
    if (((record->board.player | record->board.opponent) & CENTRE) != CENTRE) {
        exporting->report->n_centreless++;
        return true;
    }
    if (!book_view_moves(exporting->view, record->board, &moves, reason) ||
        !book_view_count_games(exporting->view, record->board, &games, reason))
        return false;
    exporting->report->n_games += games.n > 0;
    const struct book_evidence *evidence =
        book_evidence_exists(&record->own) ? &record->own : &record->deviation;
    const bool has_rest = book_derive_rest(record, &moves, &rest) == BOOK_REST_KNOWN;
    struct foreign_record out = {
        .board = record->board, .low = record->low, .high = record->high,
        .is_human = (has_rest ? &rest : evidence)->source == BOOK_SOURCE_HUMAN,
        .search = {evidence->depth, evidence->confidence}};
    take_moves(exporting, &moves, has_rest ? &rest : NULL, &out);
    return write_record(exporting, record, &out, reason);
}

/* ---- the file ---- */

static bool export_all(struct exporting *exporting, enum foreign_format format, int fd,
                       struct reason *reason)
{
    if (!foreign_write_begin(exporting->writer, format, fd))
        return fail(exporting, reason);
    for (int n_empties = 0; n_empties <= 60; n_empties++)
        if (!book_view_walk(exporting->view, n_empties, n_empties, export_record, exporting,
                            reason))
            return false;
    return foreign_write_end(exporting->writer, time(NULL)) || fail(exporting, reason);
}

static bool export_to(struct exporting *exporting, struct replace *file,
                      enum foreign_format format, struct reason *reason)
{
    const int64_t n = book_view_count(exporting->view, 0, BOOK_MAX_EMPTIES, reason);
    if (n < 0)
        return false;
    /* .egbk2 has leaves as records. */
    const uint64_t n_places = (uint64_t)n * (format == FOREIGN_EGBK2 ? 2 : 1);
    exporting->report->cannot_write =
        !table_begin(&exporting->table, file->path, n_places);
    if (exporting->report->cannot_write)
        return reason_set(reason, "%s: no room for a table beside it: %s",
                          visible(exporting->path).text, strerror(errno));
    const bool is_good = export_all(exporting, format, file->fd, reason);
    table_end(&exporting->table);
    exporting->report->n_records = exporting->writer->n_records;
    exporting->report->n_passes = exporting->writer->n_passes;
    exporting->report->n_other_levels = exporting->writer->n_other_levels;
    return is_good;
}

bool export_book(struct book_view *view, const char *path, enum foreign_format format,
                 struct export_report *report, struct reason *reason)
{
    struct exporting exporting = {.view = view, .report = report, .path = path};
    struct replace file;
    *report = (struct export_report){0};
    report->cannot_create = !replace_begin(&file, path);
    if (report->cannot_create)
        return reason_set(reason, "%s: cannot write: %s", visible(path).text,
                          regular_problem(errno));
    exporting.writer = malloc(sizeof *exporting.writer);
    bool is_good = exporting.writer ? export_to(&exporting, &file, format, reason)
                                    : reason_set(reason, "out of memory");
    free(exporting.writer);
    if (!is_good) {
        replace_abandon(&file);
        return false;
    }
    return replace_commit(&file) || fail(&exporting, reason);
}
