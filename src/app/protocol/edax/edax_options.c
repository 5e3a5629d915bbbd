/* protocol/edax/edax_options.c - implements edax_options.h. */
#include "protocol/edax/edax_options.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/visible.h"
#include "protocol/optlist.h"

enum { MIN_TIME_MS = 10, SHORT_TIME_MS = 1000, ENTRY_BYTES = 16 };

void edax_warn(struct strbuf *text, const char *format, ...)
{
    char line[VISIBLE_LINE];
    va_list list;
    va_start(list, format);
    strbuf_addf(text, "\nWARNING: %s\n", visible_format(line, sizeof line, format, list));
    va_end(list);
}

void edax_say_version(void)
{
    fprintf(stderr, "Edax version 4.6 (its dialect, spoken by Outflank %s)\n", ofl_version());
}

/* ---- whole numbers ---- */

static int count_cores(void)
{
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > INT_MAX ? INT_MAX : (int)n;
}

struct number_row {
    const char *name;
    int min, max;
    size_t offset;
    unsigned news;
};

#define NUMBER(NAME, MIN, MAX, FIELD, NEWS) \
    {NAME, MIN, MAX, offsetof(struct edax_options, FIELD), NEWS}

static const struct number_row number_rows[] = {
    NUMBER("verbose", 0, 4, verbosity, 0),
    NUMBER("level", 0, 60, level, EDAX_NEW_LEVEL),
    NUMBER("depth", 1, 60, depth, EDAX_NEW_LEVEL),
    NUMBER("selectivity", 0, 5, selectivity, 0),
    NUMBER("hash-table-size", 10, 32, hash_bits, EDAX_NEW_HASH),
    NUMBER("n-tasks", 1, 0, threads, EDAX_NEW_THREADS), /* up to the processors there are */
    NUMBER("mode", 0, 3, mode, 0),
    NUMBER("noise", 0, 60, noise, 0),
    NUMBER("width", 3, 250, width, 0),
    NUMBER("strength", 0, 20, strength, EDAX_NEW_STRENGTH),
    NUMBER("seed", 0, INT_MAX, seed, EDAX_NEW_SEED),
    NUMBER("book-randomness", 0, 64, randomness, EDAX_NEW_VARIETY),
    NUMBER("repeat", 0, INT_MAX, repeat, 0),
};

static const struct number_row *number_row_of(const char *name)
{
    size_t i = 0;
    while (strcmp(number_rows[i].name, name) != 0)
        i++;
    return &number_rows[i];
}

static bool not_read(struct edax_options *options, const struct command_call *call,
                     const char *expected)
{
    edax_warn(&options->warnings, "%s: expected %s, not %s", call->command->names[0], expected,
              visible_word(call->rest.text, call->rest.length).text);
    return false;
}

static bool set_number(void *state, const struct command_call *call)
{
    struct edax_options *options = state;
    const struct number_row *row = number_row_of(call->command->names[0]);
    const int max = row->max ? row->max : count_cores();
    const struct word word = call->args[0];
    int64_t value;
    if (!word_to_int(word, INT64_MIN / 4, INT64_MAX / 4, &value))
        return not_read(options, call, "a whole number");
    if (value < row->min || value > max) {
        const int bent = value < row->min ? row->min : max;
        if (row->max) /* more threads than processors are asked for as a matter of course */
            edax_warn(&options->warnings, "%s = %.*sis out of range. Set to %d", row->name,
                  (int)(word.length < 32 ? word.length : 32), word.text, bent);
        value = bent;
    }
    *(int *)((char *)options + row->offset) = (int)value;
    options->news |= row->news;
    if (row->news & EDAX_NEW_LEVEL) {
        options->game_ms = options->move_ms = 0;
        options->news |= EDAX_NEW_TIME;
    }
    return true;
}

/* ---- on and off ---- */

struct switch_row {
    const char *name;
    size_t offset;
    unsigned news;
};

#define SWITCH(NAME, FIELD, NEWS) {NAME, offsetof(struct edax_options, FIELD), NEWS}

