/* train/samples.c - positions of a game, and what each is worth.
 *
 * Labels, as black's result:
 *   - with up to LATE_EMPTIES empty squares: solved exactly here;
 *   - where the theoretical score of the record holds (24 empties): that one, exact too;
 *   - between the two: interpolated; nearly always exact where the two agree;
 *   - with more: the theoretical score, which holds the players' errors up to there
 *     but none of the later ones. */
#include "train/samples.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/bits.h"
#include "eval/classical_at.h"
#include "train/late.h"

enum { LATE_EMPTIES = 12, ROOM = OFL_MAX_PLIES + 1 };

struct sampler {
    struct classical_class line[CLASSICAL_LINES], block[CLASSICAL_BLOCKS];
};

/* The positions of a game, passes included; at[n] is its end. */
struct line {
    ofl_position at[ROOM];
    double value[ROOM]; /* for the side to move */
    int n;
};

struct sampler *sampler_create(void)
{
    struct sampler *sampler = malloc(sizeof *sampler);
    if (!sampler)
        return NULL;
    classical_classes(8, sampler->line);
    classical_classes(9, sampler->block);
    return sampler;
}

void sampler_destroy(struct sampler *sampler) { free(sampler); }

static int16_t shape_of(struct classical_class c)
{
    return (int16_t)((c.number + 1) * c.sign);
}

struct sample sampler_sample(const struct sampler *sampler, ofl_board board)
{
    const struct classical_terms t = classical_terms_at(board);
    struct sample s = {
        .board = board,
        .odd_quadrants = (uint8_t)t.odd_quadrants,
        .empties = (uint8_t)t.empties,
    };
    for (int i = 0; i < CLASSICAL_N_COUNTS; i++)
        for (int side = 0; side < 2; side++)
            s.count[i][side] = (uint8_t)t.count[i][side];
    for (int i = 0; i < 4; i++) {
        s.shape[i] = shape_of(sampler->line[t.edge[i]]);
        s.shape[4 + i] = shape_of(sampler->block[t.block[i]]);
        s.shape[8 + i] = shape_of(sampler->line[t.second[i]]);
    }
    for (int i = 0; i < 2; i++)
        s.shape[12 + i] = shape_of(sampler->line[t.diagonal[i]]);
    return s;
}

/* The positions of the game; false unless it is over and scored as recorded. */
static bool replay(const struct wthor_game *game, struct line *line)
{
    ofl_position p = game->start;
    for (line->n = 0; line->n < game->n_moves; line->n++) {
        line->at[line->n] = p;
        p = (ofl_position){ofl_play(p.board, game->moves[line->n]), !p.turn};
    }
    line->at[line->n] = p;
    const int score = ofl_score(p.board, OFL_SCORE_TOURNAMENT);
    line->value[line->n] = score;
    return game->is_over && (p.turn == OFL_BLACK ? score : -score) == 2 * game->black_discs - 64;
}

/* Backwards along the game: the move played gives a lower bound, so most other
 * moves are refuted by a null window. */
static void solve_end(struct line *line)
{
    for (int i = line->n - 1; i >= 0; i--) {
        const ofl_board board = line->at[i].board;
        if (ofl_count_empties(board) > LATE_EMPTIES)
            return;
        const ofl_board next = line->at[i + 1].board;
        int best = -(int)line->value[i + 1];
        for (uint64_t moves = ofl_legal_moves(board); moves; moves = bit_drop(moves)) {
            const ofl_board after = ofl_play(board, bit_first(moves));
            if (after.player == next.player && after.opponent == next.opponent)
                continue;
            if (-late_search(after, -best - 1, -best) > best)
                best = -late_search(after, -64, -best);
        }
        line->value[i] = best;
    }
}

/* Labels of the positions before the solved end, from black's theoretical score. */
static void label_rest(struct line *line, int theoretical, int exact_empties)
{
    int solved = 0;
    while (solved < line->n && ofl_count_empties(line->at[solved].board) > LATE_EMPTIES)
        solved++;
    const int late_empties = ofl_count_empties(line->at[solved].board);
    const double late = line->at[solved].turn == OFL_BLACK ? line->value[solved]
                                                           : -line->value[solved];
    for (int i = 0; i < solved; i++) {
        const int empties = ofl_count_empties(line->at[i].board);
        double value = theoretical;
        if (empties < exact_empties && late_empties < exact_empties)
            value = late + (theoretical - late) * (empties - late_empties) /
                               (exact_empties - late_empties);
        line->value[i] = line->at[i].turn == OFL_BLACK ? value : -value;
    }
}

bool samples_add_game(const struct sampler *sampler, struct samples *samples,
                      const struct wthor_game *game, bool held_out)
{
    struct line line;
    if (!replay(game, &line)) {
        samples->n_games_refused++;
        return true;
    }
    solve_end(&line);
    label_rest(&line, 2 * game->theoretical_discs - 64, game->exact_empties);
    for (int i = 0; i < line.n; i++) {
        struct sample s = sampler_sample(sampler, line.at[i].board);
        s.target = (float)line.value[i];
        s.held_out = held_out;
        if (!array_push(&samples->list, &samples->n, &s, sizeof s))
            return false;
    }
    samples->n_games++;
    return true;
}
