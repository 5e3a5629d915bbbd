/* WTHOR bases: the sample files, the written example, and every fault of F08. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <outflank/game.h>

#include "base/rng.h"
#include "text/wthor.h"
#include "support.h"

/* One game of nine moves; black wins 13-0, counted 64. */
static const uint8_t example[84] = {
    0x14, 0x19, 0x03, 0x0a, 0x01, 0, 0, 0, 0, 0, 0xe9, 0x07, 0x08, 0x00, 0x16, 0x00,
    0x07, 0x00, 0x0c, 0x00, 0x22, 0x00, 0x40, 0x40,
    0x22, 0x21, 0x20, 0x18, 0x0f, 0x40, 0x4a, 0x23, 0x2e,
};

static const char *moves_of(const struct wthor_game *game)
{
    static char text[2 * OFL_MAX_PLIES + 1];
    size_t n = 0;
    for (int i = 0; i < game->n_moves; i++) {
        char name[8];
        if (game->moves[i] == OFL_PASS)
            continue;
        memcpy(text + n, ofl_move_to_text(game->moves[i], false, name), 2);
        n += 2;
    }
    text[n] = '\0';
    return text;
}

Test(wthor, the_written_example)
{
    struct wthor_reader reader;
    struct wthor_error error;
    struct wthor_game game;
    cr_assert(wthor_open(&reader, example, sizeof example, &error), "%s", error.text);
    cr_expect(reader.file_year == 2025 && reader.file_month == 3 && reader.file_day == 10);
    cr_expect(reader.year == 2025 && reader.n_claimed == 1 && reader.exact_empties == 22);
    cr_expect(reader.n_missing == 0 && reader.n_extra_bytes == 0);
    cr_assert_eq(wthor_next(&reader, &game, &error), 1);
    cr_expect(game.tournament == 7 && game.black == 12 && game.white == 34);
    cr_expect(game.black_discs == 64 && game.theoretical_discs == 64 && game.exact_empties == 22);
    cr_expect(game.is_over && game.n_moves == 9 && game.index == 0);
    cr_expect_str_eq(moves_of(&game), "d3c3b3d2e1d6d7e3f4");
    cr_expect_eq(game.end.board.player, 0);
    cr_expect_eq(wthor_next(&reader, &game, &error), 0);
    cr_expect_eq(wthor_next(&reader, &game, &error), 0);
    cr_expect(reader.n_games == 1 && reader.n_skipped == 0 && reader.n_score_differs == 0 &&
              reader.n_unfinished == 0 && reader.n_unknown_ids == 0);
}

/* The moves of the next game of a PGN file; false at the end. */
static bool next_pgn(FILE *file, struct ofl_game *game, int *black_discs)
{
    char line[256];
    bool has_moves = false;
    ofl_game_init(game, ofl_position_start());
    while (fgets(line, sizeof line, file)) {
        const char *result = strstr(line, "[Result \"");
        if (result)
            *black_discs = (int)strtol(result + 9, NULL, 10);
        if (line[0] == '[')
            continue;
        if (line[0] == '\n' || line[0] == '\r') {
            if (has_moves)
                return true;
            continue;
        }
        has_moves = true;
        struct ofl_text_error error;
        cr_assert(ofl_game_add_transcript(game, line, strlen(line), &error), "%s: %s", line,
                  error.text);
    }
    return has_moves;
}

