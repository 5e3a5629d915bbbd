/* cli/book/book_pack.c - "outflank book pack" and "outflank book unpack". */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "base/array.h"
#include "base/visible.h"
#include "book/pack.h"
#include "book/packed_layout.h"
#include "cli/book/book_commands.h"
#include "cli/book/book_files.h"
#include "cli/json_rows.h"
#include "cli/checked_output.h"

struct args {
    const char *note, *counts;
    bool wants_json;
};

/* ---- counts ---- */

static bool take_count(void *user, const struct book_line *line, struct reason *reason)
{
    struct pack_counts *counts = user;
    if (line->kind != BOOK_LINE_COUNT)
        return line->kind == BOOK_LINE_NOTHING || reason_set(reason, "expected \"count\"");
    return array_push(&counts->counts, &counts->n, &line->count, sizeof line->count) ||
           reason_set(reason, "out of memory");
}

static int read_counts(const struct program_call *call, const char *path,
                       struct pack_counts *counts)
{
    struct reason reason;
    const int code = path ? book_file_read_lines(call, path, take_count, counts) : 0;
    if (code || pack_sort_counts(counts, &reason))
        return code;
    complain("book pack: %s: %s", path, reason.text);
    return EX_DATAERR;
}

/* ---- the commands ---- */

static int check_note(const char *note)
{
    if (!note || (strlen(note) < PACKED_NOTE_SIZE && strcmp(visible(note).text, note) == 0))
        return 0;
    complain("book pack: --note: expected a line of at most %d bytes, without control characters",
             PACKED_NOTE_SIZE - 1);
    return EX_USAGE;
}

static int run_pack(const struct program_call *call)
{
    struct args args = {0};
    struct pack_counts counts = {0};
    struct program_files files;
    struct book_store *store;
    struct pack_report report;
    struct reason reason;
    int code = book_file_read_words(call, &args, &files, 2, 2);
    code = code ? code : book_file_check_output(call, &files, "a packed book", PACKED_MAGIC);
    code = code ? code : check_note(args.note);
    code = code ? code : read_counts(call, args.counts, &counts);
    if (code || (code = book_file_open_fresh(call, files.paths[0], &store)) != 0) {
        free(counts.counts);
        return code;
    }
    if (!pack_write(store, files.paths[1], args.note ? args.note : "", &counts, &report, &reason))
        code = book_file_complain_output(call, &reason, report.cannot_create,
                                         report.cannot_write);
    book_store_close(store);
    free(counts.counts);
    if (code)
        return code;
    if (args.wants_json)
        return json_print_counts("book_pack", (const struct json_count[]){
            {"positions", (int64_t)report.n_positions}, {"dropped", (int64_t)report.n_dropped},
            {"simplified", (int64_t)report.n_simplified}, {0}});
    out_printf("%" PRIu64 " positions\n", report.n_positions);
    if (report.n_dropped)
        out_printf("%" PRIu64 " positions left out: their centre is not full\n", report.n_dropped);
    if (report.n_simplified)
        out_printf("%" PRIu64 " positions without bounds or network: too many kinds of evidence\n",
                   report.n_simplified);
    return 0;
}

static const struct option_row pack_options[] = {
    ROW_TEXT(note, "note", 0, NULL, "a line that says where the book comes from"),
    ROW_TEXT(counts, "counts", 0, NULL,
             "add the counts of games in this text of \"dump --counts\" to the book's own"),
    BOOK_JSON_ROW,
    PROGRAM_HELP,
};

const struct program_command book_pack = {
    .name = "pack",
    .arguments = "FILE PACKED",
    .file = "a book and the packed book to write",
    .summary = "write a book as one small file that never changes",
    .text = "A packed book has 20 bytes a position, opens at once and needs no SQLite: for play "
            "and for shipping. PACKED, if it is there, must be empty or a packed book; it is "
            "replaced when the new file is whole. What packing leaves out is in docs/book.md, "
            "\"The packed book\". The same book gives the same bytes.",
    .options = pack_options,
    .run = run_pack,
};

static int run_unpack(const struct program_call *call)
{
    struct program_files files;
    struct packed_book *packed;
    struct book_store *store = NULL;
    struct reason reason;
    struct args args = {0};
    uint64_t n_changed;
    int code = book_file_read_words(call, &args, &files, 2, 2);
    code = code ? code : book_file_check_inputs(call, &files, 0, 1);
    if (code)
        return code;
    if (!packed_open(files.paths[0], &packed, &reason))
        return book_file_complain(call, &reason);
    const uint64_t n = packed_info(packed)->n_positions;
    code = book_file_open(call, files.paths[1], BOOK_STORE_CREATE, &store);
    if (!code && !pack_read(packed, store, &n_changed, &reason))
        code = book_file_complain(call, &reason);
    else if (!code && args.wants_json)
        code = json_print_counts("book_unpack", (const struct json_count[]){
            {"positions", (int64_t)n}, {"new", (int64_t)n_changed}, {0}});
    else if (!code)
        out_printf("%" PRIu64 " positions, %" PRIu64 " of them new or changed\n", n, n_changed);
    book_file_end(store, code);
    packed_close(packed);
    return code;
}

static const struct option_row unpack_options[] = {BOOK_JSON_ROW, PROGRAM_HELP};

const struct program_command book_unpack = {
    .name = "unpack",
    .arguments = "PACKED FILE",
    .file = "a packed book and a book",
    .summary = "merge what a packed book holds into a book",
    .text = "FILE is made if it is not there. The whole of PACKED is checked before anything is "
            "merged. Counts of games are not merged, since the games are not there.",
    .options = unpack_options,
    .run = run_unpack,
};
