/* report/review_text.c - a reviewed game as text for people. */
#include <inttypes.h>
#include <string.h>

#include "base/bits.h"
#include "base/visible.h"
#include "report/report.h"

const char *review_side_word(enum ofl_color side) { return side == OFL_BLACK ? "black" : "white"; }

static const char *review_side_title(enum ofl_color side)
{
    return side == OFL_BLACK ? "Black" : "White";
}

/* The name of a player as far as it can be shown, or "black" and "white". `out` has
 * OFL_NAME_TEXT bytes. */
static const char *review_name(const struct review *review, enum ofl_color side, char *out)
{
    const char *name = side == OFL_BLACK ? review->game.black : review->game.white;
    visible_copy(out, OFL_NAME_TEXT, name, strlen(name));
    return *out ? out : review_side_word(side);
}

/* " =+12" if it is proven, "+11.87" if not; the exact ones are whole discs. */
static void add_value(struct strbuf *text, int value_cd, bool is_exact)
{
    struct strbuf number = {0};
    if (is_exact && value_cd % 100 == 0)
        strbuf_addf(&number, "=%+d", value_cd / 100);
    else
        strbuf_add_decimal(&number, value_cd, 2, true);
    strbuf_addf(text, "%8s", number.data ? number.data : "");
    strbuf_free(&number);
}

static void add_discs(struct strbuf *text, int64_t value_cd)
{
    strbuf_add_decimal(text, value_cd % 100 ? value_cd : value_cd / 100, value_cd % 100 ? 2 : 0,
                       false);
}

static void add_head(struct strbuf *text, const struct review *review,
                     const struct review_origin *origin)
{
    char black[OFL_NAME_TEXT], white[OFL_NAME_TEXT];
    const ofl_position end = review->points[review->n_points - 1].position;
    const bool is_black = end.turn == OFL_BLACK;
    if (origin->file)
        strbuf_add(text, visible(origin->file).text);
    if (origin->n_in_file != 1)
        strbuf_addf(text, ", game %" PRId64, origin->index);
    strbuf_addf(text, "%s%s - %s, ", origin->file ? ": " : "",
                review_name(review, OFL_BLACK, black), review_name(review, OFL_WHITE, white));
    const uint64_t discs[2] = {is_black ? end.board.player : end.board.opponent,
                               is_black ? end.board.opponent : end.board.player};
    strbuf_addf(text, "%d-%d%s\n", bit_count(discs[0]), bit_count(discs[1]),
                review->is_over ? "" : " when it was left");
    if (review->opening)
        strbuf_addf(text, "Opening: %s (%d moves)\n", review->opening->name,
                    review->opening_plies);
}

static void add_move(struct strbuf *text, const struct review *review,
                     const struct review_move *move)
{
    const struct review_point *before = &review->points[move->ply];
    const struct review_point *after = before + 1;
    char square[8], best[8];
    strbuf_addf(text, "%3d  %s  %-4s", move->number, review_side_word(move->side),
                ofl_move_to_text(move->move, false, square));
    add_value(text, move->before_cd, before->is_exact);
    add_value(text, move->after_cd, after->is_exact);
    struct strbuf lost = {0};
    if (move->loss_cd)
        strbuf_add_decimal(&lost, move->loss_cd, 2, false);
    const bool has_better = move->loss_cd && before->best != move->move;
    strbuf_addf(text, "%8s  %-6s  %3d %%%s%s%s%s\n", lost.data ? lost.data : "",
                has_better ? ofl_move_to_text(before->best, false, best) : "",
                (int)(100 * move->chance_after + 0.5), move->grade ? "  " : "",
                review_grade_mark(move->grade), move->is_unsure && move->grade ? " (unsure)" : "",
                move->misses_win ? "  missed win" : move->misses_draw ? "  missed draw" : "");
    strbuf_free(&lost);
    struct explain_sentence sentences[EXPLAIN_N_KINDS];
    const int n = move->grade ? review_explain(review, move, sentences) : 0;
    for (int i = 0; i < n; i++)
        if (i < REVIEW_SENTENCES || sentences[i].kind == EXPLAIN_PEOPLE)
            strbuf_addf(text, "            %s\n", sentences[i].text);
}

