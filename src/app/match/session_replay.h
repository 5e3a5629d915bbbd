/* match/session_replay.h - plays a recorded session again and tells where the answers differ.
 *
 * A record is what --log writes, and what the tests' written sessions are: "! args ...", "> line",
 * "< line", "! end" for the end of the input; "~ regex" for a line that matches. */
#ifndef MATCH_SESSION_REPLAY_H
#define MATCH_SESSION_REPLAY_H

#include <stdbool.h>

struct replay {
    const char *path;
    const char *const *command; /* NULL-terminated; NULL: this program, as the record says */
    bool is_exact;  /* times and counts of nodes must be the same, too */
    bool is_quiet;  /* no summary */
    bool wants_json; /* an object for each difference and for the summary (docs/json.md) */
    int timeout_ms; /* the longest wait for a line */
};

/* Prints each difference and a summary. Returns an exit code: 0; 1 if answers differ; 65 if the
 * file is no record; 66 if it cannot be read; 71 if the engine cannot be started. */
int replay_run(const struct replay *replay);

#endif
