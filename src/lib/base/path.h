/* base/path.h - names of files in folders, as the system writes them. */
#ifndef BASE_PATH_H
#define BASE_PATH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
enum { PATH_HAS_BACKSLASHES = 1 }; /* and drives */
#else
enum { PATH_HAS_BACKSLASHES = 0 };
#endif

static inline bool path_is_separator(char c)
{
    return c == '/' || (PATH_HAS_BACKSLASHES && c == '\\');
}

/* Bytes of the folder in front of the name, its last slash included. */
static inline size_t path_folder_length(const char *path)
{
    size_t n = strlen(path);
    while (n > 0 && !path_is_separator(path[n - 1]))
        n--;
    return n;
}

/* A file of a folder, which is not "". The caller frees it. NULL if out of memory. */
static inline char *path_in(const char *folder, const char *name)
{
    const bool has_slash = path_is_separator(folder[strlen(folder) - 1]);
    const size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s%s%s", folder, has_slash ? "" : "/", name);
    return path;
}

static inline bool path_is_absolute(const char *path)
{
    return path_is_separator(*path) || (PATH_HAS_BACKSLASHES && *path && path[1] == ':');
}

#endif