static const struct switch_row switch_rows[] = {
    SWITCH("ponder", ponders, EDAX_NEW_PONDER),
    SWITCH("book-usage", has_book, EDAX_NEW_BOOK),
    SWITCH("auto-start", starts_again, 0),
    SWITCH("auto-store", stores, 0),
    SWITCH("auto-swap", swaps, 0),
    SWITCH("auto-quit", quits, 0),
    {NULL, 0, 0},
};

static bool set_switch(void *state, const struct command_call *call)
{
    static const char *const words[] = {"off", "on", "false", "true", "no", "yes", "0", "1"};
    struct edax_options *options = state;
    for (int i = 0; i < (int)(sizeof words / sizeof *words); i++) {
        if (!word_is_any_case(call->args[0], words[i]))
            continue;
        const struct switch_row *row = switch_rows;
        while (strcmp(row->name, call->command->names[0]) != 0)
            row++;
        *(bool *)((char *)options + row->offset) = i & 1;
        options->news |= row->news;
        return true;
    }
    return not_read(options, call, "on or off");
}

/* ---- times ---- */

/* Seconds, or parts with ':' between: [[days:]hours:]minutes:seconds, decimals in the last. */
static bool read_time(struct word word, int64_t *time_ms)
{
    static const int64_t most[] = {60, 60, 24, 100000}; /* of a unit in the next */
    enum { N_UNITS = sizeof most / sizeof *most };
    static const int64_t unit_ms[N_UNITS] = {1000, 60000, 3600000, 86400000};
    int64_t sum_ms = 0;
    size_t end = word.length;
    for (int i = 0; i < N_UNITS; i++) {
        size_t start = end;
        while (start > 0 && word.text[start - 1] != ':')
            start--;
        const struct word part = {word.text + start, end - start};
        const bool is_first = start == 0;
        int64_t value;
        const int decimals = i == 0 ? 3 : 0;
        const int64_t unit = i == 0 ? 1 : unit_ms[i];
        const int64_t limit = is_first ? INT64_C(1000000000) : i == 0 ? 59999 : most[i] - 1;
        if (!word_to_decimal(part, decimals, 0, limit, &value))
            return false;
        sum_ms += value * unit;
        if (is_first) {
            *time_ms = sum_ms;
            return true;
        }
        end = start - 1;
    }
    return false;
}

static bool set_time(void *state, const struct command_call *call)
{
    struct edax_options *options = state;
    const bool is_game = strcmp(call->command->names[0], "game-time") == 0;
    int64_t time_ms;
    if (!read_time(call->args[0], &time_ms))
        return not_read(options, call, "a time (1.5, 5:00, 1:00:00)");
    if (time_ms < MIN_TIME_MS) { /* Edax calls all below a second so */
        edax_warn(&options->warnings, "%s = %.*sis out of range. Set to 1 second",
                  call->command->names[0],
                  (int)(call->args[0].length < 32 ? call->args[0].length : 32), call->args[0].text);
        time_ms = SHORT_TIME_MS;
    }
    options->game_ms = is_game ? time_ms : 0;
    options->move_ms = is_game ? 0 : time_ms;
    options->news |= EDAX_NEW_TIME;
    return true;
}

/* ---- the rest ---- */

static bool set_quiet(void *state, const struct command_call *call)
{
    ((struct edax_options *)state)->verbosity = strcmp(call->command->names[0], "vv") ? 0 : 2;
    return true;
}

static bool set_book_file(struct edax_options *options, struct word name)
{
    if (name.length >= sizeof options->book_file || memchr(name.text, '\0', name.length) ||
        (options->is_serving && !options->allow_files)) {
        edax_warn(&options->warnings, "book-file: %s", options->is_serving && !options->allow_files
                  ? "files need -allow-files" : "the name is too long");
        return false;
    }
    memcpy(options->book_file, name.text, name.length);
    options->book_file[name.length] = '\0';
    options->news |= EDAX_NEW_BOOK;
    return true;
}