static void add_share(struct strbuf *text, const char *what, const struct review_share *share)
{
    if (!share->n)
        return;
    strbuf_addf(text, "  %-12s  ", what);
    add_discs(text, share->given_cd);
    strbuf_addf(text, " discs in %d move%s, accuracy %d\n", share->n, share->n == 1 ? "" : "s",
                (int)(share->accuracy + 0.5));
}

static void add_side(struct strbuf *text, const struct review *review, enum ofl_color color)
{
    static const char *const phases[REVIEW_PHASES] = {"moves 1-20", "moves 21-40", "moves 41-60"};
    const struct review_side *side = &review->sides[color];
    char name[OFL_NAME_TEXT];
    strbuf_addf(text, "%s", review_side_title(color));
    if (strcmp(review_name(review, color, name), review_side_word(color)) != 0)
        strbuf_addf(text, ", %s,", name);
    strbuf_add(text, " gave away ");
    add_discs(text, side->all.given_cd);
    strbuf_addf(text, " discs: accuracy %d; %d ??, %d ?, %d ?!\n", (int)(side->all.accuracy + 0.5),
                side->n_grades[REVIEW_BLUNDER], side->n_grades[REVIEW_MISTAKE],
                side->n_grades[REVIEW_INACCURACY]);
    for (int i = 0; i < REVIEW_PHASES; i++)
        add_share(text, phases[i], &side->phase[i]);
    add_share(text, "last 20", &side->last);
}

/* Start, losses and result: they add up. */
static void add_sum(struct strbuf *text, const struct review *review)
{
    if (!review->is_complete)
        return;
    strbuf_add(text, "For Black: ");
    strbuf_add_decimal(text, review->start_cd, 2, true);
    strbuf_add(text, " at the start, gave ");
    add_discs(text, review->sides[OFL_BLACK].all.given_cd);
    strbuf_add(text, ", was given ");
    add_discs(text, review->sides[OFL_WHITE].all.given_cd);
    strbuf_add(text, ": ");
    strbuf_add_decimal(text, review->final_cd, 2, true);
    strbuf_add(text, review->is_over ? ", the result\n" : ", the value of the last board\n");
}

/* Were the chances of a side ever even? */
static bool was_even(const struct review *review, enum ofl_color side)
{
    for (int i = 0; i < review->n_moves; i++) {
        const struct review_move *move = &review->moves[i];
        const double before = move->side == side ? move->chance_before : 1 - move->chance_before;
        if (before >= 0.5)
            return true;
    }
    return false;
}

/* Of a game that was left nothing is said of who lost it. */
static void add_turning(struct strbuf *text, const struct review *review)
{
    const int led_cd = review->final_cd - ofl_draw_score(review->game.komi, OFL_BLACK);
    const enum ofl_color loser = led_cd > 0 ? OFL_WHITE : OFL_BLACK;
    char square[8];
    if (review->turning >= 0) {
        const struct review_move *move = &review->moves[review->turning];
        strbuf_addf(text, "Turning point: move %d, %s by %s: %d %% became %d %%\n", move->number,
                    ofl_move_to_text(move->move, false, square), review_side_word(move->side),
                    (int)(100 * move->chance_before + 0.5), (int)(100 * move->chance_after + 0.5));
    } else if (review->is_complete && review->is_over && led_cd) {
        strbuf_addf(text, "Turning point: none; %s %s\n", review_side_word(loser),
                    was_even(review, loser) ? "lost the game slowly" : "was behind from the start");
    }
}

void review_add_text(struct strbuf *text, const struct review *review,
                     const struct review_origin *origin)
{
    add_head(text, review, origin);
    strbuf_add(text, "\n  #  side   move   value   after    lost  better  chance\n");
    for (int i = 0; i < review->n_moves; i++)
        add_move(text, review, &review->moves[i]);
    strbuf_add(text, "\n");
    add_side(text, review, OFL_BLACK);
    add_side(text, review, OFL_WHITE);
    add_sum(text, review);
    add_turning(text, review);
}
