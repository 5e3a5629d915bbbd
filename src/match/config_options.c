/* match/config_options.c - the options of `outflank match`: one table for
 * reading, help, manual page and completions. */
#include "match/config_options.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "match/config_engine.h"
#include "options/suggest.h"

struct parser {
    struct match_config *config;
    struct config_words each;
    struct reason *reason;
};

struct row;

/* An option with its values. */
struct given {
    const struct row *row;
    const struct config_word *option;
    const struct config_word *values;
    size_t n;
};

typedef bool (*set_fn)(struct parser *parser, const struct given *given);

struct row {
    struct match_option option;
    set_fn set;
    size_t min, max;   /* number of values */
    bool is_volatile;  /* does not decide the games */
    size_t at;         /* set_int, set_true, set_false, set_text: the setting in the config */
    int low, high;     /* set_int: its range */
};

/* One whole number for an option. */
static bool read_number(struct parser *p, const struct given *g, int64_t min, int64_t max,
                        int64_t *value)
{
    const char *text = g->values[0].text;
    return number_read_int(text, NUMBER_TO_NUL, min, max, value, NULL) ||
           config_fail(p->reason, g->option, "%.40s takes a whole number %lld..%lld, not '%.60s'",
                       g->option->text, (long long)min, (long long)max, text);
}

/* The setting that the option's row names. */
static void *setting(struct parser *p, const struct given *g)
{
    return (char *)p->config + g->row->at;
}

static bool set_int(struct parser *p, const struct given *g)
{
    int64_t n;
    if (!read_number(p, g, g->row->low, g->row->high, &n))
        return false;
    *(int *)setting(p, g) = (int)n;
    return true;
}

static bool set_true(struct parser *p, const struct given *g)
{
    return *(bool *)setting(p, g) = true;
}

static bool set_false(struct parser *p, const struct given *g)
{
    *(bool *)setting(p, g) = false;
    return true;
}

static bool set_text(struct parser *p, const struct given *g)
{
    *(const char **)setting(p, g) = g->values[0].text;
    return true;
}

static bool set_engine(struct parser *p, const struct given *g)
{
    (void)p, (void)g; /* second pass: see config_interpret() */
    return true;
}

static bool set_each(struct parser *p, const struct given *g)
{
    for (size_t i = 0; i < g->n; i++)
        if (!config_push(p->config, &p->each, g->values[i].text, g->values[i].origin))
            return config_fail(p->reason, NULL, "not enough memory");
    return true;
}

static bool set_tournament(struct parser *p, const struct given *g)
{
    const char *text = g->values[0].text;
    if (strcmp(text, "round-robin") == 0)
        p->config->format = SCHEDULE_ROUND_ROBIN;
    else if (strcmp(text, "gauntlet") == 0)
        p->config->format = SCHEDULE_GAUNTLET;
    else
        return config_fail(p->reason, g->option,
                           "-tournament is round-robin or gauntlet, not '%.60s'", text);
    return true;
}

static bool set_seed(struct parser *p, const struct given *g)
{
    int64_t n;
    if (!read_number(p, g, 0, INT64_MAX, &n))
        return false;
    p->config->seed = (uint64_t)n;
    p->config->has_seed = true;
    return true;
}

static bool set_openings(struct parser *p, const struct given *g)
{
    struct match_config *c = p->config;
    c->openings_path = NULL;
    c->openings_plies = 0;
    for (size_t i = 0; i < g->n; i++) {
        const struct config_word *word = &g->values[i];
        const char *value = "";
        int64_t n = 0;
        bool is_good = false;
        if (config_is_key(word->text, "file", &value)) {
            c->openings_path = value;
            is_good = *value != '\0';
        } else if (config_is_key(word->text, "order", &value)) {
            c->is_shuffled = strcmp(value, "random") == 0;
            is_good = c->is_shuffled || strcmp(value, "sequential") == 0;
        } else if (config_is_key(word->text, "plies", &value)) {
            is_good = number_read_int(value, NUMBER_TO_NUL, 1, 50, &n, NULL);
            c->openings_plies = (int)n;
        } else if (config_is_key(word->text, "random", &value)) {
            is_good = number_read_int(value, NUMBER_TO_NUL, 0, 50, &n, NULL);
            c->random_plies = (int)n;
        } else if (config_is_key(word->text, "balance", &value)) {
            is_good = number_read_real(value, NUMBER_TO_NUL, 0, 64, &c->balance, NULL);
        }
        if (!is_good)
            return config_fail(p->reason, word,
                               "-openings takes file=, order=random or sequential, plies=1..50, "
                               "random=0..50, balance=0..64, not '%.60s'", word->text);
    }
    return true;
}

