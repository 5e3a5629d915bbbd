/* book/place.c - see place.h. */
#include "book/place.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/path.h"
#include "base/regular.h"

bool book_place_name(const char *path, const char *end, char name[PATH_MAX])
{
    const int n = snprintf(name, PATH_MAX, "%s%s", path, end);
    return n > 0 && n < PATH_MAX;
}

bool book_place_has_beside(const char *path, const char *end)
{
    struct stat status;
    char name[PATH_MAX];
    return book_place_name(path, end, name) && stat(name, &status) == 0 && status.st_size > 0;
}

/* Only one of several processes makes it. */
static bool make(struct book_file *place)
{
    const int fd = open(place->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    place->was_made = fd >= 0;
    return fd >= 0 ? close(fd) == 0 : errno == EEXIST;
}

static const char log_alone[] =
    "%s: the file is missing or empty, but a log lies beside it; move that away, or let \"outflank "
    "book fix\" save its positions";

bool book_place_find(struct book_file *place, const char *path, bool makes,
                     struct reason *reason)
{
    enum { MOST_TRIES = 100 };
    struct stat status;
    *place = (struct book_file){.path = regular_follow(path)};
    if (!place->path)
        return reason_set(reason, "%s: %s", path, strerror(errno));
    /* Looked at before the size and after it: others may be making or removing the book. */
    const bool has_log = makes && book_place_has_beside(place->path, "-wal");
    int error, n_tries = 0;
    do { /* while others that made the book and failed take it away */
        error = stat(place->path, &status) == 0 ? 0 : errno;
        if (error == ENOENT && makes) {
            if (book_place_has_beside(place->path, ".damaged"))
                return reason_set(reason, "%s: a repair was cut off; \"outflank book fix\" begins "
                                  "it again", place->path);
            if (has_log && book_place_has_beside(place->path, "-wal"))
                return reason_set(reason, log_alone, place->path);
            error = make(place) && stat(place->path, &status) == 0 ? 0 : errno;
        }
        if (!error && faccessat(AT_FDCWD, place->path, R_OK, AT_EACCESS) != 0)
            error = errno;
    } while (error == ENOENT && makes && ++n_tries < MOST_TRIES);
    if (error)
        return reason_set(reason, "%s: %s", place->path, regular_problem(error));
    place->is_empty = makes && status.st_size == 0;
    if (place->is_empty && has_log && stat(place->path, &status) == 0 && status.st_size == 0 &&
        book_place_has_beside(place->path, "-wal"))
        return reason_set(reason, log_alone, place->path);
    return S_ISREG(status.st_mode) ||
           reason_set(reason, "%s: %s", place->path,
                      regular_problem(S_ISDIR(status.st_mode) ? EISDIR : EINVAL));
}

bool book_place_is_writable(const char *path)
{
    char folder[PATH_MAX];
    const size_t length = path_folder_length(path);
    if (length >= sizeof folder)
        return true;
    memcpy(folder, path, length);
    folder[length] = '\0';
    return access(length ? folder : ".", W_OK) == 0;
}

void book_place_remove(const char *path)
{
    static const char *const ends[] = {"-wal", "-shm", ""};
    char name[PATH_MAX];
    for (int i = 0; i < 3; i++)
        if (book_place_name(path, ends[i], name))
            unlink(name);
}
