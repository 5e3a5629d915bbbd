/* match/compliance_uci.c - cases for UCI, as Fairy-Stockfish has it for flipello. */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/strbuf.h"
#include "match/compliance_cases.h"
#include "match/openings.h"
#include "text/fen.h"

#define BEST "< ^bestmove P@[a-h][1-8]( |$)\n"
#define INFO \
    "< ^info depth [0-9]+ .*score cp -?[0-9]+ .*nodes [0-9]+ .*time [0-9]+ .*pv P@[a-h][1-8]\n"
#define DEEP "> go infinite\n"

/* The move behind "bestmove"; OFL_NO_MOVE if it is none. */
static bool read_best(struct check *c, int *move)
{
    char *line;
    size_t length;
    do
        if (!check_line(c, c->timeout_ms, &line, &length) || !check_uci_line(c, line))
            return false;
    while (strncmp(line, "bestmove ", 9) != 0);
    *move = fen_read_fairy_move(line + 9, strcspn(line + 9, " "));
    return true;
}

/* A game against itself from random moves: its moves must be legal here, passes too. */
static bool whole_game(struct check *c, uint64_t seed)
{
    struct openings random = {.random_plies = 10 + (int)seed, .seed = seed};
    struct play_opening opening;
    struct ofl_game game;
    struct strbuf moves = {0};
    bool is_good = check_say(c, "ucinewgame");
    openings_get(&random, 0, NULL, &opening);
    ofl_game_init(&game, opening.start);
    while (is_good && !ofl_is_over(game.position.board)) {
        int move = game.n_played < opening.n_moves ? opening.moves[game.n_played] : OFL_NO_MOVE;
        if (move == OFL_NO_MOVE)
            is_good = check_say(c, "position startpos moves%s\ngo depth 2", moves.data) &&
                      read_best(c, &move);
        strbuf_add(&moves, " ");
        fen_add_fairy_move(&moves, game.position.board, move);
        if (is_good && !ofl_game_play(&game, move))
            is_good = check_fail(c, "move %d of a game is not legal", game.n_played + 1);
    }
    strbuf_free(&moves);
    return is_good && check_ping(c);
}

static bool whole_games(struct check *c) { return check_games(c, whole_game); }

/* The same position as moves and as a FEN has the same legal answer. */
static bool position_of_both_kinds(struct check *c)
{
    return check_script(c, "> position fen 8/8/8/3pP3/3PP3/4P3/8/8[PPPPpppp] b - - 0 1\n"
                           "> go depth 2\n< ^bestmove P@(d3|f3|f5)\n"
                           "> position startpos moves P@e3\n> go depth 2\n"
                           "< ^bestmove P@(d3|f3|f5)\n");
}

/* `limits` are kept: bestmove comes within two seconds. */
static bool takes_no_more(struct check *c, const char *script)
{
    const int64_t start_us = clock_us();
    if (!check_script(c, script))
        return false;
    const int used_ms = (int)((clock_us() - start_us) / 1000);
    return used_ms < 2000 || check_fail(c, "it took %d ms", used_ms);
}

static bool keeps_time(struct check *c)
{
    return takes_no_more(c, "> position startpos\n> go movetime 100\n" BEST) &&
           takes_no_more(c, "> go wtime 1000 btime 1000 winc 0 binc 0\n" BEST) &&
           takes_no_more(c, "> go wtime 300 btime 300 movestogo 3\n" BEST);
}

static bool stops(struct check *c)
{
    return check_script(c, "> position startpos moves P@e3\n" DEEP "q ^bestmove\np\n") &&
           takes_no_more(c, "> stop\n" BEST) && check_script(c, "q ^bestmove\n> stop\nq .\np\n");
}

static bool ponders(struct check *c)
{
    return check_script(c, "> position startpos moves P@e3\n"
                           "> go ponder wtime 500 btime 500\nq ^bestmove\np\n") &&
           takes_no_more(c, "> ponderhit\n" BEST) &&
           check_script(c, "> go ponder wtime 500 btime 500\nq ^bestmove\n") &&
           takes_no_more(c, "> stop\n" BEST) && check_script(c, "q ^bestmove\np\n");
}

static bool output_gone(struct check *c) { return check_output_gone(c, "isready\n"); }

const struct check_case check_uci_cases[] = {
    {"U01", "uci: names, options, uciok", NULL,
     "> uci\n< ^id name .\n< ^option name .* type (spin|check|combo|button|string)\n< ^uciok$\n-",
     NULL, true},
    {"U02", "go depth: information and one best move", NULL,
     "> position startpos\n> go depth 3\n" INFO BEST "-", NULL, false},
    {"U03", "positions by moves and by FEN", NULL, NULL, position_of_both_kinds, false},
    {"U04", "a side that must pass", NULL,
     "> position fen p1P5/P7/P7/P1PPpp2/6pp/5ppp/8/8[PPPPpppp] b - - 0 1\n> go depth 2\n"
     "< ^bestmove P@[a-h][1-8]\n"
     "> position fen ppppPPPP/pPpppPPP/ppPppppP/pppppPpP/ppPPPPPP/pppPPPPP/PPPPPP1P/2PPP3[Pp] "
     "w - - 0 28\n> go depth 2\n< ^bestmove c1c1\n", NULL, false},
    {"U05", "a finished game has an answer", NULL,
     "> position fen PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/pPPPPPPP[PPpp] "
     "b - - 0 1\n> go depth 2\n< ^bestmove (\\(none\\)|0000)\np", NULL, false},
    {"U06", "movetime, clocks, movestogo are kept", NULL, NULL, keeps_time, false},
    {"U07", "go infinite waits for stop, isready is answered", NULL, NULL, stops, false},
    {"U08", "go ponder waits for ponderhit or stop", NULL, NULL, ponders, false},
    {"U09", "searchmoves", NULL,
     "> position startpos\n> go depth 3 searchmoves P@d6\n< ^bestmove P@d6\n"
     "> go searchmoves P@c5 depth 3\n< ^bestmove P@c5\n", NULL, false},
    {"U10", "MultiPV", NULL,
     "> setoption name MultiPV value 3\n> position startpos moves P@e3\n> go depth 3\n"
     "< multipv 3 .*pv P@\n" BEST, NULL, false},
    {"U11", "nodes; a mate is not looked for", NULL,
     "> position startpos\n> go nodes 500\n" BEST "> go mate 2 depth 3\n" BEST, NULL, false},
    {"U12", "four games against itself", NULL, NULL, whole_games, false},
    {"U13", "what it does not understand it passes over", NULL,
     "> xyzzy\n> setoption name Xyzzy value 1\n> position startpos\n> stop\n> ponderhit\np\n"
     "> go depth 2 xyzzy\n" BEST, NULL, false},
    {"U14", "lines byte by byte, with CR, control bytes, two megabytes", NULL,
     "b isready\\x0d\n< ^readyok$\n> \\x1b[2J\\x00\n"
     "* 32768 xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n> \np\n",
     NULL, false},
    {"U15", "quit ends a search, too", NULL, "> position startpos\n" DEEP "> quit\n", check_exit,
     false},
    {"U16", "end of input: it ends with status 0", NULL, ".\nx", NULL, false},
    {"U17", "its output is closed: it ends", NULL, "p", output_gone, false},
    {NULL, NULL, NULL, NULL, NULL, false},
};
