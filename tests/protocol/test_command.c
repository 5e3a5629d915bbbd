/* tests/protocol/test_command.c - the machine that runs a table of commands. */
#include <criterion/criterion.h>
#include <string.h>

#include "protocol/command.h"

/* What the last command was given. */
struct seen {
    const char *name;
    size_t n_args;
    char first[32], rest[64];
    bool has_failed;
};

static void copy(char *to, size_t size, struct word word)
{
    cr_assert(word.length < size);
    memcpy(to, word.text, word.length);
    to[word.length] = '\0';
}

static bool note(void *state, const struct command_call *call)
{
    struct seen *seen = state;
    seen->name = call->command->names[0];
    seen->n_args = call->n_args;
    copy(seen->first, sizeof seen->first, call->n_args ? call->args[0] : (struct word){"", 0});
    if (call->rest.length < sizeof seen->rest)
        copy(seen->rest, sizeof seen->rest, call->rest);
    return !seen->has_failed;
}

static const struct command game[] = {
    {{"new", "n"}, 0, 0, note, "", "start a game"},
    {{"play", "move", "p"}, 1, 2, note, "COLOR [MOVE]", "play a move"},
    COMMAND_END,
};
static const struct command other[] = {
    {{"threads", "n"}, 1, 1, note, "N", "how many threads"},
    {{"load"}, 1, COMMAND_ANY, note, "FILE", "load a game"},
    COMMAND_END,
};
static const struct command *const tables[] = {game, other, NULL};
static const struct command_set exact = {.tables = tables};
static const struct command_set any_case = {.tables = tables, .has_any_case = true};

static enum command_outcome run(const struct command_set *set, const char *line, struct seen *seen)
{
    const struct command *command;
    bool has_failed = seen->has_failed;
    *seen = (struct seen){.has_failed = has_failed};
    enum command_outcome outcome =
        command_run(set, (struct word){line, strlen(line)}, seen, &command);
    bool has_run = outcome == COMMAND_DONE || outcome == COMMAND_FAILED;
    cr_assert((seen->name != NULL) == has_run, "\"%s\": ran or not", line);
    cr_assert((command == NULL) == (outcome == COMMAND_EMPTY || outcome == COMMAND_UNKNOWN));
    return outcome;
}

Test(command, a_row_is_found_and_gets_its_arguments)
{
    struct seen seen = {0};
    cr_assert(run(&exact, "  play\tb   d3 ", &seen) == COMMAND_DONE);
    cr_assert_str_eq(seen.name, "play");
    cr_assert(seen.n_args == 2);
    cr_assert_str_eq(seen.first, "b");
    cr_assert_str_eq(seen.rest, "b   d3");
    cr_assert(run(&exact, "load a file with blanks ", &seen) == COMMAND_DONE);
    cr_assert_str_eq(seen.rest, "a file with blanks");
    seen.has_failed = true;
    cr_assert(run(&exact, "new", &seen) == COMMAND_FAILED);
}

Test(command, what_does_not_fit_is_not_run)
{
    struct seen seen = {0};
    cr_assert(run(&exact, " \t ", &seen) == COMMAND_EMPTY);
    cr_assert(run(&exact, "pla b d3", &seen) == COMMAND_UNKNOWN);
    cr_assert(run(&exact, "PLAY b d3", &seen) == COMMAND_UNKNOWN);
    cr_assert(run(&exact, "play", &seen) == COMMAND_TOO_FEW);
    cr_assert(run(&exact, "play b d3 c4", &seen) == COMMAND_TOO_MANY);
    cr_assert(run(&exact, "new game", &seen) == COMMAND_TOO_MANY);
}

Test(command, a_command_has_several_names)
{
    struct seen seen = {0};
    cr_assert(run(&exact, "p b", &seen) == COMMAND_DONE);
    cr_assert_str_eq(seen.name, "play");
    cr_assert(run(&any_case, "MoVe b", &seen) == COMMAND_DONE);
    cr_assert_str_eq(seen.name, "play");
}

