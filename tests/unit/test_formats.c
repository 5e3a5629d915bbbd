/* What is written is read again: every format, every pair of them (text/writer.h). */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "text/games.h"
#include "text/reader.h"
#include "text/result.h"
#include "text/tag_names.h"
#include "text/variations.h"
#include "text/writer.h"
#include "text/wthor_write.h"
#include "support.h"

static bool same_position(ofl_position a, ofl_position b)
{
    return a.board.player == b.board.player && a.board.opponent == b.board.opponent &&
           a.turn == b.turn;
}

/* ---- random records ---- */

static void random_text(struct rng *rng, char *out, size_t size)
{
    static const char *const parts[] = {"Anna", " ", "O'Neil", "\"x\"", "\\", "[a]", "{b}", "(;",
                                        "\xC3\xA9", "\xE4\xB8\xAD", "]", "}", ";", "f5d6",
                                        "33-31", ","};
    size_t n = 0;
    out[0] = 'N';
    out[1] = '\0';
    for (int i = (int)rng_below(rng, 6); i > 0; i--) {
        const char *part = parts[rng_below(rng, sizeof parts / sizeof *parts)];
        n = strlen(out);
        if (n + strlen(part) + 1 < size)
            memcpy(out + n, part, strlen(part) + 1);
    }
    for (n = strlen(out); n > 1 && out[n - 1] == ' '; n--)
        out[n - 1] = '\0';
}

static void play_some(struct rng *rng, struct ofl_game *game, int n)
{
    for (int move; n > 0; n--) {
        move = test_random_move(game->position.board, rng);
        if (move != OFL_NO_MOVE)
            ofl_game_play(game, move);
    }
}

/* Moves with comments and with others in their place. */
static void random_line(struct rng *rng, struct ofl_game game, int depth, struct strbuf *line)
{
    for (int n = 1 + (int)rng_below(rng, 5), move; n > 0; n--) {
        const struct ofl_game before = game;
        const int ply = game.n_played;
        char text[64];
        if ((move = test_random_move(game.position.board, rng)) == OFL_NO_MOVE)
            return;
        ofl_game_play(&game, move);
        variation_add_moves(line, &game, ply);
        random_text(rng, text, sizeof text);
        if (rng_below(rng, 4) == 0)
            variation_add_comment(line, text, strlen(text));
        for (int i = (int)rng_below(rng, 3); i > 0 && depth < 4; i--) {
            strbuf_add(line, " (");
            random_line(rng, before, depth + 1, line);
            strbuf_add(line, ")");
        }
    }
}

static void add_variations(struct rng *rng, struct reading *reading)
{
    struct ofl_game game = reading->game;
    for (int ply = game.n_played; ply > 0; ply--) {
        struct strbuf line = {0};
        ofl_game_undo(&game);
        if (rng_below(rng, 20))
            continue;
        random_line(rng, game, 1, &line);
        if (line.length < TAGS_SIZE / 8)
            tags_add(&reading->tags, ply, "variation", line.data, line.length);
        strbuf_free(&line);
    }
}

/* A game of any length, with what records say of games; now and then from a board of its own. */
static void random_record(struct rng *rng, struct reading *reading)
{
    *reading = (struct reading){.format = "random"};
    struct ofl_game *game = &reading->game;
    ofl_game_init(game, ofl_position_start());
    if (rng_below(rng, 4) == 0) {
        play_some(rng, game, 1 + (int)rng_below(rng, 20));
        ofl_game_init(game, game->position);
    }
    play_some(rng, game, rng_below(rng, 3) ? 100 : 1 + (int)rng_below(rng, 60));
    random_text(rng, game->black, sizeof game->black);
    random_text(rng, game->white, sizeof game->white);
    snprintf(game->date, sizeof game->date, "20%02u.07.01", (unsigned)rng_below(rng, 100));
    if (!ofl_is_over(game->position.board)) {
        const struct result result = {true, true, 2.0 * (int)rng_below(rng, 33) - 32, 'r', false};
        if (rng_below(rng, 2))
            result_set(reading, &result);
    } else {
        const struct result result = result_of(reading);
        result_set(reading, &result);
    }
    for (int i = 0; i < game->n_played; i++) {
        char text[64];
        if (rng_below(rng, 8))
            continue;
        game->moves[i].has_eval = true;
        game->moves[i].eval = (float)rng_below(rng, 6400) / 100;
        random_text(rng, text, sizeof text);
        tags_add(&reading->tags, i + 1, "comment", text, strlen(text));
    }
    tags_add(&reading->tags, 0, "event", "Meijin", 6);
    tags_add(&reading->tags, 0, "black-rating", "2691.38", 7);
    reading->obf.position = game->position;
    add_variations(rng, reading);
}

