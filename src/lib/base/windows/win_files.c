/* base/windows/win_files.c - files as POSIX has them (win.h): others may rename and delete what is
 * open, no byte is translated, and a name is UTF-8. */
#include <stdarg.h>
#include <wchar.h>

#include <windows.h>

/* What the last call of Windows failed with, as errno. -1. */
static int fail(void)
{
    switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_NETPATH:
    case ERROR_BAD_PATHNAME:
        errno = ENOENT;
        break;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_WRITE_PROTECT:
        errno = EACCES;
        break;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
        errno = EEXIST;
        break;
    case ERROR_LOCK_VIOLATION:
    case ERROR_IO_PENDING:
        errno = EWOULDBLOCK;
        break;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
        errno = ENOSPC;
        break;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY:
        errno = ENOMEM;
        break;
    case ERROR_FILENAME_EXCED_RANGE:
        errno = ENAMETOOLONG;
        break;
    case ERROR_INVALID_HANDLE:
        errno = EBADF;
        break;
    default:
        errno = EIO;
    }
    return -1;
}

static HANDLE handle_of(int fd) { return (HANDLE)_get_osfhandle(fd); }

static bool is_null(const char *path) { return strcmp(path, "/dev/null") == 0; }

/* 0 if there is none. */
static DWORD full_name(const char *path, wchar_t name[PATH_MAX])
{
    wchar_t given[PATH_MAX];
    const char *const known = is_null(path) ? "NUL" : path;
    const bool fits = MultiByteToWideChar(CP_ACP, 0, known, -1, given, PATH_MAX) > 0;
    const DWORD n = fits ? GetFullPathNameW(given, PATH_MAX, name, NULL) : 0;
    if (n && n < PATH_MAX)
        return n;
    name[0] = L'\0';
    return 0;
}

/* As Windows takes a name of more than some 250 characters: in full, and behind \\?\. */
enum { N_PREFIX = 4, NAME = N_PREFIX + PATH_MAX + sizeof "\\*" };
static const wchar_t *system_name(const char *path, wchar_t name[NAME])
{
    enum { LONG = 240 };
    const bool is_long = full_name(path, name + N_PREFIX) > LONG && name[N_PREFIX + 1] == L':';
    return is_long ? memcpy(name, L"\\\\?\\", N_PREFIX * sizeof *name) : name + N_PREFIX;
}

int win_open(const char *path, int flags, ...)
{
    const bool is_writer = flags & (O_WRONLY | O_RDWR);
    const DWORD access = (flags & O_WRONLY ? 0 : GENERIC_READ) | (is_writer ? GENERIC_WRITE : 0);
    const DWORD creation = flags & O_EXCL                       ? CREATE_NEW
                           : (flags & O_CREAT) && (flags & O_TRUNC) ? CREATE_ALWAYS
                           : flags & O_CREAT                    ? OPEN_ALWAYS
                           : flags & O_TRUNC                    ? TRUNCATE_EXISTING
                                                                : OPEN_EXISTING;
    if (flags & (O_TMPFILE | O_DIRECTORY)) {
        errno = EINVAL;
        return -1;
    }
    /* A folder can be opened, too, so that fstat() tells what it is. */
    wchar_t name[NAME];
    const HANDLE handle = CreateFileW(
        system_name(path, name), access,
        FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, creation,
        FILE_FLAG_BACKUP_SEMANTICS | (flags & O_TEMPORARY ? FILE_FLAG_DELETE_ON_CLOSE : 0), NULL);
    if (handle == INVALID_HANDLE_VALUE)
        return fail();
    const int fd = _open_osfhandle((intptr_t)handle, (flags & O_APPEND) | O_BINARY | O_NOINHERIT);
    if (fd < 0)
        CloseHandle(handle);
    return fd;
}

FILE *win_fopen(const char *path, const char *mode)
{
    const int way = strchr(mode, '+') ? O_RDWR : *mode == 'r' ? O_RDONLY : O_WRONLY;
    const int making = *mode == 'r' ? 0 : O_CREAT | (*mode == 'a' ? O_APPEND : O_TRUNC);
    const int fd = open(path, way | making, 0666);
    struct stat status;
    if (fd >= 0 && fstat(fd, &status) == 0 && S_ISDIR(status.st_mode)) {
        close(fd);
        errno = EISDIR;
        return NULL;
    }
    char plain[4] = {*mode, 'b', strchr(mode, '+') ? '+' : '\0'};
    return fd < 0 ? NULL : _fdopen(fd, plain);
}

