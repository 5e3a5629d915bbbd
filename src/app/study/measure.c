/* study/measure.c - means with their errors, openings, kinds of errors, strength (study.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <outflank/book.h>

#include "report/report.h"
#include "study/study.h"

struct study_mean study_measure(const struct study *study, const struct study_question *question)
{
    struct study_mean mean = {.error = -1};
    double xx = 0, xn = 0, nn = 0;
    int n_games = 0;
    for (size_t g = 0; g < study->n_games; g++) {
        const struct study_game *game = &study->games[g];
        double x = 0, n = 0;
        for (size_t i = 0; i < game->n_moves; i++) {
            const struct study_move *move = &study->moves[game->first + i];
            if (!study_counts(move) || !question->in(study, move, question->what))
                continue;
            x += question->value(move, question->what);
            n++;
        }
        mean.sum += (int64_t)x;
        mean.n += (int64_t)n;
        n_games += n > 0;
        xx += x * x;
        xn += x * n;
        nn += n * n;
    }
    if (mean.n)
        mean.mean = (double)mean.sum / (double)mean.n;
    if (n_games > 1) {
        const double spread = xx - 2 * mean.mean * xn + mean.mean * mean.mean * nn;
        mean.error = 1.96 * sqrt(fmax(spread, 0) * n_games / (n_games - 1)) / (double)mean.n;
    }
    return mean;
}

static int loss_of(const struct study_move *move, const void *what) { return move->move.loss_cd; }

static int is_error(const struct study_move *move, const void *what)
{
    return move->move.loss_cd >= *(const int *)what;
}

static bool in_all(const struct study *s, const struct study_move *move, const void *what)
{
    return true;
}

static bool in_phase(const struct study *s, const struct study_move *move, const void *what)
{
    const int phase = *(const int *)what, at = (move->move.number - 1) / 20;
    if (phase == REVIEW_PHASES)
        return ofl_count_empties(move->position.board) <= STUDY_LATE_EMPTIES;
    return phase == (at < REVIEW_PHASES ? at : REVIEW_PHASES - 1);
}

static bool in_color(const struct study *s, const struct study_move *move, const void *what)
{
    return move->move.side == *(const enum ofl_color *)what;
}

static bool in_time(const struct study *s, const struct study_move *move, const void *what)
{
    const int *range = what;
    return move->seconds >= range[0] && move->seconds < range[1];
}

static bool in_opening(const struct study *s, const struct study_move *move, const void *what)
{
    return s->games[move->game].opening == what;
}

static struct study_mean measure(const struct study *study,
                                 bool (*in)(const struct study *, const struct study_move *,
                                            const void *), const void *what)
{
    return study_measure(study, &(struct study_question){in, loss_of, what});
}

struct study_mean study_of_all(const struct study *study) { return measure(study, in_all, NULL); }

struct study_mean study_of_phase(const struct study *study, int phase)
{
    return measure(study, in_phase, &phase);
}

struct study_mean study_of_color(const struct study *study, enum ofl_color side)
{
    return measure(study, in_color, &side);
}

struct study_mean study_of_time(const struct study *study, int from_s, int to_s)
{
    return measure(study, in_time, (const int[]){from_s, to_s});
}

struct study_mean study_of_errors(const struct study *study, int least_cd)
{
    return study_measure(study, &(struct study_question){in_all, is_error, &least_cd});
}

/* ---- openings ---- */

/* The first error of a game; NULL if there is none. */
static const struct study_move *first_error(const struct study *study,
                                            const struct study_game *game)
{
    for (size_t i = 0; i < game->n_moves; i++)
        if (study->moves[game->first + i].move.grade)
            return &study->moves[game->first + i];
    return NULL;
}

static int compare_openings(const void *left, const void *right)
{
    const struct study_opening *a = left, *b = right;
    if (a->n_games != b->n_games)
        return b->n_games - a->n_games;
    return strcmp(a->opening ? a->opening->name : "", b->opening ? b->opening->name : "");
}

static int compare_numbers(const void *left, const void *right)
{
    return *(const int *)left - *(const int *)right;
}

struct begin { ofl_board key; size_t at; };

static int compare_begins(const void *left, const void *right)
{
    const struct begin *a = left, *b = right;
    const int order = memcmp(&a->key, &b->key, sizeof a->key);
    return order ? order : (a->at > b->at) - (a->at < b->at);
}

