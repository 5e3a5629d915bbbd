/* text/wthor.h - reads WTHOR bases of games (.wtb) and names (.jou, .trn).
 *
 * Works on bytes the caller holds (a file read or mapped whole); nothing is
 * allocated, and only whole records inside `size` are touched, whatever the
 * header claims. Games come one by one:
 *
 *     struct wthor_reader reader;
 *     struct wthor_error error;
 *     if (!wthor_open(&reader, bytes, size, &error)) ... error.text
 *     struct wthor_game game;
 *     for (int r; (r = wthor_next(&reader, &game, &error)) != 0;)
 *         if (r > 0) ... the game;   else ... error.text, the game is skipped
 *
 * Threads: functions touch only their arguments. */
#ifndef TEXT_WTHOR_H
#define TEXT_WTHOR_H

#include <stddef.h>
#include <outflank/board.h>

/* What is wrong, and at which byte of the file. */
struct wthor_error {
    size_t offset;
    char text[160]; /* one sentence without a full stop */
};

struct wthor_reader {
    /* From the header. */
    int file_year, file_month, file_day;
    int year;             /* of the games */
    uint32_t n_claimed;   /* games the header speaks of */
    int exact_empties;    /* empties at which the theoretical score holds (P3; 0 means 22) */
    /* May be set after wthor_open(): numbers from there on count as unknown; 0: not known. */
    uint32_t n_players, n_tournaments;
    /* What wthor_open() found: the size is right if both are 0. */
    uint32_t n_missing;   /* games claimed, but cut off */
    size_t n_extra_bytes; /* behind the last game (a part of a game cut off included) */
    /* What wthor_next() has counted. */
    uint32_t n_read;      /* records looked at */
    uint32_t n_games;     /* good ones */
    uint32_t n_skipped;   /* bad ones: illegal move, move after the end, impossible score */
    uint32_t n_unfinished;   /* good, but the game was not over (resigned, lost on time) */
    uint32_t n_unknown_ids;  /* good, but a player or tournament without a name */
    uint32_t n_score_differs; /* good, finished, and the real score is another one */

    const uint8_t *bytes;
    size_t size;
    uint32_t n_records;
};

struct wthor_game {
    uint32_t index;             /* record number in the file, from 0 */
    unsigned tournament, black, white;
    bool has_unknown_id;
    int black_discs;            /* real score: 0..64, empties counted for the winner */
    int theoretical_discs;      /* black's discs with perfect play from exact_empties on */
    int exact_empties;
    ofl_position start, end;    /* before and after all moves */
    bool is_over;               /* neither side can move at the end */
    int n_moves;                /* passes included, written out where they are forced */
    uint8_t moves[OFL_MAX_PLIES];
};

/* Reads the header. False if this is no WTHOR base of 8x8 games: too short, a
 * Git-LFS pointer, text, another board size, solitaires, names. A size that does
 * not fit the header is not refused: see n_missing and n_extra_bytes. */
bool wthor_open(struct wthor_reader *reader, const uint8_t *bytes, size_t size,
                struct wthor_error *error);

/* 1: *game is the next game; -1: the next game is bad, counted and skipped,
 * *error (or NULL) says why; 0: no more games. */
int wthor_next(struct wthor_reader *reader, struct wthor_game *game, struct wthor_error *error);

/* The same for the next record of a base that comes piece by piece: wthor_open() has seen its header
 * only, `record` is what follows. The caller counts to n_claimed. */
enum { WTHOR_HEADER = 16, WTHOR_RECORD = 68 };
int wthor_take(struct wthor_reader *reader, const uint8_t record[WTHOR_RECORD],
               struct wthor_game *game, struct wthor_error *error);

/* Do the first 16 bytes look like a header of WTHOR? No text does. */
bool wthor_is_header(const uint8_t *bytes, size_t size);

/* Number of names in a .jou (record_size 20) or .trn (26) file; -1 and *error if
 * it is none: too short, or the size is not that of the records it claims. */
enum { WTHOR_PLAYER_RECORD = 20, WTHOR_TOURNAMENT_RECORD = 26, WTHOR_NAME = 27 };
int wthor_count_names(const uint8_t *bytes, size_t size, int record_size,
                      struct wthor_error *error);

/* Copies name number `index`; "" if there is none. Bytes are as in the file (Latin-1). */
const char *wthor_name(const uint8_t *bytes, size_t size, int record_size, unsigned index,
                       char out[WTHOR_NAME]);

#endif
