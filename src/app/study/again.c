/* study/again.c - errors in the same position, or in one of its images (study.h). */
#include <stdlib.h>
#include <string.h>

#include "study/study.h"

struct error { ofl_board key; size_t at; };

static int compare_errors(const void *left, const void *right)
{
    const struct error *a = left, *b = right;
    const int order = memcmp(&a->key, &b->key, sizeof a->key);
    return order ? order : (a->at > b->at) - (a->at < b->at);
}

static int compare_agains(const void *left, const void *right)
{
    const struct study_again *a = left, *b = right;
    if (a->n != b->n)
        return a->n < b->n ? 1 : -1;
    if (a->given_cd != b->given_cd)
        return a->given_cd < b->given_cd ? 1 : -1;
    return (a->at[0] > b->at[0]) - (a->at[0] < b->at[0]);
}

static void find_runs(const struct study *study, const struct error *errors, size_t n,
                      struct study_agains *agains)
{
    for (size_t i = 0, k; i < n; i = k) {
        int64_t given_cd = 0;
        for (k = i; k < n && memcmp(&errors[k].key, &errors[i].key, sizeof errors->key) == 0; k++) {
            agains->order[k] = errors[k].at;
            given_cd += study->moves[errors[k].at].move.loss_cd;
        }
        if (k - i > 1)
            agains->list[agains->n++] = (struct study_again){&agains->order[i], k - i, given_cd};
    }
    qsort(agains->list, agains->n, sizeof *agains->list, compare_agains);
}

bool study_find_again(const struct study *study, struct study_agains *agains)
{
    struct error *errors = calloc(study->n_moves + 1, sizeof *errors);
    *agains = (struct study_agains){
        .list = calloc(study->n_moves / 2 + 1, sizeof *agains->list),
        .order = calloc(study->n_moves + 1, sizeof *agains->order)};
    const bool is_good = errors && agains->list && agains->order;
    size_t n = 0;
    for (size_t i = 0; is_good && i < study->n_moves; i++)
        if (study->moves[i].move.grade)
            errors[n++] = (struct error){ofl_canonical(study->moves[i].position.board, NULL), i};
    if (is_good) {
        qsort(errors, n, sizeof *errors, compare_errors);
        find_runs(study, errors, n, agains);
    } else {
        study_agains_free(agains);
    }
    free(errors);
    return is_good;
}

void study_agains_free(struct study_agains *agains)
{
    free(agains->list);
    free(agains->order);
    *agains = (struct study_agains){0};
}
