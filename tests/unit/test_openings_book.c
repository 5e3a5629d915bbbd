/* Openings of a match out of a book: balanced, each position once, the same every time. */
#include <criterion/criterion.h>
#include <outflank/book.h>
#include <stdlib.h>
#include <string.h>

#include "match/openings_book.h"
#include "support.h"

static const char book_path[] = TEST_DATA "/book/small.book";

static struct openings load(int plies, double balance)
{
    struct openings openings = {0};
    struct reason reason;
    cr_assert(openings_book_load(&openings, book_path, plies, balance, &reason), "%s", reason.text);
    return openings;
}

/* After the moves of an opening, seen by the side to move. */
static ofl_board end_of(const struct play_opening *opening)
{
    ofl_board board = opening->start.board;
    for (int i = 0; i < opening->n_moves; i++) {
        cr_assert(ofl_is_legal(board, opening->moves[i]));
        board = ofl_play(board, opening->moves[i]);
    }
    return board;
}

Test(openings_book, lines_are_balanced_and_differ)
{
    struct ofl_book_answer start, end;
    const struct openings openings = load(6, 3);
    ofl_book *book = ofl_book_open(book_path, NULL);
    cr_assert(book && ofl_book_ask(book, ofl_position_start().board, &start, NULL) == 1);
    cr_expect_geq(openings.n, 4);
    for (uint32_t i = 0; i < openings.n; i++) {
        const ofl_board board = end_of(&openings.list[i]);
        cr_assert_eq(openings.list[i].n_moves, 6);
        if (ofl_book_ask(book, board, &end, NULL) == 1 && end.has_value) /* Black moves again */
            cr_expect_leq(abs(end.score - start.score), 300, "opening %u", i);
        for (uint32_t k = 0; k < i; k++) {
            const ofl_board a = ofl_canonical(board, NULL);
            const ofl_board b = ofl_canonical(end_of(&openings.list[k]), NULL);
            cr_assert(a.player != b.player || a.opponent != b.opponent);
        }
    }
    ofl_book_close(book);
    free(openings.list);
}

Test(openings_book, more_balance_gives_more)
{
    struct openings narrow = load(6, 0.5), wide = load(6, 8), again = load(6, 8);
    cr_expect_lt(narrow.n, wide.n);
    cr_expect_neq(narrow.checksum, wide.checksum);
    cr_assert_eq(wide.n, again.n);
    cr_expect_eq(wide.checksum, again.checksum);
    free(narrow.list);
    free(wide.list);
    free(again.list);
}

Test(openings_book, what_is_none)
{
    struct openings openings = {0};
    struct reason reason;
    cr_expect(openings_book_knows(book_path));
    cr_expect_not(openings_book_knows(TEST_DATA "/README.md"));
    cr_expect_not(openings_book_knows(TEST_DATA "/nothing"));
    cr_expect_not(openings_book_load(&openings, book_path, 40, 3, &reason));
    cr_expect(strstr(reason.text, "small.book") && strstr(reason.text, "no line of 40 plies"), "%s",
              reason.text);
    cr_expect_not(openings_book_load(&openings, TEST_DATA "/README.md", 4, 3, &reason));
    cr_expect(strstr(reason.text, "README.md"), "%s", reason.text);
    cr_expect_null(openings.list);
}
