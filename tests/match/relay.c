/* Python for Windows as tests need it under Wine, which starts programs of the system without
 * pipes: relay.py runs the true one, and these four sockets carry its pipes and its end.
 *
 *     python3.exe ARGUMENT ...
 *
 * Compiled with PYTHON and RELAY, where both are. When this process is killed, relay.py sees it. */
#include <winsock2.h>

#include <process.h>
#include <stdio.h>
#include <stdlib.h>

enum { CONTROL, FROM_US, TO_OUT, TO_ERR, N_SOCKETS, ROOM = 1 << 16 };
static SOCKET sockets[N_SOCKETS];
static const DWORD handle_names[N_SOCKETS] = {
    [FROM_US] = STD_INPUT_HANDLE, [TO_OUT] = STD_OUTPUT_HANDLE, [TO_ERR] = STD_ERROR_HANDLE};

static void fail(const char *what)
{
    fprintf(stderr, "relay: %s failed\n", what);
    exit(71);
}

static unsigned __stdcall carry_in(void *unused)
{
    const HANDLE from = GetStdHandle(STD_INPUT_HANDLE);
    char bytes[ROOM];
    DWORD n;
    while (ReadFile(from, bytes, sizeof bytes, &n, NULL) && n > 0)
        if (send(sockets[FROM_US], bytes, (int)n, 0) != (int)n)
            break;
    shutdown(sockets[FROM_US], SD_SEND);
    CloseHandle(from);
    return 0;
}

static unsigned __stdcall carry_out(void *which)
{
    const SOCKET from = sockets[(intptr_t)which];
    const HANDLE to = GetStdHandle(handle_names[(intptr_t)which]);
    char bytes[ROOM];
    DWORD n_written;
    for (int n; (n = recv(from, bytes, sizeof bytes, 0)) > 0;)
        for (int done = 0; done < n; done += (int)n_written)
            if (!WriteFile(to, bytes + done, (DWORD)(n - done), &n_written, NULL)) {
                closesocket(from);
                return 0;
            }
    CloseHandle(to);
    return 0;
}

/* The words of the command line behind the first stay as they are. */
static void start_python(int port)
{
    const char *rest = GetCommandLineA();
    const char end = *rest == '"' ? '"' : ' ';
    STARTUPINFOA start = {.cb = sizeof start};
    PROCESS_INFORMATION made;
    rest = strchr(rest + 1, end);
    rest = rest ? rest + (end == '"') : "";
    const size_t size = strlen(rest) + sizeof PYTHON + sizeof RELAY + 20;
    char *line = malloc(size);
    if (!line)
        fail("malloc");
    snprintf(line, size, "%s %s %d%s", PYTHON, RELAY, port, rest);
    if (!CreateProcessA(NULL, line, NULL, NULL, FALSE, 0, NULL, NULL, &start, &made))
        fail(line);
    free(line);
}

int main(void)
{
    WSADATA data;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int size = sizeof address, status = 0;
    WSAStartup(MAKEWORD(2, 2), &data);
    const SOCKET listener = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(listener, (struct sockaddr *)&address, size) || listen(listener, N_SOCKETS) ||
        getsockname(listener, (struct sockaddr *)&address, &size))
        fail("bind");
    start_python(ntohs(address.sin_port));
    for (int i = 0; i < N_SOCKETS; i++)
        if ((sockets[i] = accept(listener, NULL, NULL)) == INVALID_SOCKET)
            fail("accept");
    HANDLE threads[2];
    _beginthreadex(NULL, 0, carry_in, NULL, 0, NULL);
    for (intptr_t i = 0; i < 2; i++)
        threads[i] = (HANDLE)_beginthreadex(NULL, 0, carry_out, (void *)(TO_OUT + i), 0, NULL);
    if (recv(sockets[CONTROL], (char *)&status, sizeof status, 0) != sizeof status)
        status = 71;
    WaitForMultipleObjects(2, threads, TRUE, INFINITE);
    ExitProcess((UINT)status);
}
