/* train/data_files.c - see data_files.h. */
#include "train/data_files.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "base/regular.h"
#include "train/data.h"
#include "train/whole_file.h"

static int read_image(const char *path, const uint8_t *bytes, size_t size, data_fn each,
                      void *user, struct data_totals *totals)
{
    struct record_reader reader;
    struct reason reason;
    if (!record_open(&reader, bytes, size, &reason)) {
        data_say("%s: %s", path, reason.text);
        return EX_DATAERR;
    }
    struct record *records = malloc(RECORD_BLOCK * sizeof *records);
    int result = records ? each(user, &reader, NULL) : EX_OSERR;
    if (!records)
        data_say("out of memory");
    for (int n; result == 0 && (n = record_next_block(&reader, records, &reason)) != 0;) {
        if (n < 0) {
            size_t lost = record_resync(&reader);
            totals->n_damaged_bytes += lost;
            data_say("%s: %s; %zu bytes are left out", path, reason.text, lost);
        }
        for (int i = 0; result == 0 && i < n; i++)
            result = each(user, &reader, &records[i]);
    }
    totals->n_blocks += reader.n_blocks;
    totals->n_records += reader.n_records;
    totals->n_bytes += size;
    totals->n_files++;
    free(records);
    return result;
}

int data_read_files(char **paths, int n_paths, data_fn each, void *user,
                    struct data_totals *totals)
{
    struct data_totals ignored = {0};
    totals = totals ? totals : &ignored;
    int result = 0;
    for (int i = 0; result == 0 && i < n_paths; i++) {
        size_t size;
        uint8_t *bytes = file_load(paths[i], &size);
        if (!bytes) {
            data_say("%s: cannot be read: %s", paths[i], regular_problem(errno));
            return EX_NOINPUT;
        }
        result = read_image(paths[i], bytes, size, each, user, totals);
        free(bytes);
    }
    return result;
}

int data_sink_open(struct data_sink *sink, const char *path, const char *label)
{
    struct reason reason;
    uint64_t progress;
    size_t size = strlen(path) + sizeof ".part";
    *sink = (struct data_sink){.path = path};
    if (faccessat(AT_FDCWD, path, F_OK, AT_SYMLINK_NOFOLLOW) == 0) { /* a dangling link, too */
        data_say("%s: exists already; move it away first", path);
        return EX_CANTCREAT;
    }
    if (!(sink->part_path = malloc(size))) {
        data_say("out of memory");
        return EX_OSERR;
    }
    snprintf(sink->part_path, size, "%s.part", path);
    /* It may be another run's, or positions that somebody wants to save. */
    int fd = open(sink->part_path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd >= 0) {
        close(fd);
        sink->writer = record_create(sink->part_path, 0, label, &progress, &reason);
        if (sink->writer)
            return 0;
        unlink(sink->part_path);
    } else if (errno == EEXIST) {
        reason_set(&reason, "exists already: another run writes it, or one that was killed "
                   "left it; move it away first");
    } else {
        reason_set(&reason, "cannot be opened: %s", strerror(errno));
    }
    data_say("%s: %s", sink->part_path, reason.text);
    free(sink->part_path);
    sink->part_path = NULL;
    return EX_CANTCREAT;
}

int data_sink_add(struct data_sink *sink, const struct record *record)
{
    sink->n_records++;
    if (record_write(sink->writer, record))
        return 0;
    data_say("%s: cannot be written: %s", sink->part_path, strerror(errno));
    return EX_IOERR;
}

/* Gives the complete file its name, but not that of a file which has come up since. */
static bool publish(const struct data_sink *sink)
{
    if (link(sink->part_path, sink->path) == 0) {
        unlink(sink->part_path);
        return true;
    }
    if (errno == EEXIST || access(sink->path, F_OK) == 0) {
        errno = EEXIST;
        return false;
    }
    return rename(sink->part_path, sink->path) == 0; /* no links in this file system */
}

int data_sink_close(struct data_sink *sink, int result)
{
    if (!sink->writer)
        return result;
    bool is_written = result == 0 && record_end_block(sink->writer, sink->n_records);
    is_written = record_close(sink->writer) && is_written;
    bool is_kept = false;
    if (result == 0 && !(is_written && publish(sink))) {
        is_kept = is_written && errno == EEXIST;
        if (is_kept)
            data_say("%s: exists now; the positions are in %s", sink->path, sink->part_path);
        else
            data_say("%s: cannot be written: %s", sink->path, strerror(errno));
        result = is_kept ? EX_CANTCREAT : EX_IOERR;
    }
    if (result && !is_kept)
        unlink(sink->part_path);
    free(sink->part_path);
    *sink = (struct data_sink){0};
    return result;
}