/* ---- one format ---- */

static const char *shown(const struct reading *reading)
{
    static char text[2][2 * OFL_MAX_PLIES + 1];
    static int which;
    which = !which;
    ofl_game_to_transcript(&reading->game, true, text[which]);
    return text[which];
}

static bool same_result(const struct reading *a, const struct reading *b)
{
    const struct result x = result_of(a), y = result_of(b);
    return x.is_known == y.is_known && x.has_difference == y.has_difference &&
           x.difference == y.difference;
}

/* A name as it comes back: GGF has no brackets, WTHOR no names. */
static bool same_name(const struct writer_row *row, const char *a, const char *b)
{
    char name[OFL_NAME_TEXT];
    snprintf(name, sizeof name, "%s", a);
    for (char *c = name; *c && strcmp(row->name, "ggf") == 0; c++)
        *c = *c == '[' ? '(' : *c == ']' ? ')' : *c;
    return strcmp(name, b) == 0;
}

/* Every one, to the letter, in any order. */
static bool has_variations(const struct tags *before, const struct tags *after)
{
    struct tag a, b;
    for (size_t i = 0; tags_next(before, &i, &a);) {
        bool is_there = !variation_is(&a);
        for (size_t k = 0; !is_there && tags_next(after, &k, &b);)
            is_there = b.ply == a.ply && variation_is(&b) && strcmp(a.value, b.value) == 0;
        if (!is_there)
            return false;
    }
    return true;
}

/* Does `after`, read from what `row` wrote of `before`, hold all that the format holds? */
static bool is_kept(const struct writer_row *row, const struct reading *before,
                    const struct reading *after)
{
    if (!same_position(before->game.position, after->game.position) || after->tags.is_cut)
        return false;
    if (!(row->holds & HOLDS_MOVES))
        return after->game.n_played == 0;
    if (!same_position(before->game.start, after->game.start) ||
        strcmp(shown(before), shown(after)) != 0)
        return false;
    if ((row->holds & HOLDS_NAMES) && (!same_name(row, before->game.black, after->game.black) ||
                                       !same_name(row, before->game.white, after->game.white)))
        return false;
    if ((row->holds & HOLDS_RESULTS) && !same_result(before, after))
        return false;
    for (int i = 0; (row->holds & HOLDS_VALUES) && i < before->game.n_played; i++)
        if (before->game.moves[i].has_eval != after->game.moves[i].has_eval ||
            fabsf(before->game.moves[i].eval - after->game.moves[i].eval) > 0.006f)
            return false;
    if ((row->holds & HOLDS_VARIATIONS) && !has_variations(&before->tags, &after->tags))
        return false;
    for (int i = 1; (row->holds & HOLDS_COMMENTS) && i <= before->game.n_played; i++)
        if (!tags_find(&before->tags, i, "comment") != !tags_find(&after->tags, i, "comment"))
            return false;
    return !(row->holds & HOLDS_TAGS) || tags_find(&after->tags, 0, "black-rating");
}

/* Writes the record and reads it again by its own name, among others. */
static bool go_through(const struct writer_row *row, const struct reading *before,
                       struct reading *after)
{
    static struct strbuf text;
    struct reason reason = {.text = ""};
    struct ofl_text_error error = {0};
    strbuf_clear(&text);
    if (strcmp(row->name, "logbook") == 0 &&
        (writer_has_own_start(before) || !before->game.n_played)) {
        cr_expect_not(writer_add(row, &text, before, &reason));
        *after = *before;
        return true;
    }
    cr_expect(writer_add(row, &text, before, &reason), "%s: %s", row->name, reason.text);
    if (writer_losses(row, before) & HOLDS_LAST_PASS) {
        cr_expect_str_eq(row->name, "logbook");
        *after = *before;
        return true;
    }
    /* Twice, so that the end of the first one counts. */
    char *copy = test_exact(text.data, text.length);
    strbuf_add_bytes(&text, copy, text.length);
    free(copy);
    struct games *games = games_open_text(text.data, text.length);
    const bool is_told = strcmp(row->name, "fen1") == 0 || strcmp(row->name, "hexmsb") == 0;
    games_set_format(games, is_told ? reader_find(row->name, strlen(row->name)) : NULL);
    const int first = games_next(games, after, &error);
    cr_expect(first == 1, "%s: %s\n%s", row->name, error.text, text.data);
    struct reading second;
    cr_expect(games_next(games, &second, &error) == 1 && games_next(games, &second, &error) == 0,
              "%s: %s\n%s", row->name, error.text, text.data);
    games_close(games);
    const bool is_good = first == 1 && is_kept(row, before, after);
    cr_expect(is_good, "%s: %s\n%s", row->name, shown(before), text.data);
    return is_good;
}

