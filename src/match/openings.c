/* match/openings.c - implements match/openings.h. */
#include "match/openings.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/bits.h"
#include "base/regular.h"
#include "base/rng.h"
#include "match/schedule.h"

static const size_t max_file_size = 64 << 20;
static const int judge_depth = 8;
static const int max_attempts = 300;

struct reader {
    struct openings *openings;
    const char *path;
    int plies;
    size_t capacity, line;
    struct reason *reason;
};

static bool complain(struct reader *r, size_t line, size_t column, const char *what)
{
    return reason_set(r->reason, "%.200s:%zu:%zu: %.200s", r->path, line, column, what);
}

/* Cuts the game to the wished length and adds it to the list. */
static bool add_game(struct reader *r, struct ofl_game *game, size_t line)
{
    struct openings *o = r->openings;
    while (r->plies > 0 && game->n_played > r->plies)
        ofl_game_undo(game);
    if (ofl_is_over(game->position.board))
        return complain(r, line, 1, "the game is over after these moves; give fewer plies");
    if (game->n_played > OPENINGS_MAX_PLIES)
        return complain(r, line, 1, "too long for an opening; give plies=, 50 at most");
    if (o->n == r->capacity) {
        size_t capacity = r->capacity ? 2 * r->capacity : 256;
        struct play_opening *list = realloc(o->list, capacity * sizeof *list);
        if (list == NULL)
            return complain(r, line, 1, "not enough memory for so many openings");
        o->list = list;
        r->capacity = capacity;
    }
    struct play_opening *opening = &o->list[o->n++];
    *opening = (struct play_opening){.start = game->start, .n_moves = game->n_played};
    for (int i = 0; i < game->n_played; i++)
        opening->moves[i] = game->moves[i].move;
    return true;
}

static bool looks_like_move(const char *text, size_t length)
{
    return length >= 2 && ascii_lower(text[0]) >= 'a' && ascii_lower(text[0]) <= 'h' &&
           text[1] >= '1' && text[1] <= '8';
}

/* The first column that looks like a transcript; false if there is none. */
static bool find_transcript(const char *text, size_t length, size_t *from, size_t *size)
{
    for (size_t at = 0; at < length;) {
        const char *tab = memchr(text + at, '\t', length - at);
        size_t end = tab ? (size_t)(tab - text) : length;
        while (at < end && ascii_is_blank(text[at]))
            at++;
        if (looks_like_move(text + at, end - at)) {
            *from = at;
            *size = end - at;
            return true;
        }
        at = end + 1;
    }
    return false;
}

static bool read_line(struct reader *r, const char *text, size_t length)
{
    struct ofl_game game;
    struct ofl_text_error error = {0};
    size_t from, size;
    while (length > 0 && ascii_is_blank(text[length - 1]))
        length--;
    if (length == 0 || text[0] == '#' || text[0] == '%')
        return true;
    if (find_transcript(text, length, &from, &size)) {
        ofl_game_init(&game, ofl_position_start());
        if (!ofl_game_add_transcript(&game, text + from, size, &error))
            return complain(r, r->line, from + error.column, error.text);
        return add_game(r, &game, r->line);
    }
    struct ofl_obf obf;
    int result = ofl_obf_from_text(text, length, &obf, &error);
    if (result < 0)
        return complain(r, r->line, error.column, error.text);
    if (result == 0)
        return true;
    ofl_game_init(&game, obf.position);
    return add_game(r, &game, r->line);
}

static bool read_lines(struct reader *r, const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        const char *end = memchr(text + at, '\n', length - at);
        size_t size = end ? (size_t)(end - text) - at : length - at;
        r->line++;
        if (!read_line(r, text + at, size))
            return false;
        at += size + 1;
    }
    return true;
}

static bool read_ggf(struct reader *r, const char *text, size_t length)
{
    size_t line = 1;
    for (size_t at = 0; at < length;) {
        struct ofl_game game;
        struct ofl_text_error error = {0};
        size_t used = 0;
        bool is_blank = true;
        for (size_t i = at; i < length && is_blank; i++)
            is_blank = ascii_is_blank(text[i]);
        if (is_blank)
            break;
        if (!ofl_game_from_ggf(&game, text + at, length - at, &used, &error))
            return complain(r, line + error.line - 1, error.column, error.text);
        if (!add_game(r, &game, line))
            return false;
        for (size_t i = 0; i < used; i++)
            line += text[at + i] == '\n';
        at += used;
    }
    return true;
}

