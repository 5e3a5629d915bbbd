/* protocol/nboard/nboard_state.h - what the commands of NBoard share: the game and the settings.
 *
 * nboard.c reads the commands and keeps the game; nboard_search.c does what takes time. */
#ifndef PROTOCOL_NBOARD_NBOARD_STATE_H
#define PROTOCOL_NBOARD_NBOARD_STATE_H

#include "protocol/session.h"
#include "protocol/show.h"

enum {
    NBOARD_STOP_ANY = 1 << 0, /* ends hint and analyze: any line */
    NBOARD_STOP_PING = 1 << 1 /* ends go too */
};

struct nboard {
    struct session *session;
    struct ofl_game game;
    bool is_valid;   /* false after a "set game" that could not be read */
    int version;     /* 1 or 2 */
    int depth;       /* 0 until "set depth" */
    bool has_contempt;
    int contempt;    /* "set contempt": what a draw is worth to Black, discs */
    bool must_quit;
};

/* Writes "status Error: ..."; returns false. */
bool nboard_fail(struct nboard *nboard, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
