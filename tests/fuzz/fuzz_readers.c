/* fuzz_readers - feeds damaged input to every reader of boards and games.
 *
 *     fuzz_readers [--seed S] [--inputs N] | --corpus FOLDER
 *     fuzz_readers_long [--format=NAME] [libFuzzer's options] FOLDER ... | --formats
 *
 * N inputs per reader, each a sound input changed in one to eight places, cut, doubled or spliced
 * with another, in a heap block of its exact size. Checked besides: a refusal says where and why,
 * and leaves the result; what was accepted survives being written and read again. */
#include <dirent.h>
#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <outflank/game.h>

#include "base/rng.h"
#include "board/variant.h"
#include "text/games.h"
#include "text/reader.h"
#include "text/variations.h"
#include "text/writer.h"
#include "text/wthor.h"
#include "support.h"

enum { MOST_INPUT = 6000, MAX_SEEDS = 64 };

/* The format that every text is read as; NULL: what it looks like. */
static const struct text_format *forced;

struct input { char *bytes; size_t length; };

/* A reader under test: false if what it did breaks a promise. */
typedef bool (*reader_fn)(const char *bytes, size_t length);

static bool is_sane(const struct ofl_text_error *error, const char *bytes, size_t length)
{
    size_t n_lines = 1;
    for (size_t i = 0; i < length; i++)
        n_lines += bytes[i] == '\n' || bytes[i] == '\r';
    return error->line >= 1 && error->line <= n_lines && error->column >= 1 &&
           error->column <= length + 1 && strlen(error->text) > 10;
}

static bool same_position(ofl_position a, ofl_position b)
{
    return a.board.player == b.board.player && a.board.opponent == b.board.opponent &&
           a.turn == b.turn;
}

static bool fuzz_move(const char *bytes, size_t length)
{
    int move = ofl_move_from_text(bytes, length);
    char text[8];
    if (move == OFL_NO_MOVE)
        return true;
    ofl_move_to_text(move, length & 1, text);
    return move >= 0 && move <= OFL_PASS && ofl_move_from_text(text, strlen(text)) == move;
}

static bool fuzz_board(const char *bytes, size_t length)
{
    ofl_position position = {{5, 2}, OFL_WHITE}, again;
    const ofl_position before = position;
    struct ofl_text_error error = {0, 0, ""};
    size_t used = 0;
    char text[OFL_BOARD_TEXT];
    if (!ofl_position_from_text(bytes, length, &position, &used, &error))
        return same_position(position, before) && is_sane(&error, bytes, length);
    ofl_position_to_text(position, text);
    return used <= length && ofl_board_is_valid(position.board) &&
           ofl_position_from_text(text, 66, &again, NULL, NULL) && same_position(position, again);
}

static bool fuzz_obf(const char *bytes, size_t length)
{
    struct ofl_obf obf = {.n_scores = -7};
    struct ofl_text_error error = {3, 0, ""};
    int result = ofl_obf_from_text(bytes, length, &obf, &error);
    if (result < 0)
        return obf.n_scores == -7 && error.line == 3 && error.column >= 1 &&
               error.column <= length + 1 && strlen(error.text) > 10;
    if (result == 0)
        return obf.n_scores == -7;
    bool ok = result == 1 && obf.n_scores >= 0 && obf.n_scores <= OFL_MAX_MOVES &&
              ofl_board_is_valid(obf.position.board);
    for (int i = 0; ok && i < obf.n_scores; i++) {
        int move = obf.scores[i].move, score = obf.scores[i].score;
        bool is_legal = move == OFL_PASS ? !ofl_legal_moves(obf.position.board)
                                         : ofl_is_legal(obf.position.board, move);
        ok = is_legal && score >= -64 && score <= 64;
    }
    return ok;
}

