/* base/windows/win_misc.c - signals, the machine, and what the C library of
 * Windows lacks (win.h). */
#include <stdatomic.h>
#include <stdbool.h>

#include <windows.h>
#include <ntsecapi.h>
#include <psapi.h>

#include "base/cpus.h"

/* ---- signals: what a console sends ---- */

enum { N_SIGNALS = 32 };
static void (*_Atomic handlers[N_SIGNALS])(int number);
static atomic_bool is_watching;

static BOOL WINAPI on_event(DWORD event)
{
    enum { LONG_MS = 10000 };
    const int number = event == CTRL_C_EVENT       ? SIGINT
                       : event == CTRL_BREAK_EVENT ? SIGTERM
                                                   : SIGHUP;
    void (*const handler)(int) = atomic_load(&handlers[number]);
    if (handler == SIG_DFL)
        return FALSE;
    if (handler != SIG_IGN)
        handler(number);
    if (number == SIGHUP)
        Sleep(LONG_MS); /* the process ends when this returns: it may end in good order */
    return TRUE;
}

int sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    if (old)
        *old = (struct sigaction){.sa_handler = atomic_load(&handlers[number])};
    if (action)
        atomic_store(&handlers[number], action->sa_handler);
    if (action && !atomic_exchange(&is_watching, true))
        SetConsoleCtrlHandler(on_event, TRUE);
    return 0;
}

/* ---- the machine ---- */

int cpus_usable(int most)
{
    DWORD_PTR own = 0, all = 0;
    GetProcessAffinityMask(GetCurrentProcess(), &own, &all);
    const int n = __builtin_popcountll(own);
    return n < 1 ? 1 : n < most ? n : most;
}

/* What a thread starts would not be kept to its processors. */
bool cpus_keep_to(int first, int n) { return false; }

long sysconf(int name)
{
    enum { PAGE = 4096 };
    MEMORYSTATUSEX memory = {.dwLength = sizeof memory};
    GlobalMemoryStatusEx(&memory);
    switch (name) {
    case _SC_NPROCESSORS_ONLN:
        return (long)GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
    case _SC_PHYS_PAGES:
        return (long)(memory.ullTotalPhys / PAGE);
    case _SC_AVPHYS_PAGES:
        return (long)(memory.ullAvailPhys / PAGE);
    default:
        return PAGE;
    }
}

static struct timeval seconds_of(FILETIME time)
{
    const uint64_t us = ((uint64_t)time.dwHighDateTime << 32 | time.dwLowDateTime) / 10;
    return (struct timeval){(long)(us / 1000000), (long)(us % 1000000)};
}

int getrusage(int who, struct rusage *usage)
{
    FILETIME made, ended, kernel, user;
    PROCESS_MEMORY_COUNTERS memory = {.cb = sizeof memory};
    const HANDLE own = GetCurrentProcess();
    if (!GetProcessTimes(own, &made, &ended, &kernel, &user) ||
        !K32GetProcessMemoryInfo(own, &memory, sizeof memory))
        return -1;
    *usage = (struct rusage){seconds_of(user), seconds_of(kernel),
                             (long)(memory.PeakWorkingSetSize >> 10)};
    return 0;
}

ssize_t getrandom(void *buffer, size_t size, unsigned flags)
{
    return RtlGenRandom(buffer, (ULONG)size) ? (ssize_t)size : -1;
}

/* ---- texts ---- */

ssize_t getline(char **line, size_t *capacity, FILE *stream)
{
    size_t n = 0;
    for (int c = 0; c != '\n' && (c = getc(stream)) != EOF;) {
        if (n + 2 > *capacity) {
            const size_t more = *capacity ? 2 * *capacity : 128;
            char *const grown = realloc(*line, more);
            if (!grown)
                return -1;
            *line = grown;
            *capacity = more;
        }
        (*line)[n++] = (char)c;
    }
    if (n)
        (*line)[n] = '\0';
    return n ? (ssize_t)n : -1;
}

void *memmem(const void *text, size_t n_text, const void *part, size_t n_part)
{
    const char *at = text;
    for (size_t i = 0; i + n_part <= n_text; i++)
        if (memcmp(at + i, part, n_part) == 0)
            return (void *)(at + i);
    return NULL;
}

char *strndup(const char *text, size_t most)
{
    const size_t n = strnlen(text, most);
    char *const copy = malloc(n + 1);
    if (copy)
        copy[n] = '\0';
    return copy ? memcpy(copy, text, n) : NULL;
}

void __fpurge(FILE *stream)
{
    stream->_ptr = stream->_base;
    stream->_cnt = 0;
}
