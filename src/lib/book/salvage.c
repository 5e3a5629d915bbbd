/* book/salvage.c - see salvage.h. */
#include "book/salvage.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/regular.h"
#include "book/book_games.h"
#include "book/store_parts.h"

enum {
    ROW_MAX = 1024,                         /* bytes; ours are shorter */
    CHUNK = 1 << 20,
    N_GAME_COLUMNS = 5,
    POSITION_HEADER = BOOK_ROW_N_COLUMNS + 1, /* types of one byte each, and the size itself */
    GAME_HEADER_LEAST = N_GAME_COLUMNS + 1, GAME_HEADER_MOST = GAME_HEADER_LEAST + 2,
    META_HEADER_LEAST = 3, META_HEADER_MOST = META_HEADER_LEAST + 2
};

/* A column: its type and where it lies. */
struct column {
    uint32_t type;
    const uint8_t *bytes;
    size_t size;
};

/* Bytes of a value by its type (serial type codes). */
static size_t size_of(uint32_t type)
{
    static const uint8_t sizes[] = {0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0};
    return type < 12 ? sizes[type] : (type - 12) / 2;
}

/* Parts a row that begins at `at`. False if no row of `n` columns can stand there. */
static bool part(const uint8_t *at, const uint8_t *end, int n, struct column columns[])
{
    const uint8_t *type = at + 1, *types_end = at + *at;
    if (types_end > end)
        return false;
    const uint8_t *value = types_end;
    for (int i = 0; i < n; i++) {
        if (type >= types_end)
            return false;
        uint32_t code = *type++;
        if (code & 0x80) { /* a varint of two bytes */
            if (type >= types_end || *type & 0x80)
                return false;
            code = (code & 0x7F) << 7 | *type++;
        }
        const size_t size = size_of(code);
        if (code == 10 || code == 11 || (size_t)(end - value) < size)
            return false;
        columns[i] = (struct column){code, value, size};
        value += size;
    }
    return type == types_end;
}

/* Big-endian in two's complement. */
static int64_t number_of(const struct column *column)
{
    uint64_t number = column->size && column->bytes[0] & 0x80 ? UINT64_MAX : 0;
    for (size_t i = 0; i < column->size; i++)
        number = number << 8 | column->bytes[i];
    return column->type == 9 ? 1 : column->type == 8 ? 0 : (int64_t)number;
}

static bool is_integer(const struct column *column)
{
    return (column->type >= 1 && column->type <= 6) || column->type == 8 || column->type == 9;
}

static bool find_record(const uint8_t *at, const uint8_t *end, struct book_record *record)
{
    struct column columns[BOOK_ROW_N_COLUMNS];
    struct book_cell cells[BOOK_ROW_N_COLUMNS];
    if (!part(at, end, BOOK_ROW_N_COLUMNS, columns))
        return false;
    for (int i = 0; i < BOOK_ROW_N_COLUMNS; i++) {
        if (columns[i].type && !is_integer(&columns[i]))
            return false;
        cells[i] = (struct book_cell){!columns[i].type, number_of(&columns[i])};
    }
    return book_rows_decode(cells, record, NULL);
}

static bool take_text(const struct column *column, char *out, size_t size)
{
    if (column->type < 13 || column->type % 2 == 0 || column->size >= size ||
        memchr(column->bytes, '\0', column->size))
        return false;
    memcpy(out, column->bytes, column->size);
    return true;
}

static bool find_game(const uint8_t *at, const uint8_t *end, struct book_game *game)
{
    struct column columns[N_GAME_COLUMNS];
    memset(game, 0, sizeof *game);
    if (!part(at, end, N_GAME_COLUMNS, columns) || !is_integer(&columns[2]) ||
        !is_integer(&columns[3]) || !is_integer(&columns[4]) ||
        !take_text(&columns[0], game->start, sizeof game->start) ||
        !take_text(&columns[1], game->moves, sizeof game->moves))
        return false;
    const int64_t result = number_of(&columns[2]), plies = number_of(&columns[3]);
    if (result < -64 || result > 64 || plies < 0 || plies > 60)
        return false;
    game->result = (int)result;
    game->plies = (int)plies;
    return (uint64_t)number_of(&columns[4]) == book_game_row_sum(game) &&
           book_game_check(game, NULL);
}

static bool find_meta(const uint8_t *at, const uint8_t *end, char name[BOOK_META_NAME],
                      char text[BOOK_META_SIZE])
{
    struct column columns[2];
    char sealed[BOOK_META_SIZE + BOOK_META_SEAL];
    memset(name, 0, BOOK_META_NAME);
    memset(sealed, 0, sizeof sealed);
    return part(at, end, 2, columns) && take_text(&columns[0], name, BOOK_META_NAME) &&
           take_text(&columns[1], sealed, sizeof sealed) && book_rows_unseal(name, sealed, text);
}

/* Every byte of begin..last is tried; rows end before `end`. */
static bool find_all(const uint8_t *begin, const uint8_t *last, const uint8_t *end,
                     const struct book_finder *finder, struct reason *reason)
{
    for (const uint8_t *at = begin; at < last; at++) {
        struct book_record record;
        struct book_game game;
        char name[BOOK_META_NAME], text[BOOK_META_SIZE];
        const uint8_t *limit = end - at > ROW_MAX ? at + ROW_MAX : end;
        if (*at == POSITION_HEADER) {
            if (find_record(at, limit, &record) && !finder->record(finder->user, &record, reason))
                return false;
        } else if (*at >= GAME_HEADER_LEAST && *at <= GAME_HEADER_MOST) {
            if (find_game(at, limit, &game) && !finder->game(finder->user, &game, reason))
                return false;
        } else if (*at >= META_HEADER_LEAST && *at <= META_HEADER_MOST) {
            if (find_meta(at, limit, name, text) &&
                !finder->meta(finder->user, name, text, reason))
                return false;
        }
    }
    return true;
}

static bool find_in(int fd, const char *path, uint8_t *buffer, const struct book_finder *finder,
                    struct reason *reason)
{
    ssize_t n;
    off_t at = 0;
    do {
        n = regular_read_at(fd, buffer, CHUNK, at);
        if (n < 0)
            return reason_set(reason, "%s: %s", path, regular_problem(errno));
        /* A row may go on in the next chunk. */
        const ssize_t done = n == CHUNK ? n - ROW_MAX : n;
        if (!find_all(buffer, buffer + done, buffer + n, finder, reason))
            return false;
        at += done;
    } while (n == CHUNK);
    return true;
}

bool book_salvage_file(const char *path, const struct book_finder *finder, struct reason *reason)
{
    const int fd = regular_open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return reason_set(reason, "%s: %s", path, regular_problem(errno));
    uint8_t *buffer = malloc(CHUNK);
    const bool is_good = buffer ? find_in(fd, path, buffer, finder, reason)
                                : reason_set(reason, "out of memory");
    free(buffer);
    close(fd);
    return is_good;
}
