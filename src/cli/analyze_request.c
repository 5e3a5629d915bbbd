/* cli/analyze_request.c - implements analyze_request.h. */
#include "cli/analyze_request.h"

#include <stdio.h>
#include <string.h>
#include <sysexits.h>

#include "cli/output.h"
#include "request/forms.h"

enum { DEFAULT_MS = 2000, MOST_JOBS = 256, MOST_DEPTH = 60 };

static bool read_count(const struct cli_args *args, int option, const char *name, int64_t max,
                       int64_t *n)
{
    const struct number_range counts = {.min = 1, .max = max};
    return !args->has[option] || args_read_number(name, args->value[option], &counts, n);
}

/* Returns 0, or an exit code after saying why. */
static int read_limits(const struct cli_args *args, struct analyze_request *request)
{
    const struct number_range seconds = {.min = 1, .max = INT64_C(1000000000), .decimals = 3,
                                         .unit = "seconds", .cuts_decimals = true};
    int64_t n_best = OFL_MAX_MOVES, nodes = 0, depth = 0, time_ms = 0;
    const char *best = args->value[OPT_BEST];
    const bool wants_all = best && strcmp(best, "all") == 0;
    if ((!wants_all && !read_count(args, OPT_BEST, "--best", OFL_MAX_MOVES, &n_best)) ||
        !read_count(args, OPT_NODES, "--nodes", INT64_MAX, &nodes) ||
        !read_count(args, OPT_DEPTH, "--depth", MOST_DEPTH, &depth))
        return EX_USAGE;
    if (args->has[OPT_SECONDS] &&
        !args_read_number("--seconds", args->value[OPT_SECONDS], &seconds, &time_ms))
        return EX_USAGE;
    if (args->has[OPT_EXACT] && depth) {
        complain("--exact and --depth exclude each other: an exact score needs all plies");
        return EX_USAGE;
    }
    request->limits = (struct analysis_limits){.time_ms = time_ms, .nodes = (uint64_t)nodes,
                                               .depth = (int)depth, .n_best = (int)n_best,
                                               .wants_exact = args->has[OPT_EXACT]};
    request->has_limits = time_ms || nodes || depth || args->has[OPT_EXACT] ||
                          args_has_setting(args, "level");
    if (!request->has_limits)
        request->limits.time_ms = DEFAULT_MS;
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

int analyze_read_request(const struct cli_args *args, struct analyze_request *request)
{
    int64_t jobs = 1;
    *request = (struct analyze_request){.args = args, .wants_json = args->has[OPT_JSON],
                                        .is_quiet = args->has[OPT_QUIET],
                                        .resumes = args->has[OPT_RESUME],
                                        .out = args->value[OPT_OUT], .job = args->value[OPT_JOB],
                                        .part = 1, .n_parts = 1};
    if (!read_count(args, OPT_JOBS, "--jobs", MOST_JOBS, &jobs) ||
        (args->has[OPT_PART] &&
         !read_part(args->value[OPT_PART], &request->part, &request->n_parts)))
        return EX_USAGE;
    request->jobs = (int)jobs;
    if (request->resumes && !(request->out && request->wants_json)) {
        complain("--resume needs --out and --json: it reads the results that are there");
        return EX_USAGE;
    }
    return read_limits(args, request);
}

json_t *analyze_provenance(const struct analyze_request *request, uint64_t network)
{
    const struct cli_args *args = request->args;
    json_t *settings = json_object();
    for (int i = 0; i < args->n_settings; i++)
        json_object_set_new(settings, args->settings[i].name, json_string(args->settings[i].value));
    json_t *value = json_pack("{s:o, s:o, s:o}", "limits", form_limits(&request->limits),
                              "settings", settings, "network", form_network(network));
    if (value && request->job)
        json_object_set_new(value, "job", json_string(request->job));
    return value;
}
