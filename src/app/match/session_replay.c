/* match/session_replay.c - implements match/session_replay.h. */
#include "match/session_replay.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <time.h>
#include <unistd.h>

#include "base/array.h"
#include "base/ascii.h"
#include "base/clock.h"
#include "base/lines.h"
#include "base/number.h"
#include "base/visible.h"
#include "match/match_config.h"
#include "match/fields.h"
#include "match/json_line.h"
#include "match/process.h"

enum { REST_MS = 2000, MOST_EXTRA_LINES = 10, MASKED_SIZE = PROCESS_LINE_SIZE };

struct step {
    char kind; /* '>', '<' or '~'; '!': the end of the input */
    size_t number;
    const char *text; /* the config's */
};

struct run {
    const struct replay *replay;
    struct match_config memory; /* holds the texts */
    struct step *steps;
    size_t n_steps;
    const char *args;           /* of the record, or NULL */
    struct process process;
    bool has_ended; /* nothing more will be sent */
    int n_sent, n_compared, n_different;
    char masked[2][MASKED_SIZE];
};

/* ---- the record ---- */

static bool add_step(struct run *run, const char *text, size_t length, size_t number)
{
    const size_t skip = length > 1 ? 2 : length;
    const struct step step = {text[0], number,
                              config_keep(&run->memory, text + skip, length - skip)};
    return step.text && array_push(&run->steps, &run->n_steps, &step, sizeof step);
}

static int complain(const struct run *run, size_t number, const char *what, int code)
{
    if (number)
        fprintf(stderr, "outflank: replay: %s:%zu: %s\n", visible(run->replay->path).text, number,
                what);
    else
        fprintf(stderr, "outflank: replay: %s: %s\n", visible(run->replay->path).text, what);
    return code;
}

/* One line of the record; 0 or an exit code. */
static int take_line(struct run *run, const char *text, size_t length, size_t number)
{
    static const char args[] = "! args", end[] = "! end";
    if (length == 0 || text[0] == '#')
        return 0;
    const bool is_end = length == sizeof end - 1 && memcmp(text, end, length) == 0;
    if (length > sizeof args && strncmp(text, args, sizeof args - 1) == 0)
        run->args = config_keep(&run->memory, text + sizeof args, length - sizeof args);
    else if (text[0] != '!' && (strchr("<>~", text[0]) == NULL || (length > 1 && text[1] != ' ')))
        return complain(run, number, "expected a line that begins with '! ', '> ' or '< '",
                        EX_DATAERR);
    else if ((text[0] != '!' || is_end) && !add_step(run, text, length, number))
        return complain(run, 0, "not enough memory", EX_OSERR);
    return 0;
}

static int read_record(struct run *run)
{
    struct lines *lines = malloc(sizeof *lines);
    const char *text;
    size_t length;
    int code = 0;
    enum line_status status = LINE_END;
    if (lines == NULL || !lines_open(lines, run->replay->path)) {
        code = complain(run, 0, lines && errno ? strerror(errno) : "not a file", EX_NOINPUT);
        free(lines);
        return code;
    }
    while (code == 0 && (status = lines_next(lines, &text, &length)) != LINE_END) {
        if (status == LINE_FAILED)
            code = complain(run, 0, strerror(errno), EX_NOINPUT);
        else if (status == LINE_TOO_LONG)
            code = complain(run, lines->number, "the line is too long", EX_DATAERR);
        else if (memchr(text, '\0', length))
            code = complain(run, lines->number, "a NUL byte", EX_DATAERR);
        else
            code = take_line(run, text, length, lines->number);
    }
    lines_close(lines);
    free(lines);
    if (code == 0 && run->n_steps == 0)
        code = complain(run, 0, "no line of it was sent or received", EX_DATAERR);
    return code;
}

/* ---- the engine ---- */

/* A record may come from anybody: it may start a protocol, and name no file to write. */
static bool is_harmless(const struct config_words *words)
{
    static const char *const protocols[] = {"gtp", "nboard", "console", "edax", "cassio", "uci"};
    bool is_protocol = words->n == 0 || words->list[0].text[0] == '-';
    for (size_t i = 0; i < sizeof protocols / sizeof *protocols && !is_protocol; i++)
        is_protocol = strcmp(words->list[0].text, protocols[i]) == 0;
    for (size_t i = 0; i < words->n; i++)
        if (strstr(words->list[i].text, "log") || strstr(words->list[i].text, "allow-files"))
            return false;
    return is_protocol;
}

