/* cli/game_files.c - implements game_files.h. */
#include "cli/game_files.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>

#include "base/array.h"
#include "base/ascii.h"
#include "base/path.h"
#include "text/reader.h"
#include "cli/checked_output.h"
#include "options/signals.h"

enum { MOST_DEEP = 16, MOST_REFUSED = 20 };

static void worsen(struct game_files *files, int code)
{
    if (code > files->code)
        files->code = code;
}

static bool add_path(struct game_files *files, char *path)
{
    if (path && array_push(&files->paths, &files->n_paths, &path, sizeof path))
        return true;
    free(path);
    complain("out of memory");
    return false;
}

/* ".JOU" and ".trn": names of players and tournaments beside bases of WTHOR. */
static bool is_list_of_names(const char *name)
{
    const size_t length = strlen(name);
    return length > 4 && (ascii_is_word(name + length - 4, 4, ".jou") ||
                          ascii_is_word(name + length - 4, 4, ".trn"));
}

static int is_wanted(const struct dirent *entry)
{
    return entry->d_name[0] != '.' && !is_list_of_names(entry->d_name);
}

static bool add_any(struct game_files *files, char *path, int n_deep);

static bool add_folder(struct game_files *files, const char *folder, int n_deep)
{
    struct dirent **entries;
    const int n = scandir(folder, &entries, is_wanted, alphasort);
    bool is_good = true;
    if (n < 0) {
        complain("%s: %s", folder, strerror(errno));
        worsen(files, EX_NOINPUT);
        return true;
    }
    for (int i = 0; i < n; i++) {
        is_good = is_good && add_any(files, path_in(folder, entries[i]->d_name), n_deep + 1);
        free(entries[i]);
    }
    free(entries);
    return is_good;
}

/* Takes the path over. */
static bool add_any(struct game_files *files, char *path, int n_deep)
{
    struct stat status;
    if (!path || strcmp(path, "-") == 0 || stat(path, &status) != 0 || !S_ISDIR(status.st_mode))
        return add_path(files, path);
    bool is_good = true;
    if (n_deep < MOST_DEEP && *path)
        is_good = add_folder(files, path, n_deep);
    else
        complain("%s: folders in folders, more than %d deep, are left out", path, (int)MOST_DEEP);
    free(path);
    return is_good;
}

/* A game in place of a name, where no file is called so: "1. f5 d6", also what cannot be played of
 * "f5f5". */
static bool is_text(const char *path)
{
    struct stat status;
    struct reading reading;
    const size_t length = strlen(path);
    const char *format = reader_format(path, length);
    if (!format || stat(path, &status) == 0)
        return false;
    return (strcmp(format, "moves") == 0 && !strpbrk(path, "./")) ||
           reader_read(path, length, &reading, NULL);
}

/* Words that are one game together: f5 d6 c3. NULL if they are none. */
static char *join_text(const char **words, int n_words)
{
    size_t size = 1;
    struct stat status;
    for (int i = 0; i < n_words; i++) {
        if (stat(words[i], &status) == 0)
            return NULL;
        size += strlen(words[i]) + 1;
    }
    char *text = malloc(size), *end = text;
    for (int i = 0; i < n_words && text; i++)
        end += snprintf(end, size - (size_t)(end - text), "%s%s", i ? " " : "", words[i]);
    if (text && is_text(text))
        return text;
    free(text);
    return NULL;
}

bool game_files_begin(struct game_files *files, const char **words, int n_words, bool is_quiet)
{
    *files = (struct game_files){.is_quiet = is_quiet};
    char *text = n_words > 1 ? join_text(words, n_words) : NULL;
    if (text)
        return add_path(files, text);
    bool is_good = n_words > 0 || add_path(files, strdup("-"));
    for (int i = 0; i < n_words && is_good; i++)
        is_good = add_any(files, strdup(words[i]), 0);
    return is_good;
}

void game_files_end(struct game_files *files)
{
    games_close(files->games);
    for (size_t i = 0; i < files->n_paths; i++)
        free(files->paths[i]);
    free(files->paths);
    *files = (struct game_files){.code = files->code};
}

int64_t game_files_count_in(const char *path)
{
    struct stat status;
    struct reason reason;
    if (is_text(path))
        return 1;
    if (strcmp(path, "-") == 0 || stat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return 0;
    const int64_t n = games_count(path, &reason);
    return n > 0 ? n : 0;
}

int64_t game_files_count(const struct game_files *files)
{
    int64_t n_all = 0;
    for (size_t i = 0; i < files->n_paths; i++)
        n_all += game_files_count_in(files->paths[i]);
    return n_all;
}

/* Opens the file at hand; false if it cannot be. */
static bool open_file(struct game_files *files)
{
    struct reason reason = {.text = "out of memory"}; /* names the path, if there is another */
    const char *path = files->paths[files->at];
    files->games = is_text(path) ? games_open_text(path, strlen(path)) : games_open(path, &reason);
    if (files->games)
        games_end_by(files->games, signals_fd());
    files->n_in_file = game_files_count_in(path) == 1 ? 1 : 2;
    files->n_refused = 0;
    files->has_game = false;
    if (files->games && !files->is_quiet)
        out_say_awaited(path, "games are");
    if (files->games)
        return true;
    complain("%s", reason.text);
    worsen(files, EX_NOINPUT);
    return false;
}

static void close_file(struct game_files *files)
{
    const int error = games_has_failed(files->games);
    if (error && error != EINTR) {
        complain("%s: %s", out_input_name(files->paths[files->at]), strerror(error));
        worsen(files, EX_IOERR);
    }
    games_close(files->games);
    files->games = NULL;
}

/* Tells what could not be read. False if the file seems to hold no games at all. */
static bool refuse(struct game_files *files, const struct ofl_text_error *error)
{
    const char *path = out_input_name(files->paths[files->at]);
    worsen(files, EX_DATAERR);
    complain("%s:%zu:%zu: %s", path, error->line, error->column, error->text);
    if (files->refused)
        files->refused(files->user, path, error);
    if (++files->n_refused < MOST_REFUSED || files->has_game)
        return true;
    complain("%s: no game was found up to here; the rest is left out", path);
    return false;
}

bool game_files_next(struct game_files *files, struct reading *reading, const char **path,
                     int64_t *index, int64_t *n_in_file)
{
    for (; files->at < files->n_paths; files->at++) {
        if (!files->games && !open_file(files))
            continue;
        struct ofl_text_error error;
        int found;
        while ((found = games_next(files->games, reading, &error)) < 0 && refuse(files, &error))
            continue;
        if (found > 0) {
            files->has_game = files->has_any = true;
            *path = out_input_name(files->paths[files->at]);
            *index = (int64_t)games_number(files->games);
            *n_in_file = files->n_in_file;
            return true;
        }
        close_file(files);
    }
    return false;
}
