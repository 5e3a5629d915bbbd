/* Nothing of a record changes without a word: what a format does not hold is counted as lost, what
 * a reader takes otherwise has a note (text/writer.h, text/reading.h). */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "text/reader.h"
#include "text/writer.h"
#include "support.h"

/* What files have in their tags, and what they should not have. */
static void random_value(struct rng *rng, char out[400])
{
    static const char *const parts[] = {
        "Anna",
        " ",
        "  ",
        "O'Neil",
        "\"",
        "\"]",
        "\\",
        "\\]",
        "[",
        "]",
        "{",
        "}",
        "(;",
        ";)",
        ")",
        "(",
        "\xC3\xA9",
        "\xE4\xB8\xAD",
        "\xF0\x9F\x98\x80",
        "\x1B[1m",
        "\x01",
        "\n",
        "\r\n",
        "\t",
        "\xFF",
        "\xC3",
        "\xC2\x9B",
        "?",
        "-",
        ".",
        "*",
        "#",
        "%",
        ";",
        "f5d6",
        "33-31",
        "1-0",
        "B[f5]",
        "CA[Shift_JIS]",
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "\\\\",
        ":",
        "/",
        "@@",
        "=",
        "&lt;",
        "$1",
        "!",
        "~"};
    out[0] = '\0';
    for (int i = (int)rng_below(rng, 7); i > 0; i--) {
        const char *part = parts[rng_below(rng, sizeof parts / sizeof *parts)];
        if (strlen(out) + strlen(part) < 399)
            strcat(out, part);
    }
}

static void random_record(struct rng *rng, struct reading *reading)
{
    static const char *const names[] = {
        "event",       "round",  "comment", "black-rating",   "annotator",  "opening", "source",
        "name",        "type",   "id",      "ggf:XY",         "sgf:XY",     "pgn:ECO", "ggf:B",
        "sgf:B",       "sgf:AB", "sgf:xy",  "sgf:BLACK",      "sgf:X1",     "pgn:FEN", "pgn:Result",
        "pgn:foo-bar", "my-tag", "json:x",  "sgf:LONGERNAME", "pgn:Black",  "ggf:BO",  "sgf:C",
        "wthor:black", "ggf:CO", "sgf:EV",  "pgn:Event",      "komi-black", "clock",   "\x1B",
        "a b",         "sgf:CA"};
    static const char *const results[] = {"+4.00", "-10.00:r", "+66.00", "foo [x]",
                                          "?",     "",         "+3.50",  "+0.00:s"};
    char value[400];
    *reading = (struct reading){.format = "random"};
    struct ofl_game *game = &reading->game;
    ofl_game_init(game, ofl_position_start());
    for (int n = (int)rng_below(rng, 70), move; n > 0; n--)
        if ((move = test_random_move(game->position.board, rng)) != OFL_NO_MOVE)
            ofl_game_play(game, move);
    for (int field = READING_BLACK; field <= READING_DATE; field++) {
        random_value(rng, value);
        reading_set(reading, (enum reading_field)field, value, strlen(value));
    }
    snprintf(game->result, sizeof game->result, "%s",
             results[rng_below(rng, sizeof results / sizeof *results)]);
    game->komi = rng_below(rng, 4) ? 0 : 6.5;
    for (int i = (int)rng_below(rng, 5); i > 0; i--) {
        random_value(rng, value);
        tags_add(&reading->tags, 0, names[rng_below(rng, sizeof names / sizeof *names)], value,
                 strlen(value));
    }
    for (int i = (int)rng_below(rng, 3); i > 0; i--) {
        random_value(rng, value);
        tags_add(&reading->tags, (int)rng_below(rng, 72), "comment", value, strlen(value));
    }
    reading->obf.position = game->position;
    reading->note.text[0] = '\0';
    reading->tags.is_cut = reading->tags.is_changed = false;
    reading->tags.twice[0] = '\0';
}

static bool has_tags(const struct reading *reading, const struct reading *others,
                     const char **which)
{
    struct tag tag;
    for (size_t at = 0; tags_next(&others->tags, &at, &tag);) {
        const char *value = tags_find(&reading->tags, tag.ply, tag.name);
        *which = tag.name;
        /* What mirrors the result. */
        const bool is_result = strcmp(tag.name, "winner") == 0 ||
                               strcmp(tag.name, "termination") == 0 ||
                               strcmp(tag.name, "ggf:RE") == 0;
        if ((!value || strcmp(value, tag.value) != 0) && !is_result)
            return false;
    }
    return true;
}

/* What differs, or NULL. */
static const char *difference(const struct reading *a, const struct reading *b)
{
    static char text[2][2 * OFL_MAX_PLIES + 1];
    const char *which;
    ofl_game_to_transcript(&a->game, true, text[0]);
    ofl_game_to_transcript(&b->game, true, text[1]);
    if (strcmp(text[0], text[1]) != 0)
        return "moves";
    if (strcmp(a->game.black, b->game.black) != 0 || strcmp(a->game.white, b->game.white) != 0)
        return "names";
    if (strcmp(a->game.place, b->game.place) != 0 || strcmp(a->game.date, b->game.date) != 0)
        return "place or date";
    /* A finished game has the result of its board. */
    const bool has_result = a->game.result[0] && strcmp(a->game.result, "?") != 0;
    if (has_result && strcmp(a->game.result, b->game.result) != 0)
        return "result";
    if (a->game.komi != b->game.komi)
        return "komi";
    if (!has_tags(b, a, &which) || (!has_tags(a, b, &which)))
        return which;
    return NULL;
}

/* Writes and reads it. False if something was lost with a word. */
static bool go_through(const struct writer_row *row, const struct reading *before,
                       struct reading *after)
{
    struct strbuf text = {0};
    struct reason reason = {.text = ""};
    struct ofl_text_error error = {0};
    cr_assert(writer_add(row, &text, before, &reason), "%s", reason.text);
    const unsigned lost = writer_losses(row, before);
    const bool is_read = reader_read(text.data, text.length, after, &error);
    cr_expect(is_read, "%s: %zu:%zu: %s\n%s", row->name, error.line, error.column, error.text,
              text.data);
    const bool is_silent =
        is_read && !lost && (!after->note.text[0] || strstr(after->note.text, "no moves"));
    const char *differs = is_silent ? difference(before, after) : NULL;
    cr_expect_null(differs, "%s: %s differs\n%s", row->name, differs, text.data);
    strbuf_free(&text);
    return is_read && is_silent;
}

/* OUTFLANK_RECORDS says how many. */
Test(losses, every_pair, .timeout = 1200)
{
    static const char *const formats[] = {"ggf", "sgf", "pgn", "json"};
    enum { N = sizeof formats / sizeof *formats };
    const char *wanted = getenv("OUTFLANK_RECORDS");
    int64_t n_records = 500, n_kept = 0;
    cr_assert(!wanted || number_read_int(wanted, strlen(wanted), 1, 100000, &n_records, NULL));
    struct rng rng = rng_seeded(test_seed(4801));
    for (int64_t i = 0; i < n_records; i++) {
        static struct reading record, first, second;
        random_record(&rng, &record);
        for (int from = 0; from < N; from++) {
            if (!go_through(writer_find(formats[from], strlen(formats[from])), &record, &first))
                continue;
            for (int to = 0; to < N; to++)
                n_kept +=
                    go_through(writer_find(formats[to], strlen(formats[to])), &first, &second);
        }
    }
    cr_expect(n_kept > n_records, "%d of %d records come through two formats", (int)n_kept,
              (int)n_records);
}
