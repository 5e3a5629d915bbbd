/* text/link.c - links of web sites that hold a game: https://host/path?moves=f5d6c3#b=... (a row of
 * the table of formats, text/format.h).
 *
 * No two sites call the parts alike, so their names do not count: a part that is a board is where the
 * game begins, and the longest part that is a list of legal moves is the game. */
#include <string.h>

#include "base/ascii.h"
#include "base/number.h"
#include "text/format.h"

enum { PART_SIZE = 4096 };

bool link_knows(struct text text)
{
    static const char *const schemes[] = {"http://", "https://"};
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
        const size_t n = strlen(schemes[i]);
        if (text.length - text.at > n && ascii_is_word(text.begin + text.at, n, schemes[i]))
            return true;
    }
    return false;
}

/* The bytes up to the next separator, with %41 as 'A' and + as a blank; the cursor goes behind. */
static size_t next_part(struct text *link, char part[PART_SIZE])
{
    size_t n = 0;
    for (int c; (c = text_peek(link, 0)) >= 0 && !strchr("?#&=/", c); link->at++) {
        const int high = text_peek(link, 1), low = text_peek(link, 2);
        if (c == '%' && low >= 0 && number_hex_digit((char)high) >= 0 &&
            number_hex_digit((char)low) >= 0) {
            c = number_hex_digit((char)high) << 4 | number_hex_digit((char)low);
            link->at += 2;
        }
        if (n < PART_SIZE)
            part[n++] = c == '+' ? ' ' : (char)c;
    }
    link->at += !text_at_end(link);
    return n;
}

/* Up to the next blank. */
static struct text link_at(const struct text *text)
{
    struct text link = *text;
    size_t n = 0;
    while (text_peek(text, n) >= 0 && !ascii_is_blank(text_peek(text, n)))
        n++;
    link.length = text->at + n;
    return link;
}

/* The board that a part of the link is; black is to move where no side is given. */
static bool find_start(struct text link, ofl_position *start, bool *lacks_side)
{
    char part[PART_SIZE];
    while (!text_at_end(&link)) {
        struct text t = text_of(part, next_part(&link, part));
        bool lacks = false;
        if (text_read_position(&t, start, &lacks, NULL) && text_at_end(&t)) {
            *lacks_side = lacks;
            return true;
        }
    }
    return false;
}

bool link_read(struct text *text, struct reading *reading, struct ofl_text_error *error)
{
    const struct text link = link_at(text);
    ofl_position start = ofl_position_start();
    char part[PART_SIZE];
    bool lacks_side = false;
    const bool has_start = find_start(link, &start, &lacks_side);
    ofl_game_init(&reading->game, start);
    for (struct text rest = link; !text_at_end(&rest);) {
        struct ofl_game game;
        const size_t n = next_part(&rest, part);
        ofl_game_init(&game, start);
        if (n >= 2 && ofl_game_add_transcript(&game, part, n, NULL) &&
            game.n_played > reading->game.n_played)
            reading->game = game;
    }
    if (!has_start && reading->game.n_played == 0)
        return text_fail(error, text, text->at,
                         "expected a list of legal moves or a board in this link, found none");
    if (lacks_side)
        reading_note(reading, "no side to move is given: black is to move");
    text->at = link.length;
    return true;
}
