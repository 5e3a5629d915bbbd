/* protocol/edax/edax_state.c - implements edax_state.h but for what the game and the search do. */
#include "protocol/edax/edax_state.h"

#include "base/visible.h"

bool edax_fail(struct edax *edax, const char *format, ...)
{
    char line[VISIBLE_LINE];
    va_list list;
    va_start(list, format);
    visible_format(line, sizeof line, format, list);
    va_end(list);
    edax_warn(&edax->options->warnings, "%s", line);
    return false;
}

bool edax_read_int(struct edax *edax, const struct command_call *call, const char *what, int min,
                   int max, int fallback, int *value)
{
    int64_t number;
    *value = fallback;
    if (!call->n_args)
        return true;
    const struct word word = call->args[0];
    if (!word_to_int(word, INT64_MIN / 4, INT64_MAX / 4, &number))
        return edax_fail(edax, "%s: expected a whole number, not %s", call->command->names[0],
                         visible_word(word.text, word.length).text);
    *value = number < min ? min : number > max ? max : (int)number;
    if (number != *value)
        edax_fail(edax, "%s = %lldis out of range. Set to %d", what, (long long)number, *value);
    return true;
}

bool edax_may_use_files(struct edax *edax)
{
    return edax->options->allow_files ||
           edax_fail(edax, "files need -allow-files when the engine is started");
}
