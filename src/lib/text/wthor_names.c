/* text/wthor_names.c - see text/wthor_names.h. */
#include "text/wthor_names.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/path.h"
#include "base/regular.h"

/* A number has 16 bits. */
enum { MAX_NAMES = 65536, PATH_SIZE = 4096 };

bool wthor_names_load(struct wthor_names *names, const char *path, int record_size,
                      struct reason *reason)
{
    struct wthor_error error;
    size_t size;
    uint8_t *bytes = regular_load(path, O_RDONLY,
                                  WTHOR_HEADER + (size_t)MAX_NAMES * (size_t)record_size, &size);
    if (!bytes)
        return reason_set(reason, "%s: %s", path, regular_problem(errno));
    if (wthor_count_names(bytes, size, record_size, &error) < 0) {
        free(bytes);
        return reason_set(reason, "%s: byte %zu: %s", path, error.offset, error.text);
    }
    const bool is_players = record_size == WTHOR_PLAYER_RECORD;
    free(is_players ? names->players : names->tournaments);
    *(is_players ? &names->players : &names->tournaments) = bytes;
    *(is_players ? &names->players_size : &names->tournaments_size) = size;
    return true;
}

static bool has_ending(const char *name, const char *ending)
{
    const size_t n = strlen(name), n_ending = strlen(ending);
    return n > n_ending && ascii_is_word(name + n - n_ending, n_ending, ending);
}

/* The first name, in the order of bytes, that ends so. */
static bool find_beside(const char *folder, const char *ending, char path[PATH_SIZE])
{
    char best[256] = "";
    DIR *directory = opendir(folder);
    if (!directory)
        return false;
    for (const struct dirent *entry; (entry = readdir(directory)) != NULL;)
        if (has_ending(entry->d_name, ending) && strlen(entry->d_name) < sizeof best &&
            (!best[0] || strcmp(entry->d_name, best) < 0))
            snprintf(best, sizeof best, "%s", entry->d_name);
    closedir(directory);
    const int n = snprintf(path, PATH_SIZE, "%s%s", folder, best);
    return best[0] && n > 0 && n < PATH_SIZE;
}

void wthor_names_load_beside(struct wthor_names *names, const char *base_path)
{
    char folder[PATH_SIZE], path[PATH_SIZE];
    const size_t n = path_folder_length(base_path);
    if (n >= sizeof folder)
        return;
    snprintf(folder, sizeof folder, "%.*s", n ? (int)n : 2, n ? base_path : "./");
    if (!names->players && find_beside(folder, ".jou", path))
        wthor_names_load(names, path, WTHOR_PLAYER_RECORD, NULL);
    if (!names->tournaments && find_beside(folder, ".trn", path))
        wthor_names_load(names, path, WTHOR_TOURNAMENT_RECORD, NULL);
}

void wthor_names_free(struct wthor_names *names)
{
    free(names->players);
    free(names->tournaments);
    *names = (struct wthor_names){0};
}

/* Latin-1 to UTF-8; bytes without a character become '?', blanks at the end go. */
static const char *to_utf8(const char *latin, char out[WTHOR_NAME_UTF8])
{
    size_t n = 0;
    for (; *latin; latin++) {
        const unsigned char c = (unsigned char)*latin;
        if (c >= 0xA0) {
            out[n++] = (char)(0xC0 | c >> 6);
            out[n++] = (char)(0x80 | (c & 0x3F));
        } else {
            out[n++] = c >= ' ' && c < 0x7F ? (char)c : '?';
        }
    }
    while (n > 0 && out[n - 1] == ' ')
        n--;
    out[n] = '\0';
    return out;
}

const char *wthor_names_player(const struct wthor_names *names, unsigned number,
                               char out[WTHOR_NAME_UTF8])
{
    char latin[WTHOR_NAME] = "";
    if (names->players)
        wthor_name(names->players, names->players_size, WTHOR_PLAYER_RECORD, number, latin);
    return to_utf8(latin, out);
}

const char *wthor_names_tournament(const struct wthor_names *names, unsigned number,
                                   char out[WTHOR_NAME_UTF8])
{
    char latin[WTHOR_NAME] = "";
    if (names->tournaments)
        wthor_name(names->tournaments, names->tournaments_size, WTHOR_TOURNAMENT_RECORD, number,
                   latin);
    return to_utf8(latin, out);
}

int wthor_names_find_player(const struct wthor_names *names, const char *name)
{
    char other[WTHOR_NAME_UTF8];
    for (unsigned i = 0; names->players && *name && i < MAX_NAMES; i++)
        if (strcmp(wthor_names_player(names, i, other), name) == 0)
            return (int)i;
    return -1;
}

int wthor_names_find_tournament(const struct wthor_names *names, const char *name)
{
    char other[WTHOR_NAME_UTF8];
    for (unsigned i = 0; names->tournaments && *name && i < MAX_NAMES; i++)
        if (strcmp(wthor_names_tournament(names, i, other), name) == 0)
            return (int)i;
    return -1;
}