static bool set_sprt(struct parser *p, const struct given *g)
{
    struct stats_sprt *sprt = &p->config->sprt;
    *sprt = (struct stats_sprt){.elo0 = 0, .elo1 = 10, .alpha = 0.05, .beta = 0.05};
    p->config->has_sprt = true;
    for (size_t i = 0; i < g->n; i++) {
        const char *value, *text = g->values[i].text;
        double *target = config_is_key(text, "elo0", &value)    ? &sprt->elo0
                         : config_is_key(text, "elo1", &value)  ? &sprt->elo1
                         : config_is_key(text, "alpha", &value) ? &sprt->alpha
                         : config_is_key(text, "beta", &value)  ? &sprt->beta
                                                                : NULL;
        if (target == NULL || !number_read_real(value, NUMBER_TO_NUL, -1000, 1000, target, NULL))
            return config_fail(p->reason, &g->values[i],
                               "-sprt takes elo0=, elo1=, alpha= and beta= with numbers, "
                               "not '%.60s'", text);
    }
    const char *wrong = stats_sprt_check(sprt);
    return wrong == NULL || config_fail(p->reason, g->option, "-sprt: %s", wrong);
}

static bool set_first(struct parser *p, const struct given *g)
{
    struct match_config *c = p->config;
    const char *text = g->values[0].text;
    c->begins = strcmp(text, "loser") == 0    ? OFL_SERIES_LOSER
                : strcmp(text, "weaker") == 0 ? OFL_SERIES_WEAKER
                                              : OFL_SERIES_ALTERNATE;
    c->follows_results = c->begins != OFL_SERIES_ALTERNATE;
    if (strcmp(text, "1") == 0)
        c->colors = SCHEDULE_FIRST_BLACK;
    else if (strcmp(text, "2") == 0)
        c->colors = SCHEDULE_SECOND_BLACK;
    else if (strcmp(text, "alternate") == 0 || c->follows_results)
        c->colors = SCHEDULE_ALTERNATE;
    else
        return config_fail(p->reason, g->option, "-first is alternate, loser, weaker, 1 or 2, "
                           "not '%.60s'", text);
    return true;
}

static bool set_score(struct parser *p, const struct given *g)
{
    const char *text = g->values[0].text;
    if (strcmp(text, "tournament") != 0 && strcmp(text, "raw") != 0)
        return config_fail(p->reason, g->option, "-score is tournament or raw, not '%.60s'", text);
    p->config->rule = *text == 'r' ? OFL_SCORE_RAW : OFL_SCORE_TOURNAMENT;
    return true;
}

static bool set_out(struct parser *p, const struct given *g)
{
    p->config->out = g->values[0].text;
    return *p->config->out != '\0' || config_fail(p->reason, g->option, "-out needs a name");
}

static bool set_nothing(struct parser *p, const struct given *g)
{
    (void)p, (void)g;
    return true;
}

enum { MANY = 1000 };

