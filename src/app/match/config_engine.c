/* match/config_engine.c - what is said about an engine: -engine, -each. */
#include "match/config_engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <outflank/engine.h>

#include "base/array.h"
#include "base/path.h"
#include "base/visible.h"
#include "options/read.h"

/* Forgiven unless timemargin= says otherwise. The runner measures what an engine
 * cannot: the pipe, and how late the scheduler wakes either side on a busy machine. */
enum { DEFAULT_MARGIN_MS = 10 };
#define MOST_MS INT64_C(10000000000)

struct builder {
    struct match_config *config;
    struct player_config *player;
    struct config_words argv, init; /* owned lists */
    struct reason *reason;
};

/* What follows "key=" goes where the option says, or to a function. False without a reason if it is
 * not what was expected. */
struct key_row {
    struct option_row option;
    const char *expected;
    bool (*set)(struct builder *b, const struct config_word *word, const char *value);
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
    return config_split(b->config, value, word->origin, &b->argv, b->reason) && b->argv.n > 0;
}

static bool set_arg(struct builder *b, const struct config_word *word, const char *value)
{
    return config_push(b->config, &b->argv, value, word->origin) || out_of_memory(b);
}

static bool set_proto(struct builder *b, const struct config_word *word, const char *value)
{
    static const char *const names[] = {
        [PLAYER_SELF] = "self", [PLAYER_GTP] = "gtp", [PLAYER_NBOARD] = "nboard",
        [PLAYER_EDAX] = "edax", [PLAYER_CASSIO] = "cassio", [PLAYER_UCI] = "uci"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(value, names[i]) == 0) {
            b->player->protocol = (enum player_protocol)i;
            return true;
        }
    return false;
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
    b->player->name = value;
    return is_good;
}

static bool set_init(struct builder *b, const struct config_word *word, const char *value)
{
    return strpbrk(value, "\r\n") == NULL &&
           (config_push(b->config, &b->init, value, word->origin) || out_of_memory(b));
}

static bool set_tc(struct builder *b, const struct config_word *word, const char *value)
{
    return match_control_from_text(value, &b->player->limits);
}

static bool set_byo(struct builder *b, const struct config_word *word, const char *value)
{
    return match_byoyomi_from_text(value, &b->player->limits);
}

static bool set_restart(struct builder *b, const struct config_word *word, const char *value)
{
    b->player->is_restarted = strcmp(value, "on") == 0;
    return b->player->is_restarted || strcmp(value, "off") == 0;
}

#define KEY(NAME, ARGUMENT, HELP) .name = NAME, .argument = ARGUMENT, .help = HELP, .is_key = true
#define AT(FIELD) .is_told = true, .offset = offsetof(struct player_config, FIELD)
static const struct key_row keys[] = {
    {{KEY("cmd", "COMMAND", "command line of the engine; quotes hold words together")},
     "a command behind cmd=", set_cmd},
    {{KEY("arg", "TEXT", "one more argument of the command, as it is")}, NULL, set_arg},
    {{KEY("proto", "PROTOCOL", "gtp (default), nboard, uci, edax (its console), cassio, or self: "
                               "this program without a process")},
     "proto=gtp, nboard, uci, edax, cassio or self", set_proto},
    {{KEY("name", "NAME", "name in tables and files")},
     "a name of at most 59 bytes: plain characters of any script, without []\",;\\", set_name},
    {{KEY("dir", "FOLDER", "working directory"), .type = OPTION_TEXT, AT(dir)},
     "a folder behind dir=", NULL},
    {{KEY("stderr", "FILE", "append its stderr to a file; stdout: merge it as NBoard does"),
      .type = OPTION_TEXT, AT(stderr_path)},
     "a file (or stdout) behind stderr=", NULL},
    {{KEY("option.X", "VALUE", "self: an engine option; GTP: x-setoption X VALUE if known, else "
                               "command X VALUE; NBoard: set X VALUE; Edax: X VALUE; UCI: "
                               "setoption name X value VALUE")},
     NULL, NULL},
    {{KEY("init", "LINE", "a command sent after the start; may be given several times")},
     "one line behind init=", set_init},
    {{KEY("setboard", "COMMAND", "GTP command for start positions: 64 squares and a side (default "
                                 "x-setboard, if known)"),
      .type = OPTION_TEXT, AT(setboard)},
     NULL, NULL},
    {{KEY("tc", "[M:]S[+INC]", "game clock: minutes, seconds, increment per move; or inf")},
     "tc=[MINUTES:]SECONDS[+INCREMENT], or inf", set_tc},
    {{KEY("byo", "S[/MOVES]", "byo-yomi periods after the main time")},
     "byo=SECONDS[/MOVES], 1 to 60 moves", set_byo},
    {{KEY("st", "SECONDS", "time per move"), .type = OPTION_SECONDS, .min = 1, .max = MOST_MS,
      AT(limits.move_ms)},
     "st=SECONDS", NULL},
    {{KEY("nodes", "N", "nodes per move (self, UCI; GTP engines that know x-limit)"),
      .type = OPTION_WIDE, .min = 1, .max = INT64_MAX, AT(limits.nodes)},
     "nodes=N, 1 or more", NULL},
    {{KEY("depth", "N", "depth of search (self, NBoard, UCI, Cassio; GTP engines with x-limit)"),
      .type = OPTION_INT, .min = 1, .max = 60, AT(limits.depth)},
     "depth=1..60", NULL},
    {{KEY("level", "N", "level of play (self, Edax; GTP: set_level; others: the depth)"),
      .type = OPTION_INT, .min = 1, .max = 100, AT(limits.level)},
     "a level=1..100; self 1..60", NULL},
    {{KEY("timemargin", "MS", "overrun that is forgiven (default 10)"), .type = OPTION_WIDE,
      .max = 3600000, AT(limits.margin_ms)},
     "timemargin=MILLISECONDS", NULL},
    {{KEY("timeout", "SECONDS", "silence that counts as a stall (default 300)"),
      .type = OPTION_SECONDS, .min = 1, .max = MOST_MS, AT(timeout_ms)},
     "timeout=SECONDS", NULL},
    {{KEY("restart", "BOOL", "on: a new process for every game (default off)")},
     "restart=on or off", set_restart},
};
#undef AT
#undef KEY

