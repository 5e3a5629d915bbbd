/* board/rules.c - what the rule sheets say beyond the moves: grades, handicaps,
 * the referee's check and series of games (outflank/game.h). */
#include <outflank/game.h>

#include "base/bits.h"

const char *ofl_score_grade(int difference)
{
    static const struct { int from; const char *name; } grades[] = {
        {54, "Perfect"}, {40, "Walkaway"}, {26, "Fight"}, {12, "Hot"}, {1, "Close"}};
    for (size_t i = 0; i < sizeof grades / sizeof *grades; i++)
        if (difference >= grades[i].from || difference <= -grades[i].from)
            return grades[i].name;
    return "draw";
}

static uint64_t *discs_of(ofl_position *position, enum ofl_color color)
{
    return position->turn == color ? &position->board.player : &position->board.opponent;
}

bool ofl_handicap(ofl_position *position, int corners)
{
    static const int order[4] = {0, 63, 56, 7};
    if (corners < 0 || corners > 4)
        return false;
    uint64_t given = 0;
    for (int i = 0; i < corners; i++)
        given |= bit_of(order[i]);
    if (given & (position->board.player | position->board.opponent))
        return false;
    *discs_of(position, OFL_BLACK) |= given;
    return true;
}

bool ofl_referee(ofl_position before, int move, ofl_position after,
                 uint64_t *missing, uint64_t *extra)
{
    bool is_legal = ofl_is_legal(before.board, move);
    enum ofl_color mover = before.turn, other = mover == OFL_BLACK ? OFL_WHITE : OFL_BLACK;
    uint64_t flips = is_legal && move != OFL_PASS ? ofl_flips(before.board, move) : 0;
    uint64_t placed = flips ? bit_of(move) : 0;
    uint64_t own = *discs_of(&after, mover), others = *discs_of(&after, other);
    uint64_t wrong = (own ^ (before.board.player | flips | placed)) |
                     (others ^ (before.board.opponent & ~flips));
    *missing = flips & others & ~own;
    *extra = wrong & ~*missing;
    return is_legal && !wrong;
}

/* Who has won the series so far: as ofl_series_add() returns it. */
static int series_winner(const struct ofl_series *series)
{
    if (series->race > 0)
        for (int i = 0; i < 2; i++)
            if (series->points[i] >= series->race)
                return i + 1;
    if (series->best_of > 0) {
        int left = series->best_of - series->games;
        for (int i = 0; i < 2; i++)
            if (series->wins[i] > series->wins[!i] + left)
                return i + 1;
        if (left <= 0)
            return 3;
    }
    return 0;
}

int ofl_series_add(struct ofl_series *series, int difference_for_a)
{
    int decided = series_winner(series);
    if (decided)
        return decided;
    series->games++;
    if (difference_for_a == 0) {
        series->draws++;
    } else {
        int winner = difference_for_a < 0;
        series->wins[winner]++;
        series->points[winner] += winner ? -difference_for_a : difference_for_a;
    }
    return series_winner(series);
}

int ofl_series_next(const struct ofl_series *series, enum ofl_series_first first, int last,
                    int difference_for_a)
{
    const int *count = series->race > 0 ? series->points : series->wins;
    /* Above 0: A has lost, or is behind. */
    int behind = first == OFL_SERIES_LOSER    ? -difference_for_a
                 : first == OFL_SERIES_WEAKER ? count[1] - count[0]
                                              : 0;
    if (first == OFL_SERIES_A || first == OFL_SERIES_B)
        return first == OFL_SERIES_B;
    return behind > 0 ? 0 : behind < 0 ? 1 : !last;
}
