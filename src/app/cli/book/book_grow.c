/* cli/book/book_grow.c - "outflank book grow", "enhance", "fill" and "tasks". */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/visible.h"
#include "book/book_built_in.h"
#include "cli/book/book_commands.h"
#include "cli/book/book_files.h"
#include "cli/book/book_growth.h"
#include "cli/json_rows.h"
#include "cli/checked_output.h"
#include "grow/answerer.h"
#include "grow/grow.h"
#include "options/signals.h"

/* All commands; "tasks" has no rows for the engine. */
struct args {
    struct book_growth growth;
    struct book_engine engine;
    int n_threads, n_seconds, n_positions, n_tasks;
    const char *kind;
    bool is_quiet, wants_json;
};

enum { TIME_TEXT = 32, REPORT_MS = 60000, MOST_THREADS = 256 };

/* ---- grow ---- */

struct growth_run {
    const struct program_call *call;
    const struct args *args;
    bool is_terminal;
    int64_t last_ms; /* of the last line of progress */
};

static ofl_engine *make_engine(void *user, struct reason *reason)
{
    return book_growth_engine(&((struct growth_run *)user)->args->engine, reason);
}

static bool must_end(void *user)
{
    return signals_caught() != 0;
}

/* "45s", "12m 30s", "3h 05m" */
static const char *time_text(int64_t ms, char out[TIME_TEXT])
{
    const int64_t seconds = ms / 1000, minutes = seconds / 60;
    if (seconds < 60)
        snprintf(out, TIME_TEXT, "%" PRId64 "s", seconds);
    else if (minutes < 60)
        snprintf(out, TIME_TEXT, "%" PRId64 "m %02" PRId64 "s", minutes, seconds % 60);
    else
        snprintf(out, TIME_TEXT, "%" PRId64 "h %02" PRId64 "m", minutes / 60, minutes % 60);
    return out;
}

/* A line that stays in its place on a terminal; elsewhere a line a minute. */
static void report(void *user, const struct grow_progress *progress)
{
    struct growth_run *run = user;
    char elapsed[TIME_TEXT], left[TIME_TEXT];
    const int64_t now_ms = clock_ms();
    if (run->args->is_quiet || (!run->is_terminal && now_ms - run->last_ms < REPORT_MS))
        return;
    run->last_ms = now_ms;
    const double seconds = (double)(progress->elapsed_ms > 0 ? progress->elapsed_ms : 1) / 1000;
    fprintf(stderr, "%s%" PRId64 " positions, %" PRId64 " searches, %.2f a second, cost %.2f, "
            "%" PRId64 " to do, %s%s%s%s", run->is_terminal ? "\r\x1b[K" : "",
            progress->n_positions, progress->n_answers, (double)progress->n_answers / seconds,
            progress->priority_cp / 100.0, progress->n_planned,
            time_text(progress->elapsed_ms, elapsed), progress->left_ms >= 0 ? ", left " : "",
            progress->left_ms >= 0 ? time_text(progress->left_ms, left) : "",
            run->is_terminal ? "" : "\n");
    fflush(stderr);
}

static const char *end_text(enum grow_end end, const struct grow_progress *progress)
{
    static const char *const ends[] = {
        [GROW_COMPLETE] = "nothing is left within the limits", [GROW_SECONDS] = "time is over",
        [GROW_POSITIONS] = "the positions are there", [GROW_STOPPED] = "stopped"};
    return end == GROW_SECONDS && progress->n_answers == 0
               ? "time is over: one search takes longer (--depth, --exact, --seconds)"
               : ends[end];
}

