/* book/choose.c - see choose.h.
 *
 * What a move loses is its cost in base/sample.h. At this temperature the mean loss is below
 * half of the variety, and equal moves are taken equally often. */
#include "book/choose.h"

#include "base/bits.h"
#include "base/sample.h"

static const double TEMPERATURE = 0.8; /* of the variety */

int book_choose_value(const struct ofl_line *line, const struct book_style *style)
{
    const bool is_draw = line->solved && line->score == 0;
    return is_draw ? -style->contempt_cd : line->score;
}

static int best_value(const struct ofl_book_answer *answer, const struct book_style *style)
{
    int best = book_choose_value(&answer->lines[0], style);
    for (int i = 1; i < answer->n_lines; i++) {
        const int value = book_choose_value(&answer->lines[i], style);
        if (value > best)
            best = value;
    }
    return best;
}

uint64_t book_choose_squares(const struct ofl_book_answer *answer)
{
    uint64_t squares = 0;
    for (int i = 0; i < answer->n_lines; i++)
        squares |= bit_of(answer->lines[i].move);
    return squares;
}

int book_choose_loss(const struct ofl_book_answer *answer, const struct book_style *style,
                     int move)
{
    for (int i = 0; i < answer->n_lines; i++)
        if (answer->lines[i].move == move)
            return best_value(answer, style) - book_choose_value(&answer->lines[i], style);
    return 0;
}

/* What each line loses. */
static void set_losses(const struct ofl_book_answer *answer, const struct book_style *style,
                       double loss[OFL_MAX_MOVES])
{
    const int best = best_value(answer, style);
    for (int i = 0; i < answer->n_lines; i++)
        loss[i] = best - book_choose_value(&answer->lines[i], style);
}

/* Shares of all lines: 0 for those that lose more than the variety. False if nobody played one of
 * the others, in the style of people. */
static bool share_out(const struct ofl_book_answer *answer, const struct book_style *style,
                      enum book_style_kind kind, double share[OFL_MAX_MOVES])
{
    const int variety = style->variety_cd > 0 ? style->variety_cd : 0, n = answer->n_lines;
    double loss[OFL_MAX_MOVES] = {0};
    set_losses(answer, style, loss);
    sample_soften(loss, n, variety * TEMPERATURE, 1, share);
    for (int i = 0; i < n; i++)
        if (loss[i] > variety)
            share[i] = 0;
        else if (kind == BOOK_STYLE_PEOPLE)
            share[i] = answer->n_games[i];
    return sample_normalize(share, n);
}

int book_choose(const struct ofl_book_answer *answer, const struct book_style *style,
                struct rng *rng)
{
    double share[OFL_MAX_MOVES];
    if (!answer->n_lines)
        return -1;
    if (!share_out(answer, style, style->kind, share))
        share_out(answer, style, BOOK_STYLE_BEST, share);
    for (int i = 0; i < answer->n_lines; i++)
        if (share[i] == 1)
            return i;
    return sample_draw(share, answer->n_lines, rng);
}