static int64_t seconds_of(FILETIME time)
{
    const int64_t ticks = (int64_t)time.dwHighDateTime << 32 | time.dwLowDateTime;
    return (ticks - INT64_C(116444736000000000)) / 10000000;
}

static int status_of(HANDLE handle, struct stat *status)
{
    BY_HANDLE_FILE_INFORMATION info;
    const DWORD type = GetFileType(handle);
    *status = (struct stat){.st_mode = type == FILE_TYPE_PIPE ? S_IFIFO : S_IFCHR};
    if (type == FILE_TYPE_UNKNOWN && GetLastError() != NO_ERROR)
        return fail();
    if (type != FILE_TYPE_DISK)
        return 0;
    if (!GetFileInformationByHandle(handle, &info))
        return fail();
    status->st_mode = info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY ? S_IFDIR : S_IFREG;
    status->st_mode |= info.dwFileAttributes & FILE_ATTRIBUTE_READONLY ? 0444 : 0666;
    status->st_dev = info.dwVolumeSerialNumber;
    status->st_ino = (uint64_t)info.nFileIndexHigh << 32 | info.nFileIndexLow;
    status->st_size = (int64_t)info.nFileSizeHigh << 32 | info.nFileSizeLow;
    status->st_mtime = seconds_of(info.ftLastWriteTime);
    return 0;
}

int win_fstat(int fd, struct stat *status) { return status_of(handle_of(fd), status); }

