/* base/regular.h - opening files that a user names: never waiting for a pipe. */
#ifndef BASE_REGULAR_H
#define BASE_REGULAR_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

/* Opens a file with open(2)'s `flags` (no O_CREAT). -1 with errno if it cannot be opened or is no
 * regular file: EISDIR for a directory, EINVAL for a device or a pipe. */
int regular_open(const char *path, int flags);
/* The same for reading by stdio; NULL with errno. */
FILE *regular_stream(const char *path);
/* Reads `size` bytes at `offset`, or what is left of the file: their number, or -1 with errno. */
ssize_t regular_read_at(int fd, void *buffer, size_t size, off_t offset);
/* All bytes of a file opened with regular_open(), and a NUL behind them. The caller frees it. NULL
 * with errno: EFBIG if they are more than `most`. */
void *regular_load(const char *path, int flags, size_t most, size_t *size);
/* As read(2), but that it fails with EINTR when `end_fd` (-1: none) can be read. */
ssize_t regular_read_until(int fd, int end_fd, void *buffer, size_t size);
/* Opens what a program reads from start to end: a file, a pipe, a terminal or /dev/null. -1 with
 * errno, or 0 there for a folder or another device. */
int regular_open_input(const char *path);
/* Is it a regular file that begins with these bytes, 32 at most? */
bool regular_begins_with(const char *path, const char *bytes, size_t n);
/* The name that a chain of symbolic links at `path` ends in, whether a file is there or not; a copy
 * of `path` if it is no link. The caller frees it. NULL with errno: a circle, or no memory. */
char *regular_follow(const char *path);
/* What to say of that errno. */
const char *regular_problem(int error);

#endif