/* Every move legal, and the position that of the moves. */
static bool is_sound(const struct ofl_game *game)
{
    struct ofl_game copy;
    ofl_game_init(&copy, game->start);
    if (game->n_played < 0 || game->n_played > game->n_known || game->n_known > OFL_MAX_PLIES)
        return false;
    for (int i = 0; i < game->n_played; i++)
        if (!ofl_game_play(&copy, game->moves[i].move))
            return false;
    return same_position(copy.position, game->position);
}

/* Of an object that nothing has stored to, every byte is as it was. */
static bool is_unchanged(const void *object, const uint8_t *before, size_t size)
{
    return memcmp(object, before, size) == 0;
}

static bool fuzz_transcript(const char *bytes, size_t length)
{
    struct ofl_game game, again;
    uint8_t before[sizeof game];
    struct ofl_text_error error = {0, 0, ""};
    char text[2 * OFL_MAX_PLIES + 1];
    ofl_game_init(&game, ofl_position_start());
    memcpy(before, &game, sizeof before);
    if (!ofl_game_add_transcript(&game, bytes, length, &error))
        return is_unchanged(&game, before, sizeof game) && is_sane(&error, bytes, length);
    ofl_game_init(&again, ofl_position_start());
    size_t n = ofl_game_to_transcript(&game, true, text);
    return is_sound(&game) && ofl_game_add_transcript(&again, text, n, NULL) &&
           again.n_played == game.n_played && same_position(again.position, game.position);
}

static bool fuzz_ggf(const char *bytes, size_t length)
{
    static char text[16384];
    struct ofl_game game, again;
    uint8_t before[sizeof game];
    struct ofl_text_error error = {0, 0, ""};
    size_t used = 0;
    ofl_game_init(&game, ofl_position_start());
    memcpy(before, &game, sizeof before);
    if (!ofl_game_from_ggf(&game, bytes, length, &used, &error))
        return is_unchanged(&game, before, sizeof game) && used <= length &&
               (used > 0 || length == 0) && is_sane(&error, bytes, length);
    for (int i = 0; i < game.n_played; i++)
        if (!isfinite(game.moves[i].eval) || !isfinite(game.moves[i].seconds))
            return false;
    size_t n = ofl_game_to_ggf(&game, text, sizeof text);
    return used <= length && is_sound(&game) && n < sizeof text &&
           ofl_game_from_ggf(&again, text, n, NULL, NULL) && again.n_played == game.n_played &&
           same_position(again.position, game.position);
}

/* What was read holds together, and is read the same way from what we write of it. */
static bool is_good_reading(const struct reading *reading)
{
    static char text[16384];
    const struct ofl_game *game = &reading->game;
    struct reading again;
    if (!reading->format || !is_sound(game) || strlen(reading->note.text) >= REASON_SIZE ||
        !same_position(reading->obf.position, game->position) ||
        reading->obf.n_scores < 0 || reading->obf.n_scores > OFL_MAX_MOVES)
        return false;
    size_t n = ofl_game_to_ggf(game, text, sizeof text);
    return n < sizeof text && reader_read(text, n, &again, NULL) &&
           strcmp(again.format, "GGF") == 0 && again.game.n_played == game->n_played &&
           same_position(again.game.position, game->position);
}

/* Every way of reading, whatever the text is; a refusal changes nothing. */
static bool fuzz_any(const char *bytes, size_t length)
{
    static struct reading reading;
    static uint8_t before[sizeof reading];
    struct ofl_text_error error = {0, 0, ""};
    memset(before, 0x55, sizeof before);
    memcpy(&reading, before, sizeof reading);
    bool is_read = reader_read(bytes, length, &reading, &error);
    if (is_read ? !is_good_reading(&reading) || reading.more_at > length
                : !is_unchanged(&reading, before, sizeof reading) ||
                      !is_sane(&error, bytes, length))
        return false;
    if (is_read && !reader_format(bytes, length))
        return false;
    memcpy(&reading, before, sizeof reading);
    int found = reader_read_line(bytes, length, &reading, &error);
    if (found > 0 ? !is_good_reading(&reading)
                  : !is_unchanged(&reading, before, sizeof reading) ||
                        (found < 0 && !is_sane(&error, bytes, length)))
        return false;
    return found <= 0 || reading.at <= length;
}

