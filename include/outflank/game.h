/* outflank/game.h - a game: start position, moves with undo and redo, GGF.
 *
 * struct ofl_game is a plain value: copy it, put it on the stack, no clean-up.
 * Passes are moves of the list. `n_played` moves have been played; those from
 * n_played to n_known were taken back and can be played again (redo).
 *
 * Threads: functions touch only their arguments.
 * Errors:  functions that can refuse return false and change nothing.
 */
#ifndef OFL_GAME_H
#define OFL_GAME_H

#include <outflank/notation.h>

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

enum { OFL_NAME_TEXT = 256 };

struct ofl_game_move {
    uint8_t move;     /* square or OFL_PASS */
    bool has_eval, has_time;
    bool is_implied;  /* a pass that the text of the game left out: a reader put it in */
    float eval;       /* discs, seen by the mover; only when has_eval */
    float seconds;    /* time taken; only when has_time */
};

/* A clock in the GGS form main/increment/extension, all in ms. */
struct ofl_game_clock {
    bool known;
    bool has_extension; /* it is written; else it is the usual 2:00 */
    int64_t main_ms, increment_ms, extension_ms;
};

struct ofl_game {
    ofl_position start;
    ofl_position position;          /* after n_played moves */
    int n_played, n_known;
    struct ofl_game_move moves[OFL_MAX_PLIES];
    /* Tags of GGF; empty strings when unknown. */
    char black[OFL_NAME_TEXT], white[OFL_NAME_TEXT];
    char place[OFL_NAME_TEXT], date[OFL_NAME_TEXT], result[OFL_NAME_TEXT];
    struct ofl_game_clock clock[2]; /* by ofl_color; as given at the start */
    double komi;                    /* discs added to white's score, as KM says; 0 when unknown */
    struct ofl_variant variant;     /* {0} after ofl_game_init() */
};

/* A new game from `start`; tags are cleared. */
void ofl_game_init(struct ofl_game *game, ofl_position start);

/* Plays a legal move (a pass only when forced) and forgets moves taken back,
 * unless it equals the next one of them. False if it is not legal. */
bool ofl_game_play(struct ofl_game *game, int move);

/* Takes back, or plays again, one move. False if there is none. */
bool ofl_game_undo(struct ofl_game *game);
bool ofl_game_redo(struct ofl_game *game);

/* The position before move number `ply` (0..n_known); ply 0 is the start. */
ofl_position ofl_game_position_at(const struct ofl_game *game, int ply);

/* Why `move` cannot be played now: "occupied", "no flip", "out of board",
 * "must pass", "may not pass", "game over"; NULL if it is legal. */
const char *ofl_illegal_reason(ofl_board board, int move);

/* Appends the moves of a transcript "f5d6c3...", as people and sites write them: any case; move
 * numbers such as "12." or "12)"; blanks and , ; - / | . between; marks such as ! and ?; comments
 * {...}, "; words" and "# words" up to the end of the line; variations (...); a result at the end
 * (33-31, 1-0, 1/2-1/2, *). Passes are written as pass, pas, pa, ps, p, --, @@, or left out; after
 * the end of the game they are dropped. Nothing changes on error. */
bool ofl_game_add_transcript(struct ofl_game *game, const char *text, size_t length,
                             struct ofl_text_error *error);

/* Writes the played moves as "f5d6..."; passes are left out, as is usual, or
 * written "ps" with `with_passes`. Returns the length. `out` needs
 * 2 * OFL_MAX_PLIES + 1 bytes. */
size_t ofl_game_to_transcript(const struct ofl_game *game, bool with_passes, char *out);

/* Reads one GGF game "(;GM[Othello]...;)". Text before "(;" (a game count) and
 * after ";)" is allowed; `used` (or NULL) receives the bytes up to and with ";)".
 * On error it receives where to go on: behind the game's "(;", or the whole
 * length if there is no game; so a loop can skip a bad game of a file.
 * Tags in any case and order (BO before the moves), blanks and lines anywhere,
 * unknown tags skipped. TY may be missing; sizes other than 8, the octagon (88)
 * and anti games (letter a: fewer discs win) are refused, as is a game without BO.
 * Evaluations and times that are empty, NaN or infinite count as not given.
 * Clocks: [[days.]hh:]mm:ss, blank parts 0, extension 2:00 if not written. */
bool ofl_game_from_ggf(struct ofl_game *game, const char *text, size_t length,
                       size_t *used, struct ofl_text_error *error);

/* Writes one line of GGF that NBoard, Edax and GGS tools read, with the played
 * moves (not those taken back). Clocks are rounded to seconds, evaluations to
 * 1/100 disc, times to ms. An empty result becomes black's score if the game is
 * over, else "?". Returns the length the text needs, without NUL; the text is cut
 * at `size` (as snprintf). */
size_t ofl_game_to_ggf(const struct ofl_game *game, char *out, size_t size);

/* The grade of the 1976 rule sheet for a winning difference: "Perfect",
 * "Walkaway", "Fight", "Hot", "Close"; "draw" for 0. A difference between two
 * bands belongs to the band below it (53 is a Walkaway, 1 is Close). */
const char *ofl_score_grade(int difference);

/* Gives black `corners` (0..4) discs, in the order a1 h8 a8 h1. False if out of
 * range or a corner is taken. */
bool ofl_handicap(ofl_position *position, int corners);

/* The score of `side` that is a draw with this komi, 1/100 disc. */
int ofl_draw_score(double komi, enum ofl_color side);

/* Compares a board after a move with the one the rules give.
 * `missing`: discs that should have turned; `extra`: discs that turned (or
 * appeared, vanished, changed) wrongly; for an illegal move everything that
 * changed. Compared by colour: `after.turn` may be either side's.
 * True if `move` was legal and both are 0. */
bool ofl_referee(ofl_position before, int move, ofl_position after,
                 uint64_t *missing, uint64_t *extra);

/* A series of games, by best-of or by points (1976 rule sheet).
 * Wins and points are counted per player A and B, not per colour. */
struct ofl_series {
    int best_of;      /* games; 0 if not by best-of */
    int race;         /* winning points to reach; 0 if not by points */
    int games, draws;
    int wins[2], points[2];
};

/* Adds a game's difference (-64..64, > 0: A won). Only the winner's points grow.
 * A series that is decided takes no more games.
 * Returns 0 while the series is open, 1 if A has won it, 2 if B, 3 if it ended level. */
int ofl_series_add(struct ofl_series *series, int difference_for_a);

/* Who begins the games of a series: each in turn; the loser of the last game; who is behind (in
 * points in a race, else in games won); always A or always B. */
enum ofl_series_first {
    OFL_SERIES_ALTERNATE, OFL_SERIES_LOSER, OFL_SERIES_WEAKER, OFL_SERIES_A, OFL_SERIES_B
};

/* Who begins the next game, 0 for A or 1 for B, when `last` began the last one and it ended so.
 * Where nobody lost or nobody is behind, it is the one who did not begin the last. */
int ofl_series_next(const struct ofl_series *series, enum ofl_series_first first, int last,
                    int difference_for_a);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