/* Where the loss begins, and the first error that is there most often. */
static void find_begin(const struct study *study, struct study_opening *opening, int *numbers,
                       struct begin *begins)
{
    size_t n = 0;
    for (size_t g = 0; g < study->n_games; g++) {
        const struct study_move *move = study->games[g].opening == opening->opening
                                            ? first_error(study, &study->games[g]) : NULL;
        if (!move)
            continue;
        numbers[n] = move->move.number;
        begins[n++] = (struct begin){ofl_canonical(move->position.board, NULL),
                                     (size_t)(move - study->moves)};
    }
    opening->n_begun = (int)n;
    opening->again = SIZE_MAX;
    if (!n)
        return;
    qsort(numbers, n, sizeof *numbers, compare_numbers);
    qsort(begins, n, sizeof *begins, compare_begins);
    opening->begins = numbers[(n - 1) / 2];
    for (size_t i = 0, k; i < n; i = k) {
        for (k = i + 1; k < n && memcmp(&begins[k].key, &begins[i].key, sizeof begins->key) == 0;)
            k++;
        if (k - i > 1 && (int)(k - i) > opening->n_again) {
            opening->n_again = (int)(k - i);
            opening->again = begins[i].at;
        }
    }
}

static void count_game(struct study_opening *opening, const struct study_game *game)
{
    opening->n_games++;
    opening->won += game->is_over && game->final_cd > 0;
    opening->drawn += game->is_over && game->final_cd == 0;
    opening->lost += game->is_over && game->final_cd < 0;
}

struct study_opening *study_openings(const struct study *study, size_t *n)
{
    struct study_opening *list = calloc(study->n_games + 1, sizeof *list);
    int *numbers = calloc(study->n_games + 1, sizeof *numbers);
    struct begin *begins = calloc(study->n_games + 1, sizeof *begins);
    *n = 0;
    if (!list || !numbers || !begins) {
        free(list);
        list = NULL;
    }
    for (size_t g = 0; list && g < study->n_games; g++) {
        size_t i = 0;
        while (i < *n && list[i].opening != study->games[g].opening)
            i++;
        *n += i == *n;
        list[i].opening = study->games[g].opening;
        count_game(&list[i], &study->games[g]);
    }
    for (size_t i = 0; i < *n; i++) {
        list[i].loss = measure(study, in_opening, list[i].opening);
        find_begin(study, &list[i], numbers, begins);
    }
    if (list)
        qsort(list, *n, sizeof *list, compare_openings);
    free(numbers);
    free(begins);
    return list;
}

/* ---- kinds ---- */

static int compare_kinds(const void *left, const void *right)
{
    const struct study_kind *a = left, *b = right;
    if (a->given_cd != b->given_cd)
        return a->given_cd < b->given_cd ? 1 : -1;
    return a->kind - b->kind;
}

const char *study_kind_name(int kind)
{
    return kind == STUDY_PAIR ? "pair" : explain_kind_name((enum explain_kind)kind);
}

const char *study_kind_words(int kind)
{
    return kind == STUDY_PAIR ? "the wrong one of two squares"
                              : explain_kind_words((enum explain_kind)kind);
}

static void count_kind(struct study_kind *kind, const struct study_move *move)
{
    kind->n++;
    kind->given_cd += move->move.loss_cd;
}

int study_kinds(const struct study *study, struct study_kind *kinds)
{
    int n = 0;
    for (int kind = 0; kind < STUDY_KINDS; kind++)
        kinds[kind] = (struct study_kind){.kind = kind};
    for (size_t i = 0; i < study->n_moves; i++) {
        const struct study_move *move = &study->moves[i];
        for (int k = 0; k < move->n_sentences; k++)
            count_kind(&kinds[move->kinds[k]], move);
        if (move->is_pair)
            count_kind(&kinds[STUDY_PAIR], move);
    }
    qsort(kinds, STUDY_KINDS, sizeof *kinds, compare_kinds);
    while (n < STUDY_KINDS && kinds[n].n)
        n++;
    return n;
}

/* ---- single moves ---- */

/* The `most` moves of the highest worth(), those of the first games where it is equal. */
static size_t find_most(const struct study *study, size_t most, size_t *at,
                        double (*worth)(const struct study *, const struct study_move *))
{
    size_t n = 0;
    for (size_t i = 0; i < study->n_moves; i++) {
        const double mine = worth(study, &study->moves[i]);
        size_t k = n < most ? n : most;
        for (; k > 0 && worth(study, &study->moves[at[k - 1]]) < mine; k--)
            if (k < most)
                at[k] = at[k - 1];
        if (mine > 0 && k < most) {
            at[k] = i;
            n += n < most;
        }
    }
    return n;
}

static double loss_worth(const struct study *study, const struct study_move *move)
{
    return study_counts(move) ? move->move.loss_cd : 0;
}

