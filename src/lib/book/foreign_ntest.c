/* book/foreign_ntest.c - NTest's books, version 2: trees of nodes. A tree begins with its board
 * as (empty squares, discs of the mover). A node has counts of games, flags, a value in 1/100
 * disc, then moves, each with its node, and -1. Moves are of the board as NTest turns it: the
 * least of the eight images by (mover, empty). Little-endian; a1 is bit 0. */
#include "base/bits.h"
#include "base/bytes.h"
#include "book/foreign_stream.h"

enum {
    HEADER = 8, BOARD = 16, NODE = 8,
    FLAG_PROVED = 1, FLAG_BRANCH = 2, FLAG_SOLVED = 8,
    CONFIDENCE = 73 /* nothing is said of it */
};

bool foreign_ntest_knows(const uint8_t *head, size_t n, uint64_t size)
{
    const uint64_t version = n >= HEADER ? bytes_read_le(head, 4) : 0;
    return (version == 1 || version == 2) && size >= HEADER;
}

static ofl_board turned(ofl_board board)
{
    ofl_board least = board;
    for (int symmetry = 1; symmetry < 8; symmetry++) {
        const ofl_board image = ofl_symmetry(board, symmetry);
        const uint64_t empty = ~(image.player | image.opponent);
        const uint64_t least_empty = ~(least.player | least.opponent);
        if (image.player < least.player ||
            (image.player == least.player && empty < least_empty))
            least = image;
    }
    return least;
}

static struct foreign_entry entry_of(const uint8_t *node, ofl_board board)
{
    const unsigned flags = (unsigned)bytes_read_le(node + 4, 2);
    const int n_empties = ofl_count_empties(board), height = (int)(flags >> 4 & 63);
    const bool is_proved = (flags & (FLAG_PROVED | FLAG_SOLVED)) != 0;
    struct foreign_entry entry = {.board = board};
    /* Of a branch it is a bound of the moves without a node. */
    entry.has_value = is_proved || !(flags & FLAG_BRANCH);
    entry.value_cd = (int16_t)bytes_read_signed_le(node + 6, 2);
    entry.search.depth = (uint8_t)(height < n_empties ? height : n_empties);
    entry.search.confidence = CONFIDENCE;
    if (flags & FLAG_SOLVED)
        entry.search = (struct foreign_search){(uint8_t)n_empties, 100};
    return entry;
}

/* A node and what is below it. Each level fills a square, so there are at most 60. */
static bool read_node(struct foreign_stream *stream, ofl_board board, uint64_t *n_left)
{
    uint8_t node[NODE], move;
    if (*n_left == 0)
        return foreign_damaged(stream, "there are more nodes than the header says");
    --*n_left;
    if (!foreign_take(stream, node, NODE))
        return false;
    const struct foreign_entry entry = entry_of(node, board);
    if (!foreign_give(stream, &entry))
        return false;
    for (;;) {
        if (!foreign_take(stream, &move, 1))
            return false;
        if (move == UINT8_MAX)
            return true;
        if (move > 63 || !(ofl_legal_moves(board) & bit_of(move)))
            return foreign_damaged(stream, "a move is not legal");
        ofl_board child = ofl_play(board, move);
        if (!ofl_legal_moves(child) && ofl_legal_moves(ofl_swap(child)))
            child = ofl_swap(child);
        if (!read_node(stream, turned(child), n_left))
            return false;
    }
}

bool foreign_ntest_read(struct foreign_stream *stream)
{
    uint8_t bytes[BOARD];
    stream->report->format = "NTest";
    if (!foreign_take(stream, bytes, HEADER))
        return false;
    if (bytes_read_le(bytes, 4) != 2)
        return foreign_damaged(stream, "expected an NTest book of version 2, found 1");
    uint64_t n_left = bytes_read_le(bytes + 4, 4);
    while (n_left > 0) {
        if (!foreign_take(stream, bytes, BOARD))
            return false;
        const uint64_t empty = bytes_read_le(bytes, 8), mover = bytes_read_le(bytes + 8, 8);
        if (empty & mover)
            return foreign_damaged(stream, "a tree has no board");
        if (!read_node(stream, (ofl_board){mover, ~(empty | mover)}, &n_left))
            return false;
    }
    /* A checksum of NTest's own follows. */
    return foreign_take(stream, bytes, 4);
}
