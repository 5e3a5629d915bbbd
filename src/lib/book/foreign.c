/* book/foreign.c - see foreign.h. */
#include "book/foreign.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/regular.h"
#include "base/visible.h"
#include "book/foreign_stream.h"
#include "book/packed_layout.h"

/* NTest comes last: it has no magic bytes. */
static const struct format {
    const char *program;
    bool (*knows)(const uint8_t *head, size_t n, uint64_t size);
    bool (*read)(struct foreign_stream *stream);
} formats[] = {
    {"Edax", foreign_edax_knows, foreign_edax_read},
    {"Egaroucid", foreign_egaroucid_knows, foreign_egaroucid_read},
    {"NTest", foreign_ntest_knows, foreign_ntest_read},
};

static const struct format *find_format(const uint8_t *head, size_t n, uint64_t size)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (formats[i].knows(head, n, size))
            return &formats[i];
    return NULL;
}

const char *foreign_program(const uint8_t *head, size_t n, uint64_t size)
{
    const struct format *format = find_format(head, n, size);
    return format ? format->program : NULL;
}

static bool read_stream(struct foreign_stream *stream)
{
    static const char sqlite[] = "SQLite format 3";
    uint8_t head[FOREIGN_HEAD] = {0};
    const size_t n = fread(head, 1, sizeof head, stream->file);
    rewind(stream->file);
    const struct format *format = find_format(head, n, stream->size);
    if (format)
        return format->read(stream);
    const bool is_packed = memcmp(head, PACKED_MAGIC, sizeof PACKED_MAGIC - 1) == 0;
    if (is_packed || memcmp(head, sqlite, sizeof sqlite) == 0)
        return reason_set(stream->reason,
                          "%s: a %s book of Outflank; \"outflank book %s\" takes it",
                          visible(stream->path).text, is_packed ? "packed" : "working",
                          is_packed ? "unpack" : "merge");
    return reason_set(stream->reason,
                      "%s: expected a book of Edax, Egaroucid or NTest, found something else",
                      visible(stream->path).text);
}

bool foreign_read(const char *path, bool takes_damaged, foreign_visitor visit, void *user,
                  struct foreign_report *report, struct reason *reason)
{
    struct stat status;
    *report = (struct foreign_report){.format = ""};
    FILE *file = regular_stream(path);
    if (!file || fstat(fileno(file), &status) != 0) {
        reason_set(reason, "%s: %s", visible(path).text, regular_problem(errno));
        if (file)
            fclose(file);
        return false;
    }
    struct foreign_stream stream = {
        .path = path, .file = file, .size = (uint64_t)status.st_size, .visit = visit,
        .user = user, .report = report, .reason = reason};
    bool is_good = read_stream(&stream);
    if (is_good && report->n_bad_boards > report->n_records / 2)
        is_good = foreign_damaged(&stream, "most records have no board");
    fclose(file);
    if (!is_good && stream.is_damaged && takes_damaged) {
        report->damage = *reason;
        is_good = true;
    }
    return is_good;
}
