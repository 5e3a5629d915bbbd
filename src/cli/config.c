/* cli/config.c - implements config.h. */
#include "cli/config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "base/ascii.h"
#include "base/lines.h"
#include "base/visible.h"
#include "cli/output.h"

static void trim(const char **text, size_t *length)
{
    while (*length && ascii_is_blank(**text)) {
        ++*text;
        --*length;
    }
    while (*length && ascii_is_blank((*text)[*length - 1]))
        --*length;
}

/* "NAME = VALUE" as a setting whose texts are one block; false after saying what is wrong. */
static bool read_setting(const struct lines *lines, const char *text, size_t length,
                         struct cli_setting *setting, char **block)
{
    const char *sign = memchr(text, '=', length);
    const char *name = text, *value = sign ? sign + 1 : "";
    size_t name_length = sign ? (size_t)(sign - text) : length;
    size_t value_length = sign ? length - name_length - 1 : 0;
    struct option_row row;
    trim(&name, &name_length);
    trim(&value, &value_length);
    *block = malloc(length + 2);
    if (!*block || !sign) {
        complain("%s:%zu: expected NAME = VALUE", visible(lines->name).text, lines->number);
        return false;
    }
    memcpy(*block, name, name_length);
    (*block)[name_length] = '\0';
    memcpy(*block + name_length + 1, value, value_length);
    (*block)[name_length + 1 + value_length] = '\0';
    *setting = (struct cli_setting){*block, *block + name_length + 1};
    if (strlen(*block) == name_length && command_option_find(*block, &row) && row.id < 0)
        return true;
    complain("%s:%zu: %s is no option of the engine; \"outflank help gtp\" lists them",
             visible(lines->name).text, lines->number, visible_word(name, name_length).text);
    return false;
}

static int add_setting(struct cli_config *config, const struct cli_setting *setting, char *block)
{
    const size_t n = (size_t)config->n + 1;
    struct cli_setting *settings = realloc(config->settings, n * sizeof *settings);
    if (settings)
        config->settings = settings;
    char **blocks = realloc(config->blocks, n * sizeof *blocks);
    if (blocks)
        config->blocks = blocks;
    if (!settings || !blocks) {
        complain("out of memory");
        return EX_OSERR;
    }
    config->settings[config->n] = *setting;
    config->blocks[config->n++] = block;
    return 0;
}

int settings_read(struct cli_config *config, const char *path)
{
    struct lines *lines = malloc(sizeof *lines);
    const char *text;
    size_t length;
    int code = 0;
    enum line_status status = LINE_END;
    if (!lines || !lines_open(lines, path)) {
        complain("--config %s: %s", path, lines && errno ? strerror(errno) : "not a file");
        free(lines);
        return EX_NOINPUT;
    }
    while (!code && (status = lines_next(lines, &text, &length)) == LINE_READ) {
        struct cli_setting setting;
        char *block = NULL;
        trim(&text, &length);
        if (!length || *text == '#')
            continue;
        code = read_setting(lines, text, length, &setting, &block) ? 0 : EX_DATAERR;
        if (!code)
            code = add_setting(config, &setting, block);
        if (code)
            free(block);
    }
    if (!code && status != LINE_END) {
        complain("%s:%zu: %s", path, lines->number,
                 status == LINE_TOO_LONG ? "the line is too long" : strerror(errno));
        code = EX_DATAERR;
    }
    lines_close(lines);
    free(lines);
    return code;
}

void settings_release(struct cli_config *config)
{
    for (int i = 0; i < config->n; i++)
        free(config->blocks[i]);
    free(config->blocks);
    free(config->settings);
    *config = (struct cli_config){0};
}

/* Options that protocols and commands choose as they need them. */
static const char *chosen_by_command(const char *name)
{
    static const struct { const char *name, *what; } rows[] = {
        {"threads", "auto in console, nboard and solve"},
        {"hash", "more in solve"},
        {"variety", "1.00 in console and nboard, 0.50 in gtp"},
        {"book", "OUTFLANK_BOOK or shipped in console, nboard, gtp and cassio"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, name) == 0)
            return rows[i].what;
    return NULL;
}

void settings_print(ofl_engine *engine, const struct cli_setting *given, int n_given)
{
    const struct ofl_option_info *info;
    out_printf("# outflank %s: the options of the engine; --config FILE reads them.\n"
               "# Behind a # stand defaults, which were not given.\n", ofl_version());
    for (size_t i = 0; (info = ofl_option_at(i)) != NULL; i++) {
        const char *value = ofl_get_option(engine, info->name);
        const char *chosen = chosen_by_command(info->name);
        bool is_given = false;
        for (int k = 0; k < n_given; k++)
            is_given |= strcmp(given[k].name, info->name) == 0;
        out_printf("\n# %s\n", info->help);
        if (chosen && !is_given)
            out_printf("# (%s)\n", chosen);
        out_printf("%s%s = %s\n", is_given ? "" : "#", info->name,
                   value ? visible(value).text : "");
    }
}
