/* match/config.c - implements match/config.h. */
#include "match/config.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"

bool config_fail(struct reason *reason, const struct config_word *word, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    reason_set_list(reason, format, list);
    va_end(list);
    if (word != NULL && word->origin != NULL)
        reason_put_before(reason, "%.200s: ", word->origin);
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
                  struct config_words *words, struct reason *reason)
{
    char *word = config_alloc(config, strlen(text) + 1);
    if (word == NULL)
        return config_fail(reason, NULL, "not enough memory");
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
            return config_fail(reason, &(struct config_word){NULL, origin},
                               "the quote %c is not closed", quote);
        word[length] = '\0';
        if (is_word && !config_push(config, words, word, origin))
            return config_fail(reason, NULL, "not enough memory");
        while (ascii_is_blank(*text))
            text++;
    }
    return true;
}

bool config_begins_option(const char *word)
{
    if (word[0] != '-')
        return false;
    word += word[1] == '-' ? 2 : 1;
    return ascii_is_letter(*word);
}

bool config_is_option(const char *word, const char *name)
{
    if (!config_begins_option(word))
        return false;
    return strcmp(word + (word[1] == '-' ? 2 : 1), name) == 0;
}

bool config_is_key(const char *word, const char *key, const char **value)
{
    size_t length = strlen(key);
    if (strncmp(word, key, length) != 0 || word[length] != '=')
        return false;
    *value = word + length + 1;
    return true;
}

uint32_t config_games(const struct match_config *config)
{
    if (config->best_of > 0)
        return (uint32_t)config->best_of;
    if (config->race > 0)
        return 10000;
    bool is_open = config->has_sprt && config->games_per_round == 0;
    uint64_t rounds = config->rounds ? config->rounds : is_open ? 100000 : 1;
    uint64_t games = config->games_per_round ? config->games_per_round : config->is_single ? 1 : 2;
    return rounds * games < UINT32_MAX ? (uint32_t)(rounds * games) : UINT32_MAX - 1;
}
