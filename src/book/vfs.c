/* book/vfs.c - see vfs.h. A thin layer over SQLite's own file system. */
#include "book/vfs.h"

#include <string.h>

#include "base/bytes.h"
#include "base/checksum.h"

static const char NAME[] = "outflank-book";
enum {
    SUMMED = BOOK_PAGE_SIZE - BOOK_PAGE_RESERVED,
    FRAME_HEADER = 24, FRAME = FRAME_HEADER + BOOK_PAGE_SIZE /* of the log */
};

/* The file of the layer below lies behind this. SQLite writes a frame of the log in two parts: a
 * kill between them would leave a header before bytes of another time. So a header waits for its
 * page, and both are written at once. */
struct file {
    sqlite3_file base;
    int is_book; /* the database itself, not its log or a journal */
    int is_log;
    int has_header; /* at the beginning of `frame`; not written yet */
    sqlite3_int64 header_at;
    uint8_t frame[FRAME];
};

static sqlite3_file *below(sqlite3_file *file)
{
    return (sqlite3_file *)((struct file *)file + 1);
}

static sqlite3_vfs *vfs_below(sqlite3_vfs *vfs)
{
    return vfs->pAppData;
}

sqlite3_uint64 book_vfs_page_sum(const void *page, sqlite3_int64 offset)
{
    const uint64_t number = (uint64_t)offset / BOOK_PAGE_SIZE + 1;
    return checksum_of(page, SUMMED) ^ number * UINT64_C(0x9E3779B97F4A7C15);
}

/* Only whole pages have checksums; SQLite reads bits of the first page's header besides. */
static int is_page(const struct file *file, int size, sqlite3_int64 offset)
{
    return file->is_book && size == BOOK_PAGE_SIZE && offset % BOOK_PAGE_SIZE == 0;
}

/* Writes a header that waits. */
static int flush(sqlite3_file *base)
{
    struct file *file = (struct file *)base;
    if (!file->has_header)
        return SQLITE_OK;
    file->has_header = 0;
    return below(base)->pMethods->xWrite(below(base), file->frame, FRAME_HEADER, file->header_at);
}

static int log_write(sqlite3_file *base, const void *buffer, int size, sqlite3_int64 offset)
{
    struct file *file = (struct file *)base;
    if (file->has_header && size == BOOK_PAGE_SIZE && offset == file->header_at + FRAME_HEADER) {
        file->has_header = 0;
        memcpy(file->frame + FRAME_HEADER, buffer, BOOK_PAGE_SIZE);
        return below(base)->pMethods->xWrite(below(base), file->frame, FRAME, file->header_at);
    }
    const int code = flush(base);
    if (code != SQLITE_OK || size != FRAME_HEADER)
        return code != SQLITE_OK ? code
                                 : below(base)->pMethods->xWrite(below(base), buffer, size, offset);
    memcpy(file->frame, buffer, FRAME_HEADER);
    file->header_at = offset;
    file->has_header = 1;
    return SQLITE_OK;
}

static int file_read(sqlite3_file *base, void *buffer, int size, sqlite3_int64 offset)
{
    int code = flush(base);
    if (code != SQLITE_OK)
        return code;
    code = below(base)->pMethods->xRead(below(base), buffer, size, offset);
    if (code != SQLITE_OK || !is_page((struct file *)base, size, offset))
        return code;
    const uint64_t sum = bytes_read_le((const uint8_t *)buffer + SUMMED, BOOK_PAGE_RESERVED);
    return sum == book_vfs_page_sum(buffer, offset) ? SQLITE_OK : SQLITE_IOERR_DATA;
}

static int file_write(sqlite3_file *base, const void *buffer, int size, sqlite3_int64 offset)
{
    uint8_t page[BOOK_PAGE_SIZE];
    if (((struct file *)base)->is_log)
        return log_write(base, buffer, size, offset);
    if (!is_page((struct file *)base, size, offset))
        return below(base)->pMethods->xWrite(below(base), buffer, size, offset);
    memcpy(page, buffer, SUMMED);
    bytes_write_le(page + SUMMED, book_vfs_page_sum(page, offset), BOOK_PAGE_RESERVED);
    return below(base)->pMethods->xWrite(below(base), page, size, offset);
}

static int file_close(sqlite3_file *base)
{
    const int flushed = flush(base), code = below(base)->pMethods->xClose(below(base));
    return code == SQLITE_OK ? flushed : code;
}

static int file_truncate(sqlite3_file *base, sqlite3_int64 size)
{
    const int code = flush(base);
    return code == SQLITE_OK ? below(base)->pMethods->xTruncate(below(base), size) : code;
}

static int file_sync(sqlite3_file *base, int flags)
{
    const int code = flush(base);
    return code == SQLITE_OK ? below(base)->pMethods->xSync(below(base), flags) : code;
}

static int file_size(sqlite3_file *base, sqlite3_int64 *size)
{
    const int code = flush(base);
    return code == SQLITE_OK ? below(base)->pMethods->xFileSize(below(base), size) : code;
}

static int file_lock(sqlite3_file *base, int lock)
{
    return below(base)->pMethods->xLock(below(base), lock);
}

