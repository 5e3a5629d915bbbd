/* book/foreign_write.c - see foreign_write.h. */
#include "book/foreign_write.h"

#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/replace.h"

enum {
    EDAX_HEAD = 42, EGAROUCID_HEAD = 14, LONGEST = 42 + 2 * OFL_MAX_MOVES,
    EDAX_PASS = 64, EDAX_NO_MOVE = 65, EDAX_NO_SCORE = -127, EDAX_RELEASE = 6,
    EG_NO_SCORE = -126, EG_NO_MOVE = 65, EG_NO_LEVEL = -1, EG_HUMAN = 70, LEVEL_MAX = 60
};

const char *foreign_write_name(enum foreign_format format)
{
    static const char *const names[] = {
        [FOREIGN_EDAX] = "Edax", [FOREIGN_EGBK2] = "Egaroucid 2", [FOREIGN_EGBK3] = "Egaroucid 3"};
    return names[format];
}

const char *foreign_write_magic(enum foreign_format format)
{
    static const char *const magics[] = {[FOREIGN_EDAX] = "XADEKOOB\4",
                                         [FOREIGN_EGBK2] = "DICUORAGE\2",
                                         [FOREIGN_EGBK3] = "DICUORAGE\3"};
    return magics[format];
}

static size_t head_of(enum foreign_format format)
{
    return format == FOREIGN_EDAX ? EDAX_HEAD : EGAROUCID_HEAD;
}

static bool flush(struct foreign_writer *writer)
{
    const size_t n = writer->n_bytes;
    writer->n_bytes = 0;
    return replace_write(writer->fd, writer->buffer, n);
}

static bool put(struct foreign_writer *writer, const uint8_t *bytes, size_t n)
{
    if (writer->n_bytes + n > FOREIGN_BUFFER && !flush(writer))
        return false;
    memcpy(writer->buffer + writer->n_bytes, bytes, n);
    writer->n_bytes += n;
    return true;
}

bool foreign_write_begin(struct foreign_writer *writer, enum foreign_format format, int fd)
{
    static const uint8_t blank[EDAX_HEAD];
    memset(writer, 0, offsetof(struct foreign_writer, buffer));
    writer->format = format;
    writer->fd = fd;
    writer->least_empties = 60;
    return put(writer, blank, head_of(format));
}

/* ---- Edax ---- */

/* The lowest level that searches just so; else the highest one that searches no better. Short of
 * the end only the depth counts, since low levels of Edax prune nothing. */
static int edax_level(struct foreign_search search, int n_empties)
{
    int same = 0, best = 1;
    for (int level = LEVEL_MAX; level > 0; level--) {
        const struct foreign_search other = foreign_edax_search(level, n_empties);
        if (other.depth == search.depth && other.confidence == search.confidence)
            same = level;
        if (best == 1 && other.depth <= search.depth &&
            (other.depth < n_empties || other.confidence <= search.confidence))
            best = level;
    }
    return same ? same : best;
}

/* Bytes of a record: 42 and two for each link. */
static size_t edax_bytes(uint8_t *bytes, ofl_board board, const int8_t scores[3], int level,
                         const struct foreign_move *links, int n_links,
                         struct foreign_move leaf)
{
    memset(bytes, 0, 42);
    bytes_write_le(bytes, board.player, 8);
    bytes_write_le(bytes + 8, board.opponent, 8);
    for (int i = 0; i < 3; i++)
        bytes_write_le(bytes + 32 + 2 * i, (uint16_t)scores[i], 2);
    bytes[38] = (uint8_t)n_links;
    bytes[39] = (uint8_t)level;
    uint8_t *at = bytes + 40;
    for (int i = 0; i <= n_links; i++, at += 2) {
        const struct foreign_move *move = i < n_links ? &links[i] : &leaf;
        at[0] = (uint8_t)move->score;
        at[1] = move->move;
    }
    return (size_t)(at - bytes);
}

static bool edax_put_pass(struct foreign_writer *writer, const struct foreign_record *record,
                          int level)
{
    uint8_t bytes[LONGEST];
    const ofl_board before = ofl_swap(record->board);
    const int8_t value = (int8_t)-record->value;
    if (ofl_legal_moves(before))
        return true;
    const size_t n = edax_bytes(bytes, ofl_canonical(before, NULL),
                                (int8_t[]){value, (int8_t)-record->high, (int8_t)-record->low},
                                level, &(struct foreign_move){value, EDAX_PASS}, 1,
                                (struct foreign_move){EDAX_NO_SCORE, EDAX_NO_MOVE});
    writer->n_records++;
    writer->n_passes++;
    return put(writer, bytes, n);
}