static double lesson_worth(const struct study *study, const struct study_move *move)
{
    const struct crowd crowd = study_crowd_at(move, study->rating);
    const bool is_sure = move->move.grade && !move->move.is_unsure && !move->move.is_let_off &&
                         move->n_sentences;
    return is_sure ? (move->move.chance_before - move->move.chance_after) *
                         (crowd.played > 0 ? (double)crowd.seen : 0.5) : 0;
}

size_t study_worst(const struct study *study, size_t most, size_t *at)
{
    return find_most(study, most, at, loss_worth);
}

size_t study_instructive(const struct study *study, size_t most, size_t *at)
{
    return find_most(study, most, at, lesson_worth);
}

static double mistake_worth(const struct study *study, const struct study_move *move)
{
    return move->move.grade >= REVIEW_MISTAKE ? lesson_worth(study, move) : 0;
}

size_t study_lessons(const struct study *study, size_t most, size_t *at)
{
    const size_t n_all = find_most(study, most, at, mistake_worth);
    size_t n = 0;
    for (size_t i = 0; i < n_all; i++) {
        const ofl_board board = ofl_canonical(study->moves[at[i]].position.board, NULL);
        size_t k = 0;
        for (; k < n; k++) {
            const ofl_board old = ofl_canonical(study->moves[at[k]].position.board, NULL);
            if (old.player == board.player && old.opponent == board.opponent)
                break;
        }
        at[n] = at[i];
        n += k == n;
    }
    return n;
}

/* ---- strength ---- */

double study_strength(double loss_cd)
{
    int strength = 1;
    while (strength < 20 && ofl_strength_loss(strength + 1) > loss_cd)
        strength++;
    const double here = ofl_strength_loss(strength);
    if (strength == 20 || here <= loss_cd)
        return strength;
    return strength + (here - loss_cd) / (here - ofl_strength_loss(strength + 1));
}

struct crowd study_crowd_at(const struct study_move *move, int rating)
{
    double at = (double)(rating - CROWD_FIRST) / CROWD_STEP;
    at = fmin(fmax(at, 0), CROWD_RATINGS - 1);
    const int low = (int)fmin(floor(at), CROWD_RATINGS - 2);
    const struct crowd *a = &move->crowd[low], *b = a + 1;
    const float part = (float)(at - low);
    return (struct crowd){a->played + part * (b->played - a->played),
                          a->seen + part * (b->seen - a->seen)};
}

/* The logarithms of the chances of a game's moves. */
static void add_logs(const struct study *study, const struct study_game *game, double *logs)
{
    memset(logs, 0, CROWD_RATINGS * sizeof *logs);
    for (size_t i = 0; i < game->n_moves; i++) {
        const struct study_move *move = &study->moves[game->first + i];
        if (!study_counts(move) || move->move.ply < STUDY_PEOPLE_PLY || !(move->crowd->played > 0))
            continue;
        for (int r = 0; r < CROWD_RATINGS; r++)
            logs[r] += log(fmax((double)move->crowd[r].played, 1e-6));
    }
}

/* Players of one rating do not play alike: measured, 27 players with 40 games each
 * (docs/study.md). */
static const double player_spread = 70;

/* The error follows from how games differ in the slope there, and from that spread. */
struct study_rating study_rating(const struct study *study)
{
    double all[CROWD_RATINGS] = {0}, one[CROWD_RATINGS], slopes = 0;
    struct study_rating found = {.error = -1};
    for (size_t g = 0; g < study->n_games; g++) {
        add_logs(study, &study->games[g], one);
        for (int r = 0; r < CROWD_RATINGS; r++)
            all[r] += one[r];
    }
    int top = 0;
    for (int r = 1; r < CROWD_RATINGS; r++)
        top = all[r] > all[top] ? r : top;
    found.is_end = top == 0 || top == CROWD_RATINGS - 1;
    const int middle = (int)fmin(fmax(top, 1), CROWD_RATINGS - 2);
    const double bend = 2 * all[middle] - all[middle - 1] - all[middle + 1];
    const double shift = bend > 0 ? (all[middle + 1] - all[middle - 1]) / (2 * bend) : 0;
    found.rating = CROWD_FIRST + CROWD_STEP * (found.is_end ? top : middle + shift);
    for (size_t g = 0; g < study->n_games; g++) {
        add_logs(study, &study->games[g], one);
        /* The slope at the top, where the sum of all is 0. */
        const double slope = (one[middle + 1] - one[middle - 1]) / 2 -
                             shift * (2 * one[middle] - one[middle - 1] - one[middle + 1]);
        slopes += slope * slope;
    }
    if (study->n_games > 1 && bend > 0)
        found.error = 1.96 * hypot(CROWD_STEP * sqrt(slopes) / bend, player_spread);
    return found;
}
