/* book/packed_code.h - one entry of a packed book as 20 bytes, and what all entries share.
 *
 * 160 bits, in words of 8, 8 and 4 bytes from the highest: the board in 100, value, best move,
 * evidence and games in 60. What evidence says apart from score and move has few different values
 * in a book: each is a *kind*, kept once.
 *
 * Board: 50 bits for ranks 1 to 4, 50 for 5 to 8. A half is a number with a digit a rank, the
 * first rank highest. A rank has base 6561: square a counts 1, b 3, c 9 .., twice that for a disc
 * of the opponent. The rank of the centre has base 2916: the mover's discs on d (1) and e (2)
 * times 729, and the six other squares.
 *
 * The other 60 bits are digits, the highest first: value (1/100 disc + 6400; 12801: none), best
 * move (base 65; 64: none), score of the evidence (base 12801), its move (65), games (256; 16 and
 * more as floating point with four bits), kind (4096).
 *
 * Kind: network in the upper 32 bits, below it digits, the highest first: bounds (8387), flags
 * (4), role (4), source (4), depth (61), confidence (101). Bounds are 0 for -64..64, 1 if the
 * value is proved, else 2 and the number of the pair: (-64, -64), (-64, -63) up to (64, 64).
 *
 * Threads: functions touch only their arguments.
 */
#ifndef BOOK_PACKED_CODE_H
#define BOOK_PACKED_CODE_H

#include "book/packed_entry.h"

enum {
    PACKED_RECORD = 20, PACKED_KIND = 8,
    PACKED_GAMES_EXACT = 16, PACKED_GAMES_MAX = 31 << 14, /* fewer are counted one by one */
    PACKED_MAX_KINDS = 4096,
    /* From so many on a new kind must do without bounds, then without a network. */
    PACKED_KINDS_WITH_BOUNDS = PACKED_MAX_KINDS / 2,
    PACKED_KINDS_WITH_NETWORK = PACKED_MAX_KINDS / 4 * 3
};

/* The 160 bits, the highest first. Ordered by board as (high, middle >> 28). */
struct packed_record {
    uint64_t high, middle;
    uint32_t low;
};

/* What is said apart from score, move and games, as one number. */
typedef uint64_t packed_kind;

bool packed_code_has_board(ofl_board board);     /* the centre is full */
/* The board alone; the other bits are 0. */
struct packed_record packed_code_board(ofl_board board);
bool packed_code_read_board(const struct packed_record *record, ofl_board *board);

/* Of an entry that packed_code_check() accepts. */
packed_kind packed_code_kind(const struct packed_entry *entry);
/* The same with bounds -64..64, unless they are equal. */
packed_kind packed_code_kind_without_bounds(packed_kind kind);
/* By source, depth, confidence, as book_evidence_compare(): > 0 if the first search is better. */
int packed_code_compare_searches(packed_kind a, packed_kind b);
bool packed_code_kind_is_valid(packed_kind kind);

/* `kind` is the number of the entry's kind, below PACKED_MAX_KINDS. */
struct packed_record packed_code_write(const struct packed_entry *entry, unsigned kind);
/* What an entry of that kind adds to the id of its book. */
uint64_t packed_code_sum(const struct packed_entry *entry, packed_kind kind);
unsigned packed_code_kind_number(const struct packed_record *record);
struct packed_record packed_code_with_kind(struct packed_record record, unsigned kind);

/* Everything but the board, which is entry->board already. False with a reason if it cannot be. */
bool packed_code_read(const struct packed_record *record, const packed_kind *kinds,
                      unsigned n_kinds, struct packed_entry *entry, struct reason *reason);

/* What packed_code_write() needs; false with a reason. */
bool packed_code_check(const struct packed_entry *entry, struct reason *reason);

/* Games are kept with four bits behind the first one, up to PACKED_GAMES_MAX. */
uint32_t packed_code_round_games(uint32_t n_games);

void packed_code_to_bytes(const struct packed_record *record, uint8_t bytes[PACKED_RECORD]);
struct packed_record packed_code_from_bytes(const uint8_t bytes[PACKED_RECORD]);

static inline int packed_code_compare(const struct packed_record *a,
                                      const struct packed_record *b)
{
    if (a->high != b->high)
        return a->high < b->high ? -1 : 1;
    const uint64_t x = a->middle >> 28, y = b->middle >> 28;
    return x < y ? -1 : x > y;
}

#endif
