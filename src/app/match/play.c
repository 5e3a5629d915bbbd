/* match/play.c - implements match/play.h.
 *
 * Invariant: `result->game` holds only legal moves; a player's word is checked
 * before it is played, and whatever a player does wrong ends in lose().
 */
#include "match/play.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/visible.h"
#include "board/variant.h"

/* How long an answer is waited for when the flag has fallen. The engine has lost
 * on time already, but one that answers late can go on without restart. */
static const int64_t late_answer_us = 2000000;

struct playing {
    struct player *const *players;
    const struct player_config *const *configs;
    const struct play_settings *settings;
    struct player_clocks clocks;
    struct play_result *result;
    int n_agreed[2];      /* by colour: its last moves that came with a value of a lead ... */
    double agreed[2];     /* ... and the last of these values, in discs of Black */
};

const char *play_end_text(enum play_end end)
{
    static const char *const texts[N_PLAY_ENDS] = {
        [END_PLAYED] = "played",   [END_SOLVED] = "solved", [END_AGREED] = "agreed",
        [END_RESIGNED] = "resigned", [END_TIME] = "time",   [END_ILLEGAL] = "illegal",
        [END_PROTOCOL] = "protocol", [END_STALL] = "stall", [END_CRASH] = "crash",
        [END_LEFT] = "disconnect",
    };
    return (unsigned)end < N_PLAY_ENDS ? texts[end] : "?";
}

/* Writes RE: black's score with the suffix GGF has for the way it was lost. */
static void write_result(struct play_result *result)
{
    const char *suffix = "";
    if (result->end == END_RESIGNED)
        suffix = ":r";
    else if (result->end == END_TIME)
        suffix = ":t";
    else if (result->loser >= 0)
        suffix = ":l";
    snprintf(result->game.result, sizeof result->game.result, "%+d.00%s", result->difference,
             suffix);
}

__attribute__((format(printf, 4, 5)))
static bool lose(struct playing *p, int color, enum play_end end, const char *format, ...)
{
    struct play_result *result = p->result;
    result->end = end;
    result->loser = color;
    result->difference = color == OFL_BLACK ? -64 : 64;
    va_list args;
    va_start(args, format);
    vsnprintf(result->detail, sizeof result->detail, format, args);
    visible_copy(result->detail, sizeof result->detail, result->detail, strlen(result->detail));
    va_end(args);
    return true;
}

/* A player failed: who lost how, and is the player fit to go on? False: cancelled. */
static bool fail(struct playing *p, int color, enum player_status status)
{
    static const enum play_end ends[] = {
        [PLAYER_OK] = END_CRASH,         [PLAYER_REFUSED] = END_PROTOCOL,
        [PLAYER_GARBAGE] = END_PROTOCOL, [PLAYER_RESIGNED] = END_RESIGNED,
        [PLAYER_TIMEOUT] = END_STALL,    [PLAYER_FLOODED] = END_STALL,
        [PLAYER_MISSING] = END_CRASH,    [PLAYER_CRASHED] = END_CRASH,
        [PLAYER_LEFT] = END_LEFT,        [PLAYER_CANCELLED] = END_CRASH,
    };
    if (status != PLAYER_REFUSED && status != PLAYER_RESIGNED)
        player_stop(p->players[color], 0);
    if (status == PLAYER_CANCELLED)
        return false;
    return lose(p, color, ends[status], "%s", player_detail(p->players[color]));
}

static void begin(struct playing *p, const struct play_opening *opening)
{
    struct play_result *result = p->result;
    struct ofl_game *game = &result->game;
    *result = (struct play_result){.loser = -1};
    ofl_game_init(game, opening->start);
    game->variant = p->settings->variant;
    snprintf(game->black, sizeof game->black, "%s", p->configs[OFL_BLACK]->name);
    snprintf(game->white, sizeof game->white, "%s", p->configs[OFL_WHITE]->name);
    snprintf(game->place, sizeof game->place, "%s", p->settings->place);
    time_t now = time(NULL);
    struct tm utc;
    if (gmtime_r(&now, &utc) != NULL)
        strftime(game->date, sizeof game->date, "%Y-%m-%d %H:%M:%S GMT", &utc);
    for (int color = 0; color < 2; color++) {
        const struct match_limits *limits = &p->configs[color]->limits;
        p->clocks.limits[color] = limits;
        p->clocks.clock[color] = match_clock_start(limits);
        if (limits->has_clock)
            game->clock[color] = (struct ofl_game_clock){
                .known = true, .main_ms = limits->main_ms,
                .increment_ms = limits->increment_ms, .extension_ms = limits->byoyomi_ms};
    }
}