static int end_growth(struct growth_run *run, const char *path, enum grow_end end,
                      const struct grow_progress *progress)
{
    char elapsed[TIME_TEXT];
    if (run->is_terminal && !run->args->is_quiet)
        fputs("\r\x1b[K", stderr);
    int code = 0;
    if (run->args->wants_json)
        code = json_print(json_pack(
            "{s:i, s:s, s:o, s:I, s:I, s:f, s:s}", "schema", JSON_SCHEMA, "type", "book_grow",
            "file", json_string(visible(path).text), "positions",
            (json_int_t)progress->n_positions, "searches", (json_int_t)progress->n_answers,
            "seconds", (double)progress->elapsed_ms / 1000, "end", end_text(end, progress)));
    else
        out_printf("%s: %" PRId64 " positions, %" PRId64 " searches in %s, %s\n", path,
                   progress->n_positions, progress->n_answers,
                   time_text(progress->elapsed_ms, elapsed), end_text(end, progress));
    code = code ? code : out_flush();
    return end == GROW_STOPPED ? 128 + signals_caught() : code;
}

static int grow(struct growth_run *run, const char *path, struct book_store *store,
                const struct plan_request *request)
{
    const struct args *args = run->args;
    const struct grow_options options = {
        .request = *request,
        .n_workers = args->n_threads ? args->n_threads : program_count_cores(MOST_THREADS),
        .seconds = args->n_seconds,
        .n_searched = args->n_positions,
        .make_engine = make_engine,
        .must_end = must_end,
        .report = report,
        .user = run,
    };
    struct grow_progress progress;
    struct reason reason = {.text = ""};
    enum grow_end end;
    if (!grow_run(store, &options, &end, &progress, &reason))
        return book_file_complain(run->call, &reason);
    return end_growth(run, path, end, &progress);
}

static enum plan_kind kind_of(const char *name)
{
    return strcmp(name, "grow") == 0 ? PLAN_GROW
           : strcmp(name, "fill") == 0 ? PLAN_FILL : PLAN_ENHANCE;
}

static int run_growth(const struct program_call *call)
{
    const enum plan_kind kind = kind_of(call->command->name);
    struct program_files files;
    struct args args = {0};
    struct book_store *store;
    struct plan_request request;
    int code = book_file_read_words(call, &args, &files, 1, 1);
    code = code ? code : book_growth_request(call, &args.growth, &request);
    if (code)
        return code;
    code = book_file_open(call, files.paths[0],
                          kind == PLAN_GROW ? BOOK_STORE_CREATE : BOOK_STORE_WRITE, &store);
    if (!code) {
        struct growth_run run = {.call = call, .args = &args, .last_ms = clock_ms(),
                                 .is_terminal = isatty(STDERR_FILENO)};
        request.kind = kind;
        signals_install();
        code = grow(&run, files.paths[0], store, &request);
        book_file_end(store, signals_caught() ? 0 : code); /* a book that was stopped is one */
    }
    book_growth_free(&request);
    return code;
}

static const struct option_row grow_options[] = {
    ROW_INT(n_seconds, "seconds", 's', 0, 1000000000, "0", "end after N seconds; 0: no limit"),
    ROW_INT(n_positions, "positions", 'p', 0, 2000000000, "0",
            "end when the book has N searched positions; 0: no limit"),
    BOOK_GROWTH_ROWS,
    ROW_INT(n_threads, "threads", 't', 0, MOST_THREADS, "0", "searches at once; 0: one a core"),
    BOOK_ENGINE_ROWS,
    ROW_FLAG(is_quiet, "quiet", 'q', "no progress on standard error"),
    BOOK_JSON_ROW,
    PROGRAM_HELP};

const struct program_command book_grow = {
    .name = "grow",
    .arguments = "FILE",
    .file = "a book",
    .summary = "search the positions that matter most, and add them",
    .text = "Makes FILE from the start position, or goes on with the book that is there: the "
            "cheapest moves outside first, by plies and by the discs that both sides lost on the "
            "way (docs/growing.md, \"Growing\"). It ends at a limit, at a signal, or when "
            "nothing is left within the limits. It may be killed at any moment: answers are "
            "committed once a second. The same command goes on where it ended.",
    .options = grow_options,
    .run = run_growth,
};

