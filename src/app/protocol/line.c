/* protocol/line.c - implements line.h.
 *
 * The reader sleeps only in one poll(): over the input, the output (has its reader gone?), the
 * pipe of the signals, and a pipe by which the protocol's thread wakes it. One lock guards all that
 * the two threads share.
 *
 * No order to stop is lost. line_search_begin() takes back the old one and looks at what has been
 * read since. It does both under the lock, and the reader holds the lock when it decides whether a
 * new line stops the search. */
#include "protocol/line.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/checks.h"
#include "base/clock.h"
#include "options/signals.h"

enum {
    QUEUE_BYTES = 256 << 10,
    QUEUE_LINES = 4096,
    CHUNK_BYTES = 16 << 10,
    STACK_BYTES = 256 << 10
};

struct line_source {
    int fd;
    bool is_shared;   /* with the line editor */
    bool is_terminal; /* CR ends lines, too: the editor's mode makes it of what is typed ahead */
    struct stop *stop;
    struct output *output;
    pthread_t thread;
    int wake[2]; /* a byte in this pipe makes the reader look at the state */

    /* Shared by both threads, under the lock. */
    pthread_mutex_t lock;
    pthread_cond_t changed; /* a line, the end, or a reason to leave */
    struct line_rules rules;
    struct line *first, **last; /* the queue */
    size_t n_lines, n_bytes;    /* in the queue */
    bool is_waiting_for_room;   /* the queue is full, so nothing is read */
    bool is_at_end;             /* of the input */
    int read_error;             /* why it ended, or 0 */
    bool is_gone;               /* nobody reads the output any more */
    bool is_signalled;
    bool must_leave;            /* the reader's thread is to end */
    uint64_t read_number;       /* of the last line read */
    uint64_t current;           /* of the last line handed out */
    uint64_t stop_number[LINE_CLASSES]; /* of the last line of each class */
    bool is_searching;
    bool is_taking;             /* bytes were read, and are not yet in the queue */
    bool is_bounded;            /* the search: it ends by itself */
    unsigned search_stops;      /* the classes of lines that end the search */

    /* The reader's own. */
    struct line *partial;    /* the line in work, NULL between lines */
    size_t partial_capacity;
    bool is_begun;           /* a line was read */
    bool is_discarding;      /* up to the end of a line that is too long */
    bool is_behind_cr;       /* which ended a line: a LF that follows belongs to it */
    char chunk[CHUNK_BYTES];
};

static void wake_reader(struct line_source *source)
{
    ssize_t ignored = write(source->wake[1], "", 1);
    (void)ignored;
}

/* Which lines stop the search is decided here and in line_search_begin(). */
static void note_stops(struct line_source *source, const struct line *line)
{
    unsigned classes = source->rules.stops ? source->rules.stops(line->text, line->length) : 0;
    for (int i = 0; i < LINE_CLASSES; i++)
        if (classes >> i & 1)
            source->stop_number[i] = line->number;
    if (source->is_searching && (classes & source->search_stops) && line->number > source->current)
        stop_give(source->stop);
}

/* For assert(), under the lock: what the queue counts agrees with what it holds. */
static ASSERT_ONLY bool queue_is_sound(const struct line_source *source)
{
    return (source->first == NULL) == (source->n_lines == 0) &&
           (source->n_lines == 0) == (source->n_bytes == 0) &&
           (source->first != NULL || source->last == &source->first) &&
           source->current <= source->read_number;
}

static void queue_push(struct line_source *source, struct line *line)
{
    assert(line->length <= LINE_MAX_BYTES_LONG);
    assert(!line->is_too_long || line->length == LINE_PREFIX);
    line->read_us = clock_us();
    pthread_mutex_lock(&source->lock);
    line->next = NULL;
    line->number = ++source->read_number;
    *source->last = line;
    source->last = &line->next;
    source->n_lines++;
    source->n_bytes += sizeof *line + line->length;
    assert(queue_is_sound(source));
    note_stops(source, line);
    pthread_cond_signal(&source->changed);
    pthread_mutex_unlock(&source->lock);
}

