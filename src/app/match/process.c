/* match/process.c - implements match/process.h.
 *
 * Invariant: both pipes are non-blocking at our end, and every wait is one
 * poll() over at most three descriptors (child's stdout, child's stdin while
 * something is queued, the cancel pipe) that ends at the deadline.
 */
#include "match/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

bool process_start(struct process *p, char *const argv[], const char *dir,
                   const char *stderr_path, struct cancel *cancel,
                   struct reason *reason)
{
    int in[2] = {-1, -1}, out[2] = {-1, -1}, error_fd = -1;
    *p = (struct process){.to_child = -1, .from_child = -1, .cancel = cancel};
    if (stderr_path == NULL || strcmp(stderr_path, "stdout") != 0) {
        const char *path = stderr_path ? stderr_path : "/dev/null";
        /* Not waiting for a reader, if it is a pipe; the child then writes as usual. */
        error_fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY,
                        0644);
        if (error_fd < 0 || fcntl(error_fd, F_SETFL, O_APPEND) != 0) {
            close_fd(&error_fd);
            return reason_set(reason, "cannot open '%.200s' for its stderr: %s", path,
                              strerror(errno));
        }
    }
    p->queue = malloc(PROCESS_QUEUE_SIZE);
    p->buffer = malloc(PROCESS_LINE_SIZE);
    int rc = ENOMEM;
    if (p->queue != NULL && p->buffer != NULL) {
        rc = 0;
        if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0 ||
            fcntl(in[1], F_SETFL, O_NONBLOCK) != 0 || fcntl(out[0], F_SETFL, O_NONBLOCK) != 0)
            rc = errno;
    }
    if (rc == 0)
        rc = subprocess_start(&p->child, argv, dir, in[0], out[1],
                              error_fd >= 0 ? error_fd : out[1]);
    close_fd(&error_fd);
    close_fd(&in[0]);
    close_fd(&out[1]);
    if (rc != 0) {
        close_fd(&in[1]);
        close_fd(&out[0]);
        free(p->queue);
        free(p->buffer);
        *p = (struct process){.to_child = -1, .from_child = -1};
        return reason_set(reason, "cannot start '%.200s'%s%.200s%s: %s", argv[0],
                          dir ? " in '" : "", dir ? dir : "", dir ? "'" : "", strerror(rc));
    }
    p->to_child = in[1];
    p->from_child = out[0];
    return true;
}

/* Writes what the child takes now; false when it has closed its stdin. */
static bool flush_queue(struct process *p)
{
    size_t sent = 0;
    while (sent < p->queued) {
        ssize_t n = write(p->to_child, p->queue + sent, p->queued - sent);
        if (n > 0)
            sent += (size_t)n;
        else if (n < 0 && errno == EINTR)
            continue;
        else if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
            break;
        else
            return false;
    }
    memmove(p->queue, p->queue + sent, p->queued - sent);
    p->queued -= sent;
    return true;
}

enum process_status process_send(struct process *p, const char *text, size_t length)
{
    if (!p->child.id || p->to_child < 0)
        return PROCESS_GONE;
    if (length > PROCESS_QUEUE_SIZE - p->queued && !flush_queue(p))
        return PROCESS_GONE;
    if (length > PROCESS_QUEUE_SIZE - p->queued)
        return PROCESS_CLOGGED;
    memcpy(p->queue + p->queued, text, length);
    p->queued += length;
    return flush_queue(p) ? PROCESS_OK : PROCESS_GONE;
}

enum process_status process_begin(struct process *p)
{
    char *line;
    size_t length;
    enum process_status status;
    p->n_bytes = 0;
    do
        status = process_read_line(p, 0, &line, &length);
    while (status == PROCESS_OK);
    p->n_bytes = 0;
    return status == PROCESS_TIMEOUT ? PROCESS_OK : status;
}

static bool ends_in_prompt(const struct process *p)
{
    return p->prompt != '\0' && !p->is_dropping && p->filled > 0 &&
           p->filled < PROCESS_LINE_SIZE - 1 && p->buffer[p->filled - 1] == p->prompt;
}

/* Takes a whole line out of the buffer. The line stays where it is; `scanned`
 * remembers how much of the buffer it uses until the next call removes it. */
