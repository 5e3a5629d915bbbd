/* cli/analyze_stream.c - "analyze" as a filter: a result for each position, in the input's order.
 *
 * The main thread reads positions and gives them to a pool of jobs (base/jobs.h). Each worker has
 * an engine, which forgets everything between two jobs: what is found does not depend on how many
 * there are. A position that cannot be read has a result, too: the error. */
#include "cli/analyze_stream.h"

#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "analysis/analysis_json.h"
#include "base/jobs.h"
#include "text/games.h"
#include "cli/game_files.h"
#include "cli/headway.h"
#include "cli/json_rows.h"
#include "cli/checked_output.h"
#include "cli/results.h"
#include "cli/verdict.h"
#include "cli/watch.h"
#include "options/signals.h"
#include "request/provenance.h"

enum { JOBS_EACH = 8 }; /* so many may wait behind a slow one, for each engine */

struct stream {
    const struct analyze_request *request;
    struct jobs *jobs;
    ofl_engine **engines; /* one a worker */
    int n_engines;
    json_t *provenance;
    struct results results; /* of --out */
    bool has_results;
    struct watch watch;
    struct headway headway;
    bool is_refused;        /* the results of an earlier run are not of this input */
    bool has_said_note;
    uint64_t n_read;        /* positions of all parts, those that cannot be read included */
    uint64_t n_told;        /* results */
    uint64_t n_wrong;       /* positions where the file gives a wrong score, kept ones included */
    int64_t n_delivered, n_kept; /* positions of this part: now, and by an earlier run */
    int code, deliver_code; /* of the main thread, of deliveries; the gravest wins */
};

/* A job: a position, and what is known of it. */
struct item {
    struct job job;
    uint64_t index;  /* from 1 */
    const char *file;
    size_t line;
    bool is_bad;
    struct ofl_text_error error;
    struct ofl_obf obf;     /* with the scores that the file gives */
    struct verdict verdict; /* of them */
    struct found found;
    char id[];       /* the record's own, or "" */
};

static void worsen(int *code, int with)
{
    if (with > *code)
        *code = with;
}

/* ---- results ---- */

/* Adds what stands in every result. */
static json_t *add_origin(const struct stream *stream, const struct item *item, json_t *value)
{
    value = json_with_all(value, json_pack("{s:I, s:s, s:I}", "index", (json_int_t)item->index,
                                           "file", item->file, "line", (json_int_t)item->line));
    if (item->id[0])
        value = json_with(value, "id", json_string(item->id));
    return json_with_all(value, json_incref(stream->provenance));
}

static json_t *make_json(const struct stream *stream, const struct item *item)
{
    if (!item->is_bad)
        return verdict_add_json(
            add_origin(stream, item, stream->request->kind->to_json(&item->found)),
            &item->verdict);
    return add_origin(stream, item, json_pack("{s:i, s:{s:s, s:i}}", "schema", JSON_SCHEMA,
                                              "error", "message", item->error.text, "column",
                                              (int)item->error.column));
}

static char *make_text(const struct stream *stream, const struct item *item)
{
    struct strbuf text = {0};
    strbuf_addf(&text, "%4llu  ", (unsigned long long)item->index);
    stream->request->kind->to_text(stream->request, &text, &item->found);
    verdict_add_text(&text, &item->verdict);
    char *copy = text.is_failed ? NULL : strdup(text.data);
    strbuf_free(&text);
    return copy;
}

/* To the file or to stdout. False if it cannot be written, after saying why. */
static bool write_line(struct stream *stream, const char *line)
{
    struct reason reason;
    if (!stream->has_results) {
        out_printf("%s\n", line);
        worsen(&stream->deliver_code, out_flush());
    } else if (!results_add(&stream->results, line, &reason)) {
        complain("%s", reason.text);
        worsen(&stream->deliver_code, EX_IOERR);
    }
    return stream->deliver_code == 0 || stream->deliver_code == EX_DATAERR;
}

static void add_up(struct totals *totals, const struct item *item)
{
    const struct ofl_result *result = &item->found.analysis.result;
    if (!totals)
        return;
    totals->positions += !item->is_bad;
    totals->checked += item->verdict.is_checked;
    totals->wrong += item->verdict.is_wrong;
    totals->unsolved += !item->is_bad && !result->lines[0].solved;
    totals->nodes += result->nodes;
}

