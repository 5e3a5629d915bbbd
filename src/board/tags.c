/* board/tags.c - see board/tags.h. A tag is a byte with the ply, the name, a NUL, the value, a NUL. */
#include "board/tags.h"

#include <string.h>

#include "base/ascii.h"
#include "base/visible.h"

bool tags_add(struct tags *tags, int ply, const char *name, const char *value, size_t length)
{
    const size_t n_name = strlen(name) + 1;
    while (length > 0 && ascii_is_blank((unsigned char)value[length - 1]))
        length--;
    while (length > 0 && ascii_is_blank((unsigned char)*value)) {
        value++;
        length--;
    }
    if (length == 0)
        return true;
    enum { LEAST = 8 }; /* less of a value is not worth keeping */
    size_t room = TAGS_SIZE - tags->length;
    if (room < 1 + n_name + LEAST || ply < 0 || ply > 255) {
        tags->is_cut = true;
        return false;
    }
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
    at += visible_copy(at, room, at, whole) + 1;
    tags->length = (size_t)(at - tags->text);
    tags->is_cut |= kept < length;
    return kept == length;
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
