/* book/dirty.c - see dirty.h. */
#include "book/dirty.h"

#include <stdlib.h>

bool book_stratum_add(struct book_stratum *stratum, ofl_board board)
{
    if (stratum->n == stratum->room) {
        const size_t room = stratum->room ? 2 * stratum->room : 64;
        ofl_board *boards = realloc(stratum->boards, room * sizeof *boards);
        if (!boards)
            return false;
        stratum->boards = boards;
        stratum->room = room;
    }
    stratum->boards[stratum->n++] = board;
    return true;
}

/* As a book orders boards of the same number of empties, so that rows are met in their order. */
static int compare(const void *left, const void *right)
{
    const ofl_board *a = left, *b = right;
    if (a->player != b->player)
        return (int64_t)a->player < (int64_t)b->player ? -1 : 1;
    if (a->opponent != b->opponent)
        return (int64_t)a->opponent < (int64_t)b->opponent ? -1 : 1;
    return 0;
}

void book_stratum_sort(struct book_stratum *stratum)
{
    size_t n = 0;
    if (stratum->n)
        qsort(stratum->boards, stratum->n, sizeof *stratum->boards, compare);
    for (size_t i = 0; i < stratum->n; i++)
        if (i == 0 || compare(&stratum->boards[i], &stratum->boards[n - 1]) != 0)
            stratum->boards[n++] = stratum->boards[i];
    stratum->n = n;
}

bool book_stratum_has(const struct book_stratum *stratum, ofl_board board)
{
    return stratum->n && bsearch(&board, stratum->boards, stratum->n, sizeof board, compare);
}

void book_stratum_free(struct book_stratum *stratum)
{
    free(stratum->boards);
    *stratum = (struct book_stratum){0};
}

void book_dirty_free(struct book_dirty *dirty)
{
    for (int i = 0; i < BOOK_STRATA; i++)
        book_stratum_free(&dirty->strata[i]);
}
