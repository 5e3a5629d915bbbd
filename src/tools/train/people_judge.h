/* train/people_judge.h - how well a model and engines foretell moves that people played.
 *
 * Each player counts with PEOPLE_JUDGED_MOST moves of plies 9 to 60 at most. */
#ifndef TRAIN_PEOPLE_JUDGE_H
#define TRAIN_PEOPLE_JUDGE_H

#include "people/people.h"
#include "train/people_data.h"

enum { PEOPLE_JUDGED_MOST = 200 };

/* Prints tables by rating and by ply; `n_searched` positions are searched, too. False if out of
 * memory. */
bool people_judge(const struct people *people, struct people_samples *samples, int n_searched);

#endif