/* GGF if a game begins on the first line that is not blank. */
static bool is_ggf(const char *text, size_t length)
{
    size_t at = 0;
    while (at < length && (ascii_is_blank(text[at]) || ascii_is_digit(text[at])))
        at++;
    return length - at >= 2 && text[at] == '(' && text[at + 1] == ';';
}

/* The whole file, to be freed; NULL and a sentence on failure. */
static char *read_file(struct reader *r, size_t *length)
{
    FILE *file = regular_stream(r->path);
    char *text = NULL;
    size_t capacity = 0;
    *length = 0;
    const char *problem = file ? NULL : regular_problem(errno);
    while (problem == NULL) {
        if (*length == capacity) {
            capacity = capacity ? 2 * capacity : 65536;
            char *larger = capacity <= 2 * max_file_size ? realloc(text, capacity) : NULL;
            if (larger == NULL) {
                problem = "the file is too large";
                break;
            }
            text = larger;
        }
        size_t n = fread(text + *length, 1, capacity - *length, file);
        *length += n;
        if (n == 0) {
            problem = ferror(file) ? strerror(errno) : NULL;
            break;
        }
    }
    if (file != NULL)
        fclose(file);
    if (problem != NULL) {
        reason_set(r->reason, "cannot read openings from '%.200s': %s", r->path, problem);
        free(text);
        text = NULL;
    }
    return text;
}

bool openings_load(struct openings *o, const char *path, int plies, struct reason *reason)
{
    struct reader r = {.openings = o, .path = path, .plies = plies, .reason = reason};
    size_t length;
    *o = (struct openings){0};
    char *text = read_file(&r, &length);
    if (text == NULL)
        return false;
    o->checksum = UINT64_C(0xcbf29ce484222325); /* FNV-1a: tells files apart, no more */
    for (size_t i = 0; i < length; i++)
        o->checksum = (o->checksum ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    bool is_good = is_ggf(text, length) ? read_ggf(&r, text, length) : read_lines(&r, text, length);
    if (is_good && o->n == 0) {
        reason_set(reason, "no opening in '%.200s'", path);
        is_good = false;
    }
    free(text);
    if (!is_good)
        openings_free(o);
    return is_good;
}

void openings_free(struct openings *o)
{
    free(o->list);
    o->list = NULL;
    o->n = 0;
}

/* Random moves; false if the game ended before its `plies`-th. */
static bool play_randomly(struct rng *rng, int plies, struct ofl_game *game)
{
    ofl_game_init(game, ofl_position_start());
    while (game->n_played < plies) {
        uint64_t moves = ofl_legal_moves(game->position.board);
        if (moves == 0) {
            if (!ofl_game_play(game, OFL_PASS))
                return false;
            continue;
        }
        for (uint32_t skip = rng_below(rng, (uint32_t)bit_count(moves)); skip > 0; skip--)
            moves = bit_drop(moves);
        ofl_game_play(game, bit_first(moves));
    }
    return !ofl_is_over(game->position.board);
}

/* How far from even, in discs, a shallow search finds the position. */
static double imbalance(ofl_engine *judge, ofl_board board)
{
    struct ofl_limits limits = {.depth = judge_depth, .strict_depth = true};
    struct ofl_result result;
    ofl_new_game(judge); /* the value must not depend on earlier openings */
    if (ofl_search(judge, board, &limits, &result) != OFL_OK)
        return 64;
    return fabs(result.lines[0].score / 100.0);
}

static void make_random(const struct openings *o, uint32_t index, ofl_engine *judge,
                        struct play_opening *opening)
{
    struct rng rng = rng_seeded(schedule_seed(o->seed, index));
    double best = INFINITY;
    for (int attempt = 0; attempt < max_attempts && best > o->balance; attempt++) {
        struct ofl_game game;
        if (!play_randomly(&rng, o->random_plies, &game))
            continue;
        double off = 0;
        if (o->balance > 0 && judge != NULL)
            off = imbalance(judge, game.position.board);
        if (off >= best)
            continue;
        best = off; /* the most even one so far; good enough ends the loop */
        opening->n_moves = game.n_played;
        for (int i = 0; i < game.n_played; i++)
            opening->moves[i] = game.moves[i].move;
    }
}

void openings_get(const struct openings *o, uint32_t index, ofl_engine *judge,
                  struct play_opening *opening)
{
    if (o->n > 0) {
        *opening = o->list[index % o->n];
        return;
    }
    *opening = (struct play_opening){.start = ofl_position_start()};
    if (o->random_plies > 0)
        make_random(o, index, judge, opening);
}
