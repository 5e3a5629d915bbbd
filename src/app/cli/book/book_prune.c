/* cli/book/book_prune.c - "outflank book prune" and "outflank book subtree": smaller books. */
#include "grow/prune.h"

#include <inttypes.h>

#include "cli/book/book_commands.h"
#include "cli/book/book_files.h"
#include "cli/book/book_growth.h"
#include "cli/json_rows.h"
#include "cli/checked_output.h"

struct args {
    struct book_growth growth; /* its roots and limits */
    bool has_unreached, wants_json;
};

static int end_pruning(const struct prune_count *count, bool wants_json, bool is_copy)
{
    if (wants_json)
        return json_print_counts(is_copy ? "book_subtree" : "book_prune",
                                 (const struct json_count[]){{"kept", count->n_kept},
                                                             {"gone", count->n_gone}, {0}});
    out_printf("%" PRId64 " positions kept, %" PRId64 " %s\n", count->n_kept, count->n_gone,
               is_copy ? "left behind" : "removed");
    return out_flush();
}

static int prune(const struct program_call *call, const char *path,
                 const struct prune_request *request, bool wants_json)
{
    struct book_store *store;
    struct prune_count count;
    struct reason reason;
    int code = book_file_open(call, path, BOOK_STORE_WRITE, &store);
    if (code)
        return code;
    code = prune_run(store, request, &count, &reason) ? end_pruning(&count, wants_json, false)
                                                      : book_file_complain(call, &reason);
    book_store_close(store);
    return code;
}

static int copy(const struct program_call *call, const char *from, const char *to,
                const struct prune_request *request, bool wants_json)
{
    struct book_store *store, *into;
    struct prune_count count;
    struct reason reason;
    int code = book_file_open_fresh(call, from, &store);
    if (code)
        return code;
    code = book_file_open(call, to, BOOK_STORE_CREATE, &into);
    if (!code) {
        code = prune_copy(store, request, into, &count, &reason)
                   ? end_pruning(&count, wants_json, true)
                   : book_file_complain(call, &reason);
        book_file_end(into, code);
    }
    book_store_close(store);
    return code;
}

static int run(const struct program_call *call, int n_files)
{
    struct program_files files;
    struct args args = {.growth = {.selectivity = SELECTIVITY_DEFAULT}};
    struct plan_request request;
    int code = book_file_read_words(call, &args, &files, n_files, n_files);
    code = code || n_files == 1 ? code : book_file_check_other(call, &files);
    code = code ? code : book_growth_request(call, &args.growth, &request);
    if (code)
        return code;
    const struct prune_request pruning = {.roots = request.roots,
                                          .error_cd = request.limits.error_cd,
                                          .least_empties = request.limits.least_empties,
                                          .keeps_unreached = n_files == 1 && !args.has_unreached};
    code = n_files == 1
               ? prune(call, files.paths[0], &pruning, args.wants_json)
               : copy(call, files.paths[0], files.paths[1], &pruning, args.wants_json);
    book_growth_free(&request);
    return code;
}

static int run_prune(const struct program_call *call)
{
    return run(call, 1);
}

static int run_subtree(const struct program_call *call)
{
    return run(call, 2);
}

#define LIMIT_ROWS                                                                               \
    ROW_REAL(growth.error, "error", 0, BOOK_GROWTH_ERROR_MOST, "1000",                           \
             "keep positions on lines that lose at most so many discs, both sides together"),    \
        ROW_INT(growth.least_empties, "least-empties", 0, 0, 60, "0",                            \
                "keep positions with at least N empty squares"),                                 \
        ROW_FILE(growth.from, "from", 0,                                                         \
                 "lines begin at these positions, one or the moves of a game a line, and not "   \
                 "at the start")

static const struct option_row prune_options[] = {
    LIMIT_ROWS,
    ROW_FLAG(has_unreached, "unreached", 0, "remove positions that no line reaches, too"),
    BOOK_JSON_ROW,
    PROGRAM_HELP};

const struct program_command book_prune = {
    .name = "prune",
    .arguments = "FILE",
    .file = "a book",
    .summary = "remove positions that lines within limits do not reach",
    .text = "Removes what \"book grow\" would not add within the same limits. A move that goes "
            "becomes the best move outside where it is, with the value it had, so values stay and "
            "\"book grow\" does not bring it back. Games and what is proved stay.",
    .options = prune_options,
    .run = run_prune,
};

static const struct option_row subtree_options[] = {LIMIT_ROWS, BOOK_JSON_ROW, PROGRAM_HELP};

const struct program_command book_subtree = {
    .name = "subtree",
    .arguments = "FILE INTO",
    .file = "two books",
    .summary = "copy the positions below some into another book",
    .text = "Merges the positions of FILE that lines from the start, or from the positions of "
            "--from, reach within the limits into the book INTO, which is made if it is not there. "
            "FILE stays as it is. Games are not copied.",
    .options = subtree_options,
    .run = run_subtree,
};
