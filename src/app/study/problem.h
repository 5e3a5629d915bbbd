/* study/problem.h - a position as a problem: which moves are good, and how hard they are to find.
 *
 * A good move loses less than a disc (CARD_RIGHT_CD). How hard: the share of people who play
 * another one, by the model of people (docs/lab/people.md), the chance that strengths 1 to 20 do
 * (engine/weak.h), and the plies that a search needs. The difficulty is made of all three.
 *
 * Threads: as the engine. Errors: those of the engine.
 */
#ifndef STUDY_PROBLEM_H
#define STUDY_PROBLEM_H

#include "analysis/analysis_json.h"
#include "report/review.h"

enum { PROBLEM_RATINGS = 3, PROBLEM_PLIES = 12, PROBLEM_STRENGTHS = 20, PROBLEM_GRADES = 3 };

struct problem {
    struct analysis values;  /* of all moves */
    uint64_t good;
    int n_good;              /* moves that are the same by symmetry count once */
    int worse;               /* the best move that is not good, or OFL_NO_MOVE */
    int lead_cd;             /* what it loses */
    double miss[PROBLEM_RATINGS]; /* shares by problem_ratings; -1: there is no model */
    double strengths[PROBLEM_STRENGTHS]; /* the chance that 1 to 20 miss */
    int plies;               /* from this depth on a search finds it; 0: it needs more */
    double difficulty;       /* 0 to 1 */
    int grade;               /* of problem_grades */
};

extern const int problem_ratings[PROBLEM_RATINGS];
extern const char *const problem_grades[PROBLEM_GRADES]; /* easy, middle, hard */

/* The values of all moves, exact where the settings say so. */
int problem_values(ofl_engine *engine, const struct review_settings *settings,
                   ofl_position position, struct analysis *values);

/* Judges a position by its values; then says how hard it is. `last`: the square just played. */
void problem_judge(struct problem *problem);
int problem_measure(struct problem *problem, ofl_engine *engine, int last);

/* The mean of problem->strengths. */
double problem_strengths(const struct problem *problem);

/* "problem" (share/schema), without where it comes from. */
json_t *problem_to_json(const struct problem *problem);

#endif