/* Records through every format, and what comes out through every other one. OUTFLANK_RECORDS says
 * how many. */
Test(formats, every_pair, .timeout = 1200)
{
    const char *wanted = getenv("OUTFLANK_RECORDS");
    int64_t n_records = 100;
    cr_assert(!wanted || number_read_int(wanted, strlen(wanted), 1, 100000, &n_records, NULL));
    const uint64_t seed = test_seed(3701);
    struct rng rng = rng_seeded(seed);
    for (int64_t i = 0; i < n_records; i++) {
        struct reading record, first, second;
        random_record(&rng, &record);
        const struct writer_row *from, *to;
        for (size_t f = 0; (from = writer_at(f)) != NULL; f++) {
            if (from->is_binary || !go_through(from, &record, &first))
                continue;
            for (size_t t = 0; (to = writer_at(t)) != NULL; t++) {
                if (to->is_binary)
                    continue;
                /* What the first one did not hold is not there to be compared. */
                first.tags.is_cut = false;
                if (!(from->holds & HOLDS_TAGS))
                    tags_add(&first.tags, 0, "black-rating", "1", 1);
                go_through(to, &first, &second);
            }
        }
    }
}

/* ---- WTHOR ---- */

Test(formats, wthor)
{
    struct rng rng = rng_seeded(test_seed(3702));
    struct wthor_writer writer = {0};
    struct strbuf bytes = {0};
    static struct reading records[40];
    uint8_t record[WTHOR_RECORD], header[WTHOR_HEADER];
    int n = 0;
    for (int i = 0; i < 40; i++) {
        struct reason reason = {.text = ""};
        bool lacks_names = false;
        random_record(&rng, &records[n]);
        /* A pass at the end of a game that is not over cannot be told there. */
        struct ofl_game *game = &records[n].game;
        if (game->n_played && game->moves[game->n_played - 1].move == OFL_PASS)
            ofl_game_undo(game);
        if (!wthor_write_record(&writer, &records[n], record, &lacks_names, &reason)) {
            cr_expect(writer_has_own_start(&records[n]) || !result_of(&records[n]).is_known, "%s",
                      reason.text);
            continue;
        }
        cr_expect(lacks_names);
        strbuf_add_bytes(&bytes, (const char *)record, sizeof record);
        n++;
    }
    wthor_write_header(&writer, 2026, 11, 26, header);
    char *base = malloc(sizeof header + bytes.length);
    cr_assert(base && n > 10);
    memcpy(base, header, sizeof header);
    memcpy(base + sizeof header, bytes.data, bytes.length);
    struct games *games = games_open_text(base, sizeof header + bytes.length);
    struct reading after;
    struct ofl_text_error error = {0};
    int found, k = 0;
    for (; (found = games_next(games, &after, &error)) > 0; k++)
        cr_expect(strcmp(shown(&records[k]), shown(&after)) == 0 &&
                  same_result(&records[k], &after));
    cr_expect(found == 0 && k == n, "%d of %d: %s", k, n, error.text);
    games_close(games);
    strbuf_free(&bytes);
    free(base);
}

/* ---- what a record says ---- */

/* Every tag of GGS survives, in GGF and on the ways through JSON and PGN. */
Test(formats, tags_of_ggs)
{
    static const char ggf[] =
        "(;GM[Othello]PC[GGS/os]DT[2009.07.01]PB[one]PW[two]RB[2691.38]RW[2693.68]"
        "TI[05:00,1:0//02:00]TY[s8r18]RE[+7.500:r]KB[1.5]KW[-2]KM[0.50]CO[good game]XY[own]"
        "BO[8 ---------------------------O*------*O--------------------------- *]"
        "B[F5/0.50/1.2]W[D6];)";
    static const char *const kept[] = {"RB[2691.38]", "RW[2693.68]", "TI[05:00,1:0//02:00]",
                                       "XY[own]",
                                       "TY[s8r18]", "RE[+7.500:r]", "KB[1.5]", "KW[-2]", "KM[0.50]",
                                       "CO[good game]", "PC[GGS/os]", "DT[2009.07.01]"};
    static const char *const ways[] = {"ggf", "json", "pgn"};
    struct reading reading, again;
    struct ofl_text_error error;
    cr_assert(reader_read(ggf, strlen(ggf), &reading, &error), "%s", error.text);
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
        struct strbuf text = {0}, last = {0};
        cr_assert(writer_add(writer_find(ways[w], strlen(ways[w])), &text, &reading, NULL));
        cr_assert(reader_read(text.data, text.length, &again, &error), "%s", error.text);
        cr_assert(writer_add(writer_find("ggf", 3), &last, &again, NULL));
        for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
            cr_expect(strstr(last.data, kept[i]) ||
                          (w == 2 && (strstr(kept[i], "TI") || strstr(kept[i], "KM"))),
                      "%s: %s\n%s\n%s", ways[w], kept[i], text.data, last.data);
        strbuf_free(&text);
        strbuf_free(&last);
    }
}

