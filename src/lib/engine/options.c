/* engine/options.c - names, ranges and defaults of the engine's options.
 * --help, man page, completions and the page in Markdown are made from this table. */
#include "engine/options.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/visible.h"
#include "engine/weak.h"
#include "search/params.h"

#define SWITCH(NAME, HELP) \
    {.name = NAME, .help = HELP, .type = OFL_OPTION_BOOL, .max = 1, .default_value = "on"}

/* A page says at once what table it wants, and has no time to make one for nothing. */
#ifdef __EMSCRIPTEN__
#define FIRST_HASH "1"
#else
#define FIRST_HASH "128"
#endif

const struct ofl_option_info option_table[N_OPTIONS] = {
    [OPTION_HASH] = {.name = "hash", .help = "size of the transposition table in MiB",
                     .type = OFL_OPTION_INT, .min = 1, .max = 1 << 20, .default_value = FIRST_HASH},
    [OPTION_THREADS] = {.name = "threads",
                        .help = "threads of one search; auto (in console, NBoard and solve unless "
                                "told): as many as processors",
                        .type = OFL_OPTION_INT, .min = 1, .max = POOL_MAX_THREADS,
                        .choices = "auto", .default_value = "1"},
    [OPTION_LEVEL] = {.name = "level",
                      .help = "plies of play without a clock; the end is searched from more "
                              "empties (level 20: boldly from 29, exactly from 20; 60: always; "
                              "docs/levels.md)",
                      .type = OFL_OPTION_INT, .min = 0, .max = 60, .default_value = "10"},
    [OPTION_SELECTIVITY] = {.name = "selectivity",
                            .help = "confidence of pruning short of the end, in percent; "
                                    "100: none there; to the end the level decides",
                            .type = OFL_OPTION_CHOICE, .max = SELECTIVITY_NONE,
                            .choices = SELECTIVITY_CHOICES,
                            .default_value = SELECTIVITY_DEFAULT},
    [OPTION_SCORE_RULE] = {.name = "score-rule",
                           .help = "count of a finished game: empties to the winner, or discs only",
                           .type = OFL_OPTION_CHOICE, .max = 1, .choices = "tournament|raw",
                           .default_value = "tournament"},
    [OPTION_EVALUATION] = {.name = "evaluation",
                           .help = "trained patterns (when there are weights), or the classical "
                                   "terms",
                           .type = OFL_OPTION_CHOICE, .max = 1, .choices = "trained|classical",
                           .default_value = "trained"},
    [OPTION_WEIGHTS] = {.name = "weights",
                        .help = "file of a trained evaluation; empty: the one built in",
                        .type = OFL_OPTION_FILE, .default_value = ""},
    [OPTION_STEADY] = {.name = "steady-scores",
                       .help = "scores short of the end without what odd or even depths add to "
                               "them",
                       .type = OFL_OPTION_BOOL, .max = 1, .default_value = "on"},
    [OPTION_OVERHEAD] = {.name = "move-overhead",
                         .help = "ms of a move's time that are kept back for its way to who keeps "
                                 "the clock",
                         .type = OFL_OPTION_INT, .max = 10000, .default_value = "15"},
    [OPTION_RESIGN] = {.name = "resign",
                       .help = "give a game up (GTP, console) from so many discs behind; 0: never",
                       .type = OFL_OPTION_INT, .max = 64, .default_value = "0"},
    [OPTION_RESIGN_MOVES] = {.name = "resign-moves",
                             .help = "own moves in a row that must look so before it is given up",
                             .type = OFL_OPTION_INT, .min = 1, .max = 60, .default_value = "3"},
    [OPTION_PONDER] = {.name = "ponder",
                       .help = "think in the opponent's time (GTP, NBoard)",
                       .type = OFL_OPTION_BOOL, .max = 1, .default_value = "off"},
    [OPTION_BOOK] = {.name = "book",
                     .help = "opening book: a file, none, or shipped, the one built in; console, "
                             "NBoard and GTP begin with OUTFLANK_BOOK, or the shipped one",
                     .type = OFL_OPTION_FILE, .default_value = "none"},
    [OPTION_BOOK_STYLE] = {.name = "book-style",
                           .help = "book moves by their values, or as often as people played them",
                           .type = OFL_OPTION_CHOICE, .max = 1, .choices = "best|people",
                           .default_value = "best"},
    [OPTION_BOOK_LINES] = {.name = "book-lines",
                           .help = "file of forced openings, a line each with a weight; or none",
                           .type = OFL_OPTION_FILE, .default_value = "none"},
    [OPTION_VARIETY] = {.name = "variety",
                        .help = "discs that moves of a game may lose, to vary it; 1 in "
                                "console and NBoard; in GTP 0.5, among book moves only",
                        .type = OFL_OPTION_DISCS, .min = 0, .max = 6400, .default_value = "0.00"},
    [OPTION_CONTEMPT] = {.name = "contempt",
                         .help = "discs by which a draw counts less than 0 when moves are chosen; "
                                 "scores that are told stay true",
                         .type = OFL_OPTION_DISCS, .min = -10000, .max = 10000,
                         .default_value = "0.00"},
    [OPTION_SEED] = {.name = "seed",
                     .help = "random numbers of play that varies; each game takes the next; 0: "
                             "a new one",
                     .type = OFL_OPTION_INT, .min = 0, .max = 2147483647, .default_value = "0"},
    [OPTION_STRENGTH] = {.name = "strength",
                         .help = "strength of play, 1 to 20: 20 is full play at level 20, the "
                                 "others give discs away; off: as level and clock say",
                         .type = OFL_OPTION_INT, .min = 1, .max = STRENGTH_FULL, .choices = "off",
                         .default_value = "off"},
    [OPTION_LOSS] = {.name = "loss",
                     .help = "discs to give away in a move, on average; sets strength aside, and "
                             "strength this",
                     .type = OFL_OPTION_DISCS, .min = 0, .max = WEAK_MOST_CD,
                     .default_value = "0.00"},
    [OPTION_ELO] = {.name = "elo",
                    .help = "strength of play in Elo above moves at random, strength 20 from 3078 "
                            "on (docs/strength.md); sets strength and loss aside",
                    .type = OFL_OPTION_INT, .min = WEAK_ELO_LEAST, .max = 4000, .choices = "off",
                    .default_value = "off"},
    [OPTION_LOSS_MOST] = {.name = "loss-most",
                          .help = "discs that one weak move may give away at most; 0: any number",
                          .type = OFL_OPTION_DISCS, .min = 0, .max = 6400,
                          .default_value = "0.00"},
    [OPTION_STYLE] = {.name = "style",
                      .help = "moves as the engine finds best, or as a person of the rating plays "
                              "them (docs/lab/people.md)",
                      .type = OFL_OPTION_CHOICE, .max = 1, .choices = "engine|people",
                      .default_value = "engine"},
    [OPTION_RATING] = {.name = "rating",
                       .help = "of whom the style people plays like, on the scale of PlayOK's "
                               "players: 1500 is the middle",
                       .type = OFL_OPTION_INT, .min = 1000, .max = 2200, .default_value = "1500"},
    [OPTION_USE_TABLE] = SWITCH("use-table", "test switch: transposition table"),
    [OPTION_USE_CACHE] = SWITCH("use-cache", "test switch: endgame cache"),
    [OPTION_USE_ETC] = SWITCH("use-etc", "test switch: enhanced transposition cut-off"),
    [OPTION_USE_STABILITY] = SWITCH("use-stability", "test switch: stability cut-off"),
    [OPTION_USE_PARITY] = SWITCH("use-parity", "test switch: parity ordering of the last empties"),
    [OPTION_USE_ORDERING] = SWITCH("use-ordering", "test switch: move ordering"),
    [OPTION_USE_PROBCUT] = SWITCH("use-probcut", "test switch: Multi-ProbCut"),
    [OPTION_USE_SMALLTREE] = SWITCH("use-smalltree", "test switch: small trees"),
    [OPTION_USE_EVALCACHE] = SWITCH("use-evalcache", "test switch: cache of evaluations"),
};

