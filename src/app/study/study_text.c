/* study/study_text.c - a study for people, made of its JSON (tell.h), so that both say the same. */
#include <math.h>
#include <string.h>

#include "base/visible.h"
#include "study/tell.h"

enum { OPENINGS_SHOWN = 12, KINDS_SHOWN = 8 };

static double number_of(const json_t *value, const char *key)
{
    return json_number_value(json_object_get(value, key));
}

static int count_of(const json_t *value, const char *key)
{
    return (int)json_integer_value(json_object_get(value, key));
}

static const char *text_of(const json_t *value, const char *key)
{
    const char *text = json_string_value(json_object_get(value, key));
    return text ? text : "";
}

static void add_number(struct strbuf *text, double value, int decimals)
{
    strbuf_add_decimal(text, llround(value * pow(10, decimals)), decimals, false);
}

/* "3.41 +-0.12", times `scale`. */
static void add_mean(struct strbuf *text, const json_t *mean, double scale, int decimals)
{
    struct strbuf number = {0};
    const json_t *high = json_object_get(mean, "high");
    add_number(&number, scale * number_of(mean, "mean"), decimals);
    if (json_is_number(high)) {
        strbuf_add(&number, " +-");
        add_number(&number, scale * (json_number_value(high) - number_of(mean, "mean")), decimals);
    }
    strbuf_addf(text, "%15s", number.data ? number.data : "");
    text->is_failed |= number.is_failed;
    strbuf_free(&number);
}

static void add_loss(struct strbuf *text, const char *what, const json_t *mean)
{
    if (!count_of(mean, "moves"))
        return;
    strbuf_addf(text, "  %-22s", what);
    add_mean(text, mean, 1, 2);
    strbuf_addf(text, "%9d\n", count_of(mean, "moves"));
}

static void add_head(struct strbuf *text, const json_t *study)
{
    size_t i;
    json_t *player;
    const int n = count_of(study, "games");
    strbuf_addf(text, "%d game%s of ", n, n == 1 ? "" : "s");
    json_array_foreach(json_object_get(study, "players"), i, player)
        strbuf_addf(text, "%s%s", i ? ", " : "", json_string_value(player));
    strbuf_addf(text, ": %d won, %d drawn, %d lost", count_of(study, "won"),
                count_of(study, "drawn"), count_of(study, "lost"));
    if (count_of(study, "unfinished"))
        strbuf_addf(text, ", %d not finished", count_of(study, "unfinished"));
    if (count_of(study, "twice"))
        strbuf_addf(text, "; %d more are there twice", count_of(study, "twice"));
    strbuf_add(text, "\n");
}

static void add_strength(struct strbuf *text, const json_t *study)
{
    const json_t *strength = json_object_get(study, "strength");
    const json_t *rating = json_object_get(study, "rating");
    if (json_is_object(strength)) {
        strbuf_add(text, "Loses as strength ");
        add_number(text, number_of(strength, "value"), 1);
        strbuf_add(text, " does (");
        add_number(text, number_of(strength, "low"), 1);
        strbuf_add(text, " to ");
        add_number(text, number_of(strength, "high"), 1);
        strbuf_add(text, ")\n");
    }
    if (json_is_object(rating))
        strbuf_addf(text, "Plays what people at %ld play%s (+-%ld)\n",
                    lround(number_of(rating, "value")),
                    json_is_true(json_object_get(rating, "end")) ? ", or beyond" : "",
                    lround(number_of(rating, "error")));
}

static void add_losses(struct strbuf *text, const json_t *study)
{
    static const char *const phases[] = {"moves 1-20", "moves 21-40", "moves 41-60"};
    const json_t *sides = json_object_get(study, "sides");
    size_t i;
    json_t *row;
    strbuf_add(text, "\ndiscs lost a move                     moves\n");
    add_loss(text, "all", json_object_get(study, "loss"));
    json_array_foreach(json_object_get(study, "phases"), i, row)
        add_loss(text, phases[i], row);
    add_loss(text, "20 empties and fewer", json_object_get(study, "last20"));
    add_loss(text, "as Black", json_object_get(sides, "black"));
    add_loss(text, "as White", json_object_get(sides, "white"));
    json_array_foreach(json_object_get(study, "times"), i, row) {
        struct strbuf what = {0};
        strbuf_addf(&what, "in %d", count_of(row, "from"));
        if (json_is_integer(json_object_get(row, "to")))
            strbuf_addf(&what, " to %d s", count_of(row, "to"));
        else
            strbuf_add(&what, " s and more");
        add_loss(text, what.data ? what.data : "", json_object_get(row, "loss"));
        strbuf_free(&what);
    }
    strbuf_add(text, "\nerrors, % of moves\n");
    json_array_foreach(json_object_get(study, "errors"), i, row) {
        strbuf_addf(text, "  %2d discs and more     ", count_of(row, "discs"));
        add_mean(text, json_object_get(row, "rate"), 100, 1);
        strbuf_addf(text, "%9d\n", (int)number_of(json_object_get(row, "rate"), "given"));
    }
    strbuf_addf(text, "\n%d missed wins, %d missed draws; %d lost games saved; "
                "%d games thrown away at 20 empties and fewer\n", count_of(study, "missed_wins"),
                count_of(study, "missed_draws"), count_of(study, "saved_losses"),
                count_of(study, "thrown_endings"));
}

