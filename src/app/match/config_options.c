/* match/config_options.c - the options of `outflank match`: one table for
 * reading, help, manual page and completions. */
#include "match/match_config.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match/config_engine.h"
#include "options/read.h"
#include "options/suggest.h"
#include "text/variant_text.h"

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
    struct option_row option;  /* of one type: its value goes where it says, in the config */
    set_fn set;                /* else; NULL: nothing is to be done */
    size_t min, max;           /* number of values */
    bool is_volatile;          /* does not decide the games */
};

/* The value of an option that stores it. */
static bool store(struct parser *p, const struct given *g)
{
    const struct option_row *row = &g->row->option;
    const char *text = g->n ? g->values[0].text : NULL;
    return options_store(row, text, p->config, NULL) ||
           config_fail(p->reason, g->option, "%.40s takes a whole number %lld..%lld, not '%.60s'",
                       g->option->text, (long long)row->min, (long long)row->max, text);
}

static bool set_repeat(struct parser *p, const struct given *g)
{
    p->config->is_single = false;
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
    const bool is_gauntlet = strcmp(text, "gauntlet") == 0;
    p->config->format = is_gauntlet ? SCHEDULE_GAUNTLET : SCHEDULE_ROUND_ROBIN;
    return is_gauntlet || strcmp(text, "round-robin") == 0 ||
           config_fail(p->reason, g->option,
                       "-tournament is round-robin or gauntlet, not '%.60s'", text);
}

static bool set_seed(struct parser *p, const struct given *g)
{
    return p->config->has_seed = store(p, g);
}

/* "key=value": true if a row has the key, and the value is one of its. */
static bool store_key(const struct option_row *rows, const char *word, void *base)
{
    const char *value;
    while (rows->name && !config_is_key(word, rows->name, &value))
        rows++;
    return rows->name && *value && options_store(rows, value, base, NULL);
}

#define AT(FIELD) .offset = offsetof(struct match_config, FIELD)
static const struct option_row openings_keys[] = {
    {.name = "file", .type = OPTION_TEXT, AT(openings_path)},
    {.name = "order", .type = OPTION_WORD, .choices = "random|sequential", AT(openings_order)},
    {.name = "plies", .type = OPTION_INT, .min = 1, .max = 50, AT(openings_plies)},
    {.name = "random", .type = OPTION_INT, .max = 50, AT(random_plies)},
    {.name = "balance", .type = OPTION_REAL, .most = 64, AT(balance)},
    {0},
};

static bool set_openings(struct parser *p, const struct given *g)
{
    p->config->openings_path = NULL;
    p->config->openings_plies = 0;
    for (size_t i = 0; i < g->n; i++)
        if (!store_key(openings_keys, g->values[i].text, p->config))
            return config_fail(p->reason, &g->values[i],
                               "-openings takes file=, order=random or sequential, plies=1..50, "
                               "random=0..50, balance=0..64, not '%.60s'", g->values[i].text);
    return true;
}

#define SPRT_KEY(NAME, FIELD) \
    {.name = NAME, .type = OPTION_REAL, .least = -1000, .most = 1000, AT(sprt.FIELD)}
static const struct option_row sprt_keys[] = {
    SPRT_KEY("elo0", elo0), SPRT_KEY("elo1", elo1), SPRT_KEY("alpha", alpha),
    SPRT_KEY("beta", beta),
    {.name = "model", .type = OPTION_WORD, .choices = "logistic|normalized", AT(sprt_model)},
    {.name = "count", .type = OPTION_WORD, .choices = "pairs|games", AT(sprt_count)}, {0},
};

