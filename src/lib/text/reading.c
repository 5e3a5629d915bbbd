/* text/reading.c - see text/reading.h. */
#include "text/reading.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/visible.h"
#include "text/ggf_field.h"

void reading_note(struct reading *reading, const char *format, ...)
{
    char sentence[128];
    va_list list;
    va_start(list, format);
    vsnprintf(sentence, sizeof sentence, format, list);
    va_end(list);
    struct reason before = reading->note;
    if (before.text[0])
        reason_set(&reading->note, "%.300s; %s", before.text, sentence);
    else
        reason_set(&reading->note, "%s", sentence);
}

static const struct { const char *name; size_t offset; } fields[] = {
    [READING_BLACK] = {"black's name", offsetof(struct ofl_game, black)},
    [READING_WHITE] = {"white's name", offsetof(struct ofl_game, white)},
    [READING_PLACE] = {"the place", offsetof(struct ofl_game, place)},
    [READING_DATE] = {"the date", offsetof(struct ofl_game, date)},
    [READING_RESULT] = {"the result", offsetof(struct ofl_game, result)},
};

void reading_set(struct reading *reading, enum reading_field field, const char *value, size_t length)
{
    assert((size_t)field < sizeof fields / sizeof *fields);
    char copy[OFL_NAME_TEXT], *const kept = (char *)&reading->game + fields[field].offset;
    const char *const name = fields[field].name;
    const struct text trimmed = ggf_trim(text_of(value, length));
    if (trimmed.length - trimmed.at >= sizeof copy)
        reading_note(reading, "%s is longer than %zu bytes and is cut", name, sizeof copy - 1);
    else if (!visible_is_all(value + trimmed.at, trimmed.length - trimmed.at))
        reading_note(reading, "%s has bytes that no text has: they became '?'", name);
    ggf_copy_text(copy, trimmed);
    if (kept[0] && copy[0] && strcmp(kept, copy) != 0)
        reading_note(reading, "%s is given twice: %.60s counts, not %.60s", name, kept, copy);
    else if (copy[0])
        memcpy(kept, copy, sizeof copy);
}

void reading_note_tags(struct reading *reading)
{
    const struct tags *tags = &reading->tags;
    if (tags->is_cut)
        reading_note(reading, "tags, comments and variations are longer than 16384 bytes and are cut");
    if (tags->is_changed)
        reading_note(reading, "tags or comments have bytes that no text has: they became '?'");
    if (tags->twice[0])
        reading_note(reading, "%s is given twice, with two values: the first counts", tags->twice);
}

static bool is_same_position(ofl_position a, ofl_position b)
{
    return a.turn == b.turn && a.board.player == b.board.player &&
           a.board.opponent == b.board.opponent;
}

int reading_common(const struct ofl_game *a, const struct ofl_game *b)
{
    int n = 0;
    if (!is_same_position(a->start, b->start))
        return -1;
    while (n < a->n_played && n < b->n_played && a->moves[n].move == b->moves[n].move)
        n++;
    return n;
}

/* From a ply on: a forced pass behind the last move may have been left out, or not. */
static bool has_only_passes(const struct ofl_game *game, int ply)
{
    while (ply < game->n_played && game->moves[ply].move == OFL_PASS)
        ply++;
    return ply == game->n_played;
}

void reading_follow(struct reading *reading, const struct reading *kept, const struct ofl_game *now)
{
    assert(reading != kept);
    const struct ofl_game *old = &kept->game;
    const int n_common = reading_common(old, now);
    const bool has_own = now->result[0] && strcmp(now->result, old->result) != 0;
    const bool is_same = n_common >= 0 && has_only_passes(old, n_common) &&
                         has_only_passes(now, n_common) && !has_own;
    *reading = (struct reading){.game = *now, .obf.position = now->position};
    struct tag tag;
    for (size_t at = 0; tags_next(&kept->tags, &at, &tag);) {
        const bool is_end = strcmp(tag.name, "winner") == 0 || strcmp(tag.name, "termination") == 0;
        const bool is_beside = strcmp(tag.name, "variation") == 0 && now->n_played > n_common && n_common >= 0;
        if (is_end ? is_same : tag.ply <= (n_common > 0 ? n_common : 0) + is_beside)
            tags_add(&reading->tags, tag.ply, tag.name, tag.value, strlen(tag.value));
    }
    if (is_same && (old->result[0] || tags_find(&kept->tags, 0, "winner"))) {
        memcpy(reading->game.result, old->result, sizeof old->result);
        reading->game.komi = old->komi;
    } else if (!has_own) {
        reading->game.result[0] = '\0';
    }
    if (is_same_position(kept->obf.position, now->position))
        reading->obf = kept->obf;
}