/* argv of the engine, to be freed; NULL after a sentence. */
static char **make_argv(struct run *run, char *own, int *code)
{
    const char *const *given = run->replay->command;
    struct config_words words = {0};
    struct reason reason;
    size_t n = 0;
    *code = EX_OSERR;
    while (given && given[n])
        n++;
    if (!given && run->args && !config_split(&run->memory, run->args, NULL, &words, &reason)) {
        complain(run, 0, reason.text, 0);
    } else if (!given && !is_harmless(&words)) {
        *code = complain(run, 0, "its \"! args\" start no protocol, or let it write files; "
                                 "name the engine's command behind the file", EX_DATAERR);
    } else {
        char **argv = calloc(n + words.n + 2, sizeof *argv);
        for (size_t i = 0; argv && i < n; i++)
            argv[i] = (char *)given[i];
        if (argv && !given)
            argv[n++] = own;
        for (size_t i = 0; argv && i < words.n; i++)
            argv[n + i] = (char *)words.list[i].text;
        free(words.list);
        return argv;
    }
    free(words.list);
    return NULL;
}

/* ---- comparing ---- */

static bool is_number(char c) { return ascii_is_digit(c) || c == '.' || c == ':'; }

/* A time (m:ss, three decimals) or a count of so many digits or more. */
static bool is_measured(const char *text, size_t length, size_t n_digits)
{
    const char *point = memchr(text, '.', length);
    return memchr(text, ':', length) != NULL || (point == NULL && length >= n_digits) ||
           (point != NULL && text + length - point == 4);
}

/* "node 12", "nodes 12", "nodestats 12", "time 0.1": of the engine's own lines. */
static bool follows_word(const char *text, size_t length)
{
    static const char *const ends[] = {"node ", "odes ", "tats ", "time "};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (length >= 5 && memcmp(text + length - 5, ends[i], 5) == 0)
            return true;
    return false;
}

/* Numbers that a machine's speed decides become '#', runs of blanks one blank. */
static const char *mask(const struct run *run, const char *text, char out[MASKED_SIZE])
{
    const size_t n_digits = strchr(text, ':') ? 3 : 4; /* rows of Edax have a time and a speed */
    size_t n = 0;
    if (run->replay->is_exact)
        return text;
    while (*text != '\0' && n < MASKED_SIZE - 2) {
        size_t length = 0;
        while (is_number(text[length]))
            length++;
        if (length && (follows_word(out, n) || is_measured(text, length, n_digits))) {
            out[n++] = '#';
            text += length;
        } else if (*text == ' ' && n && out[n - 1] == ' ') {
            text++;
        } else {
            const size_t taken = length ? length : 1;
            for (size_t i = 0; i < taken && n < MASKED_SIZE - 2; i++)
                out[n++] = *text++;
        }
    }
    out[n] = '\0';
    return out;
}

static bool is_same(struct run *run, const struct step *step, const char *line)
{
    if (step->kind != '<')
        return text_matches(line, step->text);
    return strcmp(mask(run, step->text, run->masked[0]), mask(run, line, run->masked[1])) == 0;
}

/* `line` 0 and `expected` NULL: behind the end of the record. `found` NULL: nothing. */
static void tell_json(const struct run *run, size_t line, const char *expected, const char *found)
{
    json_line_print(json_pack(
        "{s:i, s:s, s:o, s:o, s:o, s:o}", "schema", JSON_SCHEMA, "type", "replay", "file",
        json_string(visible(run->replay->path).text), "line",
        line ? json_integer((json_int_t)line) : json_null(), "expected",
        expected ? json_string(visible(expected).text) : json_null(), "found",
        found ? json_string(visible(found).text) : json_null()));
}

static void tell(struct run *run, const struct step *step, const char *found)
{
    run->n_different++;
    if (run->replay->wants_json) {
        tell_json(run, step->number, step->text, found);
        return;
    }
    printf("%s:%zu: expected %s\n", visible(run->replay->path).text, step->number,
           visible(step->text).text);
    printf("%*s found %s\n", (int)strlen(run->replay->path) + 6, "", found ? visible(found).text
                                                                           : "nothing");
}

/* ---- the talk ---- */

