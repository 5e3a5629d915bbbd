/* match/compliance_gtp.c - cases for engines that speak GTP 2.
 *
 * Othello on GTP: black begins, a side that can move may not pass, a side that
 * cannot passes by `pass`; what a tolerant engine may add is not judged. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "match/compliance_cases.h"
#include "match/fields.h"
#include "match/openings.h"

#define OK "< ^= *$\n"
#define ERROR "< ^\\?\n"
#define MOVE "< ^= *[A-Ha-h][1-8] *$\n"
/* After these moves black must pass; white has e3 and f6. */
#define FORCED_PASS                                                                               \
    "> play b d3\n" OK "> play w c3\n" OK "> play b b3\n" OK "> play w b2\n" OK                   \
    "> play b f5\n" OK "> play w a3\n" OK "> play b a1\n" OK "> play w c1\n" OK
/* Black has all discs. */
#define WIPE_OUT                                                                                  \
    "> play b d3\n" OK "> play w c3\n" OK "> play b b3\n" OK "> play w d2\n" OK                   \
    "> play b e1\n" OK "> play w d6\n" OK "> play b d7\n" OK "> play w e3\n" OK                   \
    "> play b f4\n" OK

static bool needed_commands(struct check *c)
{
    static const char *const names[] = {"protocol_version", "name", "version", "known_command",
                                        "list_commands", "quit", "boardsize", "clear_board",
                                        "play", "genmove", "undo"};
    char list[16384];
    if (!check_ask(c, list, sizeof list, "list_commands"))
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char line[64];
        snprintf(line, sizeof line, "(^|\n)%s *(\n|$)", names[i]);
        if (!text_matches(list, line))
            return check_fail(c, "list_commands lacks %s", names[i]);
    }
    return true;
}

/* Ids out of range must be refused or come back whole, never changed. */
static bool large_ids(struct check *c)
{
    static const char *const ids[] = {"2147483648", "4294967297", "99999999999999999999"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        char answer[256], same[64];
        snprintf(same, sizeof same, "^=%s( |$)", ids[i]);
        if (!check_say(c, "%s name", ids[i]) || !check_answer(c, answer, sizeof answer))
            return false;
        if (answer[0] != '?' && !text_matches(answer, same))
            return check_fail(c, "to id %s it answered '%.60s'", ids[i], answer);
    }
    return check_script(c, "> name\n< ^= ");
}

/* However many answers there were to what came before. */
static bool still_answers(struct check *c)
{
    char answer[4096] = "";
    if (!check_say(c, "4711 protocol_version"))
        return false;
    for (int i = 0; i < 20 && !text_matches(answer, "^=4711 2 *$"); i++)
        if (!check_answer(c, answer, sizeof answer))
            return false;
    return text_matches(answer, "^=4711 2 *$") ||
           check_fail(c, "it answers no more, but for '%.60s'", answer);
}

/* Plays a game by its own moves; `opening` random moves come first. */
static bool play_game_of_its_own(struct check *c, uint64_t seed)
{
    static const char *const names[2] = {"black", "white"};
    struct openings random = {.random_plies = 10, .seed = seed};
    struct play_opening opening;
    struct ofl_game game;
    char answer[256], text[8];
    openings_get(&random, 0, NULL, &opening);
    ofl_game_init(&game, opening.start);
    if (!check_ask(c, answer, sizeof answer, "clear_board"))
        return false;
    while (!ofl_is_over(game.position.board)) {
        const char *color = names[game.position.turn];
        int move = game.n_played < opening.n_moves ? opening.moves[game.n_played] : OFL_NO_MOVE;
        if (move != OFL_NO_MOVE) {
            if (!check_ask(c, answer, sizeof answer, "play %s %s", color,
                           ofl_move_to_text(move, false, text)))
                return false;
        } else {
            if (!check_ask(c, answer, sizeof answer, "genmove %s", color))
                return false;
            move = ofl_move_from_text(answer, strlen(answer));
        }
        if (!ofl_game_play(&game, move)) {
            char moves[2 * OFL_MAX_PLIES + 1];
            ofl_game_to_transcript(&game, false, moves);
            return check_fail(c, "genmove %s answered '%.20s' after %s", color, answer, moves);
        }
    }
    return check_script(c, "> genmove b\n< ^= *[pP][aA][sS][sS] *$");
}

static bool whole_games(struct check *c) { return check_games(c, play_game_of_its_own); }

