/* book/view.h - a book of either kind, to be read: a working or a packed one, as its content tells.
 *
 * What is read of a working book is of one moment: that of opening, or of book_view_begin(). A
 * stale one is refused: it lacks values.
 *
 * Errors:  false (or -1) with a sentence that names the file.
 * Threads: a view belongs to one thread at a time.
 */
#ifndef BOOK_VIEW_H
#define BOOK_VIEW_H

#include "book/book_games.h"
#include "book/packed.h"
#include "book/rated.h"

struct book_view;

/* `path` may be BOOK_BUILT_IN (book_built_in.h). The caller closes the view. */
bool book_view_open(const char *path, struct book_view **view, struct reason *reason);
void book_view_close(struct book_view *view);

/* For views that stay open: the moment ends, so that others can tidy their log, and a new one
 * begins. Does nothing for a packed book. */
void book_view_end(struct book_view *view);
bool book_view_begin(struct book_view *view, struct reason *reason);

/* The first bytes of a file are those of a packed book. */
bool book_view_is_packed_file(const char *path);

/* The book behind it, if it is of that kind; else NULL. It lives as long as the view. */
struct book_store *book_view_store(struct book_view *view);
struct packed_book *book_view_packed(struct book_view *view);

/* The record of a key: 1 found, 0 not there, -1. */
int book_view_get(struct book_view *view, ofl_board key, struct book_record *record,
                  struct reason *reason);

/* The moves of a key with what the book has of each child. */
bool book_view_moves(struct book_view *view, ofl_board key, struct book_moves *moves,
                     struct reason *reason);

/* Records with `least` to `most` empties: of a working book in the order of book_key_compare(), of
 * a packed one in that of the file, which is read as a whole. Of a packed one they lack the squares
 * that deviations excluded (packed_record.h). */
bool book_view_walk(struct book_view *view, int least, int most, book_visitor visit, void *user,
                    struct reason *reason);

/* Number of records with `least` to `most` empties; -1. */
int64_t book_view_count(struct book_view *view, int least, int most, struct reason *reason);

/* Games that came to a key. A packed book has only their number, rounded down if it is large. */
struct book_view_games {
    bool has_results, is_rounded;
    struct book_counts results; /* for the side to move there */
    struct rated_counts rated;  /* for who moved there */
    uint64_t n;
};
bool book_view_count_games(struct book_view *view, ofl_board key, struct book_view_games *games,
                           struct reason *reason);

/* A move that was played there, with the games that came to where it leads. */
struct book_played {
    int move;
    bool is_passed;               /* who moved moves again: `results` are his */
    struct book_view_games games;
};

/* For who made the move. */
struct book_counts book_played_results(const struct book_played *played);

/* All of them, most often first; of moves that are the same by symmetry one. Their number; -1. */
int book_view_played(struct book_view *view, ofl_board board,
                     struct book_played played[OFL_MAX_MOVES], struct reason *reason);

#endif
