/* report/csv.c - reviewed games as a table, a row a move (RFC 4180). */
#include <inttypes.h>

#include "base/visible.h"
#include "report/report.h"

static void add_number(struct strbuf *text, int64_t value, int decimals)
{
    strbuf_add_decimal(text, value, decimals, false);
    strbuf_add(text, ",");
}

void review_add_csv_head(struct strbuf *text)
{
    strbuf_add(text, "file,game,black,white,number,side,move,value,after,loss,best,exact,chance,"
                     "chance_lost,grade,sure,missed,opening,board\r\n");
}

static void add_move(struct strbuf *text, const struct review *review,
                     const struct review_move *move)
{
    char square[8], best[8], board[OFL_BOARD_TEXT];
    const double lost = move->chance_before - move->chance_after;
    strbuf_addf(text, "%d,%s,%s,", move->number, review_side_word(move->side),
                ofl_move_to_text(move->move, false, square));
    add_number(text, move->before_cd, 2);
    add_number(text, move->after_cd, 2);
    add_number(text, move->loss_cd, 2);
    strbuf_addf(text, "%s,%d,", ofl_move_to_text(review->points[move->ply].best, false, best),
                move->is_exact);
    add_number(text, (int64_t)(1e5 * move->chance_after + 0.5), 5);
    add_number(text, (int64_t)(1e5 * lost + (lost < 0 ? -0.5 : 0.5)), 5);
    strbuf_addf(text, "%s,%d,%s,%s,%s\r\n", move->grade ? review_grade_name(move->grade) : "",
                !move->is_unsure, move->misses_win ? "win" : move->misses_draw ? "draw" : "",
                visible_cell(review->opening ? review->opening->name : "").text,
                ofl_position_to_text(review->points[move->ply].position, board));
}

void review_add_csv(struct strbuf *text, const struct review *review,
                    const struct review_origin *origin, int sides)
{
    for (int i = 0; i < review->n_moves; i++) {
        if (!(sides >> review->moves[i].side & 1))
            continue;
        strbuf_addf(text, "%s,%" PRId64 ",%s,%s,",
                    visible_cell(origin->file ? origin->file : "").text, origin->index,
                    visible_cell(review->game.black).text, visible_cell(review->game.white).text);
        add_move(text, review, &review->moves[i]);
    }
}
