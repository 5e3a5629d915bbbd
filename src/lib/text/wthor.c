/* text/wthor.c - see text/wthor.h.
 *
 * Layout (little endian; Fédération Française d'Othello): 16 bytes of header,
 * then records of 68 bytes with the moves as 10 * row + column, passes left out. */
#include "text/wthor.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/visible.h"

enum { HEADER = WTHOR_HEADER, RECORD = WTHOR_RECORD, MOVES_AT = 8, N_MOVES = 60 };

static unsigned read_u16(const uint8_t *at) { return at[0] | (unsigned)at[1] << 8; }

static uint32_t read_u32(const uint8_t *at)
{
    return read_u16(at) | (uint32_t)read_u16(at + 2) << 16;
}

__attribute__((format(printf, 3, 4)))
static int fail(struct wthor_error *error, size_t offset, const char *format, ...)
{
    if (!error)
        return -1;
    error->offset = offset;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    visible_copy(error->text, sizeof error->text, error->text, strlen(error->text));
    va_end(arguments);
    return -1;
}

/* Checks common to all WTHOR files; 0 or -1. */
static int check_file(const uint8_t *bytes, size_t size, struct wthor_error *error)
{
    static const char lfs[] = "version https://git-lfs";
    if (size >= sizeof lfs - 1 && memcmp(bytes, lfs, sizeof lfs - 1) == 0)
        return fail(error, 0, "this is a Git LFS pointer, not the data: fetch the file with "
                              "'git lfs pull'");
    if (size < HEADER)
        return fail(error, size, "expected a WTHOR header of 16 bytes, found %zu bytes", size);
    if (bytes[2] > 12 || bytes[3] > 31)
        return fail(error, bytes[2] > 12 ? 2 : 3,
                    "expected a WTHOR header, found month %u and day %u", bytes[2], bytes[3]);
    return 0;
}

bool wthor_open(struct wthor_reader *reader, const uint8_t *bytes, size_t size,
                struct wthor_error *error)
{
    if (check_file(bytes, size, error) != 0)
        return false;
    uint32_t n_claimed = read_u32(bytes + 4);
    if (bytes[12] != 0 && bytes[12] != 8) {
        fail(error, 12, "expected games on an 8x8 board, found board size %u", bytes[12]);
        return false;
    }
    if (bytes[13] != 0) {
        fail(error, 13, "expected games, found a base of type %u (1: solitaires)", bytes[13]);
        return false;
    }
    if (n_claimed == 0 && read_u16(bytes + 8) != 0) {
        fail(error, 4, "expected games, found a list of %u names", read_u16(bytes + 8));
        return false;
    }
    size_t n_whole = (size - HEADER) / RECORD;
    *reader = (struct wthor_reader){
        .file_year = bytes[0] * 100 + bytes[1],
        .file_month = bytes[2],
        .file_day = bytes[3],
        .year = (int)read_u16(bytes + 10),
        .n_claimed = n_claimed,
        .exact_empties = bytes[14] ? bytes[14] : 22,
        .bytes = bytes,
        .size = size,
        .n_records = n_whole < n_claimed ? (uint32_t)n_whole : n_claimed,
    };
    reader->n_missing = n_claimed - reader->n_records;
    reader->n_extra_bytes = size - HEADER - (size_t)reader->n_records * RECORD;
    return true;
}

static ofl_position after_move(ofl_position position, int move)
{
    return (ofl_position){
        .board = ofl_play(position.board, move),
        .turn = position.turn == OFL_BLACK ? OFL_WHITE : OFL_BLACK,
    };
}

/* Plays the 60 move bytes; 0 or -1. */
static int replay(struct wthor_game *game, const uint8_t *moves, size_t offset,
                  struct wthor_error *error)
{
    int n = 0;
    for (; n < N_MOVES && moves[n]; n++) {
        int row = moves[n] / 10 - 1, column = moves[n] % 10 - 1;
        if (row < 0 || row > 7 || column < 0 || column > 7)
            return fail(error, offset + (size_t)n, "game %u: expected a move 11..88, found %u",
                        game->index, moves[n]);
        int square = row * 8 + column;
        if (ofl_is_legal(game->end.board, OFL_PASS)) {
            game->end = after_move(game->end, OFL_PASS);
            game->moves[game->n_moves++] = OFL_PASS;
        }
        if (!ofl_is_legal(game->end.board, square))
            return fail(error, offset + (size_t)n, "game %u: move %d (%c%c) is not legal for %s",
                        game->index, n + 1, 'a' + column, '1' + row,
                        game->end.turn == OFL_BLACK ? "black" : "white");
        game->end = after_move(game->end, square);
        game->moves[game->n_moves++] = (uint8_t)square;
    }
    for (int i = n; i < N_MOVES; i++)
        if (moves[i])
            return fail(error, offset + (size_t)i, "game %u: a move after the end of the list",
                        game->index);
    game->is_over = ofl_is_over(game->end.board);
    return 0;
}