static bool set_text(void *state, const struct command_call *call)
{
    struct edax_options *options = state;
    const char *name = call->command->names[0];
    if (strcmp(name, "solve") == 0)
        options->solve = call->rest;
    else if (strcmp(name, "log") == 0)
        options->log_file = call->rest;
    else if (strcmp(name, "book-file") == 0)
        return set_book_file(options, call->rest);
    return true;
}

static bool set_no_mode(void *state, const struct command_call *call)
{
    ((struct edax_options *)state)->mode = EDAX_MODE_NONE;
    return true;
}

static bool ignore(void *state, const struct command_call *call)
{
    return true;
}

static bool set_protocol(void *state, const struct command_call *call)
{
    const char *name = call->command->names[0];
    ((struct edax_options *)state)->protocol = strcmp(name, "gtp") == 0      ? PROTOCOL_GTP
                                               : strcmp(name, "nboard") == 0 ? PROTOCOL_NBOARD
                                               : strcmp(name, "cassio") == 0 ? PROTOCOL_CASSIO
                                                                             : PROTOCOL_EDAX;
    return true;
}

static bool set_flag(void *state, const struct command_call *call)
{
    struct edax_options *options = state;
    const char *name = call->command->names[0];
    options->allow_files |= strcmp(name, "allow-files") == 0;
    options->wants_version |= strcmp(name, "version") == 0;
    options->wants_help |= strcmp(name, "help") == 0;
    options->has_all_results |= strcmp(name, "all-results") == 0;
    return true;
}

/* ---- rows ---- */

static const struct command line_rows[] = {
    {{"verbose"}, 1, COMMAND_ANY, set_number, "N",
     "0: only answers; 1: board, one row a search; 2: all rows"},
    {{"level", "l"}, 1, COMMAND_ANY, set_number, "N", "level of play, 0 to 60 (21)"},
    {{"game-time", "t"}, 1, COMMAND_ANY, set_time, "TIME", "time of a game for one side"},
    {{"move-time"}, 1, COMMAND_ANY, set_time, "TIME", "time of a move"},
    {{"n-tasks", "n"}, 1, COMMAND_ANY, set_number, "N", "threads (all processors)"},
    {{"hash-table-size", "h"}, 1, COMMAND_ANY, set_number, "BITS", "log2 of the table's entries"},
    {{"mode", "m"}, 1, COMMAND_ANY, set_number, "N",
     "the engine plays White (0), Black (1), both (2), none (3)"},
    {{"ponder"}, 1, COMMAND_ANY, set_switch, "BOOL", "think in the opponent's time, in modes 0, 1"},
    {{"book-usage"}, 1, COMMAND_ANY, set_switch, "BOOL", "play from the book"},
    {{"book-file"}, 1, COMMAND_ANY, set_text, "FILE", "a book of Outflank; others are ignored"},
    {{"book-randomness"}, 1, COMMAND_ANY, set_number, "N", "discs that book moves may lose"},
    {{"strength"}, 1, COMMAND_ANY, set_number, "N",
     "of Outflank: 1 to 20, 20 is full play; 0: the level says"},
    {{"seed"}, 1, COMMAND_ANY, set_number, "N", "of moves chosen by chance; 0: a fresh one"},
    {{"depth", "d"}, 1, COMMAND_ANY, set_number, "N", "plies, for -solve"},
    {{"selectivity"}, 1, COMMAND_ANY, set_number, "N", "0 to 5; only read"},
    {{"noise"}, 1, COMMAND_ANY, set_number, "N", "leave out rows below this depth"},
    {{"width"}, 1, COMMAND_ANY, set_number, "N", "characters in a row (80)"},
    {{"auto-start"}, 1, COMMAND_ANY, set_switch, "BOOL", "a new game after each"},
    {{"auto-store"}, 1, COMMAND_ANY, set_switch, "BOOL", "a working book learns each game"},
    {{"auto-swap"}, 1, COMMAND_ANY, set_switch, "BOOL", "change sides after each game"},
    {{"auto-quit"}, 1, COMMAND_ANY, set_switch, "BOOL", "leave after a game"},
    {{"repeat"}, 1, COMMAND_ANY, set_number, "N", "games of a series"},
    COMMAND_END,
};