static int file_unlock(sqlite3_file *base, int lock)
{
    return below(base)->pMethods->xUnlock(below(base), lock);
}

static int file_check_lock(sqlite3_file *base, int *is_locked)
{
    return below(base)->pMethods->xCheckReservedLock(below(base), is_locked);
}

static int file_control(sqlite3_file *base, int what, void *argument)
{
    return below(base)->pMethods->xFileControl(below(base), what, argument);
}

static int file_sector_size(sqlite3_file *base)
{
    return below(base)->pMethods->xSectorSize(below(base));
}

static int file_device(sqlite3_file *base)
{
    return below(base)->pMethods->xDeviceCharacteristics(below(base));
}

static int file_shm_map(sqlite3_file *base, int page, int size, int extends,
                        void volatile **memory)
{
    return below(base)->pMethods->xShmMap(below(base), page, size, extends, memory);
}

static int file_shm_lock(sqlite3_file *base, int offset, int n, int flags)
{
    return below(base)->pMethods->xShmLock(below(base), offset, n, flags);
}

static void file_shm_barrier(sqlite3_file *base)
{
    below(base)->pMethods->xShmBarrier(below(base));
}

static int file_shm_unmap(sqlite3_file *base, int deletes)
{
    return below(base)->pMethods->xShmUnmap(below(base), deletes);
}

/* Version 2: shared memory for the log, but no pages mapped past the checksums. */
static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_check_lock,
    .xFileControl = file_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_device,
    .xShmMap = file_shm_map,
    .xShmLock = file_shm_lock,
    .xShmBarrier = file_shm_barrier,
    .xShmUnmap = file_shm_unmap,
};

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *base, int flags,
                    int *out_flags)
{
    struct file *file = (struct file *)base;
    file->base.pMethods = NULL;
    file->is_book = (flags & SQLITE_OPEN_MAIN_DB) != 0;
    file->is_log = (flags & SQLITE_OPEN_WAL) != 0;
    file->has_header = 0;
    const int code = vfs_below(vfs)->xOpen(vfs_below(vfs), path, below(base), flags, out_flags);
    if (below(base)->pMethods)
        file->base.pMethods = &methods;
    return code;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int syncs)
{
    return vfs_below(vfs)->xDelete(vfs_below(vfs), path, syncs);
}

static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *result)
{
    return vfs_below(vfs)->xAccess(vfs_below(vfs), path, flags, result);
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *path, int size, char *out)
{
    return vfs_below(vfs)->xFullPathname(vfs_below(vfs), path, size, out);
}

static int vfs_random(sqlite3_vfs *vfs, int size, char *out)
{
    return vfs_below(vfs)->xRandomness(vfs_below(vfs), size, out);
}

static int vfs_sleep(sqlite3_vfs *vfs, int time_us)
{
    return vfs_below(vfs)->xSleep(vfs_below(vfs), time_us);
}

static int vfs_time(sqlite3_vfs *vfs, double *time)
{
    return vfs_below(vfs)->xCurrentTime(vfs_below(vfs), time);
}

static int vfs_error(sqlite3_vfs *vfs, int size, char *out)
{
    return vfs_below(vfs)->xGetLastError(vfs_below(vfs), size, out);
}

static int vfs_time64(sqlite3_vfs *vfs, sqlite3_int64 *time)
{
    return vfs_below(vfs)->xCurrentTimeInt64(vfs_below(vfs), time);
}

/* SQLite chains its file systems, so this one is SQLite's to keep, for the life of the process. */
static sqlite3_vfs *make_vfs(sqlite3_vfs *root)
{
    sqlite3_vfs *vfs = sqlite3_malloc(sizeof *vfs);
    if (!vfs)
        return NULL;
    *vfs = (sqlite3_vfs){
        .iVersion = 2,
        .szOsFile = root->szOsFile + (int)sizeof(struct file),
        .mxPathname = root->mxPathname,
        .zName = NAME,
        .pAppData = root,
        .xOpen = vfs_open,
        .xDelete = vfs_delete,
        .xAccess = vfs_access,
        .xFullPathname = vfs_full_path,
        .xRandomness = vfs_random,
        .xSleep = vfs_sleep,
        .xCurrentTime = vfs_time,
        .xGetLastError = vfs_error,
        .xCurrentTimeInt64 = vfs_time64,
    };
    return vfs;
}

const char *book_vfs_name(void)
{
    if (sqlite3_initialize() != SQLITE_OK)
        return NULL;
    sqlite3_mutex *mutex = sqlite3_mutex_alloc(SQLITE_MUTEX_STATIC_VFS1);
    sqlite3_mutex_enter(mutex);
    sqlite3_vfs *own = sqlite3_vfs_find(NAME), *root = sqlite3_vfs_find(NULL);
    if (!own && root && root->iVersion >= 2) {
        own = make_vfs(root);
        if (own && sqlite3_vfs_register(own, 0) != SQLITE_OK) {
            sqlite3_free(own);
            own = NULL;
        }
    }
    sqlite3_mutex_leave(mutex);
    return own ? NAME : NULL;
}
