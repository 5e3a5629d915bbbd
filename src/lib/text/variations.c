/* text/variations.c - see text/variations.h. */
#include "text/variations.h"

#include <string.h>

bool variation_is(const struct tag *tag) { return tag->ply > 0 && strcmp(tag->name, "variation") == 0; }

bool variation_next(const char **at, struct variation_part *part)
{
    *at += strspn(*at, " ");
    const char *const text = *at;
    const char *end = text + 1;
    if (!*text)
        return false;
    *part = (struct variation_part){.kind = *text == '(' ? VARIATION_OPEN : VARIATION_CLOSE, .text = text};
    if (*text == '{') {
        part->kind = VARIATION_COMMENT;
        part->text = text + 1;
        part->length = strcspn(text + 1, "}");
        end = part->text + part->length;
        end += *end == '}';
    } else if (*text != '(' && *text != ')') {
        end = text + strcspn(text, " (){");
        part->kind = VARIATION_MOVE;
        part->move = ofl_move_from_text(text, (size_t)(end - text));
    }
    *at = end;
    return true;
}

const char *variation_behind(const char *at)
{
    struct variation_part part;
    for (int depth = 1; depth > 0 && variation_next(&at, &part);)
        depth += (part.kind == VARIATION_OPEN) - (part.kind == VARIATION_CLOSE);
    return at;
}

static void add_gap(struct strbuf *line)
{
    if (line->length && line->data[line->length - 1] != '(')
        strbuf_add(line, " ");
}

void variation_add_moves(struct strbuf *line, const struct ofl_game *game, int ply)
{
    for (; ply < game->n_played; ply++) {
        char name[8];
        const int move = game->moves[ply].move;
        add_gap(line);
        strbuf_add(line, move == OFL_PASS ? "--" : ofl_move_to_text(move, false, name));
    }
}

void variation_add_comment(struct strbuf *line, const char *text, size_t length)
{
    if (line->length && line->data[line->length - 1] == '}') {
        line->data[line->length - 1] = ' '; /* one comment for one move */
    } else {
        add_gap(line);
        strbuf_add(line, "{");
    }
    const size_t begin = line->length;
    strbuf_add_bytes(line, text, length);
    for (size_t i = begin; i < line->length; i++)
        if (line->data[i] == '}')
            line->data[i] = ')';
    strbuf_add(line, "}");
}

bool variation_find(const struct tags *tags, int number, struct tag *found)
{
    for (int ply = 0; ply <= OFL_MAX_PLIES; ply++)
        for (size_t at = 0; tags_next(tags, &at, found);)
            if (found->ply == ply && variation_is(found) && --number == 0)
                return true;
    return false;
}

void variations_turn(struct tags *tags, int symmetry)
{
    struct tag tag;
    for (size_t i = 0; symmetry && tags_next(tags, &i, &tag);) {
        struct variation_part part;
        for (const char *at = tag.value; variation_is(&tag) && variation_next(&at, &part);)
            if (part.kind == VARIATION_MOVE && part.move != OFL_PASS) {
                char name[8];
                ofl_move_to_text(ofl_symmetry_square(part.move, symmetry), false, name);
                memcpy(tags->text + (part.text - tags->text), name, 2);
            }
    }
}
