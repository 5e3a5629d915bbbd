/* cli/analyze_stream.c - "analyze" as a filter: a result for each position, in the input's order.
 *
 * The main thread reads positions and gives them to the team (analysis/team.h). Its threads deliver
 * the results, one at a time. A position that cannot be read has a result, too: the error. */
#include "cli/analyze_stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "analysis/team.h"
#include "board/games.h"
#include "cli/json.h"
#include "cli/output.h"
#include "cli/results.h"
#include "cli/watch.h"
#include "engine/state.h"
#include "protocol/show_analysis.h"
#include "protocol/signals.h"

struct stream {
    const struct analyze_request *request;
    struct team *team;
    json_t *provenance;
    struct results results; /* of --out */
    bool has_results;
    struct watch watch;
    bool is_refused;        /* the results of an earlier run are not of this input */
    bool has_said_note;
    uint64_t n_read;        /* positions of all parts, those that cannot be read included */
    uint64_t n_told;        /* results */
    int code, deliver_code; /* of the main thread, of deliveries; the gravest wins */
};

/* What is known of a position before it is analysed. */
struct item {
    uint64_t index;  /* from 1 */
    const char *file;
    size_t line;
    bool is_bad;
    struct ofl_text_error error;
    char id[];       /* the record's own, or "" */
};

static void worsen(int *code, int with)
{
    if (with > *code)
        *code = with;
}

/* ---- results ---- */

/* Adds what stands in every result. Takes `value` over; NULL if there is no memory. */
static json_t *add_origin(const struct stream *stream, const struct item *item, json_t *value)
{
    bool is_made =
        value && json_object_set_new(value, "index", json_integer((json_int_t)item->index)) == 0 &&
        json_object_set_new(value, "file", json_string(item->file)) == 0 &&
        json_object_set_new(value, "line", json_integer((json_int_t)item->line)) == 0;
    if (is_made && item->id[0])
        is_made = json_object_set_new(value, "id", json_string(item->id)) == 0;
    if (is_made && json_object_update(value, stream->provenance) == 0)
        return value;
    json_decref(value);
    return NULL;
}

static json_t *make_json(const struct stream *stream, const struct item *item,
                         const struct analysis *analysis)
{
    if (!item->is_bad)
        return add_origin(stream, item, json_from_analysis(analysis));
    return add_origin(stream, item, json_pack("{s:i, s:{s:s, s:i}}", "schema", (int)JSON_SCHEMA,
                                              "error", "message", item->error.text, "column",
                                              (int)item->error.column));
}

