/* base/replace.h - a file written as a whole: at any time there is the old one or the new one.
 *
 * What is written lies beside the file, under a hidden name, and takes its place when it is whole
 * and with the disk. Whatever fails before leaves the old file as it was.
 *
 * - A symbolic link is followed: the file it leads to gets the text, the link stays.
 * - A file that was there keeps its permissions, and its owner and group where the system allows
 *   that; where the group cannot be kept, the new one has no rights that were meant for the old.
 *   Other hard links keep the old text. A file that may not be written is not replaced.
 * - A new file gets 0666 less the umask.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef BASE_REPLACE_H
#define BASE_REPLACE_H

#include <stdbool.h>
#include <stddef.h>

struct replace {
    int fd;             /* write here; -1 once it has been closed */
    char *path, *beside;
    bool is_stdout;
};

/* False with errno: EISDIR for a directory, EINVAL for a device or a pipe (regular_problem()). */
bool replace_begin(struct replace *file, const char *path);

/* The same, but "-" is standard output: what is written there has its place at once. */
bool replace_begin_output(struct replace *file, const char *path);

/* Writes all bytes to `fd`. False with errno. */
bool replace_write(int fd, const void *bytes, size_t size);

/* Puts the file in its place. False with errno; the old one is untouched then. Ends `file` in both
 * cases, as replace_abandon() does. */
bool replace_commit(struct replace *file);
void replace_abandon(struct replace *file);

/* All three in one: a whole file of `size` bytes. False with errno. */
bool replace_whole(const char *path, const void *bytes, size_t size);

/* A file for reading and writing in the folder of `path`, without a name: nobody else sees it, and
 * it goes when it is closed. -1 with errno. */
int replace_unnamed(const char *path);

/* Sends the name of a new file to the disk, as far as that is possible. */
void replace_sync_folder(const char *path);

#endif
