/* The choice among the moves of a book: weights, bounds of the loss, draws. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "book/choose.h"
#include "support.h"

static struct ofl_book_answer answer_of(const int *scores, const uint32_t *n_games, int n)
{
    struct ofl_book_answer answer = {.n_lines = n, .is_complete = true};
    for (int i = 0; i < n; i++) {
        answer.lines[i] = (struct ofl_line){.move = i, .score = scores[i], .source = OFL_FROM_BOOK};
        answer.n_games[i] = n_games ? n_games[i] : 0;
    }
    return answer;
}

enum { DRAWS = 20000 };

static void count_choices(const struct ofl_book_answer *answer, struct book_style style,
                          int counts[OFL_MAX_MOVES])
{
    struct rng rng = rng_seeded(test_seed(52));
    memset(counts, 0, OFL_MAX_MOVES * sizeof *counts);
    for (int i = 0; i < DRAWS; i++)
        counts[book_choose(answer, &style, &rng)]++;
}

Test(choose, variety_bounds_the_loss)
{
    static const int scores[] = {40, 40, 0, -40, -61, -300};
    const struct ofl_book_answer answer = answer_of(scores, NULL, 6);
    int counts[OFL_MAX_MOVES];
    count_choices(&answer, (struct book_style){.variety_cd = 100}, counts);
    double loss = 0;
    for (int i = 0; i < 6; i++)
        loss += (40.0 - scores[i]) * counts[i] / DRAWS;
    cr_expect(loss > 10 && loss < 100, "mean loss %g", loss);
    cr_expect(counts[0] > counts[2] && counts[2] > counts[3] && counts[3] > 0);
    cr_expect_eq(counts[4], 0, "1.01 discs are more than 1");
    cr_expect_eq(counts[5], 0);
    count_choices(&answer, (struct book_style){0}, counts);
    cr_expect_eq(counts[0] + counts[1], DRAWS);
    cr_expect(counts[0] > DRAWS / 3 && counts[1] > DRAWS / 3, "%d, %d", counts[0], counts[1]);
    cr_expect_eq(book_choose(&(struct ofl_book_answer){0}, &(struct book_style){0},
                             &(struct rng){0}), -1);
}

Test(choose, as_people_do)
{
    static const int scores[] = {50, 40, 0, -500};
    static const uint32_t n_games[] = {10, 30, 0, 1000}, none[4] = {0};
    const struct book_style style = {.variety_cd = 100, .kind = BOOK_STYLE_PEOPLE};
    int counts[OFL_MAX_MOVES];
    struct ofl_book_answer answer = answer_of(scores, n_games, 4);
    count_choices(&answer, style, counts);
    cr_expect(abs(counts[1] - 3 * DRAWS / 4) < DRAWS / 50, "%d", counts[1]);
    cr_expect(counts[2] == 0 && counts[3] == 0, "nobody played it; too bad");
    answer = answer_of(scores, none, 4);
    count_choices(&answer, style, counts);
    cr_expect(counts[0] > counts[1] && counts[1] > counts[2] && counts[2] > 0);
}

Test(choose, contempt_is_for_proved_draws)
{
    static const int scores[] = {0, -30, 0};
    struct ofl_book_answer answer = answer_of(scores, NULL, 3);
    struct book_style style = {.contempt_cd = 50};
    struct rng rng = rng_seeded(1);
    answer.lines[0].solved = answer.lines[2].solved = true;
    cr_expect_eq(book_choose(&answer, &style, &rng), 1);
    cr_expect_eq(book_choose_loss(&answer, &style, 0), 20);
    cr_expect_eq(book_choose_loss(&answer, &style, 63), 0, "not in the book");
    style.contempt_cd = -50;
    cr_expect_neq(book_choose(&answer, &style, &rng), 1);
    answer.lines[0].solved = answer.lines[2].solved = false;
    style.contempt_cd = 5000;
    cr_expect_neq(book_choose(&answer, &style, &rng), 1, "a value of 0 is no draw");
}