static bool send_line(struct run *run, const struct step *step)
{
    char *bytes = malloc(strlen(step->text) + 3);
    size_t n = 0;
    if (bytes == NULL)
        return false;
    for (const char *at = step->text; *at != '\0'; at++) {
        int high = -1, low = -1;
        if (at[0] == '\\' && at[1] == 'x' && (high = number_hex_digit(at[2])) >= 0)
            low = number_hex_digit(at[3]);
        bytes[n++] = low >= 0 ? (char)(16 * high + low) : *at;
        at += low >= 0 ? 3 : 0;
    }
    if (n && bytes[n - 1] == '\r')
        bytes[n++] = '\r'; /* the last one belongs to the end of the line */
    bytes[n++] = '\n';
    const int64_t deadline_us = clock_us() + run->replay->timeout_ms * INT64_C(1000);
    enum process_status status;
    while ((status = process_send(&run->process, bytes, n)) == PROCESS_CLOGGED &&
           clock_us() < deadline_us)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    free(bytes);
    run->n_sent++;
    return status == PROCESS_OK;
}

static const char *read_line(struct run *run, int timeout_ms)
{
    struct process *process = &run->process;
    const int64_t deadline_us = clock_us() + timeout_ms * INT64_C(1000);
    enum process_status status;
    char *line;
    size_t length;
    process->n_bytes = 0;
    do {
        int64_t until_us = deadline_us;
        if (run->has_ended && process->to_child >= 0 && process->queued) {
            until_us = clock_us() + 10000; /* it has not taken all yet */
        } else if (run->has_ended && process->to_child >= 0) {
            close(process->to_child);
            process->to_child = -1;
        }
        status = process_read_line(process, until_us, &line, &length);
    } while (status == PROCESS_TIMEOUT && clock_us() < deadline_us);
    return status == PROCESS_OK ? line : NULL;
}

/* False when the engine has nothing more to say. */
static bool talk(struct run *run)
{
    for (size_t i = 0; i < run->n_steps; i++) {
        const struct step *step = &run->steps[i];
        const bool is_sent = step->kind == '>';
        if (step->kind == '!') {
            run->has_ended = true;
            continue;
        }
        const char *line = is_sent ? NULL : read_line(run, run->replay->timeout_ms);
        if (is_sent ? !send_line(run, step) : line == NULL) {
            tell(run, step, NULL);
            return false;
        }
        if (is_sent)
            continue;
        run->n_compared++;
        if (!is_same(run, step, line))
            tell(run, step, line);
    }
    return true;
}

/* What comes after the last line of the record; an engine may have no end of it. */
static void read_rest(struct run *run)
{
    const char *line;
    run->has_ended = true;
    for (int n = 0; n <= MOST_EXTRA_LINES && (line = read_line(run, REST_MS)) != NULL; n++) {
        run->n_different++;
        const char *found = n < MOST_EXTRA_LINES ? line : "still more lines";
        if (run->replay->wants_json)
            tell_json(run, 0, NULL, found);
        else
            printf("%s: the record ends, found %s\n", visible(run->replay->path).text,
                   visible(found).text);
    }
}

int replay_run(const struct replay *replay)
{
    struct run *run = calloc(1, sizeof *run);
    char own[4096];
    struct reason reason;
    int code;
    if (run == NULL)
        return EX_OSERR;
    run->replay = replay;
    code = read_record(run);
    const ssize_t n = readlink("/proc/self/exe", own, sizeof own - 1);
    own[n > 0 ? n : 0] = '\0';
    char **argv = code == 0 ? make_argv(run, own, &code) : NULL;
    if (argv != NULL && !process_start(&run->process, argv, NULL, NULL, NULL, &reason)) {
        fprintf(stderr, "outflank: replay: %s\n", reason.text);
    } else if (argv != NULL) {
        if (talk(run))
            read_rest(run);
        process_finish(&run->process, REST_MS);
        code = run->n_different ? 1 : 0;
        if (!replay->is_quiet && replay->wants_json)
            json_line_print(json_pack("{s:i, s:s, s:{s:i, s:i, s:i}}", "schema",
                                  JSON_SCHEMA, "type",
                                      "replay", "total", "sent", run->n_sent, "compared",
                                      run->n_compared, "different", run->n_different));
        else if (!replay->is_quiet)
            printf("%d lines sent, %d answers compared, %d differ\n", run->n_sent, run->n_compared,
                   run->n_different);
    }
    free(argv);
    free(run->steps);
    config_free(&run->memory);
    free(run);
    return code;
}
