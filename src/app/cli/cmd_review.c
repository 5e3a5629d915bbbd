/* cli/cmd_review.c - the command "review": what each move of games was worth.
 *
 * The main thread reads games and gives them to a pool of jobs (base/jobs.h). Each worker has an
 * engine; games are printed in their order. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "base/jobs.h"
#include "base/replace.h"
#include "base/regular.h"
#include "base/visible.h"
#include "text/games.h"
#include "text/result.h"
#include "cli/game_files.h"
#include "cli/headway.h"
#include "cli/json_rows.h"
#include "cli/checked_output.h"
#include "cli/commands.h"
#include "cli/own_games.h"
#include "cli/review_journal.h"
#include "cli/watch.h"
#include "options/signals.h"
#include "request/forms.h"
#include "request/provenance.h"
#include "report/html.h"
#include "report/report.h"
#include "study/tell.h"

enum { GAMES_EACH = 16 }; /* games that wait behind a slow one, for each worker */

/* A report that goes to a file. */
struct output {
    struct replace file;
    const char *path;  /* NULL: not wanted */
    int64_t n_games;
};

/* A job. */
struct game {
    struct job job;
    int64_t number; /* of all games, from 0 */
    struct review_origin origin;
    struct result end;         /* as the record has it */
    struct review review;
    int sides;                 /* that are judged, bits by ofl_color */
    bool has_crowd;
    struct study_crowd crowd;
};

