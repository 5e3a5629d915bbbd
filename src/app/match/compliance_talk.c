/* match/compliance_talk.c - implements match/compliance_talk.h. */
#include "match/compliance_talk.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/number.h"
#include "match/fields.h"
#include "match/nboard_line.h"

bool check_fail(struct check *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    reason_set_list(&c->problem, format, args);
    va_end(args);
    return false;
}

static bool pipe_problem(struct check *c, enum process_status status)
{
    switch (status) {
    case PROCESS_TIMEOUT: return check_fail(c, "no answer in %d s", (int)(c->timeout_ms / 1000));
    case PROCESS_FLOODED: return check_fail(c, "endless output");
    case PROCESS_CLOGGED: return check_fail(c, "it does not read its input");
    default: return check_fail(c, "it ended or closed its output");
    }
}

static bool check_send(struct check *c, const char *text, size_t length)
{
    int64_t deadline_us = clock_us() + c->timeout_ms * 1000;
    while (length > 0) {
        size_t part = length < 4096 ? length : 4096;
        enum process_status status = process_send(&c->process, text, part);
        if (status == PROCESS_CLOGGED && clock_us() < deadline_us) {
            /* It may be busy with an earlier line: wait until it reads. */
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
            continue;
        }
        if (status != PROCESS_OK)
            return pipe_problem(c, status);
        text += part;
        length -= part;
    }
    return true;
}

bool check_say(struct check *c, const char *format, ...)
{
    char line[4096];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(line, sizeof line - 1, format, args);
    va_end(args);
    if (length < 0 || (size_t)length >= sizeof line - 1)
        return check_fail(c, "the line to send is too long");
    line[length++] = '\n';
    return check_send(c, line, (size_t)length);
}

bool check_line(struct check *c, int64_t timeout_ms, char **line, size_t *length)
{
    c->process.n_bytes = 0;
    enum process_status status =
        process_read_line(&c->process, clock_us() + timeout_ms * 1000, line, length);
    return status == PROCESS_OK || pipe_problem(c, status);
}

bool check_answer(struct check *c, char *answer, size_t size)
{
    size_t at = 0;
    char *line;
    size_t length;
    for (bool is_first = true;; is_first = false) {
        if (!check_line(c, c->timeout_ms, &line, &length))
            return false;
        if (is_first && line[0] != '=' && line[0] != '?')
            return check_fail(c, "expected an answer, found '%.80s'", line);
        if (length == 0)
            return true;
        at += (size_t)snprintf(answer + at, size - at, "%s%s", is_first ? "" : "\n", line);
        if (at >= size)
            at = size - 1;
    }
}

bool check_ask(struct check *c, char *out, size_t size, const char *format, ...)
{
    char command[512];
    va_list args;
    va_start(args, format);
    vsnprintf(command, sizeof command, format, args);
    va_end(args);
    if (!check_say(c, "%s", command) || !check_answer(c, out, size))
        return false;
    if (out[0] != '=')
        return check_fail(c, "to '%.60s' it answered '%.100s'", command, out);
    char *text = out + 1;
    while (*text == ' ')
        text++;
    memmove(out, text, strlen(text) + 1);
    return true;
}

bool check_nboard_line(struct check *c, const char *line)
{
    const char *wrong = nboard_line_problem(line);
    return wrong == NULL || check_fail(c, "'%.100s': %s", line, wrong);
}

bool check_uci_line(struct check *c, const char *line)
{
    return text_matches(line, "^((id|option|info) .*|uciok|readyok|"
                              "bestmove [^ ]+( ponder (P@[a-h][1-8]|([a-h][1-8])\\5))?)$") ||
           check_fail(c, "'%.100s' is no line of UCI", line);
}

static bool check_well_formed(struct check *c, const char *line)
{
    return c->protocol == PLAYER_UCI ? check_uci_line(c, line) : check_nboard_line(c, line);
}

bool check_ping(struct check *c)
{
    char *line, expected[32] = "readyok";
    size_t length;
    const bool is_uci = c->protocol == PLAYER_UCI;
    if (!is_uci)
        snprintf(expected, sizeof expected, "pong %u", ++c->n_pings);
    if (is_uci ? !check_say(c, "isready") : !check_say(c, "ping %u", c->n_pings))
        return false;
    int64_t deadline_us = clock_us() + c->timeout_ms * 1000;
    while (clock_us() < deadline_us) {
        if (!check_line(c, c->timeout_ms, &line, &length) || !check_well_formed(c, line))
            return false;
        if (strcmp(line, expected) == 0)
            return true;
    }
    return check_fail(c, "no %s", expected);
}

/* argv of the engine behind "env NAME=VALUE". */
static char **make_argv(const struct player_config *config, const char *variable)
{
    size_t n = 0;
    while (config->argv[n] != NULL)
        n++;
    char **argv = calloc(n + 3, sizeof *argv);
    size_t at = 0;
    if (argv != NULL && variable != NULL) {
        argv[at++] = (char *)"env";
        argv[at++] = (char *)variable;
    }
    for (size_t i = 0; argv != NULL && i < n; i++)
        argv[at++] = config->argv[i];
    return argv;
}

