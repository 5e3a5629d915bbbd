/* cli/book/book_answer.c - "outflank book answer" and "outflank book take". */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "base/clock.h"
#include "cli/book/book_commands.h"
#include "cli/book/book_files.h"
#include "cli/book/book_growth.h"
#include "cli/json_rows.h"
#include "base/lines.h"
#include "cli/checked_output.h"
#include "cli/watch.h"
#include "engine/calls.h"
#include "grow/answerer.h"
#include "options/release.h"
#include "options/signals.h"

struct args {
    struct book_engine engine;
    bool wants_json; /* of "take" */
};

/* Lines of stdin, one after the other. What is wrong with a line is said, and the rest is read. */
struct input {
    const struct program_call *call;
    struct lines *lines;
    int64_t n_refused;
};

static void refuse_line(struct input *input, const struct reason *reason)
{
    input->n_refused++;
    complain("book %s: %s:%zu: %s", input->call->command->name, input->lines->name,
             input->lines->number, reason->text);
}

/* The next line that is not empty: 1, 0 at the end, -1 if it cannot be read. */
static int next_line(struct input *input, const char **text, size_t *length)
{
    for (;;) {
        const enum line_status status = lines_next(input->lines, text, length);
        struct reason reason;
        if (status == LINE_READ && *length > 0)
            return 1;
        if (status == LINE_END)
            return 0;
        if (status == LINE_FAILED) {
            if (errno != EINTR)
                complain("book %s: %s: %s", input->call->command->name, input->lines->name,
                         strerror(errno));
            return -1;
        }
        if (status == LINE_TOO_LONG) {
            reason_set(&reason, "the line is too long");
            refuse_line(input, &reason);
        }
    }
}

/* Opens stdin; the caller frees input->lines. Returns 0, or an exit code after a sentence. */
static int open_input(struct input *input, const struct program_call *call, const char *path,
                      const char *what)
{
    *input = (struct input){.call = call, .lines = malloc(sizeof *input->lines)};
    if (!input->lines) {
        complain("out of memory");
        return EX_OSERR;
    }
    if (lines_open(input->lines, path)) {
        out_say_awaited(path, what);
        return 0;
    }
    complain("book %s: %s: %s", call->command->name, path, errno ? strerror(errno) : "not a file");
    free(input->lines);
    return EX_NOINPUT;
}

static void close_input(struct input *input)
{
    lines_close(input->lines);
    free(input->lines);
}

/* ---- answer ---- */

/* One line. Returns 0, or the exit code that ends the command. */
static int answer_line(struct input *input, struct answerer *answerer, const char *origin,
                       const char *text, size_t length)
{
    struct task task;
    struct answer answer;
    struct reason reason;
    char line[TASK_ANSWER_LINE];
    if (!task_read(text, length, &task, &reason)) {
        refuse_line(input, &reason);
        return 0;
    }
    const int found = answerer_search(answerer, &task, &answer, &reason);
    if (found < 0) {
        book_file_complain(input->call, &reason);
        return EX_SOFTWARE;
    }
    if (found > 0)
        out_printf("%s\n", task_write_answer(&answer, task_id(&task), origin, line));
    return out_flush();
}

/* What request/provenance.h has in rows of JSON; no book and one thread answer tasks. */
static void write_origin(ofl_engine *engine, char origin[TASK_ORIGIN])
{
    const char *commit = release_commit();
    snprintf(origin, TASK_ORIGIN,
             " version=%s commit=%.*s signature=%" PRId64 " weights=%016" PRIx64
             " threads=1 hash=%s", ofl_version(), (int)strcspn(commit, " "), commit,
             release_signature(), engine_network(engine), ofl_get_option(engine, "hash"));
}

static int answer_all(struct input *input, struct answerer *answerer)
{
    struct watch watch;
    const char *text;
    size_t length;
    int more = 0, code = 0;
    char origin[TASK_ORIGIN];
    write_origin(answerer->engine, origin);
    watch_begin(&watch, answerer->engine);
    input->lines->end_fd = signals_fd();
    while (!code && !watch_must_end(&watch) && (more = next_line(input, &text, &length)) > 0)
        code = answer_line(input, answerer, origin, text, length);
    watch_end(&watch);
    if (signals_caught())
        return 128 + signals_caught();
    if (code)
        return code;
    return more < 0 ? EX_IOERR : input->n_refused ? EX_DATAERR : 0;
}

static int run_answer(const struct program_call *call)
{
    struct program_files files;
    struct args args = {0};
    struct input input;
    struct answerer answerer;
    struct reason reason = {.text = ""};
    int code = program_read(call, &args, &files);
    code = code ? code : open_input(&input, call, "-", "tasks are");
    if (code)
        return code;
    ofl_engine *engine = book_growth_engine(&args.engine, &reason);
    if (engine && answerer_init(&answerer, engine, answerer_network(engine), &reason)) {
        code = answer_all(&input, &answerer);
        answerer_free(&answerer);
    } else {
        code = book_file_complain(call, &reason);
    }
    close_input(&input);
    return code;
}

static const struct option_row answer_options[] = {BOOK_ENGINE_ROWS, PROGRAM_HELP};

const struct program_command book_answer = {
    .name = "answer",
    .summary = "answer lines of \"book tasks\", from stdin to stdout",
    .text = "Reads tasks from standard input and writes a line for each to standard output as "
            "soon as it is searched, with one thread. It needs no book and keeps nothing. Lines "
            "that are no tasks are told on standard error and make the exit status 65; the others "
            "are answered.",
    .options = answer_options,
    .run = run_answer,
};

