/* match/config_options.c - the options of `outflank match`: one table for
 * reading, help, manual page and completions. */
#include "match/config_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "match/config_engine.h"

struct parser {
    struct match_config *config;
    struct config_words each;
    struct reason *reason;
};

/* An option with its values. */
struct given {
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
};

/* One whole number for an option. */
static bool read_number(struct parser *p, const struct given *g, int64_t min, int64_t max,
                        int64_t *value)
{
    if (number_read_int(g->values[0].text, NUMBER_TO_NUL, min, max, value, NULL))
        return true;
    return config_fail(p->reason, g->option, "%.40s takes a whole number %lld..%lld, not '%.60s'",
                       g->option->text, (long long)min, (long long)max, g->values[0].text);
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

static bool set_rounds(struct parser *p, const struct given *g)
{
    int64_t n;
    if (!read_number(p, g, 1, 1000000, &n))
        return false;
    p->config->rounds = (uint32_t)n;
    return true;
}

static bool set_games(struct parser *p, const struct given *g)
{
    int64_t n;
    if (!read_number(p, g, 1, 1000000, &n))
        return false;
    p->config->games_per_round = (uint32_t)n;
    return true;
}

static bool set_repeat(struct parser *p, const struct given *g)
{
    (void)g;
    p->config->is_single = false;
    return true;
}

static bool set_norepeat(struct parser *p, const struct given *g)
{
    (void)g;
    p->config->is_single = true;
    return true;
}

static bool set_concurrency(struct parser *p, const struct given *g)
{
    int64_t n;
    if (!read_number(p, g, 1, 256, &n))
        return false;
    p->config->concurrency = (int)n;
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

static bool set_best_of(struct parser *p, const struct given *g)
{
    int64_t n;
    if (!read_number(p, g, 1, 9999, &n))
        return false;
    p->config->best_of = (int)n;
    return true;
}

static bool set_race(struct parser *p, const struct given *g)
{
    int64_t n;
    if (!read_number(p, g, 1, 100000, &n))
        return false;
    p->config->race = (int)n;
    return true;
}

static bool set_first(struct parser *p, const struct given *g)
{
    struct match_config *c = p->config;
    const char *text = g->values[0].text;
    c->loser_begins = strcmp(text, "loser") == 0;
    if (strcmp(text, "1") == 0)
        c->colors = SCHEDULE_FIRST_BLACK;
    else if (strcmp(text, "2") == 0)
        c->colors = SCHEDULE_SECOND_BLACK;
    else if (strcmp(text, "alternate") == 0 || c->loser_begins)
        c->colors = SCHEDULE_ALTERNATE;
    else
        return config_fail(p->reason, g->option, "-first is alternate, loser, 1 or 2, not '%.60s'",
                           text);
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

static bool set_adjudicate(struct parser *p, const struct given *g)
{
    int64_t n;
    if (!read_number(p, g, 0, 30, &n))
        return false;
    p->config->solve_empties = (int)n;
    return true;
}

static bool set_out(struct parser *p, const struct given *g)
{
    p->config->out = g->values[0].text;
    return *p->config->out != '\0' || config_fail(p->reason, g->option, "-out needs a name");
}

static bool set_resume(struct parser *p, const struct given *g)
{
    (void)g;
    p->config->is_resumed = true;
    return true;
}

static bool set_report(struct parser *p, const struct given *g)
{
    int64_t n;
    if (!read_number(p, g, 1, 1000000, &n))
        return false;
    p->config->report_every = (int)n;
    return true;
}

static bool set_quiet(struct parser *p, const struct given *g)
{
    (void)g;
    p->config->is_quiet = true;
    return true;
}

static bool set_event(struct parser *p, const struct given *g)
{
    p->config->event = g->values[0].text;
    return true;
}

static bool set_cpu(struct parser *p, const struct given *g)
{
    p->config->cpu = g->values[0].text;
    return true;
}

static bool set_compliance(struct parser *p, const struct given *g)
{
    (void)g;
    p->config->wants_compliance = true;
    return true;
}

static bool set_nothing(struct parser *p, const struct given *g)
{
    (void)p, (void)g;
    return true;
}

enum { MANY = 1000 };

static const struct row rows[] = {
    {{"engine", "KEY=VALUE...", "add an engine; its keys are listed below"},
     set_engine, 1, MANY, false},
    {{"each", "KEY=VALUE...", "keys for all engines, unless the engine says otherwise"},
     set_each, 1, MANY, false},
    {{"config", "FILE", "read options from a file: [match], [engine NAME] and [each] sections"},
     set_nothing, 1, 1, true},
    {{"tournament", "TYPE", "round-robin (default), or gauntlet: the first meets all others"},
     set_tournament, 1, 1, false},
    {{"rounds", "N", "rounds of the tournament; with -sprt the default is to play until decided"},
     set_rounds, 1, 1, true},
    {{"games", "N", "games of each pair of engines per round (default 2)"},
     set_games, 1, 1, true},
    {{"repeat", NULL, "play each opening twice with colours swapped (this is the default)"},
     set_repeat, 0, 1, false},
    {{"norepeat", NULL, "play each opening once, colours alternate"}, set_norepeat, 0, 0, false},
    {{"openings", "KEY=VALUE...",
      "file=F order=random or sequential, plies=N, or random=N balance=DISCS (default random=8 "
      "balance=4)"},
     set_openings, 1, MANY, false},
    {{"srand", "SEED", "seed of all random choices; a new one is printed if it is left out"},
     set_seed, 1, 1, true},
    {{"concurrency", "N", "games played at the same time (default 1)"},
     set_concurrency, 1, 1, true},
    {{"sprt", "KEY=VALUE...", "end at a decision: elo0=0 elo1=10 alpha=0.05 beta=0.05"},
     set_sprt, 0, MANY, true},
    {{"best-of", "N", "a series of at most N games, ended when decided"},
     set_best_of, 1, 1, false},
    {{"race", "POINTS", "a series until an engine has won so many discs"},
     set_race, 1, 1, false},
    {{"first", "WHO", "who begins the games of a series: alternate (default), loser, 1 or 2"},
     set_first, 1, 1, false},
    {{"score", "RULE", "tournament (default): empty squares go to the winner; raw: discs only"},
     set_score, 1, 1, false},
    {{"adjudicate", "EMPTIES", "end games by an exact solve at so many empty squares"},
     set_adjudicate, 1, 1, false},
    {{"out", "PREFIX", "files of the match: PREFIX.journal, .ggf, .csv, .json"},
     set_out, 1, 1, true},
    {{"resume", NULL, "go on with the match of -out; engines and settings may be left out"},
     set_resume, 0, 0, true},
    {{"report", "GAMES", "games between two reports of the standing (default 20)"},
     set_report, 1, 1, true},
    {{"quiet", NULL, "no line for each game"}, set_quiet, 0, 0, true},
    {{"event", "NAME", "place of the games in GGF"}, set_event, 1, 1, true},
    {{"cpu", "LEVEL", "CPU level of proto=self: generic, baseline, avx2 or avx512"},
     set_cpu, 1, 1, true},
    {{"recover", NULL, "accepted for familiarity: crashed engines are always started again"},
     set_nothing, 0, 0, true},
    {{"compliance", NULL, "check the protocol and the sturdiness of the -engine given"},
     set_compliance, 0, MANY, true},
    {{"help", NULL, "print this list"}, set_nothing, 0, 0, true}, /* the command line does */
};

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

static bool set_all(struct parser *p)
{
    struct given g;
    for (size_t at = 0; next_given(&p->config->words, &at, &g);) {
        const struct row *row = find_row(g.option->text);
        if (row == NULL)
            return config_fail(p->reason, g.option, "unknown option '%.60s'; -help lists them",
                               g.option->text);
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
        const struct row *row = find_row(g.option->text);
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
