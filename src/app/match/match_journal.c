/* match/match_journal.c - implements match/match_journal.h.
 *
 * Invariant: the bytes before journal->size are whole lines with right sums.
 * The sum is CRC-32 (ISO 3309, reflected, polynomial 0xEDB88320), as in zip.
 */
#include "match/match_journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/regular.h"
#include "base/replace.h"

enum { SUM_LENGTH = 9, MAX_LINE = 1 << 20 };

uint32_t journal_crc32(const char *bytes, size_t length)
{
    uint32_t crc = 0xFFFFFFFF;
    for (size_t i = 0; i < length; i++) {
        crc ^= (unsigned char)bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = (crc >> 1) ^ (0xEDB88320 & (0 - (crc & 1)));
    }
    return ~crc;
}

static bool lock(struct journal *journal, const char *path, struct reason *reason)
{
    if (flock(journal->fd, LOCK_EX | LOCK_NB) == 0)
        return true;
    if (errno == EWOULDBLOCK)
        return reason_set(reason, "'%.300s' is in use by another match", path);
    return reason_set(reason, "cannot lock '%.300s': %s", path, strerror(errno));
}

/* The name of a new file is on the disc only when its folder is. */
bool journal_create(struct journal *journal, const char *path, const json_t *header,
                    struct reason *reason)
{
    *journal = (struct journal){.fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644)};
    if (journal->fd < 0 && errno == EEXIST)
        return reason_set(reason, "'%.300s' exists; go on with it by -resume, or choose another "
                          "-out", path);
    if (journal->fd < 0)
        return reason_set(reason, "cannot make '%.300s': %s", path, strerror(errno));
    if (!lock(journal, path, reason) || !journal_add(journal, header, NULL, reason) ||
        !journal_sync(journal, reason)) {
        journal_close(journal);
        unlink(path);
        return false;
    }
    replace_sync_folder(path);
    return true;
}

/* One line from a stream. 1: good, 0: end, -1: torn or damaged (size: its bytes). */
static int read_line(FILE *stream, char *buffer, json_t **json, size_t *size)
{
    *json = NULL;
    *size = 0;
    int c = EOF;
    while (*size < MAX_LINE && (c = getc(stream)) != EOF) {
        buffer[(*size)++] = (char)c;
        if (c == '\n')
            break;
    }
    if (*size == 0)
        return 0;
    if (c != '\n' || *size < SUM_LENGTH + 2)
        return -1;
    char sum[SUM_LENGTH + 1];
    size_t length = *size - SUM_LENGTH - 1;
    snprintf(sum, sizeof sum, "%08x ", (unsigned)journal_crc32(buffer + SUM_LENGTH, length));
    if (memcmp(sum, buffer, SUM_LENGTH) != 0)
        return -1;
    *json = json_loadb(buffer + SUM_LENGTH, length, 0, NULL);
    return *json != NULL ? 1 : -1;
}

/* Goes through all lines; `take` may be NULL. *header receives the first. */
static bool scan(int fd, json_t **header, journal_fn take, void *user, int64_t *end,
                 bool *is_torn, struct reason *reason)
{
    int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    FILE *stream = copy >= 0 ? fdopen(copy, "rb") : NULL;
    char *buffer = malloc(MAX_LINE);
    if (stream == NULL || buffer == NULL) {
        if (stream != NULL)
            fclose(stream);
        else if (copy >= 0)
            close(copy);
        free(buffer);
        return reason_set(reason, "not enough memory to read the journal");
    }
    rewind(stream);
    bool is_good = true;
    size_t line = 0, size;
    json_t *json;
    int status = 1;
    *end = 0;
    *is_torn = false;
    while (is_good && (status = read_line(stream, buffer, &json, &size)) > 0) {
        line++;
        if (line == 1 && header != NULL)
            *header = json_incref(json);
        else if (line > 1 && take != NULL)
            is_good = take(user, json, *end, reason);
        json_decref(json);
        *end += (int64_t)size;
    }
    if (is_good && status < 0) {
        if (getc(stream) != EOF || line == 0)
            is_good = reason_set(reason, "line %zu of the journal is damaged", line + 1);
        *is_torn = true;
    }
    if (is_good && line == 0)
        is_good = reason_set(reason, "the journal is empty");
    free(buffer);
    fclose(stream);
    return is_good;
}