/* Plays a legal move and tells both players. False: cancelled. */
static bool put_move(struct playing *p, int move, int chooser, const struct player_answer *answer,
                     bool *is_lost)
{
    struct ofl_game *game = &p->result->game;
    ofl_game_play(game, move);
    if (answer != NULL) {
        struct ofl_game_move *played = &game->moves[game->n_played - 1];
        played->has_eval = answer->has_eval;
        played->eval = (float)answer->eval;
        played->has_time = true;
        played->seconds = (float)answer->elapsed_us / 1e6f;
        p->result->searches[game->n_played - 1] =
            (struct play_search){.depth = answer->depth, .nodes = answer->nodes};
    }
    for (int color = 0; color < 2; color++) {
        enum player_status status =
            player_put_move(p->players[color], game, color == chooser);
        if (status != PLAYER_OK) {
            *is_lost = true;
            return fail(p, color, status);
        }
    }
    return true;
}

/* Starts both players and gives them the opening. False: cancelled. */
static bool set_up(struct playing *p, const struct play_opening *opening, bool *is_lost)
{
    for (int color = 0; color < 2; color++) {
        struct player *player = p->players[color];
        player_set_seed(player, p->settings->seeds[color]);
        if (p->configs[color]->is_restarted)
            player_stop(player, 500);
        enum player_status status = player_start(player);
        if (status == PLAYER_OK)
            status = player_new_game(player, &p->result->game, &p->clocks);
        if (status != PLAYER_OK) {
            *is_lost = true;
            return fail(p, color, status);
        }
    }
    for (int i = 0; i < opening->n_moves && !*is_lost; i++)
        if (!put_move(p, opening->moves[i], -1, NULL, is_lost))
            return false;
    p->result->opening_moves = p->result->game.n_played;
    return true;
}

/* Counts moves whose values say that one side leads clearly; a value that does not, or
 * that another side leads, begins anew for both players. */
static void note_value(struct playing *p, enum ofl_color color, const struct player_answer *answer)
{
    const double discs = color == OFL_BLACK ? answer->eval : -answer->eval;
    const int other = !color;
    if (!answer->has_eval || !(fabs(discs) >= p->settings->agree_discs) ||
        (p->n_agreed[other] > 0 && (discs > 0) != (p->agreed[other] > 0)) ||
        (p->n_agreed[color] > 0 && (discs > 0) != (p->agreed[color] > 0))) {
        p->n_agreed[0] = p->n_agreed[1] = 0;
        return;
    }
    p->n_agreed[color]++;
    p->agreed[color] = discs;
}

/* The result that both players have told for long enough: the middle of their last values. */
static bool is_agreed(const struct playing *p, int *difference)
{
    const int wanted = p->settings->agree_moves;
    if (wanted == 0 || p->n_agreed[0] < wanted || p->n_agreed[1] < wanted)
        return false;
    const double middle = (p->agreed[0] + p->agreed[1]) / 2;
    const long pairs = lround(fmin(fabs(middle), 64) / 2);
    *difference = (int)(pairs > 0 ? pairs : 1) * (middle > 0 ? 2 : -2);
    return true;
}