static int final_black_discs(const struct wthor_game *game)
{
    int score = ofl_score(game->end.board, OFL_SCORE_TOURNAMENT);
    return 32 + (game->end.turn == OFL_BLACK ? score : -score) / 2;
}

static bool is_unknown(unsigned id, uint32_t n_names) { return n_names && id >= n_names; }

int wthor_take(struct wthor_reader *reader, const uint8_t record[RECORD], struct wthor_game *game,
               struct wthor_error *error)
{
    size_t offset = HEADER + (size_t)reader->n_read * RECORD;
    struct wthor_game read = {
        .index = reader->n_read++,
        .tournament = read_u16(record),
        .black = read_u16(record + 2),
        .white = read_u16(record + 4),
        .black_discs = record[6],
        .theoretical_discs = record[7],
        .exact_empties = reader->exact_empties,
        .start = ofl_position_start(),
        .end = ofl_position_start(),
    };
    int result = 0;
    if (record[6] > 64 || record[7] > 64)
        result = fail(error, offset + (record[6] > 64 ? 6 : 7),
                      "game %u: expected 0 to 64 discs, found %u", read.index,
                      record[6] > 64 ? record[6] : record[7]);
    else
        result = replay(&read, record + MOVES_AT, offset + MOVES_AT, error);
    if (result < 0) {
        reader->n_skipped++;
        return -1;
    }
    read.has_unknown_id = is_unknown(read.black, reader->n_players) ||
                          is_unknown(read.white, reader->n_players) ||
                          is_unknown(read.tournament, reader->n_tournaments);
    reader->n_games++;
    reader->n_unknown_ids += read.has_unknown_id;
    reader->n_unfinished += !read.is_over;
    reader->n_score_differs += read.is_over && final_black_discs(&read) != read.black_discs;
    *game = read;
    return 1;
}

int wthor_next(struct wthor_reader *reader, struct wthor_game *game, struct wthor_error *error)
{
    if (reader->n_read >= reader->n_records)
        return 0;
    return wthor_take(reader, reader->bytes + HEADER + (size_t)reader->n_read * RECORD, game, error);
}

bool wthor_is_header(const uint8_t *bytes, size_t size)
{
    enum { LAST_CENTURY = 30 };
    /* Size and type are bytes that no text has; what comes before narrows it down. */
    return size >= HEADER && bytes[0] <= LAST_CENTURY && bytes[1] < 100 && bytes[2] <= 12 &&
           bytes[3] <= 31 && (bytes[12] == 0 || bytes[12] == 8 || bytes[12] == 10) &&
           bytes[13] <= 1 && bytes[14] <= 60 && memchr(bytes, '\0', HEADER);
}

int wthor_count_names(const uint8_t *bytes, size_t size, int record_size,
                      struct wthor_error *error)
{
    if (check_file(bytes, size, error) != 0)
        return -1;
    unsigned n = read_u16(bytes + 8);
    if (size != HEADER + (size_t)n * (size_t)record_size)
        return fail(error, 8, "expected %zu bytes for %u names of %d bytes, found %zu",
                    HEADER + (size_t)n * (size_t)record_size, n, record_size, size);
    return (int)n;
}

const char *wthor_name(const uint8_t *bytes, size_t size, int record_size, unsigned index,
                       char out[WTHOR_NAME])
{
    int n = wthor_count_names(bytes, size, record_size, NULL);
    out[0] = '\0';
    if (n < 0 || index >= (unsigned)n || record_size >= WTHOR_NAME)
        return out;
    const uint8_t *name = bytes + HEADER + (size_t)index * (size_t)record_size;
    size_t length = 0;
    while (length < (size_t)record_size && name[length])
        length++;
    memcpy(out, name, length);
    out[length] = '\0';
    return out;
}
