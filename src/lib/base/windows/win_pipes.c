/* base/windows/win_pipes.c - pipes and consoles as POSIX has them (win.h). Windows cannot wait for
 * several of them at once: poll() looks at them again and again, seldom when nothing happens. */
#include <stdbool.h>

#include <windows.h>

#include "base/clock.h"

static HANDLE handle_of(int fd) { return (HANDLE)_get_osfhandle(fd); }

static bool is_console(HANDLE handle)
{
    DWORD mode;
    return GetConsoleMode(handle, &mode);
}

/* Does a key wait? What is no key pressed is thrown away, for no read would take it. */
static bool has_key(HANDLE console)
{
    INPUT_RECORD event;
    DWORD n;
    while (PeekConsoleInputW(console, &event, 1, &n) && n == 1) {
        if (event.EventType == KEY_EVENT && event.Event.KeyEvent.bKeyDown &&
            event.Event.KeyEvent.uChar.UnicodeChar)
            return true;
        ReadConsoleInputW(console, &event, 1, &n);
    }
    return false;
}

static short look(int fd, short events)
{
    const HANDLE handle = fd >= 0 ? handle_of(fd) : NULL;
    DWORD n = 0;
    if (fd < 0)
        return 0;
    if (handle == INVALID_HANDLE_VALUE || GetFileType(handle) == FILE_TYPE_UNKNOWN)
        return POLLNVAL;
    if (!(events & POLLIN))
        return events & POLLOUT; /* a write may have to wait */
    if (GetFileType(handle) == FILE_TYPE_PIPE)
        return !PeekNamedPipe(handle, NULL, 0, NULL, &n, NULL) ? POLLHUP : n ? POLLIN : 0;
    return is_console(handle) && !has_key(handle) ? 0 : POLLIN;
}

int poll(struct pollfd *fds, size_t n, int timeout_ms)
{
    enum { LONGEST_MS = 5, GROWTH = 64 };
    const int64_t begun_ms = clock_ms();
    for (;;) {
        int n_ready = 0;
        for (size_t i = 0; i < n; i++)
            n_ready += (fds[i].revents = look(fds[i].fd, fds[i].events)) != 0;
        const int64_t waited_ms = clock_ms() - begun_ms;
        if (n_ready || (timeout_ms >= 0 && waited_ms >= timeout_ms))
            return n_ready;
        Sleep((DWORD)(waited_ms / GROWTH < LONGEST_MS ? 1 + waited_ms / GROWTH : LONGEST_MS));
    }
}

int pipe2(int fds[2], int flags)
{
    enum { ROOM = 64 << 10 };
    HANDLE ends[2];
    DWORD mode = PIPE_NOWAIT;
    if (!CreatePipe(&ends[0], &ends[1], NULL, ROOM)) {
        errno = EMFILE;
        return -1;
    }
    for (int i = 0; i < 2; i++) {
        if (flags & O_NONBLOCK)
            SetNamedPipeHandleState(ends[i], &mode, NULL, NULL);
        fds[i] = _open_osfhandle((intptr_t)ends[i], O_BINARY | O_NOINHERIT);
    }
    return 0;
}

int win_isatty(int fd)
{
    return handle_of(fd) != INVALID_HANDLE_VALUE && is_console(handle_of(fd));
}

/* UTF-16 becomes UTF-8. A line that begins with Ctrl-Z is the end of the input. */
static ssize_t read_console(HANDLE console, char *buffer, size_t size)
{
    enum { MOST = 4096, BYTES_EACH = 3, CTRL_Z = 26, HANDLER_MS = 100 };
    wchar_t text[MOST];
    DWORD n = 0, most = (DWORD)(size / BYTES_EACH);
    SetLastError(NO_ERROR);
    if (!ReadConsoleW(console, text, most < 1 ? 1 : most < MOST ? most : MOST, &n, NULL))
        return 0;
    if (n == 0 && GetLastError() == ERROR_OPERATION_ABORTED) { /* Ctrl-C */
        Sleep(HANDLER_MS); /* that of signals has a thread of its own, and comes first */
        errno = EINTR;
        return -1;
    }
    if (n == 0 || text[0] == CTRL_Z)
        return 0;
    return WideCharToMultiByte(CP_UTF8, 0, text, (int)n, buffer, (int)size, NULL, NULL);
}

ssize_t win_read(int fd, void *buffer, size_t size)
{
    const HANDLE handle = handle_of(fd);
    DWORD n = 0;
    if (is_console(handle))
        return read_console(handle, buffer, size);
    if (ReadFile(handle, buffer, (DWORD)(size < INT_MAX ? size : INT_MAX), &n, NULL))
        return n;
    if (GetLastError() == ERROR_BROKEN_PIPE || GetLastError() == ERROR_HANDLE_EOF)
        return 0;
    errno = GetLastError() == ERROR_NO_DATA          ? EAGAIN
            : GetLastError() == ERROR_INVALID_HANDLE ? EBADF
                                                     : EIO;
    return -1;
}

ssize_t win_write(int fd, const void *bytes, size_t size)
{
    enum { SMALL = 512 };
    const HANDLE handle = handle_of(fd);
    DWORD n = 0;
    if (GetFileType(handle) != FILE_TYPE_PIPE)
        return _write(fd, bytes, (unsigned)size);
    /* A pipe that does not wait takes all or nothing. */
    bool is_good = WriteFile(handle, bytes, (DWORD)size, &n, NULL);
    if (is_good && n == 0 && size > SMALL)
        is_good = WriteFile(handle, bytes, SMALL, &n, NULL);
    if (is_good && (n || !size))
        return n;
    if (is_good)
        Sleep(1); /* poll() does not know when there is room */
    errno = is_good ? EAGAIN : GetLastError() == ERROR_INVALID_HANDLE ? EBADF : EPIPE;
    return -1;
}

int win_tell_gone(int result)
{
    const DWORD error = GetLastError();
    if (result < 0 && (error == ERROR_BROKEN_PIPE || error == ERROR_NO_DATA))
        errno = EPIPE;
    else if (result < 0 && (error == ERROR_DISK_FULL || error == ERROR_HANDLE_DISK_FULL))
        errno = ENOSPC;
    return result;
}

int win_vfprintf(FILE *stream, const char *format, va_list list)
{
    const int n = win_tell_gone(vfprintf(stream, format, list));
    return stream->_bufsiz == WIN_SHOWN && fflush(stream) != 0 ? -1 : n;
}

int win_fprintf(FILE *stream, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const int n = win_vfprintf(stream, format, list);
    va_end(list);
    return n;
}

int tcgetattr(int fd, struct termios *modes)
{
    DWORD mode = 0;
    const bool is_good = GetConsoleMode(handle_of(fd), &mode);
    modes->c_lflag = mode;
    return is_good ? 0 : -1;
}

int tcsetattr(int fd, int when, const struct termios *modes)
{
    if (when == TCSAFLUSH)
        FlushConsoleInputBuffer(handle_of(fd));
    return SetConsoleMode(handle_of(fd), modes->c_lflag) ? 0 : -1;
}

int ioctl(int fd, int request, struct winsize *size)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    if (!GetConsoleScreenBufferInfo(handle_of(fd), &info))
        return -1;
    *size = (struct winsize){info.srWindow.Bottom - info.srWindow.Top + 1,
                             info.srWindow.Right - info.srWindow.Left + 1};
    return 0;
}
