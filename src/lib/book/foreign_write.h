/* book/foreign_write.h - writes books of other programs, one record after the other.
 *
 * Errors:  false with errno.
 * Threads: functions touch only their arguments.
 * Source:  as book/foreign.h.
 */
#ifndef BOOK_FOREIGN_WRITE_H
#define BOOK_FOREIGN_WRITE_H

#include <stddef.h>

#include "book/foreign_entry.h"

enum foreign_format { FOREIGN_EDAX, FOREIGN_EGBK2, FOREIGN_EGBK3 };

struct foreign_move {
    int8_t score;  /* whole discs, for the side that moves */
    uint8_t move;  /* 0..63 as on the board of the record */
};

/* A record to write. The board is canonical, and its side can move. */
struct foreign_record {
    ofl_board board;
    int8_t value;                 /* the best of links and leaf */
    int8_t low, high;             /* bounds with the value between them */
    bool is_human;
    struct foreign_search search; /* of the leaf, or of the value where there is none */
    int n_links;
    struct foreign_move links[OFL_MAX_MOVES]; /* moves whose children have records; best first */
    bool has_leaf;
    struct foreign_move leaf;     /* the best of the other moves */
};

enum { FOREIGN_BUFFER = 1 << 20 };

struct foreign_writer {
    enum foreign_format format;
    int fd;
    uint64_t n_records;     /* written, those of forced passes among them */
    uint64_t n_passes;      /* those */
    int least_empties;
    uint64_t n_by_level[64];
    uint64_t n_other_levels; /* at the end, of Edax: than the most frequent one, that of the head */
    size_t n_bytes;         /* that wait in the buffer */
    uint8_t buffer[FOREIGN_BUFFER];
};

/* "Edax" */
const char *foreign_write_name(enum foreign_format format);
/* The first bytes of each file of that format. */
const char *foreign_write_magic(enum foreign_format format);

/* Begins a file at `fd`, which is empty. */
bool foreign_write_begin(struct foreign_writer *writer, enum foreign_format format, int fd);
/* For Edax also the record of the forced pass that the board may follow. */
bool foreign_write_add(struct foreign_writer *writer, const struct foreign_record *record);
/* Writes the head again, which counts the records. `now`: seconds since 1970. False with EFBIG if
 * there are more than the format can count. */
bool foreign_write_end(struct foreign_writer *writer, int64_t now);

#endif
