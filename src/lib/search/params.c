/* search/params.c - the table of numbers as data: for tuners and tests (params.h). */
#include "search/params.h"

#include <string.h>

#include "base/number.h"
#include "base/visible.h"

#ifdef TUNE

#define PARAM(name, value, least, most, unit) int name = value;
#define TABLE(name, size, least, most, unit, ...) int name[size] = {__VA_ARGS__};
#include "search/params.def"
int SELECTIVITY_DEVIATIONS[N_SELECTIVITIES] = {
#define LEVEL(percent, deviations, pass_empties) deviations,
#include "search/params.def"
};
int SELECTIVITY_PASS_EMPTIES[N_SELECTIVITIES] = {
#define LEVEL(percent, deviations, pass_empties) pass_empties,
#include "search/params.def"
};
#define IN_FORCE(variable) (variable)

#else
#define IN_FORCE(variable) NULL
#endif

static const struct param params[] = {
    {"SELECTIVITY_DEVIATIONS", "1/256 deviation", N_SELECTIVITIES, 0, 4096,
     (const int[]){
#define LEVEL(percent, deviations, pass_empties) deviations,
#include "search/params.def"
     }, IN_FORCE(SELECTIVITY_DEVIATIONS)},
    {"SELECTIVITY_PASS_EMPTIES", "empties", N_SELECTIVITIES, 0, 65,
     (const int[]){
#define LEVEL(percent, deviations, pass_empties) pass_empties,
#include "search/params.def"
     }, IN_FORCE(SELECTIVITY_PASS_EMPTIES)},
#define PARAM(name, value, least, most, unit) \
    {#name, unit, 1, least, most, (const int[]){value}, IN_FORCE(&name)},
#define TABLE(name, size, least, most, unit, ...) \
    {#name, unit, size, least, most, (const int[size]){__VA_ARGS__}, IN_FORCE(name)},
#define FIXED(name, value, unit) {#name, unit, 1, value, value, (const int[]){value}, NULL},
#include "search/params.def"
};

enum { N_PARAMS = sizeof params / sizeof *params };

const struct param *param_at(size_t index) { return index < N_PARAMS ? &params[index] : NULL; }

int param_value(const struct param *param, int index)
{
    return param->in_force ? param->in_force[index] : param->values[index];
}

static const char separators[] = " ,";

/* One number of the table. */
struct place {
    const struct param *param;
    int index, value;
};

/* The row whose name is the first `length` bytes of `text`. */
static const struct param *find(const char *text, size_t length)
{
    for (size_t i = 0; i < N_PARAMS; i++)
        if (strlen(params[i].name) == length && memcmp(params[i].name, text, length) == 0)
            return &params[i];
    return NULL;
}

/* Reads "NAME=VALUE" or "NAME[2]=VALUE", of `length` bytes. */
static bool read_setting(const char *text, size_t length, struct place *place,
                         struct reason *reason)
{
    const char *equals = memchr(text, '=', length);
    if (!equals)
        return reason_set(reason, "expected NAME=VALUE, found %s", visible_word(text, length).text);
    size_t name_length = strcspn(text, "[=");
    const struct param *param = find(text, name_length);
    if (!param)
        return reason_set(reason, "there is no number %s in the table of the search",
                          visible_word(text, name_length).text);
    int64_t index = 0, value;
    const char *bracket = text + name_length;
    if (*bracket == '[' &&
        (equals < bracket + 2 || equals[-1] != ']' ||
         !number_read_int(bracket + 1, (size_t)(equals - bracket) - 2, 0, param->n_values - 1,
                          &index, reason)))
        return reason_set(reason, "%s: expected an index from [0] to [%d], found %s", param->name,
                          param->n_values - 1,
                          visible_word(bracket, (size_t)(equals - bracket)).text);
    if (*bracket != '[' && param->n_values > 1)
        return reason_set(reason, "%s is a table: expected %s[0] to %s[%d]", param->name,
                          param->name, param->name, param->n_values - 1);
    if (!number_read_int(equals + 1, length - (size_t)(equals + 1 - text), param->least,
                         param->most, &value, reason))
        return reason_put_before(reason, "%s: ", param->name);
    if (!param->in_force)
        return reason_set(reason, "%s is a constant of this build (see -Dtune=true)", param->name);
    *place = (struct place){param, (int)index, (int)value};
    return true;
}

bool param_set(const char *settings, struct reason *reason)
{
    for (int is_second_pass = 0; is_second_pass < 2; is_second_pass++)
        for (const char *at = settings; *(at += strspn(at, separators));) {
            const size_t length = strcspn(at, separators);
            struct place place = {0};
            if (!read_setting(at, length, &place, reason))
                return false;
            if (is_second_pass)
                place.param->in_force[place.index] = place.value;
            at += length;
        }
    return true;
}
