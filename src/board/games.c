/* board/games.c - see board/games.h.
 *
 * The window holds what has been read and not given out. What reader_next() says of its start stands
 * if more text could not change it (is_settled()); else more is read first. */
#include "board/games.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/ascii.h"
#include "base/regular.h"
#include "base/visible.h"
#include "board/reader.h"
#include "board/text.h"
#include "board/wthor_read.h"

enum { WINDOW = 2 * GAMES_MAX_TEXT, PIECE = 1 << 16 };

struct games {
    int fd;               /* -1: a text in memory, and the window is all of it */
    bool has_begun, has_ended, is_refused;
    int failed;           /* errno */
    const char *text;     /* window or memory */
    char *window;
    size_t begin, end;    /* what of the text is left */
    size_t number, line;  /* of what was told last */
    size_t n_lines;       /* before `begin` */
    char *path;
    const struct text_format *format; /* that the user says, or NULL */
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
    games->fd = -1;
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
    reason_set(reason, "%s: %s", path,
               error ? strerror(error) : "this is neither a file nor a pipe");
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
    games->format = format;
}

size_t games_number(const struct games *games) { return games->number; }
size_t games_line(const struct games *games) { return games->line; }
int games_has_failed(const struct games *games) { return games->failed; }

/* ---- the window ---- */

/* Reads one piece more. False if there is none, or no room for it. */
static bool fill(struct games *games)
{
    if (games->has_ended)
        return false;
    if (games->begin > 0 && WINDOW - games->end < PIECE) {
        memmove(games->window, games->window + games->begin, games->end - games->begin);
        games->end -= games->begin;
        games->begin = 0;
    }
    const size_t room = WINDOW - games->end;
    if (room == 0)
        return false;
    const ssize_t got = read(games->fd, games->window + games->end, room < PIECE ? room : PIECE);
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
    return text_of(games->text + games->begin, games->end - games->begin);
}

/* Goes on at `at` of text_left(). */
static void move_on(struct games *games, size_t at)
{
    const struct text text = text_left(games);
    games->n_lines += text_line_number(&text, at, NULL) - 1;
    games->begin += at;
}

/* ---- texts ---- */

/* Is there a line that is not blank, with its end, at or behind `at`? The LF of a CR may come later. */
static bool has_line(struct text text, size_t at)
{
    text.at = at;
    text_skip_blanks(&text);
    const size_t end = text_line_end(&text);
    return end < text.length && (text.begin[end] != '\r' || end + 1 < text.length);
}

/* Does the format end its games with a bracket, whatever follows? */
static bool is_closed(const char *format)
{
    return strcmp(format, "GGF") == 0 || strcmp(format, "SGF") == 0 || strcmp(format, "JSON") == 0;
}

/* Could more text change what was read (as `format`) or refused (NULL) from `start` to `end`? A line
 * stands alone if it has ended. What goes on over lines has ended where another line follows. */
static bool is_settled(const struct games *games, const struct text *text, const char *format,
                       size_t start, size_t end)
{
    struct text first = *text;
    first.at = start;
    const int c = text_peek(&first, 0);
    const int last = end > 0 ? text->begin[end - 1] : 0;
    const bool is_line = end <= text_line_end(&first) + 2 && c != '[' && c != '(' && c != '{' &&
                         !ascii_is_digit(c);
    if (games->has_ended || (format && is_closed(format) && strchr(")]}", last) && last))
        return true;
    return has_line(*text, start) && (is_line || has_line(*text, end));
}

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

static int next_text(struct games *games, struct reading *reading, struct ofl_text_error *error)
{
    struct text text, before, behind;
    int found;
    do {
        text = before = behind = text_left(games);
        found = reader_next_as(games->format, &text, reading, error);
        if (found < 0) {
            before = text;
            reader_skip(&text);
        } else if (found > 0) {
            before.at = reading->at;
        }
    } while ((found == 0 || !is_settled(games, &behind, found > 0 ? reading->format : NULL,
                                          before.at, text.at)) && fill(games));
    if (found == 0) {
        games->begin = games->end;
        return 0;
    }
    if (found > 0 || !error) {
        games->line = games->n_lines + text_line_number(&behind, before.at, NULL);
    } else {
        error->line += games->n_lines;
        games->line = error->line;
    }
    games->number++;
    move_on(games, text.at);
    return found;
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
