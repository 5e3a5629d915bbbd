/* match/config_engine.c - what is said about an engine: -engine, -each. */
#include "match/config_engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <outflank/engine.h>

#include "base/number.h"
#include "base/visible.h"

/* Forgiven unless timemargin= says otherwise. The runner measures what an engine
 * cannot: the pipe, and how late the scheduler wakes either side on a busy machine. */
enum { DEFAULT_MARGIN_MS = 10 };

struct builder {
    struct match_config *config;
    struct player_config *player;
    struct config_words argv, init; /* owned lists */
    struct reason *reason;
};

typedef bool (*key_fn)(struct builder *b, const struct config_word *word, const char *value);

struct key_row {
    struct match_option option;
    key_fn set;
};

static bool out_of_memory(struct builder *b)
{
    return config_fail(b->reason, NULL, "not enough memory");
}

static bool wrong(struct builder *b, const struct config_word *word, const char *expected)
{
    return config_fail(b->reason, word, "expected %s, found '%.80s'", expected, word->text);
}

static bool set_cmd(struct builder *b, const struct config_word *word, const char *value)
{
    b->argv.n = 0;
    if (!config_split(b->config, value, word->origin, &b->argv, b->reason))
        return false;
    return b->argv.n > 0 || wrong(b, word, "a command behind cmd=");
}

static bool set_arg(struct builder *b, const struct config_word *word, const char *value)
{
    return config_push(b->config, &b->argv, value, word->origin) || out_of_memory(b);
}

static bool set_proto(struct builder *b, const struct config_word *word, const char *value)
{
    static const char *const names[] = {
        [PLAYER_SELF] = "self", [PLAYER_GTP] = "gtp", [PLAYER_NBOARD] = "nboard",
        [PLAYER_EDAX] = "edax", [PLAYER_CASSIO] = "cassio"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(value, names[i]) == 0) {
            b->player->protocol = (enum player_protocol)i;
            return true;
        }
    return wrong(b, word, "proto=gtp, nboard, edax, cassio or self");
}

/* Names go into GGF, CSV and tables. */
static bool set_name(struct builder *b, const struct config_word *word, const char *value)
{
    size_t length = strlen(value);
    bool is_good = length > 0 && length < 60;
    for (size_t i = 0, step; i < length && is_good; i += step) {
        step = visible_character(value + i, length - i, &is_good);
        is_good = is_good && strchr("[]\",;\\", value[i]) == NULL;
    }
    b->player->name = (char *)value;
    return is_good || wrong(b, word, "a name of at most 59 bytes: plain characters of any script, "
                                     "without []\",;\\");
}

static bool set_dir(struct builder *b, const struct config_word *word, const char *value)
{
    b->player->dir = (char *)value;
    return *value != '\0' || wrong(b, word, "a folder behind dir=");
}

static bool set_stderr(struct builder *b, const struct config_word *word, const char *value)
{
    b->player->stderr_path = (char *)value;
    return *value != '\0' || wrong(b, word, "a file (or stdout) behind stderr=");
}

static bool set_init(struct builder *b, const struct config_word *word, const char *value)
{
    if (strpbrk(value, "\r\n") != NULL)
        return wrong(b, word, "one line behind init=");
    return config_push(b->config, &b->init, value, word->origin) || out_of_memory(b);
}

static bool set_setboard(struct builder *b, const struct config_word *word, const char *value)
{
    (void)word;
    b->player->setboard = *value ? (char *)value : NULL;
    return true;
}

static bool set_tc(struct builder *b, const struct config_word *word, const char *value)
{
    return match_control_from_text(value, &b->player->limits) ||
           wrong(b, word, "tc=[MINUTES:]SECONDS[+INCREMENT], or inf");
}

static bool set_byo(struct builder *b, const struct config_word *word, const char *value)
{
    return match_byoyomi_from_text(value, &b->player->limits) ||
           wrong(b, word, "byo=SECONDS[/MOVES], 1 to 60 moves");
}

static bool set_st(struct builder *b, const struct config_word *word, const char *value)
{
    return match_seconds_from_text(value, &b->player->limits.move_ms) ||
           wrong(b, word, "st=SECONDS");
}