/* A number for where the records of a text begin and end, which comes `piece` bytes at a time. */
static uint64_t extents_of(const char *bytes, size_t length, size_t piece)
{
    struct extent extent = {.forced = forced};
    uint64_t sum = 0;
    for (size_t n = piece < length ? piece : length, shift = 0; shift < length;) {
        const struct text text = text_of(bytes + shift, n - shift);
        if (!extent_find(&extent, text, n == length)) {
            if (n == length)
                return sum;
            n += piece < length - n ? piece : length - n;
            continue;
        }
        const size_t at = extent.at;
        if (extent.start > at || (at == 0 && !extent.forced))
            return UINT64_MAX;
        sum = (sum ^ (extent.start + shift) ^ (at + shift) << 20 ^ (uint64_t)extent.kind << 60) *
              UINT64_C(0x9E3779B97F4A7C15);
        extent_next(&extent, text);
        extent_shift(&extent, at);
        shift += at;
    }
    return sum;
}

/* What a writer makes of a reading is read again as the same board, with as many variations. */
static bool fuzz_writers(const struct reading *reading)
{
    static struct strbuf text;
    struct reading again;
    const struct writer_row *row;
    for (size_t i = 0; (row = writer_at(i)) != NULL; i++) {
        strbuf_clear(&text);
        if (!writer_add(row, &text, reading, NULL))
            continue;
        struct games *games = games_open_text(text.data, text.length);
        const bool is_told = strcmp(row->name, "fen1") == 0 || strcmp(row->name, "hexmsb") == 0;
        games_set_format(games, is_told ? reader_find(row->name, strlen(row->name)) : NULL);
        bool is_same = games_next(games, &again, NULL) == 1 &&
                       same_position(again.game.position, reading->game.position);
        games_close(games);
        struct tag tag;
        int n = writer_losses(row, reading) & HOLDS_VARIATIONS || again.tags.is_cut ? TAGS_SIZE : 1;
        for (; variation_find(&reading->tags, n, &tag); n++)
            is_same &= variation_find(&again.tags, n, &tag);
        if (!is_same) {
            printf("%s: %s\n", row->name, text.data);
            return false;
        }
    }
    return true;
}

/* All games of a text, and what writers make of the first ones. */
static bool fuzz_games(const char *bytes, size_t length)
{
    enum { WRITTEN = 2 };
    struct games *games = games_open_text(bytes, length);
    struct reading reading;
    struct ofl_text_error error = {0, 0, ""};
    const uint64_t extents = extents_of(bytes, length, length);
    bool is_good = games != NULL && extents == extents_of(bytes, length, 1 + length % 7) &&
                   extents != UINT64_MAX;
    size_t n = 0;
    if (games)
        games_set_format(games, forced);
    for (int found; is_good && (found = games_next(games, &reading, &error)) != 0; n++) {
        is_good = n <= length && games_number(games) >= 1 && games_line(games) >= 1 &&
                  (found > 0 ? is_good_reading(&reading) : strlen(error.text) > 10);
        if (found > 0 && is_good && n < WRITTEN)
            is_good = fuzz_writers(&reading);
    }
    games_close(games);
    return is_good;
}

/* Records of other games, too, and what GGF makes of them. */
static bool fuzz_variants(const char *bytes, size_t length)
{
    static struct reading reading, again;
    static struct strbuf text;
    const struct ofl_game *const game = &reading.game;
    struct ofl_game copy;
    if (!reader_read_variant(bytes, length, &reading, NULL))
        return true;
    ofl_game_init(&copy, game->start);
    copy.variant = game->variant;
    for (int i = 0; i < game->n_played; i++)
        if (!ofl_game_play(&copy, game->moves[i].move))
            return false;
    strbuf_clear(&text);
    return same_position(copy.position, game->position) &&
           !(game->start.board.player & game->variant.holes) &&
           (!writer_add(writer_find("ggf", 3), &text, &reading, NULL) ||
            (reader_read_variant(text.data, text.length, &again, NULL) &&
             variant_is_same(again.game.variant, game->variant) &&
             same_position(again.game.position, game->position)));
}

