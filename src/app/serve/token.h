/* serve/token.h - a string or number of a line of JSON as it is written; the line may be bad.
 *
 * Threads: pure functions.
 */
#ifndef SERVE_TOKEN_H
#define SERVE_TOKEN_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of the line; length 0: none. */
struct token {
    size_t at, length;
};

/* The first value of `key` in the outermost object, if it is a sound string or number. The line may
 * be anything. */
struct token token_find(const char *line, size_t length, const char *key);

#endif