static bool is_dialect(const struct check *c)
{
    return c->protocol == PLAYER_EDAX || c->protocol == PLAYER_CASSIO;
}

bool check_prompt(struct check *c)
{
    char *line;
    size_t length;
    do
        if (!check_line(c, c->timeout_ms, &line, &length))
            return false;
    while (!c->process.is_prompt && strcmp(line, ">") != 0);
    return true;
}

/* Edax: quiet, the engine plays nothing by itself, options as lines. Cassio has none of it. */
static bool send_dialect_settings(struct check *c)
{
    const struct player_config *config = c->config;
    const bool is_edax = c->protocol == PLAYER_EDAX;
    const int level = config->limits.level;
    if (is_edax && (!check_prompt(c) || !check_say(c, "verbose 0") || !check_prompt(c)))
        return false;
    for (size_t i = 0; is_edax && i < config->n_options; i++)
        if (!check_say(c, "%s %s", config->options[i].name, config->options[i].value) ||
            !check_prompt(c))
            return false;
    for (size_t i = 0; i < config->n_init; i++)
        if (!check_say(c, "%s", config->init[i]) || (is_edax && !check_prompt(c)))
            return false;
    return !is_edax || level == 0 || (check_say(c, "level %d", level) && check_prompt(c));
}

static bool send_uci_settings(struct check *c)
{
    const struct player_config *config = c->config;
    if (!check_script(c, "> uci\n< ^uciok$\n> setoption name UCI_Variant value flipello"))
        return false;
    for (size_t i = 0; i < config->n_options; i++)
        if (!check_say(c, "setoption name %s value %s", config->options[i].name,
                       config->options[i].value))
            return false;
    for (size_t i = 0; i < config->n_init; i++)
        if (!check_say(c, "%s", config->init[i]))
            return false;
    return check_ping(c);
}

static bool send_settings(struct check *c)
{
    const struct player_config *config = c->config;
    char answer[1024], line[512];
    bool is_known = false;
    const bool is_nboard = c->protocol == PLAYER_NBOARD;
    if (is_dialect(c))
        return send_dialect_settings(c);
    if (c->protocol == PLAYER_UCI)
        return send_uci_settings(c);
    if (is_nboard) {
        if (!check_say(c, "nboard 2"))
            return false;
    } else if (config->n_options > 0) {
        is_known = check_ask(c, answer, sizeof answer, "known_command x-setoption") &&
                   strcmp(answer, "true") == 0;
    }
    for (size_t i = 0; i < config->n_options + config->n_init; i++) {
        if (i < config->n_options)
            snprintf(line, sizeof line, "%s%s %s",
                     is_nboard ? "set " : is_known ? "x-setoption " : "",
                     config->options[i].name, config->options[i].value);
        else
            snprintf(line, sizeof line, "%s", config->init[i - config->n_options]);
        bool is_good = is_nboard ? check_say(c, "%s", line)
                                    : check_ask(c, answer, sizeof answer, "%s", line);
        if (!is_good)
            return false;
    }
    int level = config->limits.level;
    if (level > 0 && !is_nboard)
        return check_ask(c, answer, sizeof answer, "set_level %d", level);
    return level == 0 || check_say(c, "set depth %d", level);
}

bool check_start(struct check *c, const char *variable, bool is_bare)
{
    char **argv = make_argv(c->config, variable);
    bool is_good = argv != NULL &&
                   process_start(&c->process, argv, c->config->dir, c->config->stderr_path, NULL,
                                 &c->problem);
    free(argv);
    c->process.prompt = c->protocol == PLAYER_EDAX ? '>' : '\0';
    return is_good && (is_bare || send_settings(c));
}

void check_stop(struct check *c) { process_finish(&c->process, 0); }

/* A program that may take longer for its answers may take longer for its end. */
static int exit_limit_ms(const struct check *c)
{
    return c->timeout_ms > EXIT_LEAST_MS ? (int)c->timeout_ms : EXIT_LEAST_MS;
}

bool check_exit(struct check *c)
{
    int64_t start_us = clock_us();
    bool has_ended = process_wait(&c->process, exit_limit_ms(c));
    c->exit_ms = (clock_us() - start_us) / 1000;
    if (!has_ended)
        return check_fail(c, "it still runs %d ms later", exit_limit_ms(c));
    char how[96];
    process_describe_end(&c->process, how, sizeof how);
    return c->process.child.exit_status == 0 || check_fail(c, "%s instead of exit status 0", how);
}

bool check_output_gone(struct check *c, const char *text)
{
    close(c->process.from_child);
    c->process.from_child = -1;
    const int64_t start_us = clock_us();
    for (int i = 0; i < 20; i++) {
        process_send(&c->process, text, strlen(text));
        if (process_wait(&c->process, 100)) {
            c->exit_ms = (clock_us() - start_us) / 1000;
            return true;
        }
    }
    return check_fail(c, "it goes on though nobody reads its output");
}