/* ---- the reader's thread ---- */

static struct line *line_alloc(size_t capacity)
{
    struct line *line = malloc(sizeof(struct line) + capacity + 1);
    if (line)
        *line = (struct line){0};
    return line;
}

/* Shells of Windows put a byte order mark before all that they send. */
static void drop_mark(struct line *line)
{
    static const char mark[] = "\xEF\xBB\xBF";
    enum { N_MARK = sizeof mark - 1 };
    if (line->length < N_MARK || memcmp(line->text, mark, N_MARK) != 0)
        return;
    line->length -= N_MARK;
    memmove(line->text, line->text + N_MARK, line->length);
}

/* Without its end: LF, CR LF, or CR CR LF of a text that was translated twice. */
static void push_text(struct line_source *source, struct line *line)
{
    while (line->length && line->text[line->length - 1] == '\r')
        line->length--;
    if (!source->is_begun)
        drop_mark(line);
    source->is_begun = true;
    line->text[line->length] = '\0';
    queue_push(source, line);
}

/* The line has grown too long: report it now, skip what follows up to its end. */
static void push_too_long(struct line_source *source)
{
    struct line *line = source->partial;
    source->partial = NULL;
    source->is_discarding = true;
    struct line *small = realloc(line, sizeof *line + LINE_PREFIX + 1);
    if (small)
        line = small;
    line->length = LINE_PREFIX;
    line->text[LINE_PREFIX] = '\0';
    line->is_too_long = true;
    queue_push(source, line);
}

static size_t limit_of(struct line_source *source, const char *text, size_t length)
{
    if (length <= LINE_MAX_BYTES)
        return LINE_MAX_BYTES;
    pthread_mutex_lock(&source->lock);
    bool (*may_be_long)(const char *, size_t) = source->rules.may_be_long;
    pthread_mutex_unlock(&source->lock);
    return may_be_long && may_be_long(text, LINE_PREFIX) ? LINE_MAX_BYTES_LONG : LINE_MAX_BYTES;
}

/* Adds bytes of the line that is being read. */
static void append(struct line_source *source, const char *bytes, size_t length)
{
    if (source->is_discarding || length == 0)
        return;
    struct line *line = source->partial;
    size_t old = line ? line->length : 0;
    if (!line || old + length > source->partial_capacity) {
        size_t capacity = line ? source->partial_capacity : 128;
        while (capacity < old + length)
            capacity *= 2;
        struct line *grown = realloc(line, sizeof *line + capacity + 1);
        if (!grown) {
            /* Without memory for it the line counts as too long. */
            if (line && old >= LINE_PREFIX)
                push_too_long(source);
            source->is_discarding = true;
            return;
        }
        if (!line)
            *grown = (struct line){0};
        source->partial = line = grown;
        source->partial_capacity = capacity;
    }
    memcpy(line->text + old, bytes, length);
    line->length = old + length;
    /* A CR that belongs to the line's end may be one byte too many. */
    size_t counted = line->text[line->length - 1] == '\r' ? line->length - 1 : line->length;
    if (counted > limit_of(source, line->text, counted))
        push_too_long(source);
}

static void end_line(struct line_source *source)
{
    if (!source->is_discarding) {
        struct line *line = source->partial ? source->partial : line_alloc(0);
        source->partial = NULL;
        if (line)
            push_text(source, line);
    }
    source->is_discarding = false;
}

/* How many bytes stand before the end of the line; `length`: it has none. */
static size_t find_end(const struct line_source *source, const char *bytes, size_t length)
{
    const char *end = memchr(bytes, '\n', length);
    const size_t n = end ? (size_t)(end - bytes) : length;
    const char *cr = source->is_terminal ? memchr(bytes, '\r', n) : NULL;
    return cr ? (size_t)(cr - bytes) : n;
}