#define AT(field) offsetof(struct match_config, field)
static const struct row rows[] = {
    {{"engine", "KEY=VALUE...", "add an engine; its keys are listed below"},
     .set = set_engine, .min = 1, .max = MANY},
    {{"each", "KEY=VALUE...", "keys for all engines, unless the engine says otherwise"},
     .set = set_each, .min = 1, .max = MANY},
    {{"config", "FILE", "read options from a file: [match], [engine NAME] and [each] sections"},
     .set = set_nothing, .min = 1, .max = 1, .is_volatile = true},
    {{"tournament", "TYPE", "round-robin (default), or gauntlet: the first meets all others"},
     .set = set_tournament, .min = 1, .max = 1},
    {{"rounds", "N", "rounds of the tournament; with -sprt the default is to play until decided"},
     .set = set_int, .min = 1, .max = 1, .is_volatile = true, .at = AT(rounds), .low = 1,
     .high = 1000000},
    {{"games", "N", "games of each pair of engines per round (default 2)"},
     .set = set_int, .min = 1, .max = 1, .is_volatile = true, .at = AT(games_per_round), .low = 1,
     .high = 1000000},
    {{"repeat", NULL, "play each opening twice with colours swapped (this is the default)"},
     .set = set_false, .max = 1, .at = AT(is_single)},
    {{"norepeat", NULL, "play each opening once, colours alternate"},
     .set = set_true, .at = AT(is_single)},
    {{"openings", "KEY=VALUE...",
      "file=F order=random or sequential, plies=N, or random=N balance=DISCS (default random=8 "
      "balance=4); F may be an opening book, whose lines of N plies (default 8) are balanced"},
     .set = set_openings, .min = 1, .max = MANY},
    {{"handicap", "N", "black discs on N corners, a1 h8 a8 h1, before every game (default 0)"},
     .set = set_int, .min = 1, .max = 1, .at = AT(handicap), .low = 0, .high = 4},
    {{"srand", "SEED", "seed of all random choices; a new one is printed if it is left out"},
     .set = set_seed, .min = 1, .max = 1, .is_volatile = true},
    {{"concurrency", "N", "games played at the same time (default 1)"},
     .set = set_int, .min = 1, .max = 1, .is_volatile = true, .at = AT(concurrency), .low = 1,
     .high = 256},
    {{"sprt", "KEY=VALUE...", "end at a decision: elo0=0 elo1=10 alpha=0.05 beta=0.05"},
     .set = set_sprt, .max = MANY, .is_volatile = true},
    {{"best-of", "N", "a series of at most N games, ended when decided"},
     .set = set_int, .min = 1, .max = 1, .at = AT(best_of), .low = 1, .high = 9999},
    {{"race", "POINTS", "a series until an engine has won so many discs"},
     .set = set_int, .min = 1, .max = 1, .at = AT(race), .low = 1, .high = 100000},
    {{"first", "WHO",
      "who begins the games of a series: alternate (default), loser (of the last game), weaker "
      "(who is behind), 1 or 2"},
     .set = set_first, .min = 1, .max = 1},
    {{"score", "RULE", "tournament (default): empty squares go to the winner; raw: discs only"},
     .set = set_score, .min = 1, .max = 1},
    {{"adjudicate", "EMPTIES", "end games by an exact solve at so many empty squares"},
     .set = set_int, .min = 1, .max = 1, .at = AT(solve_empties), .low = 0, .high = 30},
    {{"out", "PREFIX", "files of the match: PREFIX.journal, .ggf, .csv, .json"},
     .set = set_out, .min = 1, .max = 1, .is_volatile = true},
    {{"resume", NULL, "go on with the match of -out; engines and settings may be left out"},
     .set = set_true, .is_volatile = true, .at = AT(is_resumed)},
    {{"report", "GAMES", "games between two reports of the standing (default 20)"},
     .set = set_int, .min = 1, .max = 1, .is_volatile = true, .at = AT(report_every), .low = 1,
     .high = 1000000},
    {{"quiet", NULL, "no line for each game"},
     .set = set_true, .is_volatile = true, .at = AT(is_quiet)},
    {{"json", NULL, "print one JSON object per line: each game, then the summary (docs/json.md)"},
     .set = set_true, .is_volatile = true, .at = AT(wants_json)},
    {{"event", "NAME", "place of the games in GGF"},
     .set = set_text, .min = 1, .max = 1, .is_volatile = true, .at = AT(event)},
    {{"cpu", "LEVEL", "CPU level of proto=self: generic, baseline, avx2 or avx512"},
     .set = set_text, .min = 1, .max = 1, .is_volatile = true, .at = AT(cpu)},
    {{"recover", NULL, "accepted for familiarity: crashed engines are always started again"},
     .set = set_nothing, .is_volatile = true},
    {{"compliance", NULL, "check the protocol and the sturdiness of the -engine given"},
     .set = set_true, .max = MANY, .is_volatile = true, .at = AT(wants_compliance)},
    {{"help", NULL, "print this list"},
     .set = set_nothing, .is_volatile = true}, /* the command line does */
};

