/* cli/analyze_request.h - what the command "analyze" is asked. */
#ifndef CLI_ANALYZE_REQUEST_H
#define CLI_ANALYZE_REQUEST_H

#include <jansson.h>

#include "analysis/analysis.h"
#include "cli/args.h"

struct analyze_request {
    const struct cli_args *args;
    struct analysis_limits limits;
    bool wants_json, is_quiet, resumes;
    bool has_limits;       /* the user gave some */
    const char *out;       /* file of results, or NULL: stdout */
    const char *job;       /* told in each result, or NULL */
    int jobs;              /* positions side by side */
    int64_t part, n_parts; /* of the positions: those with (number - 1) % n_parts == part - 1 */
};

/* Returns 0, or an exit code after saying why. */
int analyze_read_request(const struct cli_args *args, struct analyze_request *request);

/* "limits", "settings", "network" and "job" for a result. NULL if there is no memory. */
json_t *analyze_provenance(const struct analyze_request *request, uint64_t network);

#endif
