/* match/compliance_edax.c - cases for engines that speak as Edax's console does. What its public
 * clients read is checked: words, counts of lines, columns, the prompt at the end. */
#include <string.h>

#include "base/rng.h"
#include "match/compliance_cases.h"
#include "match/openings.h"

/* A row of hints: found by a search, or in the book. */
#define HINT "< ^(.{6} [ <>?][+-][0-9][0-9] .{15} [ 0-9]{13} .{10} |book.{48,49})[C-Fc-f][3-6] \n"
#define START "---------------------------OX------XO---------------------------"
#define MUST_PASS "X-O------O------OOXX-------XX------XXX--------------------------"
#define LAST_MOVE "-OOOOOOX" "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX"
#define SILENT(LINE) "> " LINE "\n< ^$\n< ^>$\n"
#define SAYS(LINE, ANSWER) "> " LINE "\n< ^$\n< ^$\n< ^" ANSWER "$\n< ^>$\n"
#define GO "> go\n< ^$\n< ^$\n< ^Edax plays [A-H][1-8]$\n< ^>$\n"

/* One prompt, whatever was said before. */
static bool is_alive(struct check *c)
{
    return check_script(c, SILENT("setboard " START " X") GO);
}

/* A game against itself from random moves; its moves must be legal here. */
static bool whole_game(struct check *c, uint64_t seed)
{
    struct openings random = {.random_plies = 10, .seed = seed};
    struct play_opening opening;
    struct ofl_game game;
    openings_get(&random, 0, NULL, &opening);
    ofl_game_init(&game, opening.start);
    if (!check_script(c, SILENT("setboard " START " X")))
        return false;
    while (!ofl_is_over(game.position.board)) {
        char *line, text[8];
        size_t length;
        int move = OFL_NO_MOVE;
        if (game.n_played < opening.n_moves)
            move = opening.moves[game.n_played];
        if (!check_say(c, "%s", move == OFL_NO_MOVE ? "go" : move == OFL_PASS
                                    ? "ps" : ofl_move_to_text(move, false, text)))
            return false;
        do {
            if (!check_line(c, c->timeout_ms, &line, &length))
                return false;
            if (strncmp(line, "Edax plays ", 11) == 0)
                move = ofl_move_from_text(line + 11, length - 11);
        } while (!c->process.is_prompt);
        if (!ofl_game_play(&game, move))
            return check_fail(c, "move %d of a game is not legal", game.n_played + 1);
    }
    return check_script(c, SAYS("go", "\\*\\*\\* Game Over \\*\\*\\*"));
}

static bool whole_games(struct check *c) { return check_games(c, whole_game); }

/* Random commands: each is answered by exactly one prompt. */
static bool interleavings(struct check *c)
{
    static const char *const lines[] = {
        "init", "new", "d3", "c4", "F5", "d6", "ps", "go", "undo", "redo", "hint 2", "hint", "play",
        "play f5d6c3", "level 1", "set level = 2", "mode 3", "# go", "", "force f5d6", "xyzzy",
        "setboard " START " O", "setboard " MUST_PASS " X", "verbose 0", "hint 99"};
    struct rng rng = rng_seeded(20260101);
    for (int i = 0; i < 300; i++) {
        const uint32_t k = rng_below(&rng, sizeof lines / sizeof *lines);
        if (!check_say(c, "%s", lines[k]) || !check_prompt(c))
            return false;
    }
    return check_script(c, "-\n") && is_alive(c);
}

/* Many lines at once are answered in their order. */
static bool flood(struct check *c)
{
    for (int i = 0; i < 200; i++)
        if (!check_say(c, i % 2 ? "undo" : "f5"))
            return false;
    for (int i = 0; i < 200; i++)
        if (!check_prompt(c))
            return false;
    return is_alive(c);
}

static bool output_gone(struct check *c) { return check_output_gone(c, "go\ninit\n"); }

