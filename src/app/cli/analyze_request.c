/* cli/analyze_request.c - implements analyze_request.h. */
#include "cli/analyze_request.h"

#include <string.h>
#include <sysexits.h>

#include "analysis/analysis_json.h"
#include "base/number.h"
#include "cli/checked_output.h"
#include "protocol/show_analysis.h"
#include "request/forms.h"
#include "request/provenance.h"

enum { DEFAULT_MS = 2000 };

/* Returns 0, or an exit code after saying why. */
static int read_limits(const struct cli_args *args, struct analyze_request *request)
{
    int64_t n_best = OFL_MAX_MOVES;
    struct reason reason;
    if (strcmp(args->best, "all") != 0 &&
        !number_read_int(args->best, NUMBER_TO_NUL, 1, OFL_MAX_MOVES, &n_best, &reason)) {
        complain("--best: %s", reason.text);
        return EX_USAGE;
    }
    uint64_t moves = 0;
    if (args->moves && !analysis_read_moves(args->moves, &moves, &reason)) {
        complain("--moves: %s", reason.text);
        return EX_USAGE;
    }
    if (args->exact && args->depth) {
        complain("--exact and --depth exclude each other: an exact score needs all plies");
        return EX_USAGE;
    }
    request->has_limits = args->move_ms || args->nodes || args->depth || args->exact ||
                          cli_option_is_given(args, "level");
    request->limits = (struct analysis_limits){
        .time_ms = request->has_limits ? args->move_ms : DEFAULT_MS,
        .nodes = (uint64_t)args->nodes, .depth = args->depth, .n_best = (int)n_best,
        .wants_exact = args->exact, .moves = moves};
    return 0;
}

/* "K/N". */
static bool read_part(const char *text, int64_t *part, int64_t *n_parts)
{
    enum { MOST_PARTS = 1000000 };
    const char *slash = strchr(text, '/');
    if (slash && number_read_int(slash + 1, NUMBER_TO_NUL, 1, MOST_PARTS, n_parts, NULL) &&
        number_read_int(text, (size_t)(slash - text), 1, *n_parts, part, NULL))
        return true;
    complain("--part: expected K/N with 1 <= K <= N <= %d, found \"%s\"", MOST_PARTS, text);
    return false;
}

int stream_read_request(const struct cli_args *args, const struct stream_kind *kind,
                        struct analyze_request *request)
{
    *request = (struct analyze_request){.args = args, .kind = kind, .wants_json = args->json,
                                        .is_quiet = args->quiet, .resumes = args->resume,
                                        .mixes = args->mix,
                                        .out = args->out, .job = args->job, .jobs = args->jobs,
                                        .part = 1, .n_parts = 1};
    if (args->part && !read_part(args->part, &request->part, &request->n_parts))
        return EX_USAGE;
    if (request->resumes && !(request->out && request->wants_json)) {
        complain("--resume needs --out and --json: it reads the results that are there");
        return EX_USAGE;
    }
    if (request->mixes && !request->resumes) {
        complain("--mix is for --resume");
        return EX_USAGE;
    }
    return 0;
}

static int analyze(const struct analyze_request *request, ofl_engine *engine, struct found *found)
{
    return analysis_run(engine, &request->limits, NULL, NULL, &found->analysis);
}

static json_t *to_json(const struct found *found) { return json_from_analysis(&found->analysis); }

static void to_text(const struct analyze_request *request, struct strbuf *text,
                    const struct found *found)
{
    show_analysis_line(text, &found->analysis);
}

static json_t *limits_of(const struct analyze_request *request)
{
    return form_limits(&request->limits);
}

int analyze_read_request(const struct cli_args *args, struct analyze_request *request)
{
    static const struct stream_kind kind = {analyze, to_json, to_text, limits_of};
    const int code = stream_read_request(args, &kind, request);
    return code ? code : read_limits(args, request);
}

json_t *analyze_provenance(const struct analyze_request *request, ofl_engine *engine,
                           struct reason *reason)
{
    json_t *value = provenance_of(engine, args_settings(request->args), reason);
    if (!value)
        return NULL;
    value = json_with(value, "limits", request->kind->limits(request));
    return request->job ? json_with(value, "job", json_string(request->job)) : value;
}
