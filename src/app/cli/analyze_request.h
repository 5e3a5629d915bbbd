/* cli/analyze_request.h - what the command "analyze" is asked. */
#ifndef CLI_ANALYZE_REQUEST_H
#define CLI_ANALYZE_REQUEST_H

#include <jansson.h>

#include "analysis/analysis.h"
#include "base/strbuf.h"
#include "cli/args.h"
#include "text/reading.h"

struct analyze_request;

/* What is known of a position of the input. */
struct found {
    const struct ofl_obf *obf; /* the position, with the scores that the file gives */
    struct analysis analysis;  /* of a solver: only its result */
    double komi;               /* of the answer who wins; 0: none. For the side to move: */
    bool has_ties, lacks_ties; /* moves of the best score were looked for: found, or cut short */
};

/* What is done with positions: "analyze", "solve". */
struct stream_kind {
    /* OFL_OK, or the engine's error. */
    int (*search)(const struct analyze_request *request, ofl_engine *engine, struct found *found);
    json_t *(*to_json)(const struct found *found);
    void (*to_text)(const struct analyze_request *request, struct strbuf *text,
                    const struct found *found);
    json_t *(*limits)(const struct analyze_request *request); /* for every result */
};

struct totals {
    uint64_t positions, checked, wrong, malformed, unsolved, nodes;
    int64_t time_us;
};

struct analyze_request {
    struct totals *totals; /* or NULL: what this run has told is added up there */
    const struct cli_args *args;
    const struct stream_kind *kind;
    struct analysis_limits limits; /* of "analyze" */
    struct ofl_limits solving;     /* of "solve" */
    bool wants_json, is_quiet, resumes, mixes;
    bool has_limits;       /* the user gave some */
    const char *out;       /* file of results, or NULL: stdout */
    const char *job;       /* told in each result, or NULL */
    int jobs;              /* positions side by side */
    int64_t part, n_parts; /* of the positions: those with (number - 1) % n_parts == part - 1 */
};

/* All but what is searched, of either kind. Returns 0, or an exit code after saying why. */
int stream_read_request(const struct cli_args *args, const struct stream_kind *kind,
                        struct analyze_request *request);

/* Of "analyze". */
int analyze_read_request(const struct cli_args *args, struct analyze_request *request);

/* "limits", what request/provenance.h has, and "job" for a result. NULL with the reason. */
json_t *analyze_provenance(const struct analyze_request *request, ofl_engine *engine,
                           struct reason *reason);

#endif