static const struct command start_rows[] = {
    {{"q"}, 0, 0, set_quiet, "", "as -verbose 0"},
    {{"vv"}, 0, 0, set_quiet, "", "as -verbose 2"},
    {{"solve"}, 1, COMMAND_ANY, set_text, "FILE", "solve the positions of an OBF file, and leave"},
    {{"edax"}, 0, 0, set_protocol, "", "this dialect (the default)"},
    {{"gtp"}, 0, 0, set_protocol, "", "speak GTP"},
    {{"nboard"}, 0, 0, set_protocol, "", "speak NBoard"},
    {{"cassio"}, 0, 0, set_protocol, "", "speak Cassio's protocol"},
    {{"all-results"}, 0, 0, set_flag, "", "Cassio: a result line for each iteration"},
    {{"allow-files"}, 0, 0, set_flag, "", "let commands read and write files"},
    {{"log"}, 1, COMMAND_ANY, set_text, "FILE", "write the session into a file"},
    {{"cpu"}, 0, 0, ignore, "", "ignored; OUTFLANK_CPU names a CPU level"},
    {{"version", "v"}, 0, 0, set_flag, "", "the version, on stderr"},
    {{"help", "?"}, 0, 0, set_flag, "", "these options"},
    COMMAND_END,
};

/* Without a meaning here; and a mode without its number. */
static const struct command ignored_values[] = {
    {{"mode", "m"}, 0, 0, set_no_mode, "", ""},
    {{"eval-file", "option-file", "o"}, 1, COMMAND_ANY, ignore, "", ""},
    {{"game-file", "search-log-file", "ui-log-file", "ggs-log-file"}, 1, COMMAND_ANY, ignore, "", ""},
    {{"alpha", "beta", "all-best", "speed"}, 1, COMMAND_ANY, ignore, "", ""},
    {{"nps", "name", "echo", "probcut-d"}, 1, COMMAND_ANY, ignore, "", ""},
    {{"pv-debug", "pv-check", "pv-guess"}, 1, COMMAND_ANY, ignore, "", ""},
    {{"inc-pvnode-sort-depth", "inc-cutnode-sort-depth", "inc-allnode-sort-depth"}, 1, COMMAND_ANY,
     ignore, "", ""},
    COMMAND_END,
};

static const struct command ignored_flags[] = {
    {{"info", "debug-cassio", "follow-cassio"}, 0, 0, ignore, "", ""},
    COMMAND_END,
};

static const struct command *const line_tables[] = {line_rows, ignored_values, NULL};
const struct command_set edax_line_options = {.tables = line_tables, .has_any_case = true};

static const struct command *const start_tables[] = {line_rows, start_rows, ignored_values,
                                                     ignored_flags, NULL};
static const struct command_set start_options = {.tables = start_tables};

static const struct command *const shown_tables[] = {line_rows, start_rows, NULL};

const struct command *edax_option_at(size_t index)
{
    return command_row(&(struct command_set){.tables = shown_tables}, index);
}

void edax_options_init(struct edax_options *options)
{
    *options = (struct edax_options){.verbosity = 1, .level = 21, .depth = -1, .selectivity = -1,
                                     .mode = EDAX_MODE_NONE, .width = 80, .hash_bits = 22,
                                     .threads = count_cores(), .has_book = true, .ponders = true,
                                     .protocol = PROTOCOL_EDAX};
    options->news = EDAX_NEW_LEVEL | EDAX_NEW_HASH | EDAX_NEW_PONDER | EDAX_NEW_BOOK |
                    EDAX_NEW_VARIETY | EDAX_NEW_TIME | EDAX_NEW_THREADS;
}

void edax_options_free(struct edax_options *options) { strbuf_free(&options->warnings); }

/* ---- the command line ---- */

/* The name behind the dashes. */
static struct word name_of(const char *text)
{
    text += strspn(text, "-");
    return (struct word){text, strlen(text)};
}