/* Asks the side to move. False: cancelled. */
static bool take_turn(struct playing *p, bool *is_lost)
{
    struct ofl_game *game = &p->result->game;
    enum ofl_color color = game->position.turn;
    struct player *player = p->players[color];
    const struct match_limits *limits = p->clocks.limits[color];
    int64_t budget_us = match_clock_budget_us(&p->clocks.clock[color], limits);
    int64_t wait_us = budget_us >= 0 ? budget_us + limits->margin_ms * 1000 + late_answer_us
                                     : p->configs[color]->timeout_ms * 1000;
    struct player_answer answer;
    char text[8];
    enum player_status status =
        player_choose(player, game, &p->clocks, clock_us() + wait_us, &answer);
    p->result->used_us[color] += answer.elapsed_us;
    p->result->nodes[color] += answer.nodes;
    p->result->n_moves[color]++;
    if (status != PLAYER_OK) {
        bool is_late = budget_us >= 0 && answer.elapsed_us > budget_us + limits->margin_ms * 1000;
        *is_lost = true;
        if (!fail(p, color, status))
            return false;
        /* Whatever it did later, the flag had fallen before. */
        return !is_late || lose(p, color, END_TIME, "its time ran out, then: %.200s",
                                player_detail(player));
    }
    if (!match_clock_spend(&p->clocks.clock[color], limits, answer.elapsed_us)) {
        *is_lost = true;
        return lose(p, color, END_TIME, "its move came %lld ms too late",
                    (long long)((answer.elapsed_us - budget_us) / 1000));
    }
    if (!variant_is_legal(game->variant, game->position.board, answer.move)) {
        const char *reason =
            variant_illegal_reason(game->variant, game->position.board, answer.move);
        *is_lost = true;
        return lose(p, color, END_ILLEGAL, "it played %s (%s)",
                    ofl_move_to_text(answer.move, false, text), reason ? reason : "illegal");
    }
    note_value(p, color, &answer);
    return put_move(p, answer.move, (int)color, &answer, is_lost);
}

/* The exact result, black's view; 0 and false if it could not be found. */
static bool solve(ofl_engine *referee, ofl_position position, int *difference)
{
    struct ofl_limits limits = {.goal = OFL_GOAL_EXACT};
    struct ofl_result found;
    if (referee == NULL || ofl_search(referee, position.board, &limits, &found) != OFL_OK ||
        found.stopped || found.lines[0].bound != OFL_BOUND_EXACT)
        return false;
    *difference = found.lines[0].score / 100;
    if (position.turn == OFL_WHITE)
        *difference = -*difference;
    return true;
}

/* Plays on until the game is over, adjudicated or lost. False: cancelled. */
static bool play_on(struct playing *p, ofl_engine *referee)
{
    struct play_result *result = p->result;
    struct ofl_game *game = &result->game;
    bool is_lost = false;
    while (!is_lost) {
        ofl_board board = game->position.board;
        if (variant_is_over(game->variant, board)) {
            result->end = END_PLAYED;
            int score = variant_score(game->variant, board, p->settings->rule);
            result->difference = game->position.turn == OFL_BLACK ? score : -score;
            return true;
        }
        if (ofl_count_empties(board) <= p->settings->solve_empties &&
            solve(referee, game->position, &result->difference)) {
            result->end = END_SOLVED;
            return true;
        }
        if (is_agreed(p, &result->difference)) {
            result->end = END_AGREED;
            return true;
        }
        /* A forced pass is told, not asked for: it leaves no choice, costs no
         * time, and engines differ in whether they pass by themselves. */
        bool goes_on = variant_moves(game->variant, board) == 0
                           ? put_move(p, OFL_PASS, -1, NULL, &is_lost)
                           : take_turn(p, &is_lost);
        if (!goes_on)
            return false;
    }
    return true;
}

bool play_game(struct player *const players[2], const struct player_config *const configs[2],
               const struct play_opening *opening, const struct play_settings *settings,
               ofl_engine *referee, struct play_result *result)
{
    struct playing p = {.players = players, .configs = configs, .settings = settings,
                        .result = result};
    bool is_lost = false;
    begin(&p, opening);
    if (!set_up(&p, opening, &is_lost))
        return false;
    if (!is_lost && !play_on(&p, referee))
        return false;
    write_result(result);
    return true;
}
