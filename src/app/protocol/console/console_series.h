/* protocol/console/console_series.h - a series of games between players A and B in the console.
 *
 * A game is counted when it ends or is given up, and once: moves taken back and played again change
 * nothing. A position that is over when it is set or loaded is no game of the series. The next game
 * gives the players their colours. What there is to say is added to `out`.
 *
 * Threads: a series belongs to one thread.
 */
#ifndef PROTOCOL_CONSOLE_CONSOLE_SERIES_H
#define PROTOCOL_CONSOLE_CONSOLE_SERIES_H

#include <outflank/game.h>

#include "base/strbuf.h"
#include "protocol/word.h"

struct console_series {
    bool is_on;
    struct ofl_series score;
    enum ofl_series_first first; /* who begins the games */
    int begins;                  /* who began this game, or the last one counted: 0 A, 1 B */
    enum ofl_color color_of_a;
    bool is_closed;              /* the game on the board is counted, or not one of the series */
    bool has_next;               /* a game was counted: "new" begins the next, and no other board
                                    is a game of the series before that */
    int last_difference;         /* of that game, seen by A */
};

/* "alternate", "loser", "weaker", "a" or "b"; false for anything else. */
bool console_series_read_first(struct word word, enum ofl_series_first *first);

/* A new series of `score`'s kind. `color` begins its games; `is_closed` as above. */
void console_series_begin(struct console_series *series, struct ofl_series score,
                          enum ofl_series_first first, enum ofl_color color, bool is_closed);

/* How it stands. */
void console_series_say(const struct console_series *series, struct strbuf *out);

/* The game is over, with so many discs for Black. */
void console_series_count(struct console_series *series, int difference, struct strbuf *out);

/* Another board is there; `is_over`: no game is played on it. */
void console_series_board(struct console_series *series, bool is_over);

/* A new game begins: the engine's sides change with the colours of the players. `color` moves
 * first. */
void console_series_next(struct console_series *series, enum ofl_color color, bool is_engine[2],
                         struct strbuf *out);

/* `color` moves first in the game that no move has been played of: who begins has that colour. */
void console_series_turn(struct console_series *series, enum ofl_color color, bool is_engine[2],
                         struct strbuf *out);

#endif
