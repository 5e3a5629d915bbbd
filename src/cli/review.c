/* cli/review.c - the command "review": what each move of games was worth. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/replace.h"
#include "base/regular.h"
#include "board/games.h"
#include "cli/args.h"
#include "cli/game_files.h"
#include "cli/json.h"
#include "cli/output.h"
#include "cli/review_settings.h"
#include "cli/watch.h"
#include "expand/answerer.h"
#include "protocol/signals.h"
#include "review/batch.h"
#include "review/html.h"

enum { MOST_JOBS = 256 };

/* A report that goes to a file. */
struct output {
    struct replace file;
    const char *path;  /* NULL: not wanted */
    int64_t n_games;
};

struct reviewer {
    struct review_settings settings;
    struct game_files files;
    ofl_engine *engines[MOST_JOBS];
    int n_engines;
    struct watch watch;
    struct output html, csv;
    bool wants_json, is_quiet, shows_progress;
    int64_t n_games, n_printed, begin_ms, told_ms;
    int code; /* of the run so far; the gravest wins */
};

static void worsen(struct reviewer *reviewer, int code)
{
    if (code > reviewer->code)
        reviewer->code = code;
}

/* ---- reports ---- */

static bool begin_output(struct reviewer *reviewer, struct output *output)
{
    if (!output->path || replace_begin_output(&output->file, output->path))
        return true;
    complain("%s: %s", output->path, regular_problem(errno));
    output->path = NULL;
    worsen(reviewer, EX_CANTCREAT);
    return false;
}

/* Sends the text to the file and frees it. */
static bool write_output(struct reviewer *reviewer, struct output *output, struct strbuf *text)
{
    const bool is_good = !text->is_failed &&
                         replace_write(output->file.fd, text->data, text->length);
    if (!is_good) {
        complain("%s: %s", output->path, text->is_failed ? "out of memory" : strerror(errno));
        replace_abandon(&output->file);
        output->path = NULL;
        worsen(reviewer, EX_IOERR);
    }
    strbuf_free(text);
    return is_good;
}

static bool begin_outputs(struct reviewer *reviewer)
{
    struct strbuf html = {0}, csv = {0};
    if (!begin_output(reviewer, &reviewer->html) || !begin_output(reviewer, &reviewer->csv))
        return false;
    html_add_begin(&html);
    review_add_csv_head(&csv);
    bool is_good = !reviewer->html.path || write_output(reviewer, &reviewer->html, &html);
    is_good = is_good && (!reviewer->csv.path || write_output(reviewer, &reviewer->csv, &csv));
    if (!reviewer->html.path)
        strbuf_free(&html);
    if (!reviewer->csv.path)
        strbuf_free(&csv);
    return is_good;
}

static void end_output(struct reviewer *reviewer, struct output *output, bool is_whole)
{
    if (!output->path)
        return;
    if (!is_whole) {
        replace_abandon(&output->file);
    } else if (!replace_commit(&output->file)) {
        complain("%s: %s", output->path, strerror(errno));
        worsen(reviewer, EX_IOERR);
    }
}

static void end_outputs(struct reviewer *reviewer, bool is_whole)
{
    struct strbuf html = {0};
    html_add_end(&html);
    if (!is_whole || !reviewer->html.path)
        strbuf_free(&html);
    else
        write_output(reviewer, &reviewer->html, &html);
    end_output(reviewer, &reviewer->html, is_whole);
    end_output(reviewer, &reviewer->csv, is_whole);
}

static int print(const struct reviewer *reviewer, const struct review *review,
                 const struct review_origin *origin)
{
    struct strbuf text = {0};
    if (reviewer->wants_json)
        return json_print(review_to_json(review, origin));
    if (reviewer->n_printed)
        strbuf_add(&text, "\n");
    review_add_text(&text, review, origin);
    const int code = text.is_failed ? EX_OSERR : 0;
    if (code)
        complain("out of memory");
    else
        out_printf("%s", text.data);
    strbuf_free(&text);
    return code;
}