static bool fuzz_wthor(const char *bytes, size_t length)
{
    struct wthor_reader reader;
    struct wthor_error error = {0, ""};
    struct wthor_game game;
    char name[WTHOR_NAME];
    wthor_name((const uint8_t *)bytes, length, WTHOR_PLAYER_RECORD, (unsigned)length, name);
    wthor_name((const uint8_t *)bytes, length, WTHOR_TOURNAMENT_RECORD, 0, name);
    if (!wthor_open(&reader, (const uint8_t *)bytes, length, &error))
        return error.offset <= length && strlen(error.text) > 10;
    reader.n_players = (uint32_t)length;
    for (int r; (r = wthor_next(&reader, &game, &error)) != 0;) {
        if (r < 0 && (error.offset >= length || strlen(error.text) <= 10))
            return false;
        ofl_board board = game.start.board;
        for (int i = 0; r > 0 && i < game.n_moves; i++) {
            if (!ofl_is_legal(board, game.moves[i]))
                return false;
            board = ofl_play(board, game.moves[i]);
        }
    }
    return reader.n_games + reader.n_skipped == reader.n_read && reader.n_read <= length / 68;
}

static size_t load_lines(const char *name, struct input *out, size_t n, size_t max)
{
    FILE *file = test_open(name);
    struct test_row row;
    char line[TEST_LINE + TEST_FIELDS];
    for (; n < max && test_next_row(file, &row); n++) {
        size_t length = 0;
        for (int i = 0; i < row.n_fields; i++)
            length += (size_t)snprintf(line + length, sizeof line - length, "%s ", row.field[i]);
        out[n] = (struct input){test_exact(line, length), length};
    }
    fclose(file);
    return n;
}

static size_t load_text(const char *text, struct input *out, size_t n)
{
    out[n] = (struct input){test_exact(text, strlen(text)), strlen(text)};
    return n + 1;
}

static size_t load_file(const char *name, struct input *out, size_t n)
{
    size_t size;
    char *bytes = test_read(name, &size);
    size = size < MOST_INPUT ? size : MOST_INPUT;
    out[n] = (struct input){bytes, size};
    return n + 1;
}

/* Bytes that mean something to one reader or another. */
static char odd_byte(struct rng *rng)
{
    static const char odd[] = "XO*-.0129abhPApsBW[]();:%#/,+-eE \t\r\n\0\x7F\x80\xFF\xEF";
    return rng_below(rng, 3) ? odd[rng_below(rng, sizeof odd - 1)] : (char)rng_next(rng);
}

/* One change in place; returns the new length. */
static size_t mutate(char *bytes, size_t length, const struct input *other, struct rng *rng)
{
    size_t at = length ? rng_below(rng, (uint32_t)length) : 0;
    size_t span = 1 + rng_below(rng, 16), room = MOST_INPUT - length;
    switch (rng_below(rng, 9)) {
    case 0: /* cut */
        return at;
    case 1: /* drop a span */
        span = span < length - at ? span : length - at;
        memmove(bytes + at, bytes + at + span, length - at - span);
        return length - span;
    case 2: /* repeat a span */
        span = span < length - at ? span : length - at;
        span = span < room ? span : room;
        memmove(bytes + at + span, bytes + at, length - at);
        return length + span;
    case 3: /* insert */
        if (room == 0)
            return length;
        memmove(bytes + at + 1, bytes + at, length - at);
        bytes[at] = odd_byte(rng);
        return length + 1;
    case 4: /* go on with another input */
        span = other->length ? rng_below(rng, (uint32_t)other->length) : 0;
        span = span < MOST_INPUT - at ? span : MOST_INPUT - at;
        if (span)
            memcpy(bytes + at, other->bytes + other->length - span, span);
        return at + span;
    case 5: /* a bit */
        if (length)
            bytes[at] = (char)(bytes[at] ^ (1 << rng_below(rng, 8)));
        return length;
    case 6: /* exchange two bytes */
        if (length) {
            size_t to = rng_below(rng, (uint32_t)length);
            char c = bytes[at];
            bytes[at] = bytes[to];
            bytes[to] = c;
        }
        return length;
    default:
        if (length)
            bytes[at] = odd_byte(rng);
        return length;
    }
}

