/* protocol/console/edit.c - implements edit.h.
 *
 * libedit gets its characters from us, so that a signal is noticed while it
 * waits: the terminal is put back into order and the program ends as usual.
 *
 * libedit 3.1 keeps an image of the window, and writes outside it once a line is longer than the
 * window (a null pointer, or a stray write). So no line can be: what makes it longer is refused
 * from LINE_LIMIT on, and libedit is told of a window in which twice that has room. What cannot be
 * counted so is not bound: keys that repeat others, put control characters into a line, or run
 * commands of libedit; and M-^_, which leaves NULs in the line and reads behind it. A character of
 * East Asia takes two columns, so the window has room for twice as many. */
#include "protocol/console/edit.h"

#include <langinfo.h>
#include <locale.h>
#include <string.h>

bool edit_has_unicode(void)
{
    const locale_t own = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    const bool has_unicode = own && strcmp(nl_langinfo_l(CODESET, own), "UTF-8") == 0;
    if (own)
        freelocale(own);
    return has_unicode;
}

#ifdef HAVE_LIBEDIT

#include <errno.h>
#include <fcntl.h>
#include <histedit.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#include "base/visible.h"
#include "options/signals.h"

enum {
    HISTORY_LINES = 1000,
    HISTORY_MOST_BYTES = 1 << 20,
    LINE_LIMIT = 4000,               /* nothing is inserted into a line so long */
    LINE_MOST = 2 * LINE_LIMIT,      /* ^Y may have inserted as much again */
    WINDOW_MOST = 1 << 20,           /* rows times columns: libedit keeps an image of them */
    BYTES_EACH = 4,                  /* of a character, at most */
    ROOM = 2 * (LINE_MOST + LINE_LIMIT) + 1000 /* with prompts, and what a search in the history shows */
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
    bool is_interrupted;           /* Ctrl-C: the line is dropped, */
    bool was_empty;                /* which had nothing in it */
    bool has_unicode;
    locale_t locale; /* of this thread while libedit is in use, for its characters only */
    edit_complete *complete;
    void *user;
    char path[PATH_MAX]; /* of the history, "" if there is none */
    char line[BYTES_EACH * LINE_MOST + 1];
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
    bool is_foreign = byte >= 0x80 && !edit->has_unicode;
    bool inserts = !is_escape(edit, byte) && (byte == YANK || (byte >= ' ' && byte != DELETE));
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

/* Another program had the terminal, or will have it now. True: Ctrl-C came meanwhile. */
static bool give_terminal(EditLine *editor, bool must_stop)
{
    unsigned notes = 0;
    el_set(editor, EL_PREP_TERM, 0);
    if (must_stop) {
        signals_note_suspend(false);
        raise(SIGTSTP); /* until fg */
        signals_note_suspend(true);
        notes = signals_take_notes(); /* that fg came is known: the line is shown once */
    }
    el_set(editor, EL_PREP_TERM, 1);
    fputs("\r", stdout); /* a program that only stopped us left the cursor behind the line */
    el_set(editor, EL_REFRESH);
    return notes & SIGNALS_INTERRUPT;
}

/* False if the line is to be dropped. */
static bool obey_notes(struct edit *edit)
{
    const unsigned notes = signals_take_notes();
    const LineInfoW *line = el_wline(edit->editor);
    edit->is_interrupted |= (notes & SIGNALS_INTERRUPT) != 0;
    edit->was_empty = line->lastchar == line->buffer;
    if (notes & (SIGNALS_SUSPEND | SIGNALS_CONTINUE))
        edit->is_interrupted |= give_terminal(edit->editor, notes & SIGNALS_SUSPEND);
    return !edit->is_interrupted;
}

/* 1: a byte; 0: the end of the input; -1: a signal, or the line is dropped. */
static int get_byte(struct edit *edit, unsigned char *byte)
{
    for (;;) {
        struct pollfd fds[3] = {{.fd = STDIN_FILENO, .events = POLLIN},
                                {.fd = signals_fd(), .events = POLLIN},
                                {.fd = signals_note_fd(), .events = POLLIN}};
        if (poll(fds, 3, -1) < 0) {
            if (errno != EINTR)
                return -1;
            continue;
        }
        if (signals_caught() || (fds[2].revents && !obey_notes(edit)))
            return -1;
        if (!fds[0].revents)
            continue;
        ssize_t n = read(STDIN_FILENO, byte, 1);
        if (n >= 0)
            return (int)n;
        if (errno != EINTR && errno != EAGAIN)
            return -1;
    }
}

/* The rest of a character of UTF-8 that begins with this byte. 1: a character that can be shown, and
 * has its place in the window; 2: none, which is passed over; else as get_byte(). */
static int get_rest(struct edit *edit, unsigned char byte, wchar_t *result)
{
    char text[BYTES_EACH + 1] = {(char)byte};
    const int n = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC2 ? 2 : 1;
    for (int i = 1; i < n; i++) {
        const int got = get_byte(edit, &byte);
        if (got != 1)
            return got;
        text[i] = (char)byte;
    }
    bool is_visible;
    mbstate_t state = {0};
    const size_t length = visible_character(text, (size_t)n, &is_visible);
    if (is_visible && length == (size_t)n &&
        mbrtowc(result, text, (size_t)n, &state) == (size_t)n && wcwidth(*result) >= 0)
        return 1;
    if (!edit->has_foreign)
        el_beep(edit->editor);
    edit->has_foreign = true;
    return 2;
}

/* One character; what is not taken is passed over. 0 at the end, -1 after a signal. */
static int get_char(EditLine *editor, wchar_t *result)
{
    struct edit *edit = NULL;
    el_get(editor, EL_CLIENTDATA, &edit);
    if (!edit->is_fit)
        fit_window(editor);
    edit->is_fit = true;
    for (;;) {
        unsigned char byte;
        const int got = get_byte(edit, &byte);
        if (got != 1)
            return got;
        if (!is_taken(edit, byte))
            continue;
        *result = (wchar_t)byte;
        const int found = byte < 0x80 ? 1 : get_rest(edit, byte, result);
        if (found != 2)
            return found;
    }
}

/* ---- completion ---- */

/* The choices in columns, below the line. */
static void list_choices(const struct choices *choices, int n_columns)
{
    enum { LISTED_MOST = 120, GAP = 2 };
    size_t widest = 1;
    const size_t n = choices->n < LISTED_MOST ? choices->n : LISTED_MOST;
    for (size_t i = 0; i < n; i++) {
        const size_t width = visible_width(visible(choices->list[i]).text);
        widest = width > widest ? width : widest;
    }
    const size_t in_row = (size_t)n_columns > widest + GAP ? (size_t)n_columns / (widest + GAP) : 1;
    for (size_t i = 0; i < n; i++) {
        const struct visible text = visible(choices->list[i]);
        const int n_blanks = (int)(widest + GAP - visible_width(text.text));
        printf("%s%s%*s", i % in_row ? "" : "\n", text.text,
               (i + 1) % in_row && i + 1 < n ? n_blanks : 0, "");
    }
    if (choices->n > n)
        printf("\n... and %zu more", choices->n - n);
    fputs("\n", stdout);
    fflush(stdout);
}

/* Puts what all choices begin with in place of the word; false if that is what stands there. */
static bool insert_choice(struct edit *edit, const struct choices *choices)
{
    const LineInfoW *wide = el_wline(edit->editor);
    char text[BYTES_EACH * LINE_LIMIT + 2];
    size_t common = choices_common(choices);
    if (common + 1 >= sizeof text ||
        (size_t)(wide->lastchar - wide->buffer) + common > (size_t)LINE_LIMIT)
        return false;
    memcpy(text, choices->list[0], common);
    if (choices->n == 1 && !choices->is_open)
        text[common++] = ' ';
    text[common] = '\0';
    if (common == choices->length && memcmp(text, choices->word, common) == 0)
        return false;
    int n_letters = 0;
    for (size_t i = 0; i < choices->length; i++)
        n_letters += (choices->word[i] & 0xC0) != 0x80;
    el_deletestr(edit->editor, n_letters);
    return el_insertstr(edit->editor, text) == 0;
}

static unsigned char complete_word(EditLine *editor, int key)
{
    struct edit *edit = NULL;
    int n_columns = 0;
    el_get(editor, EL_CLIENTDATA, &edit);
    el_get(editor, EL_GETTC, "co", &n_columns);
    const LineInfo *line = el_line(editor);
    const size_t length = (size_t)(line->cursor - line->buffer);
    struct choices choices = {.list = {NULL}};
    char *copy = strndup(line->buffer, length); /* libedit's own changes with the line */
    if (copy && edit->complete)
        edit->complete(edit->user, copy, length, &choices);
    unsigned char answer = CC_ERROR;
    if (choices.n && insert_choice(edit, &choices)) {
        answer = CC_REFRESH;
    } else if (choices.n > 1) {
        list_choices(&choices, n_columns);
        answer = CC_REDISPLAY;
    }
    choices_free(&choices);
    free(copy);
    return answer;
}

/* ---- history ---- */

/* The file must be ours alone: a symbolic link is not followed. */
static int open_history(const struct edit *edit, int flags)
{
    return edit->path[0] ? open(edit->path, flags | O_CLOEXEC | O_NOFOLLOW, 0600) : -1;
}

static bool is_plain(const struct edit *edit, const char *line)
{
    size_t n = 0, left = strlen(line);
    bool is_visible = true;
    while (n < left && is_visible && line[n] != '\n') {
        const size_t step = visible_character(line + n, left - n, &is_visible);
        is_visible = is_visible && (step == 1 || edit->has_unicode);
        n += step;
    }
    return is_visible && n <= LINE_LIMIT && (line[n] == '\0' || strcmp(line + n, "\n") == 0);
}

/* Lines that could not have been typed are left out. */
static void take_lines(struct edit *edit, History *loaded)
{
    HistEvent event, entered;
    for (int found = history(loaded, &event, H_LAST); found >= 0;
         found = history(loaded, &event, H_PREV))
        if (is_plain(edit, event.str))
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

struct edit *edit_create(const char *prompt, edit_complete *complete, void *user)
{
    struct edit *edit = is_usable_window() ? calloc(1, sizeof *edit) : NULL;
    if (!edit)
        return NULL;
    HistEvent event;
    edit->prompt = prompt;
    edit->complete = complete;
    edit->user = user;
    edit->has_unicode = edit_has_unicode();
    edit->locale = newlocale(LC_CTYPE_MASK, "", (locale_t)0); /* libedit's first look is el_init() */
    if (edit->locale)
        uselocale(edit->locale);
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
    /* The wide form: el_set() would copy the names and never free them. */
    el_wset(edit->editor, EL_ADDFN, L"complete", L"complete a word", complete_word);
    el_set(edit->editor, EL_BIND, "^I", "complete", NULL);
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
    if (edit->locale) {
        uselocale(LC_GLOBAL_LOCALE);
        freelocale(edit->locale);
    }
    free(edit);
}

/* A line of libedit; one that Ctrl-C ends is dropped, and the next begins. */
static const char *get_line(struct edit *edit, int *length)
{
    const char *text;
    do {
        edit->escape = ESCAPE_NONE;
        edit->is_too_long = edit->has_foreign = edit->is_fit = edit->is_interrupted = false;
        signals_note_suspend(true);
        text = el_gets(edit->editor, length);
        signals_note_suspend(false);
        if (edit->is_interrupted) {
            fputs(edit->was_empty ? "^C ('quit' or Ctrl-D leaves)\n" : "^C\n", stdout);
            fflush(stdout);
        }
        clearerr(stdout); /* Ctrl-C may have ended a write of the editor: no fault of the terminal */
    } while (edit->is_interrupted && !signals_caught());
    return text;
}

void edit_push(struct edit *edit, const char *text) { el_push(edit->editor, text); }

const char *edit_line(struct edit *edit, const char **problem)
{
    int length = 0;
    HistEvent event;
    *problem = NULL;
    const char *text = get_line(edit, &length);
    if (!text || length <= 0)
        return NULL;
    if (text[0] != '\n' && text[0] != '\r' && is_plain(edit, text))
        history(edit->history, &event, H_ENTER, text);
    size_t n = strnlen(text, (size_t)length);
    if (edit->is_too_long || n >= sizeof edit->line)
        *problem = "The line is too long for the editor, and was not run: 4000 letters at most.";
    else if (edit->has_foreign)
        *problem = edit->has_unicode
                       ? "The line had bytes that are no character, and was not run."
                       : "The editor takes ASCII only, as this locale is not UTF-8 (try "
                         "LC_ALL=C.UTF-8); the line was not run.";
    n = n < sizeof edit->line ? n : sizeof edit->line - 1;
    memcpy(edit->line, text, n);
    while (n && (edit->line[n - 1] == '\n' || edit->line[n - 1] == '\r'))
        n--;
    edit->line[n] = '\0';
    return edit->line;
}

#else

bool edit_is_available(void) { return false; }
struct edit *edit_create(const char *prompt, edit_complete *complete, void *user)
{
    return user && prompt ? NULL : NULL;
}
void edit_destroy(struct edit *edit) { (void)edit; }
void edit_push(struct edit *edit, const char *text) { (void)edit, (void)text; }
const char *edit_line(struct edit *edit, const char **problem)
{
    *problem = NULL;
    return edit ? NULL : NULL;
}

#endif
