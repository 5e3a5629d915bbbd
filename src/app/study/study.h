/* study/study.h - the games of one player together: what his moves lose, and what comes again.
 *
 * Games are added one by one, as they are reviewed; only his moves are kept. What is told follows
 * from them: sums are those of single reviews.
 * An error is a move with a mark (report/review.h). Only moves that were not forced count.
 *
 * Threads: functions touch only their arguments.
 */
#ifndef STUDY_STUDY_H
#define STUDY_STUDY_H

#include "base/hash.h"
#include "report/beside.h"
#include "report/crowd.h"
#include "report/report.h"
#include "study/who.h"

struct result; /* text/result.h */

enum { STUDY_LATE_EMPTIES = 20, STUDY_SHOWN = 10, STUDY_PEOPLE_PLY = 8, STUDY_NEXT = 8 };

/* What people of all ratings do in his place, for each move of a review. */
struct study_crowd { struct crowd of[OFL_MAX_PLIES][CROWD_RATINGS]; };

struct study_move {
    size_t game;
    ofl_position position;
    struct review_move move;
    int best, pv_length;
    uint8_t pv[OFL_MAX_PV];
    int n_after;
    uint8_t after[BESIDE_PLIES]; /* the line that was played, as well as both can go on */
    int n_next;
    uint8_t next[STUDY_NEXT]; /* as the game went on */
    bool is_best_exact;
    int seconds;             /* -1: not recorded */
    int n_sentences;         /* the first two, without their words */
    enum explain_kind kinds[REVIEW_SENTENCES];
    bool is_pair;            /* the better move is the other empty square of a pair */
    struct crowd crowd[CROWD_RATINGS];
};

struct study_game {
    const char *file;        /* of the caller; and the number in it */
    int64_t index;
    enum ofl_color side;
    char opponent[OFL_NAME_TEXT], date[OFL_NAME_TEXT];
    const struct opening *opening; /* or NULL */
    int final_cd;            /* for him */
    bool is_over;            /* or the record tells who won */
    bool is_saved;           /* it was lost for certain, and he did not lose it */
    bool is_thrown;          /* with 20 empties or fewer it was worth more than he got */
    size_t first, n_moves;   /* of his moves */
};

struct study {
    struct study_game *games;
    struct study_move *moves;
    size_t n_games, n_moves;
    uint64_t *seen;          /* games that are there twice count once: their checksums */
    size_t n_seen, n_twice;
    struct hash hash;
    bool has_people;
    int n_drawn;             /* plies of each game that nobody chose, as XOT's 8: left out */
    int rating;              /* that his errors are told by; study_end() */
    bool is_given;           /* he said so */
};

/* Adds the sides (bits by ofl_color) of a game. `end`: as the record has it; of a game that was not
 * played to its end it counts. `crowd` may be NULL. False if out of memory. */
bool study_add(struct study *study, const struct review *review, const struct review_origin *origin,
               const struct result *end, int sides, const struct study_crowd *crowd);

/* What people do in these sides' place; false without a model. */
bool study_ask(const struct review *review, int sides, ofl_engine *engine, struct study_crowd *to);
/* Before it is told of. `rating`: of him; 0: as estimated. */
void study_end(struct study *study, int rating);
void study_free(struct study *study);

static inline bool study_counts(const struct study_move *move) { return !move->move.is_forced; }

/* ---- what follows ---- */

/* A mean over moves, with the error of it (95 %), by the spread between games; -1 for one game. */
struct study_mean { int64_t n, sum; double mean, error; };

/* Of value() over the moves of games of which in() holds; `what` is theirs. */
struct study_question {
    bool (*in)(const struct study *study, const struct study_move *move, const void *what);
    int (*value)(const struct study_move *move, const void *what);
    const void *what;
};
struct study_mean study_measure(const struct study *study, const struct study_question *question);

/* Discs are in 1/100. */
struct study_mean study_of_all(const struct study *study);
/* REVIEW_PHASES: of 20 empties and fewer. */
struct study_mean study_of_phase(const struct study *study, int phase);
struct study_mean study_of_color(const struct study *study, enum ofl_color side);
struct study_mean study_of_time(const struct study *study, int from_s, int to_s);
struct study_mean study_of_errors(const struct study *study, int least_cd); /* 1 an error */

struct study_opening {
    const struct opening *opening; /* NULL: without a name */
    int n_games, won, drawn, lost;
    struct study_mean loss;
    int n_begun, begins;           /* games with an error; the middle number of the first one */
    size_t again;                  /* the error that is first most often; SIZE_MAX: none is twice */
    int n_again;
};
/* Most games first. malloc()ed; NULL if there is no memory. */
struct study_opening *study_openings(const struct study *study, size_t *n);

/* Errors in one position or its images; `at` are `n` of study->moves, in order. */
struct study_again { const size_t *at; size_t n; int64_t given_cd; };
struct study_agains { struct study_again *list; size_t n; size_t *order; };
/* Most often first. False if out of memory. */
bool study_find_again(const struct study *study, struct study_agains *agains);
void study_agains_free(struct study_agains *agains);

/* Errors of one kind: what its first sentences say. */
enum { STUDY_PAIR = EXPLAIN_N_KINDS, STUDY_KINDS };
struct study_kind { int kind, n; int64_t given_cd; };
const char *study_kind_name(int kind);
const char *study_kind_words(int kind);
/* Those that there are, most discs first. Room for STUDY_KINDS. */
int study_kinds(const struct study *study, struct study_kind *kinds);

/* The moves that lose most; or those to learn from: sure errors that cost chances and that most
 * people of his rating do not make. Returns how many. */
size_t study_worst(const struct study *study, size_t most, size_t *at);
size_t study_instructive(const struct study *study, size_t most, size_t *at);

/* Mistakes to train on, those to learn most from first, each position once. */
size_t study_lessons(const struct study *study, size_t most, size_t *at);

/* On our scale, 1 to 20; -1 if there are no moves. */
double study_strength(double loss_cd);

/* The rating at which people's moves are his most likely; error -1 if it cannot be told. */
struct study_rating { double rating, error; bool is_end; /* of the scale */ };
struct study_rating study_rating(const struct study *study);
/* What people of that rating do. */
struct crowd study_crowd_at(const struct study_move *move, int rating);

/* Sentences of an error, for people of study->rating; as review_explain(). */
int study_explain(const struct study *study, const struct study_move *move,
                  struct explain_sentence *sentences);

#endif
