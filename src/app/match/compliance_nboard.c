/* match/compliance_nboard.c - cases for engines that speak the NBoard protocol. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/rng.h"
#include "match/compliance_cases.h"
#include "match/fields.h"
#include "match/openings.h"

#define START "8 ---------------------------O*------*O--------------------------- *"
#define GAME(moves) "(;GM[Othello]PC[check]PB[a]PW[b]RE[?]TI[5:00]TY[8]BO[" START "]" moves ";)"
#define OPENING "B[F5//2.768]W[D6/-0.50/0.9]"
/* Black must pass; white has e3 and f6. */
#define FORCED_PASS "B[d3]W[c3]B[b3]W[b2]B[f5]W[a3]B[a1]W[c1]"
#define WIPE_OUT "B[d3]W[c3]B[b3]W[d2]B[e1]W[d6]B[d7]W[e3]B[f4]"
#define MOVE "< ^=== *[A-Ha-h][1-8]([/ ]|$)\n"

/* What a stream of hints has said so far. */
struct hints {
    char depth[32], older[64][32]; /* the running iteration's text, and earlier ones */
    int n_older, n_lines;
    uint64_t moves;                /* told in the running iteration */
};

/* NBoard drops older hints when the depth text changes, so a text must not come
 * back after another. */
static bool take_hint(struct check *c, struct hints *hints, const struct fields *f)
{
    char depth[32], move[8];
    snprintf(depth, sizeof depth, "%.*s", (int)f->length[4], f->text[4]);
    snprintf(move, sizeof move, "%.2s", f->text[1]);
    uint64_t bit = bit_of(ofl_move_from_text(move, 2) & 63);
    hints->n_lines++;
    if (strcmp(depth, hints->depth) != 0) {
        for (int i = 0; i < hints->n_older; i++)
            if (strcmp(hints->older[i], depth) == 0)
                return check_fail(c, "depth %s came back after another", depth);
        if (hints->n_older < 64)
            memcpy(hints->older[hints->n_older++], hints->depth, sizeof depth);
        memcpy(hints->depth, depth, sizeof depth);
        hints->moves = 0;
    }
    hints->moves |= bit;
    return bit_count(hints->moves) <= 2 ||
           check_fail(c, "hint 2 told more than two moves of depth %s", depth);
}

static bool hint_streams(struct check *c)
{
    struct hints hints = {.n_lines = 0};
    if (!check_say(c, "set game %s", GAME(OPENING)) || !check_ping(c) || !check_say(c, "hint 2"))
        return false;
    while (hints.n_lines < 12) {
        char *line;
        size_t length;
        int64_t patience_ms = hints.n_lines > 0 ? 500 : c->timeout_ms;
        if (!check_line(c, patience_ms, &line, &length)) {
            if (hints.n_lines > 0) /* the depth asked for is reached */
                break;
            return false;
        }
        if (!check_nboard_line(c, line))
            return false;
        struct fields f = fields_split(line);
        if (fields_match(&f, 0, "^search$") && !take_hint(c, &hints, &f))
            return false;
        hints.n_lines += fields_match(&f, 0, "^book$"); /* a book has one line a move */
    }
    return check_ping(c);
}

/* After a pong nothing may come that belongs to an older request. */
static bool nothing_stale(struct check *c)
{
    static const char *const requests[] = {"hint 4", "hint 64", "go"};
    for (int i = 0; i < 30; i++) {
        if (!check_say(c, "set game %s", GAME(OPENING)) || !check_ping(c) ||
            !check_say(c, "%s", requests[i % 3]))
            return false;
        nanosleep(&(struct timespec){.tv_nsec = (i % 7) * 5000000}, NULL);
        int64_t start_us = clock_us();
        if (!check_ping(c))
            return false;
        int used_ms = (int)((clock_us() - start_us) / 1000);
        if (used_ms > 1500)
            return check_fail(c, "the pong to a ping during '%s' came after %d ms",
                              requests[i % 3], used_ms);
        if (!check_script(c, "q ^(search|book|===|nodestats|analysis)"))
            return false;
    }
    return true;
}

/* The move of its next === line, with the line; OFL_NO_MOVE and a reason if none. */
static int next_move(struct check *c, char *said, size_t size)
{
    int move = OFL_NO_MOVE;
    while (move == OFL_NO_MOVE) {
        char *line;
        size_t length;
        if (!check_line(c, c->timeout_ms, &line, &length) || !check_nboard_line(c, line))
            return OFL_NO_MOVE;
        if (strncmp(line, "===", 3) != 0)
            continue;
        struct fields f = fields_split(line);
        move = ofl_move_from_text(f.text[1], strcspn(f.text[1], "/ "));
        snprintf(said, size, "%s", line);
    }
    return move;
}

