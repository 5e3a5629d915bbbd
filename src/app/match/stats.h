/* match/stats.h - what the results of games say about two players.
 *
 * Pure arithmetic on counts; formulas and their sources: docs/testing.md.
 * A score is a share of points, 0..1 (win 1, draw 1/2, loss 0), seen by the
 * first player; Elo is logistic: score = 1 / (1 + 10^(-elo / 400)).
 *
 * Threads: all functions are pure.
 */
#ifndef MATCH_STATS_H
#define MATCH_STATS_H

#include <stdbool.h>
#include <stdint.h>

/* Results of one player. Who loses a game by what it did loses 64 discs. */
struct stats_games {
    uint64_t wins, draws, losses;
    int64_t sum_discs;         /* disc differences, seen by the player */
    int64_t sum_discs_squared;
};

/* Game pairs (one opening, colours swapped) by points: 0, 1/2, 1, 3/2, 2. */
struct stats_pairs {
    uint64_t count[5];
    int64_t sum_discs;         /* of the pairs' sums of two disc differences */
    int64_t sum_discs_squared;
};

/* Adds one game: `points` 0, 1 or 2 (in half points); `difference` in discs. */
void stats_add_game(struct stats_games *games, int points, int difference);

/* Adds a pair of games that brought `points` half points, 0..4; `difference`:
 * the sum of the two. */
void stats_add_pair(struct stats_pairs *pairs, int points, int difference);

uint64_t stats_count_games(const struct stats_games *games);
uint64_t stats_count_pairs(const struct stats_pairs *pairs);

/* Mean disc difference of the games (0 without any) and its standard error:
 * from the means of the pairs when there are any (a pair's opening moves its two
 * games to opposite sides), else from single games; infinite for fewer than two. */
void stats_discs(const struct stats_games *games, const struct stats_pairs *pairs, double *mean,
                 double *error);

struct stats_estimate {
    double score, score_error;      /* mean of the score, and its standard error (see below) */
    double elo, elo_low, elo_high;  /* with the 95 % interval; may be infinite */
    double los;                     /* probability that the first is the stronger */
};

/* From the pairs when there are any (games of a pair depend on each other, so
 * that the variance must be taken over pairs), else from single games.
 *
 * score and elo are those of the results as they are. Interval, error and los
 * are taken with half a loss and half a win added to them, n + 1 results then:
 *   center = (points + 1/2) / (n + 1), score_error = sqrt(variance / n),
 *   interval = center +- 1.96 score_error, los = normal law((center - 1/2) / score_error)
 * (variance / n: the variance of the mean of n + 1 results with Bessel's n in
 * place of n + 1). So few or equal results leave a wide interval: one drawn
 * pair -inf .. +inf, two won games -133 .. +inf Elo. The interval always holds
 * elo; the difference is lost in the error after some tens of pairs. */
struct stats_estimate stats_estimate(const struct stats_games *games,
                                     const struct stats_pairs *pairs);

double stats_elo_of_score(double score); /* -inf at 0, inf at 1 */
double stats_score_of_elo(double elo);

/* Half of the width of a 95 % interval: (high - low) / 2; may be infinite. */
double stats_elo_margin(const struct stats_estimate *estimate);

/* A sequential test of H1: elo >= elo1 against H0: elo <= elo0. */
struct stats_sprt {
    double elo0, elo1, alpha, beta;
    bool is_normalized;   /* Elo of the score over its spread in a game: score = 1/2 + t spread,
                           * with t = elo ln 10 / 800; near equality, what a test takes does then
                           * not depend on how often games are drawn */
    bool is_of_games;     /* three results of games count though there are pairs */
};

enum stats_verdict { STATS_OPEN, STATS_ACCEPT_H0, STATS_ACCEPT_H1 };

/* NULL if the test makes sense, else what is wrong with it. */
const char *stats_sprt_check(const struct stats_sprt *sprt);

/* Wald's bounds of the log-likelihood ratio. */
double stats_sprt_lower(const struct stats_sprt *sprt);
double stats_sprt_upper(const struct stats_sprt *sprt);

/* Generalised log-likelihood ratio of `counts[0..n-1]` outcomes, worth
 * 0, 1/(n-1), ... 1 points each. Never seen outcomes count 1/1000. */
double stats_llr(const uint64_t *counts, int n, double score0, double score1);

/* The same for hypotheses (score - 1/2) / spread of an outcome. */
double stats_llr_normalized(const uint64_t *counts, int n, double t0, double t1);

/* LLR of the pairs when there are any (and they count), else of the single games. */
double stats_sprt_llr(const struct stats_sprt *sprt, const struct stats_games *games,
                      const struct stats_pairs *pairs);
enum stats_verdict stats_sprt_verdict(const struct stats_sprt *sprt, double llr);

/* Pairs the test is expected to take when the true strength is `elo` and a pair
 * score (0..1) has the given variance (Wald's approximation, no overshoot). */
double stats_sprt_length(const struct stats_sprt *sprt, double elo, double variance);

#endif