int win_stat(const char *path, struct stat *status)
{
    wchar_t name[NAME];
    const HANDLE handle = CreateFileW(
        system_name(path, name), 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
        OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (handle == INVALID_HANDLE_VALUE)
        return fail();
    const int result = status_of(handle, status);
    CloseHandle(handle);
    status->st_rdev = is_null(path); /* no other device is the null device */
    return result;
}

int win_access(const char *path, int mode)
{
    wchar_t name[NAME];
    const DWORD attributes = GetFileAttributesW(system_name(path, name));
    if (attributes == INVALID_FILE_ATTRIBUTES)
        return fail();
    if (!(mode & W_OK) || !(attributes & FILE_ATTRIBUTE_READONLY) ||
        (attributes & FILE_ATTRIBUTE_DIRECTORY))
        return 0;
    errno = EACCES;
    return -1;
}

int win_rename(const char *from, const char *to)
{
    wchar_t old[NAME], new[NAME];
    return MoveFileExW(system_name(from, old), system_name(to, new),
                       MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) ? 0 : fail();
}

int win_unlink(const char *path)
{
    wchar_t name[NAME];
    return DeleteFileW(system_name(path, name)) ? 0 : fail();
}

/* The file goes when it is closed. */
int mkostemp(char *path, int flags)
{
    char *const end = path + strlen(path) - 6;
    const unsigned start = GetTickCount() ^ GetCurrentProcessId() << 12;
    for (unsigned i = 0; i < 100; i++) {
        char number[7];
        snprintf(number, sizeof number, "%06x", (start + i) & 0xFFFFFF);
        memcpy(end, number, 6);
        const int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_TEMPORARY, 0600);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

int fcntl(int fd, int command, ...)
{
    HANDLE copy, own = GetCurrentProcess();
    DWORD mode = PIPE_NOWAIT;
    va_list list;
    va_start(list, command);
    const int argument = command == F_GETFD ? 0 : va_arg(list, int);
    va_end(list);
    if (command == F_SETFL && (argument & O_NONBLOCK))
        return SetNamedPipeHandleState(handle_of(fd), &mode, NULL, NULL) ? 0 : fail();
    if (command != F_DUPFD_CLOEXEC)
        return handle_of(fd) == INVALID_HANDLE_VALUE ? -1 : 0;
    if (!DuplicateHandle(own, handle_of(fd), own, &copy, 0, FALSE, DUPLICATE_SAME_ACCESS))
        return fail();
    return _open_osfhandle((intptr_t)copy, O_BINARY | O_NOINHERIT);
}

static OVERLAPPED at_offset(uint64_t offset)
{
    return (OVERLAPPED){.Offset = (DWORD)offset, .OffsetHigh = (DWORD)(offset >> 32)};
}

ssize_t pread(int fd, void *buffer, size_t size, off_t offset)
{
    OVERLAPPED at = at_offset((uint64_t)offset);
    DWORD n = 0;
    if (ReadFile(handle_of(fd), buffer, (DWORD)size, &n, &at) || GetLastError() == ERROR_HANDLE_EOF)
        return n;
    return fail();
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t offset)
{
    OVERLAPPED at = at_offset((uint64_t)offset);
    DWORD n = 0;
    return WriteFile(handle_of(fd), bytes, (DWORD)size, &n, &at) ? (ssize_t)n : fail();
}

/* A byte far behind the end: what is locked cannot be read by others. */
int flock(int fd, int operation)
{
    OVERLAPPED at = at_offset(UINT64_C(1) << 62);
    const DWORD flags =
        LOCKFILE_EXCLUSIVE_LOCK | (operation & LOCK_NB ? LOCKFILE_FAIL_IMMEDIATELY : 0);
    return LockFileEx(handle_of(fd), flags, 0, 1, 0, &at) ? 0 : fail();
}

void *mmap(void *address, size_t size, int protection, int flags, int fd, off_t offset)
{
    const bool is_writer = protection & PROT_WRITE;
    const HANDLE mapping = CreateFileMappingA(
        handle_of(fd), NULL, is_writer ? PAGE_READWRITE : PAGE_READONLY, 0, 0, NULL);
    void *const bytes = mapping ? MapViewOfFile(mapping, is_writer ? FILE_MAP_WRITE : FILE_MAP_READ,
                                                0, 0, size) : NULL;
    if (!bytes)
        fail();
    if (mapping)
        CloseHandle(mapping);
    return bytes ? bytes : MAP_FAILED;
}

int munmap(void *address, size_t size) { return UnmapViewOfFile(address) ? 0 : fail(); }

int posix_fallocate(int fd, off_t offset, off_t size)
{
    return ftruncate(fd, offset + size) == 0 ? 0 : errno;
}

/* With slashes, as the rest of the program writes names. */
char *realpath(const char *path, char *resolved)
{
    wchar_t full[PATH_MAX];
    struct stat status;
    const bool is_there = stat(path, &status) == 0 && full_name(path, full);
    const int size = is_there ? WideCharToMultiByte(CP_ACP, 0, full, -1, NULL, 0, NULL, NULL) : 0;
    char *const name = size ? malloc((size_t)size) : NULL;
    if (!name) {
        fail();
        return NULL;
    }
    WideCharToMultiByte(CP_ACP, 0, full, -1, name, size, NULL, NULL);
    for (char *at = name; (at = strchr(at, '\\')) != NULL;)
        *at = '/';
    return name;
}

ssize_t readlink(const char *path, char *target, size_t size)
{
    const DWORD n = strcmp(path, "/proc/self/exe") == 0
                        ? GetModuleFileNameA(NULL, target, (DWORD)size) : 0;
    if (n)
        return n;
    errno = EINVAL;
    return -1;
}

static int compare_entries(const void *a, const void *b)
{
    return alphasort((const struct dirent **)a, (const struct dirent **)b);
}

int alphasort(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

int scandir(const char *folder, struct dirent ***list, int (*is_wanted)(const struct dirent *),
            int (*compare)(const struct dirent **, const struct dirent **))
{
    enum { NAME_BYTES = 3 * MAX_PATH };
    struct dirent **found = NULL;
    size_t n = 0;
    bool is_good;
    wchar_t name[NAME];
    WIN32_FIND_DATAW entry;
    const wchar_t *const all = system_name(folder, name);
    wcscat(name + N_PREFIX, L"\\*");
    const HANDLE search = FindFirstFileW(all, &entry);
    if (search == INVALID_HANDLE_VALUE)
        return fail();
    do {
        struct dirent *const one = malloc(sizeof *one + NAME_BYTES);
        struct dirent **const more = realloc(found, (n + 1) * sizeof *found);
        found = more ? more : found;
        is_good = one && more && WideCharToMultiByte(CP_ACP, 0, entry.cFileName, -1, one->d_name,
                                                     NAME_BYTES, NULL, NULL) > 0;
        if (is_good && is_wanted(one))
            found[n++] = one;
        else
            free(one);
    } while (is_good && FindNextFileW(search, &entry));
    FindClose(search);
    if (is_good) {
        qsort(found, n, sizeof *found, compare_entries);
        *list = found;
        return (int)n;
    }
    while (n > 0)
        free(found[--n]);
    free(found);
    return -1;
}
