/* serve/service_stats.h - what a service counts (docs/serve.md).
 *
 * Threads: functions touch only their arguments.
 */
#ifndef SERVE_SERVICE_STATS_H
#define SERVE_SERVICE_STATS_H

#include <jansson.h>
#include <stdint.h>

struct service_stats {
    int64_t begin_ms;
    int waiting, running;
    uint64_t lines, results, errors, cancelled, progress;
};

/* With the time and the memory of the process. NULL if there is no memory. */
json_t *service_stats_to_json(const struct service_stats *stats, int queue);

#endif
