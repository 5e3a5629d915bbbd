/* match/config_file.c - where words come from: the command line, and files that are sections of
 * "key = value" lines:
 *
 *     # comment
 *     [match]
 *     rounds = 100
 *     openings = file=xot.txt order=random
 *     [engine alpha]
 *     cmd = ./alpha -gtp
 *     tc = 10+0.1
 *     [each]
 *     timemargin = 20
 *
 * A file is nothing but another way to write the words of the command line.
 */
#include "match/match_config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/regular.h"

enum section { SECTION_NONE, SECTION_MATCH, SECTION_ENGINE, SECTION_EACH };

struct file {
    struct match_config *config;
    struct config_words *words;
    const char *path;
    struct config_word here;   /* for complaints; its text is not used */
    enum section section;
    struct reason *reason;
};

static char *trim(char *text)
{
    while (ascii_is_blank(*text))
        text++;
    size_t length = strlen(text);
    while (length > 0 && ascii_is_blank(text[length - 1]))
        text[--length] = '\0';
    return text;
}

static bool push(struct file *f, const char *before, const char *text)
{
    size_t size = strlen(before) + strlen(text) + 1;
    char *word = config_alloc(f->config, size);
    if (word == NULL)
        return config_fail(f->reason, NULL, "not enough memory");
    snprintf(word, size, "%s%s", before, text);
    return config_push(f->config, f->words, word, f->here.origin) ||
           config_fail(f->reason, NULL, "not enough memory");
}

static bool begin_section(struct file *f, char *text)
{
    size_t length = strlen(text);
    if (text[length - 1] != ']')
        return config_fail(f->reason, &f->here, "expected ']' at the end of '%.60s'", text);
    text[length - 1] = '\0';
    text = trim(text + 1);
    if (strcmp(text, "match") == 0) {
        f->section = SECTION_MATCH;
        return true;
    }
    if (strcmp(text, "each") == 0) {
        f->section = SECTION_EACH;
        return push(f, "", "-each");
    }
    if (strncmp(text, "engine", 6) == 0 && (text[6] == '\0' || ascii_is_blank(text[6]))) {
        f->section = SECTION_ENGINE;
        char *name = trim(text + 6);
        return push(f, "", "-engine") && (*name == '\0' || push(f, "name=", name));
    }
    return config_fail(f->reason, &f->here,
                       "expected [match], [engine NAME] or [each], found [%.60s]", text);
}

static bool read_setting(struct file *f, char *text)
{
    char *equals = strchr(text, '=');
    if (f->section == SECTION_NONE)
        return config_fail(f->reason, &f->here, "expected a section such as [match] first");
    if (equals == NULL && f->section != SECTION_MATCH)
        return config_fail(f->reason, &f->here, "expected 'key = value', found '%.60s'", text);
    if (equals != NULL)
        *equals = '\0';
    char *key = trim(text);
    const char *value = equals ? trim(equals + 1) : "";
    if (f->section != SECTION_MATCH) {
        size_t size = strlen(key) + strlen(value) + 2;
        char *word = config_alloc(f->config, size);
        if (word == NULL)
            return config_fail(f->reason, NULL, "not enough memory");
        snprintf(word, size, "%s=%s", key, value);
        return push(f, "", word);
    }
    return push(f, "-", key) &&
           config_split(f->config, value, f->here.origin, f->words, f->reason);
}

static bool read_line(struct file *f, size_t number, char *line)
{
    char *text = trim(line);
    if (*text == '\0' || *text == '#' || *text == ';')
        return true;
    size_t size = strlen(f->path) + 24;
    char *origin = config_alloc(f->config, size);
    if (origin == NULL)
        return config_fail(f->reason, NULL, "not enough memory");
    snprintf(origin, size, "%s:%zu", f->path, number);
    f->here.origin = origin;
    return *text == '[' ? begin_section(f, text) : read_setting(f, text);
}

/* Adds the words of a config file. */
static bool add_file(struct match_config *config, const struct config_word *path,
                     struct config_words *words, struct reason *reason)
{
    struct file f = {.config = config, .words = words, .path = path->text, .reason = reason};
    FILE *stream = regular_stream(path->text);
    if (stream == NULL)
        return config_fail(reason, path, "cannot read '%.200s': %s", path->text,
                           regular_problem(errno));
    char *line = NULL;
    size_t capacity = 0, number = 0;
    bool is_good = true;
    ssize_t length;
    while (is_good && (length = getline(&line, &capacity, stream)) >= 0) {
        if (strlen(line) != (size_t)length || length > 65536 || ++number > 100000)
            is_good = config_fail(reason, NULL, "%.200s:%zu: this is no config file", f.path,
                                  number + 1);
        else
            is_good = read_line(&f, number, line);
    }
    if (is_good && ferror(stream))
        is_good = config_fail(reason, path, "cannot read '%.200s': %s", f.path, strerror(errno));
    free(line);
    fclose(stream);
    return is_good;
}

bool config_read(struct match_config *config, int argc, char *const *argv, struct reason *reason)
{
    *config = (struct match_config){0};
    for (int i = 0; i < argc; i++) {
        struct config_word word = {argv[i], NULL};
        if (!config_is_option(argv[i], "config")) {
            if (!config_push(config, &config->words, argv[i], NULL))
                return config_fail(reason, NULL, "not enough memory");
            continue;
        }
        if (++i == argc)
            return config_fail(reason, &word, "-config needs the name of a file");
        word.text = argv[i];
        if (!add_file(config, &word, &config->words, reason))
            return false;
    }
    return true;
}
