/* outflank/engine.h - play, analyse and solve Othello positions.
 *
 * One ofl_engine is one player: it owns its transposition table, threads and
 * options. Engines share no mutable state; a process may hold several. Nothing here prints,
 * exits, or reads files other than those named by options.
 *
 * Threads: call an engine from one thread at a time; ofl_stop() and ofl_clear_stop() from any.
 *          ofl_search() calls back from its own thread; outflank/think.h has others.
 * Fork:    a child of fork() may use and destroy an engine that was idle at the fork, as a copy of
 *          its own; its next search starts threads anew. If a search was running, the child may
 *          only destroy the engine, call exec() or _exit().
 * Errors:  functions return OFL_OK or a negative enum ofl_error and change
 *          nothing on error; ofl_last_error() is the sentence for the user.
 * Units:   time in ms, scores in 1/100 disc for the side to move, depth in
 *          plies, table sizes in MiB. Squares: a1 = 0, b1 = 1 ... h8 = 63.
 */
#ifndef OFL_ENGINE_H
#define OFL_ENGINE_H

#include <stddef.h>
#include <outflank/board.h>

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

typedef struct ofl_engine ofl_engine;

enum ofl_error {
    OFL_OK = 0,
    OFL_ERR_NOMEM = -1,  /* a table or thread could not be created */
    OFL_ERR_OPTION = -2, /* unknown option, or a value or limit out of range */
    OFL_ERR_DATA = -3,   /* weights or book missing, damaged or too new */
    OFL_ERR_BOARD = -4,  /* the two sides share a square */
    OFL_ERR_BUSY = -5    /* a search runs (outflank/think.h) */
};

/* What a search is for. */
enum ofl_goal {
    OFL_GOAL_PLAY = 0,  /* best move within the limits; solves when it can */
    OFL_GOAL_EXACT = 1, /* search to the end without selectivity: the exact score */
    OFL_GOAL_WLD = 2    /* only win, draw or loss: +100, 0 or -100, a bound (enum ofl_bound) */
};

/* The search ends at whichever limit is met first; 0 means "no limit". Values out of range, or
 * below 0 where nothing else is said, give OFL_ERR_OPTION; what does not count is not looked at. */
struct ofl_limits {
    bool has_clock;       /* the clock fields count (clock_ms may be 0 or negative) */
    int64_t clock_ms;     /* time left to the mover: main time */
    int64_t increment_ms; /* added after each move (Fischer) */
    int64_t byoyomi_ms;   /* time of a byo-yomi period, 0 if none */
    int byoyomi_moves;    /* moves to make in the period running now (or in each) */
    bool in_byoyomi;      /* clock_ms is what is left of the running period */
    int64_t move_ms;      /* for this move; option "move-overhead" is kept back of it */
    uint64_t nodes;       /* gives a reproducible search with one thread */
    int depth;            /* plies, 1..60; near the end that is still searched as the level
                             says, or level `depth` if that is higher, unless strict_depth */
    int level;            /* as if option "level" were so, 1..60; 0: as that says */
    bool strict_depth;    /* `depth` is the horizon even when the end is near */
    bool has_contempt;    /* contempt_cd counts in place of option "contempt", which orders lines */
    int contempt_cd;      /* a draw counts by so much less than 0, -10000..10000 */
    int draw_cd;          /* OFL_GOAL_PLAY: the score that is a draw, -6400..6400, as the other side
                             has so much komi. If it is not 0, contempt does not count, and a search
                             with a limit proves who wins before it looks for the score */
    bool infinite;        /* go on until ofl_stop() or the position is solved */
    bool afresh;          /* know nothing of searches before. Without a limit of time this is one
                             thread with a table of its own, but for exact scores from more than
                             22 empties: the same answer for every "hash" and "threads" */
    int multi_pv;         /* number of best moves wanted, 0..64; 0: one. From 1 on, moves that are
                             the same by symmetry get one value (OFL_GOAL_PLAY) */
    uint64_t moves;       /* squares to consider; all legal moves if none of them is */
    enum ofl_goal goal;
    bool has_window;      /* OFL_GOAL_EXACT: scores in low..high are proved, others as outside */
    int low, high;        /* 1/100 disc; -6400 <= low <= high <= 6400 */
};

/* What a score is: proven, so that nothing can change it; a bound, proven if the line is `solved`;
 * or what a search found without a proof. */
enum ofl_bound { OFL_BOUND_ESTIMATE = 0, OFL_BOUND_LOWER = 1, OFL_BOUND_UPPER = 2,
                 OFL_BOUND_EXACT = 3 };
const char *ofl_bound_text(enum ofl_bound bound); /* "estimate", "lower", "upper", "exact" */

enum { OFL_MAX_PV = 64 };

/* Where a line comes from: a search just now, a book (outflank/book.h), a file of openings. */
enum ofl_source { OFL_FROM_SEARCH = 0, OFL_FROM_BOOK, OFL_FROM_BOOK_PERSON, OFL_FROM_BOOK_OTHER,
                  OFL_FROM_BOOK_PROOF, OFL_FROM_LINES };

