/* train/selfplay.c - see selfplay.h. */
#include "train/selfplay.h"

#include <assert.h>

#include "base/bits.h"
#include "base/rng.h"

struct game {
    ofl_engine *engine;
    const struct selfplay_rules *rules;
    struct rng rng;
    ofl_board board;
    int ply;           /* moves and passes played */
    bool is_turned;    /* the side to move is not the one that moved first in `out` */
    struct record *out;
    bool turned[60];   /* is_turned of each record */
    int n;
};

uint64_t selfplay_game_id(const struct selfplay_rules *rules, uint32_t k)
{
    return (uint64_t)rules->seed << 32 | k;
}

static int16_t score_of_cd(int score_cd)
{
    int n = score_cd * 128;
    return (int16_t)((n + (n < 0 ? -50 : 50)) / 100);
}

/* Depth of random play: short prefixes are likelier than long ones. */
static int random_plies(struct game *g, int least, int most)
{
    uint32_t range = (uint32_t)(most - least) + 1;
    uint32_t a = rng_below(&g->rng, range), b = rng_below(&g->rng, range);
    return least + (int)(a < b ? a : b);
}

/* A random legal move, or the pass. False if the game is over. */
static bool play_random(struct game *g, ofl_board *board, int *ply)
{
    uint64_t moves = ofl_legal_moves(*board);
    if (!moves && !ofl_legal_moves(ofl_swap(*board)))
        return false;
    int move = OFL_PASS;
    if (moves) {
        for (uint32_t skip = rng_below(&g->rng, (uint32_t)bit_count(moves)); skip > 0; skip--)
            moves = bit_drop(moves);
        move = bit_first(moves);
    }
    *board = ofl_play(*board, move);
    ++*ply;
    return true;
}

/* A board of one of the kinds wanted. Its ply is that of its discs. */
static void set_up_irregular(struct game *g)
{
    const unsigned kinds = g->rules->irregular_kinds;
    uint32_t skip = rng_below(&g->rng, (uint32_t)bit_count(kinds));
    unsigned left = kinds;
    for (; skip > 0; skip--)
        left &= left - 1;
    g->board = irregular_board(&g->rng, (enum irregular_kind)bit_first(left));
    const int ply = 60 - ofl_count_empties(g->board);
    g->ply = ply > 0 ? ply : 0;
}

/* Where the engine takes over; drawn again while the random moves end the game. */
static void set_up(struct game *g)
{
    const struct selfplay_rules *rules = g->rules;
    for (;;) {
        g->board = ofl_position_start().board;
        g->ply = 0;
        int least = rules->random_least, most = rules->random_most;
        if (rules->n_openings && rng_below(&g->rng, 100) < (uint32_t)rules->openings_percent) {
            const struct opening *opening =
                &rules->openings[rng_below(&g->rng, (uint32_t)rules->n_openings)];
            g->board = opening->board;
            g->ply = opening->ply;
            most -= least;
            least = 0;
        }
        if (rules->irregular_percent &&
            rng_below(&g->rng, 100) < (uint32_t)rules->irregular_percent) {
            set_up_irregular(g);
            least = 0;
            most = SELFPLAY_IRREGULAR_RANDOM;
        }
        bool is_open = true;
        for (int left = random_plies(g, least, most); is_open && left > 0; left--)
            is_open = play_random(g, &g->board, &g->ply);
        if (is_open && !ofl_is_over(g->board))
            return;
    }
}

static bool search(ofl_engine *engine, int depth, int exact_empties, ofl_board board,
                   struct ofl_result *result)
{
    bool is_exact = ofl_count_empties(board) <= exact_empties;
    struct ofl_limits limits = {.depth = depth, .strict_depth = true};
    if (is_exact)
        limits = (struct ofl_limits){.goal = OFL_GOAL_EXACT};
    return ofl_search(engine, board, &limits, result) == OFL_OK &&
           (!is_exact || result->lines[0].solved);
}

