/* report/beside.h - a better and a worse line, played to the same ply, with what can be counted of
 * both boards.
 *
 * Threads: functions touch only their arguments. Errors: text->is_failed, or NULL: out of memory.
 */
#ifndef REPORT_BESIDE_H
#define REPORT_BESIDE_H

#include <jansson.h>

#include "report/compare.h"

enum { BESIDE_PLIES = 7, BESIDE_REGIONS = 32 };

/* A board, by ofl_color where it says [2]. */
struct beside_board {
    uint8_t line[BESIDE_PLIES]; /* that leads there */
    ofl_position position;
    int discs[2], moves[2], corners[2], stable[2]; /* moves as if it were to move */
    int n_regions;            /* of empty squares that touch, largest first: */
    struct { int square, size; } regions[BESIDE_REGIONS];
    int last;                 /* the ofl_color that moves last if nobody passes */
};

struct beside {
    int n_plies;              /* of both lines; 0: there is no second one */
    struct beside_board better, worse;
    uint64_t differ;          /* squares */
};

struct beside beside_of_lines(ofl_position position, const uint8_t *better, int n_better,
                              const uint8_t *worse, int n_worse);
/* Of a comparison; of a move of a review and the better one there. */
struct beside beside_of(const struct comparison *found);
struct beside beside_of_move(const struct review *review, const struct review_move *move);

/* The line that goes on from a move as it was played; returns its length. */
int beside_played(const struct review *review, const struct review_move *move,
                  uint8_t line[BESIDE_PLIES]);

void beside_add_text(struct strbuf *text, const struct beside *beside);
/* Two boards in one picture; the squares that differ are ringed. */
void beside_add_svg(struct strbuf *text, const struct beside *beside);
/* {"plies":5,"better":{"line":[...],"position":...,"discs":[..],...},"worse":{...},"differ":[...]};
 * counts are those of Black, then of White. null if there is no second line. */
json_t *beside_to_json(const struct beside *beside);

#endif
