/* protocol/command.c - implements command.h. */
#include "protocol/command.h"

#include "options/suggest.h"

const struct command *command_row(const struct command_set *set, size_t index)
{
    for (const struct command *const *table = set->tables; *table; table++)
        for (const struct command *row = *table; row->names[0]; row++)
            if (index-- == 0)
                return row;
    return NULL;
}

static bool is_called(const struct command_set *set, const struct command *row, struct word name)
{
    for (int i = 0; i < COMMAND_NAMES && row->names[i]; i++)
        if (set->has_any_case ? word_is_any_case(name, row->names[i]) : word_is(name, row->names[i]))
            return true;
    return false;
}

const struct command *command_look_up(const struct command_set *set, struct word name)
{
    const struct command *row;
    for (size_t i = 0; (row = command_row(set, i)) != NULL; i++)
        if (is_called(set, row, name))
            return row;
    return NULL;
}

static bool fits(const struct command *row, size_t n_args)
{
    return n_args >= row->min_args && n_args <= row->max_args;
}

/* The row with this name that takes so many arguments; if none does, the first with this name. */
static const struct command *look_up_fitting(const struct command_set *set, struct word name,
                                             size_t n_args)
{
    const struct command *row;
    for (size_t i = 0; (row = command_row(set, i)) != NULL; i++)
        if (fits(row, n_args) && is_called(set, row, name))
            return row;
    return command_look_up(set, name);
}

enum command_outcome command_run(const struct command_set *set, struct word line, void *state,
                                 const struct command **command)
{
    struct word words[COMMAND_MAX_WORDS];
    size_t n_words = word_split(line.text, line.length, words, COMMAND_MAX_WORDS);
    *command = NULL;
    if (n_words == 0)
        return COMMAND_EMPTY;
    size_t n_args = n_words - 1;
    const struct command *row = *command = look_up_fitting(set, words[0], n_args);
    if (!row)
        return COMMAND_UNKNOWN;
    if (!fits(row, n_args))
        return n_args < row->min_args ? COMMAND_TOO_FEW : COMMAND_TOO_MANY;
    size_t used = (size_t)(words[0].text + words[0].length - line.text);
    struct command_call call = {
        .command = row,
        .args = words + 1,
        .n_args = n_args < COMMAND_MAX_WORDS ? n_args : COMMAND_MAX_WORDS - 1,
        .rest = word_trim(line.text + used, line.length - used),
    };
    return row->run(state, &call) ? COMMAND_DONE : COMMAND_FAILED;
}

struct word command_rest(const struct command_call *call, size_t n)
{
    if (n == 0)
        return call->rest;
    if (n > call->n_args)
        return (struct word){call->rest.text + call->rest.length, 0};
    struct word last = call->args[n - 1];
    size_t used = (size_t)(last.text + last.length - call->rest.text);
    return word_trim(call->rest.text + used, call->rest.length - used);
}

bool command_read_int(struct word word, const char *what, int64_t min, int64_t max, int64_t *value,
                      struct strbuf *why)
{
    if (word_to_int(word, min, max, value))
        return true;
    strbuf_addf(why, "%s must be a whole number from %lld to %lld, not ", what, (long long)min,
                (long long)max);
    strbuf_add_quoted(why, word.text, word.length);
    return false;
}

const char *command_nearest(const struct command_set *set, struct word name)
{
    struct suggestion meant = {.word = name.text, .length = name.length};
    const struct command *row;
    for (size_t i = 0; (row = command_row(set, i)) != NULL; i++)
        suggest_offer(&meant, row->names[0]);
    return meant.best;
}

void command_add_usage(struct strbuf *text, const struct command *command)
{
    strbuf_addf(text, "%s%s%s", command->names[0], *command->usage ? " " : "", command->usage);
}
