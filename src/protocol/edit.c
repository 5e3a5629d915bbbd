/* protocol/edit.c - implements edit.h.
 *
 * libedit gets its characters from us, so that a signal is noticed while it
 * waits: the terminal is put back into order and the program ends as usual. */
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
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include "protocol/signals.h"

enum { HISTORY_LINES = 1000, LINE_MAX_TEXT = 4096 };

struct edit {
    EditLine *editor;
    History *history;
    const char *prompt;
    struct termios modes; /* of the terminal, before we came */
    bool has_modes;
    char path[PATH_MAX]; /* of the history, "" if there is none */
    char line[LINE_MAX_TEXT];
};

static char *get_prompt(EditLine *editor)
{
    struct edit *edit = NULL;
    el_get(editor, EL_CLIENTDATA, &edit);
    return (char *)edit->prompt;
}

/* One byte of ASCII; others are passed over. 0 at the end, -1 after a signal. */
static int get_char(EditLine *editor, wchar_t *result)
{
    (void)editor;
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
        if (n == 1 && byte < 0x80) {
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

static void load_history(struct edit *edit)
{
    HistEvent event;
    int fd = open_history(edit, O_RDONLY);
    struct stat status;
    /* H_LOAD takes a name; what has just been opened and looked at is safe to read. */
    if (fd >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode))
        history(edit->history, &event, H_LOAD, edit->path);
    if (fd >= 0)
        close(fd);
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

bool edit_is_available(void) { return true; }

struct edit *edit_create(const char *prompt)
{
    struct edit *edit = calloc(1, sizeof *edit);
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

const char *edit_line(struct edit *edit)
{
    int length = 0;
    HistEvent event;
    const char *text = el_gets(edit->editor, &length);
    if (!text || length <= 0)
        return NULL;
    if (text[0] != '\n' && text[0] != '\r')
        history(edit->history, &event, H_ENTER, text);
    size_t n = (size_t)length < sizeof edit->line ? (size_t)length : sizeof edit->line - 1;
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
const char *edit_line(struct edit *edit) { return edit ? NULL : NULL; }

#endif
