/* match/compliance_talk.h - a talk with an engine whose protocol is checked: what the cases of
 * compliance_*.c are made of.
 *
 * Most cases are scripts, a step per line:
 *   > TEXT     send TEXT and LF; \xHH is a byte
 *   n TEXT     send TEXT without LF
 *   b TEXT     send TEXT and LF byte by byte
 *   * N TEXT   send TEXT N times without LF
 *   < REGEX    the next answer matches (GTP: first line; NBoard: a line to come, and
 *              lines before it must be well formed, as in UCI; Edax, Cassio: the next line,
 *              where Edax's prompt is a line, too)
 *   = TEXT     GTP: send TEXT and remember the answer
 *   ~ TEXT     GTP: send TEXT; the answer is the one remembered
 *   p          NBoard: ping, wait for its pong; UCI: isready, readyok; Edax: up to the prompt
 *   q REGEX    NBoard, UCI: no line that matches comes for 100 ms
 *   -          nothing comes for 100 ms
 *   .          close its stdin
 *   x          its output ends, nothing more is said, and it exits with 0
 */
#ifndef MATCH_COMPLIANCE_TALK_H
#define MATCH_COMPLIANCE_TALK_H

#include "base/reason.h"
#include "match/player_types.h"
#include "match/process.h"

enum { EXIT_LEAST_MS = 3000, QUIET_MS = 100 };

struct check {
    const struct player_config *config;
    struct process process;
    enum player_protocol protocol;
    int64_t timeout_ms;
    unsigned n_pings;
    int64_t exit_ms;            /* how long the last end took */
    char remembered[4096];      /* for '=' and '~' */
    struct reason problem;      /* why the case has failed */
};

/* Says why a case fails; returns false. */
bool check_fail(struct check *check, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A fresh process; `variable` ("NAME=VALUE" or NULL) is added to its environment.
 * The config's options and init lines are sent unless `is_bare`. */
bool check_start(struct check *check, const char *variable, bool is_bare);
void check_stop(struct check *check);

bool check_script(struct check *check, const char *script);
__attribute__((format(printf, 2, 3)))
bool check_say(struct check *check, const char *format, ...);

/* The next line; false (and a reason) if there is none in time. */
bool check_line(struct check *check, int64_t timeout_ms, char **line, size_t *length);

/* GTP: the next whole answer, lines joined by LF, as sent; cut at `size`. */
bool check_answer(struct check *check, char *answer, size_t size);

/* GTP: sends a command; true if the answer is a success, whose text is `out`. */
__attribute__((format(printf, 4, 5)))
bool check_ask(struct check *check, char *out, size_t size, const char *format, ...);

/* NBoard: is the line one that NBoard can read? */
bool check_nboard_line(struct check *check, const char *line);

/* UCI: is the line one that UCI has? */
bool check_uci_line(struct check *check, const char *line);

/* UCI: isready, and wait for readyok. NBoard: ping, and wait for the pong. */
bool check_ping(struct check *check);

/* Edax: everything up to a prompt, which is a line of its own if more lines wait. */
bool check_prompt(struct check *check);

/* Closes its output, then sends `text` until it ends. */
bool check_output_gone(struct check *check, const char *text);

/* Plays four games by `play`, one of each seed. */
bool check_games(struct check *check, bool (*play)(struct check *check, uint64_t seed));

/* Its end: by itself, in time, with status 0. */
bool check_exit(struct check *check);

#endif
