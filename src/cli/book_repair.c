/* cli/book_repair.c - "outflank book check" and "outflank book fix". */
#include <inttypes.h>
#include <sysexits.h>
#include <unistd.h>

#include "book/check_packed.h"
#include "book/fix.h"
#include "cli/book_commands.h"
#include "cli/book_files.h"
#include "cli/output.h"

enum { MAX_TOLD = 20 };

static const struct option_row no_options[] = {PROGRAM_HELP};

/* ---- check ---- */

static void tell(void *user, const char *fault)
{
    int *n_told = user;
    if ((*n_told)++ < MAX_TOLD)
        out_printf("%s\n", fault);
    else if (*n_told == MAX_TOLD + 1)
        out_printf("...\n");
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
    else
        out_printf("%" PRId64 " positions, %" PRId64 " games, %" PRId64 " counts; %" PRId64
                   " fault%s\n", check->n_positions, check->n_games, check->n_counts,
                   check->n_faults, check->n_faults == 1 ? "" : "s");
    book_store_close(store);
    return code;
}

static int check_packed(const struct program_call *call, const char *path,
                        struct book_check *check)
{
    struct packed_book *book;
    struct reason reason;
    if (!packed_open(path, &book, &reason))
        return book_file_complain(call, &reason);
    if (!check_packed_run(book, check))
        out_printf("values were not compared: packing may have left bounds out\n");
    out_printf("%" PRId64 " positions; %" PRId64 " fault%s\n", check->n_positions,
               check->n_faults, check->n_faults == 1 ? "" : "s");
    packed_close(book);
    return 0;
}

static int run_check(const struct program_call *call)
{
    struct program_files files;
    int n_told = 0;
    struct book_check check = {.tell = tell, .user = &n_told};
    int code = program_read(call, NULL, &files);
    code = code ? code : book_file_check_words(call, &files, 1, 1);
    if (code)
        return code;
    code = book_view_is_packed_file(files.paths[0]) ? check_packed(call, files.paths[0], &check)
                                                    : check_working(call, files.paths[0], &check);
    return code ? code : check.n_faults ? 1 : 0;
}

const struct program_command book_check = {
    .name = "check",
    .arguments = "FILE",
    .file = "a book",
    .summary = "prove that a book is whole and its values hold together",
    .text = "Checks all pages, the checksum, types and ranges of each record, every value and "
            "bound against those of the children, and the counts against the games; of a packed "
            "book its pages, order, index, and values. Faults are printed; the exit status is 1 "
            "if there are any.",
    .options = no_options,
    .run = run_check,
};

/* ---- fix ---- */

static int run_fix(const struct program_call *call)
{
    struct program_files files;
    struct book_fix fix;
    struct reason reason;
    int code = program_read(call, NULL, &files);
    code = code ? code : book_file_check_words(call, &files, 1, 1);
    if (code)
        return code;
    if (!book_fix_file(files.paths[0], &fix, &reason)) {
        book_file_complain(call, &reason);
        return access(files.paths[0], F_OK) == 0 ? EX_DATAERR : EX_NOINPUT;
    }
    if (fix.was_damaged)
        out_printf("%s\nthe damaged file is kept as %s.damaged\n", fix.damage.text,
                   files.paths[0]);
    if (fix.n_refused)
        out_printf("%" PRId64 " records were left out: their proofs contradict others\n",
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
    .options = no_options,
    .run = run_fix,
};
