/* report/judge.c - what follows from the values: losses, grades, accuracy, turning point. */
#include <assert.h>
#include <math.h>

#include "book/opening_names.h"
#include "report/chance.h"
#include "report/review.h"

enum { PHASE_MOVES = 20, LAST_EMPTIES = 20, MOST_LOSS_CD = 1600 };
enum { BOOK_PLIES = 8, BOOK_LOSS_CD = 400 }; /* in the first plies small losses are no mistakes */

/* A grade holds where both losses are reached. The loss in discs keeps noise out where the chance
 * is steep; the loss of chance keeps a lead of 40 that becomes 28 from being a disaster. */
static const struct { int loss_cd; double chance; } thresholds[REVIEW_N_GRADES] = {
    [REVIEW_INACCURACY] = {200, 0.03},
    [REVIEW_MISTAKE] = {400, 0.06},
    [REVIEW_BLUNDER] = {1000, 0.12},
};

static int sign(int value) { return (value > 0) - (value < 0); }

/* The score of `side` that is a draw by the game's komi. */
static int draw_of(const struct review *review, enum ofl_color side)
{
    return ofl_draw_score(review->game.komi, side);
}

static struct chance_value value_of(const struct review_point *point)
{
    return (struct chance_value){point->value_cd, point->is_exact, point->depth};
}

/* The expected score of `side` in the position before `ply`; of one whose side must pass, in the
 * next. */
static double chance_for(const struct review *review, int ply, enum ofl_color side)
{
    while (ply < review->game.n_played && review->game.moves[ply].move == OFL_PASS)
        ply++;
    const struct review_point *point = &review->points[ply];
    const ofl_board board = point->position.board;
    const int empties = ofl_is_over(board) ? 0 : ofl_count_empties(board); /* to play in */
    struct chance_value value = value_of(point);
    value.score_cd -= draw_of(review, point->position.turn);
    const double mine = chance_of(value, empties);
    return round(1e5 * (point->position.turn == side ? mine : 1 - mine)) / 1e5;
}

/* The grade by loss and chance; where both values are proven also by who wins now: has more than
 * draw_cd. */
static enum review_grade grade_of(const struct review_move *move, int draw_cd, double loss_cd)
{
    const double lost = move->chance_before - move->chance_after;
    enum review_grade grade = REVIEW_FINE;
    for (int g = REVIEW_INACCURACY; g < REVIEW_N_GRADES; g++)
        if (loss_cd >= thresholds[g].loss_cd && lost >= thresholds[g].chance)
            grade = (enum review_grade)g;
    if (move->is_exact) {
        const int fall = sign(move->before_cd - draw_cd) - sign(move->after_cd - draw_cd);
        const enum review_grade least = fall == 2 ? REVIEW_BLUNDER
                                        : fall == 1 ? REVIEW_MISTAKE : REVIEW_FINE;
        grade = grade > least ? grade : least;
    }
    return grade;
}

static void judge_move(const struct review *review, struct review_move *move)
{
    const struct review_point *before = &review->points[move->ply];
    const struct review_point *after = before + 1;
    const uint64_t legal = ofl_legal_moves(before->position.board);
    move->before_cd = before->value_cd;
    move->after_cd = -after->value_cd;
    move->loss_cd = move->before_cd - move->after_cd;
    move->is_exact = before->is_exact && after->is_exact;
    move->is_forced = (legal & (legal - 1)) == 0;
    move->chance_before = chance_for(review, move->ply, move->side);
    move->chance_after = chance_for(review, move->ply + 1, move->side);
    if (move->is_forced || move->loss_cd == 0)
        return;
    if (move->ply < BOOK_PLIES && move->loss_cd < BOOK_LOSS_CD)
        return;
    const int draw_cd = draw_of(review, move->side);
    move->grade = grade_of(move, draw_cd, move->loss_cd);
    if (move->is_exact || move->grade >= REVIEW_MISTAKE) {
        move->misses_win = move->before_cd > draw_cd && move->after_cd <= draw_cd;
        move->misses_draw = move->before_cd == draw_cd && move->after_cd < draw_cd;
    }
    if (move->is_exact)
        return;
    const int empties = ofl_count_empties(before->position.board);
    const double error = 100 * fmax(chance_error(value_of(before), empties),
                                    chance_error(value_of(after), empties));
    move->is_unsure = grade_of(move, draw_cd, move->loss_cd - error) != move->grade ||
                      grade_of(move, draw_cd, move->loss_cd + error) != move->grade;
}