const struct program_command book_enhance = {
    .name = "enhance",
    .arguments = "FILE",
    .file = "a book",
    .summary = "search again what is shallow or of an older network",
    .text = "Searches again what the values of a book rest on: positions and moves at its edge "
            "whose search is shallower than --depth, --exact and --selectivity say, or was made "
            "with an older network. The cheapest lines come first, as in \"book grow\". Deeper "
            "searches are kept, other programs' too, and whatever a person set.",
    .options = grow_options,
    .run = run_growth,
};

const struct program_command book_fill = {
    .name = "fill",
    .arguments = "FILE",
    .file = "a book",
    .summary = "search positions that lead back into the book",
    .text = "Adds positions between two positions of a book: those after a move outside whose "
            "reply is in the book. Lines that reach the same position by other moves are then "
            "known. It goes on until none is left.",
    .options = grow_options,
    .run = run_growth,
};

/* ---- tasks ---- */

/* `store` is NULL for a book that is not there yet. */
static int print_tasks(const struct program_call *call, const struct args *args,
                       struct book_store *store, const struct plan_request *request)
{
    struct graph graph = {0};
    struct plan plan = {0};
    struct reason reason = {.text = ""};
    const bool is_good =
        (!store || grow_load(&graph, store, &reason)) &&
        plan_make(&plan, &graph, request, &reason);
    graph_free(&graph);
    for (size_t i = 0; i < plan.n && i < (size_t)args->n_tasks; i++) {
        char line[TASK_LINE];
        out_printf("%s\n", task_write(&plan.entries[i].task, line));
    }
    plan_free(&plan);
    return is_good ? out_flush() : book_file_complain(call, &reason);
}

/* What the answers of this program will say of their network: needed to know what is older. */
static int find_network(const struct program_call *call, uint32_t *network)
{
    struct reason reason = {.text = ""};
    ofl_engine *engine = book_growth_engine(&(struct book_engine){.hash_mib = 1}, &reason);
    if (!engine)
        return book_file_complain(call, &reason);
    *network = answerer_network(engine);
    ofl_engine_destroy(engine);
    return 0;
}

static int run_tasks(const struct program_call *call)
{
    struct program_files files;
    struct args args = {0};
    struct book_store *store = NULL;
    struct plan_request request;
    int code = book_file_read_words(call, &args, &files, 1, 1);
    code = code ? code : book_growth_request(call, &args.growth, &request);
    if (code)
        return code;
    request.kind = kind_of(args.kind);
    if (request.kind == PLAN_ENHANCE)
        code = find_network(call, &request.network);
    if (!code && (book_built_in_is(files.paths[0]) || access(files.paths[0], F_OK) == 0 ||
                  errno != ENOENT))
        code = book_file_open_fresh(call, files.paths[0], &store);
    if (!code) {
        code = print_tasks(call, &args, store, &request);
        book_store_close(store);
    }
    book_growth_free(&request);
    return code;
}

static const struct option_row tasks_options[] = {
    ROW_INT(n_tasks, "count", 'n', 1, 2000000000, "1000", "at most N lines"),
    {.name = "for", .argument = "COMMAND", .choices = "grow|enhance|fill",
     .default_value = "grow", .help = "what the answers are for", .type = OPTION_WORD,
     PROGRAM_FIELD(kind, const char *)},
    BOOK_GROWTH_ROWS,
    PROGRAM_HELP};

const struct program_command book_tasks = {
    .name = "tasks",
    .arguments = "FILE",
    .file = "a book",
    .summary = "write the next searches as lines, for other machines",
    .text = "Writes what \"book grow\", or the command of --for, would search next, the most "
            "urgent first, a line each. "
            "\"book answer\" answers lines anywhere, \"book take\" adds the answers to the book "
            "(docs/growing.md, \"Many machines\"). A FILE that is not there yet asks for the start "
            "position.",
    .options = tasks_options,
    .run = run_tasks,
};