static bool set_nodes(struct builder *b, const struct config_word *word, const char *value)
{
    int64_t n;
    if (!number_read_int(value, NUMBER_TO_NUL, 1, INT64_MAX, &n, NULL))
        return wrong(b, word, "nodes=N, 1 or more");
    b->player->limits.nodes = (uint64_t)n;
    return true;
}

static bool set_depth(struct builder *b, const struct config_word *word, const char *value)
{
    int64_t n;
    if (!number_read_int(value, NUMBER_TO_NUL, 1, 60, &n, NULL))
        return wrong(b, word, "depth=1..60");
    b->player->limits.depth = (int)n;
    return true;
}

static bool set_level(struct builder *b, const struct config_word *word, const char *value)
{
    int64_t n;
    if (!number_read_int(value, NUMBER_TO_NUL, 1, 100, &n, NULL))
        return wrong(b, word, "a level=1..100; self 1..60");
    b->player->limits.level = (int)n;
    return true;
}

static bool set_margin(struct builder *b, const struct config_word *word, const char *value)
{
    return number_read_int(value, NUMBER_TO_NUL, 0, 3600000, &b->player->limits.margin_ms, NULL) ||
           wrong(b, word, "timemargin=MILLISECONDS");
}

static bool set_timeout(struct builder *b, const struct config_word *word, const char *value)
{
    return match_seconds_from_text(value, &b->player->timeout_ms) ||
           wrong(b, word, "timeout=SECONDS");
}

static bool set_restart(struct builder *b, const struct config_word *word, const char *value)
{
    b->player->is_restarted = strcmp(value, "on") == 0;
    return b->player->is_restarted || strcmp(value, "off") == 0 ||
           wrong(b, word, "restart=on or off");
}

static const struct key_row keys[] = {
    {{"cmd", "COMMAND", "command line of the engine; quotes hold words together"}, set_cmd},
    {{"arg", "TEXT", "one more argument of the command, as it is"}, set_arg},
    {{"proto", "PROTOCOL", "gtp (default), nboard, edax (its console), cassio, or self: this "
                          "program without a process"},
     set_proto},
    {{"name", "NAME", "name in tables and files"}, set_name},
    {{"dir", "FOLDER", "working directory"}, set_dir},
    {{"stderr", "FILE", "append its stderr to a file; stdout: merge it as NBoard does"},
     set_stderr},
    {{"option.X", "VALUE", "self: an engine option; GTP: x-setoption X VALUE if known, else "
                          "command X VALUE; NBoard: set X VALUE; Edax: X VALUE"},
     NULL},
    {{"init", "LINE", "a command sent after the start; may be given several times"}, set_init},
    {{"setboard", "COMMAND", "GTP command for start positions: 64 squares and a side (default "
                              "x-setboard, if known)"},
     set_setboard},
    {{"tc", "[M:]S[+INC]", "game clock: minutes, seconds, increment per move; or inf"}, set_tc},
    {{"byo", "S[/MOVES]", "byo-yomi periods after the main time"}, set_byo},
    {{"st", "SECONDS", "time per move"}, set_st},
    {{"nodes", "N", "nodes per move (self; GTP engines that know x-limit)"}, set_nodes},
    {{"depth", "N", "depth of search (self, NBoard, Cassio; GTP engines that know x-limit)"},
     set_depth},
    {{"level", "N", "level of play (self, Edax; GTP: set_level; NBoard, Cassio: the depth)"},
     set_level},
    {{"timemargin", "MS", "overrun that is forgiven (default 10)"}, set_margin},
    {{"timeout", "SECONDS", "silence that counts as a stall (default 300)"}, set_timeout},
    {{"restart", "BOOL", "on: a new process for every game (default off)"}, set_restart},
};

enum { N_KEYS = sizeof keys / sizeof keys[0] };

const struct match_option *match_engine_key_at(size_t index)
{
    return index < N_KEYS ? &keys[index].option : NULL;
}

