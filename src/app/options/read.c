/* options/read.c - implements read.h with getopt_long.
 *
 * "-" at the head of the short options makes getopt_long hand over words where they stand. */
#include "options/read.h"

#include <assert.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "options/suggest.h"

enum { LONG_BASE = 256, LETTERS = 160 }; /* below LONG_BASE getopt returns a letter */

/* The rows in the form getopt_long wants. Owned by the caller; NULL if out of memory. */
static struct option *make_long_options(const struct option_row *rows)
{
    struct option *table = calloc(options_count(rows) + 1, sizeof *table);
    for (size_t i = 0; table && rows[i].name; i++)
        table[i] = (struct option){
            .name = rows[i].name,
            .has_arg = !rows[i].argument     ? no_argument
                       : rows[i].is_optional ? optional_argument
                                             : required_argument,
            .val = LONG_BASE + (int)i,
        };
    return table;
}

/* "-:hVo:" and the like. */
static void make_letters(const struct option_row *rows, char text[LETTERS])
{
    size_t length = 0;
    text[length++] = '-';
    text[length++] = ':';
    for (; rows->name; rows++)
        if (rows->letter && length + 3 < LETTERS) {
            text[length++] = rows->letter;
            if (rows->argument)
                text[length++] = ':';
        }
    text[length] = '\0';
}

static const struct option_row *find_row(const struct option_row *rows, int found)
{
    if (found >= LONG_BASE)
        return &rows[found - LONG_BASE];
    while (rows->letter != found)
        rows++;
    return rows;
}

/* Says which options may be meant by a name that there is not: those known by this word, those
 * that begin so, or the one written much like it. */
static bool refuse_name(const struct option_row *rows, const struct options_taker *taker,
                        const char *word, struct reason *reason)
{
    char name[32];
    const size_t length = strcspn(word + 2, "=");
    if (length == 0 || length >= sizeof name)
        return reason_set(reason, "unknown option %.80s", word);
    memcpy(name, word + 2, length);
    name[length] = '\0';
    const char *known = NULL, *first = NULL, *second = NULL;
    struct suggestion meant = {.word = name, .length = length};
    for (const struct option_row *row = rows; row->name; row++) {
        if (row->is_hidden || (taker->may_mean && !taker->may_mean(taker->user, row)))
            continue;
        if (suggest_is_tried_for(name, row->name))
            known = row->name;
        if (strncmp(row->name, name, length) == 0)
            *(first ? &second : &first) = row->name;
        suggest_offer(&meant, row->name);
    }
    if (!known && second)
        return reason_set(reason, "unknown option --%s; did you mean --%s or --%s?", name, first,
                          second);
    const char *best = known ? known : first ? first : meant.best;
    return best ? reason_set(reason, "unknown option --%s; did you mean --%s?", name, best)
                : reason_set(reason, "unknown option --%s", name);
}

/* getopt_long() takes the beginning of a name for the name. A typing mistake could set another
 * option so: --move would be --move-overhead. */
static bool is_cut(const struct option_row *rows, int found, const char *word)
{
    const int option = found == '?' || found == ':' ? optopt : found;
    return option >= LONG_BASE && strlen(rows[option - LONG_BASE].name) != strcspn(word + 2, "=");
}

/* What getopt_long did not understand. */
static bool refuse(const struct option_row *rows, const struct options_taker *taker, int found,
                   const char *word, struct reason *reason)
{
    if (optopt && optopt < LONG_BASE && found == '?')
        return reason_set(reason, "unknown option -%c", optopt);
    if (!optopt || is_cut(rows, found, word))
        return refuse_name(rows, taker, word, reason);
    const bool is_short = found == ':' && !strchr(word, '='); /* of Windows has ':' for both */
    return reason_set(reason, is_short ? "option %.80s needs a value"
                                       : "option %.80s takes no value", word);
}

int options_read(const struct option_row *rows, int argc, char **argv,
                 const struct options_taker *taker, int *rest, struct reason *reason)
{
    char letters[LETTERS];
    make_letters(rows, letters);
    struct option *table = make_long_options(rows);
    if (!table) {
        reason_set(reason, "out of memory");
        return OPTIONS_REFUSED;
    }
    int code = 0;
    opterr = 0;
    optind = 0; /* GNU: begin anew */
    while (code == 0) {
        const int at = optind > 0 ? optind : 1;
        const int found = getopt_long(argc, argv, letters, table, NULL);
        if (found == -1)
            break;
        if (found == 1) {
            code = taker->word(taker->user, optarg);
        } else if (found == '?' || found == ':') {
            refuse(rows, taker, found, argv[at], reason);
            code = OPTIONS_REFUSED;
        } else if (is_cut(rows, found, argv[at])) {
            refuse_name(rows, taker, argv[at], reason);
            code = OPTIONS_REFUSED;
        } else {
            code = taker->option(taker->user, find_row(rows, found), optarg);
        }
    }
    free(table);
    *rest = optind;
    return code == OPTIONS_STOP ? 0 : code;
}

bool options_is_choice(const char *choices, const char *value)
{
    const size_t length = strlen(value);
    for (const char *at = choices; at; at = strchr(at, '|') ? strchr(at, '|') + 1 : NULL)
        if (strcspn(at, "|") == length && strncmp(at, value, length) == 0)
            return true;
    return false;
}

/* Is the value, that of an option which wants a file, no name at all? Where the option has a
 * default, nothing is that. */
static bool lacks_name(const struct option_row *row, const char *value)
{
    return value && !*value && row->argument && !row->default_value &&
           strcmp(row->argument, "FILE") == 0;
}

bool options_store(const struct option_row *row, const char *value, void *base,
                   struct reason *reason)
{
    void *at = (char *)base + row->offset;
    int64_t whole;
    bool is_good = !lacks_name(row, value) ||
                   reason_set(reason, "expected the name of a file, found nothing");
    switch (is_good ? row->type : OPTION_PLAIN) {
    case OPTION_PLAIN:
        is_good = is_good && (!row->take || row->take(base, value, reason));
        break;
    case OPTION_FLAG:
        *(bool *)at = true;
        break;
    case OPTION_TEXT:
    case OPTION_WORD:
        is_good = row->type == OPTION_TEXT || options_is_choice(row->choices, value) ||
                  reason_set(reason, "expected %s, found '%.60s'", row->choices, value);
        if (is_good)
            *(const char **)at = value;
        break;
    case OPTION_INT:
        is_good = number_read_int(value, NUMBER_TO_NUL, row->min, row->max, &whole, reason);
        if (is_good)
            *(int *)at = (int)whole;
        break;
    case OPTION_WIDE:
        is_good = number_read_int(value, NUMBER_TO_NUL, row->min, row->max, at, reason);
        break;
    case OPTION_REAL:
        is_good = number_read_real(value, NUMBER_TO_NUL, row->least, row->most, at, reason);
        break;
    case OPTION_SECONDS:
        is_good = number_read(value, NUMBER_TO_NUL,
                              &(struct number_range){.min = row->min, .max = row->max,
                                                     .decimals = 3, .unit = "seconds",
                                                     .cuts_decimals = true}, at, reason);
        break;
    }
    return is_good || reason_put_before(reason, "--%s: ", row->name);
}

void options_store_defaults(const struct option_row *rows, void *base)
{
    for (; rows->name; rows++)
        if (rows->default_value && !rows->is_of_engine) {
            const bool is_good = options_store(rows, rows->default_value, base, NULL);
            assert(is_good);
            (void)is_good;
        }
}
