/* engine/weak.c - see weak.h. The numbers were found by bench/strength.py (docs/strength.md). */
#include "engine/weak.h"

#include <math.h>

#include "base/bits.h"
#include "base/sample.h"
#include "text/alike.h"
#include "engine/play_numbers.h"
#include "eval/score.h"
#include "isa/kernel.h"

/* Steps that score about seven games of ten against the one below. Moves at random lose 9. */
static const int loss_of[STRENGTH_FULL + 1] = {
    0,   930, 857, 735, 636, 548, 475, 410, 345, 280, 230,
    190, 142, 104, 82,  61,  33,  19,  12,  7,   0,
};

int weak_loss_of(int strength)
{
    return strength >= 1 && strength <= STRENGTH_FULL ? loss_of[strength] : 0;
}

/* What each strength scores over the one below, in Elo (docs/lab/strength.md). */
static const int step_of[STRENGTH_FULL + 1] = {
    0,   0,   173, 125, 87,  159, 147, 138, 133, 168, 154,
    137, 183, 162, 171, 183, 167, 163, 184, 168, 176,
};

int weak_loss_of_elo(int elo)
{
    elo -= WEAK_ELO_LEAST;
    for (int i = 2; i <= STRENGTH_FULL; elo -= step_of[i++])
        if (elo < step_of[i])
            return loss_of[i - 1] - elo * (loss_of[i - 1] - loss_of[i]) / step_of[i];
    return 0;
}

/* The smaller the loss, the better the values must be, and the fewer the moves that count. Whoever
 * gives away little must see the end from as far as full play does: he searches as a level. */
void weak_limit(int loss_cd, ofl_board board, struct ofl_limits *limits)
{
    static const struct { int loss_cd, depth, solve, n_lines; } rows[] = {
        {200, 6, 12, OFL_MAX_MOVES}, {85, 8, 14, OFL_MAX_MOVES}, {64, 10, 15, OFL_MAX_MOVES},
        {33, 12, 0, 5}, {19, 13, 0, 4}, {13, 14, 0, 4}, {8, 15, 0, 3}, {0, 17, 0, 3}};
    const int n_empties = ofl_count_empties(board);
    int i = 0;
    while (loss_cd < rows[i].loss_cd)
        i++;
    const int depth = n_empties <= rows[i].solve ? n_empties : rows[i].depth;
    if (!limits->depth || depth < limits->depth)
        limits->depth = depth;
    limits->strict_depth = rows[i].solve > 0;
    limits->multi_pv = rows[i].n_lines;
    limits->afresh = true;
    limits->has_contempt = true;
    limits->contempt_cd = 0; /* contempt would not lose what is asked for */
    limits->level = 1; /* the depth says how the end is searched */
}

/* ---- what a glance shows ---- */

/* The classical evaluation, or the result. */
static double look(ofl_board board)
{
    return ofl_is_over(board) ? 100.0 * ofl_score(board, OFL_SCORE_TOURNAMENT)
                              : score_to_cd(kernel()->evaluate(board));
}

/* The value of a move for the side to move, after the best answer. */
static double glance(ofl_board board, int move)
{
    const ofl_board child = ofl_play(board, move);
    uint64_t replies = ofl_legal_moves(child);
    double least = INFINITY;
    if (!replies)
        return -look(child);
    for (; replies; replies = bit_drop(replies)) {
        const double value = look(ofl_play(child, bit_first(replies)));
        least = value < least ? value : least;
    }
    return least;
}

/* Does the move let the opponent take a corner that he could not take? */
static bool gives_corner(ofl_board board, int move)
{
    static const uint64_t corners = UINT64_C(0x8100000000000081);
    const uint64_t before = ofl_legal_moves(ofl_swap(board));
    return (ofl_legal_moves(ofl_play(board, move)) & ~before & corners) != 0;
}

/* ---- the choice ---- */

static double clamp(double x, double least, double most)
{
    return x < least ? least : x > most ? most : x;
}

struct knot { double x, y; };

/* The line through two knots, between which x lies; x falls from one to the next. */
static double interpolate(const struct knot *knots, double x)
{
    while (x < knots[1].x)
        knots++;
    const double way = (x - knots[1].x) / (knots[0].x - knots[1].x);
    return knots[1].y + way * (knots[0].y - knots[1].y);
}

/* People lose most between 15 and 30 empties (Othello Sensei's table), and little at the end. */
double weak_part(int n_empties)
{
    static const struct knot of_empties[] = {{60, 0.7}, {45, 1.05}, {30, 1.3},
                                             {18, 1.3}, {9, 0.75},  {0, 0.1}};
    return interpolate(of_empties, n_empties);
}

/* Costs of moves: what they lose in depth and at a glance; more for a corner that is given away.
 * Weak players look less far, and give corners. Who loses next to nothing trusts depth alone:
 * sacrifices look bad at a glance. */