static void add_to_page(struct reviewer *reviewer, const struct review *review,
                        const struct review_origin *origin)
{
    struct strbuf text = {0};
    struct output *html = &reviewer->html;
    html->n_games++;
    if (html->n_games <= HTML_MOST_GAMES) {
        html_add_game(&text, review, origin, html->n_games == 1);
        write_output(reviewer, html, &text);
    } else if (html->n_games == HTML_MOST_GAMES + 1) {
        complain("%s: takes the first %d games; the others are left out", html->path,
                 (int)HTML_MOST_GAMES);
    }
}

static bool take(void *user, const struct review *review, const struct batch_game *game)
{
    struct reviewer *reviewer = user;
    struct strbuf csv = {0};
    if (reviewer->html.path)
        add_to_page(reviewer, review, &game->origin);
    if (reviewer->csv.path) {
        review_add_csv(&csv, review, &game->origin);
        if (csv.length)
            write_output(reviewer, &reviewer->csv, &csv);
    }
    if (!reviewer->is_quiet || reviewer->wants_json)
        worsen(reviewer, print(reviewer, review, &game->origin));
    reviewer->n_printed++;
    return out_flush() == 0 && reviewer->code < EX_OSERR;
}

/* ---- games ---- */

static bool next(void *user, struct batch_game *game)
{
    struct reviewer *reviewer = user;
    struct reading reading;
    if (!game_files_next(&reviewer->files, &reading, &game->origin.file, &game->origin.index,
                         &game->origin.n_in_file))
        return false;
    game->game = reading.game;
    return true;
}

/* ---- progress ---- */

static void tell(struct reviewer *reviewer, int64_t n_done, int64_t n_searched)
{
    enum { EVERY_MS = 1000 };
    const int64_t now_ms = clock_ms();
    if (now_ms - reviewer->told_ms < EVERY_MS)
        return;
    reviewer->told_ms = now_ms;
    const int64_t spent_ms = now_ms - reviewer->begin_ms;
    fprintf(stderr, "\r\033[K%" PRId64 " of %" PRId64 " games", n_done, reviewer->n_games);
    if (n_searched > 0) {
        const int64_t each_ms = spent_ms / n_searched;
        const int64_t left_s = each_ms * (reviewer->n_games - n_done) / 1000;
        fprintf(stderr, ", %" PRId64 ".%" PRId64 " s each, %" PRId64 ":%02" PRId64 " left",
                each_ms / 1000, each_ms % 1000 / 100, left_s / 60, left_s % 60);
    }
}

static bool must_end(void *user, int64_t n_done, int64_t n_searched)
{
    struct reviewer *reviewer = user;
    if (reviewer->shows_progress)
        tell(reviewer, n_done, n_searched);
    return watch_must_end(&reviewer->watch);
}

static bool is_cut(void *user)
{
    return watch_must_end(&((struct reviewer *)user)->watch);
}

/* ---- the command ---- */

static int make_engines(struct reviewer *reviewer, const struct cli_args *args)
{
    const struct number_range jobs = {.min = 1, .max = MOST_JOBS};
    int64_t n = 1;
    int code = 0;
    if (args->has[OPT_JOBS] && !args_read_number("--jobs", args->value[OPT_JOBS], &jobs, &n))
        return EX_USAGE;
    while (reviewer->n_engines < n && !code) {
        ofl_engine *engine = args_create_engine(args, &code);
        if (engine)
            reviewer->engines[reviewer->n_engines++] = engine;
    }
    return code;
}

/* One line of all that values depend on: a journal of another is refused. */
static void describe(const struct reviewer *reviewer, char *text, size_t size)
{
    static const char *const names[] = {"level", "selectivity", "score-rule", "evaluation",
                                        "steady-scores", "threads"};
    const struct review_settings *settings = &reviewer->settings;
    ofl_engine *engine = reviewer->engines[0];
    int n = snprintf(text, size, "outflank %s network %08" PRIx32 " depth %d exact-empties %d "
                     "nodes %" PRIu64 " ms %" PRId64, ofl_version(), answerer_network(engine),
                     settings->depth, settings->exact_empties, settings->nodes, settings->move_ms);
    for (size_t i = 0; i < sizeof names / sizeof *names && n > 0 && (size_t)n < size; i++)
        n += snprintf(text + n, size - (size_t)n, " %s %s", names[i],
                      ofl_get_option(engine, names[i]));
}