static bool fuzz(const char *name, reader_fn reader, const struct input *seeds, size_t n_seeds,
                 uint64_t seed, uint64_t n_inputs)
{
    static char bytes[MOST_INPUT + 32];
    struct rng rng = rng_seeded(seed);
    for (uint64_t i = 0; i < n_inputs; i++) {
        const struct input *from = &seeds[rng_below(&rng, (uint32_t)n_seeds)];
        size_t length = from->length;
        if (length)
            memcpy(bytes, from->bytes, length);
        /* The first inputs are the sound ones themselves. */
        for (uint32_t n = i < 100 ? 0 : 1 + rng_below(&rng, 8); n; n--)
            length = mutate(bytes, length, &seeds[rng_below(&rng, (uint32_t)n_seeds)], &rng);
        char *exact = test_exact(bytes, length);
        bool ok = reader(exact, length);
        if (!ok) {
            printf("FAIL %s: seed %" PRIu64 ", input %" PRIu64 ":\n%.*s\n", name, seed, i,
                   (int)length, exact);
            return false;
        }
        free(exact);
    }
    printf("%s: %" PRIu64 " inputs\n", name, n_inputs);
    return true;
}

#define BO "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
static const char ggf_seed[] =
    "1 (;GM[Othello]PC[lab]DT[2026.01.02]PB[anna]PW[bot]RB[1.5]RE[+10.00:r]TI[1.00:59,0:0/5/02:00]"
    "TY[s8r20]KM[-1.5]" BO "CO[x]B[d3]W[c3/NaN/1]B[b3//2.7]W[b2/1e-3/inf]B[f5]W[a3]B[a1]W[c1]"
    "B[PA//0.38]W[e3];)";

/* One of each format and dialect. */
static const char *const any_seeds[] = {
    "+f5-f6+e6-f4+e3-c5: -04 10",
    ggf_seed,
    "(;FF[4]CA[UTF-8]AP[twogtp]SZ[8]\nKM[6.5]PB[a \\] b]PW[b]RE[W+12.5]\n;B[df];W[cd];B[fc];W[fd])",
    "(;gm[2]AB[aa:cc][d5]AW[e5]PL[W];w[cd](;b[tt])(;B[]))(;GM[Othello];Black[f5];White [d6])",
    "(;GM[Othello]TY[6]BO[6 ------ ------ --O*-- --*O-- ------ ------ *]B[C2];)",
    "(;GM[Othello]TY[8a]" BO "B[d3]W[c3]B[b3];)",
    "(;B[fe](;W[df]C[a](;B[cc];W[dc])(;B[cd](;W[dc])(;C[z];W[ge])))(;W[ff](;B[dc])(;B[cd])))",
    "[Event \"x \\\" y\"]\n[Black \"A\"]\n\n1. F5 d6 {good} 2. c3 (2. d3 {x}) d3 $4 34-30"
    "\n\n[Event \"2\"]",
    "\357\273\2771) f5! 1... d6?! (2) c3-d3; c4, 33-31\r\n# words\r; more words\n",
    "[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]",
    "BO [8 ---------------------------OX------XO---------------------------]",
    "--------/--------/--------/---OX---/---XO---/--------/--------/-------- black to move",
    "name\tf5d6c3\t0.5\nf5d6\t\tother\r# a\r\n"
    "---------------------------OX------XO--------------------------- X; f5:+1; % x\n",
    "8/8/8/3Pp3/3pP3/8/8/8 w - - 0 1", "{\"moves\": \"f5\"}", "start",
    "{\"position\":{\"moves\":[{\"m\":\"f5\"},{\"m\":\"d6\"}]},\"players\":[{\"name\":\"a\"}]}",
    "[{\"game\":\"f5d6\",\"result\":\"37-27\",\"values\":[1.5],\"tags\":{\"event\":\"x\"}},\n"
    "{\"moves\":[]}]",
    "  a b c d e f g h\n1 - - - - - - - - 1\n2 - - - - - - - -\n3 --------\n4 - - - O X - - - 4 x\n"
    "5 |   |   |   | X | O |   |   |   |\n6 ........\n7 - - - - - - - -\n8 - - - - - - - -\n"
    "white to move\n",
    "black=0x0000000810000000 white 0x0000001008000000ULL, O", "0000000810000000 0000001008000000",
    "https://othello.org/a?b=1&moves=f5d6%63%33#p=2", "position startpos moves f5 d6",
    "...........................10......01........................... 1",
    "12345 f5d6\n7,b,f5d6c3d3\n", "P@f5 P@d6 @@@@",
};