enum { N_KEYS = sizeof keys / sizeof keys[0] };

const struct option_row *match_engine_key_at(size_t index)
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

/* A word without '=' is a command line, or "self". */
static bool set_key(struct builder *b, const struct config_word *word)
{
    const char *value = word->text;
    const char *alone = strchr(value, '=') ? NULL : strcmp(value, "self") == 0 ? "proto" : "cmd";
    for (const struct key_row *key = keys; key < keys + N_KEYS; key++) {
        if (alone ? strcmp(alone, key->option.name) != 0
                  : !config_is_key(word->text, key->option.name, &value))
            continue;
        b->reason->text[0] = '\0';
        bool is_good = key->set ? key->set(b, word, value)
                                : (*value || !key->expected) &&
                                      options_store(&key->option, value, b->player, NULL);
        return is_good || (!*b->reason->text && wrong(b, word, key->expected));
    }
    return wrong(b, word, "an engine's key=value (-help lists them)");
}

static bool apply(struct builder *b, const struct config_word *words, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const bool is_option = strncmp(words[i].text, "option.", 7) == 0;
        if (!(is_option ? set_option(b, &words[i]) : set_key(b, &words[i])))
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
        name = b->argv.list[0].text + path_folder_length(b->argv.list[0].text);
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
    const struct player_config usual = {.protocol = PLAYER_GTP, .timeout_ms = 300000,
                                        .limits.margin_ms = DEFAULT_MARGIN_MS};
    size_t n_players = (size_t)config->n_players;
    if (!array_push(&config->players, &n_players, &usual, sizeof usual))
        return config_fail(reason, NULL, "not enough memory");
    config->n_players = (int)n_players;
    struct builder b = {.config = config, .player = &config->players[n_players - 1],
                        .reason = reason};
    bool is_good = apply(&b, each->list, each->n) && apply(&b, words, n);
    if (b.player->setboard && !*b.player->setboard)
        b.player->setboard = NULL;
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

/* What UCI and the protocols of Edax and Cassio have no words for. */
static bool check_dialect(const struct player_config *player, struct reason *reason)
{
    const struct match_limits *limits = &player->limits;
    const bool is_edax = player->protocol == PLAYER_EDAX;
    const char *what = NULL;
    const bool is_uci = player->protocol == PLAYER_UCI;
    if (!is_edax && !is_uci && player->protocol != PLAYER_CASSIO)
        return true;
    if (limits->byoyomi_ms > 0)
        what = "byo-yomi";
    else if (is_uci)
        return true;
    else if (limits->nodes > 0)
        what = "limit of nodes";
    else if (is_edax && limits->depth > 0)
        what = "depth; use level=";
    else if (is_edax && limits->has_clock && limits->increment_ms > 0)
        what = "increment";
    else if (!is_edax && player->n_options > 0)
        what = "options; use arg= or init=";
    return what == NULL ||
           config_fail(reason, NULL, "%s: the protocol of %s has no %s", player->name,
                       is_edax ? "Edax's console" : is_uci ? "UCI" : "Cassio", what);
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