/* One random move, hint or ping. */
static bool random_step(struct check *c, struct rng *rng, struct ofl_game *game)
{
    uint64_t moves = ofl_legal_moves(game->position.board);
    char text[8];
    if (ofl_is_over(game->position.board)) {
        ofl_game_init(game, ofl_position_start());
        return check_say(c, "set game %s", GAME(""));
    }
    switch (rng_below(rng, 4)) {
    case 0:
        return check_say(c, "hint %u", rng_below(rng, 8) + 1);
    case 1:
        return check_ping(c);
    default:
        break;
    }
    for (uint32_t skip = moves ? rng_below(rng, (uint32_t)bit_count(moves)) : 0; skip > 0; skip--)
        moves = bit_drop(moves);
    ofl_game_play(game, moves ? bit_first(moves) : OFL_PASS);
    if (rng_below(rng, 4) == 0) /* give a hint the time to begin */
        nanosleep(&(struct timespec){.tv_nsec = 3000000}, NULL);
    return check_say(c, "move %s", moves ? ofl_move_to_text(bit_first(moves), true, text) : "PA");
}

/* Random order of moves, hints and pings; its board must stay ours. */
static bool interleavings(struct check *c)
{
    struct rng rng = rng_seeded(20260101);
    struct ofl_game game;
    char said[128];
    ofl_game_init(&game, ofl_position_start());
    if (!check_say(c, "set game %s", GAME("")))
        return false;
    for (int i = 0; i < 300 || ofl_is_over(game.position.board); i++)
        if (!random_step(c, &rng, &game))
            return false;
    if (!check_ping(c) || !check_say(c, "go"))
        return false;
    int move = next_move(c, said, sizeof said);
    if (move == OFL_NO_MOVE)
        return false;
    return ofl_is_legal(game.position.board, move) ||
           check_fail(c, "'%.60s' is not legal after 300 moves, hints and pings", said);
}

/* A game against itself, each move sent back as NBoard does. */
static bool whole_game(struct check *c, uint64_t seed)
{
    struct openings random = {.random_plies = 10, .seed = seed};
    struct play_opening opening;
    struct ofl_game game;
    char text[8], said[128] = "";
    openings_get(&random, 0, NULL, &opening);
    ofl_game_init(&game, opening.start);
    if (!check_say(c, "set game %s", GAME("")))
        return false;
    while (!ofl_is_over(game.position.board)) {
        int move;
        if (game.n_played < opening.n_moves) {
            move = opening.moves[game.n_played];
        } else {
            if (!check_ping(c) || !check_say(c, "go"))
                return false;
            move = next_move(c, said, sizeof said);
            if (move == OFL_NO_MOVE)
                return false;
        }
        if (!ofl_game_play(&game, move))
            return check_fail(c, "move %d of a game is not legal: '%.60s'", game.n_played + 1,
                              said);
        if (!check_say(c, "move %s//0.01",
                       move == OFL_PASS ? "PA" : ofl_move_to_text(move, true, text)))
            return false;
    }
    return check_ping(c);
}

static bool whole_games(struct check *c) { return check_games(c, whole_game); }

static bool go_and_ping_storm(struct check *c)
{
    if (!check_say(c, "set game %s", GAME(OPENING)))
        return false;
    for (int i = 0; i < 300; i++)
        if (!check_say(c, "go") || !check_ping(c))
            return false;
    return true;
}

/* NBoard merges stderr into what it reads. */
static bool quiet_stderr(struct check *c)
{
    char path[] = "/tmp/outflank-compliance-XXXXXX";
    int fd = mkstemp(path);
    if (fd < 0)
        return check_fail(c, "cannot make a file in /tmp");
    close(fd);
    struct player_config config = *c->config;
    const struct player_config *saved = c->config;
    config.stderr_path = path;
    check_stop(c);
    c->config = &config;
    bool is_good = check_start(c, NULL, false) &&
                   check_script(c, "> set game " GAME(OPENING) "\n> set depth 3\np\n> go\n" MOVE
                                   "> hint 2\n> nonsense\np");
    check_stop(c);
    c->config = saved;
    FILE *file = fopen(path, "r");
    char text[128] = "";
    if (file != NULL) {
        size_t n = fread(text, 1, sizeof text - 1, file);
        text[n] = '\0';
        fclose(file);
    }
    unlink(path);
    return is_good && (text[0] == '\0' || check_fail(c, "on stderr: '%.80s'", text));
}

static bool output_gone(struct check *c)
{
    return check_ping(c) && check_output_gone(c, "ping 1\n");
}

/* An unbounded analysis is given up when nobody can stop it any more. */
static bool ends_while_it_thinks(struct check *c)
{
    if (!check_script(c, "> set depth 60\n> set game " GAME(OPENING) "\np\n> hint 64\n.\n"))
        return false;
    return check_exit(c);
}