/* Commands are read while answers are written: neither side may wait for ever. */
static bool hundred_thousand(struct check *c)
{
    static const char command[] = "protocol_version\n";
    const int n = 100000;
    int n_sent = 0, n_answers = 0;
    int64_t deadline_us = clock_us() + 60000000;
    while (n_answers < n && clock_us() < deadline_us) {
        while (n_sent < n && n_sent - n_answers < 20000 &&
               process_send(&c->process, command, sizeof command - 1) == PROCESS_OK)
            n_sent++;
        char *line;
        size_t length;
        if (!check_line(c, c->timeout_ms, &line, &length))
            return false;
        if (length > 0 && !text_matches(line, "^= 2 *$"))
            return check_fail(c, "answer %d was '%.60s'", n_answers + 1, line);
        n_answers += length > 0;
    }
    return n_answers == n || check_fail(c, "%d of %d commands answered in 60 s", n_answers, n);
}

/* The reader of its output goes away: it must notice when it next writes. */
static bool output_gone(struct check *c)
{
    char answer[256];
    return check_ask(c, answer, sizeof answer, "protocol_version") &&
           check_output_gone(c, "name\n");
}

static bool in_another_locale(struct check *c)
{
    check_stop(c);
    return check_start(c, "LC_ALL=tr_TR.UTF-8", false) &&
           check_script(c, "> PLAY b d3\n< ^[?=]\n> clear_board\n" OK "> play BLACK D3\n" OK
                           "> genmove White\n" MOVE);
}

/* A second per move, as `time_settings 0 1 0` is read in Othello, or less; half a
 * second more is forgiven, as the machine may be busy. */
static bool keeps_time(struct check *c)
{
    char answer[256];
    if (!check_ask(c, answer, sizeof answer, "time_settings 0 1 0"))
        return false;
    for (int i = 0; i < 3; i++) {
        int64_t start_us = clock_us();
        if (!check_ask(c, answer, sizeof answer, "genmove %s", i % 2 ? "w" : "b"))
            return false;
        int used_ms = (int)((clock_us() - start_us) / 1000);
        if (used_ms > 1500)
            return check_fail(c, "%d ms for a move at a second per move", used_ms);
    }
    return true;
}

/* No time left: some legal move, at once. */
static bool no_time_left(struct check *c)
{
    char answer[256];
    if (!check_ask(c, answer, sizeof answer, "time_settings 10 0 0") ||
        !check_ask(c, answer, sizeof answer, "time_left b 0 0"))
        return false;
    int64_t start_us = clock_us();
    if (!check_script(c, "> genmove b\n" MOVE))
        return false;
    int used_ms = (int)((clock_us() - start_us) / 1000);
    return used_ms <= 1500 || check_fail(c, "%d ms for a move without time", used_ms);
}

