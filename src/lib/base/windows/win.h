/* base/windows/win.h - calls of POSIX that the sources use and mingw-w64 lacks, or has otherwise.
 *
 * The compiler reads this before every source of a build for Windows, in place of the headers that
 * are missing there (src/lib/base/meson.build). Paths, arguments and the environment are UTF-8, for
 * the program's manifest asks for that code page. What is not kept of POSIX: there are no owners,
 * modes and symbolic links, and poll() knows pipes and consoles; a file is always ready. */
#ifndef BASE_WINDOWS_WIN_H
#define BASE_WINDOWS_WIN_H
#ifndef __ASSEMBLER__

#define _POSIX_THREAD_SAFE_FUNCTIONS 200112L
#define tell win_unused /* a function of Windows */
#include <direct.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#undef tell
#include <limits.h>
#include <locale.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { EX_USAGE = 64, EX_DATAERR, EX_NOINPUT, EX_UNAVAILABLE = 69, EX_SOFTWARE, EX_OSERR,
       EX_CANTCREAT = 73, EX_IOERR, EX_TEMPFAIL, EX_CONFIG = 78 };

/* ---- files: win_files.c ---- */

#define O_CLOEXEC _O_NOINHERIT
#define O_NOCTTY 0
#define O_NOFOLLOW 0
#define O_NONBLOCK 0x1000000
#define O_DIRECTORY 0x2000000
#define O_TMPFILE 0x4000000
#undef PATH_MAX
#define PATH_MAX 4096
#define AT_FDCWD (-1)
#define AT_EACCESS 0
#define S_IFLNK 0xA000
#define S_ISLNK(MODE) (((MODE) & S_IFMT) == S_IFLNK)
#define LOCK_EX 2
#define LOCK_NB 4
enum { F_GETFD = 1, F_SETFL, F_DUPFD_CLOEXEC };
enum { PROT_READ = 1, PROT_WRITE = 2, MAP_SHARED = 1, POSIX_MADV_SEQUENTIAL = 0 };
#define MAP_FAILED ((void *)-1)
#undef stat
#undef fstat
#define stat win_stat
#define fstat win_fstat
#define lstat win_stat
#define open win_open
#define fopen win_fopen
#define access win_access
#define faccessat(FOLDER, PATH, MODE, FLAGS) win_access(PATH, MODE)
#define rename win_rename
#define unlink win_unlink
#define fsync _commit
#define fdatasync _commit
typedef int uid_t;
typedef int gid_t;
struct win_stat {
    uint64_t st_dev, st_ino, st_rdev;
    int64_t st_size;
    time_t st_mtime;
    mode_t st_mode;
    uid_t st_uid;
    gid_t st_gid;
};
int win_stat(const char *path, struct win_stat *status);
int win_fstat(int fd, struct win_stat *status);
int win_open(const char *path, int flags, ...);
FILE *win_fopen(const char *path, const char *mode);
int win_access(const char *path, int mode);
int win_rename(const char *from, const char *to);
int win_unlink(const char *path);
int fcntl(int fd, int command, ...);
int mkostemp(char *path, int flags);
ssize_t pread(int fd, void *buffer, size_t size, off_t offset);
ssize_t pwrite(int fd, const void *bytes, size_t size, off_t offset);
int flock(int fd, int operation);
void *mmap(void *address, size_t size, int protection, int flags, int fd, off_t offset);
int munmap(void *address, size_t size);
int posix_fallocate(int fd, off_t offset, off_t size);
char *realpath(const char *path, char *resolved);
ssize_t readlink(const char *path, char *target, size_t size);
int scandir(const char *folder, struct dirent ***list, int (*is_wanted)(const struct dirent *),
            int (*compare)(const struct dirent **, const struct dirent **));
int alphasort(const struct dirent **a, const struct dirent **b);
static inline int posix_madvise(void *address, size_t size, int advice) { return 0; }
static inline int fchmod(int fd, mode_t mode) { return 0; }
static inline int fchown(int fd, uid_t owner, gid_t group) { return 0; }

/* ---- the machine, texts: win_misc.c, win_iconv.c ---- */

enum { _SC_NPROCESSORS_ONLN, _SC_PAGESIZE, _SC_PHYS_PAGES, _SC_AVPHYS_PAGES };
enum { GRND_NONBLOCK = 1, CODESET = 0, LC_CTYPE_MASK = 0 };
typedef void *locale_t;
#define get_nprocs() ((int)sysconf(_SC_NPROCESSORS_ONLN))
#define newlocale(MASK, NAME, BASE) ((locale_t)1)
#define nl_langinfo_l(ITEM, LOCALE) "UTF-8"
#define freelocale(LOCALE) ((void)(LOCALE))
long sysconf(int name);
enum { RUSAGE_SELF };
struct rusage {
    struct timeval ru_utime, ru_stime;
    long ru_maxrss;
};
int getrusage(int who, struct rusage *usage);
ssize_t getrandom(void *buffer, size_t size, unsigned flags);
ssize_t getline(char **line, size_t *capacity, FILE *stream);
void *memmem(const void *text, size_t n_text, const void *part, size_t n_part);
char *strndup(const char *text, size_t most);
void __fpurge(FILE *stream);
#define timegm _mkgmtime
typedef void *iconv_t;
iconv_t iconv_open(const char *to, const char *from);
size_t iconv(iconv_t decoder, char **in, size_t *n_in, char **out, size_t *n_out);
int iconv_close(iconv_t decoder);
#define aligned_alloc(ALIGNMENT, SIZE) malloc(SIZE) /* to 16 bytes */

#include "win_pipes.h"
#include "win_threads.h"

#endif
#endif