static bool tell(struct stream *stream, struct item *item)
{
    const bool wants_json = stream->request->wants_json;
    if (!item->is_bad)
        item->verdict = verdict_of_analysis(&item->obf, &item->found.analysis,
                                            item->found.has_ties);
    add_up(stream->request->totals, item);
    if (item->is_bad && !wants_json)
        return true;
    stream->n_wrong += item->verdict.is_wrong;
    char *line = wants_json ? json_to_text(make_json(stream, item)) : make_text(stream, item);
    if (!line) {
        complain("out of memory");
        worsen(&stream->deliver_code, EX_OSERR);
        return false;
    }
    const bool is_written = write_line(stream, line);
    stream->n_told += is_written;
    free(line);
    return is_written;
}

static bool deliver(void *user, struct job *job)
{
    struct stream *stream = user;
    const bool goes_on = tell(stream, (struct item *)job);
    stream->n_delivered++;
    headway_tell(&stream->headway, stream->n_kept + stream->n_delivered, stream->n_delivered);
    return goes_on;
}

/* ---- workers ---- */

static int analyze_item(void *user, int worker, struct job *job, struct reason *reason)
{
    struct stream *stream = user;
    struct item *item = (struct item *)job;
    ofl_engine *engine = stream->engines[worker];
    if (item->is_bad)
        return 1;
    ofl_new_game(engine);
    if (stream->request->kind->search(stream->request, engine, &item->found) == OFL_OK)
        return 1;
    reason_set(reason, "%s:%zu: %s", item->file, item->line, ofl_last_error(engine));
    return -1;
}

static void stop_engines(void *user)
{
    struct stream *stream = user;
    for (int i = 0; i < stream->n_engines; i++)
        ofl_stop(stream->engines[i]);
}

/* The pool with its engines, and what all results say of them. False after saying why. */
static bool begin_jobs(struct stream *stream)
{
    const struct analyze_request *request = stream->request;
    const struct jobs_plan plan = {.n_workers = request->jobs, .n_most = JOBS_EACH * request->jobs,
                                   .run = analyze_item, .deliver = deliver, .stop = stop_engines,
                                   .user = stream};
    struct reason reason = {.text = "out of memory"};
    stream->engines = calloc((size_t)request->jobs, sizeof *stream->engines);
    while (stream->engines && stream->n_engines < request->jobs) {
        ofl_engine *engine = args_create_engine(request->args, &stream->code);
        if (!engine)
            return false;
        stream->engines[stream->n_engines++] = engine;
    }
    if (stream->engines)
        stream->provenance = analyze_provenance(request, stream->engines[0], &reason);
    if (stream->provenance)
        stream->jobs = jobs_begin(&plan, &reason);
    if (!stream->jobs) {
        complain("%s", reason.text);
        stream->code = EX_OSERR;
    }
    return stream->jobs != NULL;
}

/* Waits until all is delivered. */
static void finish_jobs(struct stream *stream)
{
    struct reason reason;
    if (jobs_finish(stream->jobs, &reason))
        return;
    complain("%s", reason.text);
    worsen(&stream->code, EX_OSERR);
}

/* ---- going on with results of an earlier run ---- */

/* Was the kept result made of this position, by such a program, within these limits? */
static bool is_of(const struct stream *stream, const json_t *kept, const json_t *now,
                  struct reason *reason)
{
    static const char *const of_input[] = {"index", "position", "error", "id"};
    if (!stream->request->mixes && !provenance_is_same(kept, now, reason))
        return false;
    for (size_t i = 0; i < sizeof of_input / sizeof *of_input; i++) {
        const json_t *a = json_object_get(kept, of_input[i]);
        const json_t *b = json_object_get(now, of_input[i]);
        if (a != b && !(a && b && json_equal(a, b)))
            return reason_set(reason, "the input has another position there: another file, or "
                              "another --part");
    }
    return true;
}

/* 1: the position has a result from an earlier run; 0: none is left; -1 after saying why the two do
 * not fit. */
