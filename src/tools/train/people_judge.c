/* train/people_judge.c - see people_judge.h. */
#include "train/people_judge.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <outflank/book.h>
#include "eval/score.h"

enum { BANDS = 5, PHASES = 6, ROWS = 1 + BANDS + PHASES, TEMPERATURES = 16,
       FIRST_PLY = 9, LAST_PLY = 60, PLAYERS = 100000 };

static const int depths[] = {1, 3, 5, 8};
enum { DEPTHS = sizeof depths / sizeof *depths };

/* Sums over moves: agreement (right), and minus the logarithm of the chance given (log). */
struct tally {
    double n, right, log, n_blind_right, blind_log, static_right, uniform;
    double static_log[TEMPERATURES]; /* at 0.8, 1.2, 1.6 .. discs */
    double n_searched, searched_right[DEPTHS], searched_static_right, searched_model_right;
    double weak_right;            /* play that loses as much */
    double lost, expected;        /* discs of the move played, and by the model's chances */
};

/* Discs a move that players of a band lose (docs/lab/people.md). */
static const char *const band_losses[BANDS] = {"3.1", "2.8", "2.6", "2.2", "1.9"};

struct player { int band; struct tally tally; };

static int band_of(int rating)
{
    return rating < 1350 ? 0 : rating < 1450 ? 1 : rating < 1550 ? 2 : rating < 1700 ? 3 : 4;
}

static int best_share(const double *share, int n)
{
    int best = 0;
    for (int i = 1; i < n; i++)
        best = share[i] > share[best] ? i : best;
    return best;
}

static int best_value(const struct people_moves *moves)
{
    int best = 0;
    for (int i = 1; i < moves->n; i++)
        best = moves->value[i][0] > moves->value[best][0] ? i : best;
    return best;
}

/* Minus the logarithm of the chance of move `played` by static values. */
static double static_log(const struct people_moves *moves, int played, double temperature_discs)
{
    const int most = moves->value[best_value(moves)][0];
    double sum = 0;
    for (int i = 0; i < moves->n; i++)
        sum += exp((moves->value[i][0] - most) / (temperature_discs * EVAL_DISC));
    return log(sum) - (moves->value[played][0] - most) / (temperature_discs * EVAL_DISC);
}

/* Two plies ahead. */
static double loss_of(const struct people_moves *moves, int move)
{
    int best = moves->value[0][1];
    for (int i = 1; i < moves->n; i++)
        best = moves->value[i][1] > best ? moves->value[i][1] : best;
    return (double)(best - moves->value[move][1]) / EVAL_DISC;
}

static void judge_model(const struct people *people, const struct people_sample *s,
                        struct tally *tally)
{
    double share[PEOPLE_MOVES];
    people_shares(people, s->board, OFL_NO_MOVE, s->rating, &s->moves, share);
    tally->n_blind_right = best_share(share, s->moves.n) == s->played;
    tally->blind_log = -log(fmax(share[s->played], 1e-12));
    people_shares(people, s->board, s->last, s->rating, &s->moves, share);
    tally->n = 1;
    for (int i = 0; i < s->moves.n; i++)
        tally->expected += share[i] * loss_of(&s->moves, i);
    tally->lost = loss_of(&s->moves, s->played);
    tally->right = best_share(share, s->moves.n) == s->played;
    tally->log = -log(fmax(share[s->played], 1e-12));
    tally->static_right = best_value(&s->moves) == s->played;
    tally->uniform = 1.0 / s->moves.n;
    for (int i = 0; i < TEMPERATURES; i++)
        tally->static_log[i] = static_log(&s->moves, s->played, 0.8 + 0.4 * i);
}

static bool is_played(const struct ofl_result *result, const struct people_sample *s)
{
    return result->lines[0].move == s->moves.move[s->played];
}

static void judge_weak(ofl_engine *engine, const struct people_sample *s, struct tally *tally)
{
    struct ofl_result result;
    struct ofl_game game;
    ofl_game_init(&game, (ofl_position){s->board, OFL_BLACK});
    ofl_new_game(engine);
    ofl_set_option(engine, "loss", band_losses[band_of(s->rating)]);
    if (ofl_choose(engine, &game, &(struct ofl_limits){0}, &result) == OFL_OK)
        tally->weak_right = is_played(&result, s);
}

static void judge_searches(ofl_engine *engine, const struct people_sample *s, struct tally *tally)
{
    struct ofl_result result;
    tally->n_searched = 1;
    tally->searched_static_right = tally->static_right;
    tally->searched_model_right = tally->right;
    for (int i = 0; i < DEPTHS; i++) {
        const struct ofl_limits limits = {.depth = depths[i], .strict_depth = true};
        ofl_new_game(engine);
        if (ofl_search(engine, s->board, &limits, &result) == OFL_OK)
            tally->searched_right[i] = is_played(&result, s);
    }
    judge_weak(engine, s, tally);
}

static void add(struct tally *to, const struct tally *tally)
{
    double *sums = (double *)to;
    const double *more = (const double *)tally;
    for (size_t i = 0; i < sizeof *to / sizeof *sums; i++)
        sums[i] += more[i];
}

static int best_temperature(const struct tally *t)
{
    int best = 0;
    for (int i = 1; i < TEMPERATURES; i++)
        best = t->static_log[i] < t->static_log[best] ? i : best;
    return best;
}

