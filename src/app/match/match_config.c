/* match/match_config.c - implements match/match_config.h. */
#include "match/match_config.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
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
    void *block = calloc(1, size ? size : 1);
    if (block != NULL && array_push(&pool->blocks, &pool->n, &block, sizeof block))
        return block;
    free(block);
    return NULL;
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

bool config_push(struct match_config *config, struct config_words *words, const char *text,
                 const char *origin)
{
    const struct config_word word = {config_keep(config, text, strlen(text)), origin};
    return word.text && array_push(&words->list, &words->n, &word, sizeof word);
}

bool config_insert(struct match_config *config, size_t index, const char *text)
{
    struct config_words *words = &config->words;
    if (!config_push(config, words, text, NULL))
        return false;
    const struct config_word word = words->list[words->n - 1];
    memmove(words->list + index + 1, words->list + index,
            (words->n - 1 - index) * sizeof *words->list);
    words->list[index] = word;
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