bool check_games(struct check *c, bool (*play)(struct check *, uint64_t))
{
    for (uint64_t seed = 1; seed <= 4; seed++)
        if (!play(c, seed))
            return false;
    return true;
}

static bool check_quiet(struct check *c, const char *pattern)
{
    char *line;
    size_t length;
    int64_t end_us = clock_us() + QUIET_MS * 1000;
    for (;;) {
        int64_t left_ms = (end_us - clock_us()) / 1000;
        enum process_status status =
            process_read_line(&c->process, clock_us() + left_ms * 1000, &line, &length);
        if (status == PROCESS_TIMEOUT || status == PROCESS_GONE)
            return status == PROCESS_TIMEOUT || pipe_problem(c, status);
        if (status != PROCESS_OK)
            return pipe_problem(c, status);
        if (pattern == NULL || text_matches(line, pattern))
            return check_fail(c, "expected silence, found '%.100s'", line);
    }
}

static bool expect(struct check *c, const char *pattern)
{
    char answer[4096], *line;
    size_t length;
    if (is_dialect(c)) {
        if (!check_line(c, c->timeout_ms, &line, &length))
            return false;
        return text_matches(line, pattern) ||
               check_fail(c, "expected %s, found '%.100s'", pattern, line);
    }
    if (c->protocol == PLAYER_GTP) {
        if (!check_answer(c, answer, sizeof answer))
            return false;
        return text_matches(answer, pattern) ||
               check_fail(c, "expected %s, found '%.100s'", pattern, answer);
    }
    int64_t deadline_us = clock_us() + c->timeout_ms * 1000;
    while (clock_us() < deadline_us) {
        if (!check_line(c, c->timeout_ms, &line, &length) || !check_well_formed(c, line))
            return false;
        if (text_matches(line, pattern))
            return true;
    }
    return check_fail(c, "nothing like %s came", pattern);
}

/* Text with \xHH, to be freed. */
static char *unescape(const char *text, size_t *length)
{
    char *out = malloc(strlen(text) + 2);
    *length = 0;
    for (; out != NULL && *text != '\0'; text++) {
        if (text[0] == '\\' && text[1] == 'x' && text[2] != '\0' && text[3] != '\0') {
            out[(*length)++] = (char)(16 * number_hex_digit(text[2]) + number_hex_digit(text[3]));
            text += 3;
        } else {
            out[(*length)++] = *text;
        }
    }
    return out;
}

static bool send_text(struct check *c, char kind, const char *text)
{
    size_t length;
    int64_t n_times = 1;
    if (kind == '*') {
        text += number_scan_int(text, NUMBER_TO_NUL, NUMBER_PLAIN, &n_times);
        text += *text == ' ';
    }
    char *bytes = unescape(text, &length);
    if (bytes == NULL)
        return check_fail(c, "not enough memory");
    if (kind == '>' || kind == 'b')
        bytes[length++] = '\n';
    bool is_good = true;
    for (; n_times > 0 && is_good && kind != 'b'; n_times--)
        is_good = check_send(c, bytes, length);
    for (size_t i = 0; i < length && is_good && kind == 'b'; i++) {
        is_good = check_send(c, bytes + i, 1);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    free(bytes);
    return is_good;
}

static bool check_end_of_output(struct check *c)
{
    char *line;
    size_t length;
    int64_t end_us = clock_us() + exit_limit_ms(c) * INT64_C(1000);
    enum process_status status = process_read_line(&c->process, end_us, &line, &length);
    if (status == PROCESS_OK)
        return check_fail(c, "expected the end of its output, found '%.100s'", line);
    if (status == PROCESS_TIMEOUT)
        return check_fail(c, "it still runs %d ms later", exit_limit_ms(c));
    return check_exit(c);
}

static bool do_step(struct check *c, char kind, const char *text)
{
    char answer[4096];
    switch (kind) {
    case '<':
        return expect(c, text);
    case '=':
        return check_say(c, "%s", text) &&
               check_answer(c, c->remembered, sizeof c->remembered);
    case '~':
        if (!check_say(c, "%s", text) || !check_answer(c, answer, sizeof answer))
            return false;
        return strcmp(answer, c->remembered) == 0 ||
               check_fail(c, "the answer to '%.40s' has changed", text);
    case 'p':
        return c->protocol == PLAYER_EDAX ? check_prompt(c) : check_ping(c);
    case 'q':
        return check_quiet(c, text);
    case '-':
        return check_quiet(c, NULL);
    case '.':
        close(c->process.to_child);
        c->process.to_child = -1;
        return true;
    case 'x':
        return check_end_of_output(c);
    default:
        return send_text(c, kind, text);
    }
}

bool check_script(struct check *c, const char *script)
{
    char step[2048];
    while (*script != '\0') {
        size_t length = strcspn(script, "\n");
        snprintf(step, sizeof step, "%.*s", (int)length, script);
        script += length + (script[length] == '\n');
        if (!do_step(c, step[0], length > 2 ? step + 2 : ""))
            return false;
    }
    return true;
}
