/* cli/book/book_repair.c - "outflank book check" and "outflank book fix". */
#include <inttypes.h>
#include <sysexits.h>
#include <unistd.h>

#include "base/visible.h"
#include "book/book_built_in.h"
#include "book/check_packed.h"
#include "book/fix.h"
#include "cli/book/book_commands.h"
#include "cli/book/book_files.h"
#include "cli/json_rows.h"
#include "cli/checked_output.h"

enum { MAX_TOLD = 20 };

struct args {
    bool wants_json;
};

static const struct option_row options[] = {BOOK_JSON_ROW, PROGRAM_HELP};

/* ---- check ---- */

/* What is told of a book: on stdout, or in the list of faults of JSON. */
struct telling {
    int n_told;
    json_t *faults; /* NULL: no JSON */
    bool is_packed, has_values; /* were values compared? */
};

static void tell(void *user, const char *fault)
{
    struct telling *telling = user;
    const int n = telling->n_told++;
    if (telling->faults && n < MAX_TOLD)
        json_array_append_new(telling->faults, json_string(visible(fault).text));
    else if (!telling->faults && n <= MAX_TOLD)
        out_printf("%s\n", n < MAX_TOLD ? fault : "...");
}

/* Gives the list of faults back. */
static int print_check(const struct telling *telling, const struct book_check *check)
{
    const bool has_games = !telling->is_packed;
    return json_print(json_pack(
        "{s:i, s:s, s:b, s:b, s:I, s:I, s:o, s:o*, s:o*}", "schema", JSON_SCHEMA, "type",
        "book_check", "packed", telling->is_packed, "values_compared", telling->has_values,
        "positions", (json_int_t)check->n_positions, "faults", (json_int_t)check->n_faults, "told",
        telling->faults, "games", has_games ? json_integer(check->n_games) : NULL, "counts",
        has_games ? json_integer(check->n_counts) : NULL));
}

static int check_working(const struct program_call *call, const char *path,
                         struct book_check *check)
{
    struct book_store *store;
    struct reason reason;
    int code = book_file_open(call, path, BOOK_STORE_READ, &store);
    if (code)
        return code;
    if (!book_check_run(store, check, &reason))
        code = book_file_complain(call, &reason);
    else if (!check->is_counted && !((const struct telling *)check->user)->faults)
        out_printf("%" PRId64 " fault%s; what lies behind was not looked at\n", check->n_faults,
                   check->n_faults == 1 ? "" : "s");
    else if (!((const struct telling *)check->user)->faults)
        out_printf("%" PRId64 " positions, %" PRId64 " games, %" PRId64 " counts; %" PRId64
                   " fault%s\n", check->n_positions, check->n_games, check->n_counts,
                   check->n_faults, check->n_faults == 1 ? "" : "s");
    book_store_close(store);
    return code;
}

static int check_packed(const struct program_call *call, const char *path,
                        struct book_check *check)
{
    struct telling *telling = check->user;
    struct packed_book *book;
    struct reason reason;
    if (!packed_open(path, &book, &reason))
        return book_file_complain(call, &reason);
    telling->has_values = check_packed_run(book, check);
    if (!telling->has_values && !telling->faults)
        out_printf("values were not compared: packing may have left bounds out\n");
    if (!telling->faults)
        out_printf("%" PRId64 " positions; %" PRId64 " fault%s\n", check->n_positions,
                   check->n_faults, check->n_faults == 1 ? "" : "s");
    packed_close(book);
    return 0;
}

static int run_check(const struct program_call *call)
{
    struct program_files files;
    struct args args = {0};
    struct telling telling = {.has_values = true};
    struct book_check check = {.tell = tell, .user = &telling};
    int code = book_file_read_words(call, &args, &files, 0, 1);
    if (code)
        return code;
    const char *path = book_file_or_built_in(&files);
    telling.faults = args.wants_json ? json_array() : NULL;
    telling.is_packed = book_view_is_packed_file(path);
    code = telling.is_packed ? check_packed(call, path, &check)
                             : check_working(call, path, &check);
    if (code)
        json_decref(telling.faults);
    else if (args.wants_json)
        code = print_check(&telling, &check);
    return code ? code : check.n_faults ? 1 : 0;
}

const struct program_command book_check = {
    .name = "check",
    .arguments = "[FILE]",
    .summary = "prove that a book is whole and its values hold together",
    .text = "Without FILE: the book built in. Checks all pages, the checksum, types and ranges of "
            "each record, every value and bound against those of the children, and the counts "
            "against the games; of a packed book its pages, order, index, and values. Faults are "
            "printed; the exit status is 1 if there are any, and 65 if the file is cut off or "
            "cannot be opened as a book.",
    .options = options,
    .run = run_check,
};

/* ---- fix ---- */

/* "damage" and "kept" only of a damaged book. */
static int print_fix(const struct book_fix *fix)
{
    return json_print(json_pack(
        "{s:i, s:s, s:I, s:I, s:I, s:s*, s:s*}", "schema", JSON_SCHEMA, "type", "book_fix",
        "positions", (json_int_t)fix->n_positions, "games", (json_int_t)fix->n_games, "refused",
        (json_int_t)fix->n_refused, "damage",
        fix->was_damaged ? visible(fix->damage.text).text : NULL, "kept",
        fix->was_damaged ? visible(fix->kept).text : NULL));
}

static int run_fix(const struct program_call *call)
{
    struct program_files files;
    struct args args = {0};
    struct book_fix fix;
    struct reason reason;
    int code = book_file_read_words(call, &args, &files, 1, 1);
    if (code)
        return code;
    if (!book_fix_file(files.paths[0], &fix, &reason)) {
        book_file_complain(call, &reason);
        return book_built_in_is(files.paths[0])      ? EX_CANTCREAT
               : access(files.paths[0], F_OK) == 0 ? EX_DATAERR : EX_NOINPUT;
    }
    if (args.wants_json)
        return print_fix(&fix);
    if (fix.was_damaged)
        out_printf("%s\nthe damaged file is kept as %s\n", fix.damage.text, fix.kept);
    if (fix.n_refused)
        out_printf("%" PRId64 " records contradict others: what they call proved was taken back\n",
                   fix.n_refused);
    out_printf("%" PRId64 " positions and %" PRId64 " games are in the book\n", fix.n_positions,
               fix.n_games);
    return 0;
}

const struct program_command book_fix = {
    .name = "fix",
    .arguments = "FILE",
    .file = "a book",
    .summary = "repair a book",
    .text = "Computes all values and counts anew. If the file or its log is damaged, all positions "
            "and games whose checksum holds are saved into a new file, and the damaged one is kept "
            "as FILE.damaged. No other process may use the book meanwhile.",
    .options = options,
    .run = run_fix,
};