bool journal_open(struct journal *journal, const char *path, json_t **header,
                  struct reason *reason)
{
    *journal = (struct journal){.fd = regular_open(path, O_RDWR)};
    *header = NULL;
    if (journal->fd < 0)
        return reason_set(reason, "cannot open '%.300s': %s", path, regular_problem(errno));
    bool is_torn;
    bool is_good = lock(journal, path, reason);
    if (is_good && !scan(journal->fd, header, NULL, NULL, &journal->size, &is_torn, reason))
        is_good = reason_put_before(reason, "'%.300s': ", path);
    if (is_good && is_torn && ftruncate(journal->fd, journal->size) != 0)
        is_good = reason_set(reason, "cannot cut the torn last line off '%.300s': %s", path,
                             strerror(errno));
    if (!is_good) {
        json_decref(*header);
        *header = NULL;
        journal_close(journal);
    }
    return is_good;
}

bool journal_replay(struct journal *journal, journal_fn take, void *user,
                    struct reason *reason)
{
    int64_t end;
    bool is_torn;
    return scan(journal->fd, NULL, take, user, &end, &is_torn, reason);
}

bool journal_add(struct journal *journal, const json_t *line, int64_t *offset,
                 struct reason *reason)
{
    char *json = json_dumps(line, JSON_COMPACT | JSON_ENSURE_ASCII);
    size_t length = json ? strlen(json) : 0;
    char *text = json ? malloc(length + SUM_LENGTH + 2) : NULL;
    if (text == NULL || length + SUM_LENGTH + 1 > MAX_LINE) {
        free(json);
        free(text);
        return reason_set(reason, "not enough memory for a line of the journal");
    }
    snprintf(text, length + SUM_LENGTH + 2, "%08x %s\n", (unsigned)journal_crc32(json, length),
             json);
    free(json);
    size_t size = length + SUM_LENGTH + 1, written = 0;
    while (written < size) {
        ssize_t n = pwrite(journal->fd, text + written, size - written,
                           (off_t)(journal->size + (int64_t)written));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        written += (size_t)n;
    }
    free(text);
    if (written < size)
        return reason_set(reason, "cannot write to the journal: %s", strerror(errno));
    if (offset != NULL)
        *offset = journal->size;
    journal->size += (int64_t)size;
    return true;
}

bool journal_sync(struct journal *journal, struct reason *reason)
{
    if (fsync(journal->fd) == 0)
        return true;
    return reason_set(reason, "cannot flush the journal to the disc: %s", strerror(errno));
}

json_t *journal_read(struct journal *journal, int64_t offset)
{
    /* Lines are a few KiB; read in one piece, larger only when needed. */
    for (size_t size = 16384; size <= MAX_LINE; size *= 4) {
        char *buffer = malloc(size);
        ssize_t n = buffer ? pread(journal->fd, buffer, size, (off_t)offset) : -1;
        char *end = n > SUM_LENGTH ? memchr(buffer, '\n', (size_t)n) : NULL;
        json_t *json = NULL;
        if (end != NULL)
            json = json_loadb(buffer + SUM_LENGTH, (size_t)(end - buffer) - SUM_LENGTH, 0, NULL);
        free(buffer);
        if (json != NULL || n < (ssize_t)size)
            return json;
    }
    return NULL;
}

void journal_close(struct journal *journal)
{
    if (journal->fd >= 0)
        close(journal->fd);
    journal->fd = -1;
}

bool journal_output_begin(struct journal_output *output, const char *path,
                          struct reason *reason)
{
    *output = (struct journal_output){.name = strdup(path)};
    if (output->name == NULL)
        return reason_set(reason, "not enough memory for '%.300s'", path);
    if (replace_begin(&output->file, path)) {
        output->stream = fdopen(output->file.fd, "w");
        if (output->stream != NULL)
            return true;
        int problem = errno;
        replace_abandon(&output->file);
        errno = problem;
    }
    int problem = errno;
    free(output->name);
    return reason_set(reason, "cannot write '%.300s': %s", path, regular_problem(problem));
}

bool journal_output_commit(struct journal_output *output, struct reason *reason)
{
    FILE *stream = output->stream;
    bool is_good = fflush(stream) == 0 && !ferror(stream) && fsync(fileno(stream)) == 0;
    int problem = errno;
    if (fclose(stream) != 0 && is_good) {
        is_good = false;
        problem = errno;
    }
    output->file.fd = -1; /* the stream closed it */
    if (is_good) {
        is_good = replace_commit(&output->file);
        problem = errno;
    } else {
        replace_abandon(&output->file);
    }
    if (!is_good)
        reason_set(reason, "cannot write '%.300s': %s", output->name, strerror(problem));
    free(output->name);
    return is_good;
}
