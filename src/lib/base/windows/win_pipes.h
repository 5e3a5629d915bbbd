/* base/windows/win_pipes.h - the part of win.h about pipes, consoles and signals. */
#ifndef BASE_WINDOWS_WIN_PIPES_H
#define BASE_WINDOWS_WIN_PIPES_H

enum { POLLIN = 1, POLLOUT = 4, POLLERR = 8, POLLHUP = 16, POLLNVAL = 32 };
struct pollfd {
    int fd;
    short events, revents;
};
#undef PIPE_BUF
#define PIPE_BUF 4096
#define isatty win_isatty
#define read win_read
#define write win_write
#define pipe(FDS) pipe2(FDS, 0)
#define fflush(STREAM) win_tell_gone(fflush(STREAM))
int poll(struct pollfd *fds, size_t n, int timeout_ms);
int pipe2(int fds[2], int flags);
int win_isatty(int fd);
ssize_t win_read(int fd, void *buffer, size_t size);
ssize_t win_write(int fd, const void *bytes, size_t size);
int win_tell_gone(int result); /* what stdio does not tell: errno */

/* A stream whose buffer has this size, stderr or a console, gets the text of each call as a whole;
 * Windows would write byte by byte, and split letters. */
enum { WIN_SHOWN = 8192 };
#define fprintf win_fprintf
#define fputs(TEXT, STREAM) win_fprintf(STREAM, "%s", TEXT)
#define printf(...) win_fprintf(stdout, __VA_ARGS__)
#define vprintf(FORMAT, LIST) win_vfprintf(stdout, FORMAT, LIST)
int win_fprintf(FILE *stream, const char *format, ...);
int win_vfprintf(FILE *stream, const char *format, va_list list);

/* What termios and ioctl() are asked for: lines or keys, and the size of the window. */
enum { ICANON = 2, ECHO = 4, TCSANOW = 0, TCSAFLUSH, TIOCGWINSZ };
typedef unsigned tcflag_t;
struct termios {
    tcflag_t c_lflag;
};
struct winsize {
    int ws_row, ws_col;
};
int tcgetattr(int fd, struct termios *modes);
int tcsetattr(int fd, int when, const struct termios *modes);
int ioctl(int fd, int request, struct winsize *size);
static inline pid_t tcgetpgrp(int fd) { return 0; }
static inline pid_t getpgrp(void) { return 0; }

/* ---- signals: win_misc.c ---- */

enum { SIGHUP = 1, SIGKILL = 9, SIGUSR1, SIGUSR2 = 12, SIGPIPE, SIGCONT = 18, SIGTSTP = 20,
       SIGXFSZ = 25 };
enum { SA_RESTART = 1 };
typedef int win_sigset;
struct sigaction {
    void (*sa_handler)(int number);
    win_sigset sa_mask;
    int sa_flags;
};
int sigaction(int number, const struct sigaction *action, struct sigaction *old);
static inline void sigemptyset(win_sigset *set) { *set = 0; }

#endif
