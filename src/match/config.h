/* match/config.h - the settings of a match, from words to values.
 *
 * Words come from the command line, from a file (-config) or from the journal
 * of a match that is resumed; each remembers where it came from, so that every
 * complaint can say so.
 *
 * Threads: a config is written by one thread and then only read.
 */
#ifndef MATCH_CONFIG_H
#define MATCH_CONFIG_H

#include "match/player.h"
#include "match/play.h"
#include "match/schedule.h"
#include "match/stats.h"

enum { CONFIG_ERROR = 512 };

struct config_word {
    const char *text;
    const char *origin;    /* "FILE:LINE", or NULL: the command line */
};

struct config_words {
    struct config_word *list;  /* owned; the texts belong to the config */
    size_t n, capacity;
};

/* Memory that lives as long as the config. */
struct config_pool { void **blocks; size_t n, capacity; };

struct match_config {
    struct player_config *players;
    int n_players;
    enum schedule_format format;
    uint32_t rounds, games_per_round;  /* as given; 0: not given */
    bool is_single;                    /* -norepeat: no colour-swapped pairs */
    const char *openings_path;         /* NULL: random */
    int openings_plies, random_plies;
    double balance;
    bool is_shuffled;
    bool has_seed;
    uint64_t seed;
    int concurrency;
    bool has_sprt;
    struct stats_sprt sprt;
    int best_of, race;                 /* 0: no series */
    enum schedule_colors colors;       /* of the games of a series */
    bool loser_begins;
    enum ofl_score_rule rule;
    int solve_empties;                 /* -1: games are played out */
    const char *out, *event, *cpu;     /* cpu: NULL: the best */
    bool is_quiet;                     /* games lost by a fault are told even so */
    bool is_resumed, wants_compliance;
    int report_every;                  /* games between two reports */
    struct config_words words;         /* all of them, files expanded */
    struct config_pool pool;
};

/* Takes the words behind "match", files expanded. config_free() is due
 * afterwards, also on failure (false and one sentence). */
bool config_read(struct match_config *config, int argc, char **argv, char error[CONFIG_ERROR]);

/* Puts a word before those of the command line (in the order of the calls),
 * which therefore override it. */
bool config_insert(struct match_config *config, size_t index, const char *text);

/* From words to settings, anew each time. Engines may be missing. */
bool config_interpret(struct match_config *config, char error[CONFIG_ERROR]);

/* Fills in what was left out, and refuses what cannot be played. */
bool config_check(struct match_config *config, char error[CONFIG_ERROR]);
void config_free(struct match_config *config);

/* Games between two players, as asked for. */
uint32_t config_games(const struct match_config *config);

/* All settings that decide the games (not -rounds, -concurrency, -out ...), as
 * one text with a LF behind each word. The caller frees it; NULL: no memory. */
char *config_signature(const struct match_config *config);

/* For the parts of this module. */
bool config_fail(char error[CONFIG_ERROR], const struct config_word *word, const char *format,
                 ...) __attribute__((format(printf, 3, 4)));
void *config_alloc(struct match_config *config, size_t size);
char *config_keep(struct match_config *config, const char *text, size_t length);
bool config_push(struct match_config *config, struct config_words *words, const char *text,
                 const char *origin);

/* Cuts a text into words at blanks; '...' and "..." hold a word together. */
bool config_split(struct match_config *config, const char *text, const char *origin,
                  struct config_words *words, char error[CONFIG_ERROR]);

/* Adds the words of a config file. */
bool config_add_file(struct match_config *config, const struct config_word *path,
                     struct config_words *words, char error[CONFIG_ERROR]);

/* Adds an engine; `each` are the words of all -each, applied first. */
bool config_add_engine(struct match_config *config, const struct config_words *each,
                       const struct config_word *words, size_t n, char error[CONFIG_ERROR]);
bool config_check_engine(struct match_config *config, struct player_config *player,
                         char error[CONFIG_ERROR]);

#endif