static int find_kept(struct stream *stream, const struct item *item)
{
    json_t *kept = NULL;
    struct reason reason = {.text = ""};
    int found = stream->has_results ? results_next(&stream->results, &kept, &reason) : 0;
    if (found > 0) {
        json_t *now = make_json(stream, item);
        if (!now || !is_of(stream, kept, now, &reason)) {
            reason_put_before(&reason, "%s: result %llu: ", stream->request->out,
                              (unsigned long long)stream->results.n_kept);
            found = -1;
        }
        json_decref(now);
        stream->n_wrong += json_is_true(json_object_get(kept, "wrong"));
    }
    json_decref(kept);
    if (stream->results.is_torn) {
        complain("%s: its last line is half written, and is done again", stream->results.part);
        stream->results.is_torn = false;
    }
    if (found > 0) /* kept ones come before all jobs, whose threads read their number */
        stream->n_kept++;
    if (found < 0) {
        complain("%s", reason.text);
        worsen(&stream->code, EX_DATAERR);
        stream->is_refused = true;
    }
    return found;
}

/* ---- input ---- */

static struct item *make_item(const struct stream *stream, const char *path,
                              const struct games *games, const struct reading *reading)
{
    const char *id = reading ? tags_find(&reading->tags, 0, "id") : NULL;
    const size_t size = id ? strlen(id) + 1 : 1;
    struct item *item = malloc(sizeof *item + size);
    if (!item)
        return NULL;
    *item = (struct item){.index = stream->n_read, .line = games_line(games),
                          .file = out_input_name(path)};
    if (reading)
        item->obf = reading->obf;
    memcpy(item->id, id ? id : "", size);
    return item;
}

/* What had to be assumed is said once, since a file has it in all its lines. */
static void say_note(struct stream *stream, const struct item *item, const struct reading *reading)
{
    if (reading->note.text[0] && !stream->has_said_note) {
        complain("%s:%zu: %s; said once", item->file, item->line, reading->note.text);
        stream->has_said_note = true;
    }
}

/* What is wanted of the position; it is a bad one if one of the moves asked for is not legal. */
static void begin_item(const struct stream *stream, struct item *item)
{
    struct reason reason;
    analysis_begin(&item->found.analysis, item->obf.position);
    item->found.obf = &item->obf;
    item->is_bad = !analysis_want(&item->found.analysis, stream->request->limits.moves, &reason);
    if (item->is_bad) {
        item->error = (struct ofl_text_error){.line = item->line, .column = 1};
        snprintf(item->error.text, sizeof item->error.text, "%.*s",
                 (int)sizeof item->error.text - 1, reason.text);
    }
}

/* False if the run must end. */
static bool take_item(struct stream *stream, struct item *item, const struct reading *reading)
{
    if (!item->is_bad)
        begin_item(stream, item);
    if (item->is_bad) {
        if (stream->request->totals)
            stream->request->totals->malformed++;
        complain("%s:%zu:%zu: %s", item->file, item->line, item->error.column, item->error.text);
        worsen(&stream->code, EX_DATAERR);
    } else {
        say_note(stream, item, reading);
    }
    const int found = item->is_bad && !stream->request->wants_json ? 1 : find_kept(stream, item);
    if (found == 0)
        return jobs_give(stream->jobs, &item->job);
    free(item);
    return found > 0;
}

static bool is_of_part(const struct analyze_request *request, uint64_t index)
{
    return (int64_t)((index - 1) % (uint64_t)request->n_parts) == request->part - 1;
}

/* False if the run must end. */
static bool read_games(struct stream *stream, const char *path, struct games *games,
                       struct reading *reading)
{
    struct ofl_text_error error = {0};
    int found;
    while ((found = games_next(games, reading, &error)) != 0) {
        if (watch_must_end(&stream->watch))
            return false;
        stream->n_read++;
        if (!is_of_part(stream->request, stream->n_read))
            continue;
        struct item *item = make_item(stream, path, games, found > 0 ? reading : NULL);
        if (!item) {
            complain("out of memory");
            worsen(&stream->code, EX_OSERR);
            return false;
        }
        if (found < 0) {
            item->is_bad = true;
            item->line = error.line;
            item->error = error;
        }
        if (!take_item(stream, item, reading))
            return false;
    }
    if (games_has_failed(games) && !watch_must_end(&stream->watch)) {
        complain("cannot read %s: %s", path, strerror(games_has_failed(games)));
        worsen(&stream->code, EX_IOERR);
    }
    return !watch_must_end(&stream->watch);
}

