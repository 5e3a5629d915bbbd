/* base/lines.c - implements lines.h. */
#include "base/lines.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/regular.h"

bool lines_open(struct lines *lines, const char *path)
{
    *lines = (struct lines){.end_fd = -1, .is_stdin = strcmp(path, "-") == 0, .name = path};
    if (lines->is_stdin) {
        lines->name = "stdin";
        return true;
    }
    lines->fd = regular_open_input(path);
    return lines->fd >= 0;
}

bool lines_open_file(struct lines *lines, const char *path)
{
    *lines = (struct lines){.fd = regular_open(path, O_RDONLY | O_CLOEXEC), .end_fd = -1,
                            .name = path};
    return lines->fd >= 0;
}

void lines_close(struct lines *lines)
{
    if (!lines->is_stdin)
        close(lines->fd);
}

/* Makes room, then reads on. False at the end (has_ended) or on an error. */
static bool fill(struct lines *lines)
{
    memmove(lines->buffer, lines->buffer + lines->begin, lines->end - lines->begin);
    lines->end -= lines->begin;
    lines->begin = 0;
    ssize_t got = regular_read_until(lines->fd, lines->end_fd, lines->buffer + lines->end,
                                     sizeof lines->buffer - lines->end);
    if (got <= 0) {
        lines->has_ended = got == 0;
        return false;
    }
    lines->end += (size_t)got;
    return true;
}

/* A line ends with LF, CR LF or CR. */
static char *find_end(char *text, size_t length)
{
    char *lf = memchr(text, '\n', length);
    char *cr = memchr(text, '\r', lf ? (size_t)(lf - text) : length);
    return cr ? cr : lf;
}

static void strip_bom(size_t number, const char **text, size_t *length)
{
    if (number == 1 && *length >= 3 && memcmp(*text, "\xEF\xBB\xBF", 3) == 0) {
        *text += 3;
        *length -= 3;
    }
}

enum line_status lines_next(struct lines *lines, const char **text, size_t *length)
{
    size_t seen = 0;
    for (;;) {
        char *start = lines->buffer + lines->begin;
        size_t have = lines->end - lines->begin;
        /* The LF of a CR that ended the line before; it may come with the next read. */
        if (lines->is_behind_cr && have) {
            lines->is_behind_cr = false;
            if (*start == '\n') {
                lines->begin++;
                continue;
            }
        }
        char *end = find_end(start + seen, have - seen);
        if (end || (lines->has_ended && have)) {
            *text = start;
            *length = end ? (size_t)(end - start) : have;
            lines->begin += *length + (end != NULL);
            lines->is_behind_cr = end && *end == '\r';
            lines->number++;
            bool is_rest = lines->is_skipping;
            lines->is_skipping = false;
            if (is_rest)
                return LINE_TOO_LONG;
            strip_bom(lines->number, text, length);
            return LINE_READ;
        }
        if (lines->has_ended) {
            bool is_rest = lines->is_skipping;
            lines->is_skipping = false;
            lines->number += is_rest;
            return is_rest ? LINE_TOO_LONG : LINE_END;
        }
        seen = have;
        if (have > LINE_LIMIT) {
            lines->is_skipping = true;
            lines->begin = lines->end = seen = 0;
        }
        if (!fill(lines) && !lines->has_ended)
            return LINE_FAILED;
    }
}
