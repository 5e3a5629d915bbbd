/* protocol/console/console_complete.c - what a line of the console may become by the tab key: commands, the
 * words of their usage, options and their values, names of files and of openings. */
#include "protocol/console/console_state.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "book/opening_names.h"
#include "protocol/small_file.h"

static void add_text(struct choices *choices, const char *text)
{
    choices_add(choices, text, strlen(text));
}

static void add_commands(struct choices *choices, const struct command_set *commands)
{
    const struct command *row;
    for (size_t i = 0; (row = command_row(commands, i)) != NULL; i++)
        add_text(choices, row->names[0]);
    for (size_t i = 0; choices->length && (row = command_row(commands, i)) != NULL; i++)
        for (int k = 1; k < COMMAND_NAMES && row->names[k]; k++)
            add_text(choices, row->names[k]);
}

/* The words in small letters: "[black|white|both|none]", "[alternate | xot [SEED]]". */
static void add_usage_words(struct choices *choices, const char *usage)
{
    for (size_t n; *usage; usage += n) {
        for (n = 0; usage[n] >= 'a' && usage[n] <= 'z';)
            n++;
        if (n)
            choices_add(choices, usage, n);
        n += !n;
    }
}

static void add_openings(struct choices *choices)
{
    const struct opening *opening;
    for (size_t i = 0; (opening = opening_at(i)) != NULL; i++)
        add_text(choices, opening->name);
}

/* ---- options ---- */

static void add_values(struct choices *choices, struct word name)
{
    const struct ofl_option_info *info;
    for (size_t i = 0; (info = ofl_option_at(i)) != NULL; i++) {
        if (!word_is(name, info->name))
            continue;
        if (info->type == OFL_OPTION_BOOL) {
            add_text(choices, "on");
            add_text(choices, "off");
        }
        add_usage_words(choices, info->choices ? info->choices : "");
    }
}

static bool is_file_option(struct word name)
{
    const struct ofl_option_info *info;
    for (size_t i = 0; (info = ofl_option_at(i)) != NULL; i++)
        if (word_is(name, info->name))
            return info->type == OFL_OPTION_FILE;
    return false;
}

static void add_options(struct choices *choices)
{
    const struct ofl_option_info *info;
    for (size_t i = 0; (info = ofl_option_at(i)) != NULL; i++)
        add_text(choices, info->name);
}

/* ---- files ---- */

/* A name as console_file_name() reads it: blanks and quotes behind backslashes, or all of it as it
 * is. */
static void add_escaped(struct strbuf *text, const char *name, bool is_raw)
{
    for (; *name; name++) {
        if (!is_raw && strchr(" \t\\\"'", *name))
            strbuf_add(text, "\\");
        strbuf_add_bytes(text, name, 1);
    }
}

static bool is_folder(const char *folder, const char *name)
{
    struct strbuf path = {0};
    struct stat status;
    strbuf_addf(&path, "%s/%s", folder, name);
    const bool result = path.data && stat(path.data, &status) == 0 && S_ISDIR(status.st_mode);
    strbuf_free(&path);
    return result;
}

/* Could such a name be typed? Control characters could not. */
static bool is_typable(const char *name)
{
    for (; *name; name++)
        if ((unsigned char)*name < ' ' || *name == 0x7f)
            return false;
    return true;
}

/* Has the name begun a blank that is neither quoted nor behind a backslash? */
static bool has_bare_blank(const struct choices *choices)
{
    for (size_t i = 1; i < choices->length; i++)
        if (choices->word[i] == ' ' && choices->word[i - 1] != '\\')
            return true;
    return false;
}

/* Of an entry of the folder `path`, which is written as the first `n_folder` bytes of the word. */
static void add_file(struct choices *choices, const char *path, size_t n_folder, const char *name)
{
    struct strbuf text = {0};
    const size_t n_before = choices->n;
    const bool is_inner = is_folder(path, name);
    strbuf_add_bytes(&text, choices->word, n_folder);
    add_escaped(&text, name, has_bare_blank(choices));
    if (is_inner)
        strbuf_add(&text, "/");
    if (text.data)
        add_text(choices, text.data);
    choices->is_open |= is_inner && choices->n > n_before;
    strbuf_free(&text);
}

/* The entries of the folder that the name begun lies in. */
static void add_files(struct choices *choices)
{
    char begun[FILE_NAME_SIZE], path[FILE_NAME_SIZE];
    size_t n_folder = 0;
    for (size_t i = 0; i < choices->length && i < sizeof begun - 1; i++)
        if (choices->word[i] == '/')
            n_folder = i + 1;
    const bool wants_hidden = choices->length > n_folder && choices->word[n_folder] == '.';
    const struct word folder = console_file_name((struct word){choices->word, n_folder}, begun);
    snprintf(path, sizeof path, "%.*s", (int)(n_folder ? folder.length : 1),
             n_folder ? folder.text : ".");
    DIR *entries = opendir(path);
    const struct dirent *entry;
    while (entries && (entry = readdir(entries)) != NULL)
        if (is_typable(entry->d_name) && (wants_hidden || entry->d_name[0] != '.'))
            add_file(choices, path, n_folder, entry->d_name);
    if (entries)
        closedir(entries);
}

/* ---- lines ---- */

/* Where the word before the cursor begins; blanks behind a backslash belong to it. */
static size_t word_start(const char *line, size_t length)
{
    size_t start = 0;
    for (size_t i = 0; i < length; i++)
        if (line[i] == ' ' && (i == 0 || line[i - 1] != '\\'))
            start = i + 1;
    return start;
}

static void complete_argument(const struct command_set *commands, const struct command *command,
                              const struct word *words, size_t n, struct choices *choices)
{
    const bool is_option = word_is((struct word){command->names[0], strlen(command->names[0])},
                                   "option");
    if (strstr(command->usage, "FILE") || (is_option && n > 2 && is_file_option(words[1])))
        add_files(choices);
    else if (is_option && n > 2)
        add_values(choices, words[1]);
    else if (is_option)
        add_options(choices);
    else
        add_usage_words(choices, command->usage);
    if (strstr(command->usage, "COMMAND"))
        add_commands(choices, commands);
    if (strstr(command->usage, "OPENING"))
        add_openings(choices);
}

void console_complete(void *user, const char *line, size_t length, struct choices *choices)
{
    enum { WORDS = 4 };
    struct word words[WORDS];
    const struct command_set *commands = ((struct console *)user)->commands;
    const size_t start = word_start(line, length);
    const size_t n = word_split(line, start, words, WORDS) + 1; /* with the word begun */
    const struct command *command = n > 1 ? command_look_up(commands, words[0]) : NULL;
    choices_begin(choices, line, length, start);
    if (n == 1)
        add_commands(choices, commands);
    if (!command)
        return;
    /* Names of openings and of files have blanks: they are all that stands behind the command. */
    if (n > 2 && (strstr(command->usage, "OPENING") || strstr(command->usage, "FILE")))
        choices_begin(choices, line, length, (size_t)(words[1].text - line));
    complete_argument(commands, command, words, n < WORDS ? n : WORDS - 1, choices);
}