static bool read_path(struct stream *stream, const char *path, struct reading *reading)
{
    struct reason reason = {.text = ""};
    struct games *games = games_open(path, &reason);
    if (!games) {
        complain("%s", reason.text);
        worsen(&stream->code, EX_NOINPUT);
        return true;
    }
    games_end_by(games, signals_fd());
    if (!stream->request->is_quiet)
        out_say_awaited(path, "positions and games are");
    const bool goes_on = read_games(stream, path, games, reading);
    games_close(games);
    return goes_on;
}

/* ---- the run ---- */

/* All input was read and all results are told: the file of results is made whole. */
static void finish_results(struct stream *stream, bool is_whole)
{
    struct reason reason = {.text = ""};
    json_t *more = NULL;
    int code = stream->code;
    worsen(&code, stream->deliver_code);
    if (is_whole && results_next(&stream->results, &more, &reason) > 0) {
        complain("%s has more results than the input has positions", stream->request->out);
        worsen(&stream->code, EX_DATAERR);
        json_decref(more);
    } else if (is_whole && (code == 0 || code == EX_DATAERR)) {
        if (!results_commit(&stream->results, &reason)) {
            complain("%s", reason.text);
            worsen(&stream->code, EX_IOERR);
        }
    } else if (!stream->request->is_quiet && !stream->is_refused && stream->results.fd >= 0) {
        complain("cut short: %llu results are in %s; --resume goes on with them",
                 (unsigned long long)(stream->results.n_kept + stream->n_told),
                 stream->results.part);
    }
    results_close(&stream->results);
}

static bool open_results(struct stream *stream)
{
    struct reason reason = {.text = ""};
    if (!stream->request->out)
        return true;
    stream->has_results = results_open(&stream->results, stream->request->out,
                                       stream->request->resumes, &reason);
    if (!stream->has_results) {
        complain("%s", reason.text);
        stream->code = EX_CANTCREAT;
    }
    return stream->has_results;
}

static void count_all(struct stream *stream, const char *const *paths, int n_paths)
{
    const struct analyze_request *request = stream->request;
    struct headway *headway = &stream->headway;
    headway_begin(headway, "positions", request->is_quiet, request->args->n_words > 0);
    for (int i = 0; headway->is_shown && i < n_paths; i++)
        headway->n_all += game_files_count_in(paths[i]);
    if (headway->n_all)
        headway->n_all = (headway->n_all + request->n_parts - request->part) / request->n_parts;
}

int analyze_stream(const struct analyze_request *request, const char *const *paths, int n_paths)
{
    struct stream stream = {.request = request};
    struct reading *reading = malloc(sizeof *reading);
    if (reading && open_results(&stream) && begin_jobs(&stream)) {
        watch_begin_jobs(&stream.watch, stream.jobs);
        bool goes_on = true;
        count_all(&stream, paths, n_paths);
        for (int i = 0; goes_on && i < n_paths; i++)
            goes_on = read_path(&stream, paths[i], reading);
        finish_jobs(&stream);
        goes_on = goes_on && !watch_must_end(&stream.watch);
        watch_end(&stream.watch);
        headway_end(&stream.headway);
        if (stream.has_results)
            finish_results(&stream, goes_on);
    } else if (stream.has_results) {
        results_close(&stream.results);
    }
    free(reading);
    jobs_free(stream.jobs);
    for (int i = 0; i < stream.n_engines; i++)
        ofl_engine_destroy(stream.engines[i]);
    free(stream.engines);
    json_decref(stream.provenance);
    worsen(&stream.code, stream.deliver_code);
    if (stream.n_wrong) {
        complain("positions of which the input gives a WRONG score: %llu",
                 (unsigned long long)stream.n_wrong);
        worsen(&stream.code, 1);
    }
    return signals_caught() ? 128 + signals_caught() : stream.code;
}
