/* protocol/output.c - implements output.h.
 *
 * Before each piece poll() waits for room; a pipe with room takes PIPE_BUF
 * bytes without blocking, so write() itself never sleeps for long and the
 * signal pipe is always watched. The descriptor's own flags are left alone:
 * they may be shared with other programs. */
#include "protocol/output.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <unistd.h>

#include "options/signals.h"

bool output_init(struct output *output, int fd)
{
    *output = (struct output){.fd = fd};
    return pthread_mutex_init(&output->lock, NULL) == 0;
}

void output_finish(struct output *output) { pthread_mutex_destroy(&output->lock); }

static void note_error(struct output *output, int error)
{
    int ok = OUTPUT_OK;
    output->error = error;
    atomic_compare_exchange_strong(&output->state, &ok,
                                   error == EPIPE ? OUTPUT_GONE : OUTPUT_FAILED);
}

/* Waits until a write will not block. False if a signal came first. */
static bool wait_for_room(const struct output *output)
{
    struct pollfd fds[2] = {
        {.fd = output->fd, .events = POLLOUT},
        {.fd = signals_fd(), .events = POLLIN},
    };
    while (poll(fds, 2, -1) < 0)
        if (errno != EINTR)
            return true;
    /* Room first: the reply that is ready goes out even if a signal waits. */
    return fds[0].revents || !fds[1].revents;
}

static bool write_all(struct output *output, const char *text, size_t length)
{
    while (length > 0) {
        if (!wait_for_room(output)) {
            /* Nothing may follow a reply that was cut short. */
            note_error(output, EPIPE);
            return false;
        }
        size_t piece = length < PIPE_BUF ? length : PIPE_BUF;
        ssize_t n = write(output->fd, text, piece);
        if (n < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (n < 0) {
            note_error(output, errno);
            return false;
        }
        text += n;
        length -= (size_t)n;
    }
    return true;
}

bool output_write(struct output *output, const char *text, size_t length)
{
    pthread_mutex_lock(&output->lock);
    bool is_ok = atomic_load(&output->state) == OUTPUT_OK && write_all(output, text, length);
    if (is_ok)
        log_sent(output->log, text, length);
    pthread_mutex_unlock(&output->lock);
    return is_ok;
}
