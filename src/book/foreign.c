/* book/foreign.c - see foreign.h. */
#include "book/foreign.h"

#include <errno.h>
#include <sys/stat.h>

#include "base/regular.h"
#include "base/visible.h"
#include "book/foreign_stream.h"

/* NTest comes last: it has no magic bytes. */
static const struct format {
    bool (*knows)(const uint8_t *head, size_t n, uint64_t size);
    bool (*read)(struct foreign_stream *stream);
} formats[] = {
    {foreign_edax_knows, foreign_edax_read},
    {foreign_egaroucid_knows, foreign_egaroucid_read},
    {foreign_ntest_knows, foreign_ntest_read},
};

static bool read_stream(struct foreign_stream *stream)
{
    uint8_t head[FOREIGN_HEAD];
    const size_t n = fread(head, 1, sizeof head, stream->file);
    rewind(stream->file);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (formats[i].knows(head, n, stream->size))
            return formats[i].read(stream);
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
