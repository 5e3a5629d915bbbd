/* train/people_data.c - see people_data.h. */
#include "train/people_data.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <outflank/board.h>
#include <outflank/notation.h>
#include "base/array.h"
#include "base/bits.h"
#include "base/number.h"
#include "base/regular.h"
#include "base/rng.h"

enum { PLAYERS = 100000, GAMES_LEAST = 10, MOVES_LEAST = 20 };

struct player { int n_games, rating; };

enum people_part people_part_of(int player, int rating)
{
    const uint64_t hash = ((uint64_t)player + 1) * UINT64_C(0x9E3779B97F4A7C15) >> 59;
    return hash < (rating > 1700 ? 16 : 8) ? PEOPLE_TEST : PEOPLE_TRAIN;
}

static FILE *open_file(const char *path, struct reason *reason)
{
    FILE *file = fopen(path, "r");
    if (!file)
        reason_set(reason, "%s: cannot be read: %s", path, regular_problem(errno));
    return file;
}

/* Reads `n` numbers with blanks between; *text is then behind them. False if there are fewer. */
static bool read_numbers(const char **text, int *numbers, int n)
{
    for (int i = 0; i < n; i++) {
        int64_t value;
        *text += strspn(*text, " \t");
        const size_t length = strcspn(*text, " \t\r\n");
        if (!number_read_int(*text, length, -PLAYERS, PLAYERS - 1, &value, NULL))
            return false;
        numbers[i] = (int)value;
        *text += length;
    }
    *text += strspn(*text, " \t");
    return true;
}

static bool read_players(const char *path, struct player *players, struct reason *reason)
{
    FILE *file = open_file(path, reason);
    char line[200];
    while (file && fgets(line, sizeof line, file)) {
        const char *text = line;
        int numbers[3];
        if (read_numbers(&text, numbers, 3) && numbers[0] >= 0)
            players[numbers[0]] = (struct player){numbers[1], numbers[2]};
    }
    if (file)
        fclose(file);
    return file != NULL;
}

/* Players whose moves are those of engines (the README of the games). */
static bool is_engine(int player) { return player == 5603 || player == 3311; }

static bool is_wanted(const struct people_rules *rules, const struct player *player, int number)
{
    return player->n_games >= GAMES_LEAST && !is_engine(number) &&
           people_part_of(number, player->rating) == rules->part;
}

struct reading {
    const struct people_rules *rules;
    const struct weights *weights;
    const struct player *players;
    struct people_samples *samples;
    struct rng rng;
};

/* False if out of memory. */
static bool add_sample(struct reading *r, struct people_sample *sample, int move)
{
    people_moves_of(r->weights, sample->board, &sample->moves);
    for (int i = 0; i < sample->moves.n; i++)
        if (sample->moves.move[i] == move)
            sample->played = i;
    return array_push(&r->samples->list, &r->samples->n, sample, sizeof *sample);
}

/* Goes through a game up to a move that is none. */
static bool read_game(struct reading *r, const int *players, const char *text)
{
    ofl_board board = ofl_position_start().board;
    int turn = 0, last = OFL_NO_MOVE;
    for (int ply = 1; text[0] && text[1]; ply++, text += 2) {
        const int move = text[0] - 'a' + 8 * (text[1] - '1');
        if (!ofl_legal_moves(board)) {
            board = ofl_swap(board);
            turn = !turn;
        }
        if (move < 0 || move > 63 || !ofl_is_legal(board, move))
            return true;
        const int number = players[turn];
        const struct player *player = &r->players[number];
        struct people_sample sample = {.board = board, .player = number, .ply = ply, .last = last,
                                       .rating = player->rating};
        if (ply >= r->rules->first_ply && bit_count(ofl_legal_moves(board)) > 1 &&
            is_wanted(r->rules, player, number) &&
            (double)(rng_next(&r->rng) >> 11) * 0x1p-53 < r->rules->share &&
            !add_sample(r, &sample, move))
            return false;
        board = ofl_play(board, move);
        turn = !turn;
        last = move;
    }
    return true;
}

static bool read_games(struct reading *r, struct reason *reason)
{
    FILE *file = open_file(r->rules->games, reason);
    char line[1000];
    bool is_good = file != NULL;
    while (is_good && fgets(line, sizeof line, file)) {
        const char *text = line;
        int numbers[3]; /* black, white, discs */
        if (read_numbers(&text, numbers, 3) && numbers[0] >= 0 && numbers[1] >= 0 &&
            strlen(text) >= 2 * MOVES_LEAST && !read_game(r, numbers, text))
            is_good = reason_set(reason, "out of memory");
    }
    if (file)
        fclose(file);
    return is_good;
}

bool people_data_read(const struct people_rules *rules, const struct weights *weights,
                      struct people_samples *samples, struct reason *reason)
{
    struct player *players = calloc(PLAYERS, sizeof *players);
    struct reading reading = {.rules = rules, .weights = weights, .players = players,
                              .samples = samples, .rng = rng_seeded(rules->seed)};
    const bool is_good = players ? read_players(rules->ratings, players, reason) &&
                                       read_games(&reading, reason)
                                 : reason_set(reason, "out of memory");
    free(players);
    return is_good;
}
