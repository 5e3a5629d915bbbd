/* match/openings_book.c - see openings_book.h: ply by ply. */
#include "match/openings_book.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/regular.h"
#include "base/visible.h"
#include "book/ask.h"
#include "book/key.h"
#include "book/view.h"

static const uint32_t max_lines = 300000;

struct found {
    ofl_board key, board; /* after its moves */
    struct play_opening opening;
};

struct list {
    struct found *items; /* in the order they were found */
    struct hash hash;    /* by their keys */
    size_t n;
};

static void free_list(struct list *list)
{
    free(list->items);
    free(list->hash.slots);
}

bool openings_book_knows(const char *path)
{
    static const char working[] = "SQLite format 3";
    return book_view_is_packed_file(path) || regular_begins_with(path, working, sizeof working);
}

/* Of lines to one position the first one stays. */
static bool add(struct list *list, const struct found *found, struct reason *reason)
{
    if (hash_find(&list->hash, list->items, sizeof *found, &found->key, sizeof found->key) !=
        HASH_NONE)
        return true;
    if (list->n == max_lines)
        return reason_set(reason, "more than %u openings; give fewer plies or less balance",
                          max_lines);
    return hash_push(&list->hash, &list->items, &list->n, found, sizeof *found,
                     sizeof found->key) ||
           reason_set(reason, "not enough memory for so many openings");
}

/* The balanced moves of one line. `start_cd` is the start's value for Black. */
static bool extend(ofl_book *book, const struct found *from, int start_cd, double balance,
                   struct list *next, struct reason *reason)
{
    struct ofl_book_answer answer;
    const int sign = from->opening.n_moves % 2 ? -1 : 1; /* whose values the answer has */
    if (book_ask_scores(book, from->board, &answer, reason) < 0)
        return false;
    for (int i = 0; i < answer.n_lines; i++) {
        const struct ofl_line *line = &answer.lines[i];
        struct found found = *from;
        if (abs(sign * line->score - start_cd) > 100 * balance)
            continue;
        found.opening.moves[found.opening.n_moves++] = (uint8_t)line->move;
        found.board = ofl_play(from->board, line->move);
        found.key = ofl_canonical(found.board, NULL);
        if (!ofl_is_over(found.board) && !add(next, &found, reason))
            return false;
    }
    return true;
}

static bool find_lines(ofl_book *book, int plies, double balance, struct list *list,
                       struct reason *reason)
{
    const ofl_position start = ofl_position_start();
    struct found root = {.opening = {.start = start}, .board = start.board};
    struct ofl_book_answer answer;
    const int known = book_ask_scores(book, start.board, &answer, reason);
    if (known < 0)
        return false;
    bool is_good = add(list, &root, reason);
    for (int ply = 0; ply < plies && is_good; ply++) {
        struct list next = {0};
        for (size_t i = 0; i < list->n && is_good; i++)
            is_good = extend(book, &list->items[i], answer.score, balance, &next, reason);
        free_list(list);
        *list = next;
    }
    if (is_good && list->n == 0)
        return reason_set(reason, "no line of %d plies within %g discs", plies, balance);
    return is_good;
}

static bool take(struct openings *openings, const struct list *list, struct reason *reason)
{
    openings->list = malloc(list->n * sizeof *openings->list);
    if (!openings->list)
        return reason_set(reason, "not enough memory for so many openings");
    openings->n = (uint32_t)list->n;
    openings->checksum = UINT64_C(0xcbf29ce484222325); /* as of a file's bytes: of the moves */
    for (size_t i = 0; i < list->n; i++) {
        openings->list[i] = list->items[i].opening;
        for (int k = 0; k < list->items[i].opening.n_moves; k++)
            openings->checksum =
                (openings->checksum ^ openings->list[i].moves[k]) * UINT64_C(0x100000001b3);
    }
    return true;
}

bool openings_book_load(struct openings *openings, const char *path, int plies, double balance,
                        struct reason *reason)
{
    struct ofl_book_error error;
    struct list list = {0};
    ofl_book *book = ofl_book_open(path, &error);
    if (!book)
        return reason_set(reason, "%s", error.text);
    const bool is_good = find_lines(book, plies ? plies : OPENINGS_BOOK_PLIES, balance, &list,
                                    reason) &&
                         take(openings, &list, reason);
    if (!is_good && !strstr(reason->text, path))
        reason_put_before(reason, "%s: ", visible(path).text);
    ofl_book_close(book);
    free_list(&list);
    return is_good;
}