static bool open_journal(const struct reviewer *reviewer, const char *path,
                         struct review_journal **journal)
{
    char settings[REASON_SIZE / 2];
    struct reason reason;
    *journal = NULL;
    if (!path)
        return true;
    describe(reviewer, settings, sizeof settings);
    *journal = review_journal_open(path, settings, &reason);
    if (*journal)
        return true;
    complain("--journal: %s", reason.text);
    return false;
}

static int review_all(struct reviewer *reviewer, const char *journal_path)
{
    struct review_journal *journal;
    struct reason reason;
    if (!open_journal(reviewer, journal_path, &journal))
        return EX_DATAERR;
    const struct batch batch = {
        .settings = reviewer->settings, .engines = reviewer->engines,
        .n_workers = reviewer->n_engines, .journal = journal, .next = next, .take = take,
        .must_end = must_end, .is_cut = is_cut, .user = reviewer,
    };
    reviewer->begin_ms = reviewer->told_ms = clock_ms();
    int code = 0;
    if (begin_outputs(reviewer)) {
        code = batch_run(&batch, &reason);
        end_outputs(reviewer, code == OFL_OK && reviewer->files.has_any &&
                                  !watch_must_end(&reviewer->watch));
    }
    if (reviewer->shows_progress)
        fputs("\r\033[K", stderr);
    if (code)
        complain("%s", reason.text);
    review_journal_close(journal);
    return !code ? 0 : code == OFL_ERR_NOMEM ? EX_OSERR : EX_DATAERR;
}

static int run(struct reviewer *reviewer, const struct cli_args *args)
{
    int code = review_read_settings(args, &reviewer->settings);
    code = code ? code : make_engines(reviewer, args);
    if (code)
        return code;
    review_set_rule(&reviewer->settings, reviewer->engines[0]);
    if (!game_files_begin(&reviewer->files, args->words, args->n_words, reviewer->is_quiet))
        return EX_OSERR;
    if (reviewer->shows_progress)
        reviewer->n_games = game_files_count(&reviewer->files);
    watch_begin(&reviewer->watch, reviewer->engines[0]);
    code = review_all(reviewer, args->value[OPT_JOURNAL]);
    if (!code && !reviewer->code && !reviewer->files.code && !reviewer->files.has_any &&
        !watch_must_end(&reviewer->watch)) {
        complain("review: there is no game in %s", args->n_words ? "the files" : "the input");
        code = EX_DATAERR;
    }
    watch_end(&reviewer->watch);
    worsen(reviewer, reviewer->files.code);
    return code;
}

/* Which of the reports go to standard output ("-")? Only one can; then nothing else is printed. */
static bool share_output(struct reviewer *reviewer)
{
    const bool has_html = reviewer->html.path && strcmp(reviewer->html.path, "-") == 0;
    const bool has_csv = reviewer->csv.path && strcmp(reviewer->csv.path, "-") == 0;
    if (has_html + has_csv + reviewer->wants_json > 1) {
        complain("only one of --json, --html - and --csv - can be on standard output");
        return false;
    }
    reviewer->is_quiet |= has_html || has_csv;
    return true;
}

int review_run(const struct cli_args *args)
{
    struct reviewer *reviewer = calloc(1, sizeof *reviewer);
    if (!reviewer) {
        complain("out of memory");
        return EX_OSERR;
    }
    reviewer->html.path = args->value[OPT_HTML];
    reviewer->csv.path = args->value[OPT_CSV];
    reviewer->wants_json = args->has[OPT_JSON];
    reviewer->is_quiet = args->has[OPT_QUIET];
    reviewer->shows_progress = !args->has[OPT_QUIET] && isatty(STDERR_FILENO) && args->n_words;
    worsen(reviewer, share_output(reviewer) ? run(reviewer, args) : EX_USAGE);
    game_files_end(&reviewer->files);
    for (int i = 0; i < reviewer->n_engines; i++)
        ofl_engine_destroy(reviewer->engines[i]);
    const int code = reviewer->code;
    free(reviewer);
    return signals_caught() ? 128 + signals_caught() : code;
}
