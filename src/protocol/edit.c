/* protocol/edit.c - implements edit.h.
 *
 * libedit gets its characters from us, so that a signal is noticed while it
 * waits: the terminal is put back into order and the program ends as usual.
 *
 * libedit 3.1 keeps an image of the window, and writes outside it once a line is longer than the
 * window (a null pointer, or a stray write). So no line can be: what makes it longer is refused
 * from LINE_LIMIT on, and libedit is told of a window in which twice that has room. What cannot be
 * counted so is not bound: keys that repeat others, put control characters into a line, or run
 * commands of libedit; and M-^_, which leaves NULs in the line and reads behind it. */
#include "protocol/edit.h"

#include <stddef.h>

#ifdef HAVE_LIBEDIT

#include <errno.h>
#include <fcntl.h>
#include <histedit.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include "protocol/signals.h"

enum {
    HISTORY_LINES = 1000,
    HISTORY_MOST_BYTES = 1 << 20,
    LINE_LIMIT = 4000,               /* nothing is inserted into a line so long */
    LINE_MOST = 2 * LINE_LIMIT,      /* ^Y may have inserted as much again */
    WINDOW_MOST = 1 << 20,           /* rows times columns: libedit keeps an image of them */
    ROOM = LINE_MOST + LINE_LIMIT + 1000 /* with prompts, and what a search in the history shows */
};

struct edit {
    EditLine *editor;
    History *history;
    const char *prompt;
    struct termios modes; /* of the terminal, before we came */
    bool has_modes;
    bool is_fit;              /* the window has room for the line that is read now */
    enum escape { ESCAPE_NONE, ESCAPE_BEGUN, ESCAPE_CONTROL } escape; /* of the keys read last */
    bool is_too_long, has_foreign; /* what was typed and not taken */
    char path[PATH_MAX]; /* of the history, "" if there is none */
    char line[LINE_MOST + 1];
};

static char *get_prompt(EditLine *editor)
{
    struct edit *edit = NULL;
    el_get(editor, EL_CLIENTDATA, &edit);
    return (char *)edit->prompt;
}

/* Follows the keys of one escape sequence: those are no letters of the line. */
static bool is_escape(struct edit *edit, unsigned char byte)
{
    enum { ESC = 0x1b };
    const enum escape before = edit->escape;
    if (byte == ESC)
        edit->escape = ESCAPE_BEGUN;
    else if (before == ESCAPE_BEGUN && (byte == '[' || byte == 'O'))
        edit->escape = ESCAPE_CONTROL;
    else if (before == ESCAPE_BEGUN || (before == ESCAPE_CONTROL && byte >= '@'))
        edit->escape = ESCAPE_NONE;
    return byte == ESC || before != ESCAPE_NONE;
}

/* May the editor have this byte? The bell rings once for what it may not. */
static bool is_taken(struct edit *edit, unsigned char byte)
{
    enum { YANK = 'Y' - '@', DELETE = 0x7f };
    const LineInfoW *line = el_wline(edit->editor);
    bool is_foreign = byte >= 0x80;
    bool inserts = !is_escape(edit, byte) && (byte == YANK || (byte >= ' ' && byte < DELETE));
    bool is_long = inserts && line->lastchar - line->buffer >= LINE_LIMIT;
    if ((is_foreign && !edit->has_foreign) || (is_long && !edit->is_too_long))
        el_beep(edit->editor);
    edit->has_foreign |= is_foreign;
    edit->is_too_long |= is_long;
    return !is_foreign && !is_long;
}

/* el_gets() asks for the window's size each time, so this comes behind it, at the first key. */
static void fit_window(EditLine *editor)
{
    int columns = 0, rows = 0;
    char text[16];
    el_get(editor, EL_GETTC, "co", &columns);
    el_get(editor, EL_GETTC, "li", &rows);
    int needed = ROOM / (columns > 1 ? columns : 1) + 2;
    snprintf(text, sizeof text, "%d", needed);
    if (needed > rows)
        el_set(editor, EL_SETTC, "li", text, NULL);
}

/* One byte of ASCII; others are passed over. 0 at the end, -1 after a signal. */
static int get_char(EditLine *editor, wchar_t *result)
{
    struct edit *edit = NULL;
    el_get(editor, EL_CLIENTDATA, &edit);
    if (!edit->is_fit)
        fit_window(editor);
    edit->is_fit = true;
    for (;;) {
        struct pollfd fds[2] = {{.fd = STDIN_FILENO, .events = POLLIN},
                                {.fd = signals_fd(), .events = POLLIN}};
        if (poll(fds, 2, -1) < 0 && errno != EINTR)
            return -1;
        if (signals_caught())
            return -1;
        if (!fds[0].revents)
            continue;
        unsigned char byte;
        ssize_t n = read(STDIN_FILENO, &byte, 1);
        if (n == 0)
            return 0;
        if (n < 0 && errno != EINTR && errno != EAGAIN)
            return -1;
        if (n == 1 && is_taken(edit, byte)) {
            *result = (wchar_t)byte;
            return 1;
        }
    }
}

/* The file must be ours alone: a symbolic link is not followed. */
static int open_history(const struct edit *edit, int flags)
{
    return edit->path[0] ? open(edit->path, flags | O_CLOEXEC | O_NOFOLLOW, 0600) : -1;
}

static bool is_plain(const char *line)
{
    size_t n = 0;
    while (line[n] >= ' ' && line[n] <= '~')
        n++;
    return n <= LINE_LIMIT && (line[n] == '\0' || strcmp(line + n, "\n") == 0);
}

