/* protocol/small_file.c - implements small_file.h. */
#include "protocol/small_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/number.h"
#include "base/path.h"
#include "base/regular.h"
#include "base/replace.h"

static bool fail(struct strbuf *reason, struct word name, const char *why)
{
    strbuf_add_quoted(reason, name.text, name.length);
    strbuf_addf(reason, ": %s", why);
    return false;
}

static bool copy_name(struct word name, char path[PATH_MAX], struct strbuf *reason)
{
    if (name.length == 0 || name.length >= PATH_MAX - 8 ||
        memchr(name.text, '\0', name.length) != NULL)
        return fail(reason, name, "not the name of a file");
    memcpy(path, name.text, name.length);
    path[name.length] = '\0';
    return true;
}

/* Does a backslash before `c` mean `c`? On Windows it parts folders, but none begins so. */
static bool is_escaped(char quote, char c)
{
    if (PATH_HAS_BACKSLASHES)
        return !quote && c && strchr(" \t\"'", c);
    return !quote || (quote == '"' && c && strchr("\"\\$`", c));
}

/* One word as a shell reads it, into `name`; returns the bytes of `line` that it took, or 0 if
 * quotes are not closed or it does not fit. */
static size_t unquote(struct word line, char name[FILE_NAME_SIZE], size_t *length)
{
    char quote = 0;
    size_t n = 0, i = 0;
    for (; i < line.length && n < FILE_NAME_SIZE - 1; i++) {
        char c = line.text[i];
        bool is_last = i + 1 == line.length;
        if (!quote && (c == ' ' || c == '\t'))
            break;
        if (quote ? c == quote : c == '"' || c == '\'')
            quote = quote ? 0 : c;
        else if (c == '\\' && !is_last && is_escaped(quote, line.text[i + 1]))
            name[n++] = line.text[++i];
        else
            name[n++] = c;
    }
    *length = n;
    return quote || n == FILE_NAME_SIZE - 1 ? 0 : i;
}

/* file:///a%20b to /a b, in place. */
static size_t read_address(char *name, size_t length)
{
    static const char scheme[] = "file://";
    size_t n = 0, skip = sizeof scheme - 1;
    if (length <= skip || memcmp(name, scheme, skip) != 0 || name[skip] != '/')
        return length;
    for (size_t i = skip; i < length; i++) {
        int high = i + 2 < length && name[i] == '%' ? number_hex_digit(name[i + 1]) : -1;
        int low = high >= 0 ? number_hex_digit(name[i + 2]) : -1;
        i += low >= 0 ? 2 : 0;
        name[n++] = low >= 0 ? (char)(high * 16 + low) : name[i];
    }
    return n;
}

/* Is there a file with exactly this name? */
static bool has_file(struct word line, char name[FILE_NAME_SIZE])
{
    if (line.length >= FILE_NAME_SIZE)
        return false;
    memcpy(name, line.text, line.length);
    name[line.length] = '\0';
    return access(name, F_OK) == 0;
}

/* Bytes of the longest start of a line that ends with a word, has blanks, and names a file; or 0. */
static size_t plain_name(struct word line, char name[FILE_NAME_SIZE])
{
    enum { WORDS_MOST = 16 };
    struct word words[WORDS_MOST];
    const size_t n = word_split(line.text, line.length, words, WORDS_MOST);
    for (size_t i = n < WORDS_MOST ? n : WORDS_MOST; i > 1; i--) {
        const size_t length = (size_t)(words[i - 1].text - line.text) + words[i - 1].length;
        if (has_file((struct word){line.text, length}, name))
            return length;
    }
    return 0;
}

struct word file_take_name(struct word *line, char name[FILE_NAME_SIZE])
{
    const size_t plain = plain_name(*line, name);
    if (plain) {
        const struct word taken = {line->text, plain};
        *line = word_trim(line->text + plain, line->length - plain);
        return taken;
    }
    size_t length, used = unquote(*line, name, &length);
    struct word taken = {name, length};
    if (used == 0 && word_split(line->text, line->length, &taken, 1))
        used = (size_t)(taken.text - line->text) + taken.length;
    if (taken.text == name)
        taken.length = read_address(name, taken.length);
    *line = word_trim(line->text + used, line->length - used);
    return taken;
}

struct word file_whole_name(struct word line, char name[FILE_NAME_SIZE])
{
    size_t length;
    if (has_file(line, name))
        return line;
    if (unquote(line, name, &length) != line.length)
        return line;
    return (struct word){name, read_address(name, length)};
}

bool file_has_open_quote(struct word name)
{
    char path[FILE_NAME_SIZE];
    const char quote = name.length ? name.text[0] : '\0';
    return (quote == '"' || quote == '\'') && !memchr(name.text + 1, quote, name.length - 1) &&
           !has_file(name, path);
}

/* A component "..". */
static bool climbs(const char *path)
{
    for (const char *at = path; (at = strstr(at, "..")) != NULL; at++) {
        bool starts = at == path || path_is_separator(at[-1]);
        if (starts && (path_is_separator(at[2]) || at[2] == '\0'))
            return true;
    }
    return false;
}

static bool check_name(struct word name, char path[PATH_MAX], struct strbuf *reason)
{
    return !file_has_open_quote(name) ? copy_name(name, path, reason)
                                      : fail(reason, name, "the quote is not closed");
}

bool file_read(struct word name, enum file_trust trust, struct file_text *file,
               struct strbuf *reason)
{
    char path[PATH_MAX];
    if (!check_name(name, path, reason))
        return false;
    if (trust == FILE_CONFINED && climbs(path))
        return fail(reason, name, "'..' is not allowed");
    file->data = regular_load(path, O_RDONLY | (trust == FILE_CONFINED ? O_NOFOLLOW : 0),
                              FILE_MAX_BYTES, &file->length);
    return file->data ||
           fail(reason, name, regular_problem(errno == EISDIR ? EINVAL : errno));
}

/* Is there a symbolic link of that name? */
static bool is_link(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0 && S_ISLNK(status.st_mode);
}

bool file_write(struct word name, enum file_trust trust, const char *data, size_t length,
                struct strbuf *reason)
{
    char path[PATH_MAX];
    if (!check_name(name, path, reason))
        return false;
    if (trust == FILE_CONFINED && (climbs(path) || is_link(path)))
        return fail(reason, name, "'..' and symbolic links are not allowed");
    return replace_whole(path, data, length) ||
           fail(reason, name, regular_problem(errno == EISDIR ? EINVAL : errno));
}