/* ---- take ---- */

enum { COMMIT_MS = 1000, BATCH = 1000 };

/* An answer and where it stood. */
struct taken {
    struct answer answer;
    size_t line;
};

/* Answers are committed in batches. One that contradicts what is proved would undo its whole
 * batch; then the batch is taken again, one by one, and only that line is refused. Where the system
 * fails, so would all that follow: the command ends. */
struct taking {
    struct input input;
    struct book_store *store;
    struct taken *batch; /* of BATCH */
    int n_batch;
    int64_t begin_ms, n_taken, n_new;
    bool wants_json;
    bool has_failed;
};

static bool commit_some(struct taking *taking, int first, int n, struct reason *reason)
{
    int64_t n_new = 0;
    bool is_good = book_store_begin(taking->store, reason);
    if (!is_good)
        return false;
    for (int i = first; i < first + n && is_good; i++) {
        const struct book_record record = task_record_of(&taking->batch[i].answer);
        bool is_new;
        is_good = book_store_merge(taking->store, &record, &is_new, reason);
        n_new += is_good && is_new;
    }
    if (!is_good || !book_store_commit(taking->store, reason)) {
        book_store_rollback(taking->store);
        return false;
    }
    taking->n_taken += n;
    taking->n_new += n_new;
    return true;
}

static void commit_batch(struct taking *taking)
{
    struct reason reason = {.text = ""};
    const int n = taking->n_batch;
    taking->n_batch = 0;
    if (n == 0 || commit_some(taking, 0, n, &reason))
        return;
    for (int i = 0; i < n && reason.kind != REASON_SYSTEM; i++) {
        if (commit_some(taking, i, 1, &reason) || reason.kind == REASON_SYSTEM)
            continue;
        taking->input.n_refused++;
        complain("book take: %s:%zu: %s", taking->input.lines->name, taking->batch[i].line,
                 reason.text);
    }
    taking->has_failed = reason.kind == REASON_SYSTEM;
    if (taking->has_failed)
        book_file_complain(taking->input.call, &reason);
}

static void keep_answer(struct taking *taking, const struct answer *answer)
{
    if (taking->n_batch == 0)
        taking->begin_ms = clock_ms();
    taking->batch[taking->n_batch++] = (struct taken){*answer, taking->input.lines->number};
    if (taking->n_batch == BATCH || clock_ms() - taking->begin_ms >= COMMIT_MS)
        commit_batch(taking);
}

/* Returns an exit code. */
static int take_all(struct taking *taking)
{
    const char *text;
    size_t length;
    int more = 0;
    while (!taking->has_failed && (more = next_line(&taking->input, &text, &length)) > 0) {
        struct answer answer;
        struct reason reason;
        if (task_read_answer(text, length, &answer, &reason))
            keep_answer(taking, &answer);
        else
            refuse_line(&taking->input, &reason);
    }
    if (!taking->has_failed)
        commit_batch(taking);
    int code = 0;
    if (taking->wants_json)
        code = json_print_counts("book_take", (const struct json_count[]){
            {"taken", taking->n_taken}, {"new", taking->n_new},
            {"refused", taking->input.n_refused}, {0}});
    else
        out_printf("%" PRId64 " answers taken, %" PRId64 " new, %" PRId64 " lines refused\n",
                   taking->n_taken, taking->n_new, taking->input.n_refused);
    code = code ? code : out_flush();
    if (code || more < 0 || taking->has_failed)
        return code ? code : EX_IOERR;
    return taking->input.n_refused ? EX_DATAERR : 0;
}

/* Opens the book and takes the answers. */
static int take(struct taking *taking, const char *path)
{
    int code = book_file_open(taking->input.call, path, BOOK_STORE_CREATE, &taking->store);
    if (code)
        return code;
    taking->batch = calloc(BATCH, sizeof *taking->batch);
    if (taking->batch) {
        code = take_all(taking);
    } else {
        complain("out of memory");
        code = EX_OSERR;
    }
    free(taking->batch);
    /* Where nothing was taken, a book made for it goes. */
    book_file_end(taking->store, taking->n_taken ? 0 : EX_DATAERR);
    return code;
}

static int run_take(const struct program_call *call)
{
    struct program_files files;
    struct args args = {0};
    struct taking taking = {.n_batch = 0};
    int code = book_file_read_words(call, &args, &files, 1, 2);
    code = code ? code : open_input(&taking.input, call, files.n > 1 ? files.paths[1] : "-",
                                    "answers are");
    if (code)
        return code;
    taking.wants_json = args.wants_json;
    code = take(&taking, files.paths[0]);
    close_input(&taking.input);
    return code;
}

static const struct option_row take_options[] = {BOOK_JSON_ROW, PROGRAM_HELP};

const struct program_command book_take = {
    .name = "take",
    .arguments = "FILE [ANSWERS]",
    .file = "a book",
    .summary = "add lines of \"book answer\" to a book",
    .text = "Merges answers from the file ANSWERS, or from standard input, into the book, in any "
            "order, twice or in parts. FILE is made if it is not there. They are committed once a "
            "second. Lines that were cut or changed are told on standard error and make the exit "
            "status 65; the others are taken.",
    .options = take_options,
    .run = run_take,
};
