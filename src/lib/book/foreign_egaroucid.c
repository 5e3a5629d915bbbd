/* book/foreign_egaroucid.c - Egaroucid's books: .egbk (boards and values), .egbk2 (with links),
 * .egbk3 (with a leaf). Little-endian. Their a1 is bit 63: read as bit 0 a board is turned by
 * half a turn, and so are the moves; both stay together. */
#include <string.h>

#include "base/bytes.h"
#include "book/foreign_stream.h"

enum {
    OLD_RECORD = 17, RECORD_2 = 19, RECORD_3 = 25,
    LEVEL_HUMAN = 70, LEVEL_MAX = 60
};

/* The bytes of "EGAROUCID" stand in the file from the last to the first. */
static bool has_magic(const uint8_t *head, size_t n)
{
    return n >= 14 && memcmp(head, "DICUORAGE", 9) == 0;
}

static bool is_old(const uint8_t *head, size_t n, uint64_t size)
{
    return n >= 4 && size == 4 + OLD_RECORD * bytes_read_le(head, 4);
}

bool foreign_egaroucid_knows(const uint8_t *head, size_t n, uint64_t size)
{
    return has_magic(head, n) || is_old(head, n, size);
}

/* A level is at least the depth of its search, and searches as many empties to the end. */
static struct foreign_search search_of(int level, int n_empties)
{
    if (level <= 0)
        return (struct foreign_search){0, 0};
    if (level >= n_empties)
        return (struct foreign_search){(uint8_t)n_empties, 100};
    return (struct foreign_search){(uint8_t)level, 73};
}

static void set_value(struct foreign_entry *entry, int value, int level)
{
    entry->has_value = value >= -64 && value <= 64;
    entry->value_cd = (int16_t)(entry->has_value ? 100 * value : 0);
    entry->is_human = level == LEVEL_HUMAN;
    entry->search = search_of(level > LEVEL_MAX ? 0 : level, ofl_count_empties(entry->board));
}

static bool read_old(struct foreign_stream *stream)
{
    uint8_t bytes[OLD_RECORD];
    if (!foreign_take(stream, bytes, sizeof bytes))
        return false;
    struct foreign_entry entry = {.board = {bytes_read_le(bytes, 8), bytes_read_le(bytes + 8, 8)}};
    set_value(&entry, 64 - bytes[16], 0);
    return foreign_give(stream, &entry);
}

static bool read_2(struct foreign_stream *stream)
{
    uint8_t bytes[RECORD_2], links[2 * UINT8_MAX];
    if (!foreign_take(stream, bytes, sizeof bytes) ||
        !foreign_take(stream, links, 2 * (size_t)bytes[18]))
        return false;
    struct foreign_entry entry = {.board = {bytes_read_le(bytes, 8), bytes_read_le(bytes + 8, 8)}};
    set_value(&entry, (int8_t)bytes[16], (int8_t)bytes[17]);
    entry.has_links = true;
    entry.best_link = OFL_NO_MOVE;
    for (int i = 0; i < bytes[18]; i++) {
        const int score = 100 * (int8_t)links[2 * i];
        if (entry.best_link == OFL_NO_MOVE || score > entry.best_link_cd) {
            entry.best_link_cd = (int16_t)score;
            entry.best_link = links[2 * i + 1];
        }
    }
    return foreign_give(stream, &entry);
}

static bool read_3(struct foreign_stream *stream)
{
    uint8_t bytes[RECORD_3];
    if (!foreign_take(stream, bytes, sizeof bytes))
        return false;
    struct foreign_entry entry = {.board = {bytes_read_le(bytes, 8), bytes_read_le(bytes + 8, 8)}};
    const int leaf = (int8_t)bytes[22], level = (int8_t)bytes[24];
    set_value(&entry, (int8_t)bytes[16], (int8_t)bytes[17]);
    entry.has_leaf = bytes[23] < 64 && level >= 0;
    entry.leaf_cd = (int16_t)(100 * leaf);
    entry.leaf_move = bytes[23];
    entry.leaf_search = search_of(level > LEVEL_MAX ? 0 : level, ofl_count_empties(entry.board));
    return foreign_give(stream, &entry);
}

bool foreign_egaroucid_read(struct foreign_stream *stream)
{
    uint8_t head[14];
    const bool is_new = stream->size != 4 && foreign_take(stream, head, 4) &&
                        memcmp(head, "DICU", 4) == 0;
    stream->report->format = "Egaroucid";
    if (is_new && !foreign_take(stream, head + 4, 10))
        return false;
    const int version = is_new ? head[9] : 1;
    if (version < 1 || version > 3)
        return foreign_damaged(stream, "expected an Egaroucid book of version 2 or 3, found %d",
                               version);
    const uint64_t n = stream->size == 4 ? 0 : bytes_read_le(is_new ? head + 10 : head, 4);
    for (uint64_t i = 0; i < n; i++)
        if (!(version == 1 ? read_old : version == 2 ? read_2 : read_3)(stream))
            return false;
    return stream->at == stream->size || stream->size == 4 ||
           foreign_damaged(stream, "expected the end of the file behind %llu records",
                           (unsigned long long)n);
}
