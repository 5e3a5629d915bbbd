/* cli/book_text.c - "outflank book dump" and "outflank book load": a book as text. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "base/regular.h"
#include "book/games.h"
#include "book/lines.h"
#include "book/packed_record.h"
#include "cli/book_commands.h"
#include "cli/book_files.h"
#include "cli/json.h"
#include "base/lines.h"
#include "cli/output.h"

static const struct option_row no_options[] = {PROGRAM_HELP};

/* ---- dump ---- */

/* `user`: the view. */
static bool dump_record(void *user, const struct book_record *record, struct reason *reason)
{
    char line[BOOK_LINE_SIZE];
    struct book_record whole = *record;
    struct packed_book *packed = book_view_packed(user);
    if (packed && !packed_record_complete(packed, &whole, reason))
        return false;
    book_lines_write_record(&whole, line);
    out_printf("%s\n", line);
    return true;
}

static bool dump_game(void *user, const struct book_game *game, struct reason *reason)
{
    char line[BOOK_LINE_SIZE];
    (void)user, (void)reason;
    book_lines_write_game(game, line);
    out_printf("%s\n", line);
    return true;
}

static int run_dump(const struct program_call *call)
{
    struct program_files files;
    struct book_view *view;
    struct reason reason;
    int code = program_read(call, NULL, &files);
    code = code ? code : book_file_check_words(call, &files, 1, 1);
    code = code ? code : book_file_open_view(call, files.paths[0], &view);
    if (code)
        return code;
    struct book_store *store = book_view_store(view);
    out_printf("%s", book_lines_head);
    if (!book_view_walk(view, dump_record, view, &reason) ||
        (store && !book_games_walk(store, dump_game, NULL, &reason)))
        code = book_file_complain(call, &reason);
    book_view_close(view);
    return code;
}

const struct program_command book_dump = {
    .name = "dump",
    .arguments = "FILE",
    .file = "a book",
    .summary = "print a book as text",
    .text = "Prints one position or game a line, fields parted by tabs (docs/book.md, \"Text\"). "
            "Two books with the same content give the same text. Of a packed book the lines come "
            "in the order of its file; it has no games.",
    .options = no_options,
    .run = run_dump,
};

/* ---- load ---- */

struct args {
    bool wants_json;
};

struct load {
    const struct program_files *files;
    struct book_store *store;
    int64_t n_positions, n_games, n_new; /* lines read; those that changed the book */
};

static bool take_line(struct load *load, const char *text, size_t length, struct reason *reason)
{
    struct book_line line;
    bool is_new = false;
    if (!book_lines_read(text, length, &line, reason))
        return false;
    if (line.kind == BOOK_LINE_POSITION) {
        if (!book_store_merge(load->store, &line.record, &is_new, reason))
            return false;
        load->n_positions++;
    } else if (line.kind == BOOK_LINE_GAME) {
        const int added = book_games_add(load->store, &line.game, reason);
        if (added < 0)
            return false;
        is_new = added;
        load->n_games++;
    }
    load->n_new += is_new;
    return true;
}

static int take_text(struct load *load, const char *path)
{
    static const char *const what = "book load";
    struct lines *lines = malloc(sizeof *lines);
    struct reason reason;
    const char *text;
    size_t length;
    enum line_status status = LINE_FAILED;
    int code = EX_DATAERR;
    if (!lines || !lines_open(lines, path)) {
        complain("%s: %s: %s", what, path, lines ? regular_problem(errno) : "out of memory");
        free(lines);
        return EX_NOINPUT;
    }
    out_say_awaited(path, "lines of \"book dump\"");
    while ((status = lines_next(lines, &text, &length)) == LINE_READ)
        if (!take_line(load, text, length, &reason))
            break;
    if (status == LINE_END)
        code = 0;
    else if (status == LINE_READ)
        complain("%s: %s:%zu: %s", what, lines->name, lines->number, reason.text);
    else if (status == LINE_TOO_LONG)
        complain("%s: %s:%zu: the line is too long", what, lines->name, lines->number);
    else
        complain("%s: %s: %s", what, lines->name, strerror(errno));
    lines_close(lines);
    free(lines);
    return code;
}

static int load_all(const struct program_call *call, struct book_store *store, void *user)
{
    struct load *load = user;
    int code = 0;
    (void)call;
    load->store = store;
    for (int i = 1; i < load->files->n && !code; i++)
        code = take_text(load, load->files->paths[i]);
    return code || load->files->n > 1 ? code : take_text(load, "-");
}

static int run_load(const struct program_call *call)
{
    struct program_files files;
    struct args args = {0};
    struct load load = {.files = &files};
    int code = program_read(call, &args, &files);
    code = code ? code : book_file_check_words(call, &files, 1, INT_MAX);
    code = code ? code : book_file_change(call, files.paths[0], load_all, &load);
    if (!code && args.wants_json)
        return json_print_counts("book_load", (const struct json_count[]){
            {"positions", load.n_positions}, {"games", load.n_games}, {"new", load.n_new}, {0}});
    if (!code)
        out_printf("%" PRId64 " positions, %" PRId64 " games, %" PRId64 " of them new or changed\n",
                   load.n_positions, load.n_games, load.n_new);
    return code;
}

static const struct option_row load_options[] = {BOOK_JSON_ROW, PROGRAM_HELP};

const struct program_command book_load = {
    .name = "load",
    .arguments = "FILE [TEXT ...]",
    .file = "a book",
    .summary = "merge what \"dump\" printed into a book",
    .text = "Reads the text that \"dump\" prints, from files or from standard input, and merges it "
            "into FILE, which is made if it is not there. Values are computed anew. All is taken "
            "or, after one sentence, nothing: a line that cannot be read, or a proof that "
            "contradicts another, leaves the book as it was.",
    .options = load_options,
    .run = run_load,
};
