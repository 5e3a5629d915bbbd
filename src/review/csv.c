/* review/csv.c - reviewed games as a table, a row a move (RFC 4180). */
#include <inttypes.h>
#include <string.h>

#include "base/visible.h"
#include "review/report.h"

/* In quotes, which are doubled. A spreadsheet would run a text that begins with = + - @ or a tab;
 * an apostrophe before it says that it is text. */
static void add_text(struct strbuf *text, const char *value)
{
    const struct visible shown = visible(value);
    strbuf_add(text, "\"");
    if (*value && strchr("=+-@\t\r", *value))
        strbuf_add(text, "'");
    for (const char *c = shown.text; *c; c++) {
        if (*c == '"')
            strbuf_add(text, "\"");
        strbuf_add_bytes(text, c, 1);
    }
    strbuf_add(text, "\",");
}

static void add_number(struct strbuf *text, int64_t value, int decimals)
{
    strbuf_add_decimal(text, value, decimals, false);
    strbuf_add(text, ",");
}

void review_add_csv_head(struct strbuf *text)
{
    strbuf_add(text, "file,game,black,white,number,side,move,value,after,loss,best,exact,chance,"
                     "chance_lost,grade,sure,missed\r\n");
}

static void add_move(struct strbuf *text, const struct review *review,
                     const struct review_move *move)
{
    char square[8], best[8];
    const double lost = move->chance_before - move->chance_after;
    strbuf_addf(text, "%d,%s,%s,", move->number, review_side_word(move->side),
                ofl_move_to_text(move->move, false, square));
    add_number(text, move->before_cd, 2);
    add_number(text, move->after_cd, 2);
    add_number(text, move->loss_cd, 2);
    strbuf_addf(text, "%s,%d,", ofl_move_to_text(review->points[move->ply].best, false, best),
                move->is_exact);
    add_number(text, (int64_t)(1000 * move->chance_after + 0.5), 3);
    add_number(text, (int64_t)(1000 * lost + (lost < 0 ? -0.5 : 0.5)), 3);
    strbuf_addf(text, "%s,%d,%s\r\n", move->grade ? review_grade_name(move->grade) : "",
                !move->is_unsure, move->misses_win ? "win" : move->misses_draw ? "draw" : "");
}

void review_add_csv(struct strbuf *text, const struct review *review,
                    const struct review_origin *origin)
{
    for (int i = 0; i < review->n_moves; i++) {
        add_text(text, origin->file);
        strbuf_addf(text, "%" PRId64 ",", origin->index);
        add_text(text, review->game.black);
        add_text(text, review->game.white);
        add_move(text, review, &review->moves[i]);
    }
}