static void add_openings(struct strbuf *text, const json_t *study)
{
    size_t i;
    json_t *row;
    strbuf_add(text, "\ngames  won drawn lost  discs a move  first error  opening\n");
    json_array_foreach(json_object_get(study, "openings"), i, row) {
        const json_t *begins = json_object_get(row, "first_error");
        const json_t *again = json_object_get(row, "again"), *move = json_object_get(again, "move");
        if (i == OPENINGS_SHOWN)
            break;
        strbuf_addf(text, "%5d%5d%6d%5d", count_of(row, "games"), count_of(row, "won"),
                    count_of(row, "drawn"), count_of(row, "lost"));
        add_mean(text, json_object_get(row, "loss"), 1, 2);
        if (json_is_object(begins))
            strbuf_addf(text, "   move %2d", count_of(begins, "number"));
        else
            strbuf_add(text, "      none");
        strbuf_addf(text, "    %s\n", *text_of(row, "name") ? text_of(row, "name") : "(no name)");
        if (again)
            strbuf_addf(text, "       %d times first at move %d: %s in place of %s\n",
                        count_of(again, "games"), count_of(move, "number"), text_of(move, "played"),
                        text_of(move, "best"));
    }
    const size_t n = json_array_size(json_object_get(study, "openings"));
    if (n > OPENINGS_SHOWN)
        strbuf_addf(text, "       and %zu more\n", n - OPENINGS_SHOWN);
}

/* Where a move was played. */
static void add_source(struct strbuf *text, const json_t *move)
{
    const json_t *source = json_object_get(move, "source");
    strbuf_addf(text, "%s, game %d, move %d, %s against %s", text_of(source, "file"),
                count_of(source, "game"), count_of(move, "number"), text_of(source, "side"),
                *text_of(source, "opponent") ? text_of(source, "opponent") : "?");
}

static void add_line(struct strbuf *text, const json_t *line)
{
    size_t i;
    json_t *move;
    json_array_foreach(line, i, move)
        if (i < STUDY_NEXT)
            strbuf_addf(text, " %s", json_string_value(move));
}

static void add_move(struct strbuf *text, const json_t *move)
{
    size_t i;
    json_t *why;
    strbuf_addf(text, "  %s loses ", text_of(move, "played"));
    add_number(text, number_of(move, "loss"), 2);
    strbuf_addf(text, ", %s is best: ", text_of(move, "best"));
    add_source(text, move);
    strbuf_addf(text, "\n      %s\n      as played:", text_of(move, "position"));
    add_line(text, json_object_get(move, "played_line"));
    strbuf_add(text, "\n      better:   ");
    add_line(text, json_object_get(move, "line"));
    strbuf_add(text, "\n");
    json_array_foreach(json_object_get(move, "why"), i, why)
        if (i < REVIEW_SENTENCES || strcmp(text_of(why, "kind"), "people") == 0)
            strbuf_addf(text, "      %s\n", text_of(why, "text"));
}

static void add_moves(struct strbuf *text, const char *title, const json_t *moves)
{
    size_t i;
    json_t *move;
    if (json_array_size(moves))
        strbuf_addf(text, "\n%s\n", title);
    json_array_foreach(moves, i, move)
        add_move(text, move);
}

static void add_kinds(struct strbuf *text, const json_t *study)
{
    size_t i;
    json_t *row;
    strbuf_add(text, "\nerrors  discs  what is said of them\n");
    json_array_foreach(json_object_get(study, "kinds"), i, row) {
        if (i == KINDS_SHOWN)
            break;
        strbuf_addf(text, "%6d%7ld  %s\n", count_of(row, "moves"), lround(number_of(row, "given")),
                    text_of(row, "text"));
    }
}

static void add_agains(struct strbuf *text, const json_t *study)
{
    size_t i;
    json_t *row;
    if (json_array_size(json_object_get(study, "again")))
        strbuf_add(text, "\nErrors that came again in the same position\n");
    json_array_foreach(json_object_get(study, "again"), i, row) {
        const json_t *moves = json_object_get(row, "moves");
        if (i == STUDY_SHOWN) {
            strbuf_addf(text, "  and %zu more\n",
                        json_array_size(json_object_get(study, "again")) - i);
            break;
        }
        strbuf_addf(text, "  %d times, ", count_of(row, "times"));
        add_number(text, number_of(row, "given"), 2);
        strbuf_add(text, " discs:\n");
        for (size_t k = 0; k < json_array_size(moves); k++) {
            strbuf_addf(text, "      %s, ", text_of(json_array_get(moves, k), "played"));
            add_source(text, json_array_get(moves, k));
            strbuf_add(text, "\n");
        }
        add_move(text, json_array_get(moves, 0));
    }
}

void study_add_text(struct strbuf *text, const struct study *study, const struct who *who)
{
    json_t *value = study_to_json(study, who);
    if (value) {
        add_head(text, value);
        add_strength(text, value);
        add_losses(text, value);
        add_openings(text, value);
        add_kinds(text, value);
        add_agains(text, value);
        add_moves(text, "The moves that lost most", json_object_get(value, "worst"));
        add_moves(text, "The moves to learn from", json_object_get(value, "instructive"));
    } else {
        text->is_failed = true;
    }
    json_decref(value);
}
