/* The table of the numbers of the search: every row can be found, and stands in its own range. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "search/params.h"

static const struct param *find(const char *name)
{
    for (size_t i = 0; param_at(i); i++)
        if (strcmp(param_at(i)->name, name) == 0)
            return param_at(i);
    return NULL;
}

Test(params, rows_have_names_of_their_own_and_values_in_their_range)
{
    size_t n = 0;
    for (const struct param *param; (param = param_at(n)) != NULL; n++) {
        cr_expect_eq(find(param->name), param, "%s stands twice", param->name);
        cr_expect_gt(strlen(param->unit), 0, "%s", param->name);
        cr_expect_geq(param->n_values, 1, "%s", param->name);
        cr_expect_leq(param->least, param->most, "%s", param->name);
        for (int i = 0; i < param->n_values; i++) {
            cr_expect(param->values[i] >= param->least && param->values[i] <= param->most,
                      "%s[%d] = %d is not in %d..%d", param->name, i, param->values[i],
                      param->least, param->most);
            cr_expect_eq(param_value(param, i), param->values[i], "%s[%d]", param->name, i);
        }
    }
    cr_expect_gt(n, 50);
}

Test(params, levels_of_selectivity_are_one_list)
{
    char choices[64] = "";
    for (int i = 0; i < N_SELECTIVITIES; i++)
        snprintf(choices + strlen(choices), sizeof choices - strlen(choices), "%s%d",
                 i ? "|" : "", SELECTIVITY_PERCENT[i]);
    cr_expect_str_eq(SELECTIVITY_CHOICES, choices);
    cr_expect_eq(SELECTIVITY_PERCENT[SELECTIVITY_NONE], 100);
    cr_expect_eq(SELECTIVITY_PERCENT[SELECTIVITY_87], 87);
    cr_expect_not_null(strstr(choices, SELECTIVITY_DEFAULT));
    for (int i = 1; i < SELECTIVITY_NONE; i++)
        cr_expect_gt(SELECTIVITY_DEVIATIONS[i], SELECTIVITY_DEVIATIONS[i - 1]);
}

Test(params, settings_that_cannot_be_taken_are_refused_with_a_reason)
{
    static const struct { const char *settings, *reason; } cases[] = {
        {"ROOT_WINDOW", "NAME=VALUE"},
        {"=5", "there is no number ''"},
        {"ROOT=5", "there is no number 'ROOT'"},
        {"root_window=5", "there is no number"},
        {"ROOT_WINDOW=", "ROOT_WINDOW: expected"},
        {"ROOT_WINDOW=0", "ROOT_WINDOW: expected"},
        {"ROOT_WINDOW=8193", "ROOT_WINDOW: expected"},
        {"ROOT_WINDOW=5x", "ROOT_WINDOW: expected"},
        {"ROOT_WINDOW[1]=5", "from [0] to [0]"},
        {"MOVE_WEIGHT=5", "is a table"},
        {"MOVE_WEIGHT[17]=5", "from [0] to [16]"},
        {"MOVE_WEIGHT[]=5", "from [0] to [16]"},
        {"MOVE_WEIGHT[=5", "from [0] to [16]"},
        {"MOVE_WEIGHT[1=5", "from [0] to [16]"},
        {"MOVE_WEIGHT[1]5=5", "from [0] to [16]"},
        {"ROOT\x1B[2J=5", "'ROOT?'"},
        {"R\x1B]0;=5", "'R?]0;'"},
        {"MAX_HEIGHT=128", "is a constant"},
        {"MAX_HEIGHT=129", "MAX_HEIGHT: expected"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct reason reason = {.text = ""};
        cr_expect(!param_set(cases[i].settings, &reason), "%s", cases[i].settings);
        cr_expect(strstr(reason.text, cases[i].reason), "%s: %s", cases[i].settings, reason.text);
    }
    struct reason reason;
    cr_expect(param_set("", &reason));
    cr_expect(param_set(" , ", &reason));
}

Test(params, a_tuner_sets_them_by_name_all_or_none)
{
    const struct param *window = find("ROOT_WINDOW"), *weight = find("MOVE_WEIGHT");
    struct reason reason = {.text = ""};
#ifdef TUNE
    cr_assert(param_set("ROOT_WINDOW=300, MOVE_WEIGHT[16]=21,SELECTIVITY_DEVIATIONS[0]=280",
                        &reason),
              "%s", reason.text);
    cr_expect_eq(ROOT_WINDOW, 300);
    cr_expect_eq(param_value(weight, 16), 21);
    cr_expect_eq(SELECTIVITY_DEVIATIONS[0], 280);
    cr_expect(!param_set("ROOT_WINDOW=301 MOVE_WEIGHT[16]=0", &reason));
    cr_expect_eq(param_value(window, 0), 300);
    cr_expect_eq(param_value(weight, 16), 21);
#else
    cr_expect(!param_set("ROOT_WINDOW=384", &reason));
    cr_expect(strstr(reason.text, "constant of this build"), "%s", reason.text);
    cr_expect_null(window->in_force);
    cr_expect_null(weight->in_force);
#endif
}