/* The row of words[0], with its value in *value if it takes one. NULL with the reason. */
static const struct command *find_option(int n_words, char *const *words, struct word *value,
                                         struct reason *reason)
{
    const struct word name = name_of(words[0]);
    const struct command *row = words[0][0] == '-' ? command_look_up(&start_options, name) : NULL;
    if (!row) {
        const char *nearest = command_nearest(&start_options, name);
        reason_set(reason, "%s is no option of the Edax dialect%s%s%s",
                   visible_word(words[0], strlen(words[0])).text, nearest ? "; did you mean -" : "",
                   nearest ? nearest : "", nearest ? "?" : "");
        return NULL;
    }
    if (row->min_args == 0)
        return row;
    if (n_words < 2) {
        reason_set(reason, "-%s needs a value", row->names[0]);
        return NULL;
    }
    *value = (struct word){words[1], strlen(words[1])};
    return row;
}

bool edax_options_read(struct edax_options *options, int n_words, char *const *words,
                       struct reason *reason)
{
    for (int i = 0; i < n_words; i++) {
        struct word value = {"", 0};
        const struct command *row = find_option(n_words - i, words + i, &value, reason);
        if (!row)
            return false;
        const struct command_call call = {.command = row, .args = &value,
                                          .n_args = row->min_args, .rest = value};
        row->run(options, &call);
        i += (int)row->min_args;
    }
    return true;
}

/* Options that Outflank itself has in this spelling do not tell. */
static bool is_telling(const char *word)
{
    static const char *const shared[] = {"-h", "-v", "-?", "--depth", "--cpu", "--help", "--version",
                                         "--allow-files", "--log"};
    if (strncmp(word, "--", 2) == 0 && optlist_find((struct word){word + 2, strlen(word + 2)}))
        return false;
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
        if (strcmp(word, shared[i]) == 0)
            return false;
    return true;
}

bool edax_options_are_meant(int n_words, char *const *words)
{
    bool is_meant = false;
    struct reason reason;
    for (int i = 0; i < n_words; i++) {
        struct word value;
        const struct command *row = find_option(n_words - i, words + i, &value, &reason);
        if (!row)
            return false;
        is_meant |= is_telling(words[i]);
        i += (int)row->min_args;
    }
    return is_meant;
}

/* ---- the engine ---- */

static void set_engine(struct edax_options *options, ofl_engine *engine, const char *name,
                       int64_t value)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)value);
    if (ofl_set_option(engine, name, text) != OFL_OK)
        edax_warn(&options->warnings, "%s", ofl_last_error(engine));
}

/* A book that is none of ours is ignored: those who start Edax name Edax's. */
static void set_book(struct edax_options *options, ofl_engine *engine)
{
    const char *own = getenv("OUTFLANK_BOOK");
    bool is_set = !options->has_book;
    if (is_set)
        ofl_set_option(engine, "book", "none");
    if (!is_set && options->book_file[0])
        is_set = ofl_set_option(engine, "book", options->book_file) == OFL_OK;
    if (!is_set && (!own || !*own || ofl_set_option(engine, "book", own) != OFL_OK))
        ofl_set_option(engine, "book", "shipped");
}

void edax_options_apply(struct edax_options *options, ofl_engine *engine)
{
    const unsigned news = options->news;
    options->news &= EDAX_NEW_TIME | EDAX_NEW_VARIETY;
    if (news & EDAX_NEW_LEVEL)
        set_engine(options, engine, "level", options->level);
    if (news & EDAX_NEW_THREADS)
        set_engine(options, engine, "threads", options->threads);
    if (news & EDAX_NEW_HASH) {
        const int64_t bytes = (INT64_C(1) << options->hash_bits) * ENTRY_BYTES;
        set_engine(options, engine, "hash", bytes >> 20 ? bytes >> 20 : 1);
    }
    if (news & EDAX_NEW_STRENGTH) {
        ofl_set_option(engine, "strength", "off");
        if (options->strength)
            set_engine(options, engine, "strength", options->strength);
    }
    if (news & EDAX_NEW_SEED)
        set_engine(options, engine, "seed", options->seed);
    if (news & EDAX_NEW_PONDER)
        ofl_set_option(engine, "ponder", options->ponders ? "on" : "off");
    if (news & EDAX_NEW_BOOK)
        set_book(options, engine);
}
