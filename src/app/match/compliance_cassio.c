/* match/compliance_cassio.c - cases for engines that speak Cassio's protocol. A search has one
 * "ready." and, before it, results that Cassio would keep. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/rng.h"
#include "match/cassio_line.h"
#include "match/compliance_cases.h"
#include "match/openings.h"

#define WORD "ENGINE-PROTOCOL "
#define START "---------------------------OX------XO---------------------------"
#define MUST_PASS "X-O------O------OOXX-------XX------XXX--------------------------"
#define OVER "----X------X-----XXXX------XXX-----XX------X-------X------------"
#define NEAR_END "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--"
#define READY "< ^ready\\.$\n"
#define RESULT                                                                                    \
    "< ^[-XO]{65}, move ([A-H][1-8]|PA), depth [0-9]+, @[0-9]+%, .*, node [0-9]+, time [0-9.]+$\n"
#define MUST_ANSWER(LINE) "> " WORD LINE "\n" ERROR
#define ERROR "< ^(ERROR|Error)\n" READY

/* Reads the results of a search up to its "ready."; `answers` counts lines of other kinds. */
static bool read_search(struct check *c, const char *position, int *n_answers,
                        struct cassio_result *result)
{
    char *line;
    size_t length;
    *result = (struct cassio_result){.move = OFL_NO_MOVE};
    for (;;) {
        if (!check_line(c, c->timeout_ms, &line, &length))
            return false;
        if (strcmp(line, "ready.") == 0)
            return result->move != OFL_NO_MOVE || check_fail(c, "a search without a result");
        if (strcmp(line, "ok.") == 0 || strncmp(line, "node ", 5) == 0) {
            ++*n_answers;
            continue;
        }
        const char *wrong = cassio_read_result(line, result);
        if (wrong != NULL)
            return check_fail(c, "'%.100s': %s", line, wrong);
        if (strncmp(line, position, 65) != 0)
            return check_fail(c, "a result of another position");
    }
}

static void position_text(ofl_position position, char text[OFL_BOARD_TEXT])
{
    char board[OFL_BOARD_TEXT];
    ofl_position_to_text(position, board);
    snprintf(text, OFL_BOARD_TEXT, "%.64s%c", board, board[65]);
}

/* Positions of random games: the move is legal and the depth is kept. */
static bool random_positions(struct check *c)
{
    for (uint64_t seed = 1; seed <= 24; seed++) {
        struct openings random = {.random_plies = (int)seed * 2, .seed = seed};
        struct play_opening opening;
        struct ofl_game game;
        struct cassio_result result;
        char text[OFL_BOARD_TEXT];
        int n_answers = 0;
        openings_get(&random, 0, NULL, &opening);
        ofl_game_init(&game, opening.start);
        for (int i = 0; i < opening.n_moves; i++)
            ofl_game_play(&game, opening.moves[i]);
        if (!ofl_legal_moves(game.position.board))
            continue;
        position_text(game.position, text);
        if (!check_say(c, WORD " midgame-search %s -64.00 64.00 4 73", text) ||
            !read_search(c, text, &n_answers, &result))
            return false;
        if (!ofl_is_legal(game.position.board, result.move))
            return check_fail(c, "an illegal move in %s", text);
        if (result.depth < 4 && result.depth < ofl_count_empties(game.position.board))
            return check_fail(c, "depth %d instead of 4", result.depth);
    }
    return true;
}

/* An endless search: questions are answered within a second, stop ends it. */
static bool questions_and_stop(struct check *c)
{
    struct cassio_result result;
    int n_answers = 0;
    if (!check_script(c, "> " WORD "init\n" READY) || /* it has started */
        !check_say(c, WORD " midgame-search " START "X -64.00 64.00 50 100"))
        return false;
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    for (int i = 0; i < 4; i++)
        if (!check_say(c, i % 2 ? "" : WORD "get-search-infos"))
            return false;
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    const int64_t start_us = clock_us();
    if (!check_say(c, WORD "stop") || !read_search(c, START "X", &n_answers, &result))
        return false;
    const int used_ms = (int)((clock_us() - start_us) / 1000);
    if (used_ms > 2000)
        return check_fail(c, "it stopped %d ms later", used_ms);
    return n_answers == 4 || check_fail(c, "%d answers to four questions in a search", n_answers);
}

