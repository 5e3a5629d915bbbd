/* match/openings_book.c - see openings_book.h.
 *
 * Ply by ply: all lines of one length are known before the next length begins, so that lines that
 * lead to one position are found by sorting. */
#include "match/openings_book.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/regular.h"
#include "base/visible.h"
#include "book/ask.h"
#include "book/key.h"
#include "book/view.h"

static const uint32_t max_lines = 300000;

struct found {
    struct play_opening opening;
    ofl_board board, key; /* after its moves */
    uint32_t order;       /* in which it was found */
};

struct list {
    struct found *items;
    uint32_t n, capacity;
};

bool openings_book_knows(const char *path)
{
    static const char working[] = "SQLite format 3";
    char head[sizeof working];
    if (book_view_is_packed_file(path))
        return true;
    const int fd = regular_open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    const ssize_t n = pread(fd, head, sizeof head, 0);
    close(fd);
    return n == (ssize_t)sizeof head && memcmp(head, working, sizeof head) == 0;
}

static bool add(struct list *list, const struct found *found, struct reason *reason)
{
    if (list->n == max_lines)
        return reason_set(reason, "more than %u openings; give fewer plies or less balance",
                          max_lines);
    if (list->n == list->capacity) {
        const uint32_t capacity = list->capacity ? 2 * list->capacity : 256;
        struct found *items = realloc(list->items, capacity * sizeof *items);
        if (!items)
            return reason_set(reason, "not enough memory for so many openings");
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->n] = *found;
    list->items[list->n].order = list->n;
    list->n++;
    return true;
}

static int compare(const void *a, const void *b)
{
    const struct found *left = a, *right = b;
    const int order = book_key_compare(left->key, right->key);
    return order ? order : (left->order > right->order) - (left->order < right->order);
}

static int compare_order(const void *a, const void *b)
{
    const struct found *left = a, *right = b;
    return (left->order > right->order) - (left->order < right->order);
}

/* Of lines to one position the first one stays. */
static void unite(struct list *list)
{
    uint32_t n = 0;
    if (list->n)
        qsort(list->items, list->n, sizeof *list->items, compare);
    for (uint32_t i = 0; i < list->n; i++)
        if (n == 0 || book_key_compare(list->items[n - 1].key, list->items[i].key) != 0)
            list->items[n++] = list->items[i];
    list->n = n;
    if (n)
        qsort(list->items, n, sizeof *list->items, compare_order);
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
        for (uint32_t i = 0; i < list->n && is_good; i++)
            is_good = extend(book, &list->items[i], answer.score, balance, &next, reason);
        unite(&next);
        free(list->items);
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
    openings->n = list->n;
    openings->checksum = UINT64_C(0xcbf29ce484222325); /* as of a file's bytes: of the moves */
    for (uint32_t i = 0; i < list->n; i++) {
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
    free(list.items);
    return is_good;
}