const struct check_case check_edax_cases[] = {
    {"E01", "an empty line and a comment: the prompt, nothing else", NULL,
     SILENT("") SILENT("# text"), NULL, false},
    {"E02", "setboard and go: three words, upper case", NULL,
     SILENT("setboard " START " X") GO SILENT("setboard " START " O") GO, NULL, false},
    {"E03", "other letters and signs between the squares", NULL,
     SILENT("setboard --------/--------/--------/---wb---/---bw---/--------/--------/-------- b") GO
     SILENT("setboard .................. .........O*......*O........................... *") GO,
     NULL, false},
    {"E04", "moves in any case are said in upper case; illegal ones play nothing", NULL,
     SILENT("init") SAYS("f5", "You play F5") SILENT("f5") SAYS("D6", "You play D6") SILENT("ps"),
     NULL, false},
    {"E05", "a forced pass: refused moves, PS typed, PS by go", NULL,
     SILENT("setboard " MUST_PASS " X") SILENT("d3") SAYS("ps", "You play P[SA]") SILENT("undo")
     SAYS("PASS", "You play P[SA]") SILENT("new") SAYS("go", "Edax plays P[SA]")
     "> go\n< ^$\n< ^$\n< ^Edax plays (E3|F6)$\n< ^>$", NULL, false},
    {"E06", "play puts passes in and says nothing", NULL,
     SILENT("init") SILENT("play d3c3b3b2f5a3a1c1") SILENT("ps")
     "> go\n< ^$\n< ^$\n< ^Edax plays (E3|F6)$\n< ^>$", NULL, false},
    {"E07", "undo and redo go by single moves and say nothing", NULL,
     SILENT("init") SILENT("play f5d6") SILENT("undo") SILENT("undo") SILENT("undo")
     SAYS("f5", "You play F5") SILENT("undo") SILENT("redo") SAYS("d6", "You play D6"), NULL,
     false},
    {"E08", "hint: one row a move, cut at columns", NULL,
     SILENT("setboard " START " X") SILENT("level 4")
     "> hint 2\n< ^$\n" HINT HINT "< ^>$", NULL, false},
    {"E09", "the end of a game", NULL,
     SILENT("setboard " LAST_MOVE " X") SAYS("a1", "You play A1")
     SAYS("go", "\\*\\*\\* Game Over \\*\\*\\*") SILENT("hint 2"), NULL, false},
    {"E10", "mode 1 moves at once, and after each answer", NULL,
     SILENT("init") SILENT("level 1")
     "> mode 1\n< ^$\n< ^$\n< ^$\n< ^Edax plays [A-H][1-8]$\n< ^>$\n" SILENT("mode 3"), NULL,
     false},
    {"E11", "verbose: the board in ten lines, counted", NULL,
     SILENT("init") "> verbose 1\n< ^$\n< ^$\n< ^  A B C D E F G H +BLACK\n< ^1 - - \n< ^2 - - \n"
     "< ^3 - - - \\. \n< ^4 - - \\. O \\* - \n< ^5 - - - \\* O \\. .*(Black.s turn)\n"
     "< ^6 \n< ^7 \n< ^8 \n< ^  A B C D E F G H +WHITE\n< ^$\n< ^>$\n", NULL, false},
    {"E12", "settings with set and =", NULL,
     SILENT("set level = 3") SILENT("set l 2") SILENT("l 1") SILENT("level 99") SILENT("level x")
     SILENT("level") SILENT("level 1"), is_alive, false},
    {"E13", "plays whole games by the rules, passes included", NULL, SILENT("level 1"), whole_games,
     false},
    {"E14", "300 commands in random order: one prompt each", NULL, SILENT("level 1"), interleavings,
     false},
    {"E15", "200 lines at once", NULL, SILENT("level 1") SILENT("init"), flood, false},
    {"E16", "unknown commands, control bytes, a line of two megabytes", NULL,
     SILENT("level 1") SILENT("frobnicate 1 2 3") SILENT("\\x1b[2J") SILENT("\\xff\\xfe")
     "* 32768 xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n> \np\n"
     SILENT("setboard") SILENT("setboard X O") SILENT("hint x"), is_alive, false},
    {"E17", "lines byte by byte, with CR", NULL,
     SILENT("level 1")
     "b init\\x0d\n< ^$\n< ^>$\nb f5\\x0d\n< ^$\n< ^$\n< ^You play F5$\n< ^>$", NULL, false},
    {"E18", "go and quit at once: the move is said", NULL,
     SILENT("setboard " START " X") SILENT("level 2") "n go\\x0aquit\\x0a\n< ^$\n< ^$\n"
     "< ^Edax plays [A-H][1-8]$\n", check_exit, false},
    {"E19", "end of input: what was asked is answered, then it ends with status 0", NULL,
     SILENT("setboard " START " X") SILENT("level 2") "> go\n.\n< ^$\n< ^$\n"
     "< ^Edax plays [A-H][1-8]$\n< ^>$\nx", NULL, false},
    {"E20", "its output is closed: it ends", NULL, SILENT("level 1"), output_gone, false},
    {NULL, NULL, NULL, NULL, NULL, false},
};