static bool edax_add(struct foreign_writer *writer, const struct foreign_record *record)
{
    uint8_t bytes[LONGEST];
    const struct foreign_move none = {EDAX_NO_SCORE, EDAX_NO_MOVE};
    const int level = edax_level(record->search, ofl_count_empties(record->board));
    const size_t n = edax_bytes(bytes, record->board,
                                (int8_t[]){record->value, record->low, record->high}, level,
                                record->links, record->n_links,
                                record->has_leaf ? record->leaf : none);
    writer->n_by_level[level]++;
    return put(writer, bytes, n) && edax_put_pass(writer, record, level);
}

static void edax_head(struct foreign_writer *writer, int64_t now, uint8_t *head)
{
    const time_t seconds = (time_t)now;
    struct tm tm = {0};
    int level = 1;
    gmtime_r(&seconds, &tm);
    for (int i = 1; i <= LEVEL_MAX; i++)
        level = writer->n_by_level[i] > writer->n_by_level[level] ? i : level;
    for (int i = 1; i <= LEVEL_MAX; i++)
        writer->n_other_levels += i != level ? writer->n_by_level[i] : 0;
    head[9] = EDAX_RELEASE;
    bytes_write_le(head + 10, (uint64_t)(tm.tm_year + 1900), 2);
    head[12] = (uint8_t)(tm.tm_mon + 1);
    head[13] = (uint8_t)tm.tm_mday;
    head[14] = (uint8_t)tm.tm_hour;
    head[15] = (uint8_t)tm.tm_min;
    head[16] = (uint8_t)tm.tm_sec;
    bytes_write_le(head + 18, (uint64_t)level, 4);
    bytes_write_le(head + 22, (uint64_t)writer->least_empties + 1, 4);
    bytes_write_le(head + 26, 2, 4); /* Edax's own errors of middle game and end */
    bytes_write_le(head + 30, 1, 4);
    bytes_write_le(head + 38, writer->n_records, 4);
}

/* ---- Egaroucid ---- */

/* A level is a depth; at least as many as there are empty squares is exact. */
static int8_t egaroucid_level(struct foreign_search search, int n_empties)
{
    if (search.depth < n_empties)
        return (int8_t)search.depth;
    return (int8_t)(search.confidence == 100 ? n_empties : n_empties - 1);
}

static bool egaroucid_add(struct foreign_writer *writer, const struct foreign_record *record)
{
    uint8_t bytes[LONGEST];
    const int8_t level = egaroucid_level(record->search, ofl_count_empties(record->board));
    bytes_write_le(bytes, record->board.player, 8);
    bytes_write_le(bytes + 8, record->board.opponent, 8);
    bytes[16] = (uint8_t)record->value;
    bytes[17] = (uint8_t)(record->is_human ? EG_HUMAN : level ? level : EG_NO_LEVEL);
    if (writer->format == FOREIGN_EGBK3) {
        bytes_write_le(bytes + 18, 0, 4); /* Egaroucid counts lines anew */
        bytes[22] = (uint8_t)(record->has_leaf ? record->leaf.score : EG_NO_SCORE);
        bytes[23] = record->has_leaf ? record->leaf.move : EG_NO_MOVE;
        bytes[24] = (uint8_t)(record->has_leaf ? level : EG_NO_LEVEL);
        return put(writer, bytes, 25);
    }
    bytes[18] = (uint8_t)record->n_links;
    for (int i = 0; i < record->n_links; i++) {
        bytes[19 + 2 * i] = (uint8_t)record->links[i].score;
        bytes[20 + 2 * i] = record->links[i].move;
    }
    return put(writer, bytes, 19 + 2 * (size_t)record->n_links);
}

static void egaroucid_head(const struct foreign_writer *writer, uint8_t *head)
{
    bytes_write_le(head + 10, writer->n_records, 4);
}

/* ---- both ---- */

bool foreign_write_add(struct foreign_writer *writer, const struct foreign_record *record)
{
    const int n_empties = ofl_count_empties(record->board);
    writer->n_records++;
    if (n_empties < writer->least_empties)
        writer->least_empties = n_empties;
    return writer->format == FOREIGN_EDAX ? edax_add(writer, record)
                                          : egaroucid_add(writer, record);
}

bool foreign_write_end(struct foreign_writer *writer, int64_t now)
{
    uint8_t head[EDAX_HEAD] = {0};
    const bool is_edax = writer->format == FOREIGN_EDAX;
    if (writer->n_records > (is_edax ? UINT32_MAX : INT32_MAX)) {
        errno = EFBIG;
        return false;
    }
    const char *magic = foreign_write_magic(writer->format);
    memcpy(head, magic, strlen(magic));
    if (is_edax)
        edax_head(writer, now, head);
    else
        egaroucid_head(writer, head);
    return flush(writer) && lseek(writer->fd, 0, SEEK_SET) == 0 &&
           replace_write(writer->fd, head, head_of(writer->format));
}
