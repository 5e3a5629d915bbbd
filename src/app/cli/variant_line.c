/* cli/variant_line.c - see variant_line.h. */
#include "cli/variant_line.h"

#include <stdio.h>
#include <string.h>
#include <sysexits.h>

#include "base/ascii.h"
#include "cli/checked_output.h"
#include "text/reader.h"
#include "text/variant_text.h"

int variant_from_args(const struct cli_args *args, const char *allowed,
                      struct ofl_variant *variant)
{
    struct reason reason;
    *variant = (struct ofl_variant){0};
    if (!args->variant)
        return 0;
    if (!variant_read(args->variant, variant, &reason)) {
        complain("--variant: %s", reason.text);
        return EX_USAGE;
    }
    for (int i = 0; i < args->n_given; i++) {
        char name[64];
        snprintf(name, sizeof name, "|%s|", args->given[i].row->name);
        if (!strstr(allowed, name)) {
            complain("--variant: other games know no --%s", args->given[i].row->name);
            return EX_USAGE;
        }
    }
    return 0;
}

int variant_read_line(struct ofl_variant variant, const char *line, size_t length,
                      struct reading *reading, struct ofl_text_error *error)
{
    struct text text = text_of(line, length);
    struct reading read = {.format = "board"};
    struct ofl_game *game = &read.game;
    text_skip_remarks(&text);
    text_skip_blanks(&text);
    if (text_at_end(&text))
        return 0;
    const char *at = line + text.at;
    const size_t n = length - text.at;
    const bool is_start = n >= 5 && ascii_is_word(at, 5, "start");
    ofl_game_init(game, variant_start(variant));
    game->variant = variant;
    if (*at == '(') {
        if (!reader_read_variant(line, length, &read, error))
            return -1;
        if (!variant_is_same(game->variant, variant)) {
            text_fail(error, &text, text.at, "the record is of another game than --variant says");
            return -1;
        }
    } else if (is_start || (n > 1 && ascii_is_digit((unsigned char)at[1]))) {
        const size_t skipped = is_start ? 5 : 0;
        if (!ofl_game_add_transcript(game, at + skipped, n - skipped, error)) {
            error->column += (size_t)(at - line) + skipped;
            return -1;
        }
    } else {
        if (!variant_read_position(variant, &text, &game->start, error))
            return -1;
        game->position = game->start;
    }
    read.obf.position = game->position;
    *reading = read;
    return 1;
}