static bool set_option(struct builder *b, const struct config_word *word)
{
    const char *name = word->text + strlen("option."), *equals = strchr(name, '=');
    if (equals == NULL || equals == name)
        return wrong(b, word, "option.NAME=VALUE");
    struct player_config *player = b->player;
    struct player_option *list =
        config_alloc(b->config, (player->n_options + 1) * sizeof *list);
    char *copy = config_keep(b->config, name, (size_t)(equals - name));
    if (list == NULL || copy == NULL)
        return out_of_memory(b);
    size_t at = 0;
    for (size_t i = 0; i < player->n_options; i++) /* a later value replaces an earlier one */
        if (strcmp(player->options[i].name, copy) != 0)
            list[at++] = player->options[i];
    list[at++] = (struct player_option){copy, (char *)equals + 1};
    player->options = list;
    player->n_options = at;
    return true;
}

static bool apply(struct builder *b, const struct config_word *words, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const char *text = words[i].text, *value;
        bool is_known = false, is_good = true;
        if (strncmp(text, "option.", 7) == 0) {
            if (!set_option(b, &words[i]))
                return false;
            continue;
        }
        for (size_t k = 0; k < N_KEYS && !is_known; k++) {
            is_known = keys[k].set != NULL && config_is_key(text, keys[k].option.name, &value);
            if (is_known)
                is_good = keys[k].set(b, &words[i], value);
        }
        if (!is_known && strcmp(text, "self") == 0)
            is_good = set_proto(b, &words[i], text);
        else if (!is_known && strchr(text, '=') == NULL)
            is_good = set_cmd(b, &words[i], text);
        else if (!is_known)
            is_good = wrong(b, &words[i], "an engine's key=value (-help lists them)");
        if (!is_good)
            return false;
    }
    return true;
}

/* NULL-terminated, in the config's memory; NULL if short of it. */
static char **texts_of(struct match_config *config, const struct config_words *words)
{
    char **texts = config_alloc(config, (words->n + 1) * sizeof *texts);
    for (size_t i = 0; texts != NULL && i < words->n; i++)
        texts[i] = (char *)words->list[i].text;
    return texts;
}

/* "self", or the program's name without folders. */
static bool make_name(struct builder *b)
{
    const char *name = "self";
    if (b->player->name != NULL)
        return true;
    if (b->player->protocol != PLAYER_SELF) {
        name = strrchr(b->argv.list[0].text, '/');
        name = name ? name + 1 : b->argv.list[0].text;
    }
    char text[64], start[49];
    int n_same = 0;
    visible_copy(start, sizeof start, name, strlen(name));
    for (int i = 0; i < b->config->n_players - 1; i++)
        n_same += strncmp(b->config->players[i].name, name, strlen(name)) == 0;
    snprintf(text, sizeof text, n_same ? "%s-%d" : "%s", start, n_same + 1);
    char *copy = config_keep(b->config, text, strlen(text));
    struct config_word word = {text, NULL};
    return copy != NULL ? set_name(b, &word, copy) : out_of_memory(b);
}

bool config_add_engine(struct match_config *config, const struct config_words *each,
                       const struct config_word *words, size_t n, struct reason *reason)
{
    struct player_config *players =
        realloc(config->players, (size_t)(config->n_players + 1) * sizeof *players);
    if (players == NULL)
        return config_fail(reason, NULL, "not enough memory");
    config->players = players;
    struct builder b = {.config = config, .player = &players[config->n_players++],
                        .reason = reason};
    *b.player = (struct player_config){.protocol = PLAYER_GTP, .timeout_ms = 300000,
                                       .limits.margin_ms = DEFAULT_MARGIN_MS};
    bool is_good = apply(&b, each->list, each->n) && apply(&b, words, n);
    if (is_good && b.argv.n == 0 && b.player->protocol != PLAYER_SELF)
        is_good = config_fail(reason, words, "an engine needs cmd=, or proto=self");
    if (is_good) {
        b.player->argv = texts_of(config, &b.argv);
        b.player->init = texts_of(config, &b.init);
        b.player->n_init = b.init.n;
        is_good = b.player->argv != NULL && b.player->init != NULL ? make_name(&b)
                                                                   : out_of_memory(&b);
    }
    free(b.argv.list);
    free(b.init.list);
    return is_good;
}

