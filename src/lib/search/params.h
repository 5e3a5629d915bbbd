/* search/params.h - the numbers of the search by name; their values and reasons: params.def.
 *
 * In a usual build each number is a constant and costs nothing. In a build with -Dtune=true the
 * PARAM and TABLE rows are variables of the process, set before its first search.
 * Included by hot sources: it defines no function.
 *
 * Threads: the variables are read by all; nothing else may run while param_set() does. */
#ifndef SEARCH_PARAMS_H
#define SEARCH_PARAMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/reason.h"

/* Levels of selectivity by their confidence: SELECTIVITY_73 = 0, the boldest, SELECTIVITY_87 ... */
enum {
#define LEVEL(percent, deviations, pass_empties) SELECTIVITY_##percent,
#include "search/params.def"
    N_SELECTIVITIES,
    SELECTIVITY_NONE = N_SELECTIVITIES - 1 /* no selective pruning: an exact search */
};

/* The confidence of each level, in percent. */
static const int8_t SELECTIVITY_PERCENT[N_SELECTIVITIES] = {
#define LEVEL(percent, deviations, pass_empties) percent,
#include "search/params.def"
};

/* "|73|87 ...": the same as texts, each after a bar. SELECTIVITY_CHOICES is without the first. */
static const char SELECTIVITY_BARRED[] =
#define LEVEL(percent, deviations, pass_empties) "|" #percent
#include "search/params.def"
    ;
#define SELECTIVITY_CHOICES (SELECTIVITY_BARRED + 1)

/* The level of play and of labels when nothing is asked for. */
#define SELECTIVITY_DEFAULT "87"

#ifdef TUNE

enum {
#define FIXED(name, value, unit) name = value,
#include "search/params.def"
};
#define PARAM(name, value, least, most, unit) extern int name;
#define TABLE(name, size, least, most, unit, ...) extern int name[size];
#include "search/params.def"
extern int SELECTIVITY_DEVIATIONS[N_SELECTIVITIES], SELECTIVITY_PASS_EMPTIES[N_SELECTIVITIES];

#else

enum {
#define FIXED(name, value, unit) name = value,
#define PARAM(name, value, least, most, unit) name = value,
#include "search/params.def"
};
#define TABLE(name, size, least, most, unit, ...) static const int16_t name[size] = {__VA_ARGS__};
#include "search/params.def"
static const int16_t SELECTIVITY_DEVIATIONS[N_SELECTIVITIES] = {
#define LEVEL(percent, deviations, pass_empties) deviations,
#include "search/params.def"
};
static const int16_t SELECTIVITY_PASS_EMPTIES[N_SELECTIVITIES] = {
#define LEVEL(percent, deviations, pass_empties) pass_empties,
#include "search/params.def"
};

#endif

/* A row of the table, for tuners and tests. */
struct param {
    const char *name, *unit;
    int n_values;        /* 1, or the size of a table */
    int least, most;     /* what param_set() takes */
    const int *values;   /* as they stand in params.def */
    int *in_force;       /* the variables; NULL where they are constants */
};

/* By index; NULL past the last. */
const struct param *param_at(size_t index);

/* The value in force. */
int param_value(const struct param *param, int index);

/* Sets numbers: "NAME=VALUE" or, in a table, "NAME[2]=VALUE" (the first is [0]), with blanks or
 * commas between several. False with a reason, and nothing is set, if one of them is not there, out
 * of its range, or a constant of this build. */
bool param_set(const char *settings, struct reason *reason);

#endif
