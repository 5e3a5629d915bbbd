/* base/windows/win_start.c - start.h on Windows. */
#include "base/start.h"

#include <windows.h>
#include <mmsystem.h>

/* A console shows UTF-8 and understands the sequences of terminals. */
static void prepare_console(DWORD which)
{
    const HANDLE console = GetStdHandle(which);
    DWORD mode;
    if (GetConsoleMode(console, &mode) &&
        SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING) && !getenv("TERM"))
        _putenv("TERM=xterm-256color");
}

bool start_begin(void)
{
    /* No LF becomes CR LF, no Ctrl-Z an end. */
    _fmode = _O_BINARY;
    for (int fd = 0; fd <= 2; fd++)
        if (_get_osfhandle(fd) < 0) {
            if (open("/dev/null", O_RDONLY) != fd)
                return false;
        } else {
            _setmode(fd, _O_BINARY);
        }
    if (!getenv("HOME") && getenv("USERPROFILE"))
        _putenv_s("HOME", getenv("USERPROFILE"));
    setvbuf(stderr, NULL, _IOFBF, WIN_SHOWN);
    if (isatty(STDOUT_FILENO))
        setvbuf(stdout, NULL, _IOFBF, WIN_SHOWN);
    SetConsoleOutputCP(CP_UTF8);
    prepare_console(STD_OUTPUT_HANDLE);
    prepare_console(STD_ERROR_HANDLE);
    timeBeginPeriod(1); /* Sleep(1) would take 16 ms */
    return true;
}

bool start_has_small_stack(size_t bytes) { return false; } /* the linker sets it */