/* Lines that could not have been typed are left out. */
static void take_lines(struct edit *edit, History *loaded)
{
    HistEvent event, entered;
    for (int found = history(loaded, &event, H_LAST); found >= 0;
         found = history(loaded, &event, H_PREV))
        if (is_plain(event.str))
            history(edit->history, &entered, H_ENTER, event.str);
}

static void load_history(struct edit *edit)
{
    HistEvent event;
    History *loaded = history_init();
    int fd = open_history(edit, O_RDONLY);
    struct stat status;
    /* H_LOAD takes a name; what has just been opened and looked at is safe to read. */
    if (loaded && fd >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
        status.st_size <= HISTORY_MOST_BYTES) {
        history(loaded, &event, H_SETSIZE, HISTORY_LINES);
        if (history(loaded, &event, H_LOAD, edit->path) >= 0)
            take_lines(edit, loaded);
    }
    if (fd >= 0)
        close(fd);
    if (loaded)
        history_end(loaded);
}

static void save_history(struct edit *edit)
{
    HistEvent event;
    int fd = open_history(edit, O_WRONLY | O_CREAT | O_TRUNC);
    if (fd < 0)
        return;
    FILE *file = fchmod(fd, 0600) == 0 ? fdopen(fd, "w") : NULL;
    if (!file) {
        close(fd);
        return;
    }
    history(edit->history, &event, H_SAVE_FP, file);
    fclose(file);
}

/* What the head of this file says of keys. */
static void unbind_keys(EditLine *editor)
{
    static const char *const keys[] = {
        "^V", "\\e^_", "\\ex", "\\eX", "\\e0", "\\e1", "\\e2", "\\e3",
        "\\e4", "\\e5", "\\e6", "\\e7", "\\e8", "\\e9",
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        el_set(editor, EL_BIND, keys[i], "ed-unassigned", NULL);
}

bool edit_is_available(void) { return true; }

/* A window of 65535 rows and columns, which no terminal has, keeps libedit busy for minutes. */
static bool is_usable_window(void)
{
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 ||
           (long)size.ws_row * size.ws_col <= WINDOW_MOST;
}

struct edit *edit_create(const char *prompt)
{
    struct edit *edit = is_usable_window() ? calloc(1, sizeof *edit) : NULL;
    if (!edit)
        return NULL;
    HistEvent event;
    edit->prompt = prompt;
    edit->has_modes = tcgetattr(STDIN_FILENO, &edit->modes) == 0;
    edit->editor = el_init("outflank", stdin, stdout, stderr);
    edit->history = history_init();
    if (!edit->editor || !edit->history) {
        edit_destroy(edit);
        return NULL;
    }
    history(edit->history, &event, H_SETSIZE, HISTORY_LINES);
    history(edit->history, &event, H_SETUNIQUE, 1);
    el_set(edit->editor, EL_CLIENTDATA, edit);
    el_set(edit->editor, EL_PROMPT, get_prompt);
    el_set(edit->editor, EL_EDITOR, "emacs");
    el_set(edit->editor, EL_HIST, history, edit->history);
    el_set(edit->editor, EL_GETCFN, get_char);
    unbind_keys(edit->editor);
    const char *home = getenv("HOME");
    if (home && *home == '/' && strlen(home) < sizeof edit->path - 32)
        snprintf(edit->path, sizeof edit->path, "%s/.outflank_history", home);
    load_history(edit);
    return edit;
}

void edit_destroy(struct edit *edit)
{
    if (!edit)
        return;
    if (edit->history && edit->editor)
        save_history(edit);
    if (edit->editor) {
        /* el_end() would throw away what has been typed ahead. */
        el_set(edit->editor, EL_EDITMODE, 0);
        el_end(edit->editor);
        if (edit->has_modes)
            tcsetattr(STDIN_FILENO, TCSADRAIN, &edit->modes);
    }
    if (edit->history)
        history_end(edit->history);
    free(edit);
}

const char *edit_line(struct edit *edit, const char **problem)
{
    int length = 0;
    HistEvent event;
    *problem = NULL;
    edit->escape = ESCAPE_NONE;
    edit->is_too_long = edit->has_foreign = edit->is_fit = false;
    const char *text = el_gets(edit->editor, &length);
    if (!text || length <= 0)
        return NULL;
    if (text[0] != '\n' && text[0] != '\r' && is_plain(text))
        history(edit->history, &event, H_ENTER, text);
    size_t n = strnlen(text, (size_t)length);
    if (edit->is_too_long || n >= sizeof edit->line)
        *problem = "The line is too long for the editor, and was not run: 4000 letters at most.";
    else if (edit->has_foreign)
        *problem = "The editor takes ASCII only; the line was not run.";
    n = n < sizeof edit->line ? n : sizeof edit->line - 1;
    memcpy(edit->line, text, n);
    while (n && (edit->line[n - 1] == '\n' || edit->line[n - 1] == '\r'))
        n--;
    edit->line[n] = '\0';
    return edit->line;
}

#else

bool edit_is_available(void) { return false; }
struct edit *edit_create(const char *prompt) { return prompt ? NULL : NULL; }
void edit_destroy(struct edit *edit) { (void)edit; }
const char *edit_line(struct edit *edit, const char **problem)
{
    *problem = NULL;
    return edit ? NULL : NULL;
}

#endif