static void take_bytes(struct line_source *source, const char *bytes, size_t length)
{
    while (length > 0) {
        const bool is_second = source->is_behind_cr && *bytes == '\n';
        const size_t n = is_second ? 0 : find_end(source, bytes, length);
        source->is_behind_cr = false;
        append(source, bytes, n);
        if (n == length)
            return;
        if (!is_second)
            end_line(source);
        source->is_behind_cr = bytes[n] == '\r';
        bytes += n + 1;
        length -= n + 1;
    }
}

/* `error`: 0, or why reading failed. A terminal that went away gives EIO: its end, and no fault. */
static void note_end(struct line_source *source, int error)
{
    if (source->partial && !source->is_discarding)
        end_line(source);
    pthread_mutex_lock(&source->lock);
    source->is_at_end = true;
    source->read_error = isatty(source->fd) ? 0 : error;
    if (source->is_searching && !source->is_bounded)
        stop_give(source->stop);
    pthread_cond_signal(&source->changed);
    pthread_mutex_unlock(&source->lock);
}

static void note_ending(struct line_source *source, bool *reason)
{
    pthread_mutex_lock(&source->lock);
    *reason = true;
    stop_give(source->stop);
    pthread_cond_signal(&source->changed);
    pthread_mutex_unlock(&source->lock);
}

/* May input be read now, and notes taken? If not, why does the protocol's thread wake us? */
static bool wants_input(struct line_source *source, bool *wants_notes, bool *must_leave)
{
    pthread_mutex_lock(&source->lock);
    bool is_full = source->n_lines >= QUEUE_LINES || source->n_bytes >= QUEUE_BYTES;
    source->is_waiting_for_room = is_full;
    bool is_wanted = !is_full && !source->is_at_end &&
                     (!source->is_shared || source->is_searching);
    *wants_notes = !is_full && (!source->is_shared || source->is_searching);
    *must_leave = source->must_leave;
    pthread_mutex_unlock(&source->lock);
    return is_wanted;
}

static void read_some(struct line_source *source)
{
    /* Between searches the terminal belongs to the line editor: check again
     * under the lock, so that no byte is taken from it. */
    pthread_mutex_lock(&source->lock);
    bool is_locked = source->is_shared;
    bool may_read = !is_locked || source->is_searching;
    if (!is_locked)
        pthread_mutex_unlock(&source->lock);
    ssize_t n = 0;
    if (may_read)
        n = read(source->fd, source->chunk, sizeof source->chunk);
    int error = errno;
    if (is_locked) {
        source->is_taking = may_read;
        pthread_mutex_unlock(&source->lock);
    }
    if (!may_read)
        return;
    if (n > 0)
        take_bytes(source, source->chunk, (size_t)n);
    else if (n == 0 || (error != EINTR && error != EAGAIN))
        note_end(source, n == 0 ? 0 : error);
    if (!is_locked)
        return;
    pthread_mutex_lock(&source->lock);
    source->is_taking = false;
    pthread_cond_signal(&source->changed);
    pthread_mutex_unlock(&source->lock);
}

/* Ctrl-C ends the search. Without one, and after fg, the prompt has to come again. */
static void take_notes(struct line_source *source)
{
    const unsigned notes = signals_take_notes();
    pthread_mutex_lock(&source->lock);
    const bool is_searching = source->is_searching;
    if (is_searching && (notes & SIGNALS_INTERRUPT))
        stop_give(source->stop);
    const bool wants_prompt = !is_searching && !source->is_shared && notes;
    pthread_mutex_unlock(&source->lock);
    if (wants_prompt && (notes & SIGNALS_INTERRUPT)) {
        free(source->partial); /* begun and not ended: Ctrl-C clears it */
        source->partial = NULL;
        source->is_discarding = false;
    }
    struct line *line = wants_prompt ? line_alloc(0) : NULL;
    if (line)
        push_text(source, line);
}

enum { FD_INPUT, FD_WAKE, FD_SIGNAL, FD_OUTPUT, FD_NOTE, N_FDS };

