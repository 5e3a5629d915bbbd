/* train/people_judge.c - see people_judge.h. */
#include "train/people_judge.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <outflank/engine.h>
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
};

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

static void judge_model(const struct people *people, const struct people_sample *s,
                        struct tally *tally)
{
    double share[PEOPLE_MOVES];
    people_shares(people, s->board, OFL_NO_MOVE, s->rating, &s->moves, share);
    tally->n_blind_right = best_share(share, s->moves.n) == s->played;
    tally->blind_log = -log(fmax(share[s->played], 1e-12));
    people_shares(people, s->board, s->last, s->rating, &s->moves, share);
    tally->n = 1;
    tally->right = best_share(share, s->moves.n) == s->played;
    tally->log = -log(fmax(share[s->played], 1e-12));
    tally->static_right = best_value(&s->moves) == s->played;
    tally->uniform = 1.0 / s->moves.n;
    for (int i = 0; i < TEMPERATURES; i++)
        tally->static_log[i] = static_log(&s->moves, s->played, 0.8 + 0.4 * i);
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
            tally->searched_right[i] = result.lines[0].move == s->moves.move[s->played];
    }
}

static void add(struct tally *to, const struct tally *tally)
{
    double *sums = (double *)to;
    const double *more = (const double *)tally;
    for (size_t i = 0; i < sizeof *to / sizeof *sums; i++)
        sums[i] += more[i];
}

static void print_row(const char *name, const struct tally *t)
{
    double least = INFINITY;
    for (int i = 0; i < TEMPERATURES; i++)
        least = fmin(least, t->static_log[i] / t->n);
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
    printf("\n");
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
    puts("\n| | moves | model % | static % | depth 1 % | 3 % | 5 % | 8 % |\n"
         "|---|---|---|---|---|---|---|---|");
    for (int i = 0; i < ROWS; i++)
        print_searched(names[i], &tallies[i]);
}

bool people_judge(const struct people *people, struct people_samples *samples, int n_searched)
{
    struct tally tallies[ROWS] = {0};
    int *n_of = calloc(PLAYERS, sizeof *n_of);
    ofl_engine *engine = ofl_engine_create();
    const size_t every = n_searched ? samples->n / (size_t)n_searched + 1 : SIZE_MAX;
    if (engine)
        ofl_set_option(engine, "hash", "4");
    for (size_t i = 0; n_of && engine && i < samples->n; i++) {
        const struct people_sample *s = &samples->list[i];
        struct tally tally = {0};
        if (s->ply < FIRST_PLY || s->ply > LAST_PLY || n_of[s->player]++ >= PEOPLE_JUDGED_MOST)
            continue;
        judge_model(people, s, &tally);
        if (i % every == 0)
            judge_searches(engine, s, &tally);
        add(&tallies[0], &tally);
        add(&tallies[1 + band_of(s->rating)], &tally);
        add(&tallies[1 + BANDS + (s->ply - FIRST_PLY) / 9], &tally);
    }
    const bool is_good = n_of && engine;
    if (is_good)
        print_tables(tallies);
    ofl_engine_destroy(engine);
    free(n_of);
    return is_good;
}
