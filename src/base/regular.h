/* base/regular.h - opening files that a user names. */
#ifndef BASE_REGULAR_H
#define BASE_REGULAR_H

/* Opens a file with open(2)'s `flags` (no O_CREAT). -1 with *problem, what to say of it, if it cannot
 * be opened or is no regular file: a directory, a device, or a pipe, which would be waited for. */
int regular_open(const char *path, int flags, const char **problem);

#endif
