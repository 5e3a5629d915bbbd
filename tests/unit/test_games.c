/* Games one after the other from files, pipes and memory (text/games.h). */
#include <criterion/criterion.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <outflank/game.h>

#include "text/games.h"
#include "text/text.h"
#include "support.h"

#define START "---------------------------OX------XO---------------------------"
#define BO "BO[8 " START " *]"

/* "1:f5d6 " for a game on line 1, "!2:3 " for an error there. */
static void add(char *out, struct games *games, int found, const struct reading *reading,
                const struct ofl_text_error *error)
{
    char moves[2 * OFL_MAX_PLIES + 1];
    size_t length = strlen(out);
    if (found > 0) {
        ofl_game_to_transcript(&reading->game, true, moves);
        snprintf(out + length, 4096 - length, "%zu:%s ", games_line(games), moves);
    } else {
        snprintf(out + length, 4096 - length, "!%zu:%zu ", error->line, error->column);
    }
}

static const char *read_all(struct games *games)
{
    static char out[4096];
    struct reading reading;
    struct ofl_text_error error;
    size_t n = 0;
    out[0] = '\0';
    cr_assert_not_null(games);
    for (int found; (found = games_next(games, &reading, &error)) != 0;) {
        add(out, games, found, &reading, &error);
        cr_expect_eq(games_number(games), ++n);
    }
    cr_expect_eq(games_next(games, &reading, &error), 0, "the end stays the end");
    games_close(games);
    return out;
}

static const struct { const char *text, *found; } rows[] = {
    {"", ""},
    {"\n\n# x\n", ""},
    {"f5d6\nf5f6\n", "1:f5d6 2:f5f6 "},
    {"f5d6\r\n\r\nf5f6", "1:f5d6 3:f5f6 "},
    {"f5d6\rf5f6\r", "1:f5d6 2:f5f6 "},
    {"f5d6\nzebra\nf5f6\n", "1:f5d6 !2:1 3:f5f6 "},
    {"f5a1\nf5f6\nf5f6a1", "!1:3 2:f5f6 !3:5 "},
    {"1. F5 f4\n2. F3 g4\n34-30\n1. d3\n", "1:f5f4f3g4 4:d3 "},
    {"1 (;" BO "\nB[F5]\n;)(;" BO "B[D3];)\n\n(;" BO "B[C4];)", "1:f5 3:d3 5:c4 "},
    /* A game that cannot be read is skipped as a whole: none of its lines is a game. */
    {"(;" BO "\nB[F5]\nW[a1]\n;)\nf5f6\n", "!3:3 5:f5f6 "},
    {"(;GM[2]SZ[8]\n;B[fe]\n;W[aa](;B[cc])\n)\n(;GM[2];B[dc])", "!3:4 5:d3 "},
    {"(;GM[2];B[fe\n;W[df])\nf5\n(;GM[2];B[dc])", "!1:11 3:f5 4:d3 "},
    {"[Event \"1\"]\n\n1. f5 a1\n2. d3 c3\n\n[Event \"2\"]\n1. d3 *\n", "!3:7 6:d3 "},
    {"[Event \"1\"]\n1. f5 d6\n2. c3 1-0\n[Event \"2\"]\n1. d3 *", "1:f5d6c3 4:d3 "},
    {"[Event \"1\" \n]\n[White \"w\"]\n\n1. f5 d6 0-1\n", "1:f5d6 "},
    {START " X\n" START " O; f4:+1;\n", "1: 2: "},
    {"\xFF\xFE" "f\0005\000", "!1:1 "},
    {"\x1F\x8B" "f5d6", "!1:1 "},
};
enum { N_ROWS = sizeof rows / sizeof *rows };

static size_t length_of(size_t row) { return row == N_ROWS - 2 ? 6 : strlen(rows[row].text); }

