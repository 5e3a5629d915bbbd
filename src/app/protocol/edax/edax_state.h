/* protocol/edax/edax_state.h - what the commands of the Edax console dialect share.
 *
 * edax.c          lines, the loop, help and the rest
 * edax_state.c    failures, numbers
 * edax_game.c     the game: boards, moves, undo, files
 * edax_search.c   what the engine is asked: go, hint, analyze
 * edax_study.c    counts, boards that are sought
 *
 * A command adds what it has to say to session->reply, which goes out before a search and before
 * the prompt. A failure is a warning on stderr.
 */
#ifndef PROTOCOL_EDAX_EDAX_STATE_H
#define PROTOCOL_EDAX_EDAX_STATE_H

#include "protocol/command.h"
#include "protocol/edax/edax_options.h"
#include "protocol/edax/edax_show.h"
#include "protocol/session.h"
#include "protocol/timing.h"

enum {
    EDAX_STOP = 1 << 0, /* "stop" ends every search */
    EDAX_QUIT = 1 << 1  /* "quit" only one that has no end of its own */
};

struct edax {
    struct session *session;
    struct edax_options *options;
    struct ofl_game game;
    struct ofl_game forced; /* its moves are played while the game follows them */
    struct timing timing;
    int64_t used_ms[2];     /* by colour, of this game */
    int64_t since_ms;       /* when the side to move came to move */
    int games_left;         /* of a series (-repeat) */
    bool must_quit;
};

extern const struct command edax_game_commands[];
extern const struct command edax_search_commands[];
extern const struct command edax_study_commands[];

static inline struct strbuf *edax_out(struct edax *edax) { return &edax->session->reply; }

/* One warning on stderr, after what there is to say on stdout. Returns false. */
bool edax_fail(struct edax *edax, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Reads the first argument, or takes `fallback` if there is none. What is out of range is bent into
 * it, with a warning; false if it is no number. */
bool edax_read_int(struct edax *edax, const struct command_call *call, const char *what, int min,
                   int max, int fallback, int *value);

/* Commands may read and write files at a terminal, or with -allow-files. Says why not. */
bool edax_may_use_files(struct edax *edax);

/* A new game from this position; the clocks start anew. */
void edax_start(struct edax *edax, ofl_position start);

/* 64 squares of a command, anything else between them skipped: discs by colour. Returns what stands
 * behind them; {NULL} with a warning if there are fewer. */
struct word edax_read_squares(struct edax *edax, const struct command_call *call, uint64_t discs[2]);

/* Plays a legal move; the mover's clock stops. */
void edax_play(struct edax *edax, int move);

/* The line that is answered without a search while the game follows it. */
void edax_force(struct edax *edax, struct word moves);

/* A move of a person as it is typed; false if it is none, or not legal. */
bool edax_try_move(struct edax *edax, struct word word);

/* Finds a move, plays it and says so. */
bool edax_go(struct edax *edax);

#endif
