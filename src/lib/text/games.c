/* text/games.c - see text/games.h.
 *
 * The window holds what has been read and not given out. text/extent.h says where the next record ends;
 * where that has not come more is read. Of a record that is too long only the beginning is told. */
#include "text/games.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/regular.h"
#include "base/visible.h"
#include "text/reader.h"
#include "text/text.h"
#include "text/wthor_read.h"

/* What stands before the cursor in a record, and a line ahead of it, are at most EXTENT_MOST each. */
enum { WINDOW = 3 * EXTENT_MOST };

struct games {
    int fd;               /* -1: a text in memory, and the window is all of it */
    int end_fd;           /* of games_end_by(), or -1 */
    bool has_begun, has_ended, is_refused, has_variants;
    int failed;           /* errno */
    const char *text;     /* window or memory */
    char *window;
    size_t begin, end;    /* what of the text is left */
    size_t number, line;  /* of what was told last */
    size_t n_lines, n_columns; /* before `begin`: lines, and bytes on the line */
    struct extent extent; /* of the next record, in text_left() */
    struct ofl_text_error too_long; /* the record, of which the beginning has left the window; line 0: no */
    char *path;
    bool is_wthor;
    struct wthor_reader base;
    const struct wthor_names *names;
    struct wthor_names own_names;
};

/* ---- opening ---- */

static struct games *make(const char *path)
{
    struct games *games = calloc(1, sizeof *games);
    if (!games)
        return NULL;
    games->fd = games->end_fd = -1;
    games->path = strdup(path);
    games->names = &games->own_names;
    if (games->path)
        return games;
    free(games);
    return NULL;
}

struct games *games_open(const char *path, struct reason *reason)
{
    struct games *games = make(path);
    const int fd = !games ? -1 : strcmp(path, "-") == 0 ? STDIN_FILENO : regular_open_input(path);
    char *window = fd >= 0 ? malloc(WINDOW) : NULL;
    if (window) {
        games->fd = fd;
        games->text = games->window = window;
        return games;
    }
    const int error = !games || fd >= 0 ? ENOMEM : errno;
    reason_set(reason, "%s%s%s", path, *path ? ": " : "",
               !*path  ? "expected the name of a file, found nothing"
               : error ? strerror(error) : "this is neither a file nor a pipe");
    if (fd > STDIN_FILENO)
        close(fd);
    games_close(games);
    return NULL;
}

struct games *games_open_text(const char *text, size_t length)
{
    struct games *games = make("text");
    if (!games)
        return NULL;
    games->text = text;
    games->end = length;
    games->has_ended = true;
    return games;
}

void games_close(struct games *games)
{
    if (!games)
        return;
    if (games->fd > STDIN_FILENO)
        close(games->fd);
    wthor_names_free(&games->own_names);
    free(games->window);
    free(games->path);
    free(games);
}

void games_set_names(struct games *games, const struct wthor_names *names) { games->names = names; }

void games_set_format(struct games *games, const struct text_format *format)
{
    games->extent.forced = format;
}

void games_take_variants(struct games *games) { games->has_variants = true; }

void games_end_by(struct games *games, int fd) { games->end_fd = fd; }

size_t games_number(const struct games *games) { return games->number; }
size_t games_line(const struct games *games) { return games->line; }
int games_has_failed(const struct games *games) { return games->failed; }

/* ---- the window ---- */

/* Reads what is there. False if there is no more. */
static bool fill(struct games *games)
{
    if (games->has_ended)
        return false;
    if (games->begin > 0 && games->end == WINDOW) {
        memmove(games->window, games->window + games->begin, games->end - games->begin);
        games->end -= games->begin;
        games->begin = 0;
    }
    const ssize_t got = regular_read_until(games->fd, games->end_fd, games->window + games->end,
                                           WINDOW - games->end);
    if (got <= 0) {
        games->has_ended = true;
        games->failed = got < 0 ? errno : 0;
        return false;
    }
    games->end += (size_t)got;
    return true;
}

