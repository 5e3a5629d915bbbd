/* protocol/console/console_series.c - implements console_series.h. */
#include "protocol/console/console_series.h"

#include "protocol/show.h"

bool console_series_read_first(struct word word, enum ofl_series_first *first)
{
    static const char *const names[] = {"alternate", "loser", "weaker", "a", "b"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (word_is_any_case(word, names[i])) {
            *first = (enum ofl_series_first)i;
            return true;
        }
    return false;
}

/* Player A's colour where `color` begins the game. */
static enum ofl_color color_of_a(const struct console_series *series, enum ofl_color color)
{
    const enum ofl_color other = color == OFL_BLACK ? OFL_WHITE : OFL_BLACK;
    return series->begins == 0 ? color : other;
}

void console_series_begin(struct console_series *series, struct ofl_series score,
                          enum ofl_series_first first, enum ofl_color color, bool is_closed)
{
    *series = (struct console_series){.is_on = true, .score = score, .first = first,
                                      .begins = first == OFL_SERIES_B, .is_closed = is_closed};
    series->color_of_a = color_of_a(series, color);
}

void console_series_say(const struct console_series *series, struct strbuf *out)
{
    const struct ofl_series *score = &series->score;
    if (!series->is_on) {
        strbuf_add(out, "No series is being played.\n");
        return;
    }
    if (score->best_of)
        strbuf_addf(out, "Best of %d", score->best_of);
    else
        strbuf_addf(out, "Race to %d points", score->race);
    strbuf_addf(out, ": A %d, B %d, draws %d; points %d to %d. A is %s.\n", score->wins[0],
                score->wins[1], score->draws, score->points[0], score->points[1],
                show_color(series->color_of_a));
}

static int next_to_begin(const struct console_series *series)
{
    return ofl_series_next(&series->score, series->first, series->begins, series->last_difference);
}

void console_series_count(struct console_series *series, int difference, struct strbuf *out)
{
    if (!series->is_on || series->is_closed)
        return;
    series->last_difference = series->color_of_a == OFL_BLACK ? difference : -difference;
    int state = ofl_series_add(&series->score, series->last_difference);
    series->is_closed = series->has_next = true;
    console_series_say(series, out);
    if (state == 0 && next_to_begin(series) != series->begins)
        strbuf_add(out, "'new' starts the next game with colours exchanged.\n");
    else if (state == 0)
        strbuf_add(out, "'new' starts the next game with the same colours.\n");
    else if (state == 3)
        strbuf_add(out, "The series ends level.\n");
    else
        strbuf_addf(out, "Player %s has won the series.\n", state == 1 ? "A" : "B");
    if (state)
        series->is_on = false;
}

void console_series_board(struct console_series *series, bool is_over)
{
    series->is_closed = is_over || series->has_next;
}

/* The players get their colours, and the engine's sides go with them. True if they change. */
static bool give_colors(struct console_series *series, enum ofl_color color, bool is_engine[2])
{
    const enum ofl_color its_color = color_of_a(series, color);
    if (its_color == series->color_of_a)
        return false;
    const bool black = is_engine[OFL_BLACK];
    series->color_of_a = its_color;
    is_engine[OFL_BLACK] = is_engine[OFL_WHITE];
    is_engine[OFL_WHITE] = black;
    return true;
}

void console_series_next(struct console_series *series, enum ofl_color color, bool is_engine[2],
                         struct strbuf *out)
{
    if (!series->is_on || !series->has_next)
        return;
    series->begins = next_to_begin(series);
    series->has_next = false;
    const bool is_exchanged = give_colors(series, color, is_engine);
    strbuf_addf(out, "Player A is %s %s.\n", show_color(series->color_of_a),
                is_exchanged ? "now" : "again");
}

void console_series_turn(struct console_series *series, enum ofl_color color, bool is_engine[2],
                         struct strbuf *out)
{
    if (series->is_on && !series->is_closed && give_colors(series, color, is_engine))
        strbuf_addf(out, "Player A is %s now.\n", show_color(series->color_of_a));
}
