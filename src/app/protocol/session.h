/* protocol/session.h - what every protocol needs: input, output, the engine, and searches that
 * the input can end.
 *
 * Threads: the functions are for the one thread that runs the protocol.
 */
#ifndef PROTOCOL_SESSION_H
#define PROTOCOL_SESSION_H

#include <outflank/book.h>
#include <outflank/think.h>

#include "base/strbuf.h"
#include "text/reading.h"
#include "protocol/protocol_config.h"
#include "protocol/line.h"
#include "protocol/output.h"
#include "protocol/word.h"

struct session {
    const struct protocol_config *config;
    ofl_engine *engine;
    struct output output;
    struct stop stop;     /* of the search in work, or the last one */
    struct line_source *lines;
    struct line *pushed;  /* a line that was given back, to be read again; or NULL */
    struct strbuf reply;  /* of the command in work */
    struct reading record; /* that the game in work was loaded from; all zero: none */
    bool is_edited;       /* lines come from a line editor on a terminal */
    int64_t asked_us;     /* when the line in work was: session_spent_ms() */
    bool was_search_cut;  /* the session ended during a search */
    bool is_pondering;    /* the engine thinks in the opponent's time, */
    ofl_board ponder_board; /* about this board, */
    struct ofl_limits ponder_limits; /* which would be searched so */
    int draw_cd;          /* of the game in work, for its mover: ofl_limits.draw_cd */
    int64_t seed_told;    /* of play that varies, the last one told; 0: none */
};

/* False, with a sentence on stderr, if there is no memory or thread. `config` must outlive the
 * session. */
bool session_open(struct session *session, const struct protocol_config *config, bool is_edited);

/* Frees everything and returns the exit code (protocol.h). If the output could not be written, it
 * says on stderr why. */
int session_close(struct session *session);

/* The next line, which the caller must free(). NULL when the session is to end. */
struct line *session_next_line(struct session *session);
/* Since the line in work was read, or the one before it was answered: a thread may wake up late. */
int64_t session_spent_ms(const struct session *session);

/* Is a line there, so that session_next_line() will not wait? */
bool session_has_line(struct session *session);
/* Gives a line back: it is the next line again. */
void session_push_line(struct session *session, struct line *line);

/* Writes session->reply and empties it. False if it could not be written. */
bool session_send(struct session *session);

/* The same with `line` and its end in place of what the reply was. */
bool session_send_line(struct session *session, const char *line);

bool session_is_ending(const struct session *session); /* now: nobody wants a reply any more */

/* True if such a search ends by itself: by a limit of time or nodes, a small depth or level, or few
 * empties. The end of the input ends only the others. */
bool session_is_bounded(const struct session *session, ofl_board board,
                        const struct ofl_limits *limits);

/* As ofl_search(); lines of the classes `stops` (line.h) end it. If the session ends meanwhile,
 * `result` is worth nothing. */
int session_search(struct session *session, ofl_board board, const struct ofl_limits *limits,
                   unsigned stops, struct ofl_result *result);

/* As session_search(), and calls `tick` every interval_ms with what is known by then. With `waits`, a
 * search that ended by itself stays on until a line of the classes `stops` comes, after a last tick. */
struct session_stream {
    unsigned stops;
    int64_t interval_ms; /* below 0: no ticks */
    bool waits;
    void (*begun)(void *user); /* or NULL: the search has been started */
    void (*tick)(void *user, const struct ofl_result *now);
    void *user;
};
int session_stream(struct session *session, ofl_board board, const struct ofl_limits *limits,
                   const struct session_stream *stream, struct ofl_result *result);

/* Thinks in the opponent's time, if the option "ponder" is on: about the answer to his expected move,
 * the second of `line`, which begins at `board`; `limits` are those of the next search for a move. If a
 * search asks for that board in the same way, it goes on as that one; else it ends. */
void session_ponder(struct session *session, ofl_board board, const struct ofl_line *line,
                    const struct ofl_limits *limits);
/* The same about `board` itself, whatever the option says. */
void session_ponder_board(struct session *session, ofl_board board, const struct ofl_limits *limits);
void session_end_pondering(struct session *session);

/* Forgets the last game. */
void session_new_game(struct session *session);

/* The same for ofl_choose() and ofl_hint(). Pondering goes on into a search, not into a book move. */
int session_choose(struct session *session, const struct ofl_game *game,
                   const struct ofl_limits *limits, unsigned stops, struct ofl_result *result);
int session_hint(struct session *session, ofl_board board, const struct ofl_limits *limits,
                 unsigned stops, struct ofl_result *result);

/* What a protocol begins with: this variety, of all moves or of book moves only, unless another was
 * given. */
void session_set_variety(struct session *session, const char *discs, bool is_for_book);

/* The seed in force, or a new one; the option "seed" is the one after it then. */
int64_t session_take_seed(struct session *session);

/* The seed, once a game, if a move of the game was drawn by it; 0: nothing new to tell. */
int64_t session_new_seed(struct session *session);

/* Keeps the record that *game is loaded from; NULL: of a new game. session_record(): what it says now. */
void session_keep(struct session *session, const struct reading *record, struct ofl_game *game);
void session_record(const struct session *session, const struct ofl_game *game, struct reading *now);

/* Adds the game to the engine's book, a working one, as "outflank book learn" does. False with the
 * reason in session->reply. */
bool session_learn(struct session *session, const struct ofl_game *game);

/* True if the last search was ended by the input or the end of the session. */
bool session_was_stopped(const struct session *session);
enum { SESSION_PERFT_MAX = 15 };

/* As ofl_perft(); lines of the classes `stops` end it. False if one did. */
bool session_perft(struct session *session, ofl_board board, int depth, enum ofl_perft_rule rule,
                   unsigned stops, uint64_t *count);
/* The same for `work`, which looks at session->stop. */
bool session_work(struct session *session, unsigned stops, void (*work)(void *user), void *user);

/* How finished games are counted: the engine's option "score-rule". */
enum ofl_score_rule session_score_rule(const struct session *session);

/* The value of an engine option as a number; `fallback` if there is none. */
int64_t session_option_int(const struct session *session, const char *name, int64_t fallback);

/* Adds `before` and "contempt 2.00" if that of such a search is not 0; false if it is. */
bool session_add_contempt(const struct session *session, const struct ofl_limits *limits,
                          struct strbuf *out, const char *before);

/* Sets an option with a number. False, with the reason in session->reply, if refused. */
bool session_set_option(struct session *session, struct word name, struct word value);

/* To be asked after session_set_option(). The system may have given fewer threads than the option
 * says. Then adds "the system granted 2 of 8 threads" to session->reply and returns true. */
bool session_add_shortage(struct session *session, struct word name, struct word value);

#endif