Test(wthor, a_year_is_the_same_as_its_text)
{
    size_t size;
    char *bytes = test_read("games/WTH_1977.wtb", &size);
    FILE *pgn = test_open("games/WTH_1977.pgn");
    struct wthor_reader reader;
    struct wthor_game game;
    struct ofl_game text_game;
    int black_discs = -1, n = 0, n_passes = 0;
    cr_assert(wthor_open(&reader, (const uint8_t *)bytes, size, NULL));
    cr_expect(reader.year == 1977 && reader.exact_empties == 24 && reader.n_claimed == 12);
    for (; next_pgn(pgn, &text_game, &black_discs); n++) {
        cr_assert_eq(wthor_next(&reader, &game, NULL), 1);
        cr_expect_eq(game.black_discs, black_discs, "game %d", n);
        cr_assert_eq(game.n_moves, text_game.n_played, "game %d", n);
        for (int i = 0; i < game.n_moves; i++) {
            cr_expect_eq(game.moves[i], text_game.moves[i].move, "game %d, move %d", n, i);
            n_passes += game.moves[i] == OFL_PASS;
        }
        cr_expect_eq(game.end.board.player, text_game.position.board.player);
        cr_expect_eq(game.end.turn, text_game.position.turn);
        cr_expect(game.theoretical_discs >= 0 && game.theoretical_discs <= 64);
    }
    cr_expect_eq(n, 12);
    cr_expect_gt(n_passes, 8, "passes are put in where they are forced: %d", n_passes);
    cr_expect_eq(wthor_next(&reader, &game, NULL), 0);
    cr_expect(reader.n_games == 12 && reader.n_skipped == 0 && reader.n_score_differs == 0 &&
              reader.n_unfinished == 0);
    fclose(pgn);
    free(bytes);
}

static bool refused(const uint8_t *bytes, size_t size, size_t offset, const char *says)
{
    uint8_t *copy = (uint8_t *)test_exact(bytes, size);
    struct wthor_reader reader = {.n_read = 77};
    struct wthor_error error = {99, ""};
    bool ok = !wthor_open(&reader, copy, size, &error) && !wthor_open(&reader, copy, size, NULL) &&
              error.offset == offset && strstr(error.text, says) && reader.n_read == 77;
    if (!ok)
        fprintf(stderr, "offset %zu: %s\n", error.offset, error.text);
    free(copy);
    return ok;
}

static bool refused_with(size_t at, uint8_t value, const char *says)
{
    uint8_t bytes[84];
    memcpy(bytes, example, sizeof bytes);
    bytes[at] = value;
    return refused(bytes, sizeof bytes, at, says);
}

Test(wthor, what_is_no_base_of_games_is_refused)
{
    static const char lfs[] =
        "version https://git-lfs.github.com/spec/v1\noid sha256:0123\nsize 832\n";
    static const char html[] = "<!DOCTYPE html><html><body>404 not found</body></html>";
    static const uint8_t names[56] = {0x14, 0x1a, 2, 16, 0, 0, 0, 0, 2, 0};
    cr_expect(refused((const uint8_t *)lfs, strlen(lfs), 0, "Git LFS pointer"));
    cr_expect(refused((const uint8_t *)html, strlen(html), 2, "WTHOR header"));
    cr_expect(refused(names, sizeof names, 4, "list of 2 names"));
    cr_expect(refused_with(12, 10, "expected games on an 8x8 board, found board size 10"));
    cr_expect(refused_with(12, 6, "found board size 6"));
    cr_expect(refused_with(13, 1, "solitaires"));
    cr_expect(refused_with(2, 13, "month 13"));
    cr_expect(refused_with(3, 32, "day 32"));
    for (size_t size = 0; size < 16; size++)
        cr_expect(refused(example, size, size, "header of 16 bytes"), "%zu", size);
}

/* F08: size != 16 + 68 * N. Whole games are kept, the rest is told. */
Test(wthor, any_size_is_read_as_far_as_it_goes)
{
    size_t full;
    char *all = test_read("games/WTH_1977.wtb", &full);
    for (size_t size = 16; size <= full; size++) {
        uint8_t *bytes = (uint8_t *)test_exact(all, size);
        struct wthor_reader reader;
        struct wthor_game game;
        uint32_t n = 0;
        cr_assert(wthor_open(&reader, bytes, size, NULL));
        while (wthor_next(&reader, &game, NULL) == 1)
            n++;
        cr_assert_eq(n, (size - 16) / 68);
        cr_assert_eq(reader.n_missing, 12 - n);
        cr_assert_eq(reader.n_extra_bytes, (size - 16) % 68);
        free(bytes);
    }
    uint8_t *longer = (uint8_t *)test_exact(all, full);
    longer[4] = 5; /* fewer games than there are bytes for */
    struct wthor_reader reader;
    struct wthor_game game;
    int n = 0;
    cr_assert(wthor_open(&reader, longer, full, NULL));
    while (wthor_next(&reader, &game, NULL) == 1)
        n++;
    cr_expect(n == 5 && reader.n_missing == 0 && reader.n_extra_bytes == 7 * 68);
    free(longer);
    free(all);
}

