/* protocol/uci/uci_search.h - what UCI's commands share, and its searches.
 *
 * uci.c reads the commands and keeps the game; uci_search.c does what takes time. */
#ifndef PROTOCOL_UCI_UCI_SEARCH_H
#define PROTOCOL_UCI_UCI_SEARCH_H

#include "protocol/session.h"

struct uci {
    struct session *session;
    struct ofl_game game;
    bool is_valid;     /* false after a position that could not be read */
    bool is_othello;   /* UCI_Variant: Othello's own names of squares and colours */
    bool is_plain;     /* moves are written f5, not P@f4 */
    bool is_pondering; /* "ponderhit" or "stop" is to come, */
    struct ofl_limits pondered; /* with these limits then */
    int n_closing;     /* passes that followed the end of the game: Fairy-Stockfish plays two */
    int multi_pv;
    bool is_limited;   /* UCI_LimitStrength: plays at `elo`, UCI_Elo */
    int elo;
    bool must_quit;
    int table_permille;     /* fill of the table, last told */
    struct strbuf info;     /* the engine's thread writes by it */
    struct strbuf owed;     /* answer of an endless search, which "stop" asks for; or "" */
};

/* P@f4 and passes as a1a1, or f5 and pass. `board` is the one that the move is played on. */
void uci_add_move(const struct uci *uci, struct strbuf *text, ofl_board board, int move);

/* "info string Error: ..."; returns false. */
bool uci_fail(struct uci *uci, const char *format, ...) __attribute__((format(printf, 2, 3)));

bool uci_ready(struct uci *uci); /* "readyok" */

/* Searches, and tells the best move; of an endless search only when uci_stop() asks for it. */
void uci_go(struct uci *uci, const struct ofl_limits *limits);

void uci_ponder(struct uci *uci, const struct ofl_limits *limits);
void uci_ponder_hit(struct uci *uci);
void uci_stop(struct uci *uci);
void uci_end_pondering(struct uci *uci); /* without an answer */

/* The lines of input that end searches; for line_rules. */
unsigned uci_stops(const char *text, size_t length);

/* Tells each line of each iteration; for ofl_on_info(), `user` is the struct uci. */
void uci_on_info(void *user, const struct ofl_info *info);

#endif
