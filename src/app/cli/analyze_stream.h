/* cli/analyze_stream.h - "analyze" as a filter. */
#ifndef CLI_ANALYZE_STREAM_H
#define CLI_ANALYZE_STREAM_H

#include "cli/analyze_request.h"

/* All positions and games of files ("-": stdin), a line each. Returns the exit code. */
int analyze_stream(const struct analyze_request *request, const char *const *paths, int n_paths);

#endif