Test(games, of_a_text)
{
    for (size_t i = 0; i < N_ROWS; i++) {
        char *copy = test_exact(rows[i].text, length_of(i));
        const char *found = read_all(games_open_text(copy, length_of(i)));
        cr_expect_str_eq(found, rows[i].found, "%s: %s", rows[i].text, found);
        free(copy);
    }
}

struct source { int fd; const char *text; size_t length, piece; };

static void *feed(void *user)
{
    const struct source *source = user;
    for (size_t at = 0; at < source->length; at += source->piece) {
        const size_t left = source->length - at;
        const size_t n = left < source->piece ? left : source->piece;
        cr_assert(write(source->fd, source->text + at, n) > 0);
    }
    close(source->fd);
    return NULL;
}

/* The games of a text that comes through a pipe in pieces. */
static const char *through_pipe(const char *text, size_t length, size_t piece)
{
    int ends[2];
    char path[32];
    pthread_t thread;
    struct reason reason = {.text = ""};
    cr_assert_eq(pipe(ends), 0);
    struct source source = {ends[1], text, length, piece};
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    cr_assert_eq(pthread_create(&thread, NULL, feed, &source), 0);
    struct games *games = games_open(path, &reason);
    cr_assert(games, "%s", reason.text);
    const char *found = read_all(games);
    pthread_join(thread, NULL);
    close(ends[0]);
    return found;
}

/* The pieces in which a text comes change nothing. */
Test(games, in_pieces)
{
    for (size_t i = 0; i < N_ROWS; i++)
        for (size_t piece = 1; piece <= 7; piece += 3) {
            const char *found = through_pipe(rows[i].text, length_of(i), piece);
            cr_expect_str_eq(found, rows[i].found, "%zu: %s: %s", piece, rows[i].text, found);
        }
}

/* A line is given out when it has ended, though no more has come: else this test would hang. */
Test(games, line_by_line, .timeout = 600)
{
    int ends[2];
    char path[32];
    struct reading reading;
    struct ofl_text_error error;
    cr_assert_eq(pipe(ends), 0);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    cr_assert_eq(write(ends[1], "\n", 1), 1);
    struct games *games = games_open(path, NULL);
    cr_assert_not_null(games);
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(write(ends[1], "f5d6\n", 5), 5);
        /* The first bytes tell what the file is, so 16 must have come. */
        if (i == 0)
            cr_assert_eq(write(ends[1], START " X\n", 67), 67);
        cr_assert_eq(games_next(games, &reading, &error), 1);
        if (i == 0)
            cr_assert_eq(games_next(games, &reading, &error), 1);
    }
    static const char ggf[] = "(;" BO "B[F5];)";
    cr_assert_eq(write(ends[1], ggf, sizeof ggf - 1), sizeof ggf - 1);
    cr_assert_eq(games_next(games, &reading, &error), 1);
    close(ends[1]);
    cr_expect_eq(games_next(games, &reading, &error), 0);
    games_close(games);
    close(ends[0]);
}

/* PGN ends where the next one begins, so it comes last. */
static int kind_of(int i, int n) { return i < n / 2 ? i % 3 : 3; }

