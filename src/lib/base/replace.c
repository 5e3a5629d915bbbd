/* base/replace.c - see replace.h. */
#include "base/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/path.h"
#include "base/regular.h"

enum { MAX_TRIES = 100 };

/* Makes the file beside; its name is short, so that any name of a file can be replaced. */
static int make_beside(struct replace *file, mode_t mode)
{
    size_t folder = path_folder_length(file->path), size = folder + sizeof ".outflank-" + 16;
    file->beside = malloc(size);
    if (!file->beside)
        return -1;
    memcpy(file->beside, file->path, folder);
    uint32_t number = (uint32_t)clock_us() ^ (uint32_t)getpid() << 16;
    int fd = -1;
    for (int i = 0; fd < 0 && i < MAX_TRIES && (i == 0 || errno == EEXIST); i++) {
        snprintf(file->beside + folder, size - folder, ".outflank-%08x", (unsigned)number++);
        fd = open(file->beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    }
    return fd;
}

/* Whose `old` was, and who may do what with it. */
static bool take_rights(int fd, const struct stat *old)
{
    struct stat now;
    if (fstat(fd, &now) != 0)
        return false;
    mode_t mode = old->st_mode & 0777;
    bool is_kept = now.st_gid == old->st_gid || fchown(fd, (uid_t)-1, old->st_gid) == 0;
    if (!is_kept)
        mode &= 0707;
    if (now.st_uid != old->st_uid && fchown(fd, old->st_uid, (gid_t)-1) != 0)
        errno = 0; /* only the superuser gives files away */
    return fchmod(fd, mode) == 0;
}

bool replace_begin(struct replace *file, const char *path)
{
    *file = (struct replace){.fd = -1, .path = regular_follow(path)};
    struct stat old;
    bool is_there = file->path && stat(file->path, &old) == 0;
    bool is_good = file->path != NULL;
    if (is_there && !S_ISREG(old.st_mode)) {
        errno = S_ISDIR(old.st_mode) ? EISDIR : EINVAL;
        is_good = false;
    }
    is_good = is_good && (!is_there || faccessat(AT_FDCWD, file->path, W_OK, AT_EACCESS) == 0);
    if (is_good)
        file->fd = make_beside(file, is_there ? 0600 : 0666);
    if (file->fd >= 0 && (!is_there || take_rights(file->fd, &old)))
        return true;
    int error = errno;
    if (file->fd < 0) { /* nothing of ours lies there */
        free(file->beside);
        file->beside = NULL;
    }
    replace_abandon(file);
    errno = error;
    return false;
}

bool replace_begin_output(struct replace *file, const char *path)
{
    if (strcmp(path, "-") != 0)
        return replace_begin(file, path);
    *file = (struct replace){.fd = STDOUT_FILENO, .is_stdout = true};
    return true;
}

bool replace_write(int fd, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size > 0) {
        ssize_t n = write(fd, at, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        at += n;
        size -= (size_t)n;
    }
    return true;
}

int replace_unnamed(const char *path)
{
    static const char name[] = ".outflank-XXXXXX";
    const size_t folder = path_folder_length(path);
    char *beside = malloc(folder + sizeof name);
    if (!beside)
        return -1;
    memcpy(beside, path, folder);
    beside[folder] = '\0';
    int fd = -1;
#ifdef O_TMPFILE
    fd = open(folder ? beside : ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
#endif
    if (fd < 0) { /* not every system and file system has that */
        memcpy(beside + folder, name, sizeof name);
        fd = mkostemp(beside, O_CLOEXEC);
        if (fd >= 0)
            unlink(beside);
    }
    free(beside);
    return fd;
}

void replace_sync_folder(const char *path)
{
    const size_t length = path_folder_length(path);
    char *folder = length ? strndup(path, length) : strdup(".");
    if (!folder)
        return;
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(folder);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
}

bool replace_commit(struct replace *file)
{
    if (file->is_stdout) {
        replace_abandon(file);
        return true;
    }
    int fd = file->fd;
    bool is_good = fd < 0 || fsync(fd) == 0;
    int error = errno;
    file->fd = -1;
    if (fd >= 0 && close(fd) != 0 && is_good) {
        is_good = false;
        error = errno;
    }
    if (is_good && rename(file->beside, file->path) != 0) {
        is_good = false;
        error = errno;
    }
    if (is_good) {
        replace_sync_folder(file->path);
        free(file->beside);
        file->beside = NULL;
    }
    replace_abandon(file);
    errno = error;
    return is_good;
}

void replace_abandon(struct replace *file)
{
    if (file->fd >= 0 && !file->is_stdout)
        close(file->fd);
    if (file->beside)
        unlink(file->beside);
    free(file->path);
    free(file->beside);
    *file = (struct replace){.fd = -1};
}

bool replace_whole(const char *path, const void *bytes, size_t size)
{
    struct replace file;
    if (!replace_begin(&file, path))
        return false;
    if (replace_write(file.fd, bytes, size))
        return replace_commit(&file);
    const int error = errno;
    replace_abandon(&file);
    errno = error;
    return false;
}