static bool is_engine_option(const char *name, size_t length)
{
    const struct ofl_option_info *info;
    for (size_t i = 0; (info = ofl_option_at(i)) != NULL; i++)
        if (strncmp(info->name, name, length) == 0 && info->name[length] == '\0')
            return true;
    return false;
}

/* `self` computes on one thread with a small table unless it is told more. */
static bool add_default(struct match_config *config, struct player_config *player,
                        const char *setting, struct reason *reason)
{
    size_t length = strcspn(setting, "=");
    if (!is_engine_option(setting, length))
        return true;
    for (size_t i = 0; i < player->n_options; i++)
        if (strncmp(player->options[i].name, setting, length) == 0 &&
            player->options[i].name[length] == '\0')
            return true;
    char word_text[64];
    snprintf(word_text, sizeof word_text, "option.%s", setting);
    char *copy = config_keep(config, word_text, strlen(word_text));
    struct builder b = {.config = config, .player = player, .reason = reason};
    struct config_word word = {copy, NULL};
    return copy != NULL ? set_option(&b, &word) : out_of_memory(&b);
}

/* What the protocols of Edax and Cassio have no words for. */
static bool check_dialect(const struct player_config *player, struct reason *reason)
{
    const struct match_limits *limits = &player->limits;
    const bool is_edax = player->protocol == PLAYER_EDAX;
    const char *what = NULL;
    if (!is_edax && player->protocol != PLAYER_CASSIO)
        return true;
    if (limits->nodes > 0)
        what = "limit of nodes";
    else if (limits->byoyomi_ms > 0)
        what = "byo-yomi";
    else if (is_edax && limits->depth > 0)
        what = "depth; use level=";
    else if (is_edax && limits->has_clock && limits->increment_ms > 0)
        what = "increment";
    else if (!is_edax && player->n_options > 0)
        what = "options; use arg= or init=";
    return what == NULL ||
           config_fail(reason, NULL, "%s: the protocol of %s has no %s", player->name,
                       is_edax ? "Edax's console" : "Cassio", what);
}

bool config_check_engine(struct match_config *config, struct player_config *player,
                         struct reason *reason)
{
    const struct match_limits *limits = &player->limits;
    const char *name = player->name;
    if (limits->has_clock && limits->main_ms == 0 && limits->increment_ms == 0 &&
        limits->byoyomi_ms == 0)
        return config_fail(reason, NULL, "%s: the clock has no time", name);
    if (limits->byoyomi_ms > 0 && limits->increment_ms > 0)
        return config_fail(reason, NULL, "%s: a clock has an increment or byo-yomi, not both",
                           name);
    if (limits->has_clock && limits->move_ms > 0)
        return config_fail(reason, NULL, "%s: tc= and st= exclude each other", name);
    for (size_t i = 0; i < player->n_options && player->protocol == PLAYER_SELF; i++)
        if (!is_engine_option(player->options[i].name, strlen(player->options[i].name)))
            return config_fail(reason, NULL, "%s: this engine has no option '%.60s'", name,
                               player->options[i].name);
    if (player->protocol == PLAYER_SELF)
        return add_default(config, player, "threads=1", reason) &&
               add_default(config, player, "hash=16", reason) &&
               (config->rule == OFL_SCORE_TOURNAMENT ||
                add_default(config, player, "score-rule=raw", reason));
    if (limits->nodes > 0 && player->protocol == PLAYER_NBOARD)
        return config_fail(reason, NULL, "%s: the NBoard protocol has no limit of nodes; use "
                           "depth= or tc=", name);
    if (limits->move_ms > 0 && player->protocol == PLAYER_NBOARD)
        return config_fail(reason, NULL, "%s: the NBoard protocol has no time per move; use tc= "
                           "or depth=", name);
    if (limits->byoyomi_ms > 0 && player->protocol == PLAYER_NBOARD)
        return config_fail(reason, NULL, "%s: the NBoard protocol has no byo-yomi", name);
    return check_dialect(player, reason);
}