/* A file larger than the window, with games of several lines and errors among them. */
Test(games, a_large_file)
{
    enum { N = 60000 };
    char path[] = "/tmp/outflank-games-XXXXXX";
    const int fd = mkstemp(path);
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
    cr_assert_not_null(file);
    for (int i = 0; i < N; i++) {
        const int kind = kind_of(i, N);
        fprintf(file, kind == 0   ? "(;GM[Othello]PB[player %d]\n" BO "\nB[F5]W[D6]\n;)\n"
                      : kind == 1 ? "f5d6c3d3 # %d\n"
                      : kind == 2 ? "f5d6a1 # %d\n"
                                  : "[Event \"%d\"]\n\n1. f5 d6\n2. c3 1-0\n\n", i);
    }
    cr_assert(ftell(file) > 2 * GAMES_MAX_TEXT);
    fclose(file);
    struct reason reason = {.text = ""};
    struct games *games = games_open(path, &reason);
    cr_assert(games, "%s", reason.text);
    struct reading reading;
    struct ofl_text_error error;
    int n = 0, n_wrong = 0;
    size_t line = 1;
    for (int found; (found = games_next(games, &reading, &error)) != 0; n++) {
        static const size_t n_lines[] = {4, 1, 1, 5};
        static const int n_moves[] = {2, 4, 0, 3};
        const int kind = kind_of(n, N);
        n_wrong += games_line(games) != line || (found < 0) != (kind == 2) ||
                   (found > 0 && reading.game.n_played != n_moves[kind]);
        line += n_lines[kind];
    }
    games_close(games);
    cr_expect(n == N && n_wrong == 0, "%d games, %d wrong", n, n_wrong);
    cr_expect_eq(games_count(path, &reason), N);
    remove(path);
    cr_expect_eq(games_count(path, &reason), -1);
    cr_expect(strstr(reason.text, "No such file"), "%s", reason.text);
    cr_expect_null(games_open("/", &reason));
    cr_expect(strstr(reason.text, "neither a file nor a pipe"), "%s", reason.text);
}

/* ---- WTHOR ---- */

static struct games *open_base(const char *name)
{
    char path[512];
    struct reason reason = {.text = ""};
    snprintf(path, sizeof path, "%s/games/%s", TEST_DATA, name);
    struct games *games = games_open(path, &reason);
    cr_assert(games, "%s", reason.text);
    return games;
}

Test(games, of_a_base)
{
    struct games *games = open_base("WTH_1977.wtb");
    struct reading reading;
    struct ofl_text_error error;
    cr_assert_eq(games_next(games, &reading, &error), 1);
    cr_expect_str_eq(reading.format, "WTHOR");
    cr_expect_str_eq(reading.game.date, "1977");
    cr_expect(ofl_is_over(reading.game.position.board));
    cr_expect(tags_find(&reading.tags, 0, "theoretical-discs") &&
              tags_find(&reading.tags, 0, "wthor:black"));
    cr_expect_str_eq(tags_find(&reading.tags, 0, "theoretical-empties"), "24");
    int n = 1;
    while (games_next(games, &reading, &error) > 0)
        n++;
    cr_expect_eq(n, 12);
    games_close(games);
}

/* Every cut of a base gives the games that are whole, then a sentence; so do games too many. */
Test(games, of_a_damaged_base)
{
    size_t size;
    uint8_t *bytes = (uint8_t *)test_read("games/WTH_1978.wtb", &size);
    struct reading reading;
    struct ofl_text_error error;
    for (size_t cut = WTHOR_HEADER; cut <= size + 3; cut++) {
        char *copy = malloc(cut);
        cr_assert_not_null(copy);
        memset(copy, 1, cut);
        memcpy(copy, bytes, cut < size ? cut : size);
        struct games *games = games_open_text(copy, cut);
        size_t n = 0;
        int found;
        while ((found = games_next(games, &reading, &error)) > 0)
            n++;
        cr_expect_eq(n, cut < size ? (cut - WTHOR_HEADER) / WTHOR_RECORD : 8, "%zu", cut);
        cr_expect_eq(found, cut == size ? 0 : -1, "%zu", cut);
        cr_expect(found == 0 || strstr(error.text, "expected"), "%s", error.text);
        cr_expect_eq(games_next(games, &reading, &error), 0);
        games_close(games);
        free(copy);
    }
    memset(bytes + 4, 0xFF, 4);
    struct games *games = games_open_text((char *)bytes, size);
    int n = 0;
    while (games_next(games, &reading, &error) > 0)
        n++;
    cr_expect(n == 8 && strstr(error.text, "4294967295"), "%d %s", n, error.text);
    games_close(games);
    free(bytes);
}

static void write_file(const char *folder, const char *name, const void *bytes, size_t size)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    cr_assert(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
}