/* Edax: "n" starts a game, "n 4" sets the threads. */
Test(command, the_number_of_arguments_tells_rows_of_one_name_apart)
{
    struct seen seen = {0};
    cr_assert(run(&exact, "n", &seen) == COMMAND_DONE);
    cr_assert_str_eq(seen.name, "new");
    cr_assert(run(&exact, "n 4", &seen) == COMMAND_DONE);
    cr_assert_str_eq(seen.name, "threads");
    cr_assert(run(&exact, "n 4 5", &seen) == COMMAND_TOO_MANY);
}

Test(command, more_words_than_have_room_are_in_the_rest)
{
    struct seen seen = {0};
    char line[3 * COMMAND_MAX_WORDS + 16] = "load";
    size_t length = 4;
    for (int i = 0; i < COMMAND_MAX_WORDS + 3; i++, length += 2)
        memcpy(line + length, " x", 3);
    cr_assert(run(&exact, line, &seen) == COMMAND_DONE);
    cr_assert(seen.n_args == COMMAND_MAX_WORDS - 1);
    memcpy(line, "play", 4);
    cr_assert(run(&exact, line, &seen) == COMMAND_TOO_MANY);
}

static bool check_rest(void *state, const struct command_call *call)
{
    char text[64];
    const char *const *rests = state;
    for (size_t n = 0; rests[n]; n++) {
        copy(text, sizeof text, command_rest(call, n));
        cr_assert_str_eq(text, rests[n], "after %zu arguments: \"%s\"", n, text);
    }
    return true;
}

Test(command, the_rest_after_some_arguments_stands_as_it_was)
{
    const struct command table[] = {{{"set"}, 0, COMMAND_ANY, check_rest, "", ""}, COMMAND_END};
    const struct command *const list[] = {table, NULL};
    const struct command_set set = {.tables = list};
    const struct command *command;
    const char *rests[] = {"game  (;GM[Othello] \t;)", "(;GM[Othello] \t;)", ";)", "", "", NULL};
    const char *text = " set  game  (;GM[Othello] \t;)  ";
    struct word line = {text, strlen(text)};
    cr_assert(command_run(&set, line, rests, &command) == COMMAND_DONE);
}

Test(command, a_number_out_of_range_is_told)
{
    struct strbuf why = {0};
    int64_t value = 7;
    cr_assert(command_read_int((struct word){"12", 2}, "the depth", 1, 60, &value, &why));
    cr_assert(value == 12 && why.length == 0);
    cr_assert(!command_read_int((struct word){"61", 2}, "the depth", 1, 60, &value, &why));
    cr_assert(value == 12);
    cr_assert_str_eq(why.data, "the depth must be a whole number from 1 to 60, not '61'");
    strbuf_free(&why);
}

Test(command, rows_are_listed_in_order)
{
    const char *names[] = {"new", "play", "threads", "load"};
    for (size_t i = 0; i < 4; i++)
        cr_assert_str_eq(command_row(&exact, i)->names[0], names[i]);
    cr_assert(command_row(&exact, 4) == NULL && command_row(&exact, 100) == NULL);
    struct strbuf text = {0};
    command_add_usage(&text, command_row(&exact, 0));
    command_add_usage(&text, command_row(&exact, 1));
    cr_assert_str_eq(text.data, "newplay COLOR [MOVE]");
    strbuf_free(&text);
}

Test(command, a_near_name_is_found)
{
    const struct {
        const char *word, *nearest;
    } rows[] = {{"plya", "play"}, {"thread", "threads"}, {"LOAD", "load"}, {"nwe", "new"},
                {"quit", NULL},   {"nnnn", NULL}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct word word = {rows[i].word, strlen(rows[i].word)};
        const char *found = command_nearest(&exact, word);
        cr_assert(rows[i].nearest ? found && strcmp(found, rows[i].nearest) == 0 : !found,
                  "%s: %s", rows[i].word, found ? found : "none");
    }
}
