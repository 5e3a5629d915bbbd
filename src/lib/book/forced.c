/* book/forced.c - see forced.h. */
#include "book/forced.h"

#include <errno.h>
#include <outflank/game.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/bits.h"
#include "base/lines.h"
#include "base/number.h"
#include "base/regular.h"
#include "base/visible.h"
#include "text/text.h"
#include "book/key.h"

/* A move of a line, under the key of its position. */
struct step {
    ofl_board key;
    uint8_t square;  /* the least image */
    uint64_t weight; /* of all lines that have it */
};

struct book_forced {
    struct step *steps; /* in the order of book_key_compare(), then of squares; each once */
    size_t n;
};

enum { WEIGHT_MAX = 1000000, STEPS_MAX = 10000000 };

void book_forced_free(struct book_forced *forced)
{
    if (forced)
        free(forced->steps);
    free(forced);
}

static bool add_step(struct book_forced *forced, ofl_board board, int move, uint64_t weight,
                     struct reason *reason)
{
    struct book_place place;
    if (move == OFL_PASS || !book_key_place(board, &place))
        return true;
    const struct step step = {
        .key = place.key, .weight = weight,
        .square = (uint8_t)book_key_square_there(place.key, move, place.symmetry)};
    return (forced->n < STEPS_MAX &&
            array_push(&forced->steps, &forced->n, &step, sizeof step)) ||
           reason_set(reason, "no memory for so many moves");
}

static bool add_line(struct book_forced *forced, const char *moves, size_t length, uint64_t weight,
                     struct reason *reason)
{
    struct ofl_game game;
    struct ofl_text_error error;
    ofl_game_init(&game, ofl_position_start());
    if (!ofl_game_add_transcript(&game, moves, length, &error))
        return reason_set(reason, "column %zu: %s", error.column, error.text);
    if (!game.n_played)
        return reason_set(reason, "expected moves, as in f5d6c3, and a weight");
    for (int ply = 0; ply < game.n_played; ply++)
        if (!add_step(forced, ofl_game_position_at(&game, ply).board, game.moves[ply].move, weight,
                      reason))
            return false;
    return true;
}

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

/* The length of what stands at the beginning of a text and is neither comment nor blank end. */
static size_t cut(const char *text, size_t length)
{
    const char *comment = memchr(text, '#', length);
    length = comment ? (size_t)(comment - text) : length;
    while (length && is_blank(text[length - 1]))
        length--;
    return length;
}

/* The length of the moves: squares and passes, with or without blanks. */
static size_t length_of_moves(const char *text, size_t length)
{
    size_t at = 0;
    while (at < length) {
        const size_t step =
            is_blank(text[at]) ? 1 : text_leading_move(text + at, length - at, NULL);
        if (!step)
            break;
        at += step;
    }
    return at;
}

/* "f5d6c3 4 # Tiger": moves, a weight, a comment. */
static bool read_line(struct book_forced *forced, const char *text, size_t length,
                      struct reason *reason)
{
    static const struct number_range range = {.min = 1, .max = WEIGHT_MAX};
    int64_t weight = 1;
    length = cut(text, length);
    const size_t n = length_of_moves(text, length);
    if (n == length && !cut(text, n))
        return true;
    if (n < length && (!n || !is_blank(text[n - 1])))
        return reason_set(reason, "column %zu: expected moves and a weight, as in f5d6c3 4", n + 1);
    if (n < length && !number_read(text + n, length - n, &range, &weight, reason))
        return reason_put_before(reason, "weight: ");
    return add_line(forced, text, n, (uint64_t)weight, reason);
}

static int compare(const void *a, const void *b)
{
    const struct step *left = a, *right = b;
    const int order = book_key_compare(left->key, right->key);
    return order ? order : (int)left->square - (int)right->square;
}

/* Equal steps become one. */
static void settle(struct book_forced *forced)
{
    size_t n = 0;
    if (forced->n)
        qsort(forced->steps, forced->n, sizeof *forced->steps, compare);
    for (size_t i = 0; i < forced->n; i++) {
        if (n && compare(&forced->steps[n - 1], &forced->steps[i]) == 0)
            forced->steps[n - 1].weight += forced->steps[i].weight;
        else
            forced->steps[n++] = forced->steps[i];
    }
    forced->n = n;
}

static bool read_file(struct book_forced *forced, const char *path, struct lines *lines,
                      struct reason *reason)
{
    const char *text;
    size_t length;
    enum line_status status;
    while ((status = lines_next(lines, &text, &length)) != LINE_END) {
        if (status == LINE_FAILED)
            return reason_set(reason, "%s: %s", visible(path).text, strerror(errno));
        if (status == LINE_TOO_LONG)
            reason_set(reason, "the line is too long");
        if (status == LINE_TOO_LONG || !read_line(forced, text, length, reason))
            return reason_put_before(reason, "%s:%zu: ", visible(path).text, lines->number);
    }
    if (!forced->n)
        return reason_set(reason, "%s: no line of moves in it", visible(path).text);
    settle(forced);
    return true;
}

bool book_forced_open(const char *path, struct book_forced **result, struct reason *reason)
{
    struct book_forced *forced = calloc(1, sizeof *forced);
    struct lines *lines = malloc(sizeof *lines);
    bool is_read = false;
    if (!forced || !lines)
        reason_set(reason, "no memory for openings");
    else if (!lines_open_file(lines, path))
        reason_set(reason, "%s: %s", visible(path).text, regular_problem(errno));
    else {
        is_read = read_file(forced, path, lines, reason);
        lines_close(lines);
    }
    free(lines);
    if (is_read)
        *result = forced;
    else
        book_forced_free(forced);
    return is_read;
}

/* The first step of a key. */
static size_t find(const struct book_forced *forced, ofl_board key)
{
    size_t low = 0, high = forced->n;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (book_key_compare(forced->steps[middle].key, key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The steps of a position: from *first to before *end. Returns the sum of their weights. */
static uint64_t find_steps(const struct book_forced *forced, ofl_board board,
                           struct book_place *place, size_t *first, size_t *end)
{
    uint64_t sum = 0;
    if (!book_key_place(board, place) || place->is_passed)
        return 0;
    *first = *end = find(forced, place->key);
    while (*end < forced->n && book_key_compare(forced->steps[*end].key, place->key) == 0)
        sum += forced->steps[(*end)++].weight;
    return sum;
}

bool book_forced_knows(const struct book_forced *forced, ofl_board board)
{
    struct book_place place;
    size_t first, end;
    return find_steps(forced, board, &place, &first, &end) > 0;
}

int book_forced_choose(const struct book_forced *forced, ofl_board board, struct rng *rng)
{
    struct book_place place;
    size_t first, end;
    const uint64_t sum = find_steps(forced, board, &place, &first, &end);
    if (!sum)
        return OFL_NO_MOVE;
    uint64_t at = rng_next(rng) % sum;
    size_t i = first;
    while (at >= forced->steps[i].weight)
        at -= forced->steps[i++].weight;
    uint64_t squares = book_key_all_squares(place.key, bit_of(forced->steps[i].square));
    for (uint32_t skip = rng_below(rng, (uint32_t)bit_count(squares)); skip; skip--)
        squares = bit_drop(squares);
    return book_key_square_back(bit_first(squares), place.symmetry);
}
