/* cli/checked_output.c - implements checked_output.h on stdio's stdout.
 *
 * errno of the first failure is kept: stdio itself remembers only that there was one.
 * After a signal nothing waits for a reader that does not read: what is buffered
 * is dropped then, here and by exit(). */
#include "cli/checked_output.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "base/regular.h"
#include "base/replace.h"
#include "base/visible.h"
#include "options/signals.h"

static int first_failure;
static bool is_said;
static atomic_bool has_progress; /* a line of out_progress() stands on the terminal */

static void keep_failure(bool is_failed)
{
    if (is_failed && !first_failure)
        first_failure = errno ? errno : EIO;
}

/* No signal handler of ours restarts a write: EINTR stands for the end. */
static bool may_write(void)
{
    struct pollfd room = {.fd = 1, .events = POLLOUT};
    if (!first_failure && signals_caught() && poll(&room, 1, 0) == 0)
        first_failure = EINTR;
    return !first_failure;
}

void out_progress(const char *text)
{
    if (atomic_exchange(&has_progress, *text != '\0') || *text)
        fprintf(stderr, "\r\033[K%s", text);
}

void out_printf(const char *format, ...)
{
    if (atomic_load(&has_progress) && isatty(STDOUT_FILENO))
        out_progress("");
    if (!may_write())
        return;
    va_list arguments;
    va_start(arguments, format);
    errno = 0;
    keep_failure(vprintf(format, arguments) < 0);
    va_end(arguments);
}

int out_text(struct strbuf *text)
{
    const int code = text->is_failed ? EX_OSERR : 0;
    if (code)
        complain("out of memory");
    else if (text->length)
        out_printf("%s", text->data);
    strbuf_free(text);
    return code;
}

int out_file(const char *path, struct strbuf *text)
{
    int code = 0;
    if (!strcmp(path, "-"))
        return out_text(text);
    if (text->is_failed) {
        complain("%s: out of memory", path);
        code = EX_OSERR;
    } else if (!replace_whole(path, text->data ? text->data : "", text->length)) {
        complain("%s: %s", path, regular_problem(errno));
        code = EX_CANTCREAT;
    }
    strbuf_free(text);
    return code;
}

int out_flush(void)
{
    errno = 0;
    if (may_write())
        keep_failure(fflush(stdout) != 0 || ferror(stdout));
    if (!first_failure)
        return 0;
    __fpurge(stdout);
    if (first_failure == EINTR)
        return 128 + signals_caught();
    if (first_failure == EPIPE)
        return 128 + SIGPIPE;
    if (!is_said)
        complain("cannot write to standard output: %s", strerror(first_failure));
    is_said = true;
    return EX_IOERR;
}

void complain(const char *format, ...)
{
    char line[VISIBLE_LINE];
    va_list arguments;
    out_progress("");
    va_start(arguments, format);
    fprintf(stderr, "outflank: %s\n", visible_format(line, sizeof line, format, arguments));
    va_end(arguments);
}

int code_of(const struct reason *reason)
{
    return reason->kind == REASON_SYSTEM ? EX_IOERR : EX_DATAERR;
}

const char *out_input_name(const char *path) { return strcmp(path, "-") == 0 ? "stdin" : path; }

void out_say_awaited(const char *path, const char *what)
{
    if (strcmp(path, "-") == 0 && isatty(STDIN_FILENO))
        complain("%s read from the terminal; Ctrl-D ends the input", what);
}
