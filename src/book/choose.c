/* book/choose.c - see choose.h.
 *
 * A move that loses L of V may be taken with weight V + 1 - L, in 1/100 disc: the mean loss is then
 * well inside V, and a move as good as the best one is taken as often as that. */
#include "book/choose.h"

int book_choose_value(const struct ofl_line *line, const struct book_taste *taste)
{
    const bool is_draw = line->solved && line->score == 0;
    return is_draw ? -taste->contempt_cd : line->score;
}

static int best_value(const struct ofl_book_answer *answer, const struct book_taste *taste)
{
    int best = book_choose_value(&answer->lines[0], taste);
    for (int i = 1; i < answer->n_lines; i++) {
        const int value = book_choose_value(&answer->lines[i], taste);
        if (value > best)
            best = value;
    }
    return best;
}

int book_choose_loss(const struct ofl_book_answer *answer, const struct book_taste *taste,
                     int move)
{
    for (int i = 0; i < answer->n_lines; i++)
        if (answer->lines[i].move == move)
            return best_value(answer, taste) - book_choose_value(&answer->lines[i], taste);
    return 0;
}

/* Weights of all lines, and their sum: 0 for those that lose too much. */
static uint64_t weigh(const struct ofl_book_answer *answer, const struct book_taste *taste,
                      enum book_style style, uint64_t weights[OFL_MAX_MOVES])
{
    const int best = best_value(answer, taste);
    const int variety = taste->variety_cd > 0 ? taste->variety_cd : 0;
    uint64_t sum = 0;
    for (int i = 0; i < answer->n_lines; i++) {
        const int loss = best - book_choose_value(&answer->lines[i], taste);
        weights[i] = loss > variety ? 0
                     : style == BOOK_STYLE_PEOPLE ? answer->n_games[i]
                                                  : (uint64_t)(variety + 1 - loss);
        sum += weights[i];
    }
    return sum;
}

/* 0 .. n - 1, n >= 1. The bias is below n / 2^64. */
static uint64_t below(struct rng *rng, uint64_t n) { return rng_next(rng) % n; }

int book_choose(const struct ofl_book_answer *answer, const struct book_taste *taste,
                struct rng *rng)
{
    uint64_t weights[OFL_MAX_MOVES];
    if (!answer->n_lines)
        return -1;
    uint64_t sum = weigh(answer, taste, taste->style, weights);
    if (!sum)
        sum = weigh(answer, taste, BOOK_STYLE_BEST, weights);
    uint64_t at = below(rng, sum);
    int i = 0;
    while (at >= weights[i])
        at -= weights[i++];
    return i;
}