static char *make_text(const struct item *item, const struct analysis *analysis)
{
    struct strbuf text = {0};
    strbuf_addf(&text, "%4llu  ", (unsigned long long)item->index);
    show_analysis_line(&text, analysis);
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

static bool tell(struct stream *stream, const struct item *item, const struct team_job *job)
{
    const bool wants_json = stream->request->wants_json;
    if (item->is_bad && !wants_json)
        return true;
    json_t *value = wants_json ? make_json(stream, item, &job->analysis) : NULL;
    char *line = !wants_json ? make_text(item, &job->analysis) : value ? json_to_text(value) : NULL;
    json_decref(value);
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

static bool deliver(void *user, struct team_job *job)
{
    struct stream *stream = user;
    struct item *item = job->item;
    bool goes_on = true;
    if (job->is_done && job->error) {
        complain("%s:%zu: %s", item->file, item->line, job->reason.text);
        worsen(&stream->deliver_code, EX_OSERR);
        goes_on = false;
    } else if (job->is_done) {
        goes_on = tell(stream, item, job);
    }
    free(item);
    return goes_on;
}

/* ---- going on with results of an earlier run ---- */

static bool is_same(const json_t *kept, const json_t *now, const char *key)
{
    const json_t *a = json_object_get(kept, key), *b = json_object_get(now, key);
    return a == b || (a && b && json_equal(a, b));
}

static const char *name_of_network(const json_t *result)
{
    const char *name = json_string_value(json_object_get(result, "network"));
    return name ? name : "unknown";
}

/* Was the kept result made of this position, by this network, within these limits? */
static bool is_of(const json_t *kept, const json_t *now, struct reason *reason)
{
    if (!is_same(kept, now, "network"))
        return reason_set(reason, "it is of network %s, and this is %s: networks are not mixed",
                          name_of_network(kept), name_of_network(now));
    if (!is_same(kept, now, "limits") || !is_same(kept, now, "settings"))
        return reason_set(reason, "it was made with other limits or options");
    if (!is_same(kept, now, "index") || !is_same(kept, now, "position") ||
        !is_same(kept, now, "error") || !is_same(kept, now, "id"))
        return reason_set(reason, "the input has another position there");
    return true;
}

/* 1: the position has a result from an earlier run; 0: none is left; -1 after saying why the two do
 * not fit. */
static int find_kept(struct stream *stream, const struct item *item,
                     const struct analysis *analysis)
{
    json_t *kept = NULL;
    struct reason reason = {.text = ""};
    int found = stream->has_results ? results_next(&stream->results, &kept, &reason) : 0;
    if (found > 0) {
        json_t *now = make_json(stream, item, analysis);
        if (!now || !is_of(kept, now, &reason)) {
            reason_put_before(&reason, "%s: result %llu: ", stream->request->out,
                              (unsigned long long)stream->results.n_kept);
            found = -1;
        }
        json_decref(now);
    }
    json_decref(kept);
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
                          .file = strcmp(path, "-") == 0 ? "stdin" : path};
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

/* False if the run must end. */
static bool take_item(struct stream *stream, struct item *item, const struct reading *reading)
{
    struct team_job job = {.has_position = !item->is_bad, .item = item};
    if (item->is_bad) {
        complain("%s:%zu:%zu: %s", item->file, item->line, item->error.column, item->error.text);
        worsen(&stream->code, EX_DATAERR);
    } else {
        say_note(stream, item, reading);
        analysis_begin(&job.analysis, reading->game.position);
    }
    const int found = item->is_bad && !stream->request->wants_json
                          ? 1 : find_kept(stream, item, &job.analysis);
    if (found == 0 && team_give(stream->team, &job))
        return true;
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
    if (!stream->request->is_quiet)
        out_say_awaited(path, "positions and games, one a line,");
    const bool goes_on = read_games(stream, path, games, reading);
    games_close(games);
    return goes_on;
}

/* ---- the run ---- */

/* The team with its engines, and what all results say of them. False after saying why. */
static bool make_team(struct stream *stream)
{
    const struct analyze_request *request = stream->request;
    ofl_engine **engines = calloc((size_t)request->jobs, sizeof *engines);
    struct reason reason = {.text = "out of memory"};
    int n = 0;
    while (engines && n < request->jobs &&
           (engines[n] = args_create_engine(request->args, &stream->code)) != NULL)
        n++;
    if (engines && n == request->jobs)
        stream->provenance = analyze_provenance(request, engine_network(engines[0]));
    if (stream->provenance) {
        stream->team = team_begin(engines, n, &request->limits, deliver, stream, &reason);
    } else {
        for (int i = 0; i < n; i++)
            ofl_engine_destroy(engines[i]);
    }
    free(engines);
    if (!stream->team && !stream->code) {
        complain("%s", reason.text);
        stream->code = EX_OSERR;
    }
    return stream->team != NULL;
}

static void stop_team(void *user)
{
    team_stop(user);
}

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

int analyze_stream(const struct analyze_request *request, const char *const *paths, int n_paths)
{
    struct stream stream = {.request = request};
    struct reading *reading = malloc(sizeof *reading);
    if (reading && open_results(&stream) && make_team(&stream)) {
        watch_begin_with(&stream.watch, stop_team, stream.team);
        bool goes_on = true;
        for (int i = 0; goes_on && i < n_paths; i++)
            goes_on = read_path(&stream, paths[i], reading);
        team_wait(stream.team);
        goes_on = goes_on && !watch_must_end(&stream.watch);
        watch_end(&stream.watch);
        team_free(stream.team);
        if (stream.has_results)
            finish_results(&stream, goes_on);
    } else if (stream.has_results) {
        results_close(&stream.results);
    }
    free(reading);
    json_decref(stream.provenance);
    worsen(&stream.code, stream.deliver_code);
    return signals_caught() ? 128 + signals_caught() : stream.code;
}
