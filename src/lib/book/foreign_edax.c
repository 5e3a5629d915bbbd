/* book/foreign_edax.c - Edax book files, version 4: a header of 42 bytes, then records of 42 bytes
 * and two for each link. Little-endian; a1 is bit 0. */
#include <string.h>

#include "base/bytes.h"
#include "book/foreign_stream.h"

enum { HEADER = 42, RECORD = 42, MAX_LINKS = 34, MAX_LEVEL = 60, NO_SCORE = -127, NO_MOVE = 65 };

bool foreign_edax_knows(const uint8_t *head, size_t n, uint64_t size)
{
    return n >= 8 && memcmp(head, "XADEKOOB", 8) == 0;
}

/* What Edax searches at a level: exactly up to `exact` empties, then to the end with less
 * confidence in steps of three empties, then to a depth of the level. */
struct plan {
    int most_level; /* of the rows before it this level is the next */
    int exact;
    uint8_t confidence[3];
};

static const struct plan plans[] = {
    {12, 21, {98}},         {18, 21, {98, 87}},     {21, 24, {98, 87}}, {24, 24, {99, 95, 73}},
    {27, 27, {98, 87}},     {29, 27, {99, 95, 73}}, {31, 30, {98, 87}}, {33, 30, {99, 95, 73}},
    {35, 30, {99, 98, 87}},
};

static struct foreign_search to_end(int n_empties, int confidence)
{
    return (struct foreign_search){(uint8_t)n_empties, (uint8_t)confidence};
}

struct foreign_search foreign_edax_search(int level, int n_empties)
{
    static const uint8_t high[] = {99, 98, 95, 87, 73};
    if (level >= MAX_LEVEL || n_empties <= (level <= 10 ? 2 * level : level <= 35 ? 0 : level - 6))
        return to_end(n_empties, 100);
    if (level <= 10)
        return (struct foreign_search){(uint8_t)level, 100};
    for (int i = 0; level > 35 && i < 5; i++)
        if (n_empties <= level - 3 + 3 * i)
            return to_end(n_empties, high[i]);
    const struct plan *plan = plans;
    while (level <= 35 && plan->most_level < level)
        plan++;
    if (level <= 35 && n_empties <= plan->exact)
        return to_end(n_empties, 100);
    for (int i = 0; level <= 35 && i < 3; i++)
        if (plan->confidence[i] && n_empties <= plan->exact + 3 * (i + 1))
            return to_end(n_empties, plan->confidence[i]);
    return (struct foreign_search){(uint8_t)level, 73};
}

static bool read_record(struct foreign_stream *stream)
{
    uint8_t bytes[RECORD], links[2 * MAX_LINKS];
    if (!foreign_take(stream, bytes, RECORD - 2))
        return false;
    const size_t n_links = bytes[38];
    if (n_links > MAX_LINKS)
        return foreign_damaged(stream, "a record promises %zu links", n_links);
    if (!foreign_take(stream, links, 2 * n_links) || !foreign_take(stream, bytes + 40, 2))
        return false;
    const int value = (int)bytes_read_signed_le(bytes + 32, 2), leaf = (int8_t)bytes[40];
    struct foreign_entry entry = {
        .board = {bytes_read_le(bytes, 8), bytes_read_le(bytes + 8, 8)},
        .has_value = value >= -64 && value <= 64,
        .leaf_move = bytes[41],
    };
    const int level = bytes[39] > MAX_LEVEL ? MAX_LEVEL : bytes[39];
    entry.value_cd = (int16_t)(entry.has_value ? 100 * value : 0);
    entry.search = entry.leaf_search = foreign_edax_search(level, ofl_count_empties(entry.board));
    /* Without a move it is the score of a finished game, or what Egaroucid writes for none. */
    entry.has_leaf = leaf != NO_SCORE && bytes[41] != NO_MOVE;
    entry.leaf_cd = (int16_t)(100 * leaf);
    return foreign_give(stream, &entry);
}

bool foreign_edax_read(struct foreign_stream *stream)
{
    uint8_t header[HEADER];
    stream->report->format = "Edax";
    if (!foreign_take(stream, header, HEADER))
        return false;
    if (header[8] != 4)
        return foreign_damaged(stream, "expected an Edax book of version 4, found %d", header[8]);
    const uint64_t n = bytes_read_le(header + 38, 4), size = stream->size - HEADER;
    while (stream->at < stream->size)
        if (!read_record(stream))
            return false;
    return stream->report->n_records == n ||
           foreign_damaged(stream, "expected %llu records, found %llu in %llu bytes",
                           (unsigned long long)n, (unsigned long long)stream->report->n_records,
                           (unsigned long long)size);
}
