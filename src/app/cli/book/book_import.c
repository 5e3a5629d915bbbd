/* cli/book/book_import.c - "outflank book import": other programs' books into a book. */
#include <inttypes.h>
#include <limits.h>
#include <sysexits.h>

#include "base/visible.h"
#include "book/import.h"
#include "cli/book/book_commands.h"
#include "cli/book/book_files.h"
#include "cli/json_rows.h"
#include "cli/checked_output.h"

struct args {
    bool takes_damaged, wants_json;
};

static void print_dropped(uint64_t n, const char *what)
{
    if (n)
        out_printf("  %" PRIu64 " %s\n", n, what);
}

static void print_report(const char *path, const struct import_report *report)
{
    const struct foreign_report *file = &report->file;
    out_printf("%s: %s, %" PRIu64 " records; %" PRIu64 " positions, %" PRIu64
               " of them new or changed\n",
               path, file->format, file->n_records, report->n_merged, report->n_new);
    print_dropped(file->n_bad_boards, "without a good board");
    print_dropped(file->n_passes,
                  "where the side to move must pass: those behind the pass stand for them");
    print_dropped(file->n_over, "of finished games: they are counted by the rules");
    print_dropped(report->n_repeated, "of boards that came again");
    print_dropped(file->n_bad_leaves,
                  "whose best other move is not legal or has no score: it was left out");
    print_dropped(file->n_valueless, "without a value");
    print_dropped(report->n_moveless, "without a move: their values went to the positions before");
}

/* {"type":"book_import","file":...,"format":"Edax", ...}; "damage" only if there is any. */
static int print_json(const char *path, const struct import_report *report)
{
    const struct foreign_report *file = &report->file;
    const char *damage = file->damage.text;
    return json_print(json_pack(
        "{s:i, s:s, s:o, s:s, s:I, s:I, s:I, s:{s:I, s:I, s:I, s:I, s:I, s:I, s:I}, s:s*}",
        "schema", JSON_SCHEMA, "type", "book_import", "file", json_string(visible(path).text),
        "format", file->format, "records", (json_int_t)file->n_records, "positions",
        (json_int_t)report->n_merged, "new", (json_int_t)report->n_new, "dropped", "bad_boards",
        (json_int_t)file->n_bad_boards, "passes", (json_int_t)file->n_passes, "over",
        (json_int_t)file->n_over, "repeated", (json_int_t)report->n_repeated, "bad_leaves",
        (json_int_t)file->n_bad_leaves, "valueless", (json_int_t)file->n_valueless, "moveless",
        (json_int_t)report->n_moveless, "damage", *damage ? visible(damage).text : NULL));
}

static int import_file(const struct program_call *call, struct book_store *store,
                       const char *store_path, const char *path, const struct args *args)
{
    struct import_report report;
    struct reason reason;
    if (!import_book(store, store_path, path, args->takes_damaged, &report, &reason))
        return book_file_complain(call, &reason);
    const int code = args->wants_json ? print_json(path, &report) : 0;
    if (!args->wants_json)
        print_report(path, &report);
    if (code || !report.file.damage.text[0])
        return code;
    complain("book import: %s; what stands before that was taken", report.file.damage.text);
    return EX_DATAERR;
}

static int run_import(const struct program_call *call)
{
    struct args args = {0};
    struct program_files files;
    struct book_store *store;
    int code = book_file_read_words(call, &args, &files, 2, INT_MAX);
    code = code ? code : book_file_check_inputs(call, &files, 1, files.n);
    code = code ? code : book_file_open(call, files.paths[0], BOOK_STORE_CREATE, &store);
    if (code)
        return code;
    for (int i = 1; i < files.n; i++) {
        const int worse = import_file(call, store, files.paths[0], files.paths[i], &args);
        code = code ? code : worse;
    }
    book_file_end(store, code);
    return code;
}

static const struct option_row import_options[] = {
    ROW_FLAG(takes_damaged, "damaged", 0,
             "take what is sound of a file that breaks off or does not make sense"),
    BOOK_JSON_ROW,
    PROGRAM_HELP,
};

const struct program_command book_import = {
    .name = "import",
    .arguments = "FILE BOOK ...",
    .file = "a book and books of other programs",
    .summary = "merge books of Edax, Egaroucid or NTest into one",
    .text = "Reads Edax's .dat, Egaroucid's .egbk, .egbk2 and .egbk3 and NTest's .book; the "
            "content tells which. FILE is made if it is not there. Their values are marked, and "
            "searches of this engine hold against them. What was left out is listed. A damaged "
            "BOOK changes nothing, unless --damaged is given.",
    .options = import_options,
    .run = run_import,
};
