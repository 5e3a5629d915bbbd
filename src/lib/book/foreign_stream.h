/* book/foreign_stream.h - what the readers of other programs' books share. */
#ifndef BOOK_FOREIGN_STREAM_H
#define BOOK_FOREIGN_STREAM_H

#include <stddef.h>
#include <stdio.h>

#include "book/foreign_entry.h"

struct foreign_stream {
    const char *path;
    FILE *file;
    uint64_t at, size;       /* bytes read; of the file */
    foreign_visitor visit;
    void *user;
    struct foreign_report *report;
    struct reason *reason;
    bool is_damaged;         /* the file is at fault, not the visitor */
};

/* The next `n` bytes. False at the end of the file, with the reason. */
bool foreign_take(struct foreign_stream *stream, uint8_t *bytes, size_t n);

/* The file is at fault; returns false. */
__attribute__((format(printf, 2, 3)))
bool foreign_damaged(struct foreign_stream *stream, const char *format, ...);

/* Puts a raw record in order and gives it to the visitor, or counts why not. Too many bad boards at
 * the start mean that the file is something else. */
bool foreign_give(struct foreign_stream *stream, const struct foreign_entry *raw);

/* The formats: "knows" looks at the first bytes (`n` of them) and the size; "read" begins at the
 * start of the file. */
enum { FOREIGN_HEAD = 64 };
bool foreign_edax_knows(const uint8_t *head, size_t n, uint64_t size);
bool foreign_edax_read(struct foreign_stream *stream);
bool foreign_egaroucid_knows(const uint8_t *head, size_t n, uint64_t size);
bool foreign_egaroucid_read(struct foreign_stream *stream);
bool foreign_ntest_knows(const uint8_t *head, size_t n, uint64_t size);
bool foreign_ntest_read(struct foreign_stream *stream);

#endif