Test(formats, headers_of_playok)
{
    static const char pgn[] =
        "[Event \"?\"]\n[Site \"PlayOK\"]\n[Date \"2024.01.02\"]\n[Round \"-\"]\n[Black \"anna\"]\n"
        "[White \"b \\\"ob\\\"\"]\n[Result \"0-1\"]\n[Time \"12:00:00\"]\n[TimeControl \"300\"]\n"
        "[BlackElo \"1300\"]\n[Termination \"time\"]\n\n{first} 1. f5 {good} d6 2. c3 0-1\n";
    struct reading reading;
    struct ofl_text_error error;
    cr_assert(reader_read(pgn, strlen(pgn), &reading, &error), "%s", error.text);
    cr_expect_str_eq(reading.game.white, "b \"ob\"");
    cr_expect_str_eq(tags_find(&reading.tags, 0, "pgn:TimeControl"), "300");
    cr_expect_str_eq(tags_find(&reading.tags, 0, "black-rating"), "1300");
    cr_expect_str_eq(tags_find(&reading.tags, 0, "comment"), "first");
    cr_expect_str_eq(tags_find(&reading.tags, 1, "comment"), "good");
    cr_expect_str_eq(tags_find(&reading.tags, 0, "winner"), "white");
    struct strbuf text = {0};
    cr_assert(writer_add(writer_find("PGN", 3), &text, &reading, NULL));
    static const char *const kept[] = {
        "[Result \"0-1\"]", "[TimeControl \"300\"]", "{first}\n1. f5 {good}",
        "[Termination \"time\"]", "[White \"b \\\"ob\\\"\"]"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        cr_expect(strstr(text.data, kept[i]), "%s\n%s", kept[i], text.data);
    strbuf_free(&text);
}

/* ---- variations ---- */

/* ---- variations ---- */

/* "3 c4 d3|": the ply and the line of each. */
static void show_variations(const struct tags *tags, struct strbuf *out)
{
    struct tag tag;
    strbuf_add(out, "");
    for (size_t at = 0; tags_next(tags, &at, &tag);)
        if (variation_is(&tag))
            strbuf_addf(out, "%d %s|", tag.ply, tag.value);
}

/* What is not legal, not closed, or none, is left out and told. */
Test(formats, variations)
{
    static const struct { const char *text, *kept; bool is_told; } rows[] = {
        {"(;B[fe](;W[df];B[cc])(;W[ff]C[a\\]];B[dc](;W[aa]))(;W[fd];B[ec]))", 
         "2 f6 {a]} d3|2 f4 e3|", true},
        {"(;B[fe](;W[df](;B[cc];W[dc])(;B[cd]C[x}](;W[dc])(;W[fc])(;C[z];W[ge])))"
         "(;W[ff](;B[dc])(;B[cd])))",
         "3 c4 {x)} d3 (f3) ({z} g5)|2 f6 d3 (c4)|", true},
        {"(;B[fe](;W[df])(;W[ff]((;B[dc])(;B[cd]))(;B[fg])))", "2 f6 d3 (f7) (c4)|", false},
        {"(;B[fe](;W[df])(;AB[aa];W[ff])(;C[no move]))", "", true},
        {"(;B[fe](;W[df])(;W[ff](;", "", true},
        {"(;B[fe](;W[df])C[late];W[ff])", "", true},
        {"(;B[fe](;W[df])(;W[ff](;B[dc])O;C[z];W[ge](;B[cd])))", "2 f6 d3 (c4)|", true},
        {"[Result \"*\"]\n1. f5 (d3 c3 {x} (c5 {y}) (e3)) (c4!? $1 c3) d6 "
         "(f6 2. d3 (c4)) 2. c3 (c6) *",
         "1 d3 c3 {x} (c5 {y}) (e3)|1 c4 c3|2 f6 d3 (c4)|3 c6|", false},
        {"[Result \"*\"]\n(d3) 1. f5 (a1) (so it is) d6 (f6 c1) (f4 (d6) (a1) c3) *",
         "2 f4 (d6) c3|", true},
        {"{\"game\":\"f5d6\",\"variations\":{\"2\":[\"f4 (f6)\",\"a1\"],\"x\":[\"f6\"]}}",
         "2 f4 (f6)|", true}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct reading reading;
        struct ofl_text_error error;
        struct strbuf kept = {0};
        cr_assert(reader_read(rows[i].text, strlen(rows[i].text), &reading, &error), "%zu: %s", i,
                  error.text);
        show_variations(&reading.tags, &kept);
        cr_expect_str_eq(kept.data, rows[i].kept, "%s: %s", rows[i].text, kept.data);
        cr_expect_eq(strstr(reading.note.text, "ariation") != NULL, rows[i].is_told, "%s: %s",
                     rows[i].text, reading.note.text);
        strbuf_free(&kept);
    }
}

/* Lines in lines have their limit, and none of a thousand times as many harms. */
Test(formats, deep_variations)
{
    static const struct { const char *begin, *open, *close, *end; } rows[] = {
        {"[Result \"*\"]\n\n1. f5 d6 ", "(f4 ", ")", " *"},
        {"(;B[fe](;W[df])", "(;W[ff](;B[dc])", ")", ")"},
        {"(;B[fe]", "(;C[x]", ")", "(;W[df]))"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct strbuf text = {0}, kept = {0};
        static struct reading reading;
        struct ofl_text_error error;
        strbuf_add(&text, rows[i].begin);
        for (int k = 0; k < 16000; k++)
            strbuf_add(&text, rows[i].open);
        for (int k = 0; k < 16000; k++)
            strbuf_add(&text, rows[i].close);
        strbuf_add(&text, rows[i].end);
        cr_expect(reader_read(text.data, text.length, &reading, &error), "%zu: %s", i, error.text);
        cr_expect(strstr(reading.note.text, "ariation"), "%zu", i);
        show_variations(&reading.tags, &kept);
        size_t n_open = 0;
        for (const char *at = kept.data; *at; at++)
            n_open += *at == '(';
        cr_expect(n_open < VARIATION_DEPTH, "%zu: %zu", i, n_open);
        strbuf_free(&text);
        strbuf_free(&kept);
    }
}

/* ---- the table ---- */

Test(formats, endings_of_names)
{
    static const struct { const char *path, *name; } rows[] = {
        {"a.ggf", "ggf"}, {"a.GGF", "ggf"}, {"/x.y/a.sgf", "sgf"}, {"a.b.pgn", "pgn"},
        {"a.txt", "moves"}, {"a.jsonl", "json"}, {"WTH_2026.WTB", "wthor"}, {"a.obf", "obf"},
        {"a", ""}, {"x.ggf/a", ""}, {"a.gg", ""}, {"a.ggff", ""}, {"", ""}, {"a.", ""}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct writer_row *row = writer_of_file(rows[i].path, strlen(rows[i].path));
        cr_expect_str_eq(row ? row->name : "", rows[i].name, "%s", rows[i].path);
    }
    for (size_t i = 0; writer_at(i); i++)
        cr_expect_eq(writer_find(writer_at(i)->name, strlen(writer_at(i)->name)), writer_at(i));
}

Test(formats, names_of_tags)
{
    static const struct { enum tag_format format; const char *own, *shared; } rows[] = {
        {TAG_GGF, "rb", "black-rating"}, {TAG_SGF, "BR", "black-rating"},
        {TAG_PGN, "BlackElo", "black-rating"}, {TAG_PGN, "Event", "event"},
        {TAG_PGN, "KomiBlack", "komi-black"}, {TAG_PGN, "ECO", "pgn:ECO"},
        {TAG_PGN, "GGF_XY", "ggf:XY"}, {TAG_GGF, "xy", "ggf:XY"}, {TAG_SGF, "US", "sgf:US"}};
    char name[TAG_NAME];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cr_expect(tag_name_read(rows[i].format, rows[i].own, strlen(rows[i].own), name));
        cr_expect_str_eq(name, rows[i].shared, "%s: %s", rows[i].own, name);
        cr_expect(tag_name_write(rows[i].format, rows[i].shared, name));
        cr_expect(strlen(name) == strlen(rows[i].own), "%s: %s", rows[i].own, name);
    }
    cr_expect_not(tag_name_write(TAG_GGF, "pgn:ECO", name));
    cr_expect_not(tag_name_write(TAG_GGF, "event", name));
    cr_expect_not(tag_name_read(TAG_PGN, "", 0, name));
}