/* What is known of one move (or pass) of the searched position. */
struct ofl_line {
    int move;              /* square, OFL_PASS, or OFL_NO_MOVE when the game is over */
    int score;             /* 1/100 disc for the side to move. Searches to odd depths find more
                            * than those to even depths. Option "steady-scores" takes the mean
                            * difference out of scores that are not proven. */
    enum ofl_bound bound;
    int depth;             /* plies searched below the position, all that are left at most */
    int confidence;        /* percent: 100 without selective pruning, else 73..99 */
    bool solved;           /* the score, or the bound, is proven to the end of the game */
    bool wld;              /* ... but only as win, loss or draw: a bound, or exactly 0 */
    int pv_length;
    uint8_t pv[OFL_MAX_PV]; /* principal variation; pv[0] == move; passes included */
    enum ofl_source source; /* ofl_search() gives OFL_FROM_SEARCH only */
};

/* Progress, sent after each finished line of each iteration. */
struct ofl_info {
    struct ofl_line line;
    int rank;              /* 0: best line of this iteration, 1: second ... */
    int n_lines;           /* lines in this iteration */
    uint64_t nodes;
    int64_t time_ms;
    int table_permille;    /* fill of the transposition table */
};

struct ofl_result {
    int n_lines;           /* >= 1; best first */
    struct ofl_line lines[OFL_MAX_MOVES];
    uint64_t nodes;
    int64_t time_ms;
    bool stopped;          /* ended by ofl_stop() or a limit before the goal was met */
    int proved_low;        /* the score of the moves considered is proved to be in */
    int proved_high;       /* proved_low..proved_high, 1/100 disc; also when stopped */
    int given_cd;          /* by ofl_choose() when it plays weakly or varies, 1/100 disc; else 0 */
};

typedef void (*ofl_info_fn)(void *user, const struct ofl_info *info);

/* Create an engine with default options; NULL if out of memory. Where there is no memory for the
 * default hash, a smaller one is taken (ofl_get_option tells). The caller owns it. */
ofl_engine *ofl_engine_create(void);
void ofl_engine_destroy(ofl_engine *engine); /* NULL: nothing */

/* One option: what it is called, what it takes and what it does. */
enum ofl_option_type { OFL_OPTION_INT, OFL_OPTION_BOOL, OFL_OPTION_CHOICE, OFL_OPTION_FILE,
                       OFL_OPTION_DISCS /* two decimals at most; min and max in 1/100 disc */ };
struct ofl_option_info {
    const char *name, *help;
    enum ofl_option_type type;
    int64_t min, max;          /* INT, DISCS */
    const char *choices;       /* CHOICE: "one|two|three"; INT: a word that it takes, or NULL */
    const char *default_value;
};

/* Options in a fixed order; NULL past the last. Static storage. Switches for tests are not among
 * them, but can be set ("outflank --help-all"). */
const struct ofl_option_info *ofl_option_at(size_t index);

/* Set an option by name, e.g. "threads" to "2". Strings are copied. Names, ranges and defaults:
 * ofl_option_at(), "outflank help". OFL_ERR_BUSY while a search runs. */
int ofl_set_option(ofl_engine *engine, const char *name, const char *value);

/* The value in force, the engine's, valid until its next call; NULL if there is no such option. */
const char *ofl_get_option(ofl_engine *engine, const char *name);

/* Forget the last game: empties the transposition table. */
void ofl_new_game(ofl_engine *engine);

/* Called on progress from within ofl_search(); NULL for none. Threads: outflank/think.h. */
void ofl_on_info(ofl_engine *engine, ofl_info_fn callback, void *user);

/* Search for the side to move of `board` and fill *result. Blocks until a limit
 * is met or ofl_stop() is called; a stopped search still returns the best move
 * of its last finished iteration (at least a legal move). With no limit at all
 * the level's depth holds. A finished game gives one line with OFL_NO_MOVE. */
int ofl_search(ofl_engine *engine, ofl_board board, const struct ofl_limits *limits,
               struct ofl_result *result);

/* Ends the running search, and the next one if none runs yet, until
 * ofl_clear_stop(). Async-signal-safe; may be called from any thread. */
void ofl_stop(ofl_engine *engine);

/* Takes back a stop order; call before a search that must not be cut short. As ofl_stop(). */
void ofl_clear_stop(ofl_engine *engine);

/* Static evaluation for the side to move, 1/100 disc: if it must pass, that of the other side,
 * negated. Of a finished game it is the result, counted as option "score-rule" says. 0 if the sides
 * share a square. */
int ofl_evaluate(ofl_engine *engine, ofl_board board);

/* One named part of the classical evaluation, for people. */
struct ofl_term {
    const char *name;  /* "mobility", "corners", ... static storage */
    int own, other;    /* the count for the side to move and for the opponent */
    int contribution;  /* 1/100 disc */
};

/* Fills up to `size` terms; returns how many there are (0 if the sides share a square). Their
 * contributions add up to the classical evaluation (before it is bounded). */
size_t ofl_explain(ofl_engine *engine, ofl_board board, struct ofl_term *terms, size_t size);

/* Text of the last error; owned by the engine, valid until its next call. */
const char *ofl_last_error(const ofl_engine *engine);

/* CPU levels of this machine and build. A process chooses the best one available, once. */
const char *ofl_cpu_level(void);            /* "generic", "baseline", "avx2", "avx512" */
bool ofl_cpu_supported(const char *level);  /* built in, and the machine has it */

/* Force a level before any other call; OFL_ERR_OPTION if unknown or not there. */
int ofl_cpu_select(const char *level);

/* Outflank's version, e.g. "0.1.0". */
const char *ofl_version(void);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