/* The window from what comes next. Lines are counted from there. */
static struct text text_left(const struct games *games)
{
    struct text text = text_of(games->text + games->begin, games->end - games->begin);
    text.has_variants = games->has_variants;
    return text;
}

/* Goes on at `at` of text_left(). */
static void move_on(struct games *games, size_t at)
{
    const struct text text = text_left(games);
    size_t start;
    const size_t n_lines = text_line_number(&text, at, &start) - 1;
    games->n_columns = n_lines ? at - start : games->n_columns + at;
    games->n_lines += n_lines;
    games->begin += at;
    extent_shift(&games->extent, at);
}

/* ---- texts ---- */

/* UTF-16 is told of once: its lines mean nothing. */
static bool is_utf16(struct text text)
{
    const unsigned char *bytes = (const unsigned char *)text.begin;
    return text.length >= 2 && ((bytes[0] == 0xFF && bytes[1] == 0xFE) ||
                                (bytes[0] == 0xFE && bytes[1] == 0xFF) || !bytes[0] != !bytes[1]);
}

static const char *packed_with(struct text text)
{
    static const struct { const char *magic, *name; size_t length; } kinds[] = {
        {"\x1F\x8B", "gzip", 2}, {"BZh", "bzip2", 3}, {"\xFD" "7zXZ", "xz", 5},
        {"PK\x03\x04", "zip", 4}, {"\x28\xB5\x2F\xFD", "zstd", 4}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (text.length >= kinds[i].length &&
            memcmp(text.begin, kinds[i].magic, kinds[i].length) == 0)
            return kinds[i].name;
    return NULL;
}

/* A file of which nothing can be read: one error, then the end. */
static int refuse_file(struct games *games, const char *what, struct ofl_text_error *error)
{
    const struct text text = text_left(games);
    games->is_refused = true;
    games->number = games->line = 1;
    text_fail(error, &text, 0, "%s", what);
    return -1;
}

/* Are more bytes needed to say what this is? A text is told by its first bytes, and a short line of a
 * pipe is not waited behind. */
static bool is_beginning(const struct games *games)
{
    enum { TOLD_BY = 6 };
    const struct text text = text_left(games);
    const int c = text_peek(&text, 0);
    return text.length < TOLD_BY ? text_line_end(&text) == text.length
                                 : text.length < WTHOR_HEADER && c < ' ' && c != '\n' &&
                                       c != '\r' && c != '\t';
}

/* What the first bytes tell. 0: go on. */
static int begin(struct games *games, struct ofl_text_error *error)
{
    while (is_beginning(games) && fill(games))
        continue;
    games->has_begun = true;
    const struct text text = text_left(games);
    const uint8_t *bytes = (const uint8_t *)text.begin;
    if (packed_with(text)) {
        struct reason reason;
        reason_set(&reason, "this is packed by %s: unpack it first", packed_with(text));
        return refuse_file(games, reason.text, error);
    }
    if (is_utf16(text))
        return refuse_file(games, "this text is UTF-16: expected UTF-8 or ASCII", error);
    games->is_wthor = text.length >= WTHOR_HEADER && wthor_is_header(bytes, text.length);
    if (!games->is_wthor)
        return 0;
    struct wthor_error wrong;
    if (!wthor_open(&games->base, bytes, WTHOR_HEADER, &wrong))
        return refuse_file(games, wrong.text, error);
    games->begin += WTHOR_HEADER;
    if (games->names == &games->own_names && games->fd > STDIN_FILENO)
        wthor_names_load_beside(&games->own_names, games->path);
    return 0;
}

/* Where a place of text_left() is in the file. */
static void set_place(struct games *games, struct ofl_text_error *error)
{
    error->column += error->line == 1 ? games->n_columns : 0;
    error->line += games->n_lines;
}

/* What stands between records, and the middle of one that is too long, is not kept. */
static void leave(struct games *games)
{
    struct extent *extent = &games->extent;
    const struct text text = text_left(games);
    const bool is_told = games->too_long.line != 0;
    if (extent->has_begun && extent->at - extent->start <= EXTENT_MOST && !is_told)
        return;
    if (extent->has_begun && !is_told) {
        reader_fail_long(&text, extent->start, &games->too_long);
        set_place(games, &games->too_long);
    }
    move_on(games, extent->at);
}

static int next_text(struct games *games, struct reading *reading, struct ofl_text_error *error)
{
    struct extent *extent = &games->extent;
    while (!extent_find(extent, text_left(games), games->has_ended)) {
        if (games->has_ended)
            return 0;
        leave(games);
        fill(games);
    }
    const struct text text = text_left(games);
    struct ofl_text_error why = games->too_long;
    const bool is_read = !why.line && reader_read_record(text, extent, reading, &why);
    if (is_read)
        why.line = text_line_number(&text, extent->start, NULL);
    if (!games->too_long.line)
        set_place(games, &why);
    if (!is_read && error)
        *error = why;
    games->line = why.line;
    games->too_long.line = 0;
    games->number++;
    extent_next(extent, text);
    move_on(games, extent->at);
    return is_read ? 1 : -1;
}

/* ---- WTHOR ---- */

static int tell_base(struct games *games, struct ofl_text_error *error, const char *what)
{
    games->number = games->line = games->base.n_read + 1;
    if (error) {
        *error = (struct ofl_text_error){.line = games->line, .column = 1};
        visible_copy(error->text, sizeof error->text, what, strlen(what));
    }
    return -1;
}

/* Behind the last game of a base: is all there that the header claims, and no more? */
static int end_base(struct games *games, struct ofl_text_error *error)
{
    struct reason reason;
    const uint32_t n_missing = games->base.n_claimed - games->base.n_read;
    const size_t n_left = games->end - games->begin;
    games->is_refused = true;
    if (games->failed)
        return 0;
    if (n_missing)
        reason_set(&reason, "expected %u games as the header says, found the end of the file",
                 (unsigned)games->base.n_claimed);
    else if (n_left)
        reason_set(&reason, "expected the end of the file after %u games, found more bytes",
                 (unsigned)games->base.n_claimed);
    return n_missing || n_left ? tell_base(games, error, reason.text) : 0;
}

static int next_record(struct games *games, struct reading *reading, struct ofl_text_error *error)
{
    struct wthor_game game;
    struct wthor_error why;
    const bool is_last = games->base.n_read >= games->base.n_claimed;
    while (games->end - games->begin < (is_last ? 1 : WTHOR_RECORD) && fill(games))
        continue;
    if (is_last || games->end - games->begin < WTHOR_RECORD)
        return end_base(games, error);
    const uint8_t *record = (const uint8_t *)games->text + games->begin;
    games->begin += WTHOR_RECORD;
    const int found = wthor_take(&games->base, record, &game, &why);
    games->number = games->line = games->base.n_read;
    if (found < 0) {
        games->base.n_read--;
        tell_base(games, error, why.text);
        games->base.n_read++;
        return -1;
    }
    *reading = (struct reading){.format = "WTHOR"};
    wthor_to_reading(&game, games->base.year, games->names, reading);
    reading->obf.position = reading->game.position;
    return 1;
}

int games_next(struct games *games, struct reading *reading, struct ofl_text_error *error)
{
    assert(games && reading);
    const int refused = games->has_begun ? 0 : begin(games, error);
    if (refused || games->is_refused)
        return refused;
    return games->is_wthor ? next_record(games, reading, error)
                           : next_text(games, reading, error);
}

int64_t games_count(const char *path, struct reason *reason)
{
    struct games *games = games_open(path, reason);
    struct reading reading;
    if (!games)
        return -1;
    int64_t n = 0;
    while (games_next(games, &reading, NULL) != 0)
        n++;
    const int failed = games_has_failed(games);
    games_close(games);
    if (!failed)
        return n;
    reason_set(reason, "%s: %s", path, strerror(failed));
    return -1;
}
