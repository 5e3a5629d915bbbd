/* cli/cmd_opening.c - the command "opening": names of openings, by name and by moves. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>

#include "base/visible.h"
#include "text/reader.h"
#include "cli/json_rows.h"
#include "cli/checked_output.h"
#include "cli/commands.h"
#include "cli/position_argument.h"
#include "book/fold.h"
#include "book/opening_names.h"
#include "options/suggest.h"
#include "request/forms.h"

enum { TEXT_LIMIT = 16384 };

/* What the command line asks for. */
struct query {
    bool has_language, is_json;
    enum opening_language language;
    char text[TEXT_LIMIT];          /* the words, a blank between them */
    char folded[OPENING_FOLDED];
};

static bool is_wanted(const struct query *query, enum opening_language language)
{
    return !query->has_language || query->language == language;
}

/* ---- one line of output ---- */

static int print_line(const struct query *query, const struct opening *opening)
{
    const char *code = opening_language_code(opening->language);
    if (query->is_json)
        return json_print(json_pack("{s:i, s:s, s:s, s:s, s:s}", "schema", JSON_SCHEMA, "language",
                                    code, "name", opening->name, "moves", opening->moves,
                                    "sources", opening->sources));
    out_printf("%s  %s: %s\n", code, opening->name, opening->moves);
    return 0;
}

/* ---- by name ---- */

enum fit { FIT_ALL, FIT_WHOLE, FIT_PART };

static bool fits(const struct query *query, const struct opening *opening, enum fit fit)
{
    if (!is_wanted(query, opening->language))
        return false;
    if (fit == FIT_WHOLE)
        return strcmp(opening->folded, query->folded) == 0;
    return fit == FIT_ALL || strstr(opening->folded, query->folded) != NULL;
}

/* Shorter lines first, then by moves; one position's names as in the table. */
static int compare_lines(const void *left, const void *right)
{
    const struct opening *a = *(const struct opening *const *)left;
    const struct opening *b = *(const struct opening *const *)right;
    const size_t n_a = strlen(a->moves), n_b = strlen(b->moves);
    const int order = strcmp(a->moves, b->moves);
    return n_a != n_b ? (n_a < n_b ? -1 : 1) : order ? order : a < b ? -1 : a > b;
}

/* Are there whole letters only? Half a letter would be found within others. */
static bool is_utf8(const char *text)
{
    json_t *string = json_string(text);
    json_decref(string);
    return string != NULL;
}

/* Prints the names that fit; *n_printed of them. Returns the exit code. */
static int print_fitting(const struct query *query, enum fit fit, size_t *n_printed)
{
    size_t n_all = 0, n = 0;
    while (opening_at(n_all))
        n_all++;
    const struct opening **list = calloc(n_all + 1, sizeof *list);
    if (!list) {
        complain("opening: no memory");
        return EX_OSERR;
    }
    for (size_t i = 0; i < n_all; i++)
        if (fits(query, opening_at(i), fit))
            list[n++] = opening_at(i);
    qsort(list, n, sizeof *list, compare_lines);
    int code = 0;
    for (size_t i = 0; i < n && !code; i++)
        code = print_line(query, list[i]);
    free(list);
    *n_printed = n;
    return code;
}

static int refuse_name(const struct query *query)
{
    const struct opening *meant = suggest_opening(query->folded, strlen(query->folded),
                                                  query->has_language ? &query->language : NULL);
    const char *in = query->has_language ? " in language " : "";
    const char *code = query->has_language ? opening_language_code(query->language) : "";
    const struct visible word = visible_word(query->text, strlen(query->text));
    if (meant)
        complain("opening: no opening is called %s%s%s; did you mean '%s'?", word.text, in, code,
                 meant->name);
    else
        complain("opening: no opening is called %s%s%s; 'outflank opening' lists all names",
                 word.text, in, code);
    return EX_USAGE;
}

/* ---- by moves ---- */

static int print_of_game(const struct query *query, const struct ofl_game *game)
{
    int code = 0;
    bool has_any = false;
    for (int i = 0; i < OPENING_N_LANGUAGES && !code; i++) {
        const enum opening_language language = (enum opening_language)i;
        int ply = 0;
        const struct opening *opening =
            is_wanted(query, language) ? opening_of_game(game, language, &ply) : NULL;
        if (!opening)
            continue;
        has_any = true;
        struct ofl_game line = *game;
        char moves[2 * OFL_MAX_PLIES + 1];
        while (line.n_played > ply)
            ofl_game_undo(&line);
        ofl_game_to_transcript(&line, false, moves);
        const char *language_code = opening_language_code(language);
        if (query->is_json)
            code = json_print(form_opening(game, language, &has_any));
        else
            out_printf("%s  %s: %s\n", language_code, opening->name, moves);
    }
    if (!has_any && !query->is_json)
        out_printf("No line of this game has a name.\n");
    return code;
}

/* Is a file meant? A folder may be called as an opening is, unless it is written as a path. */
static bool is_file(const char *text)
{
    struct stat about;
    if (strcmp(text, "-") == 0)
        return true;
    return stat(text, &about) == 0 && (!S_ISDIR(about.st_mode) || strchr(text, '/'));
}