static void set_costs(ofl_board board, const struct ofl_line *lines, int n, int loss_cd,
                      const double *loss, double *cost)
{
    const double sight = (0.3 + 0.3 * clamp(loss_cd / 400.0, 0, 1)) * clamp(loss_cd / 50.0, 0, 1);
    const double gift = GIFT_COST * clamp((620 - loss_cd) / 300.0, 0, 1);
    const double least_part = 0.7; /* of what a move loses, however well it looks */
    double seen[OFL_MAX_MOVES], best = -INFINITY;
    for (int i = 0; i < n; i++) {
        seen[i] = glance(board, lines[i].move);
        best = seen[i] > best ? seen[i] : best;
    }
    for (int i = 0; i < n; i++) {
        cost[i] = (1 - sight) * loss[i] + sight * clamp(best - seen[i], 0, GLANCE_MOST_CD);
        cost[i] = fmax(cost[i], least_part * loss[i]);
        if (loss[i] >= GIFT_CD && gives_corner(board, lines[i].move))
            cost[i] += gift;
    }
}

/* A deeper search finds errors in our values, too. */
double weak_seen_loss(int loss_cd)
{
    static const struct knot of_loss[] = {{70, 53}, {43, 40}, {32, 28.5}, {19, 18.6},
                                          {10, 9},  {6, 4},   {0, 0}};
    return loss_cd >= of_loss[0].x ? loss_cd - 22 * exp(-loss_cd / 350.0)
                                   : interpolate(of_loss, loss_cd);
}

/* Near the loss of moves at random it grows without bound. A move that is far ahead of the next one
 * is seen; what that saves is lost elsewhere. Only who plays almost at random does not see it: who
 * does wins four games of five against moves at random, and loses no more than 7.5. */
static double temperature_of(int n_empties, int loss_cd, double debt, double lead)
{
    const double near_random = (double)loss_cd / RANDOM_CD;
    const double skill = 1 - near_random * near_random;
    const double alert = (1 - skill) * clamp((900 - loss_cd) / 150.0, 0, 1);
    const double sharp = skill + 6 * alert + 36 * alert * alert;
    const double seen = sharp * lead * lead / (SEEN_CD * SEEN_CD);
    const double first = 1.5 * weak_seen_loss(loss_cd) * weak_part(n_empties) / skill;
    const double more = 1 + 0.9 * alert + 1.9 * alert * alert;
    return first * more * exp(clamp(0.3 * debt, -2, 2)) / (1 + seen);
}

/* The shares, and what each move loses. */
static void set_shares(ofl_board board, const struct ofl_line *lines, int n, int loss_cd,
                       double debt, double *loss, double *share)
{
    const double steepness = 1.5;
    double cost[OFL_MAX_MOVES] = {0};
    for (int i = 0; i < n; i++)
        loss[i] = fmax(0, lines[0].score - lines[i].score);
    set_costs(board, lines, n, loss_cd, loss, cost);
    const double temperature =
        temperature_of(ofl_count_empties(board), loss_cd, debt, n > 1 ? loss[1] : 0);
    sample_soften(cost, n, temperature, steepness, share);
}

void weak_shares(ofl_board board, const struct ofl_line *lines, int n, int loss_cd, double *share)
{
    double loss[OFL_MAX_MOVES];
    set_shares(board, lines, n, loss_cd, 0, loss, share);
}

struct weak_choice weak_choose(ofl_board board, const struct ofl_line *lines, int n, int loss_cd,
                               double debt, struct rng *rng)
{
    double loss[OFL_MAX_MOVES] = {0}, share[OFL_MAX_MOVES];
    set_shares(board, lines, n, loss_cd, debt, loss, share);
    const int index = sample_draw(share, n, rng);
    return (struct weak_choice){.index = index, .loss_cd = (int)loss[index],
                                .mean_cd = sample_mean(loss, share, n)};
}

/* ---- play that varies ---- */

struct weak_choice weak_vary(ofl_board board, const struct ofl_line *lines, int n, double mean_cd,
                             double most_cd, struct weak_doubt doubt, struct rng *rng)
{
    enum { STEPS = 12 };
    double loss[OFL_MAX_MOVES] = {0}, share[OFL_MAX_MOVES];
    double low = 0, high = most_cd;
    const uint64_t alike = moves_alike(board, lines[0].move);
    for (int i = 1; i < n; i++)
        if (!(alike & bit_of(lines[i].move)))
            loss[i] = lines[i].score < lines[0].score
                ? lines[0].score - lines[i].score + doubt.worse_cd : doubt.equal_cd;
    for (int step = 0; step < STEPS; step++) {
        const double middle = (low + high) / 2;
        sample_soften(loss, n, middle, 1, share);
        if (sample_mean(loss, share, n) <= mean_cd)
            low = middle;
        else
            high = middle;
    }
    sample_soften(loss, n, low, 1, share);
    const int index = sample_draw(share, n, rng);
    return (struct weak_choice){.index = index, .loss_cd = lines[0].score - lines[index].score,
                                .mean_cd = sample_mean(loss, share, n)};
}
