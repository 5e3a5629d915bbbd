/* match/match_config.h - the settings of a match, and the words that they are made of.
 *
 * Words come from the command line, from a file (-config) or from the journal
 * of a match that is resumed; each remembers where it came from, so that every
 * complaint can say so. config_file.c takes the words, config_options.c makes
 * settings of them (with config_engine.h), config_check.c completes them.
 *
 * Threads: a config is written by one thread and then only read.
 */
#ifndef MATCH_MATCH_CONFIG_H
#define MATCH_MATCH_CONFIG_H

#include "base/reason.h"
#include "match/player_types.h"
#include "match/match_schedule.h"
#include "match/stats.h"
#include "options/row.h"

struct config_word {
    const char *text;
    const char *origin;    /* "FILE:LINE", or NULL: the command line */
};

struct config_words {
    struct config_word *list;  /* owned; the texts belong to the config */
    size_t n;
};

/* Memory that lives as long as the config. */
struct config_pool { void **blocks; size_t n; };

struct match_config {
    struct player_config *players;
    int n_players;
    enum schedule_format format;
    int rounds, games_per_round;       /* as given; 0: not given */
    bool is_single;                    /* -norepeat: no colour-swapped pairs */
    const char *openings_path;         /* NULL: random */
    const char *openings_order;        /* "random", "sequential"; NULL: as that */
    int openings_plies, random_plies;
    double balance;
    int handicap;                      /* corners that White gives Black in every game, 0..4 */
    bool has_seed;
    uint64_t seed;
    int concurrency;
    int affinity; /* processors of a game; 0: any */
    bool has_sprt;
    struct stats_sprt sprt;
    const char *sprt_model, *sprt_count; /* words; `sprt` has what they mean */
    int best_of, race;                 /* 0: no series */
    enum schedule_colors colors;       /* of the games of a series */
    enum ofl_series_first begins;      /* of a series; what `colors` says if it is ALTERNATE */
    bool follows_results;              /* `begins` depends on the games before */
    struct ofl_variant variant;        /* another game than Othello */
    enum ofl_score_rule rule;
    int solve_empties;                 /* -1: games are played out */
    int agree_moves;                   /* of both engines, that end a game; 0: none do */
    double agree_discs;                /* ... when their values say so much */
    const char *out, *event, *cpu;     /* cpu: NULL: the best */
    bool is_quiet;                     /* games lost by a fault are told even so */
    bool wants_json;                   /* on stdout: an object for each game, and the summary */
    bool is_resumed, wants_compliance;
    int report_every;                  /* games between two reports */
    struct config_words words;         /* all of them, files expanded */
    struct config_pool pool;
};

/* Options in the order of the help, then the keys that describe an engine; NULL past the last.
 * Static storage. */
const struct option_row *match_option_at(size_t index);

/* Takes the words behind "match", files (-config) expanded. config_free() is due
 * afterwards, also on failure. */
bool config_read(struct match_config *config, int argc, char *const *argv, struct reason *reason);

/* From words to settings, anew each time. Engines may be missing. */
bool config_interpret(struct match_config *config, struct reason *reason);

/* Fills in what was left out, and refuses what cannot be played. */
bool config_check(struct match_config *config, struct reason *reason);

/* All settings that decide the games (not -rounds, -concurrency, -out ...), as
 * one text with a LF behind each word. The caller frees it; NULL: no memory. */
char *config_signature(const struct match_config *config);

/* Frees all of it; {0} is due before. */
void config_free(struct match_config *config);

/* Games between two players, as asked for. */
uint32_t config_games(const struct match_config *config);

/* Says what is wrong, with the word's origin in front (`word` may be NULL). Returns false. */
__attribute__((format(printf, 3, 4)))
bool config_fail(struct reason *reason, const struct config_word *word, const char *format, ...);

/* Memory of the config; NULL if there is none. */
void *config_alloc(struct match_config *config, size_t size);
char *config_keep(struct match_config *config, const char *text, size_t length);

/* Adds a word. False: no memory. */
bool config_push(struct match_config *config, struct config_words *words, const char *text,
                 const char *origin);

/* Puts a word before those of the command line (in the order of the calls),
 * which therefore override it. */
bool config_insert(struct match_config *config, size_t index, const char *text);

/* Cuts a text into words at blanks; '...' and "..." hold a word together. */
bool config_split(struct match_config *config, const char *text, const char *origin,
                  struct config_words *words, struct reason *reason);

/* True if the word begins an option: a dash and a letter. */
bool config_begins_option(const char *word);

/* True if `word` is the option `name`, with one dash or two. */
bool config_is_option(const char *word, const char *name);

/* "key=value": compares the key; *value then points behind the '='. */
bool config_is_key(const char *word, const char *key, const char **value);

#endif