/* Of the score and where it is from. */
static void set_label(struct record *record, int depth, const struct ofl_line *line)
{
    record->score = score_of_cd(line->score);
    record->result = RECORD_NO_RESULT;
    record->kind = line->solved ? RECORD_EXACT : RECORD_SEARCH;
    record->depth = line->solved ? 0 : (uint8_t)depth;
    record->confidence = (uint8_t)line->confidence;
}

bool selfplay_label(ofl_engine *engine, int depth, int exact_empties, struct record *record)
{
    assert(depth >= 1 && exact_empties >= 0);
    struct ofl_result result;
    bool is_good = search(engine, depth, exact_empties, record->board, &result);
    if (is_good)
        set_label(record, depth, &result.lines[0]);
    return is_good;
}

static bool search_game(const struct game *g, ofl_board board, struct ofl_result *result)
{
    return search(g->engine, g->rules->depth, g->rules->exact_empties, board, result);
}

static struct record make_record(const struct game *g, ofl_board board, int ply,
                                 const struct ofl_line *line, uint64_t id)
{
    struct record record = {.board = board, .game = id, .ply_1 = (uint8_t)(ply + 1)};
    set_label(&record, g->rules->depth, line);
    return record;
}

static void add(struct game *g, const struct ofl_line *line, uint64_t id)
{
    g->turned[g->n] = g->is_turned;
    g->out[g->n++] = make_record(g, g->board, g->ply, line, id);
}

static void play(struct game *g, int move)
{
    g->board = ofl_play(g->board, move);
    g->ply++;
    g->is_turned = !g->is_turned;
}

/* Plays a solved line; every position on it has the same score but for its sign. */
static void play_out(struct game *g, const struct ofl_line *solved, uint64_t id)
{
    struct ofl_line line = *solved;
    for (int i = 0; i < solved->pv_length; i++) {
        if (solved->pv[i] != OFL_PASS)
            add(g, &line, id);
        play(g, solved->pv[i]);
        line.score = -line.score;
    }
}

/* Plays to the end. The score is then the same for both sides but for its sign. */
static bool play_game(struct game *g, uint64_t id)
{
    struct ofl_result result;
    while (!ofl_is_over(g->board)) {
        const struct ofl_line *line = &result.lines[0];
        if (!ofl_legal_moves(g->board)) {
            play(g, OFL_PASS);
            continue;
        }
        if (!search_game(g, g->board, &result))
            return false;
        if (line->solved) {
            play_out(g, line, id);
        } else {
            add(g, line, id);
            play(g, line->move);
        }
    }
    int score = ofl_score(g->board, OFL_SCORE_TOURNAMENT);
    for (int i = 0; i < g->n; i++)
        g->out[i].result = (int8_t)(g->turned[i] == g->is_turned ? score : -score);
    return true;
}

static bool add_strays(struct game *g, uint64_t id)
{
    int n_line = g->n;
    for (int i = 0; n_line > 0 && i < g->rules->n_strays; i++) {
        const struct record *from = &g->out[rng_below(&g->rng, (uint32_t)n_line)];
        ofl_board board = from->board;
        int ply = from->ply_1 - 1;
        bool is_open = true;
        for (uint32_t left = 1 + rng_below(&g->rng, 2); is_open && left > 0; left--)
            is_open = play_random(g, &board, &ply);
        if (!ofl_legal_moves(board)) {
            board = ofl_swap(board);
            ply++;
        }
        struct ofl_result result;
        if (!ofl_legal_moves(board))
            continue;
        if (!search_game(g, board, &result))
            return false;
        g->out[g->n++] = make_record(g, board, ply, &result.lines[0], id);
    }
    return true;
}

int selfplay_game(ofl_engine *engine, const struct selfplay_rules *rules, uint32_t k,
                  struct record *out)
{
    uint64_t id = selfplay_game_id(rules, k);
    struct rng mixer = rng_seeded(id); /* neighbouring games start far apart */
    struct game game = {.engine = engine, .rules = rules, .out = out,
                        .rng = rng_seeded(rng_next(&mixer))};
    ofl_new_game(engine);
    set_up(&game);
    return play_game(&game, id) && add_strays(&game, id) ? game.n : -1;
}
