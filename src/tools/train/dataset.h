/* train/dataset.h - labelled positions for the pattern evaluation, in three parts.
 *
 * The parts are split by game: one to fit, one to decide when to stop (check),
 * one to report the error on (test). A game's part follows from a hash of its
 * moves and the seed, so copies of a game never fall into two parts.
 *
 * Positions of a part are sorted by ply before use: the trainer then works on the
 * weights of one ply at a time, which fit the cache. */
#ifndef TRAIN_DATASET_H
#define TRAIN_DATASET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <outflank/board.h>
#include "base/reason.h"
#include "board/squares.h"
#include "text/wthor.h"
#include "train/train_record.h"

enum { DATASET_LABEL_UNIT = 128 };
enum dataset_part { PART_TRAIN, PART_CHECK, PART_TEST, N_PARTS };

struct sample {
    ofl_board board;       /* the side to move has a move */
    int16_t label;         /* what to fit: 1/128 disc, side to move */
    int16_t truth;         /* what to measure against, likewise */
    uint8_t own_moves, other_moves; /* below NETWORK_MOBILITY */
    uint8_t kind;          /* of the label: enum record_kind */
};

struct sample_list {
    struct sample *list;   /* owned */
    size_t n;
    size_t first[BOARD_PLIES + 1]; /* by ply, valid after dataset_sort() */
};

/* How labels are made and parts are chosen. */
struct dataset_rules {
    uint64_t seed;
    int holdout_percent;   /* check and test together, half each */
    double score_share;    /* of the score in labels mixed with the result of the game */
    double trace;          /* share of the next position's label in a searched one's, 0..1 */
    bool is_all_test;      /* everything is in the test part */
    bool without_outcomes; /* of WTHOR only what is exact or between exact scores */
};

struct dataset {
    struct sample_list part[N_PARTS];
    size_t n_games, n_refused; /* games; records are not counted */
    size_t n_records, n_damaged_bytes;
    size_t n_missing; /* games that a WTHOR base claims to have, but was cut off before */
};

/* Adds the positions of a WTHOR base held in memory. Bad games are counted in n_refused and left
 * out, bytes behind the last one in n_damaged_bytes. False with `reason` if this is no
 * base, or memory ran out; the positions of earlier games then stay. */
bool dataset_add_wthor(struct dataset *data, const struct dataset_rules *rules,
                       const uint8_t *bytes, size_t size, struct reason *reason);
/* Adds the positions of a data file of ours (train/train_record.h), likewise; what is damaged
 * or cut off is counted and left out. */
bool dataset_add_records(struct dataset *data, const struct dataset_rules *rules,
                         const uint8_t *bytes, size_t size, struct reason *reason);
/* Labels in discs of records as a file has them, games one after the other. Exact scores
 * stay; the score of a search is mixed with the label of the position its move led to, and
 * so with all that came later, up to the end that was solved: by `trace` less with every
 * move (Sutton, "Learning to Predict by the Methods of Temporal Differences", 1988). */
void dataset_find_labels(const struct dataset_rules *rules, const struct record *records, int n,
                         double *labels);
/* Adds one position. False if out of memory. */
bool dataset_add(struct sample_list *list, const struct sample *sample);
/* Moves are counted; label and truth (in discs) are bounded. */
struct sample dataset_sample(ofl_board board, enum record_kind kind, double label,
                             double truth);
/* Sorts all parts by ply, stably. False if out of memory. */
bool dataset_sort(struct dataset *data);
void dataset_free(struct dataset *data);

/* 0 .. 60 for any board (discs - 4, at least 0). */
int dataset_ply(ofl_board board);

#endif