const struct ofl_option_info *ofl_option_at(size_t index)
{
    return index < N_PUBLIC_OPTIONS ? &option_table[index] : NULL;
}

int option_find(const char *name)
{
    for (int i = 0; i < N_OPTIONS; i++)
        if (strcmp(option_table[i].name, name) == 0)
            return i;
    return -1;
}

/* Index of `text` among "one|two|three"; -1 if it is none of them. */
static int find_choice(const char *choices, const char *text)
{
    size_t length = strlen(text);
    int index = 0;
    for (const char *p = choices; *p; index++) {
        const char *end = strchr(p, '|');
        size_t n = end ? (size_t)(end - p) : strlen(p);
        if (n == length && memcmp(p, text, n) == 0)
            return index;
        p += n + (end != NULL);
    }
    return -1;
}

bool option_parse(int id, const char *text, int64_t *value, struct reason *reason)
{
    const struct ofl_option_info *o = &option_table[id];
    const struct visible found = visible_word(text, strlen(text));
    switch (o->type) {
    case OFL_OPTION_INT:
        if (o->choices && strcmp(text, o->choices) == 0) {
            *value = OPTION_AUTO;
            return true;
        }
        return number_read_int(text, NUMBER_TO_NUL, o->min, o->max, value, NULL) ||
               reason_set(reason, "%s takes an integer from %" PRId64 " to %" PRId64 "%s%s, not %s",
                          o->name, o->min, o->max, o->choices ? ", or " : "",
                          o->choices ? o->choices : "", found.text);
    case OFL_OPTION_DISCS:
        return number_read(text, NUMBER_TO_NUL,
                           &(struct number_range){.min = o->min, .max = o->max, .decimals = 2,
                                                  .unit = "discs"},
                           value, reason) ||
               reason_put_before(reason, "%s: ", o->name);
    case OFL_OPTION_BOOL:
        *value = find_choice("off|on|0|1|false|true|no|yes", text);
        if (*value < 0)
            return reason_set(reason, "%s takes on or off, not %s", o->name, found.text);
        *value &= 1;
        return true;
    case OFL_OPTION_CHOICE:
        *value = find_choice(o->choices, text);
        return *value >= 0 ||
               reason_set(reason, "%s takes one of %s, not %s", o->name, o->choices, found.text);
    default:
        *value = 0; /* a file name; the engine keeps it apart */
        return true;
    }
}

const char *option_format(int id, int64_t value, char *out)
{
    const struct ofl_option_info *o = &option_table[id];
    if (o->type == OFL_OPTION_INT && o->choices && value == OPTION_AUTO) {
        snprintf(out, 32, "%s", o->choices);
    } else if (o->type == OFL_OPTION_INT) {
        snprintf(out, 32, "%" PRId64, value);
    } else if (o->type == OFL_OPTION_DISCS) {
        const int64_t size = value < 0 ? -value : value;
        snprintf(out, 32, "%s%" PRId64 ".%02d", value < 0 ? "-" : "", size / 100,
                 (int)(size % 100));
    } else if (o->type == OFL_OPTION_BOOL) {
        snprintf(out, 32, "%s", value ? "on" : "off");
    } else {
        const char *p = o->choices;
        for (; value > 0; value--)
            p = strchr(p, '|') + 1;
        snprintf(out, 32, "%.*s", (int)strcspn(p, "|"), p);
    }
    return out;
}
