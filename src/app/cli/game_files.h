/* cli/game_files.h - the games of files and folders, one after the other.
 *
 * Of a folder all files are read, and those of its folders, in the order of their names; names that
 * begin with a dot and lists of names (.jou, .trn) are left out. Moves may stand for a file. What
 * cannot be read is told on stderr, and the rest is read; `code` is then the exit code for it.
 */
#ifndef CLI_GAME_FILES_H
#define CLI_GAME_FILES_H

#include <stdbool.h>

#include "text/games.h"

struct game_files {
    char **paths;       /* "-" for stdin */
    size_t n_paths, at; /* `at`: of the file being read */
    struct games *games; /* of that file, or NULL */
    int64_t n_in_file;  /* 1, or 2 for more: what is known of that file */
    int n_refused;      /* texts of that file that could not be read */
    bool has_game;      /* one could */
    bool is_quiet;      /* says nothing of games that a person has to type */
    bool has_any;       /* one of any file could be read */
    int code;
    /* Hears of each text that could not be read; NULL: nobody does. */
    void (*refused)(void *user, const char *path, const struct ofl_text_error *error);
    void *user;
};

/* False after saying that there is no memory. Without words stdin is read. */
bool game_files_begin(struct game_files *files, const char **words, int n_words, bool is_quiet);
void game_files_end(struct game_files *files);

/* How many games there are. What can be read but once, stdin or a pipe, counts nothing. */
int64_t game_files_count_in(const char *path);
int64_t game_files_count(const struct game_files *files);

/* The next game; false at the end. `*path` lives until game_files_end(). */
bool game_files_next(struct game_files *files, struct reading *reading, const char **path,
                     int64_t *index, int64_t *n_in_file);

#endif