/* Names lie beside the base, whatever the case of their endings. */
Test(games, with_names_beside)
{
    char folder[] = "/tmp/outflank-names-XXXXXX", path[256];
    uint8_t players[16 + 3 * 20] = {20, 26, 1, 1, 0, 0, 0, 0, 3}, trn[16 + 26] = {20, 26, 1, 1};
    uint8_t base[16 + 68] = {20, 26, 1, 1, 1, 0, 0, 0, 0, 0, 0xEA, 0x07, 8, 0, 24};
    trn[8] = 1;
    memcpy(players + 16 + 20, "Andr\xE9", 5);
    memcpy(players + 16 + 40, "Zo\xEB \x1B[2J", 8);
    memcpy(trn + 16, "Meijin", 6);
    memcpy(base + 16, "\0\0\1\0\2\0\42\40\70\100", 10);
    base[24] = 56;
    base[25] = 64;
    cr_assert_not_null(mkdtemp(folder));
    write_file(folder, "a.JOU", players, sizeof players);
    write_file(folder, "a.trn", trn, sizeof trn);
    write_file(folder, "a.wtb", base, sizeof base);
    snprintf(path, sizeof path, "%s/a.wtb", folder);
    struct games *games = games_open(path, NULL);
    struct reading reading;
    struct ofl_text_error error = {0};
    cr_assert(games && games_next(games, &reading, &error) == 1, "%s", error.text);
    cr_expect_str_eq(reading.game.black, "Andr\xC3\xA9");
    cr_expect_str_eq(reading.game.white, "Zo\xC3\xAB ?[2J");
    cr_expect_str_eq(reading.game.date, "2026");
    cr_expect_str_eq(reading.game.result, "+4.00");
    cr_expect_str_eq(tags_find(&reading.tags, 0, "event"), "Meijin");
    cr_expect_null(tags_find(&reading.tags, 0, "wthor:black"));
    struct wthor_names names = {0};
    wthor_names_load_beside(&names, path);
    cr_expect_eq(wthor_names_find_player(&names, "Andr\xC3\xA9"), 1);
    cr_expect_eq(wthor_names_find_player(&names, "nobody"), -1);
    cr_expect_eq(wthor_names_find_tournament(&names, "Meijin"), 0);
    wthor_names_free(&names);
    games_close(games);
    static const char *const made[] = {"a.JOU", "a.trn", "a.wtb"};
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, made[i]);
        remove(path);
    }
    rmdir(folder);
}

/* ---- tags ---- */

Test(games, tags)
{
    struct tags tags = {0};
    struct tag tag;
    size_t at = 0;
    cr_expect(tags_add(&tags, 0, "event", "  World\nCup \x1B[0m ", 17));
    cr_expect(tags_add(&tags, 3, "comment", "good", 4));
    cr_expect(tags_add(&tags, 4, "comment", "  ", 2));
    cr_expect_str_eq(tags_find(&tags, 0, "event"), "World Cup ?[0m");
    cr_expect_str_eq(tags_find(&tags, 3, "comment"), "good");
    cr_expect_null(tags_find(&tags, 4, "comment"));
    cr_expect(tags_next(&tags, &at, &tag) && tags_next(&tags, &at, &tag) && tag.ply == 3);
    cr_expect_not(tags_next(&tags, &at, &tag));
    char text[2 * TAGS_SIZE];
    for (size_t i = 0; i < sizeof text; i += 2)
        memcpy(text + i, "\xC3\xA9", 2);
    cr_expect_not(tags_add(&tags, 5, "comment", text, sizeof text));
    cr_expect(tags.is_cut && tags.length <= TAGS_SIZE);
    cr_expect_null(strchr(tags_find(&tags, 5, "comment"), '?'));
    cr_expect_not(tags_add(&tags, 6, "comment", "x", 1));
    cr_expect_null(tags_find(&tags, 6, "comment"));
}
