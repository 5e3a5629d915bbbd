/* protocol/gtp/gtp_state.h - what all commands of GTP share: the game, the clocks, the reply.
 *
 * The state of a command is a struct gtp. A command writes its reply, or the reason of its
 * failure, into gtp_reply(). It changes the state only when it is sure to succeed.
 */
#ifndef PROTOCOL_GTP_GTP_STATE_H
#define PROTOCOL_GTP_GTP_STATE_H

#include "protocol/command.h"
#include "protocol/first_mover.h"
#include "protocol/resign.h"
#include "protocol/session.h"
#include "protocol/show.h"
#include "protocol/timing.h"

/* Classes of lines: "# interrupt"; every line. */
enum { GTP_STOP_INTERRUPT = 1 << 0, GTP_STOP_ANY = 1 << 1 };

struct gtp {
    struct session *session;
    struct ofl_game game;
    bool is_inserted[OFL_MAX_PLIES]; /* by ply: a pass that was not sent, but had to come */
    int n_end_passes;                /* passes after the end: controllers end games by two */
    enum first_mover first;
    struct timing timing;
    struct resign resign;
    int64_t komi_cd; /* 1/100 disc added to white's score */
    uint64_t max_nodes; /* of each genmove; 0: no limit */
    int max_depth;      /* the same */
    bool has_last;      /* genmove has searched in this game; then these two tell of it: */
    struct ofl_line last;
    uint64_t last_nodes;
    struct word id;     /* of the command in work */
    bool is_streaming;  /* its answer has begun: what comes now is an empty line */
    bool must_ponder;   /* a move was made: `last` from ponder_board, and the answer is waited for */
    ofl_board ponder_board;
    bool must_quit;
    bool is_ending;     /* the session ended during a search: nobody wants the reply */
};

/* The tables of gtp_play.c and so on; gtp.c puts them together. */
extern const struct command gtp_play_commands[];
extern const struct command gtp_rules_commands[];
extern const struct command gtp_gogui_commands[];
extern const struct command gtp_extra_commands[];
extern const struct command gtp_match_commands[];
extern const struct command gtp_analyze_commands[];
extern const struct command gtp_book_commands[];

static inline struct strbuf *gtp_reply(struct gtp *gtp) { return &gtp->session->reply; }

/* Adds to the reply; returns true. */
static inline bool gtp_say(struct gtp *gtp, const char *text)
{
    strbuf_add(gtp_reply(gtp), text);
    return true;
}

/* Sets the reason of a failure and returns false. */
bool gtp_fail(struct gtp *gtp, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes "=ID" and the end of the line: the command goes on to write lines of its answer itself. */
void gtp_begin_stream(struct gtp *gtp);

/* Reads arguments; on failure they set the reason and return false. */
bool gtp_read_int(struct gtp *gtp, struct word word, const char *what, int64_t min, int64_t max,
                  int64_t *value);
bool gtp_read_color(struct gtp *gtp, struct word word, enum ofl_color *color);

/* Starts a game from `position`; the clocks too. */
void gtp_start_game(struct gtp *gtp, ofl_position position);

/* A komi, unless it is to be ignored. */
void gtp_set_komi(struct gtp *gtp, int64_t komi_cd);

/* The game with the komi, to be written. */
struct ofl_game gtp_game_with_komi(const struct gtp *gtp);

/* Replies with the game in a format; what it cannot hold is told on stderr. */
bool gtp_add_game(struct gtp *gtp, const char *format);

/* Plays a move. `is_inserted`: a pass that was not sent. False if it is illegal. */
bool gtp_play(struct gtp *gtp, int move, bool is_inserted);

/* Makes `color` the side to move where the rules allow it: by a forced pass of
 * the other side, or at the start when the first mover is open. */
bool gtp_give_turn(struct gtp *gtp, enum ofl_color color);

/* By session_choose() and session_hint(); false if the session ends or the engine refused. A book
 * that is damaged, and the seed of book moves where they vary, are told on stderr. */
bool gtp_choose(struct gtp *gtp, const struct ofl_limits *limits, struct ofl_result *result);
bool gtp_hint(struct gtp *gtp, const struct ofl_limits *limits, struct ofl_result *result);

#endif