/* Moves have digits, and a board has 64 squares: other words are a name, whatever their start. */
static bool may_be_game(const char *text)
{
    enum { SQUARES = 64 };
    return is_file(text) || strpbrk(text, "12345678") || strlen(text) >= SQUARES;
}

/* The exit code; -1 if the text is no game. */
static int run_game(const struct query *query)
{
    struct reading reading;
    const char *text = query->text;
    if (!may_be_game(text) || (!reader_format(text, strlen(text)) && !is_file(text)))
        return -1;
    const int code = position_read_any("opening", &text, 1, &reading);
    return code ? code : print_of_game(query, &reading.game);
}

/* ---- conflicts ---- */

static bool is_same_key(const struct opening *a, const struct opening *b)
{
    return a->key.player == b->key.player && a->key.opponent == b->key.opponent;
}

/* Does another position have the same name in the same language? */
static bool has_conflict(const struct opening *opening)
{
    const struct opening *other;
    for (size_t i = 0; (other = opening_at(i)) != NULL; i++)
        if (other->language == opening->language && !is_same_key(other, opening) &&
            strcmp(other->folded, opening->folded) == 0)
            return true;
    return false;
}

static int compare_names(const void *left, const void *right)
{
    const struct opening *a = *(const struct opening *const *)left;
    const struct opening *b = *(const struct opening *const *)right;
    const int order = strcmp(a->folded, b->folded);
    return a->language != b->language ? (int)a->language - (int)b->language
           : order                    ? order
                                      : compare_lines(left, right);
}

static int print_conflicts(const struct query *query)
{
    enum { MAX_CONFLICTS = 1024 };
    const struct opening *list[MAX_CONFLICTS], *opening;
    size_t n = 0;
    for (size_t i = 0; (opening = opening_at(i)) != NULL && n < MAX_CONFLICTS; i++)
        if (is_wanted(query, opening->language) && has_conflict(opening))
            list[n++] = opening;
    qsort(list, n, sizeof *list, compare_names);
    int code = 0;
    for (size_t i = 0; i < n && !code; i++) {
        if (query->is_json)
            code = print_line(query, list[i]);
        else
            out_printf("%s\t%s\t%s\t%s\n", opening_language_code(list[i]->language), list[i]->name,
                       list[i]->moves, list[i]->sources);
    }
    return code;
}

/* ---- the command ---- */

static bool read_query(const struct cli_args *args, struct query *query)
{
    *query = (struct query){.has_language = args->language != NULL,
                            .is_json = args->json};
    const char *language = args->language;
    if (language && !opening_read_language(language, strlen(language), &query->language)) {
        complain("--language: expected en, fr or ja, found %s",
                 visible_word(language, strlen(language)).text);
        return false;
    }
    size_t length = 0;
    for (int i = 0; i < args->n_words; i++) {
        const int n = snprintf(query->text + length, TEXT_LIMIT - length, "%s%s", i ? " " : "",
                               args->words[i]);
        if (n < 0 || (size_t)n >= TEXT_LIMIT - length) {
            complain("opening: the text is too long");
            return false;
        }
        length += (size_t)n;
    }
    if (!is_utf8(query->text)) {
        complain("opening: %s is not UTF-8", visible_word(query->text, length).text);
        return false;
    }
    opening_fold(query->text, length, query->folded);
    return true;
}

static int opening_run(const struct cli_args *args)
{
    struct query query;
    size_t n = 0;
    if (!read_query(args, &query))
        return EX_USAGE;
    if (args->conflicts) {
        if (args->n_words) {
            complain("opening: --conflicts takes no name");
            return EX_USAGE;
        }
        return print_conflicts(&query);
    }
    if (args->n_words == 0)
        return print_fitting(&query, FIT_ALL, &n);
    int code = query.folded[0] ? print_fitting(&query, FIT_WHOLE, &n) : 0;
    if (code || n)
        return code;
    code = run_game(&query);
    if (code >= 0)
        return code;
    code = query.folded[0] ? print_fitting(&query, FIT_PART, &n) : 0;
    return code || n ? code : refuse_name(&query);
}

const struct cli_command cmd_opening = {
    .name = "opening",
    .arguments = "[NAME | MOVES | FILE]",
    .summary = "tell the name of an opening, or the moves of a name",
    .text = "NAME is the name of an opening in English, French or Japanese, or a part of it; case, "
            "accents and signs do not matter. Printed are the languages, the names and the moves "
            "of the lines that are called so.\n\n"
            "MOVES is a game, in any form that Outflank reads (f5d6c3), or in a file. Printed is, "
            "for each language, the name of the longest line of the game that has one, and that "
            "line. Names belong to positions: the eight symmetries of a game and transpositions "
            "have the same name.\n\n"
            "Without NAME and MOVES all names are listed. --conflicts lists the names that mean "
            "different positions in one language, with the sources of each.",
    .options = "language|conflicts|json",
    .max_words = INT_MAX,
    .run = opening_run,
};
