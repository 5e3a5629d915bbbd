/* cli/config_files.c - implements config_files.h. */
#include "cli/config_files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>

#include "base/array.h"
#include "base/lines.h"
#include "base/visible.h"
#include "cli/checked_output.h"
#include "protocol/word.h"

/* "NAME = VALUE" becomes one more setting. Returns 0, or an exit code after saying why. */
static int add_setting(struct cli_config *config, const struct option_row *rows,
                       const struct lines *lines, struct word line)
{
    const char *sign = memchr(line.text, '=', line.length);
    if (!sign) {
        complain("%s:%zu: expected NAME = VALUE", visible(lines->name).text, lines->number);
        return EX_DATAERR;
    }
    const size_t at = (size_t)(sign - line.text);
    const struct word name = word_trim(line.text, at);
    const struct word value = word_trim(sign + 1, line.length - at - 1);
    while (rows->name && !(rows->is_of_engine && word_is(name, rows->name)))
        rows++;
    if (!rows->name) {
        complain("%s:%zu: %s is no option of the engine; \"outflank help gtp\" lists them",
                 visible(lines->name).text, lines->number,
                 visible_word(name.text, name.length).text);
        return EX_DATAERR;
    }
    const struct option_given setting = {rows, strndup(value.text, value.length)};
    if (setting.value && array_push(&config->settings, &config->n, &setting, sizeof setting))
        return 0;
    free((char *)setting.value);
    complain("out of memory");
    return EX_OSERR;
}

int settings_read(struct cli_config *config, const char *path, const struct option_row *rows)
{
    struct lines *lines = malloc(sizeof *lines);
    const char *text;
    size_t length;
    int code = 0;
    enum line_status status = LINE_END;
    struct stat status_of;
    if (lstat(path, &status_of) == 0 && S_ISFIFO(status_of.st_mode)) { /* would wait for a writer */
        complain("--config %s: this is a pipe, not a file", path);
        free(lines);
        return EX_NOINPUT;
    }
    if (!lines || !lines_open(lines, path)) {
        complain("--config %s: %s", path, lines && errno ? strerror(errno) : "not a file");
        free(lines);
        return EX_NOINPUT;
    }
    while (!code && (status = lines_next(lines, &text, &length)) == LINE_READ) {
        const struct word line = word_trim(text, length);
        if (line.length && *line.text != '#')
            code = add_setting(config, rows, lines, line);
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
    for (size_t i = 0; i < config->n; i++)
        free((char *)config->settings[i].value);
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
        {"book", "OUTFLANK_BOOK or shipped in console, nboard, gtp, uci and cassio"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, name) == 0)
            return rows[i].what;
    return NULL;
}

void settings_print(ofl_engine *engine, const struct cli_args *args)
{
    const struct ofl_option_info *info;
    out_printf("# outflank %s: the options of the engine; --config FILE reads them.\n"
               "# Behind a # stand defaults, which were not given.\n", ofl_version());
    for (size_t i = 0; (info = ofl_option_at(i)) != NULL; i++) {
        const char *value = ofl_get_option(engine, info->name);
        const char *chosen = chosen_by_command(info->name);
        const bool is_given = cli_option_is_given(args, info->name);
        out_printf("\n# %s\n", info->help);
        if (chosen && !is_given)
            out_printf("# (%s)\n", chosen);
        out_printf("%s%s = %s\n", is_given ? "" : "#", info->name,
                   value ? visible(value).text : "");
    }
}