static bool take_line(struct process *p, char **line, size_t *length)
{
    p->is_prompt = false;
    for (;;) {
        char *end = memchr(p->buffer, '\n', p->filled);
        if (end == NULL) {
            if (ends_in_prompt(p)) {
                p->is_prompt = true;
                p->scanned = *length = p->filled;
                p->buffer[p->filled] = '\0';
                *line = p->buffer;
                return true;
            }
            if (p->filled < PROCESS_LINE_SIZE - 1)
                return false;
            if (p->is_dropping) { /* more of the same line: drop it */
                p->filled = 0;
                return false;
            }
            p->is_dropping = true; /* give the part that fits, once */
            p->scanned = *length = p->filled;
            p->buffer[p->filled] = '\0';
            *line = p->buffer;
            return true;
        }
        p->scanned = (size_t)(end - p->buffer) + 1;
        if (p->is_dropping) { /* the end of an over-long line */
            p->is_dropping = false;
            memmove(p->buffer, p->buffer + p->scanned, p->filled - p->scanned);
            p->filled -= p->scanned;
            p->scanned = 0;
            continue;
        }
        *length = p->scanned - 1;
        while (*length > 0 && p->buffer[*length - 1] == '\r')
            --*length;
        p->buffer[*length] = '\0';
        *line = p->buffer;
        return true;
    }
}

/* Reads once; OK when something came, TIMEOUT when nothing is there. */
static enum process_status fill_buffer(struct process *p)
{
    if (p->is_eof)
        return PROCESS_GONE;
    ssize_t n = read(p->from_child, p->buffer + p->filled, PROCESS_LINE_SIZE - 1 - p->filled);
    if (n > 0) {
        p->filled += (size_t)n;
        p->n_bytes += (uint64_t)n;
        return p->n_bytes > PROCESS_FLOOD ? PROCESS_FLOODED : PROCESS_OK;
    }
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
        return PROCESS_TIMEOUT;
    p->is_eof = true;
    if (p->filled > 0 && p->filled < PROCESS_LINE_SIZE - 1) {
        p->buffer[p->filled++] = '\n'; /* a last line without its end */
        return PROCESS_OK;
    }
    return PROCESS_GONE;
}

/* Waits until something can be read or written. */
static enum process_status wait_ready(struct process *p, int64_t deadline_us)
{
    int64_t left_us = deadline_us - clock_us();
    if (left_us <= 0)
        return PROCESS_TIMEOUT;
    int wait_ms = left_us > 60000000 ? 60000 : (int)((left_us + 999) / 1000);
    struct pollfd fds[3] = {
        {.fd = p->from_child, .events = POLLIN},
        {.fd = p->cancel ? p->cancel->fd : -1, .events = POLLIN},
        {.fd = p->queued > 0 ? p->to_child : -1, .events = POLLOUT},
    };
    if (poll(fds, 3, wait_ms) < 0 && errno != EINTR)
        return PROCESS_GONE;
    if (fds[1].revents != 0)
        return PROCESS_CANCELLED;
    if (fds[2].revents != 0 && !flush_queue(p))
        close_fd(&p->to_child), p->queued = 0; /* it may still have something to say */
    return PROCESS_OK;
}

enum process_status process_read_line(struct process *p, int64_t deadline_us,
                                      char **line, size_t *length)
{
    if (!p->child.id)
        return PROCESS_GONE;
    memmove(p->buffer, p->buffer + p->scanned, p->filled - p->scanned);
    p->filled -= p->scanned;
    p->scanned = 0;
    for (;;) {
        if (take_line(p, line, length))
            return PROCESS_OK;
        enum process_status status = fill_buffer(p);
        if (status == PROCESS_TIMEOUT)
            status = wait_ready(p, deadline_us);
        if (status != PROCESS_OK)
            return status;
        if (p->cancel != NULL && cancel_is_raised(p->cancel))
            return PROCESS_CANCELLED;
    }
}

/* Reaps the child if it ends within the time. */
static bool reap(struct process *p, int64_t deadline_us)
{
    while (!subprocess_has_ended(&p->child)) {
        if (clock_us() >= deadline_us)
            return false;
        char sink[4096]; /* its last words must not keep it from ending */
        while (read(p->from_child, sink, sizeof sink) > 0 && clock_us() < deadline_us)
            continue;
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
    return true;
}

bool process_wait(struct process *p, int timeout_ms)
{
    return !p->child.id || reap(p, clock_us() + timeout_ms * INT64_C(1000));
}

void process_finish(struct process *p, int grace_ms)
{
    if (!p->child.id)
        return;
    close_fd(&p->to_child);
    int64_t now_us = clock_us();
    if (!reap(p, now_us + grace_ms * INT64_C(1000))) {
        p->was_killed = true;
        subprocess_kill(&p->child, false);
        if (!reap(p, clock_us() + 200000)) {
            subprocess_kill(&p->child, true);
            reap(p, INT64_MAX);
        }
    }
    close_fd(&p->from_child);
    free(p->queue);
    free(p->buffer);
    p->queue = p->buffer = NULL;
    subprocess_release(&p->child);
}

void process_describe_end(const struct process *p, char *out, size_t size)
{
    subprocess_describe_end(&p->child, out, size);
}
