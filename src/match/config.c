/* match/config.c - implements match/config.h: words, memory, checks.
 * The options themselves: config_options.c; engines: config_engine.c. */
#include "match/config.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "match/config_options.h"

bool config_fail(char error[CONFIG_ERROR], const struct config_word *word, const char *format, ...)
{
    size_t length = 0;
    error[0] = '\0';
    if (word != NULL && word->origin != NULL) {
        snprintf(error, CONFIG_ERROR, "%.200s: ", word->origin);
        length = strlen(error);
    }
    va_list args;
    va_start(args, format);
    vsnprintf(error + length, CONFIG_ERROR - length, format, args);
    va_end(args);
    return false;
}

void *config_alloc(struct match_config *config, size_t size)
{
    struct config_pool *pool = &config->pool;
    if (pool->n == pool->capacity) {
        size_t capacity = pool->capacity ? 2 * pool->capacity : 64;
        void **blocks = realloc(pool->blocks, capacity * sizeof *blocks);
        if (blocks == NULL)
            return NULL;
        pool->blocks = blocks;
        pool->capacity = capacity;
    }
    void *block = calloc(1, size ? size : 1);
    if (block != NULL)
        pool->blocks[pool->n++] = block;
    return block;
}

char *config_keep(struct match_config *config, const char *text, size_t length)
{
    char *copy = config_alloc(config, length + 1);
    if (copy != NULL)
        memcpy(copy, text, length);
    return copy;
}

void config_free(struct match_config *config)
{
    for (size_t i = 0; i < config->pool.n; i++)
        free(config->pool.blocks[i]);
    free(config->pool.blocks);
    free(config->words.list);
    free(config->players);
    *config = (struct match_config){0};
}

static bool make_room(struct config_words *words)
{
    if (words->n < words->capacity)
        return true;
    size_t capacity = words->capacity ? 2 * words->capacity : 32;
    struct config_word *list = realloc(words->list, capacity * sizeof *list);
    if (list == NULL)
        return false;
    words->list = list;
    words->capacity = capacity;
    return true;
}

bool config_push(struct match_config *config, struct config_words *words, const char *text,
                 const char *origin)
{
    char *copy = config_keep(config, text, strlen(text));
    if (copy == NULL || !make_room(words))
        return false;
    words->list[words->n++] = (struct config_word){copy, origin};
    return true;
}

bool config_insert(struct match_config *config, size_t index, const char *text)
{
    struct config_words *words = &config->words;
    char *copy = config_keep(config, text, strlen(text));
    if (copy == NULL || !make_room(words))
        return false;
    memmove(words->list + index + 1, words->list + index,
            (words->n - index) * sizeof *words->list);
    words->list[index] = (struct config_word){copy, NULL};
    words->n++;
    return true;
}

bool config_split(struct match_config *config, const char *text, const char *origin,
                  struct config_words *words, char error[CONFIG_ERROR])
{
    char *word = config_alloc(config, strlen(text) + 1);
    if (word == NULL)
        return config_fail(error, NULL, "not enough memory");
    while (*text != '\0') {
        size_t length = 0;
        char quote = '\0';
        bool is_word = false;
        for (; *text != '\0' && (quote != '\0' || !ascii_is_blank(*text)); text++) {
            is_word = true;
            if (quote == '\0' && (*text == '"' || *text == '\''))
                quote = *text;
            else if (*text == quote)
                quote = '\0';
            else
                word[length++] = *text;
        }
        if (quote != '\0')
            return config_fail(error, &(struct config_word){NULL, origin},
                               "the quote %c is not closed", quote);
        word[length] = '\0';
        if (is_word && !config_push(config, words, word, origin))
            return config_fail(error, NULL, "not enough memory");
        while (ascii_is_blank(*text))
            text++;
    }
    return true;
}

bool config_read(struct match_config *config, int argc, char **argv, char error[CONFIG_ERROR])
{
    *config = (struct match_config){0};
    for (int i = 0; i < argc; i++) {
        struct config_word word = {argv[i], NULL};
        if (!config_is_option(argv[i], "config")) {
            if (!config_push(config, &config->words, argv[i], NULL))
                return config_fail(error, NULL, "not enough memory");
            continue;
        }
        if (++i == argc)
            return config_fail(error, &word, "-config needs the name of a file");
        word.text = argv[i];
        if (!config_add_file(config, &word, &config->words, error))
            return false;
    }
    return true;
}

uint32_t config_games(const struct match_config *config)
{
    if (config->best_of > 0)
        return (uint32_t)config->best_of;
    if (config->race > 0)
        return 10000;
    bool is_open = config->has_sprt && config->games_per_round == 0;
    uint32_t rounds = config->rounds ? config->rounds : is_open ? 100000 : 1;
    uint32_t games = config->games_per_round ? config->games_per_round : config->is_single ? 1 : 2;
    return rounds * games;
}

static bool check_series(struct match_config *config, char error[CONFIG_ERROR])
{
    if (config->best_of == 0 && config->race == 0) {
        if (config->colors != SCHEDULE_ALTERNATE || config->loser_begins)
            return config_fail(error, NULL, "-first belongs to a series (-best-of or -race)");
        return true;
    }
    if (config->n_players != 2)
        return config_fail(error, NULL, "a series has two engines");
    if (config->best_of > 0 && config->race > 0)
        return config_fail(error, NULL, "-best-of and -race exclude each other");
    if (config->has_sprt || config->rounds > 0 || config->games_per_round > 0)
        return config_fail(error, NULL,
                           "a series ends by itself: leave out -rounds, -games and -sprt");
    config->is_single = true;
    if (config->loser_begins)
        config->concurrency = 1; /* each game waits for the last one's result */
    return true;
}

static bool check_names(struct match_config *config, char error[CONFIG_ERROR])
{
    for (int i = 0; i < config->n_players; i++)
        for (int j = 0; j < i; j++)
            if (strcmp(config->players[i].name, config->players[j].name) == 0)
                return config_fail(error, NULL, "two engines are called '%.64s'; give them name=",
                                   config->players[i].name);
    return true;
}

bool config_check(struct match_config *config, char error[CONFIG_ERROR])
{
    if (config->n_players < 2)
        return config_fail(error, NULL, "a match needs at least two engines (-engine ...)");
    for (int i = 0; i < config->n_players; i++)
        if (!config_check_engine(config, &config->players[i], error))
            return false;
    if (!check_names(config, error) || !check_series(config, error))
        return false;
    if (config->has_sprt && config->n_players != 2)
        return config_fail(error, NULL, "SPRT compares two engines");
    uint32_t games = config_games(config);
    if (!config->is_single && games % 2 != 0)
        return config_fail(error, NULL,
                           "each opening is played twice, so the number of games must be even; "
                           "-norepeat plays it once");
    if (config->is_resumed && config->out == NULL)
        return config_fail(error, NULL, "-resume needs the -out of the match to go on with");
    if (config->concurrency == 0)
        config->concurrency = 1;
    if (config->report_every == 0)
        config->report_every = 20;
    return true;
}
