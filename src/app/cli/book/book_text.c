/* cli/book/book_text.c - "outflank book dump" and "outflank book load": a book as text. */
#include <inttypes.h>
#include <limits.h>

#include "book/book_games.h"
#include "book/book_lines.h"
#include "book/packed_record.h"
#include "cli/book/book_commands.h"
#include "cli/book/book_files.h"
#include "cli/json_rows.h"
#include "cli/checked_output.h"
#include "request/forms.h"

struct args {
    int people;
    bool wants_counts, wants_json;
};

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
    book_lines_write_game(game, line);
    out_printf("%s\n", line);
    return true;
}

static bool dump_count(void *user, ofl_board key, const struct book_counts *counts,
                       struct reason *reason)
{
    char line[BOOK_LINE_SIZE];
    const struct book_count count = {key, counts->wins + counts->draws + counts->losses};
    book_lines_write_count(&count, line);
    out_printf("%s\n", line);
    return true;
}

/* It is rounded down where it is large. */
static bool dump_packed_count(void *user, const struct packed_entry *entry, struct reason *reason)
{
    char line[BOOK_LINE_SIZE];
    const struct book_count count = {entry->board, entry->n_games};
    if (!count.n_games)
        return true;
    *(bool *)user = true;
    book_lines_write_count(&count, line);
    out_printf("%s\n", line);
    return true;
}

/* What people played, of each position that enough games came to. */
struct people {
    struct book_view *view;
    uint64_t least;
};

static bool dump_people(void *user, ofl_board key, const struct book_counts *counts,
                        struct reason *reason)
{
    const struct people *people = user;
    struct book_played played[OFL_MAX_MOVES];
    char board[OFL_BOARD_TEXT];
    if ((uint64_t)counts->wins + counts->draws + counts->losses < people->least)
        return true;
    const int n = book_view_played(people->view, key, played, reason);
    if (n <= 0)
        return n == 0;
    return json_print(json_pack("{s:i, s:s, s:s, s:o}", "schema", JSON_SCHEMA, "type",
                                "book_people", "position",
                                ofl_position_to_text((ofl_position){key, OFL_BLACK}, board),
                                "people", form_played(played, n))) == 0 ||
           reason_set(reason, "out of memory");
}

static bool dump(struct book_view *view, const struct args *args, struct reason *reason)
{
    struct book_store *store = book_view_store(view);
    struct people people = {view, (uint64_t)args->people};
    const bool wants_counts = args->wants_counts;
    bool has_counts = false;
    if (args->people && store)
        return book_games_walk_counts(store, dump_people, &people, reason);
    if (args->people)
        return reason_set(reason, "a packed book does not know who won its games");
    if (wants_counts && store)
        return book_games_walk_counts(store, dump_count, NULL, reason);
    if (wants_counts)
        return packed_walk(book_view_packed(view), dump_packed_count, &has_counts, reason) &&
               (has_counts || reason_set(reason, "the packed book has no counts of games"));
    out_printf("%s", book_lines_head);
    return book_view_walk(view, 0, BOOK_MAX_EMPTIES, dump_record, view, reason) &&
           (!store || book_games_walk(store, dump_game, NULL, reason));
}

static int run_dump(const struct program_call *call)
{
    struct program_files files;
    struct args args = {0};
    struct book_view *view;
    struct reason reason;
    int code = book_file_read_words(call, &args, &files, 1, 1);
    code = code ? code : book_file_open_view(call, files.paths[0], &view);
    if (code)
        return code;
    if (!dump(view, &args, &reason))
        code = book_file_complain(call, &reason);
    book_view_close(view);
    return code;
}

static const struct option_row dump_options[] = {
    ROW_FLAG(wants_counts, "counts", 0, "how many games came to each position, instead"),
    ROW_INT(people, "people", 0, 0, 1000000, "0",
            "what people played where so many games came, as JSON for the page, instead"),
    PROGRAM_HELP,
};

const struct program_command book_dump = {
    .name = "dump",
    .arguments = "FILE",
    .file = "a book",
    .summary = "print a book as text",
    .text = "Prints one position or game a line, fields parted by tabs (docs/book.md, \"Text\"). "
            "Two books with the same content give the same text. Of a packed book the lines come "
            "in the order of its file; it has no games, but perhaps counts, large ones rounded "
            "down.",
    .options = dump_options,
    .run = run_dump,
};

/* ---- load ---- */

struct load {
    const struct program_files *files;
    struct book_store *store;
    int64_t n_positions, n_games, n_new; /* lines read; those that changed the book */
};

static bool take_line(void *user, const struct book_line *line, struct reason *reason)
{
    struct load *load = user;
    bool is_new = false;
    if (line->kind == BOOK_LINE_POSITION) {
        if (!book_store_merge(load->store, &line->record, &is_new, reason))
            return false;
        load->n_positions++;
    } else if (line->kind == BOOK_LINE_GAME) {
        const int added = book_games_add(load->store, &line->game, reason);
        if (added < 0)
            return false;
        is_new = added;
        load->n_games++;
    } else if (line->kind == BOOK_LINE_COUNT) {
        return reason_set(reason, "counts follow from games; \"pack --counts\" takes them alone");
    }
    load->n_new += is_new;
    return true;
}

static int load_all(const struct program_call *call, struct book_store *store, void *user)
{
    struct load *load = user;
    int code = 0;
    load->store = store;
    for (int i = 1; i < load->files->n && !code; i++)
        code = book_file_read_lines(call, load->files->paths[i], take_line, load);
    return code || load->files->n > 1 ? code : book_file_read_lines(call, "-", take_line, load);
}

static int run_load(const struct program_call *call)
{
    struct program_files files;
    struct args args = {0};
    struct load load = {.files = &files};
    int code = book_file_read_words(call, &args, &files, 1, INT_MAX);
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
