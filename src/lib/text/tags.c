/* text/tags.c - see text/tags.h. A tag is a byte with the ply, the name, a NUL, the value, a NUL. */
#include "text/tags.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/visible.h"

/* Behind what is there, which has no tag of that name. */
static bool append(struct tags *tags, int ply, const char *name, const char *value, size_t length)
{
    enum { LEAST = 8 }; /* less of a value is not worth keeping */
    const size_t n_name = strlen(name) + 1;
    size_t room = TAGS_SIZE - tags->length;
    if (room < 1 + n_name + LEAST || ply < 0 || ply > 255)
        return false;
    char *at = tags->text + tags->length;
    *at++ = (char)ply;
    memcpy(at, name, n_name);
    at += n_name;
    room -= 1 + n_name;
    const size_t kept = length < room ? length : room - 1;
    for (size_t i = 0; i < kept; i++)
        at[i] = ascii_is_blank((unsigned char)value[i]) ? ' ' : value[i];
    /* A character that was cut in two would become a '?'. */
    size_t whole = kept;
    while (kept < length && whole > 0 && (value[whole] & 0xC0) == 0x80)
        whole--;
    tags->is_changed |= !visible_is_all(at, whole);
    at += visible_copy(at, room, at, whole) + 1;
    tags->length = (size_t)(at - tags->text);
    return kept == length;
}

void tags_drop(struct tags *tags, const struct tag *tag)
{
    char *const begin = tags->text + (tag->name - tags->text) - 1;
    const char *const end = tag->value + strlen(tag->value) + 1;
    memmove(begin, end, (size_t)(tags->text + tags->length - end));
    tags->length -= (size_t)(end - begin);
}

/* Takes out the comment of a move and puts it back with `value` behind it. */
static bool join(struct tags *tags, const char *name, const char *old, const char *value, size_t length)
{
    char joined[2 * TAGS_SIZE];
    const size_t n = strlen(old), n_name = strlen(name) + 1;
    const int ply = (unsigned char)old[-(ptrdiff_t)n_name - 1];
    const size_t n_more = length < TAGS_SIZE ? length : TAGS_SIZE;
    memcpy(joined, old, n);
    joined[n] = ' ';
    memcpy(joined + n + 1, value, n_more);
    tags_drop(tags, &(struct tag){ply, old - n_name, old});
    return append(tags, ply, name, joined, n + 1 + n_more) && n_more == length;
}

/* Takes signs away at both ends. */
static void trim(const char **text, size_t *length, const char *signs)
{
    while (*length > 0 && (*text)[*length - 1] && strchr(signs, (*text)[*length - 1]))
        --*length;
    for (; *length > 0 && **text && strchr(signs, **text); ++*text)
        --*length;
}

bool tags_add(struct tags *tags, int ply, const char *name, const char *value, size_t length)
{
    assert(ply >= 0 && tags->length <= TAGS_SIZE);
    static const char blanks[] = " \t\n\v\f\r";
    trim(&value, &length, blanks);
    if (strstr(name, "-rating")) { /* "?591" is provisional */
        const char *number = value;
        size_t n = length;
        trim(&number, &n, " ?");
        if (n > 0 && strspn(number, "0123456789.") >= n) {
            value = number;
            length = n;
        }
    }
    if (length == 0)
        return true;
    const size_t before = tags->length;
    const bool is_variation = strcmp(name, "variation") == 0;
    const char *const old = is_variation ? NULL : tags_find(tags, ply, name);
    bool is_whole;
    if (old && strcmp(name, "comment") == 0) {
        is_whole = join(tags, name, old, value, length);
    } else {
        is_whole = append(tags, ply, name, value, length);
        if (is_variation && !is_whole)
            tags->length = before;
        if (old && tags->length > before) {
            if (strcmp(old, tags->text + before + strlen(name) + 2) != 0)
                snprintf(tags->twice, sizeof tags->twice, "%s", name);
            tags->length = before;
        }
    }
    tags->is_cut |= !is_whole;
    return is_whole;
}

bool tags_next(const struct tags *tags, size_t *at, struct tag *tag)
{
    if (*at >= tags->length)
        return false;
    const char *text = tags->text + *at;
    tag->ply = (unsigned char)*text;
    tag->name = text + 1;
    tag->value = tag->name + strlen(tag->name) + 1;
    *at = (size_t)(tag->value + strlen(tag->value) + 1 - tags->text);
    return true;
}

const char *tags_find(const struct tags *tags, int ply, const char *name)
{
    struct tag tag;
    for (size_t at = 0; tags_next(tags, &at, &tag);)
        if (tag.ply == ply && strcmp(tag.name, name) == 0)
            return tag.value;
    return NULL;
}