static void *reader_main(void *argument)
{
    struct line_source *source = argument;
    struct pollfd fds[N_FDS] = {
        [FD_INPUT] = {.fd = -1, .events = POLLIN},
        [FD_WAKE] = {.fd = source->wake[0], .events = POLLIN},
        [FD_SIGNAL] = {.fd = signals_fd(), .events = POLLIN},
        [FD_OUTPUT] = {.fd = source->output->fd, .events = 0},
        [FD_NOTE] = {.fd = -1, .events = POLLIN},
    };
    for (;;) {
        bool wants_notes, must_leave;
        fds[FD_INPUT].fd = wants_input(source, &wants_notes, &must_leave) ? source->fd : -1;
        fds[FD_NOTE].fd = wants_notes ? signals_note_fd() : -1;
        if (must_leave)
            return NULL;
        for (int i = 0; i < N_FDS; i++)
            fds[i].revents = 0;
        if (poll(fds, N_FDS, -1) < 0)
            continue;
        if (fds[FD_WAKE].revents) {
            char sink[64];
            ssize_t ignored = read(source->wake[0], sink, sizeof sink);
            (void)ignored;
        }
        if (fds[FD_SIGNAL].revents) {
            fds[FD_SIGNAL].fd = -1;
            note_ending(source, &source->is_signalled);
        }
        if (fds[FD_OUTPUT].revents) {
            fds[FD_OUTPUT].fd = -1;
            /* A closed descriptor (POLLNVAL) is found out by the first write. */
            if (fds[FD_OUTPUT].revents & (POLLERR | POLLHUP))
                note_ending(source, &source->is_gone);
        }
        if (fds[FD_NOTE].revents)
            take_notes(source);
        if (fds[FD_INPUT].revents)
            read_some(source);
    }
}

/* ---- the protocol's thread ---- */

static bool start_reader(struct line_source *source)
{
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    bool is_ok = pthread_attr_setstacksize(&attributes, STACK_BYTES) == 0 &&
                 pthread_create(&source->thread, &attributes, reader_main, source) == 0;
    pthread_attr_destroy(&attributes);
    return is_ok;
}

