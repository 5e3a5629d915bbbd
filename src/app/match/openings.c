/* match/openings.c - implements match/openings.h. */
#include "match/openings.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/bits.h"
#include "base/regular.h"
#include "base/rng.h"
#include "board/variant.h"
#include "text/games.h"
#include "match/match_schedule.h"

static const int judge_depth = 8;
static const int max_attempts = 300;

struct reader {
    struct openings *openings;
    const char *path;
    int plies;
    size_t line;      /* of the game at hand */
    size_t n;
    struct reason *reason;
};

static bool complain(struct reader *r, size_t line, size_t column, const char *what)
{
    return reason_set(r->reason, "%.200s:%zu:%zu: %.200s", r->path, line, column, what);
}

/* About the game at hand. */
static bool complain_of(struct reader *r, const char *what)
{
    return complain(r, r->line, 1, what);
}

/* The same game from a start with the handicap. */
static bool give_handicap(const struct openings *o, struct ofl_game *game)
{
    struct ofl_game given;
    ofl_position start = game->start;
    if (!ofl_handicap(&start, o->handicap))
        return false;
    ofl_game_init(&given, start);
    for (int i = 0; i < game->n_played; i++)
        if (!ofl_game_play(&given, game->moves[i].move))
            return false;
    *game = given;
    return true;
}

/* Cuts the game to the wished length and adds it to the list. */
static bool add_game(struct reader *r, struct ofl_game *game)
{
    struct openings *o = r->openings;
    while (r->plies > 0 && game->n_played > r->plies)
        ofl_game_undo(game);
    if (o->handicap && !give_handicap(o, game))
        return complain_of(r, "cannot be played with the corners of the handicap");
    if (ofl_is_over(game->position.board))
        return complain_of(r, "the game is over after these moves; give fewer plies");
    if (game->n_played > OPENINGS_MAX_PLIES)
        return complain_of(r, "too long for an opening; give plies=, 50 at most");
    struct play_opening opening = {.start = game->start, .n_moves = game->n_played};
    for (int i = 0; i < game->n_played; i++)
        opening.moves[i] = game->moves[i].move;
    if (!array_push(&o->list, &r->n, &opening, sizeof opening))
        return complain_of(r, "not enough memory for so many openings");
    o->n = (uint32_t)r->n;
    return true;
}

/* All games of the file. */
static bool read_games(struct reader *r, struct games *games)
{
    struct reading reading;
    struct ofl_text_error error;
    int found;
    while ((found = games_next(games, &reading, &error)) > 0) {
        r->line = games_line(games);
        if (reading.note.text[0] && !r->openings->note.text[0])
            reason_set(&r->openings->note, "%.200s:%zu: %.200s; said once", r->path, r->line,
                       reading.note.text);
        if (!add_game(r, &reading.game))
            return false;
    }
    if (found < 0)
        return complain(r, error.line, error.column, error.text);
    if (games_has_failed(games))
        return reason_set(r->reason, "cannot read openings from '%.200s': %s", r->path,
                          strerror(games_has_failed(games)));
    return r->openings->n > 0 || reason_set(r->reason, "no opening in '%.200s'", r->path);
}

/* FNV-1a of its bytes: tells files apart, no more. */
static bool sum_file(struct reader *r, uint64_t *sum)
{
    FILE *file = regular_stream(r->path);
    unsigned char piece[4096];
    size_t n;
    if (!file)
        return reason_set(r->reason, "cannot read openings from '%.200s': %s", r->path,
                          regular_problem(errno));
    *sum = UINT64_C(0xcbf29ce484222325);
    while ((n = fread(piece, 1, sizeof piece, file)) > 0)
        for (size_t i = 0; i < n; i++)
            *sum = (*sum ^ piece[i]) * UINT64_C(0x100000001b3);
    const bool is_read = !ferror(file);
    if (!is_read)
        reason_set(r->reason, "cannot read openings from '%.200s': %s", r->path, strerror(errno));
    fclose(file);
    return is_read;
}

bool openings_load(struct openings *o, const char *path, int plies, int handicap,
                   struct reason *reason)
{
    struct reader r = {.openings = o, .path = path, .plies = plies, .reason = reason};
    *o = (struct openings){.handicap = handicap};
    if (!sum_file(&r, &o->checksum))
        return false;
    struct games *games = games_open(path, reason);
    const bool is_good = games && read_games(&r, games);
    games_close(games);
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

/* Random moves; false if the game ended before the last of them. */
static bool play_randomly(struct rng *rng, const struct openings *o, ofl_position start,
                          struct ofl_game *game)
{
    ofl_game_init(game, start);
    game->variant = o->variant;
    while (game->n_played < o->random_plies) {
        uint64_t moves = variant_moves(o->variant, game->position.board);
        if (moves == 0) {
            if (!ofl_game_play(game, OFL_PASS))
                return false;
            continue;
        }
        for (uint32_t skip = rng_below(rng, (uint32_t)bit_count(moves)); skip > 0; skip--)
            moves = bit_drop(moves);
        ofl_game_play(game, bit_first(moves));
    }
    return !variant_is_over(o->variant, game->position.board);
}

/* What a shallow search finds the position worth for Black, in discs. */
static double value_for_black(ofl_engine *judge, ofl_position position)
{
    struct ofl_limits limits = {.depth = judge_depth, .strict_depth = true};
    struct ofl_result result;
    ofl_new_game(judge); /* the value must not depend on earlier openings */
    if (ofl_search(judge, position.board, &limits, &result) != OFL_OK)
        return NAN;
    return result.lines[0].score / (position.turn == OFL_BLACK ? 100.0 : -100.0);
}

static void make_random(const struct openings *o, uint32_t index, ofl_engine *judge,
                        struct play_opening *opening)
{
    struct rng rng = rng_seeded(schedule_seed(o->seed, index));
    const bool is_weighed = o->balance > 0 && judge != NULL;
    /* Without a handicap the start is even. */
    const double start = is_weighed && o->handicap ? value_for_black(judge, opening->start) : 0;
    double best = INFINITY;
    for (int attempt = 0; attempt < max_attempts && best > o->balance; attempt++) {
        struct ofl_game game;
        if (!play_randomly(&rng, o, opening->start, &game))
            continue;
        double off = 0;
        if (is_weighed)
            off = fabs(value_for_black(judge, game.position) - start);
        if (!(off < best)) /* also if the search failed */
            continue;
        best = off; /* the nearest so far; good enough ends the loop */
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
    *opening = (struct play_opening){.start = variant_start(o->variant)};
    ofl_handicap(&opening->start, o->handicap);
    if (o->random_plies > 0)
        make_random(o, index, judge, opening);
}