#undef AT

enum { N_ROWS = sizeof rows / sizeof rows[0] };

const struct match_option *match_option_at(size_t index)
{
    return index < N_ROWS ? &rows[index].option : NULL;
}

static const struct row *find_row(const char *word)
{
    for (size_t i = 0; i < N_ROWS; i++)
        if (config_is_option(word, rows[i].option.name))
            return &rows[i];
    return NULL;
}

/* Cuts the words into options with their values. False past the last. */
static bool next_given(const struct config_words *words, size_t *at, struct given *given)
{
    if (*at >= words->n)
        return false;
    given->option = &words->list[(*at)++];
    given->row = find_row(given->option->text);
    given->values = given->option + 1;
    given->n = 0;
    while (*at < words->n && !config_begins_option(words->list[*at].text)) {
        given->n++;
        ++*at;
    }
    return true;
}

static void reset(struct match_config *c)
{
    struct config_words words = c->words;
    struct config_pool pool = c->pool;
    struct player_config *players = c->players;
    *c = (struct match_config){.words = words, .pool = pool, .players = players,
                               .random_plies = 8, .balance = 4, .solve_empties = -1,
                               .event = "outflank match"};
}

static bool refuse_unknown(const struct parser *p, const struct config_word *option)
{
    const char *name = option->text + strspn(option->text, "-");
    struct suggestion meant = {.word = name, .length = strlen(name)};
    for (size_t i = 0; i < N_ROWS; i++)
        suggest_offer(&meant, rows[i].option.name);
    if (meant.best)
        return config_fail(p->reason, option, "unknown option '%.60s'; did you mean -%s?",
                           option->text, meant.best);
    return config_fail(p->reason, option, "unknown option '%.60s'; -help lists them",
                       option->text);
}

static bool set_all(struct parser *p)
{
    struct given g;
    for (size_t at = 0; next_given(&p->config->words, &at, &g);) {
        const struct row *row = g.row;
        if (row == NULL)
            return refuse_unknown(p, g.option);
        if (g.n < row->min)
            return config_fail(p->reason, g.option, "-%s needs %s", row->option.name,
                               row->option.argument);
        if (g.n > row->max)
            return config_fail(p->reason, &g.values[row->max], "-%s: what is '%.60s' for?",
                               row->option.name, g.values[row->max].text);
        if (!row->set(p, &g))
            return false;
    }
    return true;
}

bool config_interpret(struct match_config *config, struct reason *reason)
{
    struct parser parser = {.config = config, .reason = reason};
    struct given g;
    reset(config);
    bool is_good = set_all(&parser);
    for (size_t at = 0; is_good && next_given(&config->words, &at, &g);) {
        bool is_engine = config_is_option(g.option->text, "engine") ||
                         (config_is_option(g.option->text, "compliance") && g.n > 0);
        if (is_engine)
            is_good = config_add_engine(config, &parser.each, g.values, g.n, reason);
    }
    free(parser.each.list);
    return is_good;
}

char *config_signature(const struct match_config *config)
{
    size_t size = 1, length = 0;
    for (size_t i = 0; i < config->words.n; i++)
        size += strlen(config->words.list[i].text) + 1;
    char *text = malloc(size);
    struct given g;
    for (size_t at = 0; text != NULL && next_given(&config->words, &at, &g);) {
        const struct row *row = g.row;
        if (row == NULL || row->is_volatile)
            continue;
        length += (size_t)snprintf(text + length, size - length, "-%s\n", row->option.name);
        for (size_t i = 0; i < g.n; i++)
            length += (size_t)snprintf(text + length, size - length, "%s\n", g.values[i].text);
    }
    if (text != NULL)
        text[length] = '\0';
    return text;
}