struct line_source *line_source_create(int fd, bool is_shared, struct stop *stop,
                                       struct output *output)
{
    struct line_source *source = calloc(1, sizeof *source);
    if (!source)
        return NULL;
    source->fd = fd;
    source->is_shared = is_shared;
    source->is_terminal = isatty(fd);
    source->stop = stop;
    source->output = output;
    source->last = &source->first;
    if (pipe2(source->wake, O_CLOEXEC | O_NONBLOCK) != 0) {
        free(source);
        return NULL;
    }
    pthread_mutex_init(&source->lock, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&source->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    if (!start_reader(source)) {
        close(source->wake[0]);
        close(source->wake[1]);
        pthread_cond_destroy(&source->changed);
        pthread_mutex_destroy(&source->lock);
        free(source);
        return NULL;
    }
    return source;
}

void line_source_destroy(struct line_source *source)
{
    if (!source)
        return;
    pthread_mutex_lock(&source->lock);
    source->must_leave = true;
    pthread_mutex_unlock(&source->lock);
    wake_reader(source);
    pthread_join(source->thread, NULL);
    for (struct line *line = source->first; line;) {
        struct line *next = line->next;
        free(line);
        line = next;
    }
    free(source->partial);
    close(source->wake[0]);
    close(source->wake[1]);
    pthread_cond_destroy(&source->changed);
    pthread_mutex_destroy(&source->lock);
    free(source);
}

void line_set_rules(struct line_source *source, struct line_rules rules)
{
    pthread_mutex_lock(&source->lock);
    source->rules = rules;
    for (const struct line *line = source->first; line; line = line->next)
        note_stops(source, line);
    pthread_mutex_unlock(&source->lock);
}

static bool is_ending(const struct line_source *source)
{
    return source->is_gone || source->is_signalled || signals_caught() ||
           atomic_load(&source->output->state) != OUTPUT_OK;
}

struct line *line_next(struct line_source *source)
{
    pthread_mutex_lock(&source->lock);
    while (source->is_taking ||
           (!source->first && !source->is_at_end && !is_ending(source) && !source->is_shared))
        pthread_cond_wait(&source->changed, &source->lock);
    struct line *line = is_ending(source) ? NULL : source->first;
    bool must_wake = false;
    if (line) {
        source->first = line->next;
        if (!source->first)
            source->last = &source->first;
        source->n_lines--;
        source->n_bytes -= sizeof *line + line->length;
        source->current = line->number;
        assert(queue_is_sound(source));
        /* Half empty, so that a flood of lines does not wake the reader for each. */
        must_wake = source->is_waiting_for_room && source->n_lines <= QUEUE_LINES / 2 &&
                    source->n_bytes <= QUEUE_BYTES / 2;
        if (must_wake)
            source->is_waiting_for_room = false;
    }
    pthread_mutex_unlock(&source->lock);
    if (must_wake)
        wake_reader(source);
    return line;
}

bool line_is_waiting(struct line_source *source)
{
    pthread_mutex_lock(&source->lock);
    const bool result = source->first != NULL;
    pthread_mutex_unlock(&source->lock);
    return result;
}

void line_read_always(struct line_source *source)
{
    pthread_mutex_lock(&source->lock);
    source->is_shared = false;
    pthread_mutex_unlock(&source->lock);
    wake_reader(source);
}

char *line_take_partial(struct line_source *source)
{
    pthread_mutex_lock(&source->lock);
    char *text = NULL;
    if (source->is_shared && !source->is_searching && source->partial && !source->is_discarding) {
        text = strndup(source->partial->text, source->partial->length);
        free(source->partial);
        source->partial = NULL;
    }
    pthread_mutex_unlock(&source->lock);
    return text;
}

uint64_t line_take_number(struct line_source *source)
{
    pthread_mutex_lock(&source->lock);
    uint64_t number = source->current = ++source->read_number;
    pthread_mutex_unlock(&source->lock);
    return number;
}

void line_search_begin(struct line_source *source, unsigned stops, bool is_bounded)
{
    pthread_mutex_lock(&source->lock);
    stop_take_back(source->stop);
    source->is_searching = true;
    source->is_bounded = is_bounded;
    source->search_stops = stops;
    bool must_stop = is_ending(source) || (source->is_at_end && !is_bounded);
    for (int i = 0; i < LINE_CLASSES; i++)
        must_stop |= (stops >> i & 1) && source->stop_number[i] > source->current;
    if (must_stop)
        stop_give(source->stop);
    bool must_wake = source->is_shared;
    pthread_mutex_unlock(&source->lock);
    if (must_wake)
        wake_reader(source);
}

void line_wait_stop(struct line_source *source)
{
    pthread_mutex_lock(&source->lock);
    while (!stop_is_given(source->stop) && !source->is_at_end && !is_ending(source))
        pthread_cond_wait(&source->changed, &source->lock);
    pthread_mutex_unlock(&source->lock);
}

void line_search_end(struct line_source *source)
{
    pthread_mutex_lock(&source->lock);
    source->is_searching = false;
    bool must_wake = source->is_shared;
    pthread_mutex_unlock(&source->lock);
    if (must_wake)
        wake_reader(source);
}

bool line_is_ending(const struct line_source *source)
{
    struct line_source *shared = (struct line_source *)source;
    pthread_mutex_lock(&shared->lock);
    bool result = is_ending(shared);
    pthread_mutex_unlock(&shared->lock);
    return result;
}

bool line_at_end(struct line_source *source, int wait_ms)
{
    int64_t until = clock_ms() + wait_ms;
    struct timespec limit = {.tv_sec = (time_t)(until / 1000),
                             .tv_nsec = (long)(until % 1000) * 1000000};
    pthread_mutex_lock(&source->lock);
    while (!source->is_at_end &&
           pthread_cond_timedwait(&source->changed, &source->lock, &limit) == 0)
        continue;
    bool result = source->is_at_end;
    pthread_mutex_unlock(&source->lock);
    return result;
}

int line_read_error(struct line_source *source)
{
    pthread_mutex_lock(&source->lock);
    const int error = source->read_error;
    pthread_mutex_unlock(&source->lock);
    return error;
}
