/* report/review.h - a game with the value of every position, and what each move lost.
 *
 * Positions are valued from the last to the first, each by a search that knows nothing of the
 * others. V is the value of a position for its side to move, R that of what was played there.
 * V becomes R where the search found less, or the move that was played. A move loses V - R,
 * never less than 0. So for Black
 *
 *     result = value of the start - Black's losses + White's losses,
 *
 * exactly and always. A value is marked exact only if it is proven to the end of the game.
 *
 * Order of calls: review_begin(); review_search() or review_put() for all positions;
 * review_judge().
 * Threads: functions touch only their arguments.
 */
#ifndef REPORT_REVIEW_H
#define REPORT_REVIEW_H

#include <outflank/engine.h>
#include <outflank/game.h>

#include "book/opening.h"

enum { REVIEW_EXACT_EMPTIES = 22, REVIEW_DEPTH = 12, REVIEW_PHASES = 3 };

/* How positions are searched. Without a limit of time a review is the same every time, whatever was
 * searched before and by how many threads (`afresh` in struct ofl_limits). */
struct review_settings {
    int depth;           /* plies, 1..60; 0: none */
    int exact_empties;   /* from here on exactly; 0: as the depth says */
    int64_t move_ms;     /* for a position short of that; 0: no limit */
    uint64_t nodes;      /* the same */
    enum ofl_score_rule rule; /* how a finished game is counted: the engine's option */
};

/* What is wanted, with what nobody asked for as everybody has it: without depth, time, nodes and a
 * level other than the usual one a depth of REVIEW_DEPTH, and the engine's way to count. */
struct review_settings review_complete(struct review_settings wanted, ofl_engine *engine);

/* How a position with so many empty squares is searched. */
struct ofl_limits review_limits(const struct review_settings *settings, int n_empties);

/* A position and its value for the side to move. */
struct review_point {
    ofl_position position;
    int value_cd;
    bool is_known, is_exact;
    int depth, confidence;  /* plies below the position; percent */
    int best;               /* square, OFL_PASS, or OFL_NO_MOVE when the game is over */
    int pv_length;
    uint8_t pv[OFL_MAX_PV]; /* begins with `best`; passes included */
};

enum review_grade { REVIEW_FINE, REVIEW_INACCURACY, REVIEW_MISTAKE, REVIEW_BLUNDER,
                    REVIEW_N_GRADES };

/* A move that was played; passes are none. Values and chances are those of its mover. */
struct review_move {
    int ply;              /* of the game: points[ply] is the position before it */
    int number;           /* of the moves, from 1 */
    enum ofl_color side;
    int move;
    int before_cd, after_cd, loss_cd;
    bool is_exact;        /* both values are proven */
    bool is_forced;       /* the only legal move */
    double chance_before, chance_after; /* expected scores (report/chance.h), five decimals */
    enum review_grade grade;
    bool is_unsure;       /* the grade would change within the error of the search */
    bool is_let_off;      /* the opponent gave at least half of it back at once */
    bool misses_win, misses_draw; /* a win was there, or a draw, and is no more */
    double played_by, seen_by; /* shares of people who play it, and the best (report/crowd.h) */
};

struct review_share {
    int n;                /* moves that count: not forced */
    int64_t given_cd;     /* what they lost */
    double accuracy;      /* 100 * 0.75^(mean loss, at most 16 a move), three decimals, so that all
                             reports round once; 100 if n is 0 */
};

struct review_side {
    int n_moves;
    struct review_share all, phase[REVIEW_PHASES], last; /* phases of 20 moves; the last 20 moves */
    int n_grades[REVIEW_N_GRADES];
    int n_missed_wins, n_missed_draws;
};

struct review {
    struct ofl_game game;       /* as it was played */
    struct review_settings settings;
    int n_points;               /* plies of the game + 1 */
    struct review_point points[OFL_MAX_PLIES + 1];
    /* What follows from the points. */
    bool is_complete;           /* every position has a value */
    int n_moves;
    struct review_move moves[OFL_MAX_PLIES];
    struct review_side sides[2]; /* by ofl_color */
    bool is_over;               /* the game was played to its end */
    int start_cd, final_cd;     /* Black's view; the result, or the value of the last board */
    int turning;                /* index in moves of the turning point, or -1 */
    const struct opening *opening; /* or NULL */
    int opening_plies;
    int people_rating;          /* of the people asked; 0: nobody was */
};

/* How a position is searched: as ofl_search(). *is_stopped: the result is worth nothing. */
struct review_searcher {
    int (*search)(void *user, ofl_board board, const struct ofl_limits *limits,
                  struct ofl_result *result, bool *is_stopped);
    /* A position has got its value; NULL: nobody wants to know. False ends the review. */
    bool (*tell)(void *user, const struct review *review, int ply);
    void *user;
};

/* The played moves of `game`; no value is known yet. */
void review_begin(struct review *review, const struct ofl_game *game,
                  const struct review_settings *settings);

/* Searches the positions without a value, last to first. OFL_OK, also when it was stopped: then
 * the first positions have no value (is_complete). Else the searcher's error. */
int review_search(struct review *review, const struct review_searcher *searcher);

/* What a search found elsewhere, for the position before `ply`; last to first. */
void review_put(struct review *review, int ply, const struct review_point *point);

/* Computes what follows from the points. */
void review_judge(struct review *review);

/* "", "?!", "?", "??"; "fine", "inaccuracy", "mistake", "blunder". */
const char *review_grade_mark(enum review_grade grade);
const char *review_grade_name(enum review_grade grade);

#endif