/* Random commands, one after the other: exactly the lines that are owed. */
static bool interleavings(struct check *c)
{
    static const struct {
        const char *line, *answers;
    } steps[] = {
        {WORD "init", READY}, {"", READY}, {WORD "get-search-infos", READY},
        {WORD "get-version", "< ^version: \n" READY}, {WORD "new-position", READY},
        {WORD "stop", READY}, {WORD "feed-hash " START "X -1.00 1.00 8 100 ??", ""},
        {WORD " midgame-search " START "X -64.00 64.00 3 73", RESULT READY},
        {WORD " midgame-search " START "O -64 64 2 100", RESULT READY},
        {WORD " endgame-search " NEAR_END "X -64 64 100", RESULT READY},
        {WORD " midgame-search foo", ERROR}, {WORD "foo", ERROR},
    };
    struct rng rng = rng_seeded(20260101);
    char owed[32768] = "";
    size_t length = 0;
    for (int i = 0; i < 200; i++) {
        const uint32_t k = rng_below(&rng, sizeof steps / sizeof *steps);
        const bool is_last = i == 199;
        if (!check_say(c, "%s", steps[k].line))
            return false;
        /* Now and then several wait; those that could come in a search do not. */
        if (length + 1024 < sizeof owed)
            length += (size_t)snprintf(owed + length, sizeof owed - length, "%s", steps[k].answers);
        if (is_last || k < 3 || k == 5 || rng_below(&rng, 3) == 0 ||
            strstr(steps[k].line, "search") != NULL) {
            if (!check_script(c, owed))
                return false;
            owed[length = 0] = '\0';
        }
    }
    return check_script(c, "-");
}

static bool output_gone(struct check *c) { return check_output_gone(c, WORD "init\n"); }

const struct check_case check_cassio_cases[] = {
    {"C01", "init, get-version, new-position, empty lines", NULL,
     "> " WORD "init\n" READY "> " WORD "get-version\n< ^version: .\n" READY
     "> " WORD "new-position\n" READY "> \n" READY
     "> " WORD "get-search-infos\n" READY, NULL, false},
    {"C02", "a midgame search: one result of eight fields, then ready.", NULL,
     "> " WORD " midgame-search " START "X -64.00 64.00 6 73\n" RESULT READY "-", NULL, false},
    {"C03", "the side behind a blank, other forms of numbers", NULL,
     "> " WORD "midgame-search " START " X -64 +64 4 100\n" RESULT READY
     "> " WORD "midgame-search " START " O -64.000000 64.000000 4 100\n" RESULT READY, NULL, false},
    {"C04", "an endgame search is exact", NULL,
     "> " WORD " endgame-search " NEAR_END "X -64 64 100\n"
     "< ^--X.*, move G8, depth 14, @100%, B\\+18(\\.00)? <= v <= B\\+18(\\.00)?, G8\n" READY, NULL,
     false},
    {"C05", "a window that the score is not in", NULL,
     "> " WORD " endgame-search " NEAR_END "X -1 1 100\n"
     "< ^--X.*, move [A-H][1-8], depth 14, @100%, B\\+[0-9.]+ <= v\n" READY, NULL, false},
    {"C06", "24 positions of random games", NULL, NULL, random_positions, false},
    {"C07", "a side that must pass: PA, or nothing; a finished game: nothing", NULL,
     "> " WORD " endgame-search " OVER "O -64 64 100\n" READY "-", NULL, false},
    {"C08", "questions in a search are answered, stop ends it", NULL, NULL, questions_and_stop,
     false},
    {"C09", "stop without a search", NULL, "> " WORD "stop\n" READY "-", NULL, false},
    {"C10", "what it does not understand is told, and ready.", NULL,
     MUST_ANSWER("foo") MUST_ANSWER("midgame-search") MUST_ANSWER("midgame-search --X")
     MUST_ANSWER("midgame-search " START "X a 64 6 73") MUST_ANSWER("midgame-search " START "X -64")
     MUST_ANSWER("endgame-search " START "X -64 64") "> " WORD "init\n" READY, NULL, false},
    {"C11", "200 commands in random order: the lines owed, no other", NULL, NULL, interleavings,
     false},
    {"C12", "lines byte by byte, with CR, control bytes, two megabytes", NULL,
     "b " WORD "init\\x0d\n" READY "> " WORD "\\x1b[2J\n" ERROR
     "* 32768 xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n> \n" ERROR
     "> " WORD "init\n" READY, NULL, false},
    {"C13", "quit: bye bye. and status 0", NULL, "> " WORD "quit\n< ^bye bye\\.$\nx", NULL, false},
    {"C14", "end of input: it ends with status 0", NULL, ".\n< ^bye bye\\.$\nx", NULL, false},
    {"C15", "its output is closed: it ends", NULL, "> " WORD "init\n" READY, output_gone, false},
    {NULL, NULL, NULL, NULL, NULL, false},
};
