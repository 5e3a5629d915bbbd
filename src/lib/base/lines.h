/* base/lines.h - lines of a file or of stdin, in constant memory. */
#ifndef BASE_LINES_H
#define BASE_LINES_H

#include <stdbool.h>
#include <stddef.h>

enum { LINE_LIMIT = 65536 }; /* bytes of the longest line that is read */

enum line_status { LINE_READ, LINE_TOO_LONG, LINE_END, LINE_FAILED };

/* Open with lines_open(), close with lines_close(). */
struct lines {
    int fd;
    int end_fd;            /* -1, or what ends a wait for input when it can be read */
    bool is_stdin, has_ended, is_skipping, is_behind_cr;
    const char *name;      /* for messages: the path, or "stdin" */
    size_t number;         /* of the line read last, from 1 */
    size_t begin, end;     /* what of the buffer is unread */
    char buffer[LINE_LIMIT + 1];
};

/* "-" is stdin. Files, pipes, terminals and /dev/null are read; folders and other
 * devices refused. False with errno set, or 0 for "not a file". */
bool lines_open(struct lines *lines, const char *path);
/* The same for a regular file: nothing that could be waited for, and "-" is a name. False with
 * errno (base/regular.h says it in words). */
bool lines_open_file(struct lines *lines, const char *path);
void lines_close(struct lines *lines);

/* The next line without its end (LF, CR LF or CR) and without a byte order mark; it
 * stays valid until the next call. LINE_TOO_LONG skips the line. LINE_FAILED
 * leaves errno set, EINTR after a signal. */
enum line_status lines_next(struct lines *lines, const char **text, size_t *length);

#endif
