/* protocol/session.h - what every protocol needs: input, output, engine, and a
 * search that the input can end.
 *
 * Threads: the functions are for the one thread that runs the protocol.
 */
#ifndef PROTOCOL_SESSION_H
#define PROTOCOL_SESSION_H

#include "protocol/config.h"
#include "protocol/line.h"
#include "protocol/output.h"
#include "protocol/strbuf.h"
#include "protocol/word.h"

struct session {
    const struct protocol_config *config;
    ofl_engine *engine;
    struct output output;
    struct stop stop;     /* of the search in work, or the last one */
    struct line_source *lines;
    struct line *pushed;  /* given back by the protocol that did not want it */
    struct strbuf reply;    /* of the command in work */
    bool is_edited;       /* a terminal: lines come from a line editor */
    bool was_search_cut;  /* the output's reader went away during a search */
};

/* False, with a sentence on stderr, if there is no memory or thread. */
bool session_open(struct session *session, const struct protocol_config *config, bool is_edited);

/* Frees everything and returns the exit code; says on stderr why the output
 * could not be written. */
int session_close(struct session *session);

/* The next line, to be free()d; NULL when the session is to end. */
struct line *session_next_line(struct session *session);
void session_push_line(struct session *session, struct line *line);

/* Writes session->reply, or any text, and empties session->reply. */
bool session_send(struct session *session);
bool session_send_line(struct session *session, const char *line);

/* The session must end now: no reply is wanted any more. */
bool session_is_ending(const struct session *session);

/* Does such a search end by itself? It has a limit of time or nodes, a small depth
 * or level, or few empties. The end of the input ends only the others. */
bool session_is_bounded(const struct session *session, ofl_board board,
                        const struct ofl_limits *limits);

/* ofl_search() that the lines of the classes `stops` end. What it returns; the
 * result of a search cut short by the end of the session is worth nothing. */
int session_search(struct session *session, ofl_board board, const struct ofl_limits *limits,
                   unsigned stops, struct ofl_result *result);

/* True if the last search was ended by the input or the end of the session. */
bool session_was_stopped(const struct session *session);

enum { SESSION_PERFT_MAX = 15 };

/* ofl_perft() that the lines of the classes `stops` end; false if one did. */
bool session_perft(struct session *session, ofl_board board, int depth, enum ofl_perft_rule rule,
                   unsigned stops, uint64_t *count);

/* The value of an engine option as a number; `fallback` if there is none. */
int64_t session_option_int(const struct session *session, const char *name, int64_t fallback);

/* Sets an option with a number. False, with the reason in session->reply, if refused. */
bool session_set_option(struct session *session, struct word name, struct word value);

/* After that: threads are taken as far as the system gives them. If these are fewer,
 * adds "the system granted 2 of 8 threads" to session->reply. */
bool session_add_shortage(struct session *session, struct word name, struct word value);

#endif
