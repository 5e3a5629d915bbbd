/* book/packed_layout.h - where things are in the file of a packed book.
 *
 * Pages of 2 KiB, each with its checksum in the last 8 bytes. Page 0 is the header, then come the
 * leaves (records), the levels of the index (the first board of each page below), and the kinds.
 * The number of positions and of kinds says where everything is. Numbers are little-endian.
 */
#ifndef BOOK_PACKED_LAYOUT_H
#define BOOK_PACKED_LAYOUT_H

#include <stdint.h>

#include "base/bytes.h"
#include "base/checksum.h"
#include "book/packed_code.h"

enum {
    PACKED_PAGE = 2048,
    PACKED_BODY = PACKED_PAGE - 8,
    PACKED_VERSION = 1,
    PACKED_LEAF = PACKED_BODY / PACKED_RECORD, /* records of a page: 102 */
    PACKED_KEY = 13,
    PACKED_FAN = PACKED_BODY / PACKED_KEY,     /* boards of an index page: 156 */
    PACKED_KINDS_PAGE = PACKED_BODY / PACKED_KIND,
    PACKED_LEVELS = 8,
    /* Offsets in the header. */
    PACKED_AT_VERSION = 8, PACKED_AT_PAGE = 12, PACKED_AT_POSITIONS = 16, PACKED_AT_KINDS = 24,
    PACKED_AT_ID = 32, PACKED_AT_EMPTIES = 40, PACKED_AT_NOTE = 528
};
#define PACKED_MAGIC "OFLPACK\n"
#define PACKED_MAX_POSITIONS (UINT64_C(1) << 40)

struct packed_layout {
    uint64_t n_positions;
    unsigned n_kinds;
    int n_levels;                      /* of the index */
    uint64_t first[PACKED_LEVELS + 1]; /* page where a level begins; [0]: the leaves */
    uint64_t n_pages[PACKED_LEVELS + 1];
    uint64_t first_of_kinds, all_pages;
};

/* n_positions is at most PACKED_MAX_POSITIONS, n_kinds at most PACKED_MAX_KINDS. */
static inline struct packed_layout packed_layout_of(uint64_t n_positions, unsigned n_kinds)
{
    struct packed_layout layout = {.n_positions = n_positions, .n_kinds = n_kinds};
    layout.first[0] = 1;
    layout.n_pages[0] = (n_positions + PACKED_LEAF - 1) / PACKED_LEAF;
    while (layout.n_pages[layout.n_levels] > 1) {
        const uint64_t below = layout.n_pages[layout.n_levels];
        layout.first[layout.n_levels + 1] = layout.first[layout.n_levels] + below;
        layout.n_pages[++layout.n_levels] = (below + PACKED_FAN - 1) / PACKED_FAN;
    }
    layout.first_of_kinds = layout.first[layout.n_levels] + layout.n_pages[layout.n_levels];
    layout.all_pages =
        layout.first_of_kinds + (n_kinds + PACKED_KINDS_PAGE - 1) / PACKED_KINDS_PAGE;
    return layout;
}

/* Items of a page when `n` of them fill pages of `most`. */
static inline int packed_layout_items(uint64_t n, uint64_t page, int most)
{
    const uint64_t left = n - page * (uint64_t)most;
    return left < (uint64_t)most ? (int)left : most;
}

/* A page is of this book, and of this place in it. */
static inline uint64_t packed_layout_sum(const uint8_t *page, uint64_t id, uint64_t number)
{
    uint8_t place[16];
    bytes_write_le(place, id, 8);
    bytes_write_le(place + 8, number, 8);
    return checksum_wide_of(page, PACKED_BODY) ^ checksum_of(place, sizeof place);
}

static inline void packed_layout_seal(uint8_t *page, uint64_t id, uint64_t number)
{
    bytes_write_le(page + PACKED_BODY, packed_layout_sum(page, id, number), 8);
}

static inline bool packed_layout_is_whole(const uint8_t *page, uint64_t id, uint64_t number)
{
    return bytes_read_le(page + PACKED_BODY, 8) == packed_layout_sum(page, id, number);
}

/* The board of a record as 13 bytes, and back; the other bits are 0. */
static inline void packed_layout_write_key(uint8_t *at, const struct packed_record *record)
{
    bytes_write_le(at, record->high, 8);
    bytes_write_le(at + 8, record->middle >> 28, 5);
}

static inline struct packed_record packed_layout_read_key(const uint8_t *at)
{
    return (struct packed_record){.high = bytes_read_le(at, 8),
                                  .middle = bytes_read_le(at + 8, 5) << 28};
}

#endif
