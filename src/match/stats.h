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

/* Results of one player. Discs count only for games played to their end. */
struct stats_games {
    uint64_t wins, draws, losses;
    uint64_t n_discs;          /* games the two sums below are made of */
    int64_t sum_discs;         /* disc differences, seen by the player */
    int64_t sum_discs_squared;
};

/* Game pairs (one opening, colours swapped) by points: 0, 1/2, 1, 3/2, 2. */
struct stats_pairs { uint64_t count[5]; };

/* Adds one game: `points` 0, 1 or 2 (in half points); `difference` in discs,
 * used only when `has_discs`. */
void stats_add_game(struct stats_games *games, int points, int difference, bool has_discs);

/* Adds a pair of games that brought `points` half points, 0..4. */
void stats_add_pair(struct stats_pairs *pairs, int points);

uint64_t stats_count_games(const struct stats_games *games);
uint64_t stats_count_pairs(const struct stats_pairs *pairs);

/* Mean disc difference and its standard error; 0 and 0 without games, and an
 * error of 0 for one game. */
void stats_discs(const struct stats_games *games, double *mean, double *error);

struct stats_estimate {
    double score, score_error;      /* mean and standard error of the score */
    double elo, elo_low, elo_high;  /* with the 95 % interval; may be infinite */
    double los;                     /* probability that the first is the stronger */
};

/* From the pairs when there are any (games of a pair depend on each other, so
 * that the variance must be taken over pairs), else from single games. */
struct stats_estimate stats_estimate(const struct stats_games *games,
                                     const struct stats_pairs *pairs);

double stats_elo_of_score(double score); /* -inf at 0, inf at 1 */
double stats_score_of_elo(double elo);

/* Half of the width of a 95 % interval: (high - low) / 2; may be infinite. */
double stats_elo_margin(const struct stats_estimate *estimate);

/* A sequential test of H1: elo >= elo1 against H0: elo <= elo0. */
struct stats_sprt { double elo0, elo1, alpha, beta; };

enum stats_verdict { STATS_OPEN, STATS_ACCEPT_H0, STATS_ACCEPT_H1 };

/* NULL if the test makes sense, else what is wrong with it. */
const char *stats_sprt_check(const struct stats_sprt *sprt);

/* Wald's bounds of the log-likelihood ratio. */
double stats_sprt_lower(const struct stats_sprt *sprt);
double stats_sprt_upper(const struct stats_sprt *sprt);

/* Generalised log-likelihood ratio of `counts[0..n-1]` outcomes, worth
 * 0, 1/(n-1), ... 1 points each. Never seen outcomes count 1/1000. */
double stats_llr(const uint64_t *counts, int n, double score0, double score1);

/* LLR of the pairs when there are any, else of the single games. */
double stats_sprt_llr(const struct stats_sprt *sprt, const struct stats_games *games,
                      const struct stats_pairs *pairs);
enum stats_verdict stats_sprt_verdict(const struct stats_sprt *sprt, double llr);

/* Pairs the test is expected to take when the true strength is `elo` and a pair
 * score (0..1) has the given variance (Wald's approximation, no overshoot). */
double stats_sprt_length(const struct stats_sprt *sprt, double elo, double variance);

#endif