/* ---- one input: the corpus, and libFuzzer ---- */

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* --formats: the names of all; --format=NAME: only this reader. libFuzzer leaves both to us. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static const char option[] = "--format=";
    for (int i = 1; i < *argc; i++) {
        const char *word = (*argv)[i];
        if (strcmp(word, "--formats") == 0) {
            for (size_t k = 0; reader_name_at(k); k++)
                puts(reader_name_at(k));
            exit(0);
        }
        if (strncmp(word, option, strlen(option)) != 0)
            continue;
        const char *name = word + strlen(option);
        forced = reader_find(name, strlen(name));
        if (!forced) {
            printf("no format is called %s\n", name);
            exit(64);
        }
    }
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const reader_fn readers[] = {fuzz_board, fuzz_obf, fuzz_transcript, fuzz_ggf,
                                        fuzz_any,   fuzz_games, fuzz_variants, fuzz_wthor};
    const bool is_wthor = forced && forced == reader_find("WTHOR", strlen("WTHOR"));
    char *bytes = test_exact(data, size);
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
        if ((!forced || readers[i] == fuzz_games || readers[i] == fuzz_variants ||
             (is_wthor && readers[i] == fuzz_wthor)) && !readers[i](bytes, size)) {
            printf("reader %zu breaks a promise\n", i);
            fflush(stdout);
            abort();
        }
    free(bytes);
    return 0;
}