Test(wthor, a_count_too_large_reads_nothing_beyond_the_end)
{
    static const uint32_t counts[] = {2, 1000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        uint8_t *bytes = (uint8_t *)test_exact(example, sizeof example);
        for (int k = 0; k < 4; k++)
            bytes[4 + k] = (uint8_t)(counts[i] >> 8 * k);
        struct wthor_reader reader;
        struct wthor_game game;
        cr_assert(wthor_open(&reader, bytes, sizeof example, NULL));
        cr_expect_eq(reader.n_missing, counts[i] - 1);
        cr_expect_eq(wthor_next(&reader, &game, NULL), 1);
        cr_expect_eq(wthor_next(&reader, &game, NULL), 0);
        free(bytes);
    }
}

struct fault { size_t at; uint8_t value; size_t offset; const char *says; };

/* F08: a bad game is counted and skipped, the others are kept. */
Test(wthor, bad_games_are_counted_and_skipped)
{
    static const struct fault faults[] = {
        {8, 11, 8, "move 1 (a1) is not legal for black"},
        {10, 44, 10, "move 3 (d4) is not legal for black"},
        {11, 32, 11, "move 4 (b3) is not legal for white"},
        {8, 9, 8, "expected a move 11..88, found 9"},
        {8, 10, 8, "expected a move 11..88, found 10"},
        {8, 19, 8, "expected a move 11..88, found 19"},
        {8, 20, 8, "expected a move 11..88, found 20"},
        {8, 89, 8, "expected a move 11..88, found 89"},
        {8, 91, 8, "expected a move 11..88, found 91"},
        {8, 255, 8, "expected a move 11..88, found 255"},
        {17, 88, 17, "move 10 (h8) is not legal"},
        {18, 88, 18, "a move after the end"},
        {67, 11, 67, "a move after the end"},
        {6, 65, 6, "expected 0 to 64 discs, found 65"},
        {7, 255, 7, "expected 0 to 64 discs, found 255"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        enum { SIZE = 16 + 3 * 68 };
        uint8_t bytes[SIZE];
        memcpy(bytes, example, 16);
        bytes[4] = 3;
        for (int game = 0; game < 3; game++)
            memcpy(bytes + 16 + 68 * game, example + 16, 68);
        bytes[16 + 68 + faults[i].at] = faults[i].value;
        struct wthor_reader reader;
        struct wthor_game game = {.n_moves = 4242};
        struct wthor_error error = {0, ""};
        cr_assert(wthor_open(&reader, bytes, SIZE, NULL));
        cr_expect_eq(wthor_next(&reader, &game, &error), 1);
        game.n_moves = 4242;
        cr_expect_eq(wthor_next(&reader, &game, &error), -1, "%zu", i);
        cr_expect_eq(game.n_moves, 4242, "a bad game leaves the result");
        cr_expect_eq(error.offset, 16 + 68 + faults[i].offset, "%zu: %zu", i, error.offset);
        cr_expect_not_null(strstr(error.text, faults[i].says), "%zu: %s", i, error.text);
        cr_expect_not_null(strstr(error.text, "game 1: "), "%s", error.text);
        cr_expect_eq(wthor_next(&reader, &game, &error), 1);
        cr_expect_eq(game.index, 2);
        cr_expect_eq(wthor_next(&reader, &game, &error), 0);
        cr_expect(reader.n_games == 2 && reader.n_skipped == 1 && reader.n_read == 3);
    }
}

Test(wthor, unknown_names_unfinished_games_and_wrong_scores_are_kept_and_counted)
{
    enum { SIZE = 16 + 4 * 68 };
    uint8_t bytes[SIZE];
    memcpy(bytes, example, 16);
    bytes[4] = 4;
    for (int game = 0; game < 4; game++)
        memcpy(bytes + 16 + 68 * game, example + 16, 68);
    bytes[16 + 68 + 2] = 200;        /* game 1: player 200 */
    bytes[16 + 2 * 68 + 8 + 8] = 0;  /* game 2: the last move is missing */
    bytes[16 + 3 * 68 + 6] = 13;     /* game 3: the discs without the empties */
    struct wthor_reader reader;
    struct wthor_game game;
    cr_assert(wthor_open(&reader, bytes, SIZE, NULL));
    reader.n_players = 100;
    reader.n_tournaments = 8;
    for (int i = 0; i < 4; i++) {
        cr_assert_eq(wthor_next(&reader, &game, NULL), 1);
        cr_expect_eq(game.has_unknown_id, i == 1);
        cr_expect_eq(game.is_over, i != 2);
        cr_expect_eq(game.n_moves, i == 2 ? 8 : 9);
    }
    cr_expect(reader.n_games == 4 && reader.n_unknown_ids == 1 && reader.n_unfinished == 1 &&
              reader.n_score_differs == 1 && reader.n_skipped == 0);
    /* No moves at all, and the depth a header leaves out. */
    memset(bytes + 16 + 8, 0, 60);
    bytes[14] = 0;
    cr_assert(wthor_open(&reader, bytes, SIZE, NULL));
    cr_assert_eq(wthor_next(&reader, &game, NULL), 1);
    cr_expect(game.n_moves == 0 && game.exact_empties == 22 && !game.is_over &&
              !game.has_unknown_id);
}

Test(wthor, names)
{
    static const uint8_t players[16 + 3 * 20] = {
        0x14, 0x1a, 2, 16, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0,
        '?', '?', '?', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        'D', 'u', 'p', 'o', 'n', 't', ' ', 'A', 'n', 'd', 'r', 0xE9, 0, 'x', 0, 0, 0, 0, 0, 0,
        'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r',
        's', 't'};
    char name[WTHOR_NAME];
    struct wthor_error error;
    size_t size = sizeof players;
    cr_expect_eq(wthor_count_names(players, size, WTHOR_PLAYER_RECORD, NULL), 3);
    cr_expect_str_eq(wthor_name(players, size, WTHOR_PLAYER_RECORD, 0, name), "???");
    cr_expect_str_eq(wthor_name(players, size, WTHOR_PLAYER_RECORD, 1, name), "Dupont Andr\xE9");
    cr_expect_str_eq(wthor_name(players, size, WTHOR_PLAYER_RECORD, 2, name),
                     "abcdefghijklmnopqrst");
    cr_expect_str_eq(wthor_name(players, size, WTHOR_PLAYER_RECORD, 3, name), "");
    for (size_t cut = 0; cut < size; cut++) {
        uint8_t *bytes = (uint8_t *)test_exact(players, cut);
        cr_expect_eq(wthor_count_names(bytes, cut, WTHOR_PLAYER_RECORD, &error), -1, "%zu", cut);
        cr_expect_str_eq(wthor_name(bytes, cut, WTHOR_PLAYER_RECORD, 0, name), "");
        free(bytes);
    }
    cr_expect_eq(wthor_count_names(players, size, WTHOR_TOURNAMENT_RECORD, &error), -1);
}

/* The whole public base, where OUTFLANK_DATA names a folder that holds games/wthor. */
Test(wthor, every_year)
{
    const char *folder = getenv("OUTFLANK_DATA");
    if (!folder) {
        fprintf(stderr, "OUTFLANK_DATA is not set: the whole base is not read\n");
        return;
    }
    uint32_t n_games = 0, n_bad = 0, n_files = 0;
    for (int year = 1977; year <= 2019; year++) {
        char path[512];
        snprintf(path, sizeof path, "%s/games/wthor/WTH_%d.wtb", folder, year);
        FILE *file = fopen(path, "rb");
        if (!file)
            continue;
        static uint8_t bytes[1 << 20];
        size_t size = fread(bytes, 1, sizeof bytes, file);
        fclose(file);
        struct wthor_reader reader;
        struct wthor_game game;
        cr_assert(wthor_open(&reader, bytes, size, NULL), "%s", path);
        while (wthor_next(&reader, &game, NULL) != 0)
            ;
        n_files++;
        n_games += reader.n_games;
        n_bad += reader.n_skipped + reader.n_score_differs + reader.n_missing;
        cr_expect(reader.year == year && reader.exact_empties == 24 && !reader.n_extra_bytes, "%s",
                  path);
    }
    cr_expect_eq(n_bad, 0);
    cr_expect(n_files < 43 || n_games == 126309, "%u games", n_games);
}