const struct check_case check_gtp_cases[] = {
    {"G01", "says protocol version 2, its name and its version", NULL,
     "> protocol_version\n< ^= 2 *$\n> name\n< ^= .\n> version\n< ^=( .*)?$", NULL, false},
    {"G02", "lists the commands every engine needs", NULL,
     "> known_command genmove\n< ^= true *$\n> known_command no_such_command\n< ^= false *$",
     needed_commands, false},
    {"G03", "takes a board of 8 by 8 and no other", NULL,
     "> boardsize 8\n" OK "> boardsize 10\n" ERROR "> boardsize 0\n" ERROR "> boardsize\n" ERROR,
     NULL, false},
    {"G04", "a session with ids, moves, an illegal pass, clocks and undo", NULL,
     "> 1 protocol_version\n< ^=1 2 *$\n> 2 boardsize 8\n< ^=2 *$\n> 3 clear_board\n< ^=3 *$\n"
     "> play B f5\n" OK "> play w D6\n" OK "> genmove b\n" MOVE "> play w pass\n" ERROR
     "> time_settings 5 1 0\n" OK "> time_left b 4 0\n" OK "> undo\n" OK "> genmove b\n" MOVE,
     NULL, false},
    {"G05", "an id belongs to its command only; large ones are not bent", NULL,
     "> 7 name\n< ^=7 .\n> name\n< ^= .\n> 8 no_such_command\n< ^\\?8 .\n> no_such_command\n"
     "< ^\\? .\n> 2147483647 name\n< ^=2147483647 ", large_ids, false},
    {"G06", "empty lines and comments have no answer; blanks, tabs and CR are dropped", NULL,
     "> \n> # comment\n>    \n-\n>  name  # comment\n< ^= .\n> protocol_version\\x0d\n< ^= 2 *$\n"
     "> play\\x09b \\x09 f5\n" OK, NULL, false},
    {"G07", "bytes that are no text do no harm", NULL,
     "> \\x00\\x01\\xff\\xfe\\xc3\\x28\n> name \\x00\\xff\n"
     "> \\xef\\xbb\\xbfname\n> play b \\xff\\xff\n",
     still_answers, false},
    {"G08", "an unknown command is an error", NULL,
     "> frobnicate\n" ERROR "> genmove\n" ERROR "> play b\n" ERROR "> play\n" ERROR
     "> protocol_version\n< ^= 2 *$", NULL, false},
    {"G09", "illegal moves are errors and change nothing", "showboard",
     "> play b f5\n" OK "= showboard\n> play w f5\n" ERROR "> play w a1\n" ERROR
     "> play w z9\n" ERROR
     "> play w pass\n" ERROR "> play x d6\n" ERROR "> play w\n" ERROR "> play w d66\n" ERROR
     "~ showboard\n> play w d6\n" OK, NULL, false},
    {"G10", "the side not to move may not move", NULL,
     "> play w d6\n" ERROR "> genmove w\n" ERROR "> play b d3\n" OK "> play b c5\n" ERROR
     "> play w c3\n" OK, NULL, false},
    {"G11", "colours and squares in any case", NULL,
     "> play BLACK F5\n" OK "> play w d6\n" OK "> play Black C3\n" OK "> play White d3\n" OK,
     NULL, false},
    {"G12", "a forced pass: genmove says pass, and the other side goes on", NULL,
     FORCED_PASS "> genmove b\n< ^= *[pP][aA][sS][sS] *$\n> play w e3\n" OK, NULL, false},
    {"G13", "a forced pass may be played", NULL,
     FORCED_PASS "> play b PASS\n" OK "> play w f6\n" OK, NULL, false},
    {"G14", "after the end of the game genmove passes and moves are errors", NULL,
     WIPE_OUT "> genmove w\n< ^= *[pP][aA][sS][sS] *$\n> play w a1\n" ERROR, NULL, false},
    {"G15", "undo takes back, and not more than there is", NULL,
     "> undo\n" ERROR "> play b d3\n" OK "> undo\n" OK "> play b f5\n" OK "> undo\n" OK
     "> undo\n" ERROR
     "> play b c4\n" OK, NULL, false},
    {"G16", "numbers out of range are errors", NULL,
     "> time_settings -5 0 0\n" ERROR "> time_settings a b c\n" ERROR "> time_settings 1 2\n" ERROR
     "> time_left b x 0\n" ERROR "> boardsize 9223372036854775808\n" ERROR "> komi abc\n" ERROR,
     NULL, false},
    {"G17", "plays whole games by the rules, passes included", NULL, NULL, whole_games, false},
    {"G18", "keeps to a second per move", NULL, NULL, keeps_time, false},
    {"G19", "without time it still moves at once", NULL, NULL, no_time_left, false},
    {"G20", "legal moves for GoGui: upper case, none when the game is over",
     "gogui-rules_legal_moves",
     "> play b f5\n" OK "> play w d6\n" OK "> gogui-rules_legal_moves\n< ^= *C3 C4 C5 C6 C7 *$\n"
     "> clear_board\n" OK FORCED_PASS "> gogui-rules_legal_moves\n< ^= *PASS *$\n> clear_board\n" OK
     WIPE_OUT "> gogui-rules_legal_moves\n" OK, NULL, false},
    {"G21", "side to move and board for GoGui: row 8 first", "gogui-rules_board",
     "> play b f5\n" OK "> gogui-rules_side_to_move\n< ^= *[wW]\n> gogui-rules_board\n"
     "< ^= *(\\. ){7}\\.", NULL, false},
    {"G22", "a line of a megabyte is one error", NULL,
     "* 16384 xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n> \n" ERROR
     "> protocol_version\n< ^= 2 *$", NULL, false},
    {"G23", "a hundred thousand words are one error", NULL,
     "n play\n* 100000  a\n> \n" ERROR "> protocol_version\n< ^= 2 *$", NULL, false},
    {"G24", "commands in pieces, and several at once", NULL,
     "b play b f5\n" OK "n name\\x0aversion\\x0aprotocol_version\\x0a\n< ^= .\n< ^=\n< ^= 2 *$",
     NULL, false},
    {"G25", "a hundred thousand commands are all answered, in order", NULL, NULL,
     hundred_thousand, false},
    {"G26", "end of input at the start: it ends", NULL, ".\nx", NULL, true},
    {"G27", "end of input: what was asked is answered first", NULL,
     "n 1 name\\x0a2 version\\x0a3 protocol_version\\x0a\n.\n< ^=1 .\n< ^=2\n< ^=3 2 *$\nx",
     NULL, true},
    {"G28", "quit does not overtake the commands before it", NULL,
     "n 1 name\\x0a2 version\\x0a3 quit\\x0a\n< ^=1 .\n< ^=2\n< ^=3 *$\nx", NULL, true},
    {"G29", "a last line without its end counts", NULL, "n 5 protocol_version\n.\n< ^=5 2 *$\nx",
     NULL, true},
    {"G30", "end of input during a search: the move is still told", NULL,
     "> 9 genmove b\n.\n< ^=9 *[A-Ha-h][1-8] *$\nx", NULL, false},
    {"G31", "its output is closed: it ends", NULL, NULL, output_gone, false},
    {"G32", "another language of the system changes nothing", NULL, NULL, in_another_locale, false},
    {NULL, NULL, NULL, NULL, NULL, false},
};
