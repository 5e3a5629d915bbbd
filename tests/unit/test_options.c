/* Tables of options: what is read, where values go, what is refused and what is said then. */
#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "options/print.h"
#include "options/read.h"
#include "options/suggest.h"

struct values { const char *out, *kind; int depth; int64_t seed; double rate; bool is_quiet; };

enum { N_ROWS = 7 };
static const struct option_row rows[N_ROWS + 1] = {
    {.name = "out", .letter = 'o', .argument = "FILE", .help = "the file", .type = OPTION_TEXT,
     .offset = offsetof(struct values, out)},
    {.name = "depth", .argument = "N", .default_value = "6", .help = "plies", .type = OPTION_INT,
     .min = 1, .max = 30, .offset = offsetof(struct values, depth)},
    {.name = "seed", .letter = 's', .argument = "N", .default_value = "1", .help = "of all",
     .type = OPTION_WIDE, .max = INT64_MAX, .offset = offsetof(struct values, seed)},
    {.name = "rate", .argument = "X", .default_value = "0.05", .help = "of steps",
     .type = OPTION_REAL, .most = 1, .offset = offsetof(struct values, rate)},
    {.name = "kind", .argument = "WORD", .choices = "one|two", .default_value = "one",
     .help = "of file", .type = OPTION_WORD, .offset = offsetof(struct values, kind)},
    {.name = "quiet", .letter = 'q', .help = "say nothing", .type = OPTION_FLAG,
     .offset = offsetof(struct values, is_quiet)},
    {.name = "quick", .help = "for tests", .is_hidden = true},
    {0},
};

struct seen { struct values values; char words[64]; struct reason reason; };

static int take_option(void *user, const struct option_row *row, const char *value)
{
    struct seen *seen = user;
    return options_store(row, value, &seen->values, &seen->reason) ? 0 : 64;
}

static int take_word(void *user, const char *word)
{
    struct seen *seen = user;
    strncat(seen->words, word, sizeof seen->words - strlen(seen->words) - 1);
    strncat(seen->words, ";", sizeof seen->words - strlen(seen->words) - 1);
    return strcmp(word, "stop") == 0 ? OPTIONS_STOP : 0;
}

/* Reads words parted by blanks; *rest as options_read() gives it. */
static int read_line(const char *line, struct seen *seen, int *rest)
{
    static char text[256];
    char name[] = "program", *argv[16] = {name}, *place = NULL;
    int argc = 1;
    snprintf(text, sizeof text, "%s", line);
    for (char *word = strtok_r(text, " ", &place); word; word = strtok_r(NULL, " ", &place))
        argv[argc++] = word;
    *seen = (struct seen){0};
    options_store_defaults(rows, &seen->values);
    const struct options_taker taker = {.option = take_option, .word = take_word, .user = seen};
    return options_read(rows, argc, argv, &taker, rest, &seen->reason);
}

Test(options, values_go_where_the_rows_say)
{
    struct seen seen;
    int rest;
    cr_assert_eq(read_line("a --out=x b --depth 12 -s 9007199254740993 --rate 1e-3 -q --kind two "
                           "-- --depth", &seen, &rest), 0);
    cr_expect_str_eq(seen.words, "a;b;");
    cr_expect_eq(rest, 14);
    cr_expect_str_eq(seen.values.out, "x");
    cr_expect_str_eq(seen.values.kind, "two");
    cr_expect_eq(seen.values.depth, 12);
    cr_expect_eq(seen.values.seed, 9007199254740993);
    cr_expect_eq(seen.values.rate, 1e-3);
    cr_expect(seen.values.is_quiet);
}

Test(options, defaults_come_from_the_rows)
{
    struct seen seen;
    int rest;
    cr_assert_eq(read_line("", &seen, &rest), 0);
    cr_expect_null(seen.values.out);
    cr_expect_str_eq(seen.values.kind, "one");
    cr_expect_eq(seen.values.depth, 6);
    cr_expect_eq(seen.values.seed, 1);
    cr_expect_eq(seen.values.rate, 0.05);
    cr_expect_not(seen.values.is_quiet);
}

Test(options, a_word_may_end_the_reading)
{
    struct seen seen;
    int rest;
    cr_assert_eq(read_line("-q stop --depth 0", &seen, &rest), 0);
    cr_expect_eq(rest, 3);
    cr_expect_eq(seen.values.depth, 6);
}

Test(options, what_is_refused_is_told)
{
    static const struct { const char *line, *reason; } cases[] = {
        {"--depth 31", "--depth: expected"},
        {"--depth 6x", "--depth: expected"},
        {"--rate nan", "--rate: expected"},
        {"--kind three", "--kind: expected one|two, found 'three'"},
        {"--kind o", "--kind: expected one|two, found 'o'"},
        {"--depht 3", "unknown option --depht; did you mean --depth?"},
        {"--sede=3", "unknown option --sede; did you mean --seed?"},
        {"--nothing", "unknown option --nothing"},
        {"--qui", "unknown option --qui; did you mean --quiet?"},
        {"--qui=1", "unknown option --qui; did you mean --quiet?"},
        {"--dept", "unknown option --dept; did you mean --depth?"},
        {"--d 3", "unknown option --d; did you mean --depth?"},
        {"-q --d=3", "unknown option --d; did you mean --depth?"},
        {"--out --d --d 3", "unknown option --d; did you mean --depth?"},
        {"--ply 3", "unknown option --ply; did you mean --depth?"},
        {"--output x", "unknown option --output; did you mean --out?"},
        {"--= 3", "unknown option --="},
        {"-x", "unknown option -x"},
        {"--quiet=1", "option --quiet=1 takes no value"},
        {"--depth", "option --depth needs a value"},
        {"-o", "option -o needs a value"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct seen seen;
        int rest;
        cr_expect_neq(read_line(cases[i].line, &seen, &rest), 0, "%s", cases[i].line);
        cr_expect_eq(strncmp(seen.reason.text, cases[i].reason, strlen(cases[i].reason)), 0,
                     "%s: %s", cases[i].line, seen.reason.text);
        cr_expect_eq(seen.values.depth, 6, "%s changes nothing", cases[i].line);
    }
}

static const char *nearest(const char *word)
{
    struct suggestion meant = {.word = word, .length = strlen(word)};
    static const char *const words[] = {"hint", "help", "go", "", "board", "hash", "e"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        suggest_offer(&meant, words[i]);
    return meant.best ? meant.best : "-";
}

Test(options, the_nearest_word_is_suggested)
{
    static const struct { const char *word, *nearest; } cases[] = {
        {"hint", "hint"}, {"hnit", "hint"}, {"HELPP", "help"}, {"hsah", "hash"}, {"og", "go"},
        {"baord", "board"}, {"boar", "board"}, {"xyz", "-"}, {"x", "-"}, {"", "-"}, {"g", "go"},
        {"hinnnt", "hint"}, {"hinnnnt", "-"}, {"0123456789012345678901234567890123", "-"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect_str_eq(nearest(cases[i].word), cases[i].nearest, "%s", cases[i].word);
}

static char printed[1024];

__attribute__((format(printf, 1, 2))) static void print(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    size_t length = strlen(printed);
    vsnprintf(printed + length, sizeof printed - length, format, list);
    va_end(list);
}

Test(options, help_is_made_from_rows)
{
    options_print_row(print, &rows[1]);
    options_print_row(print, &rows[4]);
    options_print_row(print, &rows[5]);
    cr_expect_str_eq(printed,
                     "      --depth N           plies, 1..30 (default 6)\n"
                     "      --kind WORD         of file: one|two (default one)\n"
                     "  -q, --quiet             say nothing\n");
}
