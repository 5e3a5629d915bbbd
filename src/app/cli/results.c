/* cli/results.c - implements results.h. */
#include "cli/results.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/replace.h"

static bool fail(struct reason *reason, const char *what, const char *path)
{
    return reason_set(reason, "%s %s: %s", what, path, strerror(errno));
}

/* The part is ours alone, and still what its name says: another run may have made a whole file of
 * it since it was opened. */
static bool lock_part(struct results *results, struct reason *reason)
{
    struct stat opened, named;
    if (flock(results->fd, LOCK_EX | LOCK_NB) != 0)
        return reason_set(reason, "%s is being written by another run", results->part);
    if (fstat(results->fd, &opened) != 0 || stat(results->part, &named) != 0 ||
        opened.st_ino != named.st_ino)
        return reason_set(reason, "%s has just been finished by another run", results->path);
    return true;
}

static bool open_kept(struct results *results, const char *path, struct reason *reason)
{
    results->kept = fopen(path, "re");
    return results->kept || fail(reason, "cannot open", path);
}

static bool open_part(struct results *results, bool resumes, struct reason *reason)
{
    struct stat status;
    const bool has_part = stat(results->part, &status) == 0;
    const bool has_file = stat(results->path, &status) == 0;
    if (has_file && !S_ISREG(status.st_mode))
        return reason_set(reason, "%s is not a regular file", results->path);
    if (has_part && !resumes)
        return reason_set(reason, "%s is left of a run that was cut short: --resume goes on with "
                                  "it; delete it to begin anew", results->part);
    if (resumes && has_file && !has_part)
        return open_kept(results, results->path, reason);
    results->fd = open(results->part, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (results->fd < 0)
        return fail(reason, "cannot write", results->part);
    return lock_part(results, reason) &&
           (!has_part || open_kept(results, results->part, reason));
}

bool results_open(struct results *results, const char *path, bool resumes, struct reason *reason)
{
    *results = (struct results){.fd = -1, .path = realpath(path, NULL), .part = NULL};
    if (!results->path)
        results->path = strdup(path);
    const size_t size = (results->path ? strlen(results->path) : 0) + sizeof ".part";
    results->part = malloc(size);
    if (!results->path || !results->part) {
        results_close(results);
        return reason_set(reason, "out of memory");
    }
    snprintf(results->part, size, "%s.part", results->path);
    if (open_part(results, resumes, reason))
        return true;
    results_close(results);
    return false;
}

/* No kept line is left: what is behind them is torn, and goes. */
static int end_kept(struct results *results, struct reason *reason)
{
    if (results->kept)
        fclose(results->kept);
    results->kept = NULL;
    if (results->fd >= 0 && ftruncate(results->fd, results->size) != 0)
        return fail(reason, "cannot write", results->part) ? 0 : -1;
    return 0;
}

int results_next(struct results *results, json_t **value, struct reason *reason)
{
    if (!results->kept)
        return 0;
    char *line = NULL;
    size_t capacity = 0;
    const ssize_t length = getline(&line, &capacity, results->kept);
    const char *path = results->fd >= 0 ? results->part : results->path;
    int found = 0;
    if (length <= 0 || line[length - 1] != '\n') {
        results->is_torn = length > 0 && !ferror(results->kept);
        found = ferror(results->kept) ? (fail(reason, "cannot read", path), -1)
                                      : end_kept(results, reason);
    } else {
        *value = json_loadb(line, (size_t)length, 0, NULL);
        found = json_is_object(*value) ? 1 : -1;
        if (found < 0) {
            json_decref(*value);
            reason_set(reason, "%s: line %llu is no result of \"outflank analyze --json\"", path,
                       (unsigned long long)results->n_kept + 1);
        } else {
            results->n_kept++;
            results->size += length;
        }
    }
    free(line);
    return found;
}

bool results_add(struct results *results, const char *line, struct reason *reason)
{
    const size_t length = strlen(line);
    if (results->fd < 0)
        return reason_set(reason, "%s is whole, and has fewer results than the input asks for",
                          results->path);
    char *whole = malloc(length + 2);
    if (!whole)
        return reason_set(reason, "out of memory");
    memcpy(whole, line, length);
    whole[length] = '\n';
    const bool is_written = replace_write(results->fd, whole, length + 1);
    free(whole);
    return is_written || fail(reason, "cannot write", results->part);
}

bool results_commit(struct results *results, struct reason *reason)
{
    if (results->fd < 0)
        return true;
    if (fsync(results->fd) != 0 || rename(results->part, results->path) != 0)
        return fail(reason, "cannot write", results->path);
    replace_sync_folder(results->path);
    return true;
}

void results_close(struct results *results)
{
    if (results->kept)
        fclose(results->kept);
    if (results->fd >= 0)
        close(results->fd);
    free(results->path);
    free(results->part);
    *results = (struct results){.fd = -1};
}
