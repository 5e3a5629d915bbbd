/* book/vfs.c - see vfs.h. SQLite's vfs file system, in whose files some methods are others. */
#include "book/vfs.h"

#include <string.h>

#include "base/bytes.h"
#include "base/checksum.h"

static const char NAME[] = "outflank-book";
enum {
    SUMMED = BOOK_PAGE_SIZE - BOOK_PAGE_RESERVED,
    FRAME_HEADER = 24, FRAME = FRAME_HEADER + BOOK_PAGE_SIZE /* of the log */
};

/* Lies behind the file of SQLite's vfs system, whose methods are `below`.
 *
 * SQLite writes a frame of the log in two parts: a kill between them would leave a header before
 * bytes of another time. So a header waits for its page, and both are written at once. */
struct extra {
    sqlite3_io_methods methods; /* first: the file points to them */
    const sqlite3_io_methods *below;
    int is_log;
    int has_header; /* at the beginning of `frame`; not written yet */
    sqlite3_int64 header_at;
    uint8_t frame[FRAME];
};

static struct extra *extra_of(sqlite3_file *file) { return (struct extra *)file->pMethods; }

/* Checksum of the page that begins at byte `offset` of a file. */
static sqlite3_uint64 book_vfs_page_sum(const void *page, sqlite3_int64 offset)
{
    const uint64_t number = (uint64_t)offset / BOOK_PAGE_SIZE + 1;
    return checksum_of(page, SUMMED) ^ number * UINT64_C(0x9E3779B97F4A7C15);
}

/* ---- the book: pages with checksums ---- */

/* Only whole pages have checksums; SQLite reads bits of the first page's header besides. */
static int is_page(int size, sqlite3_int64 offset)
{
    return size == BOOK_PAGE_SIZE && offset % BOOK_PAGE_SIZE == 0;
}

static int page_read(sqlite3_file *file, void *buffer, int size, sqlite3_int64 offset)
{
    const int code = extra_of(file)->below->xRead(file, buffer, size, offset);
    if (code != SQLITE_OK || !is_page(size, offset))
        return code;
    const uint64_t sum = bytes_read_le((const uint8_t *)buffer + SUMMED, BOOK_PAGE_RESERVED);
    return sum == book_vfs_page_sum(buffer, offset) ? SQLITE_OK : SQLITE_IOERR_DATA;
}

static int page_write(sqlite3_file *file, const void *buffer, int size, sqlite3_int64 offset)
{
    uint8_t page[BOOK_PAGE_SIZE];
    if (!is_page(size, offset))
        return extra_of(file)->below->xWrite(file, buffer, size, offset);
    memcpy(page, buffer, SUMMED);
    bytes_write_le(page + SUMMED, book_vfs_page_sum(page, offset), BOOK_PAGE_RESERVED);
    return extra_of(file)->below->xWrite(file, page, size, offset);
}

/* ---- the log: frames as a whole ---- */

/* Writes a header that waits. */
static int flush(sqlite3_file *file)
{
    struct extra *extra = extra_of(file);
    if (!extra->has_header)
        return SQLITE_OK;
    extra->has_header = 0;
    return extra->below->xWrite(file, extra->frame, FRAME_HEADER, extra->header_at);
}

static int log_write(sqlite3_file *file, const void *buffer, int size, sqlite3_int64 offset)
{
    struct extra *extra = extra_of(file);
    if (extra->has_header && size == BOOK_PAGE_SIZE && offset == extra->header_at + FRAME_HEADER) {
        extra->has_header = 0;
        memcpy(extra->frame + FRAME_HEADER, buffer, BOOK_PAGE_SIZE);
        return extra->below->xWrite(file, extra->frame, FRAME, extra->header_at);
    }
    const int code = flush(file);
    if (code != SQLITE_OK || size != FRAME_HEADER)
        return code != SQLITE_OK ? code : extra->below->xWrite(file, buffer, size, offset);
    memcpy(extra->frame, buffer, FRAME_HEADER);
    extra->header_at = offset;
    extra->has_header = 1;
    return SQLITE_OK;
}

static int log_read(sqlite3_file *file, void *buffer, int size, sqlite3_int64 offset)
{
    const int code = flush(file);
    return code == SQLITE_OK ? extra_of(file)->below->xRead(file, buffer, size, offset) : code;
}

static int log_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    const int code = flush(file);
    return code == SQLITE_OK ? extra_of(file)->below->xTruncate(file, size) : code;
}

static int log_sync(sqlite3_file *file, int flags)
{
    const int code = flush(file);
    return code == SQLITE_OK ? extra_of(file)->below->xSync(file, flags) : code;
}

static int log_size(sqlite3_file *file, sqlite3_int64 *size)
{
    const int code = flush(file);
    return code == SQLITE_OK ? extra_of(file)->below->xFileSize(file, size) : code;
}

static int log_close(sqlite3_file *file)
{
    const int flushed = flush(file), code = extra_of(file)->below->xClose(file);
    return code == SQLITE_OK ? flushed : code;
}

/* ---- opening ---- */

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags,
                    int *out_flags)
{
    sqlite3_vfs *root = vfs->pAppData;
    struct extra *extra = (struct extra *)((char *)file + root->szOsFile);
    const int code = root->xOpen(root, path, file, flags, out_flags);
    if (!file->pMethods || !(flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL)))
        return code;
    *extra = (struct extra){.methods = *file->pMethods, .below = file->pMethods};
    /* Shared memory for the log, but no pages mapped past the checksums. */
    extra->methods.iVersion = 2;
    if (flags & SQLITE_OPEN_MAIN_DB) {
        extra->methods.xRead = page_read;
        extra->methods.xWrite = page_write;
    } else {
        extra->methods.xRead = log_read;
        extra->methods.xWrite = log_write;
        extra->methods.xTruncate = log_truncate;
        extra->methods.xSync = log_sync;
        extra->methods.xFileSize = log_size;
        extra->methods.xClose = log_close;
    }
    file->pMethods = &extra->methods;
    return code;
}

/* SQLite chains its file systems, so this one is SQLite's to keep, for the life of the process. */
static sqlite3_vfs *make_vfs(sqlite3_vfs *root)
{
    sqlite3_vfs *vfs = sqlite3_malloc(sizeof *vfs);
    if (!vfs)
        return NULL;
    *vfs = *root;
    vfs->szOsFile = root->szOsFile + (int)sizeof(struct extra);
    vfs->zName = NAME;
    vfs->pAppData = root;
    vfs->pNext = NULL;
    vfs->xOpen = vfs_open;
    return vfs;
}

const char *book_vfs_name(void)
{
    if (sqlite3_initialize() != SQLITE_OK)
        return NULL;
    sqlite3_mutex *mutex = sqlite3_mutex_alloc(SQLITE_MUTEX_STATIC_VFS1);
    sqlite3_mutex_enter(mutex);
    sqlite3_vfs *vfs = sqlite3_vfs_find(NAME), *root = sqlite3_vfs_find(NULL);
    if (!vfs && root && root->iVersion >= 2) {
        vfs = make_vfs(root);
        if (vfs && sqlite3_vfs_register(vfs, 0) != SQLITE_OK) {
            sqlite3_free(vfs);
            vfs = NULL;
        }
    }
    sqlite3_mutex_leave(mutex);
    return vfs ? NAME : NULL;
}
