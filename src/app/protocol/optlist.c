/* protocol/optlist.c - implements optlist.h. */
#include "protocol/optlist.h"

#include <string.h>

#include "base/visible.h"
#include "engine/options.h"

const struct ofl_option_info *optlist_find(struct word name)
{
    for (size_t i = 0; i < N_OPTIONS; i++) /* those that are not listed, too */
        if (word_is(name, option_table[i].name))
            return &option_table[i];
    return NULL;
}

static void add_option(struct strbuf *text, ofl_engine *engine,
                       const struct ofl_option_info *info)
{
    static const char *const types[] = {"int", "bool", "choice", "file", "discs"};
    const char *value = ofl_get_option(engine, info->name);
    strbuf_addf(text, "name %s type %s value %s default %s", info->name, types[info->type],
                value && *value ? visible(value).text : "-",
                info->default_value && *info->default_value ? info->default_value : "-");
    if (info->type == OFL_OPTION_INT)
        strbuf_addf(text, " min %lld max %lld", (long long)info->min, (long long)info->max);
    if (info->type == OFL_OPTION_DISCS) {
        strbuf_add(text, " min ");
        strbuf_add_decimal(text, info->min, 2, false);
        strbuf_add(text, " max ");
        strbuf_add_decimal(text, info->max, 2, false);
    }
    if (info->type == OFL_OPTION_CHOICE)
        strbuf_addf(text, " choices %s", info->choices);
    strbuf_add(text, "\n");
}

bool optlist_is_file(const struct ofl_option_info *info, struct word value)
{
    const bool is_book = strcmp(info->name, "book") == 0;
    return info->type == OFL_OPTION_FILE && !word_is(value, "none") &&
           !(is_book && word_is(value, "shipped"));
}

void optlist_write(struct strbuf *text, ofl_engine *engine)
{
    const struct ofl_option_info *info;
    for (size_t i = 0; (info = ofl_option_at(i)) != NULL; i++)
        add_option(text, engine, info);
}
