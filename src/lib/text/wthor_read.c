/* text/wthor_read.c - WTHOR as a row of the table of formats (text/formats.c). The cursor is at the
 * start of the file or at a record; records are found again by their size. */
#include "text/wthor_read.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "text/format.h"
#include "text/result.h"

static void add_number(struct tags *tags, const char *name, int number)
{
    char text[16];
    const int n = snprintf(text, sizeof text, "%d", number);
    tags_add(tags, 0, name, text, (size_t)n);
}

static void add_names(const struct wthor_game *game, const struct wthor_names *names,
                      struct reading *reading)
{
    static const struct wthor_names none;
    char name[WTHOR_NAME_UTF8];
    names = names ? names : &none;
    snprintf(reading->game.black, OFL_NAME_TEXT, "%s",
             wthor_names_player(names, game->black, name));
    snprintf(reading->game.white, OFL_NAME_TEXT, "%s",
             wthor_names_player(names, game->white, name));
    wthor_names_tournament(names, game->tournament, name);
    tags_add(&reading->tags, 0, "event", name, strlen(name));
    if (!reading->game.black[0])
        add_number(&reading->tags, "wthor:black", (int)game->black);
    if (!reading->game.white[0])
        add_number(&reading->tags, "wthor:white", (int)game->white);
    if (!name[0])
        add_number(&reading->tags, "wthor:tournament", (int)game->tournament);
}

void wthor_to_reading(const struct wthor_game *game, int year, const struct wthor_names *names,
                      struct reading *reading)
{
    ofl_game_init(&reading->game, game->start);
    for (int i = 0; i < game->n_moves; i++) {
        ofl_game_play(&reading->game, game->moves[i]);
        /* Passes are never written. */
        reading->game.moves[i].is_implied = game->moves[i] == OFL_PASS;
    }
    add_names(game, names, reading);
    if (year > 0)
        snprintf(reading->game.date, OFL_NAME_TEXT, "%d", year);
    result_set_difference(reading, 2 * game->black_discs - 64);
    add_number(&reading->tags, "theoretical-discs", game->theoretical_discs);
    add_number(&reading->tags, "theoretical-empties", game->exact_empties);
}

bool wthor_knows(struct text text)
{
    return wthor_is_header((const uint8_t *)text.begin, text.whole) &&
           (text.at == 0 ||
            (text.at >= WTHOR_HEADER && (text.at - WTHOR_HEADER) % WTHOR_RECORD == 0));
}

/* A base that cannot be opened has no records. */
static void skip_record(struct text *text)
{
    struct wthor_reader base;
    const size_t next = text->at == 0 ? WTHOR_HEADER + WTHOR_RECORD : text->at + WTHOR_RECORD;
    const bool is_base = wthor_open(&base, (const uint8_t *)text->begin, text->whole, NULL);
    text->at = is_base && next < text->length ? next : text->length;
}

bool wthor_read(struct text *text, struct reading *reading, struct ofl_text_error *error)
{
    struct wthor_reader base;
    struct wthor_error why;
    struct wthor_game game;
    if (!wthor_open(&base, (const uint8_t *)text->begin, text->whole, &why))
        return text_fail(error, text, why.offset, "%s", why.text);
    base.n_read = text->at == 0 ? 0 : (uint32_t)((text->at - WTHOR_HEADER) / WTHOR_RECORD);
    const int found = wthor_next(&base, &game, &why);
    if (found < 0)
        return text_fail(error, text, why.offset, "%s", why.text);
    if (found == 0)
        return text_fail(error, text, text->at,
                         "expected a game of the base, of which the header claims %" PRIu32,
                         base.n_claimed);
    wthor_to_reading(&game, base.year, NULL, reading);
    skip_record(text);
    if (base.n_read == base.n_records && base.n_missing)
        reading_note(reading, "%" PRIu32 " more games are claimed by the header and cut off",
                     base.n_missing);
    else if (base.n_read == base.n_records && base.n_extra_bytes)
        reading_note(reading, "%zu bytes follow the last game", base.n_extra_bytes);
    if (base.n_read == base.n_records)
        text->at = text->length;
    return true;
}