struct reviewer {
    struct review_settings settings;
    struct game_files files;
    ofl_engine *engines[CLI_MOST_JOBS];
    int n_engines;
    struct jobs *jobs;
    struct watch watch;
    struct output html, csv;
    struct own_games own;
    int people;  /* rating whose moves are told; 0: of nobody */
    bool wants_json, is_quiet;
    int64_t n_read;
    pthread_mutex_t lock;  /* of all that follows */
    bool is_stopped;       /* searches are cut */
    struct review_journal *journal; /* or NULL */
    struct headway headway;
    json_t *refused;      /* [number of the game that comes next, what to print] of each bad text */
    int64_t n_searched, n_printed;
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
    return out_text(&text);
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

/* Prints what could not be read before the game of this number. */
static void print_refused(struct reviewer *reviewer, int64_t number)
{
    while (json_array_size(reviewer->refused)) {
        json_t *first = json_array_get(reviewer->refused, 0);
        if (json_integer_value(json_array_get(first, 0)) > number)
            return;
        worsen(reviewer, json_print(json_incref(json_array_get(first, 1))));
        json_array_remove(reviewer->refused, 0);
    }
}

/* One game of many; of them all is told at the end. */
static void add_own(struct reviewer *reviewer, const struct game *game)
{
    if (study_add(&reviewer->own.study, &game->review, &game->origin, &game->end, game->sides,
                  game->has_crowd ? &game->crowd : NULL))
        return;
    complain("out of memory");
    worsen(reviewer, EX_OSERR);
}

static bool deliver(void *user, struct job *job)
{
    struct reviewer *reviewer = user;
    const struct game *game = (const struct game *)job;
    struct strbuf csv = {0};
    pthread_mutex_lock(&reviewer->lock);
    if (reviewer->html.path && !reviewer->own.is_wanted)
        add_to_page(reviewer, &game->review, &game->origin);
    if (reviewer->csv.path) {
        review_add_csv(&csv, &game->review, &game->origin, game->sides);
        if (csv.length)
            write_output(reviewer, &reviewer->csv, &csv);
    }
    print_refused(reviewer, game->number);
    if (reviewer->own.is_wanted)
        add_own(reviewer, game);
    else if (!reviewer->is_quiet || reviewer->wants_json)
        worsen(reviewer, print(reviewer, &game->review, &game->origin));
    reviewer->n_printed++;
    const bool goes_on = out_flush() == 0 && reviewer->code < EX_OSERR;
    pthread_mutex_unlock(&reviewer->lock);
    return goes_on;
}

/* ---- games ---- */

static void refused(void *user, const char *path, const struct ofl_text_error *error)
{
    struct reviewer *reviewer = user;
    pthread_mutex_lock(&reviewer->lock);
    if (json_array_append_new(reviewer->refused, json_pack(
            "[I, {s:i, s:s, s:{s:s, s:i}, s:s, s:i}]", (json_int_t)reviewer->n_read, "schema",
            JSON_SCHEMA, "type", "review", "error", "message", error->text, "column",
            (int)error->column, "file", visible(path).text, "line", (int)error->line)) != 0)
        worsen(reviewer, EX_OSERR);
    pthread_mutex_unlock(&reviewer->lock);
}

/* Gives all games to the pool, until that or the run ends. False with a reason. */
static bool give_games(struct reviewer *reviewer, struct reason *reason)
{
    struct reading reading;
    struct review_origin origin;
    struct game *game;
    do {
        int sides;
        do {
            if (watch_must_end(&reviewer->watch) ||
                !game_files_next(&reviewer->files, &reading, &origin.file, &origin.index,
                                 &origin.n_in_file))
                return true;
            sides = reviewer->own.is_wanted ? who_sides(&reviewer->own.who, &reading.game)
                                            : REVIEW_BOTH_SIDES;
        } while (!sides);
        game = malloc(sizeof *game);
        if (!game)
            return reason_set(reason, "out of memory");
        game->number = reviewer->n_read++;
        game->origin = origin;
        game->end = result_of(&reading);
        game->sides = sides;
        review_begin(&game->review, &reading.game, &reviewer->settings);
    } while (jobs_give(reviewer->jobs, &game->job));
    return true;
}

/* ---- workers ---- */

struct searcher {
    struct reviewer *reviewer;
    ofl_engine *engine;
};

static int search(void *user, ofl_board board, const struct ofl_limits *limits,
                  struct ofl_result *result, bool *is_stopped)
{
    const struct searcher *searcher = user;
    struct reviewer *reviewer = searcher->reviewer;
    const int code = ofl_search(searcher->engine, board, limits, result);
    pthread_mutex_lock(&reviewer->lock);
    *is_stopped = reviewer->is_stopped;
    if (code == OFL_ERR_NOMEM)
        worsen(reviewer, EX_OSERR);
    headway_tell(&reviewer->headway, reviewer->n_printed, reviewer->n_searched);
    pthread_mutex_unlock(&reviewer->lock);
    return code;
}

/* Does the journal have the game? */
static bool find_kept(struct reviewer *reviewer, struct game *game)
{
    pthread_mutex_lock(&reviewer->lock);
    const bool found = reviewer->journal && review_journal_find(reviewer->journal, &game->review);
    pthread_mutex_unlock(&reviewer->lock);
    return found;
}

/* Keeps what was searched: 1; 0 if it was cut short; -1. */
static int keep(struct reviewer *reviewer, struct game *game, struct reason *reason)
{
    pthread_mutex_lock(&reviewer->lock);
    int code = !reviewer->is_stopped;
    if (code && reviewer->journal &&
        !review_journal_add(reviewer->journal, game->number, &game->review, reason))
        code = -1;
    reviewer->n_searched += code;
    pthread_mutex_unlock(&reviewer->lock);
    return code;
}

/* What follows from the values. 1, or -1. */
static int judge(const struct reviewer *reviewer, struct game *game, ofl_engine *engine,
                 struct reason *reason)
{
    review_judge(&game->review);
    game->has_crowd = reviewer->own.is_wanted &&
                      study_ask(&game->review, game->sides, engine, &game->crowd);
    if (reviewer->own.is_wanted || !reviewer->people ||
        crowd_tell(&game->review, engine, reviewer->people) == OFL_OK)
        return 1;
    reason_set(reason, "--people: %s", ofl_last_error(engine));
    return -1;
}

/* Values of one game, by journal or search. */
static int review_game(void *user, int worker, struct job *job, struct reason *reason)
{
    struct reviewer *reviewer = user;
    struct game *game = (struct game *)job;
    struct searcher searcher = {reviewer, reviewer->engines[worker]};
    int code = 1;
    if (!find_kept(reviewer, game)) {
        const struct ofl_game played = game->review.game;
        review_begin(&game->review, &played, &reviewer->settings);
        code = review_search(&game->review, &(struct review_searcher){.search = search,
                                                                      .user = &searcher});
        if (code != OFL_OK) {
            reason_set(reason, "%s", ofl_last_error(searcher.engine));
            return -1;
        }
        code = keep(reviewer, game, reason);
    }
    return code > 0 ? judge(reviewer, game, searcher.engine, reason) : code;
}

static void stop_searches(void *user)
{
    struct reviewer *reviewer = user;
    pthread_mutex_lock(&reviewer->lock);
    reviewer->is_stopped = true;
    pthread_mutex_unlock(&reviewer->lock);
    for (int i = 0; i < reviewer->n_engines; i++)
        ofl_stop(reviewer->engines[i]);
}

/* ---- the command ---- */

static int make_engines(struct reviewer *reviewer, const struct cli_args *args)
{
    int code = 0;
    while (reviewer->n_engines < args->jobs && !code) {
        ofl_engine *engine = args_create_engine(args, &code);
        if (engine)
            reviewer->engines[reviewer->n_engines++] = engine;
    }
    return code;
}

/* 0, or the exit code. */
static int open_journal(struct reviewer *reviewer, const struct cli_args *args)
{
    struct reason reason;
    if (!args->journal)
        return 0;
    json_t *origin = provenance_of(reviewer->engines[0], args_settings(args), &reason);
    if (origin)
        origin = json_with(origin, "limits", form_review_limits(&reviewer->settings));
    if (origin)
        reviewer->journal = review_journal_open(args->journal, origin, args->mix, &reason);
    json_decref(origin);
    if (!reviewer->journal) {
        complain("--journal: %s", reason.text);
        return code_of(&reason);
    }
    if (review_journal_was_torn(reviewer->journal))
        complain("%s: its last line is half written, and is done again", args->journal);
    return 0;
}

static bool begin_jobs(struct reviewer *reviewer)
{
    const struct jobs_plan plan = {.n_workers = reviewer->n_engines,
                                   .n_most = GAMES_EACH * reviewer->n_engines, .run = review_game,
                                   .deliver = deliver, .stop = stop_searches, .user = reviewer};
    struct reason reason;
    reviewer->jobs = jobs_begin(&plan, &reason);
    if (!reviewer->jobs)
        complain("%s", reason.text);
    return reviewer->jobs != NULL;
}

/* Tells of all games together. */
static void tell_own(struct reviewer *reviewer)
{
    struct own_games *own = &reviewer->own;
    study_end(&own->study, own->rating);
    if (reviewer->html.path) {
        struct strbuf html = {0};
        html_add_value(&html, study_to_json(&own->study, &own->who), true);
        write_output(reviewer, &reviewer->html, &html);
    }
    if (!reviewer->is_quiet || reviewer->wants_json)
        worsen(reviewer, own_games_print(own, reviewer->wants_json));
    worsen(reviewer, out_flush());
    if (own->drills)
        worsen(reviewer, own_games_write_drills(own, reviewer->engines[0], &reviewer->settings,
                                                &reviewer->watch));
}

static int review_all(struct reviewer *reviewer)
{
    struct reason reason;
    int code = 0;
    if (begin_outputs(reviewer)) {
        code = give_games(reviewer, &reason) ? 0 : EX_OSERR;
        if (!jobs_finish(reviewer->jobs, &reason))
            code = code_of(&reason);
        if (!code && !watch_must_end(&reviewer->watch))
            print_refused(reviewer, reviewer->n_read);
        const bool is_whole = !code && reviewer->n_read && reviewer->code < EX_OSERR &&
                              !watch_must_end(&reviewer->watch);
        if (is_whole && reviewer->own.is_wanted)
            tell_own(reviewer);
        end_outputs(reviewer, is_whole);
    }
    headway_end(&reviewer->headway);
    if (code)
        complain("%s", reason.text);
    return code;
}

static int run(struct reviewer *reviewer, const struct cli_args *args)
{
    reviewer->settings = (struct review_settings){
        .depth = args->depth, .exact_empties = args->exact_empties, .move_ms = args->move_ms,
        .nodes = (uint64_t)args->nodes};
    int code = own_games_begin(&reviewer->own, args);
    reviewer->people = args->people;
    code = code ? code : make_engines(reviewer, args);
    if (code)
        return code;
    reviewer->settings = review_complete(reviewer->settings, reviewer->engines[0]);
    if (!game_files_begin(&reviewer->files, args->words, args->n_words, reviewer->is_quiet))
        return EX_OSERR;
    if (reviewer->wants_json) {
        reviewer->refused = json_array();
        reviewer->files.refused = refused;
        reviewer->files.user = reviewer;
    }
    headway_begin(&reviewer->headway, "games", args->quiet, args->n_words > 0);
    if (reviewer->headway.is_shown)
        reviewer->headway.n_all = game_files_count(&reviewer->files);
    if (!begin_jobs(reviewer))
        return EX_OSERR;
    watch_begin_jobs(&reviewer->watch, reviewer->jobs);
    code = open_journal(reviewer, args);
    code = code ? code : review_all(reviewer);
    if (!code && !reviewer->code && !reviewer->files.code && !reviewer->n_read &&
        !watch_must_end(&reviewer->watch)) {
        complain("review: there is no %s in %s",
                 reviewer->files.has_any ? "such game of that player" : "game",
                 args->n_words ? "the files" : "the input");
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

static int review_run(const struct cli_args *args)
{
    struct reviewer *reviewer = calloc(1, sizeof *reviewer);
    if (!reviewer) {
        complain("out of memory");
        return EX_OSERR;
    }
    pthread_mutex_init(&reviewer->lock, NULL);
    reviewer->html.path = args->html;
    reviewer->csv.path = args->csv;
    reviewer->wants_json = args->json;
    reviewer->is_quiet = args->quiet;
    worsen(reviewer, share_output(reviewer) ? run(reviewer, args) : EX_USAGE);
    jobs_free(reviewer->jobs);
    review_journal_close(reviewer->journal);
    own_games_end(&reviewer->own);
    game_files_end(&reviewer->files);
    json_decref(reviewer->refused);
    for (int i = 0; i < reviewer->n_engines; i++)
        ofl_engine_destroy(reviewer->engines[i]);
    pthread_mutex_destroy(&reviewer->lock);
    const int code = reviewer->code;
    free(reviewer);
    return signals_caught() ? 128 + signals_caught() : code;
}

const struct cli_command cmd_review = {
    .name = "review",
    .arguments = "[FILE | FOLDER | MOVES ...]",
    .summary = "tell what each move of games was worth",
    .text = "Reads games in any form, from files, folders, bases of WTHOR or standard input, or "
            "takes moves (f5d6c3) or a link, and values every position, from the last to the "
            "first: exactly from 22 empties on (--exact-empties), by searches of 12 plies before "
            "(--depth, or --level, --nodes, --seconds). Printed are, for each move, the value "
            "before and after it for the side that moved, what it lost, the better move, and the "
            "chance that is left; then what each side gave away. The losses add up to the result. "
            "Exact values are marked with '='.\n\n"
            "Mistakes are marked where a move loses discs and chances: ?! from 2 discs and 3 %, ? "
            "from 4 discs and 6 %, ?? from 10 discs and 12 %; the first eight plies are spared "
            "unless they lose much. A win or draw is missed where exact values or a mistake say "
            "so. Two sentences say what can be counted of it.\n\n"
            "--html FILE writes one page that any browser opens without a network, --csv FILE a "
            "table; - is standard output. --quiet prints nothing beside them. With --journal FILE "
            "a run that was killed goes on where it was, if it is started again with the same "
            "games; without --seconds its reports are the same. A journal of another release, "
            "other weights, book or limits is refused unless --mix is given.\n\n"
            "--player NAME judges one player's moves over all games, and tells of them together: "
            "discs lost a move by phase, colour, opening and time, with the error of each mean; "
            "errors that came again in the same position or its image; the worst moves; his "
            "strength. --drills FILE writes his mistakes as positions for \"outflank drill\". "
            "--people 1500 says how many people of that rating see the better move. "
            "docs/review.md says more.",
    .options = "depth|exact-empties|nodes|seconds|jobs|journal|mix|player|against|since|color|"
               "drawn|drills|people|html|csv|json|quiet",
    .has_engine = true,
    .takes_files = true,
    .max_words = INT_MAX,
    .run = review_run,
};
