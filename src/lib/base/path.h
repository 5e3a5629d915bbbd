/* base/path.h - names of files in folders, as the system writes them. */
#ifndef BASE_PATH_H
#define BASE_PATH_H

#include <stdbool.h>
#include <stddef.h>
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

static inline bool path_is_absolute(const char *path)
{
    return path_is_separator(*path) || (PATH_HAS_BACKSLASHES && *path && path[1] == ':');
}

#endif