#ifndef READER_FUZZER
static int read_corpus(const char *folder)
{
    static char bytes[1 << 20];
    char path[4096];
    int n = 0;
    DIR *directory = opendir(folder);
    for (struct dirent *item; directory && (item = readdir(directory)) != NULL;) {
        if (item->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, item->d_name);
        FILE *file = fopen(path, "rb");
        if (!file)
            continue;
        const size_t length = fread(bytes, 1, sizeof bytes, file);
        fclose(file);
        size_t k = 0;
        do { /* as what it looks like, then as each format */
            LLVMFuzzerTestOneInput((const uint8_t *)bytes, length);
            const char *name = reader_name_at(k++);
            forced = name ? reader_find(name, strlen(name)) : NULL;
        } while (forced);
        n++;
    }
    if (directory)
        closedir(directory);
    printf("%d inputs of %s\n", n, folder);
    return n == 0;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"seed", required_argument, NULL, 's'},
                                            {"inputs", required_argument, NULL, 'n'},
                                            {"corpus", required_argument, NULL, 'c'},
                                            {NULL, 0, NULL, 0}};
    uint64_t seed = 1, n_inputs = 100000;
    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        if (c == 's')
            seed = strtoull(optarg, NULL, 0);
        else if (c == 'n')
            n_inputs = strtoull(optarg, NULL, 0);
        else if (c == 'c')
            return read_corpus(optarg);
        else
            return 64;
    }
    printf("seed %" PRIu64 "\n", seed);
    static struct input boards[MAX_SEEDS], obf[MAX_SEEDS], transcripts[MAX_SEEDS], ggf[MAX_SEEDS],
        wthor[MAX_SEEDS], moves[MAX_SEEDS], any[MAX_SEEDS];
    size_t n_boards = load_lines("positions/flip_vectors.tsv", boards, 0, MAX_SEEDS);
    size_t n_obf = load_lines("endgame/exact-pass.obf", obf, 0, MAX_SEEDS - 1);
    n_obf = load_text("------------------XO------XXX------OXX-----O-------------------- O; f4:+2; "
                      "g6 : 2 b3:-4; --:-127 % x\r\n", obf, n_obf);
    size_t n_transcripts = load_text("1.f5 d6 2. c3,d3 3) C4F4", transcripts, 0);
    n_transcripts = load_text("d3c3b3b2f5a3a1c1pse3", transcripts, n_transcripts);
    n_transcripts = load_text("f5d6c4g5d7c7h5d8b8b7b6a7b5a6a5b4b3c6e8f8c8a8e7a4b2a2c2d2d1e2f2c5c3a1"
                              "a3e6d3f6f7f1g2h2e3f4b1g1c1e1g8g7f3h1h3h4h6",
                              transcripts, n_transcripts);
    size_t n_ggf = load_text(ggf_seed, ggf, 0);
    n_ggf = load_text("(;BO[8 ---------------------------O*------*O--------------------------- "
                      "O]TB[1:00]TW[]W[F4]B[F3/0,5/];)(;GM[Othello];)", ggf, n_ggf);
    n_ggf = load_file("games/ggs-sample.ggf", ggf, n_ggf);
    size_t n_wthor = load_file("games/WTH_1977.wtb", wthor, 0);
    n_wthor = load_file("games/WTH_1978.wtb", wthor, n_wthor);
    size_t n_moves = load_text("f5", moves, 0);
    n_moves = load_text("pass", moves, n_moves);
    size_t n_any = 0;
    for (size_t i = 0; i < sizeof any_seeds / sizeof *any_seeds; i++)
        n_any = load_text(any_seeds[i], any, n_any);
    n_any = load_file("games/WTH_1977.pgn", any, n_any);
    n_any = load_file("games/ggs-sample.ggf", any, n_any);
    n_any = load_lines("endgame/exact-pass.obf", any, n_any, n_any + 8);
    bool ok = fuzz("move", fuzz_move, moves, n_moves, seed, n_inputs) &&
              fuzz("board", fuzz_board, boards, n_boards, seed, n_inputs) &&
              fuzz("obf", fuzz_obf, obf, n_obf, seed, n_inputs) &&
              fuzz("transcript", fuzz_transcript, transcripts, n_transcripts, seed, n_inputs) &&
              fuzz("ggf", fuzz_ggf, ggf, n_ggf, seed, n_inputs) &&
              fuzz("any", fuzz_any, any, n_any, seed, n_inputs) &&
              fuzz("variants", fuzz_variants, any, n_any, seed, n_inputs / 4) &&
              fuzz("games", fuzz_games, any, n_any, seed, n_inputs / 8) &&
              fuzz("wthor", fuzz_wthor, wthor, n_wthor, seed, n_inputs);
    struct { struct input *inputs; size_t n; } all[] = {
        {boards, n_boards}, {obf, n_obf}, {transcripts, n_transcripts},
        {ggf, n_ggf},       {wthor, n_wthor}, {moves, n_moves},
        {any, n_any}};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        for (size_t i = 0; i < all[k].n; i++)
            free(all[k].inputs[i].bytes);
    return !ok;
}
#endif