/* Fills review->moves with the moves whose position has a value. */
static void list_moves(struct review *review)
{
    review->n_moves = 0;
    int number = 0;
    for (int ply = 0; ply < review->game.n_played; ply++) {
        const int square = review->game.moves[ply].move;
        if (square == OFL_PASS)
            continue;
        number++;
        if (!review->points[ply].is_known)
            continue;
        struct review_move *move = &review->moves[review->n_moves++];
        *move = (struct review_move){.ply = ply, .number = number, .move = square,
                                     .side = review->points[ply].position.turn};
        judge_move(review, move);
    }
    for (int i = 0; i + 1 < review->n_moves; i++) {
        struct review_move *move = &review->moves[i], *next = move + 1;
        move->is_let_off = move->grade && next->side != move->side &&
                           2 * next->loss_cd >= move->loss_cd;
    }
}

static void add_move(struct review_share *share, const struct review_move *move, double sum[1])
{
    share->n++;
    share->given_cd += move->loss_cd;
    sum[0] += fmin(move->loss_cd, MOST_LOSS_CD) / 100.0;
}

static void set_accuracy(struct review_share *share, double sum)
{
    share->accuracy = share->n ? round(1e5 * pow(0.75, sum / share->n)) / 1e3 : 100;
}

static void sum_up(struct review *review, enum ofl_color color)
{
    struct review_side *side = &review->sides[color];
    double all = 0, last = 0, phase[REVIEW_PHASES] = {0};
    *side = (struct review_side){0};
    for (int i = 0; i < review->n_moves; i++) {
        const struct review_move *move = &review->moves[i];
        if (move->side != color)
            continue;
        side->n_moves++;
        side->n_grades[move->grade]++;
        side->n_missed_wins += move->misses_win;
        side->n_missed_draws += move->misses_draw;
        if (move->is_forced)
            continue;
        const int p = (move->number - 1) / PHASE_MOVES;
        const int n = p < REVIEW_PHASES ? p : REVIEW_PHASES - 1;
        add_move(&side->all, move, &all);
        add_move(&side->phase[n], move, &phase[n]);
        if (ofl_count_empties(review->points[move->ply].position.board) <= LAST_EMPTIES)
            add_move(&side->last, move, &last);
    }
    set_accuracy(&side->all, all);
    set_accuracy(&side->last, last);
    for (int n = 0; n < REVIEW_PHASES; n++)
        set_accuracy(&side->phase[n], phase[n]);
}

/* The last move after which the expected score of who lost never came back to 1/2, if it cost as
 * much as a mistake does. */
static int find_turning(const struct review *review)
{
    const int draw_cd = draw_of(review, OFL_BLACK);
    if (!review->is_complete || review->final_cd == draw_cd)
        return -1;
    const enum ofl_color loser = review->final_cd > draw_cd ? OFL_WHITE : OFL_BLACK;
    int found = -1;
    for (int i = 0; i < review->n_moves; i++) {
        const struct review_move *move = &review->moves[i];
        const bool is_loser = move->side == loser;
        const double before = is_loser ? move->chance_before : 1 - move->chance_before;
        const double after = is_loser ? move->chance_after : 1 - move->chance_after;
        if (after >= 0.5)
            found = -1;
        else if (before >= 0.5 && is_loser &&
                 before - after >= thresholds[REVIEW_MISTAKE].chance)
            found = i;
    }
    return found;
}

static int for_black(const struct review_point *point)
{
    return point->position.turn == OFL_BLACK ? point->value_cd : -point->value_cd;
}

void review_judge(struct review *review)
{
    assert(review->n_points == review->game.n_played + 1);
    const struct review_point *last = &review->points[review->n_points - 1];
    review->is_complete = review->points[0].is_known;
    review->is_over = ofl_is_over(last->position.board);
    review->start_cd = for_black(&review->points[0]);
    review->final_cd = for_black(last);
    review->opening_plies = 0;
    review->opening = opening_of_game(&review->game, OPENING_EN, &review->opening_plies);
    list_moves(review);
    sum_up(review, OFL_BLACK);
    sum_up(review, OFL_WHITE);
    review->turning = find_turning(review);
}

const char *review_grade_mark(enum review_grade grade)
{
    static const char *const marks[] = {"", "?!", "?", "??"};
    return marks[grade];
}

const char *review_grade_name(enum review_grade grade)
{
    static const char *const names[] = {"fine", "inaccuracy", "mistake", "blunder"};
    return names[grade];
}
