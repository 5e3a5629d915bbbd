/* train/label.c - see label.h. */
#include "train/label.h"

#include <math.h>

#include "base/bits.h"
#include "base/rng.h"
#include "train/dataset.h"

enum { STRAY_EMPTIES_LEAST = 6 };

struct labelling {
    ofl_engine *engine;
    const struct label_rules *rules;
    const struct wthor_game *game;
    struct record *out;
    int n;
    uint64_t name;
};

/* Exact score in discs for the side to move. */
static bool solve(ofl_engine *engine, ofl_board board, int *score)
{
    struct ofl_limits limits = {.goal = OFL_GOAL_EXACT};
    struct ofl_result result;
    if (ofl_search(engine, board, &limits, &result) != OFL_OK || !result.lines[0].solved)
        return false;
    *score = result.lines[0].score / 100;
    return true;
}

static void add(struct labelling *l, ofl_board board, enum record_kind kind, double score,
                int result)
{
    l->out[l->n++] = (struct record){
        .board = board, .game = l->name, .score = (int16_t)lrint(score * 128),
        .result = (int8_t)result, .kind = (uint8_t)kind, .confidence = 100,
    };
}

/* A position one random move off the line, at `empties` after that move. */
static bool add_stray(struct labelling *l, struct rng *rng, const ofl_position *line)
{
    int last = l->rules->empties, score;
    if (last < STRAY_EMPTIES_LEAST)
        return true;
    int empties = STRAY_EMPTIES_LEAST + (int)rng_below(rng, (uint32_t)(last -
                                                       STRAY_EMPTIES_LEAST + 1));
    int square = (int)rng_below(rng, 64);
    ofl_board board = line[empties + 1].board;
    uint64_t moves = ofl_legal_moves(board);
    if (!moves)
        return true; /* the game did not come by there */
    moves = moves >> square ? moves >> square << square : moves;
    board = ofl_play(board, bit_first(moves));
    if (!ofl_legal_moves(board))
        board = ofl_swap(board);
    if (!ofl_legal_moves(board))
        return true;
    if (!solve(l->engine, board, &score))
        return false;
    add(l, board, RECORD_EXACT, score, RECORD_NO_RESULT);
    return true;
}

/* Solved from the start of the end backwards would use nothing of the table; forwards,
 * each solution leaves most of the next one's tree in it. */
static bool solve_end(struct labelling *l, const ofl_position *line, int *first_black)
{
    int result = 2 * l->game->black_discs - 64, last = l->rules->empties;
    bool is_first = true;
    for (int empties = last; empties >= 1; empties--) {
        int sign = line[empties].turn == OFL_BLACK ? 1 : -1, score;
        if (!ofl_legal_moves(line[empties].board))
            continue;
        if (!solve(l->engine, line[empties].board, &score))
            return false;
        if (is_first)
            *first_black = sign * score;
        is_first = false;
        add(l, line[empties].board, RECORD_EXACT, score, sign * result);
    }
    if (is_first)
        *first_black = result;
    return true;
}

/* Positions before the part that was solved. */
static void label_start(struct labelling *l, const ofl_position *line, int first_black)
{
    const struct wthor_game *game = l->game;
    int theory = 2 * game->theoretical_discs - 64, result = 2 * game->black_discs - 64;
    int known = game->exact_empties, solved = l->rules->empties;
    for (int empties = 60; empties > solved; empties--) {
        int sign = line[empties].turn == OFL_BLACK ? 1 : -1;
        if (!ofl_legal_moves(line[empties].board))
            continue;
        double share = known > solved ? (double)(empties - solved) / (known - solved) : 1;
        share = share > 1 ? 1 : share;
        enum record_kind kind = empties > known ? RECORD_OUTCOME
                                : empties == known ? RECORD_EXACT : RECORD_ESTIMATE;
        add(l, line[empties].board, kind, sign * (share * theory + (1 - share) * first_black),
            sign * result);
    }
}

int label_game(ofl_engine *engine, const struct label_rules *rules,
               const struct wthor_game *game, struct record *out)
{
    struct labelling l = {.engine = engine, .rules = rules, .game = game, .out = out,
                          .name = dataset_hash_moves(game->moves, game->n_moves)};
    /* By empties; of a pass and the move after it, the position with the move counts. */
    ofl_position line[62] = {0};
    ofl_position at = game->start;
    for (int i = 0; i <= game->n_moves; i++) {
        line[ofl_count_empties(at.board)] = at;
        if (i < game->n_moves)
            at = (ofl_position){ofl_play(at.board, game->moves[i]),
                                at.turn == OFL_BLACK ? OFL_WHITE : OFL_BLACK};
    }
    struct rng rng = rng_seeded(rules->seed ^ l.name);
    int first_black = 0;
    if (!solve_end(&l, line, &first_black))
        return -1;
    label_start(&l, line, first_black);
    for (int i = 0; i < rules->n_strays; i++)
        if (!add_stray(&l, &rng, line))
            return -1;
    return l.n;
}
