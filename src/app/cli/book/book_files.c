/* cli/book/book_files.c - see book_files.h. */
#include "cli/book/book_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include "base/lines.h"
#include "base/regular.h"
#include "book/book_built_in.h"
#include "cli/checked_output.h"

int book_file_complain(const struct program_call *call, const struct reason *reason)
{
    complain("book %s: %s", call->command->name, reason->text);
    return code_of(reason);
}

int book_file_open(const struct program_call *call, const char *path, enum book_store_mode mode,
                   struct book_store **store)
{
    struct reason reason;
    if (book_store_open(path, mode, store, &reason))
        return 0;
    const int code = book_file_complain(call, &reason);
    const bool writes = mode == BOOK_STORE_WRITE || mode == BOOK_STORE_CREATE;
    if (book_built_in_is(path))
        return writes ? EX_CANTCREAT : EX_DATAERR;
    if (access(path, F_OK) != 0)
        return mode == BOOK_STORE_CREATE ? EX_CANTCREAT : EX_NOINPUT;
    return writes && access(path, W_OK) != 0 ? EX_CANTCREAT : code;
}

int book_file_change(const struct program_call *call, const char *path, book_file_work work,
                     void *user)
{
    struct book_store *store;
    struct reason reason;
    int code = book_file_open(call, path, BOOK_STORE_CREATE, &store);
    if (code)
        return code;
    if (!book_store_begin(store, &reason))
        code = book_file_complain(call, &reason);
    code = code ? code : work(call, store, user);
    if (!code && !book_store_commit(store, &reason))
        code = book_file_complain(call, &reason);
    book_file_end(store, code);
    return code;
}

void book_file_end(struct book_store *store, int code)
{
    if (code)
        book_store_discard(store);
    else
        book_store_close(store);
}

int book_file_open_fresh(const struct program_call *call, const char *path,
                         struct book_store **store)
{
    struct reason reason;
    int code = book_file_open(call, path, BOOK_STORE_READ, store);
    if (code || !book_store_is_stale(*store))
        return code;
    book_store_close(*store);
    *store = NULL;
    code = book_file_open(call, path, BOOK_STORE_WRITE, store);
    if (code || book_store_refresh(*store, &reason))
        return code;
    book_store_close(*store);
    *store = NULL;
    return book_file_complain(call, &reason);
}

int book_file_open_view(const struct program_call *call, const char *path,
                        struct book_view **view)
{
    struct reason reason;
    if (book_view_open(path, view, &reason))
        return 0;
    const int code = book_file_complain(call, &reason);
    return access(path, F_OK) == 0 ? code : EX_NOINPUT;
}

int book_file_read_words(const struct program_call *call, void *args, struct program_files *files,
                         int least, int most)
{
    const int code = program_read(call, args, files);
    return code ? code : book_file_check_words(call, files, least, most);
}

int book_file_check_words(const struct program_call *call, const struct program_files *files,
                          int least, int most)
{
    if (files->n >= least && files->n <= most)
        return 0;
    complain("book %s: expected %s", call->command->name, call->command->arguments);
    return EX_USAGE;
}

int book_file_check_other(const struct program_call *call, const struct program_files *files)
{
    struct stat first, second;
    if (stat(files->paths[0], &first) != 0 || stat(files->paths[1], &second) != 0 ||
        first.st_dev != second.st_dev || first.st_ino != second.st_ino)
        return 0;
    complain("book %s: %s: the book itself is not replaced", call->command->name,
             files->paths[1]);
    return EX_USAGE;
}

/* What is there instead of a file that may be replaced; NULL if there is none, or such a one. */
static const char *find_obstacle(const char *path, const char *magic)
{
    char head[32];
    const size_t n = strlen(magic);
    if (book_built_in_is(path))
        return "that is the name of the book built in; a file of that name is ./" BOOK_BUILT_IN;
    if (strcmp(path, "-") == 0)
        return "it is not written to standard output; a file of that name is ./-";
    const int fd = regular_open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return errno == ENOENT ? NULL : regular_problem(errno);
    const ssize_t n_read = regular_read_at(fd, head, n, 0);
    const char *problem = n_read < 0 ? strerror(errno) : NULL;
    close(fd);
    if (n_read == 0 || (n_read == (ssize_t)n && memcmp(head, magic, n) == 0))
        return NULL;
    return problem ? problem : "found something else; remove it first";
}

int book_file_check_output(const struct program_call *call, const struct program_files *files,
                           const char *kind, const char *magic)
{
    const char *path = files->paths[1];
    const int code = book_file_check_other(call, files);
    const char *obstacle = code ? NULL : find_obstacle(path, magic);
    if (!obstacle)
        return code;
    complain("book %s: %s: expected a new file, or %s: %s", call->command->name, path, kind,
             obstacle);
    return EX_CANTCREAT;
}

int book_file_complain_output(const struct program_call *call, const struct reason *reason,
                              bool cannot_create, bool cannot_write)
{
    const int code = book_file_complain(call, reason);
    return cannot_create ? EX_CANTCREAT : cannot_write ? EX_IOERR : code;
}

int book_file_check_inputs(const struct program_call *call, const struct program_files *files,
                           int from, int end)
{
    for (int i = from; i < end; i++)
        if (!book_built_in_is(files->paths[i]) && access(files->paths[i], R_OK) != 0) {
            complain("book %s: %s: %s", call->command->name, files->paths[i],
                     regular_problem(errno));
            return EX_NOINPUT;
        }
    return 0;
}

const char *book_file_or_built_in(const struct program_files *files)
{
    return files->n ? files->paths[0] : BOOK_BUILT_IN;
}

int book_file_read_lines(const struct program_call *call, const char *path, book_line_taker take,
                         void *user)
{
    struct lines *lines = malloc(sizeof *lines);
    struct book_line line;
    struct reason reason;
    const char *text, *what = call->command->name;
    size_t length;
    enum line_status status = LINE_FAILED;
    int code = EX_DATAERR;
    if (!lines || !lines_open(lines, path)) {
        complain("book %s: %s: %s", what, path, lines ? regular_problem(errno) : "out of memory");
        free(lines);
        return EX_NOINPUT;
    }
    out_say_awaited(path, "lines of \"book dump\" are");
    while ((status = lines_next(lines, &text, &length)) == LINE_READ)
        if (!book_lines_read(text, length, &line, &reason) || !take(user, &line, &reason))
            break;
    if (status == LINE_END)
        code = 0;
    else if (status == LINE_READ)
        complain("book %s: %s:%zu: %s", what, lines->name, lines->number, reason.text);
    else if (status == LINE_TOO_LONG)
        complain("book %s: %s:%zu: the line is too long", what, lines->name, lines->number);
    else
        complain("book %s: %s: %s", what, lines->name, strerror(errno));
    lines_close(lines);
    free(lines);
    return code;
}