const struct check_case check_nboard_cases[] = {
    {"N01", "answers a ping with its pong", NULL, "p\np", NULL, false},
    {"N02", "version 1 and a version to come are accepted in silence", NULL,
     "> nboard 1\n> ping 5\n< ^pong 5$\n> nboard 3\n> ping 9\n< ^pong 9$", NULL, true},
    {"N03", "a session: game, hint, a move during the hint, go", NULL,
     "> set game " GAME(OPENING) "\n> set depth 6\np\n> hint 2\n< ^(search|book) [A-Ha-h][1-8]\n"
     "> move C3//4.1\np\n> go\n" MOVE, NULL, false},
    {"N04", "hints: one depth text per iteration", NULL, NULL, hint_streams, false},
    {"N05", "nothing of an older request after a pong, which comes at once", NULL, NULL,
     nothing_stale, false},
    {"N06", "a forced pass: go says PA", NULL,
     "> set game " GAME(FORCED_PASS) "\n> set depth 4\np\n> go\n< ^=== *(PA|pa|Pa|--)",
     NULL, false},
    {"N07", "a game that ends with a pass: the other side has its moves", NULL,
     "> set game " GAME(FORCED_PASS "B[PA]") "\n> set depth 4\np\n> go\n"
     "< ^=== *([Ee]3|[Ff]6)\n> set game " GAME(FORCED_PASS) "\n> move PA\np\n> go\n"
     "< ^=== *([Ee]3|[Ff]6)", NULL, false},
    {"N08", "go does not play its move", NULL,
     "> set game " GAME("B[F5]W[D6]B[C3]W[D3]B[C4]W[F4]") "\n> set depth 3\np\n> go\n" MOVE
     "p\n> go\n" MOVE "> set game " GAME(FORCED_PASS) "\np\n> go\n< ^=== *(PA|pa|Pa|--)\np\n"
     "> go\n< ^=== *(PA|pa|Pa|--)", NULL, false},
    {"N09", "start positions, white to move, blanks, lower case, long decimals", NULL,
     "> set game (;GM[Othello]TY[8]BO[8 X------X ----------- --------OX------XO----------------"
     "---X------X O]W[c5/1.123456789/0.000001];)\n> set depth 3\np\n> go\n" MOVE
     "> set game (;GM[Othello]TY[8]BO[" START "]B[f5];)\np\n> go\n< ^=== *[dfDF][46]", NULL, false},
    {"N10", "the end of the game does no harm", NULL,
     "> set game " GAME(WIPE_OUT) "\np\n> go\np\n> hint 4\np", NULL, false},
    {"N11", "plays whole games by the rules, passes included", NULL, "> set depth 3", whole_games,
     false},
    {"N12", "300 moves, hints and pings in random order", NULL, "> set depth 4", interleavings,
     false},
    {"N13", "300 times go and ping as fast as possible", NULL, NULL, go_and_ping_storm, false},
    {"N14", "unknown commands are ignored", NULL,
     "> frobnicate 1 2 3\n> set nonsense 5\n> set\n> move\n> hint\n> ping\n> \n> nboard\np", NULL,
     false},
    {"N15", "games that are none leave it alive", NULL,
     "> set game\n> set game (;\n> set game (;GM[Othello]TY[8]BO[8 --- *];)\n"
     "> set game (;GM[Chess];)\n"
     "> set game " GAME("B[A1]W[A1]") "\n> set game " GAME("B[F5]W[") "\np\n"
     "> set game " GAME(OPENING) "\n> set depth 3\np\n> go\n" MOVE, NULL, false},
    {"N16", "numbers out of range leave it alive", NULL,
     "> set depth -5\n> set depth 99999999999999999999\n> set depth x\n> hint -1\n"
     "> hint 99999999999\n> set contempt 1000000000000\np\n> set game " GAME(OPENING)
     "\n> set depth 3\np\n> go\n" MOVE, NULL, false},
    {"N17", "a line of two megabytes and bytes that are no text leave it alive", NULL,
     "* 32768 xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n> \n"
     "> set game \\x00\\xff\\xfe\np\n> \\xc3\\x28\np", NULL, false},
    {"N18", "lines byte by byte, with CR, several at once", NULL,
     "b ping 77\n< ^pong 77$\n> ping 78\\x0d\n< ^pong 78$\nn ping 79\\x0aping 80\\x0a\n"
     "< ^pong 79$\n< ^pong 80$", NULL, false},
    {"N19", "nothing on stderr, which NBoard would read", NULL, NULL, quiet_stderr, false},
    {"N20", "end of input: it ends with status 0", NULL, ".\nx", NULL, true},
    {"N21", "end of input during an analysis without end: it ends", NULL, NULL,
     ends_while_it_thinks, false},
    {"N22", "quit: it ends with status 0", NULL, "p\n> quit\nx", NULL, false},
    {"N23", "its output is closed: it ends", NULL, NULL, output_gone, false},
    {NULL, NULL, NULL, NULL, NULL, false},
};
