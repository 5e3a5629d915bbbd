/* cli/cmd_serve.c - the command "serve": requests in, answers out, a line each (docs/serve.md). */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "base/lines.h"
#include "cli/checked_output.h"
#include "cli/commands.h"
#include "cli/watch.h"
#include "engine/calls.h"
#include "options/signals.h"
#include "request/provenance.h"
#include "serve/service.h"

struct serving {
    struct service *service;
    struct watch watch;
    atomic_int write_errno; /* of the first line that could not be written */
    int end_fd[2];          /* readable: input is not waited for any more */
};

static bool must_end(void *user)
{
    struct serving *serving = user;
    return watch_must_end(&serving->watch) || atomic_load(&serving->write_errno);
}

/* Input is not waited for any more. */
static void stop(void *user)
{
    struct serving *serving = user;
    const ssize_t ignored = write(serving->end_fd[1], "", 1);
    (void)ignored;
}

/* Waits for room, so that no signal is missed by who waits in write(). False after a signal. */
static bool wait_to_write(void)
{
    struct pollfd fds[2] = {{.fd = 1, .events = POLLOUT}, {.fd = signals_fd(), .events = POLLIN}};
    enum { PATIENCE_MS = 200 }; /* with a reader that may have stopped reading, after a signal */
    while (poll(fds, 2, fds[1].fd < 0 ? PATIENCE_MS : -1) != 0) {
        if (fds[0].revents)
            return true;
        if (fds[1].revents)
            fds[1].fd = -1;
    }
    return false;
}

static void write_line(void *user, const char *text, size_t length)
{
    enum { AT_ONCE = 4096 }; /* a pipe that has room has room for that */
    struct serving *serving = user;
    while (length && !atomic_load(&serving->write_errno)) {
        const size_t n = length < AT_ONCE ? length : AT_ONCE;
        const ssize_t written = wait_to_write() ? write(1, text, n) : (errno = ETIMEDOUT, -1);
        if (written < 0 && errno != EAGAIN && errno != EINTR) {
            atomic_store(&serving->write_errno, errno);
            stop(serving);
        }
        text += written > 0 ? written : 0;
        length -= written > 0 ? (size_t)written : 0;
    }
}

/* Engines all alike. Returns how many there are; fewer than were asked for after saying why. */
static int make_engines(const struct cli_args *args, ofl_engine **engines, int *code)
{
    int n = 0;
    while (n < args->jobs && (engines[n] = args_create_engine(args, code)) != NULL)
        n++;
    return n;
}

static bool begin_service(const struct cli_args *args, struct serving *serving, int *code)
{
    ofl_engine *engines[CLI_MOST_JOBS];
    struct reason reason = {.text = ""};
    const int n = make_engines(args, engines, code);
    json_t *provenance = n == args->jobs
                             ? provenance_of(engines[0], args_settings(args), &reason) : NULL;
    if (!provenance) {
        for (int i = 0; i < n; i++)
            ofl_engine_destroy(engines[i]);
    } else {
        const struct service_plan plan = {
            .engines = engines, .n_engines = n, .n_most = args->queue,
            .may_read_files = args->allow_files, .provenance = provenance,
            .hash_mib = (int)engine_option_number(engines[0], "hash"), .write = write_line,
            .must_end = must_end, .user = serving};
        serving->service = service_begin(&plan, &reason);
    }
    if (!serving->service && *reason.text) {
        complain("%s", reason.text);
        *code = EX_OSERR;
    }
    return serving->service != NULL;
}

/* Up to the end of the input. Returns the exit code. */
static int hear_lines(struct serving *serving, struct lines *lines)
{
    const char *text;
    size_t length;
    enum line_status status;
    while ((status = lines_next(lines, &text, &length)) == LINE_READ || status == LINE_TOO_LONG) {
        if (must_end(serving))
            return 0;
        service_hear(serving->service, status == LINE_READ ? text : NULL, length);
    }
    if (status == LINE_END || must_end(serving))
        return 0;
    complain("cannot read standard input: %s", strerror(errno));
    return EX_IOERR;
}

static int code_at_end(const struct serving *serving, int code)
{
    const int failure = atomic_load(&serving->write_errno);
    if (signals_caught())
        return 128 + signals_caught();
    if (failure == EPIPE || atomic_load(&serving->watch.is_reader_gone))
        return 128 + SIGPIPE;
    if (!failure)
        return code;
    complain("cannot write to standard output: %s", strerror(failure));
    return EX_IOERR;
}

static int serve_run(const struct cli_args *args)
{
    struct serving serving = {.service = NULL};
    struct lines *lines = malloc(sizeof *lines);
    int code = 0;
    if (!lines || !signals_install() || pipe2(serving.end_fd, O_CLOEXEC | O_NONBLOCK) != 0) {
        complain("out of memory");
        free(lines);
        return EX_OSERR;
    }
    lines_open(lines, "-");
    lines->end_fd = serving.end_fd[0];
    watch_begin_call(&serving.watch, stop, &serving);
    if (begin_service(args, &serving, &code)) {
        code = hear_lines(&serving, lines);
        if (must_end(&serving) || code || strcmp(args->on_eof, "cancel") == 0)
            service_cancel_all(serving.service);
        service_end(serving.service);
        code = code_at_end(&serving, code);
    }
    watch_end(&serving.watch);
    close(serving.end_fd[0]);
    close(serving.end_fd[1]);
    free(lines);
    return code;
}

const struct cli_command cmd_serve = {
    .name = "serve",
    .summary = "answer requests in JSON, many at a time",
    .text = "Reads requests from standard input, one JSON object a line, and writes answers to "
            "standard output, a line each, in the order in which they are found. "
            "docs/serve.md says what the lines are:\n\n"
            "{\"id\":1,\"action\":\"analyze\",\"text\":\"f5d6c3\",\"nodes\":100000}\n\n"
            "With --jobs J engines of --threads M work side by side. The first line that is "
            "written tells, among other things, how many requests may be unanswered (--queue): "
            "with so many, reading stops until one is answered. Nothing that is read ends the "
            "service. At the end of input what was asked is answered; with --on-eof cancel it is "
            "cancelled.\n\n"
            "Requests cannot read files unless --allow-files is given.",
    .options = "jobs|queue|on-eof|allow-files",
    .has_engine = true,
    .run = serve_run,
};
