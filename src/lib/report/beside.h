/* report/beside.h - the better and the worse line of a comparison, played to the same ply, with
 * what can be counted of both boards.
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

struct beside beside_of(const struct comparison *found);

void beside_add_text(struct strbuf *text, const struct comparison *found,
                     const struct beside *beside);
/* Two boards in one picture; the squares that differ are ringed. */
void beside_add_svg(struct strbuf *text, const struct comparison *found,
                    const struct beside *beside);
/* {"plies":5,"better":{"line":[...],"position":...,"discs":[..],...},"worse":{...},"differ":[...]};
 * counts are those of Black, then of White. */
json_t *beside_to_json(const struct comparison *found, const struct beside *beside);

#endif
