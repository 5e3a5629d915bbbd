/* cli/book/book_export.c - "outflank book export": a book as the book of another program. */
#include <inttypes.h>
#include <string.h>
#include <sysexits.h>

#include "book/export.h"
#include "cli/book/book_commands.h"
#include "cli/book/book_files.h"
#include "cli/json_rows.h"
#include "cli/checked_output.h"

struct args {
    const char *format;
    bool wants_json;
};

static const struct {
    const char *word, *ending;
    enum foreign_format format;
} formats[] = {
    {"edax", ".dat", FOREIGN_EDAX},
    {"egbk2", ".egbk2", FOREIGN_EGBK2},
    {"egbk3", ".egbk3", FOREIGN_EGBK3},
};
enum { N_FORMATS = sizeof formats / sizeof *formats };

static bool ends_with(const char *text, const char *end)
{
    const size_t n = strlen(text), n_end = strlen(end);
    return n >= n_end && strcmp(text + n - n_end, end) == 0;
}

/* As --format says, or the name. False after a sentence. */
static bool choose_format(const char *word, const char *path, enum foreign_format *format)
{
    for (int i = 0; i < N_FORMATS; i++)
        if (word ? strcmp(word, formats[i].word) == 0 : ends_with(path, formats[i].ending)) {
            *format = formats[i].format;
            return true;
        }
    complain("book export: %s: expected a name that ends in .dat, .egbk2 or .egbk3, or --format",
             path);
    return false;
}

static void print_dropped(uint64_t n, const char *what)
{
    if (n)
        out_printf("  %" PRIu64 " %s\n", n, what);
}

static void print_report(const char *path, enum foreign_format format,
                         const struct export_report *report)
{
    out_printf("%s: %s, %" PRIu64 " records\n", path, foreign_write_name(format),
               report->n_records);
    print_dropped(report->n_passes, "of them of boards whose side to move must pass");
    print_dropped(report->n_valueless, "positions without a value: left out");
    print_dropped(report->n_centreless, "positions whose centre is not full: left out");
    print_dropped(report->n_moveless, "positions with a value, but no known move: left out");
    print_dropped(report->n_unproved, "values changed: the format holds less of what they rest on");
    print_dropped(report->n_other_levels,
                  "of another level than the book's: a record has that of its own search");
    print_dropped(report->n_games, "positions with counts of games: the counts were left out");
}

static int print_json(const struct export_report *report)
{
    return json_print_counts("book_export", (const struct json_count[]){
        {"records", (int64_t)report->n_records}, {"passes", (int64_t)report->n_passes},
        {"valueless", (int64_t)report->n_valueless}, {"centreless", (int64_t)report->n_centreless},
        {"moveless", (int64_t)report->n_moveless}, {"changed", (int64_t)report->n_unproved},
        {"games", (int64_t)report->n_games},
        {"other_levels", (int64_t)report->n_other_levels}, {0}});
}

static int run_export(const struct program_call *call)
{
    struct args args = {0};
    struct program_files files;
    struct book_view *view;
    struct export_report report;
    struct reason reason;
    enum foreign_format format;
    int code = book_file_read_words(call, &args, &files, 2, 2);
    if (!code && !choose_format(args.format, files.paths[1], &format))
        code = EX_USAGE;
    code = code ? code : book_file_check_output(call, &files, "a book of that format",
                                                foreign_write_magic(format));
    code = code ? code : book_file_open_view(call, files.paths[0], &view);
    if (code)
        return code;
    if (export_book(view, files.paths[1], format, &report, &reason)) {
        if (args.wants_json)
            code = print_json(&report);
        else
            print_report(files.paths[1], format, &report);
    } else {
        code = book_file_complain_output(call, &reason, report.cannot_create,
                                         report.cannot_write);
    }
    book_view_close(view);
    return code;
}

static const struct option_row export_options[] = {
    {.name = "format", .argument = "WORD", .choices = "edax|egbk2|egbk3",
     .help = "the format; else the end of the name tells it", .type = OPTION_WORD,
     PROGRAM_FIELD(format, const char *)},
    BOOK_JSON_ROW,
    PROGRAM_HELP,
};

const struct program_command book_export = {
    .name = "export",
    .arguments = "FILE OUT",
    .file = "a book and the file to write",
    .summary = "write a book as one of Edax or Egaroucid",
    .text = "Writes Edax's .dat or Egaroucid's .egbk2 or .egbk3 from a working or a packed book. "
            "Scores become whole discs. What was left out is listed; docs/book.md, \"Other "
            "programs' books\", says what these formats hold. OUT, if it is there, must be "
            "empty or of that format; it is replaced when the new file is whole.",
    .options = export_options,
    .run = run_export,
};