static bool set_sprt(struct parser *p, const struct given *g)
{
    p->config->sprt = (struct stats_sprt){.elo0 = 0, .elo1 = 10, .alpha = 0.05, .beta = 0.05};
    p->config->sprt_model = p->config->sprt_count = "";
    p->config->has_sprt = true;
    for (size_t i = 0; i < g->n; i++)
        if (!store_key(sprt_keys, g->values[i].text, p->config))
            return config_fail(p->reason, &g->values[i],
                               "-sprt takes elo0=, elo1=, alpha= and beta= with numbers, "
                               "model=logistic or normalized, count=pairs or games, not '%.60s'",
                               g->values[i].text);
    p->config->sprt.is_normalized = *p->config->sprt_model == 'n';
    p->config->sprt.is_of_games = *p->config->sprt_count == 'g';
    const char *wrong = stats_sprt_check(&p->config->sprt);
    return wrong == NULL || config_fail(p->reason, g->option, "-sprt: %s", wrong);
}

static const struct option_row resign_keys[] = {
    {.name = "movecount", .type = OPTION_INT, .min = 1, .max = 60, AT(agree_moves)},
    {.name = "score", .type = OPTION_REAL, .least = 1, .most = 64, AT(agree_discs)},
    {0},
};

static bool set_resign(struct parser *p, const struct given *g)
{
    p->config->agree_moves = 3;
    p->config->agree_discs = 20;
    for (size_t i = 0; i < g->n; i++)
        if (!store_key(resign_keys, g->values[i].text, p->config))
            return config_fail(p->reason, &g->values[i],
                               "-resign takes movecount=1..60 and score=1..64 (discs), not '%.60s'",
                               g->values[i].text);
    return true;
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

static bool set_variant(struct parser *p, const struct given *g)
{
    struct reason reason;
    return variant_read(g->values[0].text, &p->config->variant, &reason) ||
           config_fail(p->reason, g->option, "-variant: %s", reason.text);
}

static bool set_out(struct parser *p, const struct given *g)
{
    p->config->out = g->values[0].text;
    return *p->config->out != '\0' || config_fail(p->reason, g->option, "-out needs a name");
}

enum { MANY = 1000 };

#define OPTION(NAME, ARGUMENT, HELP) .option = {.name = NAME, .argument = ARGUMENT, .help = HELP}
#define FLAG(NAME, FIELD, HELP) \
    .option = {.name = NAME, .help = HELP, .type = OPTION_FLAG, AT(FIELD)}
#define TEXT(NAME, FIELD, ARGUMENT, HELP) \
    .option = {.name = NAME, .argument = ARGUMENT, .help = HELP, .type = OPTION_TEXT, AT(FIELD)}, \
    .min = 1, .max = 1
#define COUNT(NAME, FIELD, MIN, MAX, ARGUMENT, HELP) \
    .option = {.name = NAME, .argument = ARGUMENT, .help = HELP, .type = OPTION_INT, \
               .min = MIN, .max = MAX, .is_told = true, AT(FIELD)}, .min = 1, .max = 1
static const struct row rows[] = {
    {OPTION("engine", "KEY=VALUE...", "add an engine; its keys are listed below"),
     .min = 1, .max = MANY}, /* a second pass does: see config_interpret() */
    {OPTION("each", "KEY=VALUE...", "keys for all engines, unless the engine says otherwise"),
     .set = set_each, .min = 1, .max = MANY},
    {OPTION("config", "FILE", "read options from a file: [match], [engine NAME] and [each] "
                              "sections"),
     .min = 1, .max = 1, .is_volatile = true}, /* config_read() did */
    {OPTION("tournament", "TYPE", "round-robin (default), or gauntlet: the first meets all others"),
     .set = set_tournament, .min = 1, .max = 1},
    {COUNT("rounds", rounds, 1, 1000000, "N",
           "rounds of the tournament; with -sprt the default is to play until decided"),
     .is_volatile = true},
    {COUNT("games", games_per_round, 1, 1000000, "N",
           "games of each pair of engines per round (default 2)"),
     .is_volatile = true},
    {OPTION("repeat", NULL, "play each opening twice with colours swapped (this is the default)"),
     .set = set_repeat, .max = 1},
    {FLAG("norepeat", is_single, "play each opening once, colours alternate")},
    {OPTION("openings", "KEY=VALUE...",
            "file=F order=random or sequential, plies=N, or random=N balance=DISCS (default "
            "random=8 balance=4); F may be an opening book, whose lines of N plies (default 8) are "
            "balanced"),
     .set = set_openings, .min = 1, .max = MANY},
    {COUNT("handicap", handicap, 0, 4, "N",
           "black discs on N corners, a1 h8 a8 h1, before every game (default 0)")},
    {.option = {.name = "srand", .argument = "SEED", .type = OPTION_WIDE, .max = INT64_MAX,
                .help = "seed of all random choices; a new one is printed if it is left out",
                .is_told = true, AT(seed)},
     .set = set_seed, .min = 1, .max = 1, .is_volatile = true},
    {COUNT("concurrency", concurrency, 1, 256, "N",
           "games played at the same time (default 1)"),
     .is_volatile = true},
    {COUNT("affinity", affinity, 1, 256, "N",
           "keep each of these games to N processors of its own (Linux)"),
     .is_volatile = true},
    {OPTION("sprt", "KEY=VALUE...",
            "end at a decision: elo0=0 elo1=10 alpha=0.05 beta=0.05 model=logistic (or normalized) "
            "count=pairs (or games)"),
     .set = set_sprt, .max = MANY, .is_volatile = true},
    {COUNT("best-of", best_of, 1, 9999, "N", "a series of at most N games, ended when decided")},
    {COUNT("race", race, 1, 100000, "POINTS",
           "a series until an engine has won so many discs")},
    {OPTION("first", "WHO",
            "who begins the games of a series: alternate (default), loser (of the last game), "
            "weaker (who is behind), 1 or 2"),
     .set = set_first, .min = 1, .max = 1},
    {OPTION("score", "RULE",
            "tournament (default): empty squares go to the winner; raw: discs only"),
     .set = set_score, .min = 1, .max = 1},
    {OPTION("variant", "GAME", "anti (fewer discs win), 4x4 or 6x6, of proto=self engines"),
     .set = set_variant, .min = 1, .max = 1},
    {COUNT("adjudicate", solve_empties, 0, 30, "EMPTIES",
           "end games by an exact solve at so many empty squares")},
    {OPTION("resign", "KEY=VALUE...",
            "end games when both engines have told for movecount=3 moves each that one side leads "
            "by score=20 discs"),
     .set = set_resign, .max = MANY},
    {OPTION("out", "PREFIX", "files of the match: PREFIX.journal, .ggf, .csv, .json"),
     .set = set_out, .min = 1, .max = 1, .is_volatile = true},
    {FLAG("resume", is_resumed,
          "go on with the match of -out; engines and settings may be left out"),
     .is_volatile = true},
    {COUNT("report", report_every, 1, 1000000, "GAMES",
           "games between two reports of the standing (default 20)"),
     .is_volatile = true},
    {FLAG("quiet", is_quiet, "no line for each game"), .is_volatile = true},
    {FLAG("json", wants_json,
          "print one JSON object per line: each game, then the summary (docs/json.md)"),
     .is_volatile = true},
    {TEXT("event", event, "NAME", "place of the games in GGF"), .is_volatile = true},
    {TEXT("cpu", cpu, "LEVEL", "CPU level of proto=self: generic, baseline, avx2 or avx512"),
     .is_volatile = true},
    {OPTION("recover", NULL, "accepted for familiarity: crashed engines are always started again"),
     .is_volatile = true},
    {FLAG("compliance", wants_compliance,
          "check the protocol and the sturdiness of the -engine given"),
     .max = MANY, .is_volatile = true},
    {OPTION("help", NULL, "print this list"), .is_volatile = true}, /* the command line does */
};

#undef AT

enum { N_ROWS = sizeof rows / sizeof rows[0] };

const struct option_row *match_option_at(size_t index)
{
    return index < N_ROWS ? &rows[index].option : match_engine_key_at(index - N_ROWS);
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
        if (!(row->set ? row->set(p, &g) : store(p, &g)))
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
