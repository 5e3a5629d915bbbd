/* protocol/load.c - implements load.h.
 *
 * Moves may stand on several lines, so a file is one game if it can be read as one. Else it is read
 * as many (text/games.h). */
#include "protocol/load.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/number.h"
#include "text/games.h"
#include "text/reader.h"

int64_t load_cut_number(struct word *line)
{
    char name[FILE_NAME_SIZE];
    int64_t number;
    size_t n = line->length;
    while (n > 0 && line->text[n - 1] >= '0' && line->text[n - 1] <= '9')
        n--;
    const size_t digits = n;
    n -= n > 0 && line->text[n - 1] == '-';
    const struct word whole = file_whole_name(*line, name), rest = word_trim(line->text, n);
    if (digits == line->length || rest.length == 0 || rest.length == n ||
        whole.length >= FILE_NAME_SIZE)
        return LOAD_ANY;
    if (whole.text != name)
        memcpy(name, whole.text, whole.length);
    name[whole.length] = '\0';
    if (access(name, F_OK) == 0)
        return LOAD_ANY;
    if (!number_read_int(line->text + digits, line->length - digits, 0, INT32_MAX, &number, NULL))
        number = INT32_MAX;
    *line = rest;
    return n < digits ? -number : number;
}

struct choice {
    struct reading *taken;         /* game `number` */
    struct ofl_text_error error;   /* of game `number`; "" if it was read */
    size_t n, n_bad;
};

/* Goes through all games. False if there is no memory. */
static bool choose(const struct file_text *file, size_t number, bool takes_variants,
                   struct choice *choice)
{
    struct games *games = games_open_text(file->data, file->length);
    struct reading *reading = games ? malloc(sizeof *reading) : NULL;
    struct ofl_text_error error;
    if (games && takes_variants)
        games_take_variants(games);
    for (int found; reading && (found = games_next(games, reading, &error)) != 0;) {
        choice->n_bad += found < 0;
        if (++choice->n != number)
            continue;
        if (found > 0)
            *choice->taken = *reading;
        else
            choice->error = error;
    }
    free(reading);
    games_close(games);
    return reading != NULL;
}

static bool lacks(struct ofl_text_error *error, int64_t number, size_t n)
{
    *error = (struct ofl_text_error){.line = 1, .column = 1};
    if (number > 0)
        snprintf(error->text, sizeof error->text,
                 "expected at least %" PRId64 " games in the file, found %zu", number, n);
    else
        snprintf(error->text, sizeof error->text,
                 "the games of the file have the numbers 1 to %zu, found %" PRId64, n, number);
    return false;
}

bool load_game(const struct file_text *file, int64_t number, bool takes_variants,
               const char *another, struct reading *reading, struct ofl_text_error *error)
{
    struct reading *list = malloc(2 * sizeof *list); /* the whole, and one of several */
    struct choice choice = {.taken = list ? &list[1] : NULL};
    bool is_good = list && choose(file, number > 0 ? (size_t)number : 1, takes_variants, &choice);
    if (!is_good) {
        free(list);
        *error = (struct ofl_text_error){.line = 1, .column = 1, .text = "out of memory"};
        return false;
    }
    const bool is_one = (takes_variants ? reader_read_variant : reader_read)(
                            file->data, file->length, &list[0], error) && !list[0].more_at;
    if (is_one && (number == 1 || number == LOAD_ANY)) {
        *reading = list[0];
    } else if (is_one || number > (int64_t)choice.n || (number < 1 && number != LOAD_ANY && choice.n > 0)) {
        is_good = lacks(error, number, is_one ? 1 : choice.n);
    } else if (choice.error.text[0]) {
        *error = choice.error;
        is_good = false;
    } else if (number > 0) {
        *reading = list[1];
    } else if (choice.n > 1 && (list[0].more_at || !choice.n_bad)) {
        *reading = list[1];
        reading_note(reading, "this is game 1 of %zu: \"%s\" takes another", choice.n, another);
    } else {
        is_good = false; /* what reader_read() said */
    }
    free(list);
    return is_good;
}
