/* protocol/command.h - the machine that runs a protocol's table of commands.
 *
 * A protocol has one or more tables. A row says what a command is called, how many arguments it
 * takes, which function runs it, and what its help is. The machine cuts a line into words, finds
 * the row, counts the arguments and runs the function. It also lists the rows and finds a name
 * that is close to an unknown one. It prints nothing: each protocol words its own answers, and
 * some ignore what they do not know.
 *
 * Whatever is special in a line comes off before (the id of GTP) or is tried after COMMAND_UNKNOWN
 * (moves that are typed as they are).
 *
 * Threads: functions touch only their arguments.
 */
#ifndef PROTOCOL_COMMAND_H
#define PROTOCOL_COMMAND_H

#include <outflank/board.h>

#include "base/strbuf.h"
#include "protocol/word.h"

enum {
    COMMAND_MAX_WORDS = 2 * OFL_MAX_PLIES + 8, /* play_sequence with a whole game */
    COMMAND_NAMES = 4
};
#define COMMAND_ANY SIZE_MAX /* as max_args: any number of arguments */

/* One command that was given. */
struct command_call {
    const struct command *command;
    const struct word *args; /* words after the name */
    size_t n_args;           /* at most COMMAND_MAX_WORDS - 1; `rest` has all of them */
    struct word rest;        /* the arguments as they stand in the line */
};

/* One row. Two rows may share a name if they take different numbers of arguments. */
struct command {
    const char *names[COMMAND_NAMES]; /* [0] is the one that lists and help show */
    size_t min_args, max_args; /* in words */
    /* `state` is the protocol's own. False if the command failed and said so. */
    bool (*run)(void *state, const struct command_call *call);
    const char *usage; /* the arguments, or "" */
    const char *help;  /* one sentence without a full stop */
};

#define COMMAND_END {.names = {NULL}} /* the last row of a table */

/* The commands of a protocol. */
struct command_set {
    const struct command *const *tables; /* the list ends with NULL, each table with COMMAND_END */
    bool has_any_case;                   /* names: A = a */
    const char *const *titles;           /* of the tables, for people; or NULL */
};

enum command_outcome {
    COMMAND_DONE,
    COMMAND_FAILED,  /* the command ran and returned false */
    COMMAND_EMPTY,   /* the line has no word */
    COMMAND_UNKNOWN, /* no row has this name */
    COMMAND_TOO_FEW, /* arguments */
    COMMAND_TOO_MANY
};

/* Runs the command in `line`. Nothing runs if the outcome is neither DONE nor FAILED. *command is
 * the row that was found, or NULL. */
enum command_outcome command_run(const struct command_set *set, struct word line, void *state,
                                 const struct command **command);

/* The arguments after the first `n`, as they stand in the line. */
struct word command_rest(const struct command_call *call, size_t n);

/* Reads an argument. On failure adds "WHAT must be a whole number from MIN to MAX, not 'x'" to
 * `why` and returns false. */
bool command_read_int(struct word word, const char *what, int64_t min, int64_t max, int64_t *value,
                      struct strbuf *why);

/* The first row with this name, any of its names; or NULL. */
const struct command *command_look_up(const struct command_set *set, struct word name);

/* Row `index` of all tables together; NULL past the last. */
const struct command *command_row(const struct command_set *set, size_t index);

/* The name that was probably meant, or NULL if none is close. */
const char *command_nearest(const struct command_set *set, struct word name);

/* Adds the name and its arguments: "undo [N]". */
void command_add_usage(struct strbuf *text, const struct command *command);

#endif
