/* cli/cmd_forget.c - the command "forget": deletes what is kept of a person's own games. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include <jansson.h>

#include "base/array.h"
#include "base/path.h"
#include "base/regular.h"
#include "base/visible.h"
#include "cli/args.h"
#include "cli/checked_output.h"
#include "cli/commands.h"

enum { SIZE_MOST = 1 << 28 };

struct found { char *path; const char *what; };
struct list { struct found *files; size_t n; };

/* By the first value in it, of JSON. */
static const char *kind_of_json(const char *text, size_t size)
{
    static const struct { const char *key, *value, *what; } kinds[] = {
        {"journal", "review", "journal of a review"},
        {"type", "drill", "drills"},
        {"type", "drill_state", "answers to drills"},
        {"type", "study", "report"},
        {"type", "review", "report"},
    };
    json_t *first = json_loadb(text, size, JSON_DISABLE_EOF_CHECK, NULL);
    const char *what = NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !what; i++) {
        const char *value = json_string_value(json_object_get(first, kinds[i].key));
        what = value && strcmp(value, kinds[i].value) == 0 ? kinds[i].what : NULL;
    }
    json_decref(first);
    return what;
}

/* What of a person's data the file has; NULL with errno if it cannot be read, 0 there if none. */
static const char *kind_of(const char *path)
{
    static const char table[] = "file,game,black,white,number,side,move,";
    static const char data[] = "<script type=\"application/json\" id=\"data\">[\n";
    size_t size;
    char *text = regular_load(path, O_RDONLY, SIZE_MOST, &size);
    if (!text)
        return NULL;
    const char *page = strncmp(text, "<!DOCTYPE html>", 15) == 0 ? strstr(text, data) : NULL;
    const char *what = page ? kind_of_json(page + strlen(data), strlen(page + strlen(data)))
                            : kind_of_json(text, size);
    if (strncmp(text, table, strlen(table)) == 0)
        what = "report";
    if (strcmp(path + path_folder_length(path), ".outflank_history") == 0)
        what = "lines typed in the console";
    free(text);
    errno = 0;
    return what;
}

/* Takes the path over. */
static bool add(struct list *list, char *path, const char *what)
{
    const struct found found = {path, what};
    for (size_t i = 0; i < list->n && path; i++)
        if (strcmp(list->files[i].path, path) == 0) {
            free(path);
            return true;
        }
    if (path && array_push(&list->files, &list->n, &found, sizeof found))
        return true;
    free(path);
    return false;
}

static int is_entry(const struct dirent *entry)
{
    return strspn(entry->d_name, ".") < strlen(entry->d_name);
}

/* What is in a folder itself. */
static int add_folder(struct list *list, const char *folder)
{
    struct dirent **entries;
    const int n = scandir(folder, &entries, is_entry, alphasort);
    bool is_good = true;
    if (n < 0) {
        complain("%s: %s", visible(folder).text, strerror(errno));
        return EX_NOINPUT;
    }
    for (int i = 0; i < n; i++) {
        char *path = path_in(folder, entries[i]->d_name);
        const char *what = path ? kind_of(path) : NULL;
        is_good = is_good && path;
        if (what)
            is_good = add(list, path, what) && is_good;
        else
            free(path);
        free(entries[i]);
    }
    free(entries);
    return is_good ? 0 : EX_OSERR;
}

/* A file, with the answers beside it. */
static int add_file(struct list *list, const char *path)
{
    const char *what = kind_of(path);
    if (!what) {
        complain("%s: %s", visible(path).text, errno ? regular_problem(errno)
                     : "expected a journal, a report, drills or answers to drills");
        return errno ? EX_NOINPUT : EX_DATAERR;
    }
    struct strbuf state = {0};
    strbuf_addf(&state, "%s.state", path);
    bool is_good = !state.is_failed && add(list, strdup(path), what);
    what = is_good ? kind_of(state.data) : NULL;
    if (what)
        return add(list, state.data, what) ? 0 : EX_OSERR;
    strbuf_free(&state);
    return is_good ? 0 : EX_OSERR;
}

static int find_all(struct list *list, const struct cli_args *args)
{
    const char *home = getenv("HOME");
    int code = 0;
    if (!args->n_words && home && *home)
        return add_folder(list, home);
    if (!args->n_words) {
        complain("expected FILE or FOLDER, for HOME does not say where your data are");
        return EX_USAGE;
    }
    for (int i = 0; i < args->n_words && !code; i++) {
        struct stat status;
        const bool is_folder = stat(args->words[i], &status) == 0 && S_ISDIR(status.st_mode);
        code = (is_folder ? add_folder : add_file)(list, args->words[i]);
    }
    return code;
}

static int delete_all(const struct list *list)
{
    int code = 0;
    for (size_t i = 0; i < list->n; i++)
        if (unlink(list->files[i].path) != 0) {
            complain("%s: %s", visible(list->files[i].path).text, strerror(errno));
            code = EX_IOERR;
        }
    return code;
}

static int forget_run(const struct cli_args *args)
{
    struct list list = {0};
    int code = find_all(&list, args);
    if (code == EX_OSERR)
        complain("out of memory");
    for (size_t i = 0; i < list.n && !code; i++)
        out_printf("%s: %s\n", visible(list.files[i].path).text, list.files[i].what);
    if (!code && args->yes)
        code = delete_all(&list);
    const char *files = list.n == 1 ? "file" : "files";
    if (!code && !list.n)
        out_printf("Nothing is kept there.\n");
    else if (!code)
        out_printf(args->yes ? "%zu %s deleted.\n" : "%zu %s to delete: say --yes.\n", list.n,
                   files);
    for (size_t i = 0; i < list.n; i++)
        free(list.files[i].path);
    free(list.files);
    return code;
}

const struct cli_command cmd_forget = {
    .name = "forget",
    .arguments = "[FILE | FOLDER ...]",
    .summary = "delete what is kept of your own games",
    .text = "Finds journals and reports of \"outflank review\", drills, the answers to them, and "
            "the lines typed in the console: FILE with its FILE.state, or all in FOLDER itself, by "
            "default your home folder. Lists them; with --yes it deletes them. Files of games and "
            "all others stay.",
    .options = "yes",
    .takes_files = true,
    .max_words = INT_MAX,
    .run = forget_run,
};