static void print_row(const char *name, const struct tally *t)
{
    const double least = t->static_log[best_temperature(t)] / t->n;
    if (t->n == 0)
        return;
    printf("| %s | %.0f | %.1f | %.1f | %.1f | %.1f | %.3f | %.3f | %.3f | %.3f |\n", name, t->n,
           100 * t->right / t->n, 100 * t->n_blind_right / t->n, 100 * t->static_right / t->n,
           100 * t->uniform / t->n, t->log / t->n, t->blind_log / t->n, least,
           least - t->log / t->n);
}

static void print_searched(const char *name, const struct tally *t)
{
    if (t->n_searched == 0)
        return;
    printf("| %s | %.0f | %.1f | %.1f |", name, t->n_searched,
           100 * t->searched_model_right / t->n_searched,
           100 * t->searched_static_right / t->n_searched);
    for (int i = 0; i < DEPTHS; i++)
        printf(" %.1f |", 100 * t->searched_right[i] / t->n_searched);
    printf(" %.1f |\n", 100 * t->weak_right / t->n_searched);
}

static void print_tables(const struct tally *tallies)
{
    static const char *const names[ROWS] = {
        "all", "below 1350", "1350 to 1449", "1450 to 1549", "1550 to 1699", "1700 and more",
        "plies 9 to 17", "18 to 26", "27 to 35", "36 to 44", "45 to 53", "54 to 60"};
    puts("| | moves | model % | no last move % | static % | uniform % | model nats | no last move "
         "nats | static nats | gain |\n|---|---|---|---|---|---|---|---|---|---|");
    for (int i = 0; i < ROWS; i++)
        print_row(names[i], &tallies[i]);
    puts("\n| | moves | model % | static % | depth 1 % | 3 % | 5 % | 8 % | same loss % |\n"
         "|---|---|---|---|---|---|---|---|---|");
    for (int i = 0; i < ROWS; i++)
        print_searched(names[i], &tallies[i]);
}

/* Half of the 95 % of the gains over static values, from what whole players differ in. */
static void print_errors(const struct player *players, int band, const struct tally *all)
{
    const int best = best_temperature(all);
    const double points = (all->right - all->static_right) / all->n;
    const double nats = (all->static_log[best] - all->log) / all->n;
    double points_sum = 0, nats_sum = 0;
    int n = 0;
    for (int i = 0; i < PLAYERS; i++) {
        const struct tally *t = &players[i].tally;
        if (t->n == 0 || (band >= 0 && players[i].band != band))
            continue;
        n++;
        points_sum += pow(t->right - t->static_right - points * t->n, 2);
        nats_sum += pow(t->static_log[best] - t->log - nats * t->n, 2);
    }
    printf("| %d | %.1f +-%.1f | %.3f +-%.3f |\n", n, 100 * points,
           196 * sqrt(points_sum) / all->n, nats, 1.96 * sqrt(nats_sum) / all->n);
}

/* Do those lose more of whom the model, which knows their ratings alone, says so? */
static void print_losses(const struct player *players)
{
    enum { MOVES_LEAST = 100 };
    double n = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0, off = 0;
    for (int i = 0; i < PLAYERS; i++) {
        const struct tally *t = &players[i].tally;
        if (t->n < MOVES_LEAST)
            continue;
        const double told = t->expected / t->n, lost = t->lost / t->n;
        n++, x += told, y += lost, xx += told * told, yy += lost * lost, xy += told * lost;
        off += fabs(told - lost);
    }
    printf("\n%.0f players of %d moves and more: they lose %.3f discs a move two plies ahead, by "
           "the model %.3f; mean difference %.3f, correlation %.2f\n", n, MOVES_LEAST, y / n,
           x / n, off / n, (n * xy - x * y) / sqrt((n * xx - x * x) * (n * yy - y * y)));
}

bool people_judge(const struct people *people, struct people_samples *samples, int n_searched)
{
    struct tally tallies[ROWS] = {0};
    struct player *players = calloc(PLAYERS, sizeof *players);
    ofl_engine *engine = ofl_engine_create();
    const size_t every = n_searched ? samples->n / (size_t)n_searched + 1 : SIZE_MAX;
    if (engine)
        ofl_set_option(engine, "hash", "4");
    for (size_t i = 0; players && engine && i < samples->n; i++) {
        const struct people_sample *s = &samples->list[i];
        struct tally tally = {0};
        struct player *player = &players[s->player];
        if (s->ply < FIRST_PLY || s->ply > LAST_PLY || player->tally.n >= PEOPLE_JUDGED_MOST)
            continue;
        judge_model(people, s, &tally);
        if (i % every == 0)
            judge_searches(engine, s, &tally);
        add(&player->tally, &tally);
        player->band = band_of(s->rating);
        add(&tallies[0], &tally);
        add(&tallies[1 + band_of(s->rating)], &tally);
        add(&tallies[1 + BANDS + (s->ply - FIRST_PLY) / 9], &tally);
    }
    const bool is_good = players && engine;
    if (is_good)
        print_tables(tallies);
    for (int band = -1; is_good && band < BANDS; band++)
        print_errors(players, band, &tallies[1 + band]);
    if (is_good)
        print_losses(players);
    ofl_engine_destroy(engine);
    free(players);
    return is_good;
}
