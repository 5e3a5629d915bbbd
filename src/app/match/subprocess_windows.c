/* match/subprocess_windows.c - implements subprocess.h by a job, which ends with all its processes.
 *
 * Console programs of Windows know no request to end but the end of their input. */
#include "match/subprocess.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <windows.h>

#include "base/path.h"
#include "base/strbuf.h"

enum { KILLED = 0xDEAD };

/* As CommandLineToArgvW() takes it apart: backslashes count before quotes only. */
static void add_argument(struct strbuf *line, const char *argument)
{
    const char *const quote = *argument && !strpbrk(argument, " \t\n\v\"") ? "" : "\"";
    strbuf_add(line, line->length ? " " : "");
    strbuf_add(line, quote);
    for (const char *at = argument; *at; at++) {
        const size_t n = strspn(at, "\\");
        const bool is_doubled = at[n] == '"' || (at[n] == '\0' && *quote);
        for (size_t i = 0; i < (is_doubled ? 2 * n : n); i++)
            strbuf_add(line, "\\");
        at += n;
        if (*at == '"')
            strbuf_add(line, "\\");
        if (!*at)
            break;
        strbuf_add_bytes(line, at, 1);
    }
    strbuf_add(line, quote);
}

/* The whole name of a file in a folder, with or without ".exe"; NULL if there is none. */
static char *find_in(const char *folder, const char *program)
{
    char *found = NULL;
    for (int i = 0; i < 2 && !found; i++) {
        struct strbuf name = {0};
        strbuf_addf(&name, "%s%s%s%s", folder, *folder ? "/" : "", program, i ? "" : ".exe");
        found = name.data ? realpath(name.data, NULL) : NULL;
        strbuf_free(&name);
    }
    return found;
}

/* A name with a folder in it: from `dir`, if it is there. Others are looked for by the system. */
static void add_program(struct strbuf *line, const char *program, const char *dir)
{
    const bool has_folder = path_folder_length(program) > 0;
    char *full = has_folder && dir && !path_is_absolute(program) ? find_in(dir, program) : NULL;
    if (!full && has_folder)
        full = find_in("", program);
    add_argument(line, full ? full : program);
    free(full);
}

static int error_now(void)
{
    switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_DIRECTORY:
        return ENOENT;
    case ERROR_ACCESS_DENIED:
        return EACCES;
    case ERROR_BAD_EXE_FORMAT:
        return ENOEXEC;
    default:
        return ENOMEM;
    }
}

/* Only the three handles go to the child: others would keep pipes of its siblings open. */
static bool create(struct subprocess *child, char *line, const char *dir, HANDLE handles[3])
{
    PROCESS_INFORMATION made;
    SIZE_T size = 0;
    const DWORD flags = CREATE_SUSPENDED | CREATE_NO_WINDOW | EXTENDED_STARTUPINFO_PRESENT;
    STARTUPINFOEXA start = {.StartupInfo = {
        .cb = sizeof start, .dwFlags = STARTF_USESTDHANDLES, .hStdInput = handles[0],
        .hStdOutput = handles[1], .hStdError = handles[2]}};
    const int n = handles[1] == handles[2] ? 2 : 3; /* none may stand there twice */
    InitializeProcThreadAttributeList(NULL, 1, 0, &size);
    start.lpAttributeList = malloc(size);
    bool is_good = start.lpAttributeList &&
                   InitializeProcThreadAttributeList(start.lpAttributeList, 1, 0, &size);
    if (!is_good) {
        free(start.lpAttributeList);
        return false;
    }
    for (int i = 0; i < n; i++)
        SetHandleInformation(handles[i], HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
    is_good = UpdateProcThreadAttribute(start.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST,
                                        handles, (SIZE_T)n * sizeof *handles, NULL, NULL) &&
              CreateProcessA(NULL, line, NULL, NULL, TRUE, flags, NULL, dir, &start.StartupInfo,
                             &made);
    DeleteProcThreadAttributeList(start.lpAttributeList);
    free(start.lpAttributeList);
    if (!is_good)
        return false;
    AssignProcessToJobObject(child->job, made.hProcess);
    ResumeThread(made.hThread);
    CloseHandle(made.hThread);
    child->process = made.hProcess;
    child->id = (pid_t)made.dwProcessId;
    return true;
}

int subprocess_start(struct subprocess *child, char *const argv[], const char *dir, int in, int out,
                     int error)
{
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {
        .BasicLimitInformation = {.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE}};
    HANDLE handles[3] = {(HANDLE)_get_osfhandle(in), (HANDLE)_get_osfhandle(out),
                         (HANDLE)_get_osfhandle(error)};
    struct strbuf line = {0};
    *child = (struct subprocess){.exit_status = -1, .job = CreateJobObjectA(NULL, NULL)};
    SetInformationJobObject(child->job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
    add_program(&line, argv[0], dir);
    for (int i = 1; argv[i]; i++)
        add_argument(&line, argv[i]);
    const bool is_good = line.data && create(child, line.data, dir, handles);
    const int problem = is_good ? 0 : error_now();
    strbuf_free(&line);
    if (!is_good)
        subprocess_release(child);
    return problem;
}

bool subprocess_has_ended(struct subprocess *child)
{
    DWORD code;
    if (child->has_ended)
        return true;
    if (WaitForSingleObject(child->process, 0) != WAIT_OBJECT_0)
        return false;
    if (GetExitCodeProcess(child->process, &code))
        child->exit_status = (int)code;
    TerminateJobObject(child->job, KILLED);
    child->has_ended = true;
    return true;
}

void subprocess_kill(struct subprocess *child, bool is_at_once)
{
    if (is_at_once)
        TerminateJobObject(child->job, KILLED);
}

void subprocess_release(struct subprocess *child)
{
    if (child->process)
        CloseHandle(child->process);
    if (child->job)
        CloseHandle(child->job);
    child->process = child->job = NULL;
    child->id = 0;
}

void subprocess_describe_end(const struct subprocess *child, char *out, size_t size)
{
    if (child->exit_status == -1)
        snprintf(out, size, "ended");
    else if (child->exit_status == KILLED)
        snprintf(out, size, "killed");
    else if (child->exit_status < 0)
        snprintf(out, size, "ended by the exception 0x%08x", (unsigned)child->exit_status);
    else
        snprintf(out, size, "exit status %d", child->exit_status);
}
