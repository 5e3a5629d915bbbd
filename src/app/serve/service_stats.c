/* serve/service_stats.c - see service_stats.h. */
#include "serve/service_stats.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/number.h"

/* Bytes of memory that the process has now; 0 where nobody says. */
static int64_t resident_bytes(void)
{
    char line[128];
    int64_t pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    const char *second = file && fgets(line, sizeof line, file) ? strchr(line, ' ') : NULL;
    if (second)
        number_read_int(second + 1, strcspn(second + 1, " "), 0, INT32_MAX, &pages, NULL);
    if (file)
        fclose(file);
    return pages * sysconf(_SC_PAGESIZE);
}

json_t *service_stats_to_json(const struct service_stats *stats, int queue)
{
    return json_pack("{s:i, s:i, s:i, s:I, s:I, s:I, s:I, s:I, s:f, s:f, s:I}", "queue", queue,
                     "waiting", stats->waiting, "running", stats->running, "lines",
                     (json_int_t)stats->lines, "results", (json_int_t)stats->results, "errors",
                     (json_int_t)stats->errors, "cancelled", (json_int_t)stats->cancelled,
                     "progress", (json_int_t)stats->progress, "seconds",
                     (double)(clock_ms() - stats->begin_ms) / 1000, "processor_seconds",
                     (double)clock() / CLOCKS_PER_SEC, "memory", (json_int_t)resident_bytes());
}
